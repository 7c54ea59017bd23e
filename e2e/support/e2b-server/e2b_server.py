"""A local stand-in for E2B's cloud, for tests: it answers what @e2b/code-interpreter sends and really runs Python.

    python3 e2b_server.py --key KEY [--port 0] [--follow-stdin]

prints one JSON line {"port", "python"} and serves on loopback. /api is the control plane, /sandbox every sandbox, told
apart by the headers that the SDK sends when one address serves all. Nothing here isolates anything: run only test
programs. A path /fault/NAME/api or /fault/NAME/sandbox answers as a broken service would. GET /count tells how many
sandboxes were made and killed.
"""

import argparse
import fcntl
import json
import re
import socket
import struct
import sys
import termios
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import envd
from sandboxes import HOME, Park

HTML = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
ENVD_PORT, JUPYTER_PORT = "49983", "49999"
DEFAULT_SECONDS = 300
# Of the first sandbox that /fault/short-life makes.
SHORT_SECONDS = 1.5
# What /fault/slow waits before each answer of the control plane.
SLOW_SECONDS = 1
# How long a cut waits for the other side to acknowledge what it was sent: delayed acknowledgements take 40 ms.
ARRIVAL_SECONDS = 2


def unacknowledged(connection) -> int:
    """Bytes sent that the other side's kernel has not acknowledged; 0 where the system does not tell (only Linux does)."""
    try:
        return struct.unpack("i", fcntl.ioctl(connection.fileno(), termios.TIOCOUTQ, b"\0\0\0\0"))[0]
    except OSError:
        return 0


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Otherwise a small chunk waits for the acknowledgement of the one before it, and a reset in between throws it away.
    disable_nagle_algorithm = True
    park = Park()
    key = ""

    def log_message(self, *_):
        pass

    def handle(self):
        try:
            super().handle()
        except ConnectionError:
            pass  # the client went away between requests

    def answer(self, status: int, body=None, content_type="application/json", headers=()):
        data = b"" if body is None else body if isinstance(body, bytes) else body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def read_body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def handle_any(self):
        body = self.read_body()
        parts = urlsplit(self.path)
        path, fault = parts.path, None
        if found := re.match(r"/fault/([\w-]+)(/.*)", path):
            fault, path = found[1], found[2]
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if path == "/count":
            return self.answer(200, {"created": self.park.created, "killed": self.park.killed})
        if path.startswith("/api/"):
            return self.control(path.removeprefix("/api"), body, fault)
        if path.startswith("/sandbox/"):
            return self.inside(path.removeprefix("/sandbox"), query, body, fault)
        return self.answer(404, {"code": 404, "message": "not found"})

    do_GET = do_POST = do_DELETE = handle_any

    def control(self, path: str, body: bytes, fault: str | None):
        if fault == "html-500":
            return self.answer(500, HTML, "text/html")
        if fault == "not-json":
            return self.answer(200, HTML, "text/html")
        if fault == "other-version":
            return self.answer(201, {"id": "sbx", "state": "running"})
        if fault == "slow":
            time.sleep(SLOW_SECONDS)
        if fault == "busy":
            return self.answer(429, {"code": 429, "message": "you have reached the maximum number of concurrent sandboxes"})
        if self.headers.get("X-API-KEY") != self.key:
            return self.answer(401, {"code": 401, "message": "Invalid API key"})
        if self.command == "POST" and path == "/v2/sandboxes":
            request = json.loads(body)
            short = fault == "short-life" and self.park.created == 0
            sandbox = self.park.create(SHORT_SECONDS if short else request.get("timeout") or DEFAULT_SECONDS)
            return self.answer(
                201,
                {
                    "templateID": request["templateID"],
                    "sandboxID": sandbox.id,
                    "clientID": "test",
                    "envdVersion": "0.5.7",
                    "envdAccessToken": sandbox.access_token,
                },
            )
        found = re.fullmatch(r"/sandboxes/(\w+)(/timeout)?", path)
        sandbox = self.park.find(found[1]) if found else None
        if sandbox is None:
            return self.answer(404, {"code": 404, "message": f"sandbox {found[1] if found else ''} not found"})
        if self.command == "DELETE":
            self.park.kill(sandbox.id)
            return self.answer(204)
        if self.command == "POST" and found[2]:
            sandbox.extend(json.loads(body)["timeout"])
            return self.answer(204)
        return self.answer(200, {"sandboxID": sandbox.id, "templateID": "code-interpreter-v1", "state": "running", "envdVersion": "0.5.7"})

    def inside(self, path: str, query: dict, body: bytes, fault: str | None):
        if fault == "html-500":
            return self.answer(500, HTML, "text/html")
        if fault == "not-json":
            return self.answer(200, HTML, "text/html")
        sandbox_id = self.headers.get("E2b-Sandbox-Id")
        sandbox = self.park.find(sandbox_id)
        if sandbox is None:
            return self.answer(502, {"sandboxId": sandbox_id, "message": "The sandbox was not found", "code": 502})
        port = self.headers.get("E2b-Sandbox-Port")
        if port == ENVD_PORT:
            return self.files(sandbox, path, query, body)
        if port == JUPYTER_PORT:
            return self.code(sandbox, path, body, fault)
        return self.answer(502, {"sandboxId": sandbox_id, "message": "The sandbox is running but port is not open", "port": port, "code": 502})

    def files(self, sandbox, path: str, query: dict, body: bytes):
        if path == "/health":
            return self.answer(204)
        if self.headers.get("X-Access-Token") != sandbox.access_token:
            return self.answer(401, {"code": 401, "message": "unauthorized access, please provide a valid access token or method signing if supported"})
        if path.startswith("/filesystem.Filesystem/"):
            try:
                return self.answer(200, envd.RPC[path.rsplit("/", 1)[1]](sandbox, json.loads(body)))
            except envd.RpcError as error:
                return self.answer(error.status, {"code": error.code, "message": error.message})
        if path == "/files" and self.command == "POST":
            return self.answer(200, envd.write_files(sandbox, query.get("path"), body, self.headers["Content-Type"]))
        file = sandbox.real_path(query["path"])
        if not file.is_file():
            return self.answer(404, {"code": 404, "message": f"path '{query['path']}' does not exist"})
        return self.answer(200, file.read_bytes(), "application/octet-stream")

    def code(self, sandbox, path: str, body: bytes, fault: str | None):
        if path == "/execute":
            return self.execute(sandbox, json.loads(body), fault)
        if path == "/contexts" and self.command == "GET":
            return self.answer(200, [context.describe() for context in sandbox.contexts.values()])
        if path == "/contexts":
            return self.answer(200, sandbox.context(json.loads(body).get("cwd") or HOME).describe())
        found = re.fullmatch(r"/contexts/([\w-]+)(/restart)?", path)
        context = sandbox.contexts.get(found[1]) if found else None
        if context is None:
            return self.answer(404, f"Context {found[1] if found else ''} not found", "text/plain; charset=utf-8")
        if found[2]:
            context.restart()
        else:
            context.kill()
            del sandbox.contexts[context.id]
        return self.answer(200, "null")

    def execute(self, sandbox, request: dict, fault: str | None):
        context = sandbox.contexts.get(request.get("context_id") or "") if request.get("context_id") else sandbox.context()
        if context is None:
            return self.answer(404, f"Context {request['context_id']} not found", "text/plain; charset=utf-8")
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for event in context.run(request["code"]):
                self.chunk(json.dumps(event) + "\n")
                if fault == "cut" and event["type"] == "stdout" and context.cells > 1:
                    self.cut()
                    return context.kill()
            self.chunk("")
        except ConnectionAbortedError:
            self.cut()
        except OSError:
            # The client went away: its cell is interrupted, so that the next one is not held up.
            context.interrupt()

    def cut(self):
        """Closes the connection with a reset, as a machine or a proxy that goes away does. What was said before has arrived by then."""
        deadline = time.monotonic() + ARRIVAL_SECONDS
        while unacknowledged(self.connection) > 0 and time.monotonic() < deadline:
            time.sleep(0.005)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def chunk(self, text: str):
        data = text.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--key", required=True)
    parser.add_argument("--follow-stdin", action="store_true", help="end when stdin ends: when the process that holds it is gone")
    options = parser.parse_args()
    Handler.key = options.key
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.daemon_threads = True
    print(json.dumps({"port": server.server_port, "python": sys.version.split()[0]}), flush=True)
    if options.follow_stdin:
        threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
    try:
        server.serve_forever()
    finally:
        Handler.park.close()


if __name__ == "__main__":
    main()
