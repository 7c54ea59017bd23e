"""Packages that this host has not, from a package index: before the program starts, through the page."""

import importlib
import sys

import skep_fetch
import skep_files


async def install(names, indexes):
    """Installs distributions with what they need. `indexes` are addresses; none means those that the installer knows.

    Returns {versions, problems}: versions by distribution name of all that was installed, and what could not be, in words.
    """
    problems = []
    path = list(sys.path)
    # No file of the program may stand in for a part of the installer.
    sys.path[:] = [entry for entry in path if entry not in ("", skep_files.ROOT)]
    skep_fetch.grant(True)
    try:
        try:
            import micropip
        except ModuleNotFoundError:
            return {"versions": {}, "problems": [f"{', '.join(names)}: the installer micropip is not on this host (npm run assets fetches it)"]}
        options = {"index_urls": list(indexes)} if indexes else {}
        for name in names:
            skep_fetch.last_failure = None
            try:
                await micropip.install(name, **options)
            except Exception as error:
                reason = str(skep_fetch.last_failure or error).strip().split("\n")[0]
                problems.append(f"{name}: {reason}")
        importlib.invalidate_caches()
        versions = {name: about.version for name, about in micropip.list().items() if about.source != "pyodide"}
        return {"versions": versions, "problems": problems}
    finally:
        skep_fetch.grant(False)
        sys.path[:] = path
