"""Keeps what a tool returned as JSON, so that it can be compared with what a test expects."""

import base64
import dataclasses
import datetime
import decimal
import enum
import fractions
import json
import math
import pathlib
import uuid

ANSWER = "skep-answer.json"
DEPTH = 100
# Whole numbers up to here arrive exactly in every reader of JSON.
EXACT = 2**53

_AS_TEXT = (decimal.Decimal, fractions.Fraction, pathlib.PurePath, uuid.UUID, datetime.timedelta, complex)


def keep(value):
    """Writes the value to the answer file, and hands it on."""
    text = json.dumps({"value": plain(value)})
    (_HOME / ANSWER).write_text(text, encoding="utf-8")
    return value


def plain(value, depth=0):
    """A value as JSON: tuples and sets as lists (sets sorted), dates as ISO texts, what JSON has no word for as text."""
    if depth > DEPTH:
        return "…"
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, enum.Enum):
        return plain(value.value, depth + 1)
    if isinstance(value, int):
        return int(value) if abs(value) <= EXACT else str(int(value))
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, _AS_TEXT):
        return str(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode()
    if isinstance(value, dict):
        return {_key(key, depth): plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item, depth + 1) for item in value), key=lambda item: json.dumps(item, sort_keys=True))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name), depth + 1) for field in dataclasses.fields(value)}
    table = _table(value, depth)
    if table is not None:
        return table
    if callable(getattr(value, "tolist", None)):
        return plain(value.tolist(), depth + 1)
    if isinstance(value, (list, tuple)) or hasattr(value, "__next__"):
        return [plain(item, depth + 1) for item in value]
    return repr(value)


def _key(key, depth):
    made = plain(key, depth + 1)
    return made if isinstance(made, str) else json.dumps(made)


def _table(value, depth):
    """A data frame or a series of pandas, known by its shape so that pandas need not be there."""
    if type(value).__module__.split(".")[0] != "pandas":
        return None
    if hasattr(value, "columns") and hasattr(value, "itertuples"):
        return {
            "columns": [plain(name, depth + 1) for name in value.columns],
            "index": [plain(label, depth + 1) for label in value.index],
            "rows": [[plain(cell, depth + 1) for cell in row] for row in value.itertuples(index=False, name=None)],
        }
    if hasattr(value, "index") and hasattr(value, "items") and not callable(value.index):
        return {"index": [plain(label, depth + 1) for label in value.index], "values": [plain(item, depth + 1) for item in value.tolist()]}
    return str(value) if type(value).__name__ in ("Timestamp", "Timedelta", "NAType", "NaTType", "Period", "Interval") else None


# Where the program began: the tool may change the directory.
_HOME = pathlib.Path.cwd()
