"""Matplotlib without a screen: figures are shown by sending them, and those that were never shown are sent at the end."""

import io
import sys
from base64 import b64encode

from skep_imports import when_imported

RESOLUTION = 144
FILE_BACKENDS = {"agg", "cairo", "pdf", "pgf", "ps", "svg", "template"}

_show = None


def install(show):
    """`show(data, metadata)` sends one MIME bundle."""
    global _show
    _show = show
    when_imported("matplotlib", _quiet_backends)
    when_imported("matplotlib.pyplot", _adopt)


def _quiet_backends(matplotlib):
    use = matplotlib.use

    def use_file_backend(backend, *, force=True):
        # A program written for a desktop or a notebook names a backend that this place cannot have.
        if str(backend).lower() in FILE_BACKENDS:
            use(backend, force=force)

    matplotlib.use = use_file_backend


def _adopt(pyplot):
    def show(*_arguments, **_keywords):
        show_open()

    def show_one(figure, *_arguments, **_keywords):
        send(figure)
        pyplot.close(figure)

    pyplot.show = show
    sys.modules["matplotlib.figure"].Figure.show = show_one


def open_figures():
    pyplot = sys.modules.get("matplotlib.pyplot")
    return [pyplot.figure(number) for number in pyplot.get_fignums()] if pyplot is not None else []


def show_open():
    """Sends every open figure that has something on it, and closes all."""
    figures = open_figures()
    for figure in figures:
        if figure.get_children()[1:]:
            send(figure)
    if figures:
        sys.modules["matplotlib.pyplot"].close("all")


def send(figure):
    width, height = figure.get_size_inches() * figure.dpi
    metadata = {"width": str(round(width)), "height": str(round(height))}
    _show({"image/png": png(figure), "text/plain": repr(figure)}, metadata)


def png(figure):
    """Base64 of a PNG, sharp enough for a dense screen."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=max(figure.dpi, RESOLUTION), bbox_inches="tight")
    return b64encode(buffer.getvalue()).decode("ascii")


def png_of(value):
    """The PNG of a figure, which is closed so that it does not show twice; None for anything else."""
    module = sys.modules.get("matplotlib.figure")
    if module is None or not isinstance(value, module.Figure):
        return None
    image = png(value)
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close(value)
    return image
