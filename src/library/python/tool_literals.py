"""The values that are written in a program itself and could be parameters of it."""

import ast
import keyword
import math
import re

# Texts that are part of how a program is written, not of what it is about.
DULL = {"", "utf-8", "utf8", "r", "w", "rb", "wb", "a", "r+", "__main__", "coerce", "raise", "ignore", "left", "right", "inner", "outer", "index", "columns", "records"}
LONGEST = 200


def place(node):
    return f"{node.lineno}:{node.col_offset}:{node.end_lineno}:{node.end_col_offset}"


class Literals:
    """Values that are written in the program itself, with a name for each."""

    def __init__(self, source):
        self.source = source
        self.found = []
        self.names = {}

    def collect(self, tree):
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)):
                continue
            self._look(node, None)
        return self.found

    def _look(self, node, hint):
        if self._take(node, hint):
            return
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            self._look(node.value, node.targets[0].id)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            self._look(node.value, node.target.id)
        elif isinstance(node, ast.keyword):
            self._look(node.value, node.arg)
        elif isinstance(node, ast.Call):
            self._call(node)
        elif isinstance(node, ast.Subscript):
            self._look(node.value, None)
            self._look(node.slice, "column" if isinstance(getattr(node.slice, "value", None), str) else None)
        elif isinstance(node, (ast.JoinedStr, ast.Dict)):
            pass  # The wording of an output, and a mapping's own words, are the program's.
        else:
            for child in ast.iter_child_nodes(node):
                self._look(child, hint if isinstance(node, ast.UnaryOp) else None)

    def _call(self, node):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        self._look(node.func, None)
        if name == "print":
            for argument in node.args:
                if not isinstance(argument, ast.Constant):
                    self._look(argument, None)
            return
        for argument in node.args:
            self._look(argument, "path" if name in ("open", "Path") or name.startswith("read_") or name.startswith("to_") else None)
        for argument in node.keywords:
            self._look(argument, None)

    def _take(self, node, hint):
        if not isinstance(node, (ast.Constant, ast.UnaryOp, ast.List, ast.Tuple)):
            return False
        try:
            value = ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError):
            return False
        kind = _type_of(value)
        text = ast.get_source_segment(self.source, node)
        if kind is None or text is None or len(text) > LONGEST:
            return isinstance(node, ast.Constant)
        self.found.append(
            {
                "id": place(node),
                "name": self._name(value, hint),
                "type": kind,
                "value": list(value) if isinstance(value, tuple) else value,
                "source": text,
                "line": node.lineno,
            }
        )
        return True

    def _name(self, value, hint):
        if isinstance(value, str) and re.fullmatch(r"[\w./ -]+\.\w{1,5}", value):
            hint = hint if hint and hint not in ("path", "column") else "path"
        base = re.sub(r"\W", "_", hint or {str: "text", bool: "flag", list: "values", tuple: "values"}.get(type(value), "number")).strip("_").lower() or "value"
        base = f"{base}_" if keyword.iskeyword(base) else base
        self.names[base] = self.names.get(base, 0) + 1
        return base if self.names[base] == 1 else f"{base}_{self.names[base]}"


def _type_of(value):
    if isinstance(value, str):
        return None if value in DULL or not value.strip() else "str"
    if isinstance(value, float) and not math.isfinite(value):
        return None
    for kind in (bool, int, float):
        if isinstance(value, kind):
            return kind.__name__
    if isinstance(value, (list, tuple)) and value:
        kinds = {type(item) for item in value}
        if kinds <= {int, float} and all(map(math.isfinite, value)):
            return "list[float]" if float in kinds else "list[int]"
        if kinds == {str}:
            return "list[str]"
    return None
