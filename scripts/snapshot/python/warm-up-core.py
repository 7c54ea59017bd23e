"""Imports the parts of the standard library that most programs use."""

import importlib

for _name in (
    "asyncio", "ast", "base64", "bisect", "calendar", "collections", "contextlib", "copy", "csv", "dataclasses", "datetime", "decimal",
    "enum", "fractions", "functools", "hashlib", "heapq", "inspect", "io", "itertools", "json", "linecache", "math", "operator", "os",
    "pathlib", "pprint", "random", "re", "statistics", "string", "struct", "tempfile", "textwrap", "time", "tokenize", "traceback",
    "types", "typing", "unicodedata", "uuid", "warnings", "zipfile",
):
    importlib.import_module(_name)
del _name, importlib
