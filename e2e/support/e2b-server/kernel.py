"""A Python kernel as E2B's image runs one: state from cell to cell, streams, values, displays, errors worded as IPython does.

Cells come as JSON lines {code} on stdin; events leave as JSON lines on a copy of the first stdout. What IPython has and
this has not: magics other than `!command` and `%cd`, rich formatters, completion.
"""

import ast
import asyncio
import base64
import json
import linecache
import os
import signal
import subprocess
import sys
import types

_events = os.fdopen(os.dup(1), "w", encoding="ascii")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
_requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

# Taken now: a cell may replace what the module holds.
_dumps, _loads = json.dumps, json.loads

RULE = "-" * 75
LEAVING = "UserWarning: To exit: use 'exit', 'quit', or Ctrl-D.\n  warn(\"To exit: use 'exit', 'quit', or Ctrl-D.\", stacklevel=1)\n"
BINARY = {"_repr_png_": "image/png", "_repr_jpeg_": "image/jpeg"}
TEXT = {"_repr_html_": "text/html", "_repr_markdown_": "text/markdown", "_repr_svg_": "image/svg+xml", "_repr_latex_": "text/latex"}


def send(**event):
    _events.write(_dumps(event) + "\n")
    _events.flush()


class Stream:
    """sys.stdout and sys.stderr: whole lines leave at once, the rest with flush."""

    encoding = "UTF-8"
    errors = "strict"

    def __init__(self, name):
        self.name = name
        self.buffered = ""
        self.buffer = types.SimpleNamespace(write=lambda data: self.write(bytes(data).decode("utf-8", "replace")), flush=self.flush)

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.buffered += text
        if "\n" in text and len(self.buffered) > 0:
            self.flush()
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        if self.buffered:
            text, self.buffered = self.buffered, ""
            send(type=self.name, text=text)

    def isatty(self):
        return False

    def fileno(self):
        return 1 if self.name == "stdout" else 2

    def reconfigure(self, **_options):
        pass


class DisplayFormatter:
    def __init__(self):
        self.formatters = {"text/plain": repr}


class Shell:
    """What `get_ipython()` gives."""

    def __init__(self):
        self.display_formatter = DisplayFormatter()
        self.user_ns = {}
        self.execution_count = 0


shell = Shell()


def mime_bundle(value):
    data = {}
    for mime, formatter in shell.display_formatter.formatters.items():
        made = formatter(value)
        if made is not None:
            data[mime] = made
    for method, mime in {**TEXT, **BINARY}.items():
        maker = getattr(type(value), method, None)
        made = maker(value) if maker else None
        if made is not None:
            data[mime] = base64.b64encode(made).decode() if isinstance(made, bytes) else made
    return data


FIELDS = {
    "text/plain": "text", "text/html": "html", "text/markdown": "markdown", "image/svg+xml": "svg", "image/png": "png", "image/jpeg": "jpeg",
    "application/pdf": "pdf", "text/latex": "latex", "application/json": "json", "application/javascript": "javascript", "e2b/data": "data", "e2b/chart": "chart",
}


def result_event(data, main):
    """As the service's Result model does it, the quotes of a string's repr taken off."""
    event = {FIELDS[mime]: value for mime, value in data.items() if mime in FIELDS}
    text = event.get("text")
    if text and text[0] == text[-1] and text[0] in "'\"" and len(text) > 1:
        event["text"] = text[1:-1]
    extra = {mime: value for mime, value in data.items() if mime not in FIELDS}
    send(type="result", is_main_result=main, extra=extra, **event)


def display(*values, **_options):
    for value in values:
        sys.stdout.flush()
        result_event(mime_bundle(value), False)


class Holder:
    def __init__(self, data=None, **_options):
        self.data = data


class HTML(Holder):
    def _repr_html_(self):
        return self.data


class Markdown(Holder):
    def _repr_markdown_(self):
        return self.data


class Image(Holder):
    def _repr_png_(self):
        return self.data


def install_modules():
    package, module = types.ModuleType("IPython"), types.ModuleType("IPython.display")
    package.get_ipython, package.display = (lambda: shell), module
    for thing in (display, HTML, Markdown, Image):
        setattr(module, thing.__name__, thing)
    sys.modules["IPython"], sys.modules["IPython.display"] = package, module


def run_command(command):
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    sys.stdout.write(done.stdout)


def transform(code):
    """`!command` and `%cd folder` as function calls; lines keep their numbers."""
    lines = []
    for line in code.split("\n"):
        body = line.lstrip()
        indent = line[: len(line) - len(body)]
        if body.startswith("!"):
            line = f"{indent}get_ipython().system({body[1:]!r})"
        elif body.startswith("%cd "):
            line = f"{indent}__import__('os').chdir({body[4:].strip()!r})"
        lines.append(line)
    return "\n".join(lines)


def shown_file(file):
    """A path as the sandbox knows it, its home folder as IPython writes it."""
    return os.path.abspath(file).removeprefix(os.environ["SANDBOX_ROOT"]).replace("/home/user/", "~/", 1)


def context_lines(file, number):
    lines = linecache.getlines(file)
    shown = []
    for at in range(max(1, number - 4), min(len(lines), number + 4) + 1):
        mark = f"----> {at}" if at == number else f"{at:>7}"
        shown.append(f"{mark} {lines[at - 1].rstrip()}")
    return "\n".join(shown) + "\n"


def traceback_parts(error, own):
    """One list of parts per exception of the chain, which the service joins without a separator."""
    parts = []
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        parts += traceback_parts(cause, own)[1:]
        link = "The above exception was the direct cause of the following exception" if error.__cause__ else "During handling of the above exception, another exception occurred"
        parts.append(f"\n{link}:\n")
    name = type(error).__name__
    parts = [RULE, *parts, f"{name}{'Traceback (most recent call last)':>{75 - len(name)}}"]
    trace = error.__traceback__
    while trace is not None:
        file, code, number = trace.tb_frame.f_code.co_filename, trace.tb_frame.f_code, trace.tb_lineno
        if file in own:
            where = f"Cell In[{own[file]}], line {number}"
        elif file == __file__:
            trace = trace.tb_next
            continue
        else:
            where = f"File {shown_file(file)}:{number}"
        named = "" if code.co_name == "<module>" else f", in {code.co_name}({', '.join(code.co_varnames[: code.co_argcount])})"
        parts.append(f"{where}{named}\n{context_lines(file, number)}")
        trace = trace.tb_next
    return [*parts, f"{name}: {error}"]


cells = {}
loop = asyncio.new_event_loop()


def report(error, file, count):
    name = type(error).__name__
    if isinstance(error, SystemExit):
        value = "" if error.code is None else str(error.code)
        send(type="error", name=name, value=value, traceback=f"An exception has occurred, use %tb to see the full traceback.\nSystemExit: {value}\n")
        sys.stderr.write(f"/usr/local/lib/python3.13/site-packages/IPython/core/interactiveshell.py:3831: {LEAVING}")
    elif isinstance(error, SyntaxError) and error.filename == file:
        line = (error.text or "").rstrip("\n")
        marker = " " * ((error.offset or 1) - 1) + "^"
        text = f"  Cell In[{count}], line {error.lineno}\n    {line}\n    {marker}\n{name}: {error.msg}\n"
        send(type="error", name=name, value=f"{error.msg} ({file}, line {error.lineno})", traceback=text)
    else:
        send(type="error", name=name, value=str(error), traceback="".join(traceback_parts(error, cells)))


def settle(value):
    """A cell with a top-level await gives a coroutine."""
    if not isinstance(value, types.CoroutineType):
        return value
    return loop.run_until_complete(value)


def run_cell(code):
    shell.execution_count += 1
    count, file = shell.execution_count, f"{os.getpid()}{shell.execution_count}.py"
    text = transform(code)
    cells[file] = count
    linecache.cache[file] = (len(text), None, [f"{line}\n" for line in text.split("\n")], file)
    send(type="number_of_executions", execution_count=count)
    try:
        tree = ast.parse(text, file)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) and not text.rstrip().endswith(";") else None
        settle(eval(compile(tree, file, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), shell.user_ns))
        if last is not None:
            value = settle(eval(compile(ast.Expression(last.value), file, "eval", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), shell.user_ns))
            if value is not None:
                sys.stdout.flush()
                result_event(mime_bundle(value), True)
    except BaseException as error:  # noqa: BLE001 - a kernel reports everything and lives on
        sys.stdout.flush()
        report(error, file, count)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    send(type="end_of_execution")


def main():
    sys.path[:] = ["", *[path for path in sys.path[1:]]]
    sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
    install_modules()
    shell.system = run_command
    shell.user_ns.update(__name__="__main__", get_ipython=lambda: shell, display=display)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    while True:
        try:
            line = _requests.readline()
        except KeyboardInterrupt:
            continue
        if not line:
            os._exit(0)
        run_cell(_loads(line)["code"])


if __name__ == "__main__":
    main()
