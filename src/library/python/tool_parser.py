"""Reads a function as a tool, by the rules that bee-code-interpreter has for custom tools and with the same messages.

A tool's source is any number of imports and then exactly one function, all of whose parameters are annotated and can be
given by name. What it does, and what each parameter means, stands in its docstring (`:param name: text`, `:return: text`).
"""

import ast
import builtins
import importlib
import inspect
import re
import textwrap

import tool_types

DIALECT = "http://json-schema.org/draft-07/schema#"
ONE_FUNCTION = "The tool source code must only define a single function, optionally preceded by imports."
# Modules whose names an annotation may use.
TYPE_MODULES = ("typing", "pathlib", "datetime")
TYPE_NAMES = ("str", "int", "float", "bool", "list", "dict", "set", "tuple")

# A directive begins a line with a colon; blank space before it, over lines, belongs to it.
_DIRECTIVE = re.compile(r"(?:^|\n)\s*:", re.MULTILINE)
_PARAMETER = re.compile(r"param ([a-z_]+): (.+)", re.DOTALL)
_RETURN = re.compile(r"return: (.+)", re.DOTALL)


class Refused(Exception):
    """The source is no tool; the arguments are the messages."""


def parse(source, pydantic=None):
    """The tool that a source defines: {name, description, parameters, returns}.

    `pydantic` is the module, where it is at hand. Raises Refused, or tool_types.NeedsPydantic for a type that only it knows.
    """
    try:
        body = ast.parse(textwrap.dedent(source)).body
    except SyntaxError as error:
        raise Refused(f"Syntax error: {error.msg} on line {error.lineno}") from None
    if not body or not isinstance(body[-1], ast.FunctionDef) or not all(isinstance(node, (ast.Import, ast.ImportFrom)) for node in body[:-1]):
        raise Refused(ONE_FUNCTION)
    function = body[-1]
    _check_parameters(function.args)
    about, returned, meanings = read_docstring(ast.get_docstring(function) or "")
    space = _type_space(body[:-1])
    properties = {}
    for argument in function.args.args + function.args.kwonlyargs:
        properties[argument.arg] = _schema(argument.annotation, space, pydantic)
        if meanings.get(argument.arg):
            properties[argument.arg]["description"] = meanings[argument.arg]
    returns = ast.unparse(function.returns) if function.returns else None
    result = " -- ".join(part for part in (returns, returned) if part)
    return {
        "name": function.name,
        "description": "\n\n".join(part for part in (about, result and f"Returns: {result}") if part),
        "parameters": {
            "$schema": DIALECT,
            "type": "object",
            "title": function.name,
            "properties": properties,
            "required": _required(function.args),
            "additionalProperties": False,
        },
        "returns": returns,
    }


def read_docstring(text):
    """What a docstring says: (about the function, about its result, {parameter: meaning})."""
    about, *directives = (part.strip() for part in _DIRECTIVE.split(inspect.cleandoc(text)))
    returned, meanings = "", {}
    for directive in directives:
        if found := _PARAMETER.match(directive):
            meanings[found[1]] = found[2]
        elif found := _RETURN.match(directive):
            returned = found[1]
    return about, returned, meanings


def _check_parameters(arguments):
    problems = {
        "The tool function must not have positional-only arguments": arguments.posonlyargs,
        "The tool function must not have *args": arguments.vararg,
        "The tool function must not have **kwargs": arguments.kwarg,
        "The tool function arguments must have type annotations": any(
            argument.annotation is None for argument in arguments.args + arguments.kwonlyargs
        ),
    }
    found = [message for message, problem in problems.items() if problem]
    if found:
        raise Refused(*found)


def _required(arguments):
    optional = len(arguments.defaults)
    names = [argument.arg for argument in arguments.args[: len(arguments.args) - optional]]
    return names + [argument.arg for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default is None]


def _type_space(imports):
    """The names that annotations may use: the built-in types, and what the source imports from three harmless modules."""
    space = {name: getattr(builtins, name) for name in TYPE_NAMES}
    for node in imports:
        if isinstance(node, ast.Import):
            space.update({alias.asname or alias.name: importlib.import_module(alias.name) for alias in node.names if alias.name in TYPE_MODULES})
        elif node.module in TYPE_MODULES and node.level == 0:
            module = importlib.import_module(node.module)
            for alias in node.names:
                if not hasattr(module, alias.name):
                    raise Refused(f"cannot import name '{alias.name}' from '{node.module}'")
                space[alias.asname or alias.name] = getattr(module, alias.name)
    return space


def _schema(annotation, space, pydantic):
    text = ast.unparse(annotation)
    if not _is_plain(annotation):
        raise Refused(f"Invalid type annotation `{text}`")
    try:
        kind = eval(text, dict(space))
        try:
            return tool_types.schema_of(kind)
        except tool_types.NeedsPydantic:
            if pydantic is None:
                raise
        return _pydantic_schema(kind, pydantic)
    except tool_types.NeedsPydantic:
        raise tool_types.NeedsPydantic(text) from None
    except Exception as error:
        raise Refused(f"Error when parsing type `{text}`: {error}") from None


def _is_plain(node):
    """Whether an annotation only names things: nothing in it can be called when it is evaluated."""
    match node:
        case ast.Name():
            return True
        case ast.Constant(value=value):
            return value is None or isinstance(value, (str, int, float))
        case ast.Attribute(value=inner):
            return _is_plain(inner)
        case ast.Subscript(value=first, slice=second) | ast.BinOp(left=first, op=ast.BitOr(), right=second):
            return _is_plain(first) and _is_plain(second)
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return all(map(_is_plain, items))
        case _:
            return False


def _pydantic_schema(kind, pydantic):
    adapter = pydantic.TypeAdapter(kind)

    # Reached through the module that was handed in: an import here would make every sandbox load Pydantic ahead.
    class Draft07(pydantic.json_schema.GenerateJsonSchema):
        schema_dialect = DIALECT

        def tuple_schema(self, schema):
            made = super().tuple_schema(schema)
            if "prefixItems" in made:
                made.pop("maxItems", None)
                made.update(items=made.pop("prefixItems"), additionalItems=False)
            return made

    return adapter.json_schema(schema_generator=Draft07)
