"""The working directory: what is in it before a program, and what the program made of it."""

import gc
import io
import os

ROOT = "/home/pyodide"
# Where models that know other interpreters look for files.
ALIASES = ("/mnt/data", "/content")
# Set on every file before the program, so that a later time means a write.
BEFORE = 946684800
HIDDEN = {"__pycache__", ".cache", ".config", ".matplotlib"}

_known = {}


def enter():
    """Makes the working directory current and remembers what is in it."""
    os.makedirs(ROOT, exist_ok=True)
    os.chdir(ROOT)
    for alias in ALIASES:
        if not os.path.lexists(alias):
            os.makedirs(os.path.dirname(alias), exist_ok=True)
            os.symlink(ROOT, alias)
    _known.clear()
    for path in names():
        os.utime(path, (BEFORE, BEFORE))
        _known[path] = os.stat(path).st_size


def names():
    """Paths of all files below the working directory, relative to it, sorted."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in HIDDEN and not os.path.islink(os.path.join(folder, name))]
        for name in files:
            full = os.path.join(folder, name)
            if os.path.isfile(full) and not os.path.islink(full):
                found.append(os.path.relpath(full, ROOT))
    return sorted(found)


def flush_open():
    """Writes out what programs that never close their files still hold."""
    for thing in gc.get_objects():
        try:
            if isinstance(thing, (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)) and not thing.closed and thing.writable():
                thing.flush()
        except Exception:
            continue


def changes(count, size):
    """What is new or written to, and what is gone.

    Returns (changed, deleted, omitted): at most `count` changed paths of together at most `size` bytes; `omitted` did not fit.
    """
    os.chdir(ROOT)
    changed, omitted, used = [], 0, 0
    present = names()
    for path in present:
        state = os.stat(path)
        if path in _known and _known[path] == state.st_size and int(state.st_mtime) == BEFORE:
            continue
        if len(changed) >= count or used + state.st_size > size:
            omitted += 1
            continue
        used += state.st_size
        changed.append(path)
    return changed, sorted(set(_known) - set(present)), omitted
