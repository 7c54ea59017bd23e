"""From the text of a program to what can be run: tidied, parsed, compiled."""

import ast
import re
import textwrap
import warnings

MAIN = "main.py"
# Holds the value of the last expression while the program runs.
RESULT = "__skep_result__"
FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT

_SHELL_LINE = re.compile(r"^(\s*)(?:%|!|\?)(.*)$")


def parse(code):
    """The tree of a program and the text that it was made from.

    Lines that only a notebook understands (`%magic`, `!command`) become `pass` when the program does not parse as it stands;
    a program that is indented as a whole is moved to the left. Lines keep their numbers.
    Raises the SyntaxError of the program as it stands.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(code, MAIN), code
        except SyntaxError as error:
            for text in (without_shell_lines(code), textwrap.dedent(code), textwrap.dedent(without_shell_lines(code))):
                if text == code:
                    continue
                try:
                    return ast.parse(text, MAIN), text
                except SyntaxError:
                    continue
            raise error


def without_shell_lines(code):
    return "\n".join(_SHELL_LINE.sub(r"\1pass", line) for line in code.split("\n"))


def shell_lines(code):
    """What a notebook would hand to a shell or a magic."""
    return [found[2] for line in code.split("\n") if (found := _SHELL_LINE.match(line))]


def compile_program(code):
    """Compiles a program whose last expression, if it ends in one, is kept under RESULT.

    Returns (code object, text, keeps a value). Raises SyntaxError.
    """
    tree, text = parse(code)
    keeps = bool(tree.body) and isinstance(tree.body[-1], ast.Expr) and not _ends_in_semicolon(text)
    if keeps:
        last = tree.body[-1]
        target = ast.copy_location(ast.Name(RESULT, ast.Store()), last)
        tree.body[-1] = ast.copy_location(ast.Assign([target], last.value), last)
    return compile(ast.fix_missing_locations(tree), MAIN, "exec", flags=FLAGS, dont_inherit=True), text, keeps


def _ends_in_semicolon(text):
    from _pyodide._base import should_quiet

    try:
        return should_quiet(text)
    except Exception:
        return False


def first_error(code):
    """The first syntax error as {message, line, column}, 1-based, or None."""
    try:
        tree, _text = parse(code)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(tree, MAIN, "exec", flags=FLAGS, dont_inherit=True)
    except SyntaxError as error:
        return {"message": str(error.msg), "line": max(1, error.lineno or 1), "column": max(1, error.offset or 1)}
    except (RecursionError, MemoryError, ValueError) as error:
        return {"message": f"too complex to compile: {error}", "line": 1, "column": 1}
    return None
