"""No network: what Python's own means of reaching a host say here, at once and in words."""

import socket

ADVICE = "the sandbox has no network: download the data yourself and add it as an input file"


class NoNetworkError(OSError):
    """Raised where a program asks for another host."""


def install():
    def refuse(*_arguments, **_keywords):
        raise NoNetworkError(ADVICE)

    socket.create_connection = refuse
    socket.getaddrinfo = refuse
    socket.gethostbyname = refuse
    socket.gethostbyname_ex = refuse
    socket.socket.connect = refuse
    socket.socket.connect_ex = refuse
