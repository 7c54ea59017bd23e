"""What a restored interpreter must do just as one that was started and imported everything. The value is a JSON object of texts."""

import json

_results = {}


def _case(function):
    try:
        _results[function.__name__] = repr(function())
    except BaseException as error:
        _results[function.__name__] = f"{type(error).__name__}: {str(error)[:200]}"
    return function


def _picture(figure):
    import hashlib
    import io

    import matplotlib.pyplot as pyplot

    data = io.BytesIO()
    figure.savefig(data, format="png", metadata={"Software": None})
    pyplot.close(figure)
    return hashlib.sha256(data.getvalue()).hexdigest()
