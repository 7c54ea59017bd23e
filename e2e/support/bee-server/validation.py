"""Request validation with the error bodies of FastAPI and Pydantic 2."""

import json
import re

HASH = r"^[0-9a-zA-Z_-]{1,255}$"
ABSOLUTE_PATH = r"^/[^/].*$"


class Invalid(Exception):
    """Answered as 422 with these entries as `detail`."""

    def __init__(self, detail: list[dict]):
        self.detail = detail


def _matches(pattern: str, text: str) -> bool:
    # Pydantic's regex engine: `$` is the very end, `.` no line feed.
    return re.match(pattern.replace("$", r"\Z"), text) is not None


def _string(value, location: list) -> list[dict]:
    if isinstance(value, str):
        return []
    return [{"type": "string_type", "loc": location, "msg": "Input should be a valid string", "input": value}]


def _pattern(value, pattern: str, location: list) -> list[dict]:
    wrong = _string(value, location)
    if wrong or _matches(pattern, value):
        return wrong
    return [
        {"type": "string_pattern_mismatch", "loc": location, "msg": f"String should match pattern '{pattern}'", "input": value, "ctx": {"pattern": pattern}}
    ]


def _mapping(value, location: list, check_key, check_value) -> list[dict]:
    if not isinstance(value, dict):
        return [{"type": "dict_type", "loc": location, "msg": "Input should be a valid dictionary", "input": value}]
    wrong = []
    for key, item in value.items():
        wrong += check_key(key, [*location, key, "[key]"])
        wrong += check_value(item, [*location, key])
    return wrong


CHECKS = {
    "source_code": _string,
    "tool_source_code": _string,
    "tool_input_json": _string,
    "files": lambda value, location: _mapping(
        value, location, lambda key, at: _pattern(key, ABSOLUTE_PATH, at), lambda item, at: _pattern(item, HASH, at)
    ),
    "env": lambda value, location: _mapping(value, location, lambda _key, _at: [], _string),
}


def parse(body: bytes, required: list[str], optional: list[str]) -> dict:
    """Parses and checks a request's body.

    :raise Invalid: with every problem found.
    """
    try:
        data = json.loads(body)
    except ValueError as error:
        position = getattr(error, "pos", 0)
        message = getattr(error, "msg", str(error))
        raise Invalid([{"type": "json_invalid", "loc": ["body", position], "msg": "JSON decode error", "input": {}, "ctx": {"error": message}}]) from None
    if not isinstance(data, dict):
        message = "Input should be a valid dictionary or object to extract fields from"
        raise Invalid([{"type": "model_attributes_type", "loc": ["body"], "msg": message, "input": data}])
    wrong = []
    for name in required:
        if name not in data:
            wrong.append({"type": "missing", "loc": ["body", name], "msg": "Field required", "input": data})
    for name in [*required, *optional]:
        if name in data:
            wrong += CHECKS[name](data[name], ["body", name])
    if wrong:
        raise Invalid(wrong)
    return {**{name: {} for name in optional}, **{name: data[name] for name in [*required, *optional] if name in data}}
