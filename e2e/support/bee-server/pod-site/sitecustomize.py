"""What the pod's image changes in Python: a shown figure goes to plot.png, a shown image to image.png."""

import builtins
import sys

_import = builtins.__import__


def _patched_import(name, *rest, **named):
    module = _import(name, *rest, **named)
    if name == "matplotlib.pyplot":
        pyplot = sys.modules[name]
        pyplot.show = lambda: pyplot.savefig("plot.png")
    elif name == "PIL":
        _import("PIL.ImageShow", *rest, **named)
        sys.modules["PIL.ImageShow"].show = lambda image, *_args, **_options: image.save("image.png")
    return module


builtins.__import__ = _patched_import
