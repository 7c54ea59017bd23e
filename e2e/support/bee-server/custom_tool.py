"""The service's custom tools: what a source may hold, its schema and description, and how it is called."""

import ast
import inspect
import json
import re
import textwrap
from pathlib import Path

import annotations

ONE_FUNCTION = "The tool source code must only define a single function, optionally preceded by imports."
TYPE_MODULES = {"typing", "pathlib", "datetime"}
BUILTIN_TYPES = {"str": str, "int": int, "float": float, "bool": bool, "list": list, "dict": dict, "set": set, "tuple": tuple}


class ParseError(Exception):
    """Answered as 400 with these messages."""

    def __init__(self, messages: list[str]):
        self.messages = messages


class ExecuteError(Exception):
    """Answered as 400 with the tool's stderr."""

    def __init__(self, stderr: str):
        self.stderr = stderr


def _split(source: str) -> tuple[list, ast.stmt]:
    *imports, function = ast.parse(textwrap.dedent(source)).body
    return imports, function


def _argument_errors(arguments: ast.arguments) -> list[str]:
    every = [*arguments.args, *arguments.kwonlyargs]
    rules = [
        (bool(arguments.posonlyargs), "The tool function must not have positional-only arguments"),
        (arguments.vararg is not None, "The tool function must not have *args"),
        (arguments.kwarg is not None, "The tool function must not have **kwargs"),
        (any(argument.annotation is None for argument in every), "The tool function arguments must have type annotations"),
    ]
    return [message for broken, message in rules if broken]


def _namespace(imports: list) -> dict:
    names: dict = dict(BUILTIN_TYPES)
    for node in imports:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in TYPE_MODULES:
                    names[alias.asname or alias.name] = __import__(alias.name)
        elif node.module in TYPE_MODULES:
            module = __import__(node.module)
            for alias in node.names:
                names[alias.asname or alias.name] = getattr(module, alias.name)
    return names


def _is_type(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return True
    if isinstance(node, ast.Attribute):
        return _is_type(node.value)
    if isinstance(node, ast.Subscript):
        return _is_type(node.value) and _is_type(node.slice)
    if isinstance(node, (ast.Tuple, ast.List)):
        return all(_is_type(item) for item in node.elts)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (str, int, float, bool, type(None)))
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and _is_type(node.left) and _is_type(node.right)


def _schema(annotation: ast.expr, names: dict) -> dict:
    text = ast.unparse(annotation)
    if not _is_type(annotation):
        raise ParseError([f"Invalid type annotation `{text}`"])
    try:
        return annotations.json_schema(eval(text, dict(names)))  # noqa: S307 - only names, subscripts and constants get here
    except Exception as error:
        raise ParseError([f"Error when parsing type `{text}`: {error}"]) from None


def _read_docstring(docstring: str) -> tuple[str, str, dict[str, str]]:
    chunks = [chunk.strip() for chunk in re.split(r"(?:^|\n)\s*:", inspect.cleandoc(docstring), flags=re.MULTILINE)]
    returns, parameters = "", {}
    for chunk in chunks[1:]:
        if found := re.match(r"param ([a-z_]+): ((?:.|\n)+)", chunk):
            parameters[found[1]] = found[2]
        elif found := re.match(r"return: ((?:.|\n)+)", chunk):
            returns = found[1]
    return chunks[0], returns, parameters


def parse(source: str) -> dict:
    """:return: the answer of /v1/parse-custom-tool."""
    try:
        imports, function = _split(source)
    except SyntaxError as error:
        raise ParseError([f"Syntax error: {error.msg} on line {error.lineno}"]) from None
    if not all(isinstance(node, (ast.Import, ast.ImportFrom)) for node in imports) or not isinstance(function, ast.FunctionDef):
        raise ParseError([ONE_FUNCTION])
    if errors := _argument_errors(function.args):
        raise ParseError(errors)
    summary, returns, parameters = _read_docstring(ast.get_docstring(function) or "")
    names = _namespace(imports)
    properties = {}
    for argument in [*function.args.args, *function.args.kwonlyargs]:
        properties[argument.arg] = _schema(argument.annotation, names)
        if text := parameters.get(argument.arg):
            properties[argument.arg]["description"] = text
    positional = function.args.args[: len(function.args.args) - len(function.args.defaults)]
    keyword = [argument for argument, default in zip(function.args.kwonlyargs, function.args.kw_defaults) if default is None]
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "title": function.name,
        "properties": properties,
        "required": [argument.arg for argument in [*positional, *keyword]],
        "additionalProperties": False,
    }
    result = " -- ".join(part for part in (ast.unparse(function.returns) if function.returns else "", returns) if part)
    description = "\n\n".join(part for part in (summary, f"Returns: {result}" if result else "") if part)
    return {"tool_name": function.name, "tool_input_schema_json": json.dumps(schema), "tool_description": description}


CALLER = Path(__file__).with_name("call_tool.py")


def execute(source: str, input_json: str, run) -> dict:
    """Calls a tool with JSON input in a fresh workspace: `run` executes a program as /v1/execute does.

    :return: the answer of /v1/execute-custom-tool.
    """
    _, function = _split(source)
    program = f"import sys\nsys.path.append({str(CALLER.parent)!r})\nimport call_tool\ncall_tool.main({textwrap.dedent(source)!r}, {function.name!r}, {input_json!r})\n"
    answer = run(program)
    if answer["exit_code"] != 0:
        raise ExecuteError(answer["stderr"])
    return {"tool_output_json": json.dumps(json.loads(answer["stdout"]))}
