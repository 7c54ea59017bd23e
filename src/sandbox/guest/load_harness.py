"""Makes modules from source texts: their files exist in no file system. The value is a function of a JSON object, name to source."""


def _load_harness(modules):
    import builtins
    import json
    import sys
    import types

    for name, source in json.loads(modules).items():
        module = types.ModuleType(name)
        module.__file__ = f"<{name}>"
        # Its own builtins: a program that replaces print or open does so for itself only.
        module.__builtins__ = dict(vars(builtins))
        sys.modules[name] = module
        exec(compile(source, module.__file__, "exec"), module.__dict__)


globals().pop("_load_harness")
