"""Python's own HTTP libraries over skep_fetch: http.client with all that stands on it, urllib3 and requests, pyodide.http, httpx."""

import io
import socket

import skep_fetch

# What is no longer true of a body that the browser has decoded.
STALE = {"content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive"}


class Exchange:
    """Stands in for the socket of one connection: takes the bytes of a request, gives the bytes of its response."""

    def __init__(self, origin, timeout):
        self.origin = origin
        self.timeout = timeout
        self.sent = bytearray()
        self.received = None

    def sendall(self, data, _flags=0):
        self.sent += data

    def send(self, data, _flags=0):
        self.sent += data
        return len(data)

    def makefile(self, _mode="rb", *_arguments, **_keywords):
        if self.received is None:
            self.run()
        received, self.received = self.received, None
        return io.BytesIO(received)

    def settimeout(self, timeout):
        self.timeout = timeout

    def gettimeout(self):
        return self.timeout

    def setsockopt(self, *_arguments):
        return None

    def shutdown(self, _how):
        return None

    def close(self):
        return None

    def run(self):
        """Has the request answered."""
        head, _, body = bytes(self.sent).partition(b"\r\n\r\n")
        self.sent.clear()
        request, *lines = head.decode("latin-1").split("\r\n")
        method, target, _version = request.split(" ", 2)
        headers = [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)]
        if any(name.lower() == "transfer-encoding" and value.lower() == "chunked" for name, value in headers):
            body = _without_chunks(body)
        url = target if "://" in target else self.origin + target
        answer = skep_fetch.fetch(method, url, headers, body or None, self.timeout)
        self.received = _as_bytes(answer, method)


def _without_chunks(data):
    body, rest = bytearray(), data
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        length = int(size.split(b";")[0], 16)
        if length == 0:
            break
        body += rest[:length]
        rest = rest[length + 2 :]
    return bytes(body)


def _as_bytes(answer, method):
    lines = [f"HTTP/1.1 {answer.status} {answer.reason or 'Unknown'}"]
    for name, value in answer.headers:
        if name.lower() not in STALE or (method == "HEAD" and name.lower() == "content-length"):
            lines.append(f"{name}: {' '.join(value.splitlines())}")
    if method != "HEAD":
        lines.append(f"Content-Length: {len(answer.body)}")
    lines += ["Connection: close", "", ""]
    return "\r\n".join(lines).encode("latin-1", "replace") + answer.body


def adapt_http_client(client):
    """urllib.request, xmlrpc and whoever else uses http.client."""
    send_request = client.HTTPConnection._send_request

    def connect(self):
        if self._tunnel_host:
            raise skep_fetch.NetworkError("there are no proxies here", "request", self._tunnel_host)
        timeout = self.timeout if isinstance(self.timeout, (int, float)) else socket.getdefaulttimeout()
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == self.default_port else f":{self.port}"
        scheme = "https" if self.default_port == 443 else "http"
        self.sock = Exchange(f"{scheme}://{host}{port}", timeout)

    def send_and_run(self, *arguments, **keywords):
        send_request(self, *arguments, **keywords)
        # At once: a failure belongs to the request, as it does where there is a real connection.
        if isinstance(self.sock, Exchange):
            self.sock.run()

    client.HTTPConnection.connect = connect
    client.HTTPConnection._send_request = send_and_run
    if hasattr(client, "HTTPSConnection"):
        client.HTTPSConnection.connect = connect


def adapt_urllib3(module):
    """urllib3.contrib.emscripten.fetch, and with it requests."""

    def send_request(request):
        from urllib3.exceptions import ReadTimeoutError

        body = request.body
        if body is not None and not isinstance(body, (str, bytes, bytearray, memoryview)):
            body = body.read() if hasattr(body, "read") else b"".join(part.encode() if isinstance(part, str) else part for part in body)
        try:
            answer = skep_fetch.fetch(request.method, request.url, request.headers.items(), body, request.timeout or None)
        except skep_fetch.NetworkTimeoutError as error:
            raise ReadTimeoutError(None, request.url, str(error)) from error
        except skep_fetch.NetworkError as error:
            raise module._RequestError(str(error), request=request) from error
        headers = {name: value for name, value in answer.headers if name.lower() not in STALE}
        return module.EmscriptenResponse(status_code=answer.status, headers=headers, body=answer.body, request=request)

    module.send_request = send_request
    module.send_streaming_request = lambda _request: None


def adapt_urllib3_connection(module):
    """urllib3.contrib.emscripten.connection has taken the names of the functions by value."""
    from urllib3.contrib.emscripten import fetch

    module.send_request = fetch.send_request
    module.send_streaming_request = fetch.send_streaming_request


class XMLHttpRequest:
    """The part of the browser's object that open_url and pyxhr use; requests are made while the program waits."""

    responseType = ""  # noqa: N815

    @classmethod
    def new(cls):
        return cls()

    def open(self, method, url, _asynchronous=False):
        self._request = (method, url)
        self._headers = []

    def setRequestHeader(self, name, value):  # noqa: N802
        self._headers.append((name, value))

    def send(self, body=None):
        answer = skep_fetch.fetch(*self._request, self._headers, body)
        self.status, self.statusText, self.responseURL = answer.status, answer.reason, answer.url
        self._answer = answer
        self.responseText = answer.body.decode(errors="replace")
        self.response = self.responseText

    def getAllResponseHeaders(self):  # noqa: N802
        return "".join(f"{name}: {value}\r\n" for name, value in self._answer.headers)


def adapt_pyodide_http(http):
    class FetchResponse(http.FetchResponse):
        """A response whose address the browser's object does not know."""

        @property
        def url(self):
            return self._url

    async def pyfetch(request, /, *, signal=None, fetcher=None, **options):
        url = request if isinstance(request, str) else request.url
        headers = options.get("headers") or {}
        headers = headers.to_py() if hasattr(headers, "to_py") else headers
        body = options.get("body")
        if hasattr(body, "to_bytes"):
            body = body.to_bytes()
        pairs = headers.items() if hasattr(headers, "items") else headers
        answer = await skep_fetch.fetch_async(options.get("method", "GET"), url, pairs, body)
        made = FetchResponse("", skep_fetch.response(answer))
        made._url = answer.url
        return made

    http.pyfetch = pyfetch
    http._pyfetch.pyfetch = pyfetch
    http.XMLHttpRequest = XMLHttpRequest
    http.pyxhr.XMLHttpRequest = XMLHttpRequest


def adapt_httpx(module):
    """httpx._transports.jsfetch."""
    from httpx._exceptions import ConnectError, ReadTimeout
    from httpx._models import Response

    def arguments(request, body):
        timeout = request.extensions.get("timeout", {}).get("read")
        headers = [(name, value) for name, value in request.headers.multi_items() if name.lower() not in STALE]
        return request.method, str(request.url), headers, body or None, timeout

    def told(request, error):
        kind = ReadTimeout if isinstance(error, skep_fetch.NetworkTimeoutError) else ConnectError
        return kind(str(error), request=request)

    def received(answer):
        headers = [(name, value) for name, value in answer.headers if name.lower() not in STALE]
        return Response(status_code=answer.status, headers=headers, content=answer.body)

    def handle_request(_self, request):
        try:
            return received(skep_fetch.fetch(*arguments(request, b"".join(request.stream))))
        except skep_fetch.NetworkError as error:
            raise told(request, error) from error

    async def handle_async_request(_self, request):
        try:
            return received(await skep_fetch.fetch_async(*arguments(request, b"".join([part async for part in request.stream]))))
        except skep_fetch.NetworkError as error:
            raise told(request, error) from error

    module.JavascriptFetchTransport.handle_request = handle_request
    module.AsyncJavascriptFetchTransport.handle_async_request = handle_async_request
