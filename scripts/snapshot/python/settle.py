"""The last step before every snapshot: undoes what starting an interpreter adds, because a restored one starts again."""

import gc
import sys

sys.path.remove("")
del sys
gc.collect()
del gc
