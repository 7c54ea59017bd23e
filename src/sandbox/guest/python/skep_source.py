"""From the text of a program to what can be run: tidied, parsed, compiled."""

import ast
import linecache
import re
import textwrap
import warnings

MAIN = "main.py"
# Holds the value of the last expression while the program runs.
RESULT = "__skep_result__"
FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT

# Characters that come along when code is copied from a chat or a page, and what was meant.
COPIED = {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "\u2212": "-", "\u2013": "-", "\u00d7": "*"}
SPACES = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"
COPIED.update(dict.fromkeys(SPACES, " "), **dict.fromkeys(INVISIBLE, ""))
QUOTES = "“”„«»‘’‚"
REPAIRS = 500

_SHELL_LINE = re.compile(r"^(\s*)(?:%|!|\?)(.*)$")


def parse(code):
    """The tree of a program and the text that it was made from.

    Where a program does not parse as it stands, lines that only a notebook understands (`%magic`, `!command`) become `pass`, a
    program that is indented as a whole is moved to the left, and characters from copied text (typographic quotes, odd spaces) become
    what was meant, outside of strings only. Lines keep their numbers.
    Raises the SyntaxError of the program as it stands.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(code, MAIN), code
        except SyntaxError as error:
            shell_free = without_shell_lines(code)
            for make in (lambda: shell_free, lambda: textwrap.dedent(code), lambda: textwrap.dedent(shell_free), lambda: without_copied(code)):
                text = make()
                if text == code:
                    continue
                try:
                    return ast.parse(text, MAIN), text
                except SyntaxError:
                    continue
            raise error


def without_copied(code):
    """Replaces each odd character that the parser stumbles over, and no other."""
    lines = code.split("\n")
    for _ in range(REPAIRS):
        try:
            ast.parse("\n".join(lines), MAIN)
            break
        except SyntaxError as error:
            if not error.msg.startswith("invalid ") or error.lineno is None or error.offset is None:
                break
            row, column = error.lineno - 1, error.offset - 1
            line = lines[row]
            odd = line[column : column + 1]
            if odd not in COPIED:
                break
            rest = line[column + 1 :]
            if odd in QUOTES:
                # What closes the string is inside it for the parser, so it is replaced along with what opens it.
                closing = next((place for place, character in enumerate(rest) if COPIED.get(character) == COPIED[odd]), None)
                if closing is not None:
                    rest = rest[:closing] + COPIED[odd] + rest[closing + 1 :]
            lines[row] = line[:column] + COPIED[odd] + rest
    return "\n".join(lines)


def without_shell_lines(code):
    return "\n".join(_SHELL_LINE.sub(r"\1pass", line) for line in code.split("\n"))


def shell_lines(code):
    """What a notebook would hand to a shell or a magic."""
    return [found[2] for line in code.split("\n") if (found := _SHELL_LINE.match(line))]


def compile_program(code):
    """Compiles a program whose last expression, if it ends in one, is kept under RESULT.

    Returns (code object, keeps a value). Raises SyntaxError.
    """
    _tree, text = parse(code)
    remember(text)
    # Once more, for the warnings that the first pass kept to itself.
    tree = ast.parse(text, MAIN)
    keeps = bool(tree.body) and isinstance(tree.body[-1], ast.Expr) and not _ends_in_semicolon(text)
    if keeps:
        last = tree.body[-1]
        target = ast.copy_location(ast.Name(RESULT, ast.Store()), last)
        tree.body[-1] = ast.copy_location(ast.Assign([target], last.value), last)
    return compile(ast.fix_missing_locations(tree), MAIN, "exec", flags=FLAGS, dont_inherit=True), keeps


def remember(text):
    """Gives tracebacks and warnings the lines of the program, which is in no file."""
    linecache.cache[MAIN] = (len(text), None, text.splitlines(keepends=True), MAIN)


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
