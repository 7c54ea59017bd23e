"""What a program needs from outside: found before it runs, and hooks on what it imports while it runs."""

import ast
import os
import re
import sys

import skep_files
import skep_source

# Modules that pandas and others import only when a method is called, by the name of the method or attribute.
CALL_TIME = {
    "to_excel": ("openpyxl",),
    "read_excel": ("openpyxl",),
    "to_markdown": ("tabulate",),
    "style": ("jinja2",),
    "read_html": ("lxml", "bs4", "html5lib"),
    "to_xml": ("lxml",),
    "read_xml": ("lxml",),
    "to_parquet": ("pyarrow",),
    "read_parquet": ("pyarrow",),
    "to_hdf": ("tables",),
    "read_hdf": ("tables",),
    "plot": ("matplotlib",),
    "hist": ("matplotlib",),
    "boxplot": ("matplotlib",),
    "tz_localize": ("tzdata",),
    "tz_convert": ("tzdata",),
    "to_clipboard": (),
}
# Modules whose use means that another one is needed, by import name.
COMPANIONS = {"zoneinfo": ("tzdata",)}

_INSTALL = re.compile(r"(?:^|\s)(?:pip3?|conda|micropip)\s+install\s+(.*)$")
_REQUIREMENT = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)")


def scan(code):
    """Import names and distributions that the program and the Python files beside it ask for.

    Returns {imports, distributions, present}: the last are modules that the interpreter came with, already imported. A program that does not parse asks for nothing: running it tells why.
    """
    imports, distributions = set(), set()
    texts = [code]
    for path in skep_files.names():
        if path.endswith(".py"):
            with open(os.path.join(skep_files.ROOT, path), encoding="utf-8", errors="replace") as file:
                texts.append(file.read())
    for text in texts:
        for line in skep_source.shell_lines(text):
            distributions.update(installed_by(line))
        try:
            tree, _text = skep_source.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        _collect(tree, imports, distributions)
    for name in list(imports):
        imports.update(COMPANIONS.get(name, ()))
    local = {path.split("/")[0].removesuffix(".py") for path in skep_files.names()}
    foreign = sorted(name for name in imports if name not in sys.stdlib_module_names and name not in local)
    present = [name for name in foreign if name in sys.modules]
    return {"imports": [name for name in foreign if name not in present], "distributions": sorted(distributions), "present": present}


def installed_by(command):
    """Distributions that a command such as `pip install -q a b==1` names."""
    found = _INSTALL.search(command)
    if not found:
        return []
    words = found[1].split()
    return [name[1] for word in words if not word.startswith("-") and (name := _REQUIREMENT.match(word))]


def _collect(tree, imports, distributions):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            imports.add(node.module.split(".")[0])
        elif isinstance(node, ast.Attribute):
            imports.update(CALL_TIME.get(node.attr, ()))
        elif isinstance(node, ast.keyword) and node.arg in ("tz", "tzinfo"):
            imports.add("tzdata")
        elif isinstance(node, ast.Call):
            _collect_call(node, imports, distributions)


def _collect_call(node, imports, distributions):
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in ("import_module", "__import__") and node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
        imports.add(node.args[0].value.split(".")[0])
    if name == "install" and isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "micropip":
        words = [text for argument in node.args for text in _texts(argument)]
        distributions.update(installed_by("pip install " + " ".join(words)))
    if name in ("run", "call", "check_call", "check_output", "Popen", "system", "popen") and node.args:
        distributions.update(installed_by(" ".join(_texts(node.args[0]))))


def _texts(node):
    return [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


class _Watcher:
    """Runs a function on a module right after it was imported from a file."""

    def __init__(self):
        self.hooks = {}
        self.busy = set()

    def find_spec(self, name, path=None, target=None):
        if name not in self.hooks or name in self.busy:
            return None
        self.busy.add(name)
        try:
            for finder in sys.meta_path:
                if finder is self or not hasattr(finder, "find_spec"):
                    continue
                spec = finder.find_spec(name, path, target)
                if spec is not None:
                    return self.watch(spec, self.hooks[name])
        finally:
            self.busy.discard(name)
        return None

    @staticmethod
    def watch(spec, hook):
        loader = spec.loader
        if loader is None or isinstance(loader, type):
            return spec
        execute = loader.exec_module

        def exec_module(module):
            execute(module)
            # One loader may serve all modules of a folder.
            if module.__name__ == spec.name:
                hook(module)

        loader.exec_module = exec_module
        return spec


_watcher = _Watcher()


def when_imported(name, hook):
    """Calls hook(module) once the module is there, now or later."""
    if name in sys.modules:
        hook(sys.modules[name])
        return
    _watcher.hooks[name] = hook
    if _watcher not in sys.meta_path:
        sys.meta_path.insert(0, _watcher)
