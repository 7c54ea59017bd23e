"""A local stand-in for bee-code-interpreter's HTTP service, for tests: it keeps the published contract and really runs Python.

    python3 bee_server.py [--port 0] [--timeout 60] [--storage FOLDER] [--follow-stdin]

prints one JSON line {"port", "python"} and serves on loopback. Nothing here isolates anything: run only test programs.
A path /fault/NAME/v1/... answers as a broken service would; the names are in `Handler.fault`.
"""

import argparse
import json
import socket
import struct
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import custom_tool
import pod
import validation

HTML = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr>nginx</body></html>"
ROUTES = {
    "/v1/execute": (["source_code"], ["files", "env"]),
    "/v1/parse-custom-tool": (["tool_source_code"], []),
    "/v1/execute-custom-tool": (["tool_source_code", "tool_input_json"], ["env"]),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    storage: pod.Storage
    timeout_seconds: float
    slow_seconds: float

    def log_message(self, *_):
        pass

    def answer(self, status: int, body, content_type="application/json"):
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        try:
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client gave up: nothing is left to tell

    def fault(self, name: str) -> bool:
        """Answers as a broken service.

        :return: whether the request is done with.
        """
        if name == "html-500":
            self.answer(500, HTML, "text/html")
        elif name == "json-500":
            self.answer(500, {"detail": "RetryError[<Future at 0x7f3c state=finished raised RuntimeError>]"})
        elif name == "plain-500":
            self.answer(500, "Internal Server Error", "text/plain; charset=utf-8")
        elif name == "gave-up":
            time.sleep(self.timeout_seconds)
            self.answer(500, {"detail": ""})
        elif name == "other-version":
            self.answer(200, {"stdout": "hello\n", "stderr": "", "exitCode": 0, "executor_id": "x"})
        elif name == "not-json":
            self.answer(200, "<html>Welcome to the router</html>", "text/html")
        elif name == "gone":
            self.answer(404, {"detail": "Not Found"})
        elif name == "cut":
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", "400")
            self.end_headers()
            self.wfile.write(b'{"stdout": "half an ans')
            self.wfile.flush()
            # Closing with a reset is what a killed pod or proxy looks like.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
        elif name == "slow":
            time.sleep(self.slow_seconds)
            return False
        else:
            self.answer(404, {"detail": "Not Found"})
        return True

    def do_GET(self):
        self.answer(405 if self.path in ROUTES else 404, {"detail": "Method Not Allowed" if self.path in ROUTES else "Not Found"})

    def do_POST(self):
        path = self.path
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if path.startswith("/fault/"):
            _, _, name, rest = path.split("/", 3)
            path = f"/{rest}"
            if self.fault(name):
                return
        if path not in ROUTES:
            self.answer(404, {"detail": "Not Found"})
            return
        try:
            self.answer(200, self.serve(path, validation.parse(body, *ROUTES[path])))
        except validation.Invalid as invalid:
            self.answer(422, {"detail": invalid.detail})
        except custom_tool.ParseError as error:
            self.answer(400, {"error_messages": error.messages})
        except custom_tool.ExecuteError as error:
            self.answer(400, {"stderr": error.stderr})
        except pod.ServiceFailure as failure:
            # /v1/execute turns any failure into `detail`; the tool routes let it fall through to the framework.
            if path == "/v1/execute":
                self.answer(500, {"detail": str(failure)})
            else:
                self.answer(500, "Internal Server Error", "text/plain; charset=utf-8")
        except Exception as error:  # noqa: BLE001 - as the framework does
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            self.answer(500, "Internal Server Error", "text/plain; charset=utf-8")

    def serve(self, path: str, data: dict) -> dict:
        if path == "/v1/execute":
            return self.execute(data["source_code"], data["files"], data["env"])
        if path == "/v1/parse-custom-tool":
            return custom_tool.parse(data["tool_source_code"])
        return custom_tool.execute(data["tool_source_code"], data["tool_input_json"], lambda source: self.execute(source, {}, data["env"]))

    def execute(self, source: str, files: dict, env: dict) -> dict:
        size = len(json.dumps({"source_code": source, "env": env}, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        return pod.execute(self.storage, source, files, env, self.timeout_seconds, size)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=60, help="seconds that a program may run")
    parser.add_argument("--slow", type=float, default=5, help="seconds that /fault/slow waits")
    parser.add_argument("--storage", type=Path)
    parser.add_argument("--follow-stdin", action="store_true", help="end when stdin ends: when the process that holds it is gone")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bee-storage-") as folder:
        Handler.storage = pod.Storage(options.storage or Path(folder))
        Handler.timeout_seconds = options.timeout
        Handler.slow_seconds = options.slow
        server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
        server.daemon_threads = True
        print(json.dumps({"port": server.server_port, "python": sys.version.split()[0]}), flush=True)
        if options.follow_stdin:
            threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
        server.serve_forever()


if __name__ == "__main__":
    main()
