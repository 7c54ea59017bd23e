"""Native code, JavaScript, files and memory, alike in a restored and a started interpreter. Runs after differential-start.py."""


@_case
def native_exception():
    import contourpy
    import numpy

    return contourpy.contour_generator(z=numpy.eye(3)).filled(1, 0)


@_case
def missing_font():
    from matplotlib.ft2font import FT2Font

    return FT2Font("/absent.ttf")


@_case
def native_exception_caught_natively():
    import kiwisolver

    solver = kiwisolver.Solver()
    x = kiwisolver.Variable("x")
    solver.addConstraint((x >= 3) | "required")
    solver.updateVariables()
    value = x.value()
    try:
        solver.addConstraint((x <= 1) | "required")
    except kiwisolver.UnsatisfiableConstraint as error:
        return value, type(error).__name__


@_case
def images():
    import hashlib
    import io

    from PIL import Image, ImageDraw, ImageFilter

    image = Image.new("RGB", (32, 32), "red")
    ImageDraw.Draw(image).text((1, 1), "hi")
    image = image.filter(ImageFilter.BLUR).resize((16, 16))
    jpeg, png = io.BytesIO(), io.BytesIO()
    image.save(jpeg, "JPEG")
    image.save(png, "PNG")
    return len(jpeg.getvalue()), hashlib.sha256(Image.open(png).tobytes()).hexdigest()


@_case
def damaged_image():
    import io

    from PIL import Image

    return Image.open(io.BytesIO(b"\x89PNG\r\n\x1a\nxxxx"))


@_case
def standard_library():
    import bz2
    import decimal
    import lzma
    import sqlite3
    import zlib

    query = sqlite3.connect(":memory:").execute("select sqlite_version() > '3', 1 + 1").fetchone()
    return decimal.Decimal(1) / 3, lzma.decompress(lzma.compress(b"x" * 9)), zlib.crc32(b"x"), bz2.decompress(bz2.compress(b"y")), query


@_case
def foreign_functions():
    import ctypes

    import numpy

    signature = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int)
    return signature(lambda a, b: a + b)(2, 3), ctypes.sizeof(ctypes.c_long), numpy.ctypeslib.as_ctypes(numpy.arange(3))[1]


@_case
def javascript():
    import js
    import pyodide_js
    from pyodide.code import run_js
    from pyodide.ffi import create_proxy, to_js

    proxy = create_proxy(lambda x: x + 1)
    answers = run_js("(f) => [f(1), f(2)]")(proxy).to_py()
    proxy.destroy()
    try:
        run_js("() => { throw new TypeError('from JavaScript') }")()
    except Exception as error:
        message = f"{type(error).__name__} {error}"
    return js.Math.max(1, 2), pyodide_js.version, answers, to_js([1, {"a": 2}]).to_py(), message, type(js).__name__


@_case
def stack_switching():
    import asyncio

    from pyodide.ffi import can_run_sync, run_sync

    async def work():
        await asyncio.sleep(0.01)
        return 7

    return can_run_sync(), run_sync(work()) if can_run_sync() else None


@_case
def text_files():
    import pathlib

    import numpy

    path = pathlib.Path("/tmp/example.txt")
    path.write_text("hey")
    with path.open("a") as file:
        file.write(" you")
    text = path.read_text()
    path.unlink()
    source = pathlib.Path(numpy.__file__)
    before = source.read_bytes()
    source.write_bytes(before + b"# changed\n")
    changed = source.read_bytes().endswith(b"# changed\n")
    source.write_bytes(before)
    return text, changed, source.read_bytes() == before


@_case
def recursion():
    def descend(level):
        return descend(level + 1)

    try:
        descend(0)
    except RecursionError as error:
        return str(error)


@_case
def cycles():
    import gc
    import weakref

    class Node:
        pass

    node = Node()
    node.itself = node
    reference = weakref.ref(node)
    del node
    gc.collect()
    return reference() is None


@_case
def subclass_of_library_type():
    import numpy

    class Sub(numpy.ndarray):
        def __array_finalize__(self, other):
            self.tag = getattr(other, "tag", "new")

    sub = numpy.zeros(2).view(Sub)
    return type(sub + 1).__name__, (sub + 1).tag
