"""A value in the forms that a page can show."""

import reprlib
import sys
from base64 import b64encode
from json import dumps

import skep_errors
import skep_tables

LIMIT = 100_000
LONG_CONTAINER = 20_000

# Method, MIME type, and whether it gives bytes.
METHODS = (
    ("_repr_html_", "text/html", False),
    ("_repr_markdown_", "text/markdown", False),
    ("_repr_svg_", "image/svg+xml", False),
    ("_repr_png_", "image/png", True),
    ("_repr_jpeg_", "image/jpeg", True),
    ("_repr_latex_", "text/latex", False),
    ("_repr_json_", "application/json", False),
)


def bundle(value):
    """Forms of a value by MIME type: text, or base64 for binary types. Always has text/plain."""
    forms = {"text/plain": text(value)}
    data = _guarded(skep_tables.table, value)
    if data is not None:
        forms[skep_tables.MIME] = data
        return forms
    figure = _figure(value)
    if figure is not None:
        return {"text/plain": forms["text/plain"], "image/png": figure}
    if isinstance(value, type):
        return forms
    method = getattr(type(value), "_repr_mimebundle_", None)
    if method is not None:
        made = _guarded(lambda: value._repr_mimebundle_(include=None, exclude=None))
        made = made[0] if isinstance(made, tuple) else made
        if isinstance(made, dict):
            forms.update({str(mime): encode(content) for mime, content in made.items()})
    for name, mime, _binary in METHODS:
        if mime not in forms and getattr(type(value), name, None) is not None:
            content = _guarded(getattr(value, name))
            content = content[0] if isinstance(content, tuple) else content
            if content is not None:
                forms[mime] = encode(content)
    return forms


def encode(content):
    """The text of one form."""
    if isinstance(content, (bytes, bytearray, memoryview)):
        return b64encode(content).decode("ascii")
    return content if isinstance(content, str) else dumps(content, default=str)


def text(value):
    """repr of a value, bounded, for values of any size and any temper."""
    try:
        if isinstance(value, (str, bytes, bytearray)) and len(value) > LIMIT:
            head, tail = LIMIT * 3 // 4, LIMIT // 4
            return f"{value[:head]!r} … {len(value) - head - tail} more … {value[-tail:]!r}"
        if isinstance(value, (list, tuple, set, frozenset, dict)) and len(value) > LONG_CONTAINER:
            return skep_errors.cut(_short(value), LIMIT)
        return skep_errors.cut(repr(value), LIMIT)
    except Exception as error:
        return f"<{type(value).__name__}: no repr, {type(error).__name__}: {str(error)[:200]}>"


def _short(value):
    maker = reprlib.Repr()
    maker.maxlist = maker.maxtuple = maker.maxset = maker.maxfrozenset = maker.maxdict = 1000
    maker.maxstring = maker.maxother = maker.maxlong = 1000
    return f"{maker.repr(value)} ({len(value)} items)"


def _figure(value):
    figures = sys.modules.get("skep_figures")
    return figures.png_of(value) if figures is not None else None


def _guarded(make, *arguments):
    try:
        return make(*arguments)
    except Exception as error:
        print(f"{type(error).__name__} while showing a value: {error}", file=sys.stderr)
        return None
