"""Habits from notebooks that work here too: display(), IPython.display, input() with a clear answer, pip as a no-op."""

import builtins
import importlib.machinery
import io
import os
import subprocess
import sys

import skep_imports
import skep_values

_show = None


def install(show):
    """`show(data, metadata)` sends one MIME bundle."""
    global _show
    _show = show
    builtins.display = display
    builtins.input = no_input
    subprocess.Popen = _NoProcess
    os.system = lambda command: _shell(str(command))
    sys.meta_path.append(_NotebookFinder())


class _NotebookFinder:
    """Makes IPython and IPython.display when a program imports them, and not before: libraries ask whether they are there."""

    def find_spec(self, name, path=None, target=None):
        if name not in ("IPython", "IPython.display"):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=name == "IPython")

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        things = (display, clear_output, HTML, Markdown, Latex, SVG, Image, JSON, Pretty)
        vars(module).update({thing.__name__: thing for thing in things}, get_ipython=lambda: None, version_info=(9, 0, 0), __version__="9.0.0")


def display(*values, **_options):
    """Shows values where the output is: figures, tables, images, HTML, or their repr."""
    for value in values:
        sys.stdout.flush()
        _show(skep_values.bundle(value), {})


def clear_output(wait=False):
    """Accepted and ignored: output here is a log."""


def no_input(prompt=""):
    """Nobody can answer while a program runs."""
    sys.stdout.write(str(prompt))
    sys.stdout.flush()
    raise EOFError("input() is not supported here: nobody can type while the program runs. Put the value in a variable at the top instead.")


def _shell(command):
    names = skep_imports.installed_by(command)
    if not names:
        raise OSError(f"no processes here: {command[:200]!r} cannot be started. Use Python's own modules instead.")
    absent = [name for name in names if not _present(name)]
    if absent:
        raise ModuleNotFoundError(f"cannot install {', '.join(absent)} here: the package is not available", name=absent[0])
    return 0


def _present(distribution):
    from importlib import metadata

    try:
        metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


class _NoProcess:
    """Stands in for subprocess.Popen: pip for packages that are here succeeds, anything else says why not."""

    def __init__(self, args, *_rest, **options):
        self.args = args
        command = args if isinstance(args, str) else " ".join(str(part) for part in args)
        self.returncode = _shell(command)
        self.pid = 0
        empty = (lambda: io.StringIO("")) if options.get("text") or options.get("universal_newlines") or options.get("encoding") else (lambda: io.BytesIO(b""))
        self.stdin, self.stdout, self.stderr = None, empty(), empty()

    def __class_getitem__(cls, _item):
        return cls

    def __enter__(self):
        return self

    def __exit__(self, *_details):
        return None

    def communicate(self, input=None, timeout=None):
        return self.stdout.read(), self.stderr.read()

    def wait(self, timeout=None):
        return self.returncode

    def poll(self):
        return self.returncode

    def kill(self):
        return None

    terminate = kill


class _Content:
    mime = "text/plain"

    def __init__(self, data=None, **_options):
        self.data = data

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {self.mime: self.data}

    def __repr__(self):
        return f"<{type(self).__name__}>"


class HTML(_Content):
    mime = "text/html"


class Markdown(_Content):
    mime = "text/markdown"


class Latex(_Content):
    mime = "text/latex"


class SVG(_Content):
    mime = "image/svg+xml"


class JSON(_Content):
    mime = "application/json"


class Pretty(_Content):
    mime = "text/plain"


class Image(_Content):
    """A PNG or JPEG from bytes or from a file."""

    def __init__(self, data=None, filename=None, **_options):
        if data is None and filename is not None or isinstance(data, str):
            with open(filename if filename is not None else data, "rb") as file:
                data = file.read()
        super().__init__(data)
        self.mime = "image/jpeg" if bytes(data or b"")[:2] == b"\xff\xd8" else "image/png"
