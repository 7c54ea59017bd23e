"""Requests to other hosts: the page outside makes them, if it is allowed to. Here they are asked for and waited for."""

import json

ADVICE = "the sandbox has no network (Settings, or --allow-host, can grant hosts): add the data as an input file"
# Longest single block: Stop is seen between two of them.
SLICE_MS = 100

_host = None
_granted = False
# What the last request failed for: libraries that try several places keep it to themselves.
last_failure = None


class NetworkError(OSError):
    """A request that was not answered. `reason` is one word, `url` what was asked for."""

    def __init__(self, message, reason="", url=""):
        super().__init__(message)
        self.reason = reason
        self.url = url


class NoNetworkError(NetworkError):
    """Raised where a program asks for another host and there is no network."""


class NetworkRefusedError(NetworkError, PermissionError):
    """The host is not granted: the person said no, or nobody was there to say yes."""


class NetworkTimeoutError(NetworkError, TimeoutError):
    """The host did not answer in time."""


class Answer:
    """A response: `status`, `reason`, `url` after redirects, `headers` as pairs, `body` as bytes."""

    def __init__(self, head, body):
        self.status = head["status"]
        self.reason = head["statusText"]
        self.url = head["url"]
        self.headers = [(name, value) for name, value in head["headers"]]
        self.body = body


def connect(network):
    """`network` asks the page: ask, begin, waitFor, canBlock, response."""
    global _host
    _host = network


def grant(granted):
    """Whether asking can be of use at all."""
    global _granted
    _granted = granted


def fetch(method, url, headers=(), body=None, timeout=None):
    """One request, made while the program waits. `timeout` in seconds. Raises a NetworkError."""
    from pyodide.ffi import can_run_sync, run_sync

    written, data = _write(method, url, headers, body, timeout)
    if _host.canBlock:
        _host.begin(written, data)
        # KeyboardInterrupt comes between two turns.
        while not (handed := _host.waitFor(SLICE_MS)):
            pass
    elif can_run_sync():
        handed = run_sync(_host.ask(written, data))
    else:
        raise NetworkError(
            "only `await pyodide.http.pyfetch(...)` works here: this page is served without the headers that let a program wait for an answer",
            "waiting",
            url,
        )
    return _read(handed, url)


async def fetch_async(method, url, headers=(), body=None, timeout=None):
    """The same, awaited."""
    written, data = _write(method, url, headers, body, timeout)
    return _read(await _host.ask(written, data), url)


def response(answer):
    """An answer as the browser's own object."""
    head = {"status": answer.status, "statusText": answer.reason, "headers": answer.headers}
    return _host.response(json.dumps(head), _to_js(answer.body))


def _write(method, url, headers, body, timeout):
    if not _granted:
        raise NoNetworkError(ADVICE, "off", url)
    if isinstance(body, str):
        body = body.encode()
    pairs = [(str(name), value.decode("latin-1") if isinstance(value, bytes) else str(value)) for name, value in headers]
    written = json.dumps({"method": method, "url": str(url), "headers": pairs, "timeoutMs": timeout * 1000 if timeout else None})
    return written, None if body is None else _to_js(bytes(body))


def _to_js(data):
    from pyodide.ffi import to_js

    return to_js(data)


def _read(handed, url):
    global last_failure
    head = json.loads(handed.head)
    if head["ok"]:
        return Answer(head, handed.body.to_bytes())
    kinds = {"off": NoNetworkError, "locked": NoNetworkError, "refused": NetworkRefusedError, "unasked": NetworkRefusedError, "time": NetworkTimeoutError}
    last_failure = kinds.get(head["reason"], NetworkError)(head["message"], head["reason"], url)
    raise last_failure
