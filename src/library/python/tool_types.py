"""JSON Schema (draft-07) of the types that a tool's parameters may have.

The common types are known here, with the very schemas that Pydantic 2 makes of them; any other type needs Pydantic
itself, which takes a second to load and is not on every machine.
"""

import collections.abc
import datetime
import pathlib
import types
import typing


class NeedsPydantic(Exception):
    """The type is not one of the common ones."""


SIMPLE = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    bytes: {"type": "string", "format": "binary"},
    pathlib.Path: {"type": "string", "format": "path"},
    pathlib.PurePath: {"type": "string", "format": "path"},
    datetime.date: {"type": "string", "format": "date"},
    datetime.datetime: {"type": "string", "format": "date-time"},
    datetime.time: {"type": "string", "format": "time"},
    datetime.timedelta: {"type": "string", "format": "duration"},
}
LISTS = {list, collections.abc.Sequence, collections.abc.Iterable}
SETS = {set, frozenset}
DICTS = {dict, collections.abc.Mapping}
# Keys that JSON's texts stand for without a rule of their own.
PLAIN_KEYS = {str, int, bool}
LITERAL_TYPES = {str: "string", int: "integer", bool: "boolean"}


def schema_of(kind):
    """The schema of a type. Raises NeedsPydantic."""
    if kind is None:
        kind = type(None)
    if kind is typing.Any or kind is object:
        return {}
    if isinstance(kind, type) and kind in SIMPLE:
        return dict(SIMPLE[kind])
    origin, arguments = typing.get_origin(kind) or kind, typing.get_args(kind)
    if origin is typing.Literal:
        return _literal(arguments)
    if origin is typing.Union or origin is types.UnionType:
        return _union(arguments)
    if not isinstance(origin, type):
        raise NeedsPydantic
    if origin in LISTS and len(arguments) <= 1:
        return {"type": "array", "items": _item(arguments)}
    if origin in SETS and len(arguments) <= 1:
        return {"type": "array", "items": _item(arguments), "uniqueItems": True}
    if origin in DICTS:
        return _dict(arguments)
    if origin is tuple:
        return _tuple(kind, arguments)
    raise NeedsPydantic


def _item(arguments):
    return schema_of(arguments[0]) if arguments else {}


def _dict(arguments):
    if not arguments:
        return {"type": "object", "additionalProperties": True}
    if len(arguments) != 2 or arguments[0] not in PLAIN_KEYS:
        raise NeedsPydantic
    return {"type": "object", "additionalProperties": schema_of(arguments[1]) or True}


def _tuple(kind, arguments):
    if not arguments:
        if kind is tuple or kind is typing.Tuple:
            return {"type": "array", "items": {}}
        raise NeedsPydantic
    if Ellipsis in arguments:
        raise NeedsPydantic  # The rules for annotations let no ellipsis through.
    # Draft-07 writes the items of a tuple as a list of schemas.
    return {"type": "array", "items": [schema_of(argument) for argument in arguments], "minItems": len(arguments), "additionalItems": False}


def _union(arguments):
    members = []
    for argument in arguments:
        member = schema_of(argument)
        if member not in members:
            members.append(member)
    null = {"type": "null"}
    if null in members:
        members = [member for member in members if member != null] + [null]
    return members[0] if len(members) == 1 else {"anyOf": members}


def _literal(values):
    if not all(value is None or type(value) in LITERAL_TYPES for value in values):
        raise NeedsPydantic
    schema = {"const": values[0]} if len(values) == 1 else {"enum": list(values)}
    kinds = {type(value) for value in values}
    if len(kinds) == 1 and (kind := kinds.pop()) in LITERAL_TYPES:
        schema["type"] = LITERAL_TYPES[kind]
    elif values == (None,):
        raise NeedsPydantic
    return schema
