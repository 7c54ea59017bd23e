"""What a tool's code refers to outside itself: modules, their members, built-ins, inner attributes. Nothing is run."""

import ast
import builtins
import sys
import textwrap

# The package under which tools import each other: `from skep_tools.NAME import NAME`.
TOOLS = "skep_tools"


def analyse(source):
    """What the code refers to: {imports, tools, references}, each with where. Raises SyntaxError.

    imports: [{module, standard, line}], top-level names. tools: names of other tools.
    references: [{name, line, column}], dotted names resolved through the imports (`os.system`, whatever it was imported as),
    built-ins (`builtins.eval`) and attributes with two underscores at each end (`.__globals__`).
    """
    tree = ast.parse(textwrap.dedent(source))
    finder = _Finder()
    finder.visit(tree)
    imports, seen = [], set()
    for module, line in finder.imports:
        if module not in seen and module != TOOLS:
            seen.add(module)
            imports.append({"module": module, "standard": module in sys.stdlib_module_names, "line": line})
    return {"imports": imports, "tools": sorted(set(finder.tools)), "references": finder.references}


class _Finder(ast.NodeVisitor):
    def __init__(self):
        self.imports, self.tools, self.references = [], [], []
        # What each name of the code stands for, by dotted name. Scopes are not told apart: a name that was imported anywhere counts.
        self.known = {}

    def visit_Module(self, node):
        for inner in ast.walk(node):
            if isinstance(inner, ast.Import):
                self._import(inner)
            elif isinstance(inner, ast.ImportFrom):
                self._import_from(inner)
        self.bound = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}
        self.bound |= {inner.arg for inner in ast.walk(node) if isinstance(inner, ast.arg)}
        self.bound |= {inner.name for inner in ast.walk(node) if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))}
        self.generic_visit(node)

    def _import(self, node):
        for alias in node.names:
            top = alias.name.split(".")[0]
            self.imports.append((top, node.lineno))
            self.known[alias.asname or top] = alias.name if alias.asname else top
            if top == TOOLS and "." in alias.name:
                self.tools.append(alias.name.split(".")[1])

    def _import_from(self, node):
        module = "." * node.level + (node.module or "")
        self.imports.append((module.split(".")[0] or ".", node.lineno))
        for alias in node.names:
            full = f"{module}.{alias.name}"
            self.known[alias.asname or alias.name] = full
            self._refer(full, node)
            if module == TOOLS:
                self.tools.append(alias.name)
            elif module.startswith(f"{TOOLS}."):
                self.tools.append(module.split(".")[1])

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load):
            if node.id in self.known:
                self._refer(self.known[node.id], node)
            elif node.id not in self.bound and hasattr(builtins, node.id):
                self._refer(f"builtins.{node.id}", node)

    def visit_Attribute(self, node):
        if node.attr.startswith("__") and node.attr.endswith("__"):
            self._refer(f".{node.attr}", node)
        name = self._dotted(node)
        if name is None:
            self.generic_visit(node)
        else:
            self._refer(name, node)

    def visit_Call(self, node):
        # `getattr(os, "system")` and `importlib.import_module("os")` reach by a text what could stand in the code itself.
        name = self._dotted(node.func) if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
        texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant) and isinstance(argument.value, str)]
        if name == "getattr" and len(node.args) > 1:
            target = self._dotted(node.args[0]) or (self.known.get(node.args[0].id) if isinstance(node.args[0], ast.Name) else None)
            if target and texts:
                self._refer(f"{target}.{texts[0]}", node)
            if texts and texts[0].startswith("__"):
                self._refer(f".{texts[0]}", node)
        if name in ("__import__", "importlib.import_module") and texts:
            self.imports.append((texts[0].split(".")[0], node.lineno))
            self._refer(texts[0], node)
        self.generic_visit(node)

    def _dotted(self, node):
        """The dotted name behind `a.b.c` where `a` was imported, else None."""
        parts = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.known:
            return None
        return ".".join([self.known[node.id], *reversed(parts)])

    def _refer(self, name, node):
        self.references.append({"name": name, "line": node.lineno, "column": node.col_offset + 1})
