"""Runs inside the workspace: checks the JSON against the function's annotations, calls it, prints its result as JSON."""

import contextlib
import inspect
import json

import annotations

HELP = "    For further information visit https://errors.pydantic.dev/2.9/v/"


class ValidationError(ValueError):
    """Worded as Pydantic words it."""


def _problem(location: str, kind: str, message: str, value) -> str:
    return f"{location}\n  {message} [type={kind}, input_value={value!r}, input_type={type(value).__name__}]\n{HELP}{kind}"


def _arguments(function, values) -> dict:
    problems, arguments = [], {}
    parameters = inspect.signature(function, eval_str=True).parameters
    for name, value in values.items():
        if name not in parameters:
            problems.append(_problem(name, "unexpected_keyword_argument", "Unexpected keyword argument", value))
            continue
        try:
            arguments[name] = annotations.convert(parameters[name].annotation, value)
        except annotations.Mismatch as mismatch:
            problems.append(_problem(".".join([name, *mismatch.location]), mismatch.kind, mismatch.message, mismatch.value))
    for name, parameter in parameters.items():
        if name not in values and parameter.default is inspect.Parameter.empty:
            problems.append(_problem(name, "missing_argument", "Missing required argument", values))
    if problems:
        count = f"{len(problems)} validation error{'s' if len(problems) > 1 else ''}"
        raise ValidationError(f"{count} for call[{function.__name__}]\n" + "\n".join(problems))
    return arguments


def main(source: str, name: str, input_json: str):
    with contextlib.redirect_stdout(None):
        names: dict = {}
        exec(compile(source, "<string>", "exec"), names)
        function = names[name]
        result = function(**_arguments(function, json.loads(input_json)))
    print(json.dumps(result))
