"""Calls a tool with arguments that came as JSON: turns each into what the tool's annotation says, then calls."""

import collections.abc
import datetime
import inspect
import json
import pathlib
import re
import types
import typing

_DURATION = re.compile(r"(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?")
_CLOCK = re.compile(r"(-)?(?:(\d+) days?,? )?(\d+):(\d\d):(\d\d(?:\.\d+)?)")
_NUMBERS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


def call(function, arguments):
    """The function's result for a JSON object of arguments, or a ValueError that names the argument that does not fit."""
    given = json.loads(arguments)
    parameters = inspect.signature(function).parameters
    for name in given:
        if name not in parameters:
            raise ValueError(f"{name} is not a parameter of {function.__name__}")
    hints = typing.get_type_hints(function)
    return function(**{name: convert(value, hints.get(name, typing.Any), name) for name, value in given.items()})


def convert(value, kind, path):
    """A JSON value as a type; `path` names it in what is raised."""
    kind = type(None) if kind is None else kind
    if kind in (typing.Any, object, inspect.Parameter.empty):
        return value
    origin, arguments = typing.get_origin(kind) or kind, typing.get_args(kind)
    if origin is typing.Annotated:
        return convert(value, arguments[0], path)
    if origin is typing.Literal:
        for choice in arguments:
            if type(choice) is type(value) and choice == value:
                return choice
        raise ValueError(f"{path} must be one of {', '.join(map(repr, arguments))}")
    if origin is typing.Union or origin is types.UnionType:
        return _union(value, arguments, path)
    if origin in _ATOMS:
        return _ATOMS[origin](value, path)
    if origin in (list, collections.abc.Sequence, collections.abc.Iterable):
        return _items(value, arguments[0] if arguments else typing.Any, path)
    if origin in (set, frozenset):
        return origin(_items(value, arguments[0] if arguments else typing.Any, path))
    if origin is tuple:
        return _tuple(value, arguments, path)
    if origin in (dict, collections.abc.Mapping):
        return _dict(value, arguments, path)
    return _with_pydantic(value, kind, path)


def _union(value, kinds, path):
    # What the value is already comes before what it could be turned into: 1 stays 1 where float is tried first.
    for kind in kinds:
        if isinstance(kind, type) and type(value) is kind:
            return value
    reasons = []
    for kind in kinds:
        try:
            return convert(value, kind, path)
        except ValueError as error:
            reasons.append(str(error))
    raise ValueError("; or ".join(dict.fromkeys(reasons)))


def _items(value, kind, path):
    if not isinstance(value, list):
        raise ValueError(f"{path} must be a list")
    return [convert(item, kind, f"{path}[{index}]") for index, item in enumerate(value)]


def _tuple(value, kinds, path):
    if not kinds:
        return tuple(_items(value, typing.Any, path))
    if not isinstance(value, list) or len(value) != len(kinds):
        raise ValueError(f"{path} must be a list of {len(kinds)}")
    return tuple(convert(item, kind, f"{path}[{index}]") for index, (item, kind) in enumerate(zip(value, kinds, strict=True)))


def _dict(value, kinds, path):
    if not isinstance(value, dict):
        raise ValueError(f"{path} must be an object")
    key_kind, item_kind = kinds or (str, typing.Any)
    return {_key(key, key_kind, path): convert(item, item_kind, f"{path}.{key}") for key, item in value.items()}


def _key(key, kind, path):
    """A key of an object: always a text in JSON, whatever it stands for."""
    try:
        if kind is int:
            return int(key)
        if kind is float:
            return float(key)
        if kind is bool:
            return {"true": True, "false": False}[key.lower()]
    except (ValueError, KeyError):
        raise ValueError(f"{path} has the key {key!r}, which is no {kind.__name__}") from None
    return convert(key, kind, f"{path} key {key!r}")


def _exactly(kind, word):
    def check(value, path):
        if type(value) is not kind:
            raise ValueError(f"{path} must be {word}")
        return value

    return check


def _integer(value, path):
    if type(value) is float and value.is_integer():
        return int(value)
    return _exactly(int, "a whole number")(value, path)


def _float(value, path):
    if value in _NUMBERS and isinstance(value, str):
        return _NUMBERS[value]
    if type(value) not in (int, float):
        raise ValueError(f"{path} must be a number")
    return float(value)


def _text_of(word, read):
    def check(value, path):
        if isinstance(value, str):
            try:
                return read(value)
            except ValueError:
                pass
        raise ValueError(f"{path} must be {word}")

    return check


def _duration(text):
    if text and (found := _DURATION.fullmatch(text)) and any(found.groups()[1:]):
        sign, weeks, days, hours, minutes, seconds = found.groups()
        span = datetime.timedelta(weeks=int(weeks or 0), days=int(days or 0), hours=int(hours or 0), minutes=int(minutes or 0), seconds=float(seconds or 0))
    elif found := _CLOCK.fullmatch(text):
        sign, days, hours, minutes, seconds = found.groups()
        span = datetime.timedelta(days=int(days or 0), hours=int(hours), minutes=int(minutes), seconds=float(seconds))
    else:
        raise ValueError(text)
    return -span if sign else span


_ATOMS = {
    str: _exactly(str, "a text"),
    int: _integer,
    float: _float,
    bool: _exactly(bool, "true or false"),
    type(None): _exactly(type(None), "null"),
    bytes: lambda value, path: _exactly(str, "a text")(value, path).encode(),
    pathlib.Path: _text_of("a path", pathlib.Path),
    pathlib.PurePath: _text_of("a path", pathlib.PurePath),
    datetime.date: _text_of("a date such as 2026-11-30", datetime.date.fromisoformat),
    datetime.datetime: _text_of("a time such as 2026-11-30T12:00:00", datetime.datetime.fromisoformat),
    datetime.time: _text_of("a time of day such as 12:00:00", datetime.time.fromisoformat),
    datetime.timedelta: _text_of("a duration such as P1DT2H or 26:00:00", _duration),
}


def _with_pydantic(value, kind, path):
    try:
        pydantic = __import__("pydantic")
    except ImportError:
        raise ValueError(f"{path} has a type that only the package pydantic can make, which is not here") from None
    return pydantic.TypeAdapter(kind).validate_json(json.dumps(value))
