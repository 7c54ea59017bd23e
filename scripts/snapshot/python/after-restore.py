"""Makes what has to differ between interpreters differ, and what depends on the machine true, after a snapshot was restored.

The hash seed cannot change any more: dictionaries and sets of text are laid out by it. It is the same in every restored interpreter.
"""


def _after_restore(runtime):
    import sys
    import time

    if "random" in sys.modules:
        sys.modules["random"].seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    if "tempfile" in sys.modules:
        sys.modules["tempfile"]._name_sequence = None
    if "logging" in sys.modules:
        sys.modules["logging"]._startTime = time.time_ns()
    info = sys._emscripten_info
    sys._emscripten_info = type(info)((info[0], runtime, *info[2:]))


_after_restore
