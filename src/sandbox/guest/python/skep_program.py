"""Runs a program, in an interpreter that has run nothing before or in that of its session, and tells how it ended."""

import asyncio
import builtins
import contextlib
import gc
import random
import sys
from json import dumps, loads

import skep_asyncio
import skep_errors
import skep_figures
import skep_fetch
import skep_files
import skep_imports
import skep_network
import skep_notebook
import skep_packages
import skep_source
import skep_values

_host = None
_main = None
_cancelled = False
_streams = ()
# The namespace of the session's programs; None before the first.
_space = None
# Names that are told of a session.
DEFINED_LIMIT = 200
_limits = {"displayCount": 0, "displayCharacters": 0, "fileCount": 0, "fileBytes": 0}
_shown = {"count": 0, "characters": 0, "omitted": 0}


def version():
    return ".".join(str(part) for part in sys.version_info[:3])


def install(host):
    """Connects to the worker. Called once, in a clone of the snapshot."""
    global _host
    _host = host
    random.seed()
    # The start of the interpreter and of its clone each put it there.
    sys.path[:] = ["", *(path for path in sys.path if path != "")]
    sys.argv[:] = [skep_source.MAIN]
    skep_network.install(host.network)
    skep_figures.install(show)
    skep_notebook.install(show)
    skep_asyncio.install(host)
    # What was there before the program: the collector need not look at it again, and neither need flush_open.
    gc.freeze()


def compile_only(code):
    return dumps(skep_source.first_error(code))


def scan(code):
    skep_files.enter()
    return dumps(skep_imports.scan(code))


def show(data, metadata):
    """Sends one MIME bundle, as long as the limits allow."""
    characters = sum(len(text) for text in data.values())
    if _shown["count"] >= _limits["displayCount"] or _shown["characters"] + characters > _limits["displayCharacters"]:
        _shown["omitted"] += 1
        return
    _shown["count"] += 1
    _shown["characters"] += characters
    with contextlib.suppress(Exception):
        sys.stdout.flush()
    _host.display(dumps(data), dumps(metadata))


def cancel():
    """Stop, while the program awaits."""
    global _cancelled
    _cancelled = True
    if _main is not None:
        _main.cancel()


async def install_packages(names, indexes):
    return dumps(await skep_packages.install(loads(names), loads(indexes)))


async def run(code, limits, network, session):
    """Runs the program. `session` is JSON: null, or {undoOnError}: then what it defines stays for the next.

    Returns JSON: {outcome, changed, deleted, omittedFiles, omittedDisplays, defined}.
    """
    global _main, _cancelled
    session = loads(session)
    skep_fetch.grant(network)
    _limits.update(loads(limits))
    _shown.update(count=0, characters=0, omitted=0)
    _main, _cancelled = None, False
    try:
        outcome = await _run(code, session)
    except (KeyboardInterrupt, asyncio.CancelledError):
        outcome = _ended("interrupted", None)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    with contextlib.suppress(Exception):
        skep_files.flush_open()
    changed, deleted, omitted = skep_files.changes(_limits["fileCount"], _limits["fileBytes"])
    told = {"outcome": outcome, "changed": changed, "deleted": deleted, "omittedFiles": omitted, "omittedDisplays": _shown["omitted"]}
    return dumps({**told, "defined": _defined() if session is not None else {}})


def _open_streams():
    """Puts the streams back that an earlier program of the session replaced or closed."""
    global _streams
    if not _streams:
        _streams = (sys.stdout, sys.stderr)
    if any(stream.closed for stream in _streams):
        _streams = tuple(open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__ = _streams
    for stream in _streams:
        stream.reconfigure(line_buffering=True, errors="backslashreplace")


def _defined():
    """Name to type of what the session's programs have defined."""
    names = {}
    for name, value in list((_space or {}).items()):
        if isinstance(name, str) and not name.startswith("_") and len(name) <= 100 and len(names) < DEFINED_LIMIT:
            names[name] = type(value).__name__[:100]
    return names


async def _run(code, session):
    global _main, _space
    _open_streams()
    loop = asyncio.get_running_loop()
    loop._system_exit_handler = loop._keyboard_interrupt_handler = lambda *_code: cancel()
    try:
        compiled, keeps = skep_source.compile_program(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        skep_source.remember(code)
        return _ended("error", 1, error=skep_errors.describe(error))
    space = sys.modules["__main__"].__dict__
    if session is None or _space is None:
        space.clear()
        space.update(__name__="__main__", __builtins__=builtins, __doc__=None, __file__=f"{skep_files.ROOT}/{skep_source.MAIN}", __spec__=None)
    _space = space
    before = dict(space)
    _main = asyncio.ensure_future(_execute(compiled, space))
    error = await _main
    await skep_asyncio.settle({asyncio.current_task()}, wait=error is None)
    if error is not None:
        outcome = _failed(error)
        # A program that lacks a module is run again when the module is there.
        if session is not None and (session["undoOnError"] or outcome["missing"] is not None) and outcome["status"] != "ok":
            space.clear()
            space.update(before)
    else:
        value = space.pop(skep_source.RESULT, None) if keeps else None
        outcome = _ended("ok", 0, result=None if value is None else _result(value))
    if not _cancelled:
        skep_figures.show_open()
    return outcome


async def _execute(compiled, space):
    """The program itself. Returns what it raised, or None: nothing may pass through the event loop."""
    try:
        awaited = eval(compiled, space)
        if awaited is not None:
            await awaited
    except BaseException as error:
        return error
    return None


def _failed(error):
    if isinstance(error, (KeyboardInterrupt, asyncio.CancelledError)) and (_cancelled or isinstance(error, KeyboardInterrupt)):
        return _ended("interrupted", None, error=skep_errors.describe(error))
    if isinstance(error, SystemExit):
        return _exited(error)
    return _ended("error", 1, error=skep_errors.describe(error), missing=skep_errors.missing_module(error))


def _exited(error):
    code = error.code
    if code is None or code == 0 and isinstance(code, int):
        return _ended("ok", 0)
    told = skep_errors.describe(error)
    if isinstance(code, int):
        return _ended("error", code & 0xFF, error={**told, "message": f"the program ended itself with exit code {code & 0xFF}"})
    return _ended("error", 1, error={**told, "message": skep_errors.cut(str(code), skep_errors.LIMIT), "traceback": ""})


def _result(value):
    data = skep_values.bundle(value)
    if sum(len(text) for text in data.values()) > _limits["displayCharacters"] - _shown["characters"]:
        _shown["omitted"] += 1
        data = {"text/plain": data["text/plain"]}
    return {"data": data}


def _ended(status, exit_code, *, result=None, error=None, missing=None):
    return {"status": status, "exitCode": exit_code, "result": result, "error": error, "packages": {}, "missing": missing}
