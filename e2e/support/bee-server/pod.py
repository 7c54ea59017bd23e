"""One execution as the service's executor pod does it: a fresh workspace, the source as a script, the changed files.

What a pod has and this stand-in may not: xonsh (used when it is on PATH, else this Python), its packages, pip and the
absolute path /workspace. The rest is meant to behave the same: the working directory, the script outside of it,
lossy UTF-8, the time limit, and the files at the top level whose ctime is later than the start.
"""

import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# The pod's JSON extractor refuses larger bodies, and the service then fails to read its plain text answer as JSON.
POD_BODY_LIMIT = 2 * 1024 * 1024
TIMED_OUT = "Execution timed out"


class ServiceFailure(Exception):
    """What the service would answer as 500 with this text as `detail`."""


class Storage:
    """Objects by a random name of 64 hex digits, as the service names them (it calls the name a hash)."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def write(self, data: bytes) -> str:
        name = secrets.token_hex(32)
        (self.folder / name).write_bytes(data)
        return name

    def read(self, name: str) -> bytes:
        path = self.folder / name
        if not path.is_file():
            raise ServiceFailure(f"File not found: {name}")
        return path.read_bytes()


def _pod_path(file_path: str) -> str:
    """The path that reaches the pod: it goes into a URL unescaped, so that `?` and `#` end it and %xx is decoded."""
    path = re.split(r"[?#]", file_path.removeprefix("/workspace/"))[0]
    return re.sub(r"%([0-9a-fA-F]{2})", lambda match: chr(int(match[1], 16)), path)


def _changed_files(workspace: Path, since_ns: int) -> list[str]:
    return [entry.name for entry in os.scandir(workspace) if entry.is_file() and entry.stat().st_ctime_ns > since_ns]


def _interpreter() -> str:
    return shutil.which("xonsh") or sys.executable


def _run(script: Path, workspace: Path, env: dict[str, str], timeout: float) -> tuple[str, str, int]:
    site = Path(__file__).parent / "pod-site"
    environment = {**os.environ, "XONSH_SHOW_TRACEBACK": "True", "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", **env}
    process = subprocess.Popen(
        [_interpreter(), str(script)], cwd=workspace, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        stdout, stderr = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "", TIMED_OUT, -1
    code = process.returncode if process.returncode >= 0 else -1
    return stdout.decode("utf-8", "replace"), stderr.decode("utf-8", "replace"), code


def execute(storage: Storage, source_code: str, files: dict[str, str], env: dict[str, str], timeout: float, body_size: int) -> dict:
    """Runs a program in a fresh workspace.

    :return: the answer of /v1/execute.
    """
    contents = {_pod_path(path): storage.read(name) for path, name in files.items()}
    if body_size > POD_BODY_LIMIT:
        raise ServiceFailure("Expecting value: line 1 column 1 (char 0)")
    with tempfile.TemporaryDirectory(prefix="pod-", ignore_cleanup_errors=True) as pod:
        workspace = Path(pod, "workspace")
        workspace.mkdir()
        for path, data in contents.items():
            target = workspace / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        # File systems stamp ctime with the kernel's coarse clock: wait for it to move on past the uploads.
        time.sleep(0.02)
        started = time.time_ns()
        time.sleep(0.01)
        source = Path(pod, ".tmpScript")
        source.mkdir()
        script = source / "script.xsh"
        script.write_text(source_code, encoding="utf-8", errors="surrogatepass")
        stdout, stderr, exit_code = _run(script, workspace, env, timeout)
        stored = {}
        for name in _changed_files(workspace, started):
            found = workspace / _pod_path(f"/workspace/{name}")
            if not found.is_file():
                url = f"http://10.42.0.7:8000/workspace/{name}"
                raise ServiceFailure(
                    f"Client error '404 Not Found' for url '{url}'\nFor more information check: https://developer.mozilla.org/en-US/docs/Web/HTTP/Status/404"
                )
            stored[f"/workspace/{name}"] = storage.write(found.read_bytes())
        return {"stdout": stdout, "stderr": stderr, "exit_code": exit_code, "files": stored}
