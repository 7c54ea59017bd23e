"""Imports the packages and uses each once, so that what they load on first use is in the snapshot; then leaves no trace of the use."""

import gc
import importlib
import io
import sys
import warnings

import matplotlib.pyplot as pyplot
import numpy
import pandas


def _warm_up():
    frame = pandas.DataFrame({"group": ["a", "b", "a"], "value": [1.0, 2.5, None], "day": pandas.date_range("2024-01-01", periods=3)})
    repr(frame)
    frame.describe()
    frame.groupby("group").value.mean()
    pandas.read_csv(io.StringIO("a,b\n1,x\n")).to_csv()
    numpy.linalg.inv(numpy.eye(2))
    numpy.random.default_rng(0).normal(size=2)
    figure, axes = pyplot.subplots()
    axes.plot([1, 3, 2], label="line")
    axes.set_title("$x^2$")
    axes.legend()
    figure.savefig(io.BytesIO(), format="png")
    pyplot.close("all")


def _tidy():
    # A cached font keeps its file open, and an open file is not part of memory.
    sys.modules["matplotlib.font_manager"]._get_font.cache_clear()
    for module in list(sys.modules.values()):
        getattr(module, "__warningregistry__", {}).clear()
    importlib.invalidate_caches()
    gc.collect()
    gc.collect()


with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    _warm_up()
_tidy()
del _warm_up, _tidy, gc, importlib, io, numpy, pandas, pyplot, sys, warnings
