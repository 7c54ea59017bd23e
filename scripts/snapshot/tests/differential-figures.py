"""What matplotlib draws, alike in a restored and a started interpreter. Runs after differential-start.py."""


@_case
def plot():
    import matplotlib.pyplot as pyplot
    import numpy

    figure, axes = pyplot.subplots(2, 2)
    axes[0, 0].plot([1, 3, 2], label="$\\alpha^2$")
    axes[0, 0].legend()
    axes[0, 1].bar(list("abc"), [1, 2, 3])
    axes[1, 0].contourf(numpy.random.RandomState(0).rand(10, 10))
    axes[1, 1].imshow(numpy.eye(4))
    figure.tight_layout()
    return _picture(figure)


@_case
def plot_in_space():
    import matplotlib.pyplot as pyplot
    import numpy

    figure = pyplot.figure()
    axes = figure.add_subplot(projection="3d")
    axes.plot_surface(*numpy.meshgrid(range(4), range(4)), numpy.arange(16).reshape(4, 4))
    return _picture(figure)


@_case
def plot_triangles():
    import matplotlib.pyplot as pyplot

    figure, axes = pyplot.subplots()
    axes.tricontour([0, 1, 0, 1], [0, 0, 1, 1], [1, 2, 3, 4])
    return _picture(figure)


@_case
def plot_of_table():
    import pandas

    return _picture(pandas.DataFrame({"x": range(5), "y": [1, 4, 2, 5, 3]}).plot(x="x", y="y").figure)


@_case
def drawings():
    import io

    import matplotlib
    import matplotlib.pyplot as pyplot

    figure, axes = pyplot.subplots()
    axes.plot([1, 2])
    drawing, document = io.BytesIO(), io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "x"}):
        figure.savefig(drawing, format="svg", metadata={"Date": None})
    figure.savefig(document, format="pdf", metadata={"CreationDate": None})
    pyplot.close(figure)
    return len(drawing.getvalue()), len(document.getvalue())


@_case
def figure_numbers():
    import matplotlib.pyplot as pyplot

    before = pyplot.get_fignums()
    number = pyplot.figure().number
    pyplot.close("all")
    return before, number
