"""Makes what has to differ between interpreters differ, and what depends on the machine true, after a snapshot was restored.

The hash seed cannot change any more: dictionaries and sets of text are laid out by it. It is the same in every restored interpreter.
"""


def _after_restore(runtime):
    import sys
    import time
    from importlib.util import module_from_spec

    if "random" in sys.modules:
        sys.modules["random"].seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    if "tempfile" in sys.modules:
        sys.modules["tempfile"]._name_sequence = None
    if "logging" in sys.modules:
        sys.modules["logging"]._startTime = time.time_ns()
    # A fresh copy of the module reads the machine's time zone; this Python has no time.tzset().
    fresh = module_from_spec(time.__spec__)
    time.__spec__.loader.exec_module(fresh)
    for name in ("tzname", "timezone", "altzone", "daylight"):
        setattr(time, name, getattr(fresh, name))
    info = sys._emscripten_info
    sys._emscripten_info = type(info)((info[0], runtime, *info[2:]))


globals().pop("_after_restore")
