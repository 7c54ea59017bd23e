"""JSON Schema of an annotation, and JSON values turned into what it names: the part of Pydantic that the tests need.

The service itself uses Pydantic; this keeps to the same schemas and, for the usual types, the same acceptance and error words.
"""

import datetime
import pathlib
import types
import typing

PLAIN = {str: {"type": "string"}, int: {"type": "integer"}, float: {"type": "number"}, bool: {"type": "boolean"}, type(None): {"type": "null"}}
FORMATS = {datetime.datetime: "date-time", datetime.date: "date", datetime.time: "time", datetime.timedelta: "duration", pathlib.Path: "path", pathlib.PurePath: "path"}


class Mismatch(Exception):
    """A value that an annotation does not accept: where, what kind, and the message."""

    def __init__(self, kind: str, message: str, value):
        self.location: list[str] = []
        self.kind, self.message, self.value = kind, message, value


def json_schema(annotation) -> dict:
    """:raise TypeError: for a type that has no schema."""
    if annotation is typing.Any:
        return {}
    if annotation is None:
        annotation = type(None)
    if annotation in PLAIN:
        return dict(PLAIN[annotation])
    if annotation in FORMATS:
        return {"type": "string", "format": FORMATS[annotation]}
    origin, arguments = typing.get_origin(annotation) or annotation, typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [json_schema(argument) for argument in arguments]}
    if origin is typing.Literal:
        return {"enum": list(arguments), **({"type": "string"} if all(isinstance(value, str) for value in arguments) else {})}
    if origin is tuple and arguments and arguments[-1] is not ...:
        return {"type": "array", "minItems": len(arguments), "items": [json_schema(argument) for argument in arguments], "additionalItems": False}
    if origin in (list, tuple, set, frozenset):
        items = json_schema(arguments[0]) if arguments else {}
        return {"type": "array", "items": items, **({"uniqueItems": True} if origin in (set, frozenset) else {})}
    if origin is dict:
        return {"type": "object", **({"additionalProperties": json_schema(arguments[1])} if arguments else {})}
    raise TypeError(f"Unable to generate pydantic-core schema for {annotation!r}.")


def _at(location, annotation, value):
    try:
        return convert(annotation, value)
    except Mismatch as mismatch:
        mismatch.location.insert(0, str(location))
        raise


def _convert_union(arguments, value):
    # Smart mode: a member that takes the value as it is wins over one that converts it.
    for argument in arguments:
        if type(value) is argument or (value is None and argument in (None, type(None))):
            return value
    first = None
    for argument in arguments:
        try:
            return convert(argument, value)
        except Mismatch as mismatch:
            first = first or mismatch
    raise first


def _convert_plain(annotation, value):
    if annotation is str and isinstance(value, str):
        return value
    if annotation is type(None) and value is None:
        return value
    if annotation is bool and (isinstance(value, bool) or value in (0, 1, "true", "false")):
        return value in (True, 1, "true")
    if annotation is int and not isinstance(value, bool):
        if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
            return int(value)
        if isinstance(value, str):
            try:
                return int(value)
            except ValueError:
                raise Mismatch("int_parsing", "Input should be a valid integer, unable to parse string as an integer", value) from None
    if annotation is float and not isinstance(value, bool) and isinstance(value, (int, float, str)):
        try:
            return float(value)
        except ValueError:
            raise Mismatch("float_parsing", "Input should be a valid number, unable to parse string as a number", value) from None
    names = {str: "string", int: "integer", float: "number", bool: "boolean"}
    if annotation in names:
        raise Mismatch(f"{annotation.__name__ if annotation is not str else 'string'}_type", f"Input should be a valid {names[annotation]}", value)
    raise Mismatch("none_required", "Input should be None", value)


def _convert_text(annotation, value):
    if not isinstance(value, str):
        raise Mismatch(f"{annotation.__name__}_type", f"Input should be a valid {annotation.__name__}", value)
    if issubclass(annotation, pathlib.PurePath):
        return annotation(value)
    try:
        return annotation.fromisoformat(value)
    except ValueError as error:
        raise Mismatch(f"{annotation.__name__}_from_date_parsing", f"Input should be a valid {annotation.__name__}, {error}", value) from None


def convert(annotation, value):
    """Turns a JSON value into what an annotation names.

    :raise Mismatch: when it does not fit.
    """
    if annotation is typing.Any:
        return value
    if annotation is None:
        annotation = type(None)
    if annotation in PLAIN:
        return _convert_plain(annotation, value)
    if annotation in FORMATS and annotation is not datetime.timedelta:
        return _convert_text(annotation, value)
    origin, arguments = typing.get_origin(annotation) or annotation, typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _convert_union(arguments, value)
    if origin is typing.Literal:
        if value in arguments:
            return value
        raise Mismatch("literal_error", f"Input should be {' or '.join(map(repr, arguments))}", value)
    if origin is dict:
        if not isinstance(value, dict):
            raise Mismatch("dict_type", "Input should be an object", value)
        return {key: _at(key, arguments[1], item) for key, item in value.items()} if arguments else value
    if origin in (list, tuple, set, frozenset):
        if not isinstance(value, list):
            raise Mismatch(f"{origin.__name__}_type", f"Input should be a valid {'array' if origin is list else origin.__name__}", value)
        if origin is tuple and arguments and arguments[-1] is not ...:
            if len(value) != len(arguments):
                raise Mismatch("too_long" if len(value) > len(arguments) else "missing", f"Tuple should have {len(arguments)} items", value)
            return tuple(_at(index, argument, item) for index, (argument, item) in enumerate(zip(arguments, value)))
        return origin([_at(index, arguments[0], item) for index, item in enumerate(value)] if arguments else value)
    raise Mismatch("is_instance_of", f"Input should be an instance of {annotation!r}", value)
