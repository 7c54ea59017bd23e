"""The file side of a sandbox: /files by HTTP, folders by Connect RPC with JSON."""

import datetime
import os
import re
import shutil
import stat
from pathlib import Path

from sandboxes import Sandbox


class RpcError(Exception):
    """Answered as Connect answers it: {code, message}."""

    def __init__(self, status: int, code: str, message: str):
        self.status, self.code, self.message = status, code, message


def entry(sandbox: Sandbox, path: Path) -> dict:
    state = path.lstat()
    kind = "FILE_TYPE_SYMLINK" if path.is_symlink() else "FILE_TYPE_DIRECTORY" if path.is_dir() else "FILE_TYPE_FILE"
    seconds, nanoseconds = divmod(state.st_mtime_ns, 10**9)
    moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    return {
        "name": path.name,
        "type": kind,
        "path": sandbox.shown_path(path),
        "size": str(state.st_size),
        "mode": state.st_mode & 0o777,
        "permissions": stat.filemode(state.st_mode),
        "owner": "user",
        "group": "user",
        "modifiedTime": f"{moment}.{nanoseconds:09d}Z",
    }


def list_dir(sandbox: Sandbox, request: dict) -> dict:
    root = sandbox.real_path(request["path"])
    if not root.is_dir():
        raise RpcError(404, "not_found", f"directory not found: {request['path']}")
    depth = int(request.get("depth") or 1)
    found = []
    for folder, folders, files in os.walk(root):
        level = len(Path(folder).relative_to(root).parts)
        for name in sorted([*folders, *files]):
            found.append(entry(sandbox, Path(folder, name)))
        if level + 1 >= depth:
            folders.clear()
    return {"entries": found}


def make_dir(sandbox: Sandbox, request: dict) -> dict:
    path = sandbox.real_path(request["path"])
    if path.exists():
        raise RpcError(409, "already_exists", f"directory already exists: {request['path']}")
    path.mkdir(parents=True)
    return {"entry": entry(sandbox, path)}


def remove(sandbox: Sandbox, request: dict) -> dict:
    path = sandbox.real_path(request["path"])
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    elif path.exists():
        path.unlink()
    return {}


RPC = {"ListDir": list_dir, "MakeDir": make_dir, "Remove": remove}


def read_form(body: bytes, content_type: str) -> list[tuple[str, bytes]]:
    """The files of a multipart form: file name and bytes, in order."""
    boundary = re.search(r'boundary="?([^";]+)"?', content_type)[1].encode()
    files = []
    for part in body.split(b"--" + boundary)[1:-1]:
        head, _, data = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        name = re.search(rb'filename="((?:[^"\\]|\\.)*)"', head)
        files.append((name[1].decode().replace("%22", '"') if name else "", data.removesuffix(b"\r\n")))
    return files


def write_files(sandbox: Sandbox, path: str | None, body: bytes, content_type: str) -> list[dict]:
    """:param path: of a single file; without it each file goes by its own name."""
    parts = [("", body)] if content_type.startswith("application/octet-stream") else read_form(body, content_type)
    written = []
    for name, data in parts:
        target = sandbox.real_path(path or name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        written.append({"name": target.name, "type": "file", "path": sandbox.shown_path(target)})
    return written
