"""What every new snapshot of the core must be able to do before it is put into use."""

import json as _json

_json.dumps([sum(range(5)), type(1).__name__])
