"""The sandboxes of the stand-in: each has a home folder, kernels by context, and a life time."""

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

HOME = "/home/user"
KERNEL = Path(__file__).with_name("kernel.py")


class Context:
    """One kernel process and the cell it runs."""

    def __init__(self, sandbox: "Sandbox", cwd: str):
        self.id = str(uuid.uuid4())
        self.cwd = cwd
        self.sandbox = sandbox
        self.lock = threading.Lock()
        self.cells = 0
        self.process = self._start()

    def _start(self) -> subprocess.Popen:
        folder = self.sandbox.real_path(self.cwd)
        # As `%cd` of a folder that is not there: the kernel stays where it is.
        return subprocess.Popen(
            [sys.executable, "-B", str(KERNEL)],
            cwd=folder if folder.is_dir() else self.sandbox.root,
            env={**os.environ, "SANDBOX_ROOT": str(self.sandbox.root)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )

    def restart(self):
        self.kill()
        self.process = self._start()

    def kill(self):
        self.process.kill()

    def interrupt(self):
        self.process.send_signal(2)

    def run(self, code: str):
        """Yields the events of one cell, the last one included."""
        with self.lock:
            process = self.process
            self.cells += 1
            process.stdin.write(json.dumps({"code": code}) + "\n")
            process.stdin.flush()
            for line in process.stdout:
                event = json.loads(line)
                yield event
                if event["type"] == "end_of_execution":
                    return
            if not self.sandbox.alive:
                # The whole machine is gone, and with it the connection.
                raise ConnectionAbortedError
            yield {"type": "error", "name": "UnexpectedEndOfExecution", "value": "Connection to the execution was closed before the execution was finished", "traceback": ""}
            yield {"type": "end_of_execution"}

    def describe(self) -> dict:
        return {"id": self.id, "language": "python", "cwd": self.cwd}


class Sandbox:
    def __init__(self, seconds: float):
        self.id = "i" + secrets.token_hex(10)
        self.access_token = secrets.token_hex(16)
        self.root = Path(tempfile.mkdtemp(prefix="e2b-sandbox-"))
        (self.root / "home/user").mkdir(parents=True)
        self.contexts: dict[str, Context] = {}
        self.timer: threading.Timer | None = None
        self.extend(seconds)

    def extend(self, seconds: float):
        self.ends = time.monotonic() + seconds
        if self.timer is not None:
            self.timer.cancel()
        self.timer = threading.Timer(seconds, self.destroy)
        self.timer.daemon = True
        self.timer.start()

    @property
    def alive(self) -> bool:
        return time.monotonic() < self.ends

    def real_path(self, path: str) -> Path:
        """A path in the sandbox as a path on this machine; relative ones are below the home folder."""
        absolute = path if path.startswith("/") else f"{HOME}/{path}"
        return Path(self.root, absolute.lstrip("/"))

    def shown_path(self, path: Path) -> str:
        return "/" + str(path.relative_to(self.root))

    def context(self, cwd: str = HOME) -> Context:
        made = Context(self, cwd)
        self.contexts[made.id] = made
        return made

    def destroy(self):
        self.ends = 0
        for context in self.contexts.values():
            context.kill()
        shutil.rmtree(self.root, ignore_errors=True)


class Park:
    """All sandboxes."""

    def __init__(self):
        self.sandboxes: dict[str, Sandbox] = {}
        self.created = 0
        self.killed = 0

    def create(self, seconds: float) -> Sandbox:
        sandbox = Sandbox(seconds)
        self.sandboxes[sandbox.id] = sandbox
        self.created += 1
        return sandbox

    def find(self, sandbox_id: str | None) -> Sandbox | None:
        sandbox = self.sandboxes.get(sandbox_id or "")
        if sandbox is not None and not sandbox.alive:
            self.kill(sandbox.id)
            return None
        return sandbox

    def kill(self, sandbox_id: str) -> bool:
        sandbox = self.sandboxes.pop(sandbox_id, None)
        if sandbox is None:
            return False
        self.killed += 1
        sandbox.destroy()
        return True

    def close(self):
        for sandbox_id in list(self.sandboxes):
            self.kill(sandbox_id)
