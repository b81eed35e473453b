"""Stands between the fuzzer and the server and spoils some of the answers, so that the fuzzer can be seen to notice."""

import re
import socket

from harness.client import Connection, Response
from harness.door import Door


class SpoilingProxy:
    """`spoil(request, response)` gives the response that the client gets, or None to hang up instead."""

    def __init__(self, upstream, spoil):
        self._upstream = upstream
        self._spoil = spoil
        listener = socket.create_server(("127.0.0.1", 0))
        self.address = listener.getsockname()
        self._door = Door(listener, self._serve)

    def stop(self):
        self._door.close()

    def _serve(self, client):
        with client, client.makefile("rb") as stream, Connection(self._upstream) as upstream:
            is_open = True
            while is_open and (request := _read_request(stream)):
                response = upstream.exchange(request)
                is_open = not response.closes
                spoilt = self._spoil(request, response)
                if spoilt is None:
                    return
                client.sendall(_to_bytes(request, spoilt))


def _read_request(stream):
    """The bytes of one request; none when there is no more."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = stream.readline()
        if not line:
            return b""
        head += line
    length = re.search(rb"\r\nContent-Length: (\d+)\r\n", head)
    if length:
        return head + stream.read(int(length[1]))
    return head + (_read_chunks(stream) if b"\r\nTransfer-Encoding: chunked\r\n" in head else b"")


def _read_chunks(stream):
    chunks = []
    while not chunks or int(chunks[-2], 16) > 0:
        size = stream.readline()
        chunks += [size, stream.read(int(size, 16) + 2)]
    return b"".join(chunks)


def _to_bytes(request, response):
    lines = [f"{response.version} {response.status} {response.reason}"]
    lines += [f"{name}: {len(response.body) if name == 'Content-Length' and response.body else value}"
              for name, value in response.headers]
    body = b"" if request.startswith(b"HEAD ") else response.body
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def with_header(response, name, value):
    """The response with this header alone of its name; without it when the value is None."""
    kept = [pair for pair in response.headers if pair[0].lower() != name.lower()]
    return Response(response.version, response.status, response.reason,
                    kept if value is None else [*kept, (name, value)], response.body)
