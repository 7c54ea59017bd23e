"""Runs programs in smolagents' own LocalPythonExecutor, inside the sealed interpreter, and writes down how each ended.

The executor is kept, and with it the program's variables: in an interpreter that runs one program that means nothing, in one
that runs the programs of a session it is their state.

Only the executor's module and the utilities it imports are taken from the package: its `__init__` wants a network client.
What stands in for the rest are two names that are never called here: Tool (a type annotation) and jinja2 (templates).
"""

import ast
import builtins
import importlib.util
import json
import re
import sys
import types

OUTCOME = ".skep/outcome.json"
# Names that are told of a session.
DEFINED_LIMIT = 200

_module = None
_executor = None


def load():
    """The package's executor module, with prints that leave at once."""
    package = types.ModuleType("smolagents")
    package.__path__ = list(importlib.util.find_spec("smolagents").submodule_search_locations)
    tools = types.ModuleType("smolagents.tools")
    tools.Tool = type("Tool", (), {})
    sys.modules["smolagents"], sys.modules["smolagents.tools"] = package, tools
    try:
        import jinja2  # noqa: F401
    except ModuleNotFoundError:
        sys.modules["jinja2"] = types.ModuleType("jinja2")
    from smolagents import local_python_executor as module

    class LivePrintContainer(module.PrintContainer):
        def __iadd__(self, other):
            sys.stdout.write(str(other))
            return super().__iadd__(other)

    # evaluate_python_code makes its container by this name, at each call.
    module.PrintContainer = LivePrintContainer
    return module


def start(imports):
    """The package's module and an executor of its class, made at the first program; what may be imported is asked at each."""
    global _module, _executor
    if _executor is None:
        _module = load()

        class Executor(_module.LocalPythonExecutor):
            def _check_authorized_imports_are_installed(self):
                """Not asked: packages are loaded when a program imports them."""

        # Time is kept by the sandbox: the package's own limit needs a thread, which there is none of here.
        _executor = Executor(imports, additional_functions={"open": open, "display": builtins.display}, timeout_seconds=None)
        _executor.send_tools({"final_answer": lambda answer: answer})
    # In place: functions of earlier programs hold this list.
    _executor.authorized_imports[:] = sorted({*_module.BASE_BUILTIN_MODULES, *imports})
    return _module, _executor


def run(imports, undo):
    """Runs .skep/program.py. Returns the value to show: of final_answer, or of a last expression.

    :param imports: authorised ones beside the package's own list; "*" for all
    :param undo: whether names that the program set are taken back when it fails
    """
    with open(".skep/program.py", encoding="utf-8", newline="") as file:
        code = file.read()
    module, executor = start(imports)
    outcome = {"exitCode": 0, "error": None, "isFinalAnswer": False, "lastOutput": None, "logs": "", "defined": {}}
    before = dict(executor.state), dict(executor.custom_tools)
    # A program that does not parse leaves the prints of the one before it.
    executor.state.pop("_print_outputs", None)
    try:
        answer = executor(code)
        outcome["isFinalAnswer"] = answer.is_final_answer
        outcome["lastOutput"] = _cut(str(answer.output))
        return answer.output if answer.is_final_answer or _ends_in_expression(code) else None
    except SystemExit as error:
        outcome.update(_exited(error))
    except module.InterpreterError as error:
        outcome.update(exitCode=1, error=_describe(error, module))
    finally:
        outcome["logs"] = str(executor.state.get("_print_outputs", ""))
        if undo and outcome["exitCode"] != 0:
            for names, kept in zip((executor.state, executor.custom_tools), before):
                names.clear()
                names.update(kept)
        outcome["defined"] = _defined(executor)
        with open(OUTCOME, "w", encoding="utf-8") as file:
            json.dump(outcome, file)
    return None


def _defined(executor):
    """Name to type of what the programs so far have defined, told as the sandbox tells its own."""
    names = {**executor.state, **executor.custom_tools}
    told = [(name, type(value).__name__[:100]) for name, value in names.items() if not name.startswith("_") and len(name) <= 100]
    return dict(told[:DEFINED_LIMIT])


def _ends_in_expression(code):
    body = ast.parse(code).body
    return bool(body) and isinstance(body[-1], ast.Expr)


def _exited(error):
    if error.code is None or error.code == 0:
        return {}
    if isinstance(error.code, int):
        code = error.code & 0xFF
        return {"exitCode": code, "error": _error("SystemExit", f"the program ended itself with exit code {code}")}
    return {"exitCode": 1, "error": _error("SystemExit", str(error.code))}


def _error(name, message, frames=(), told=""):
    return {"name": name, "message": _cut(message), "frames": list(frames), "told": _cut(told)}


# The package says these in words of its own, where Python has a class for them.
CLASSES = (
    (re.compile(r"^The variable `[^`]*` is not defined"), "NameError"),
    (re.compile(r"^Object .* has no attribute \S+$", re.DOTALL), "AttributeError"),
)


def _describe(error, module):
    """The program's own exception and its place, and the package's words around it."""
    raised = error.__context__ if isinstance(error.__context__, BaseException) else error
    if isinstance(raised, SyntaxError):
        return _error("SyntaxError", str(raised.msg), [{"line": raised.lineno or 0, "function": ""}], str(error))
    cause = raised
    while isinstance(cause, module.InterpreterError) and cause.__context__ is not None and f"{type(cause.__context__).__name__}: {cause.__context__}" in str(cause):
        cause = cause.__context__
    name = type(cause).__name__
    if isinstance(cause, module.InterpreterError):
        name = next((python for pattern, python in CLASSES if pattern.search(str(cause))), name)
    return _error(name, str(cause), _frames(raised), str(error))


def _frames(error):
    """Lines of the program on the way to the exception: the innermost statement of each of its functions."""
    frames = [{"line": 0, "function": "<module>"}]
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        name = frame.f_code.co_name
        if name == "new_func" and "func_def" in frame.f_locals:
            frames.append({"line": 0, "function": frame.f_locals["func_def"].name})
        elif name == "evaluate_ast":
            line = getattr(frame.f_locals.get("expression"), "lineno", None)
            if line is not None:
                frames[-1]["line"] = line
        trace = trace.tb_next
    return [frame for frame in frames if frame["line"] > 0]


def _cut(text, limit=20_000):
    """As the package cuts: out of the middle."""
    if len(text) <= limit:
        return text
    return f"{text[: limit // 2]}\n..._This content has been truncated to stay below {limit} characters_...\n{text[-limit // 2 :]}"
