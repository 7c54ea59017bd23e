"""Adds compiled files to the unpacked packages, so that no interpreter has to compile them again."""

import compileall
import sysconfig
from py_compile import PycInvalidationMode

# Unchecked, because a mounted file's time of change says nothing. Files that cannot be compiled (test data, other Pythons') stay source.
compileall.compile_dir(sysconfig.get_path("purelib"), quiet=2, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
