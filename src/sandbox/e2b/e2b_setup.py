def _skep_prepare(tables):
    """Values as exact text and as tables beside E2B's own forms; a known time on every input file; what is installed."""
    import importlib.metadata
    import json
    import os
    import platform
    import types

    module = types.ModuleType("skep_tables")
    exec(tables, module.__dict__)

    def text(value):
        try:
            return repr(value)[:100_000]
        except Exception as error:
            return f"<{type(value).__name__}: no repr, {type(error).__name__}>"

    def table(value):
        try:
            return module.table(value)
        except Exception:
            return None

    formatters = get_ipython().display_formatter.formatters
    formatters["application/vnd.skep.repr"] = text
    formatters[module.MIME] = table
    for folder, _folders, files in os.walk("."):
        for name in files:
            os.utime(os.path.join(folder, name), (946684800, 946684800))
    found = [item for item in importlib.metadata.distributions() if item.metadata["Name"]]
    names = importlib.metadata.packages_distributions()
    print(
        json.dumps(
            {
                "python": platform.python_version(),
                "packages": {item.metadata["Name"].lower(): item.version for item in found},
                "imports": {name: owners[0].lower() for name, owners in names.items() if not name.startswith("_")},
            }
        )
    )


