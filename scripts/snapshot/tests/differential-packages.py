"""System, numpy and pandas, alike in a restored and a started interpreter. Runs after differential-start.py."""


@_case
def system():
    import locale
    import os
    import sys

    streams = [(stream.name, stream.encoding, stream.errors, stream.line_buffering) for stream in (sys.stdin, sys.stdout, sys.stderr)]
    return (
        sys.path, sys.argv, sys.flags, sys.version, sys.executable, sys.prefix, sys.getrecursionlimit(), sys._emscripten_info, streams,
        sorted(os.environ.items()), os.getcwd(), locale.getlocale(), sys.excepthook.__name__, sys.displayhook.__name__,
    )


@_case
def main_module():
    import __main__

    return sorted(name for name in vars(__main__) if not name.startswith("_case") and name not in ("_picture", "_results", "json"))


@_case
def collector():
    import gc

    return gc.isenabled(), gc.get_threshold(), gc.garbage, gc.callbacks


@_case
def warning_filters():
    import warnings

    return warnings.filters


@_case
def time_zone():
    import datetime
    import time

    summer = datetime.datetime(2024, 7, 1, 12)
    return (
        time.tzname, time.timezone, time.altzone, time.daylight, time.localtime(1.72e9), time.strftime("%Z %z", time.localtime(1.72e9)),
        summer.astimezone().isoformat(), summer.astimezone().tzname(), summer.timestamp(),
    )


@_case
def zones():
    import zoneinfo

    import pandas

    index = pandas.date_range("2024-03-30", periods=72, freq="h", tz="Europe/Berlin")
    return len(zoneinfo.available_timezones()) > 400, pandas.Series(range(72), index).resample("D").sum().to_json(), index[40].isoformat()


@_case
def standard_files():
    import os

    return sorted(os.listdir("/")), sorted(os.listdir("/dev")), sorted(os.listdir("/tmp")), sorted(os.listdir(os.path.expanduser("~")))


@_case
def package_files():
    """Every source file byte for byte; compiled files only exist in restored interpreters."""
    import hashlib
    import os
    import sysconfig

    digest = hashlib.sha256()
    count = 0
    for folder, folders, names in os.walk(sysconfig.get_path("purelib")):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            with open(os.path.join(folder, name), "rb") as file:
                digest.update(f"{folder}/{name}".encode())
                digest.update(file.read())
            count += 1
    return count, digest.hexdigest()


@_case
def distributions():
    import importlib.metadata

    import pyodide_js

    found = sorted((item.name, item.version) for item in importlib.metadata.distributions())
    return found, sorted(name.lower() for name in pyodide_js.loadedPackages.to_py())


@_case
def settings():
    import matplotlib
    import numpy
    import pandas

    options = [(name, pandas.get_option(name)) for name in ("display.max_rows", "display.width", "display.precision")]
    return sorted(matplotlib.rcParams.items(), key=str), matplotlib.get_backend(), numpy.get_printoptions(), numpy.geterr(), options


@_case
def linear_algebra():
    import numpy

    matrix = numpy.random.RandomState(0).rand(30, 30)
    return numpy.linalg.svd(matrix)[1].tolist(), numpy.linalg.eigvals(matrix).tolist(), float(numpy.linalg.det(matrix))


@_case
def linear_algebra_error():
    import numpy

    return numpy.linalg.cholesky(-numpy.eye(3))


@_case
def generators():
    import numpy

    generator = numpy.random.default_rng(5)
    twister = numpy.random.Generator(numpy.random.MT19937(2))
    return generator.normal(size=3).tolist(), generator.integers(0, 10, 4).tolist(), twister.random(2).tolist()


@_case
def arrays():
    import io

    import numpy

    data = io.BytesIO()
    numpy.savez(data, a=numpy.arange(3))
    data.seek(0)
    shuffled = numpy.random.RandomState(1).permutation(1000)
    add = numpy.frompyfunc(lambda a, b: a + b, 2, 1)
    return (
        numpy.load(data)["a"].tolist(), numpy.argsort(shuffled)[:5].tolist(), numpy.fft.rfft(numpy.arange(9.0)).tolist(), add(numpy.arange(3), 2).tolist(),
        numpy.einsum("ij,jk->ik", numpy.arange(6).reshape(2, 3), numpy.arange(6).reshape(3, 2)).tolist(), (numpy.datetime64("2024-01-01") + numpy.arange(3)).tolist(),
        numpy.array(["a", "bb"], dtype=numpy.dtypes.StringDType()).tolist(),
    )


@_case
def floating_point_error():
    import numpy

    with numpy.errstate(divide="raise"):
        return numpy.ones(2) / numpy.zeros(2)


@_case
def large_array():
    import numpy

    return float(numpy.ones(20_000_000).sum())


@_case
def broadcast_error():
    import numpy

    return numpy.zeros(3) + numpy.zeros(4)


@_case
def read_table():
    import io

    import pandas

    frame = pandas.read_csv(io.StringIO("a,b,c\n1,2.5,x\n2,,y\n"), dtype_backend="numpy_nullable")
    return frame.to_json(), frame.dtypes.to_dict(), frame.describe().to_csv(), repr(frame), frame.to_html()


@_case
def read_table_error():
    import io

    import pandas

    return pandas.read_csv(io.StringIO("a,b\n1,2,3\n4,5,6,7\n"))


@_case
def groups():
    import pandas

    frame = pandas.DataFrame({"k": list("abca" * 25), "v": range(100)})
    other = pandas.DataFrame({"k": ["a", "b", "d"], "y": [5, 6, 7]})
    return (
        frame.groupby("k").v.agg(["sum", "mean", "std", "median", "first"]).to_json(), frame.v.rolling(5).mean().sum(), frame.merge(other, how="outer").to_json(),
        frame.pivot_table(index="k", values="v", aggfunc="max").to_json(), frame.query("v > 3 and v < 9").to_json(), frame.eval("w = v + 1").w.sum(),
    )


@_case
def texts():
    import pandas

    series = pandas.Series(["a1", "b2", None])
    return series.str.extract(r"(\w)(\d)").to_json(), pandas.Categorical(["a", "b", "a"]).codes.tolist(), series.str.upper().tolist()


@_case
def key_error():
    import pandas

    return pandas.DataFrame({"a": [1]}).loc["q"]


@_case
def date_error():
    import pandas

    return pandas.to_datetime("nonsense")


@_case
def traceback_of_library_error():
    import traceback

    import pandas

    try:
        return pandas.DataFrame({"a": [1]})["b"]
    except KeyError:
        return traceback.format_exc()
