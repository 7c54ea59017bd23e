"""A data frame as data: every cell as exact text."""

import sys
from json import dumps

MIME = "application/vnd.skep.table+json"
ROWS = 1000
CELLS = 100_000
CELL_CHARACTERS = 10_000


def table(value):
    """JSON of the first rows of a pandas DataFrame or Series, or None for anything else."""
    pandas = sys.modules.get("pandas")
    if pandas is None or not isinstance(value, (pandas.DataFrame, pandas.Series)):
        return None
    frame = value.to_frame(name=value.name if value.name is not None else "") if isinstance(value, pandas.Series) else value
    columns = min(len(frame.columns), CELLS)
    shown = min(len(frame), ROWS, CELLS // max(1, columns))
    head = frame.iloc[:shown, :columns]
    cells = [_column(pandas, head.iloc[:, place]) for place in range(columns)]
    return dumps(
        {
            "columns": [_label(name) for name in head.columns],
            "dtypes": [str(dtype) for dtype in head.dtypes],
            "index": [_label(name) for name in head.index],
            "rows": [list(row) for row in zip(*cells)] if cells else [[] for _ in range(shown)],
            "totalRows": len(frame),
        },
        ensure_ascii=False,
    )


def _label(name):
    return " / ".join(str(part) for part in name) if isinstance(name, tuple) else str(name)


def _column(pandas, series):
    kind = series.dtype.kind if hasattr(series.dtype, "kind") else "O"
    values = series.to_numpy() if str(series.dtype) in ("float32", "float16") else series
    return [_cell(pandas, value, kind) for value in values]


def _cell(pandas, value, kind):
    if value is pandas.NA:
        return "<NA>"
    if value is pandas.NaT:
        return "NaT"
    if value is None:
        return ""
    if isinstance(value, float):
        return ("" if kind == "O" else "NaN") if value != value else repr(float(value))
    if isinstance(value, pandas.Timestamp):
        return str(value)
    return str(value)[:CELL_CHARACTERS]
