"""An exception as a person and a model read it: their own frames, with the text of the lines."""

import os
import traceback

import skep_files
import skep_source

LIMIT = 20_000
FRAME_LIMIT = 100


def cut(text, limit):
    """Head and tail of a long text."""
    if len(text) <= limit:
        return text
    head = limit * 3 // 4
    tail = limit - head
    return f"{text[:head]}\n… {len(text) - limit} characters omitted …\n{text[-tail:]}"


def is_user_file(name):
    """Whether a frame is of the program or of a Python file beside it."""
    return name == skep_source.MAIN or name.startswith(skep_files.ROOT + "/")


def describe(error):
    """{name, message, frames, traceback} of an exception, starting at the program's first frame."""
    try:
        return _describe(error)
    except Exception as failure:
        return {
            "name": type(error).__name__,
            "message": f"(the message could not be made: {type(failure).__name__})",
            "frames": [],
            "traceback": "",
        }


def _describe(error):
    _add_help(error)
    told = traceback.TracebackException.from_exception(error, compact=True)
    _trim(told, set())
    frames = [
        {"file": _relative(frame.filename), "line": frame.lineno or 0, "source": (frame.line or "").strip("\r\n"), "function": frame.name}
        for frame in told.stack
        if is_user_file(frame.filename)
    ]
    if isinstance(error, SyntaxError) and error.filename and is_user_file(error.filename):
        source = (error.text or "").rstrip("\r\n")
        frames.append({"file": _relative(error.filename), "line": max(0, error.lineno or 0), "source": source, "function": ""})
    message = str(error.msg) if isinstance(error, SyntaxError) and error.msg else str(error)
    return {
        "name": type(error).__name__,
        "message": cut(message, LIMIT),
        "frames": frames[:FRAME_LIMIT // 2] + frames[FRAME_LIMIT // 2 :][-FRAME_LIMIT // 2 :],
        "traceback": cut("".join(told.format(colorize=False)).rstrip("\n"), LIMIT),
    }


def _relative(name):
    return os.path.relpath(name, skep_files.ROOT) if name.startswith(skep_files.ROOT + "/") else name


def _trim(told, seen):
    """Drops the frames that led to the program, here and in everything chained to it."""
    if told is None or id(told) in seen:
        return
    seen.add(id(told))
    first = next((index for index, frame in enumerate(told.stack) if is_user_file(frame.filename)), len(told.stack))
    del told.stack[:first]
    for linked in (told.__cause__, told.__context__, *(told.exceptions or ())):
        _trim(linked, seen)


def missing_module(error):
    """Name of the module that could not be found, anywhere in the chain, or None."""
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, ModuleNotFoundError) and error.name:
            return error.name.split(".")[0]
        error = error.__cause__ or error.__context__
    return None


def _add_help(error):
    if isinstance(error, FileNotFoundError):
        present = skep_files.names()
        error.add_note("Files in the working directory: " + (", ".join(present[:50]) if present else "none"))
