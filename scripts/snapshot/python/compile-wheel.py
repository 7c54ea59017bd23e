"""A function that adds compiled modules to a wheel: wheels carry source only, and compiling is most of a first import."""


def _compile_wheel(path):
    import importlib.util
    import sysconfig
    import zipfile
    from importlib._bootstrap_external import _code_to_hash_pyc

    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as wheel:
        for name in wheel.namelist():
            if not name.endswith(".py") or ".data/" in name:
                continue
            source = wheel.read(name)
            try:
                code = compile(source, f"{sysconfig.get_path('purelib')}/{name}", "exec", dont_inherit=True)
            except (SyntaxError, ValueError):
                # Templates and other Pythons' files stay source.
                continue
            # Unchecked, because an unpacked file's time of change says nothing. The fixed date makes the same wheel each time.
            compiled = _code_to_hash_pyc(code, importlib.util.source_hash(source), False)
            entry = zipfile.ZipInfo(importlib.util.cache_from_source(name), (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, bytes(compiled))


globals().pop("_compile_wheel")
