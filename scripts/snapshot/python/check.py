"""What every new snapshot must be able to do before it is put into use."""

import io

import contourpy as _contourpy
import matplotlib.pyplot as _pyplot
import numpy as _numpy
import pandas as _pandas

_figure, _axes = _pyplot.subplots()
_axes.plot(_numpy.arange(3))
_picture = io.BytesIO()
_figure.savefig(_picture, format="png")
try:
    _contourpy.contour_generator(z=_numpy.eye(3)).filled(1, 0)
except ValueError as _error:
    _kind = type(_error).__name__  # thrown in C++
f"{_pandas.Series([1, 2]).sum()} {_picture.getvalue()[1:4].decode()} {_kind}"
