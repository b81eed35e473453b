"""A request as a line for bash that sends the same bytes with curl, as far as curl can say them."""

import re
import shlex
from itertools import groupby

from harness.client import host_of

INLINE_BODY_BYTES_MAX = 2000
EXPECTING_BODY_BYTES_MIN = 1_000_000
RUN_BYTES_MIN = 100  # A byte that is repeated more often is counted out by `head` and not written out.


def curl_line(request, address):
    head, _, body = request.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    method, _, rest = lines[0].partition(b" ")
    headers = dict(_split(line) for line in lines[1:])
    if headers.get(b"transfer-encoding", b"").lower() == b"chunked":
        body = _without_chunks(body)
    words = [b"curl", b"-sSig", b"--path-as-is", *_method_words(method, body)]
    for line in lines[1:]:
        name, value = _split(line)
        if name not in (b"host", b"content-length"):
            words += [b"-H", line if value else line.partition(b":")[0] + b";"]
    # With a body curl sends these of its own unless it is told otherwise.
    if body and b"content-type" not in headers:
        words += [b"-H", b"Content-Type:"]
    if len(body) > EXPECTING_BODY_BYTES_MIN and b"expect" not in headers:
        words += [b"-H", b"Expect:"]
    is_plain = len(body) <= INLINE_BODY_BYTES_MAX and _is_printable(body) and not body.startswith(b"@")
    if body or b"content-length" in headers:
        words += [b"--data-binary", body if is_plain else b"@-"]
    words += _address_words(address, rest.rpartition(b" ")[0])
    line = " ".join(map(_word, words))
    return line if is_plain else f"{_printing(body)} | {line}"


def _split(line):
    name, _, value = line.partition(b":")
    return name.lower(), value.strip()


def _method_words(method, body):
    if method != b"HEAD":
        return [b"-X", method]
    # With a body curl would wait for one in the answer, too.
    return [b"-X", b"HEAD", b"--max-time", b"2"] if body else [b"--head"]


def _address_words(address, target):
    socket = [b"--unix-socket", address.encode()] if isinstance(address, str) else []
    host = b"http://" + (b"localhost" if socket else host_of(address).encode())
    # In an address curl escapes what is beyond ASCII.
    return [*socket, host + target] if target.isascii() else [*socket, b"--request-target", target, host]


def _is_printable(data):
    return all(0x20 <= byte < 0x7f or byte == 0x0a for byte in data)


def _word(data):
    if _is_printable(data):
        return shlex.quote(data.decode())
    return "$'" + "".join(_escaped(byte, "'\\") for byte in data) + "'"


def _escaped(byte, special):
    character = chr(byte)
    return character if 0x20 <= byte < 0x7f and character not in special else f"\\{byte:03o}"


def _printing(data):
    """A command that prints exactly these bytes."""
    commands, written = [], ""
    for byte, run in groupby(data):
        count = len(list(run))
        if count < RUN_BYTES_MIN:
            written += _escaped(byte, "'\\%-") * count
            continue
        if written:
            commands.append(f"printf '{written}'")
        commands.append(f"head -c {count} /dev/zero | tr '\\0' '\\{byte:03o}'")
        written = ""
    if written:
        commands.append(f"printf '{written}'")
    return commands[0] if len(commands) == 1 else "{ " + "; ".join(commands) + "; }"


def _without_chunks(data):
    """The body that the chunks hold; the bytes as they are when they are no chunks."""
    body, rest = b"", data
    while match := re.match(rb"([0-9A-Fa-f]{1,8})[^\r\n]*\r\n", rest):
        size, start = int(match[1], 16), match.end()
        if size == 0:
            return body
        body, rest = body + rest[start:start + size], rest[start + size + 2:]
    return data
