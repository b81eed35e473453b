"""A line that is printed for a request sends that request."""

import re
import socket
import subprocess
import threading

import pytest
from harness.curl import curl_line

from call import Call

pytestmark = pytest.mark.only_sqlite  # Nothing here asks a server.

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
JSON = ("Content-Type", "application/json")


def sent_by(line, listener):
    """The bytes that the line sends, without the headers that are curl's own."""
    received = []

    def serve():
        with listener.accept()[0] as client:
            data = b""
            while not is_whole(data):
                data += client.recv(65536)
            received.append(data)
            client.sendall(ANSWER)

    thread = threading.Thread(target=serve)
    thread.start()
    done = subprocess.run(["bash", "-c", line], capture_output=True, timeout=30)
    thread.join(30)
    assert done.returncode == 0 and done.stdout.startswith(b"HTTP/1.1 200"), done
    return received[0]


def is_whole(data):
    head, end, body = data.partition(b"\r\n\r\n")
    if b"Transfer-Encoding: chunked" in head:
        return body.endswith(b"0\r\n\r\n")
    length = re.search(rb"Content-Length: (\d+)", head)
    return end and len(body) == int(length[1] if length else 0)


def parts(request):
    """What matters of a request: its first line, its headers in any order, its body whole."""
    head, _, body = request.partition(b"\r\n\r\n")
    line, *headers = head.split(b"\r\n")
    if b"Transfer-Encoding: chunked" in headers:
        body = b"".join(re.findall(rb"[0-9a-f]+\r\n(.*?)\r\n", body, re.DOTALL))
    own = (b"user-agent:", b"accept: */*")
    return line, sorted(each.rstrip() for each in headers if not each.lower().startswith(own)), body


@pytest.mark.parametrize("call", [
    Call("GET", "/store/", ("page=1", "x[]={a}", "y='")), Call("DELETE", "/a/../b%20c"), Call("GET", "/é\udcff"),
    Call("HEAD", "/x"), Call("GET", "/x", body=b"{}"), Call("POST", "/x", body=b"@file"),
    Call("POST", "/x", headers=(JSON,), body=b""),
    Call("PATCH", "/x", headers=(JSON, ("X-Odd", "it's \"\\ é\udcff $HOME `id` !"), ("X-Empty", "")), body=b'"it\'s"'),
    Call("POST", "/x", headers=(JSON,), body=b"-n \0\xff%s\\n\r\n'\"$x\t"),
    Call("POST", "/x", body=b"a" * 3000 + b"%" * 200 + b"b"),
    Call("POST", "/x", headers=(JSON,), body=bytes(range(256))), Call("POST", "/x", body=b" " * (2**20 + 1)),
    Call("POST", "/x", headers=(JSON, ("Accept", "text/html")), body=b'{"a":[1,2,3]}', chunk_bytes=5),
], ids=lambda call: f"{call.method} {len(call.body or b'')} bytes")
def test_the_line_sends_the_request(call):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        request = call.to_bytes(listener.getsockname())
        line = curl_line(request, listener.getsockname())
        assert line.isascii() and len(line) < 3000
        assert parts(sent_by(line, listener)) == parts(request)
