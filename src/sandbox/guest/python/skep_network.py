"""What Python's own means of reaching a host do here: HTTP goes through the page if it is granted, everything else says at once that it cannot."""

import socket

import skep_fetch
import skep_http
from skep_imports import when_imported


def install(network):
    skep_fetch.connect(network)

    def refuse(*_arguments, **_keywords):
        raise skep_fetch.NoNetworkError("there are no sockets here: only HTTP requests can be made" if skep_fetch._granted else skep_fetch.ADVICE)

    socket.create_connection = refuse
    socket.getaddrinfo = refuse
    socket.gethostbyname = refuse
    socket.gethostbyname_ex = refuse
    socket.socket.connect = refuse
    socket.socket.connect_ex = refuse
    when_imported("http.client", skep_http.adapt_http_client)
    when_imported("urllib3.contrib.emscripten.fetch", skep_http.adapt_urllib3)
    when_imported("urllib3.contrib.emscripten.connection", skep_http.adapt_urllib3_connection)
    when_imported("pyodide.http", skep_http.adapt_pyodide_http)
    when_imported("httpx._transports.jsfetch", skep_http.adapt_httpx)
