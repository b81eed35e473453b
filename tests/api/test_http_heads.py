"""The head of a request, byte by byte: what is dropped in silence, what is refused and closes the connection."""

import pytest

pytestmark = pytest.mark.any_engine

HEAD_BYTES_MAX = 32 * 1024
GET = b"GET /store/ HTTP/1.1\r\n"
CANARY = "canary-5b07@private.example"


@pytest.fixture
def lines(client, admin):
    """The usual header lines of a request to the shared server."""
    host = f"{client.address[0]}:{client.address[1]}"
    return f"Host: {host}\r\nAuthorization: {admin.header}\r\n".encode()


def assert_refused_and_closed(client, request, status=400):
    with client.connect() as connection:
        answer = connection.exchange(request, malformed=True)
        assert answer.status == status, answer.summary()
        assert answer.closes, "the answer does not say that the connection closes"
        assert connection.ended(), "the connection stays open"


# --- dropped

DROPPED = {
    "a body as a header line": f'{{"email":"{CANARY}","x":[1,2]}}'.encode(),
    "a word": b"garbage",
    "several words": f"hello {CANARY} again".encode(),
    "no name": b": value",
    "a space in the name": b"X Y: value",
    "a space before the colon": b"X-Odd : value",
    "a tab before the colon": b"X-Odd\t: value",
    "a name that is not ASCII": "Ünï: value".encode(),
    "bytes": b"\xff\xfe\xfd: value",
    "a bracket": b"[x]: value",
    "a slash": b"a/b: value",
    "quotes": b'"Host": value',
    "parentheses": b"(comment): value",
    "an at sign": f"{CANARY}: value".encode(),
    "an equals sign": b"a=b",
    "another name that holds a dangerous one": b"X-Content-Length 5: 5",
    "a comma": b"Content,Length: 5",
}


@pytest.mark.parametrize("line", DROPPED.values(), ids=DROPPED.keys())
@pytest.mark.parametrize("place", ["first", "middle", "last"])
def test_a_line_that_is_no_header_is_dropped(server, client, lines, line, place):
    host, authorization, _ = lines.split(b"\r\n")
    ordered = {"first": [line, host, authorization], "middle": [host, line, authorization],
               "last": [host, authorization, line]}[place]
    request = GET + b"\r\n".join(ordered) + b"\r\n\r\n"
    with client.connect() as connection:
        assert connection.exchange(request).status == 200
        assert connection.exchange(request).status == 200  # The connection goes on.
    assert CANARY not in server.log


def test_the_php_client_that_repeats_its_body_as_a_header_line_is_served(server, client, lines):
    body = f'{{"name":"From PHP","note":"{CANARY}"}}'.encode()
    request = (b"PATCH /admin/v1/store HTTP/1.1\r\n" + lines + b"Content-Type: application/json\r\n" + body + b"\r\n"
               + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
    answer = client.raw(request)
    assert answer.status == 200 and answer.json()["name"] == "From PHP"
    assert CANARY not in server.log


def test_values_may_be_empty_padded_and_not_ascii(client, lines):
    odd = b"X-A:\r\nX-B:   \r\nX-C:x\r\nX-D:\t x \t\r\nX-E: \xff\xc3\xa9\r\nX-F: a:b:c\r\n!#$%&'*+-.^_`|~9: x\r\n"
    assert client.raw(GET + lines + odd + b"\r\n").status == 200


def test_a_thousand_headers_are_taken(client, lines):
    assert client.raw(GET + lines + b"".join(b"X-%d: y\r\n" % number for number in range(1000)) + b"\r\n").status == 200


def test_header_names_are_compared_without_case(client, admin):
    request = (f"PATCH /admin/v1/store HTTP/1.1\r\nhOST: x\r\nAUTHORIZATION: {admin.header}\r\n"
               "content-TYPE: application/json\r\ncONTENT-lENGTH: 2\r\n\r\n{}").encode()
    assert client.raw(request).status == 200


# --- refused

CLOSING_LINES = {
    "two lengths": b"Content-Length: 2\r\nContent-Length: 3\r\n",
    "two equal lengths": b"Content-Length: 2\r\nContent-Length: 2\r\n",
    "two lengths in other cases": b"Content-Length: 2\r\ncontent-length: 2\r\n",
    "a list of lengths": b"Content-Length: 2, 2\r\n",
    "a list with an empty part": b"Content-Length: 2,\r\n",
    "a negative length": b"Content-Length: -2\r\n",
    "a length with a plus": b"Content-Length: +2\r\n",
    "a hex length": b"Content-Length: 0x2\r\n",
    "a length with a letter": b"Content-Length: 2a\r\n",
    "a length with a dot": b"Content-Length: 2.0\r\n",
    "two numbers": b"Content-Length: 2 2\r\n",
    "no number": b"Content-Length: two\r\n",
    "an empty length": b"Content-Length:\r\n",
    "a quoted length": b'Content-Length: "2"\r\n',
    "a length beyond 64 bits": b"Content-Length: 18446744073709551618\r\n",
    "a length without end": b"Content-Length: " + b"9" * 100 + b"\r\n",
    "length and transfer encoding": b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
    "transfer encoding and length": b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n",
    "length zero and transfer encoding": b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n",
    "xchunked": b"Transfer-Encoding: xchunked\r\n",
    "identity": b"Transfer-Encoding: identity\r\n",
    "gzip": b"Transfer-Encoding: gzip\r\n",
    "gzip, chunked": b"Transfer-Encoding: gzip, chunked\r\n",
    "chunked, gzip": b"Transfer-Encoding: chunked, gzip\r\n",
    "chunked twice in one line": b"Transfer-Encoding: chunked, chunked\r\n",
    "chunked in two lines": b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    "chunked and identity in two lines": b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
    "chunked with a comma": b"Transfer-Encoding: chunked,\r\n",
    "a comma and chunked": b"Transfer-Encoding: ,chunked\r\n",
    "chunked with a parameter": b"Transfer-Encoding: chunked;q=1\r\n",
    "quoted chunked": b'Transfer-Encoding: "chunked"\r\n',
    "an empty transfer encoding": b"Transfer-Encoding:\r\n",
    "chunked with a vertical tab": b"Transfer-Encoding: \x0bchunked\r\n",
    "a second host": b"Host: other\r\n",
    "a second host, the same": b"Host: x\r\nhost: x\r\n",
    "a folded line": b"X-A: b\r\n c\r\n",
    "a line folded with a tab": b"X-A: b\r\n\tc\r\n",
    "a folded length": b"Content-Length:\r\n 2\r\n",
    "a fold before a header": b"X-A: b\r\n Content-Length: 2\r\n",
    "a bare line feed": b"X-A: b\nX-B: c\r\n",
    "a bare line feed as the line end": b"X-A: b\n",
    "a bare carriage return": b"X-A: b\rX-B: c\r\n",
    "a carriage return at the end of a value": b"X-A: b\r\r\n",
    "a NUL in a value": b"X-A: b\0c\r\n",
    "a NUL in a name": b"X-\0A: b\r\n",
    "a NUL in a dropped line": b"garb\0age\r\n",
    "a length with a space before the colon": b"Content-Length : 2\r\n",
    "a length with a tab before the colon": b"Content-Length\t: 2\r\n",
    "a transfer encoding with a space before the colon": b"Transfer-Encoding : chunked\r\n",
    "a host with a space before the colon": b"Host : other\r\n",
    "a length without a colon": b"Content-Length\r\n",
    "a host without a colon": b"host\r\n",
    "a transfer encoding without a colon": b"TRANSFER-ENCODING\r\n",
}


@pytest.mark.parametrize("extra", CLOSING_LINES.values(), ids=CLOSING_LINES.keys())
def test_conflicting_or_broken_lines_are_refused_and_close(client, lines, extra):
    head = b"PATCH /admin/v1/store HTTP/1.1\r\n" + lines + b"Content-Type: application/json\r\n" + extra + b"\r\n"
    assert_refused_and_closed(client, head)


def test_a_request_smuggled_behind_conflicting_lengths_is_not_served(client, lines):
    smuggled = GET + lines + b"\r\n"
    length = b"Content-Length: %d\r\n" % len(smuggled)
    head = b"PATCH /admin/v1/store HTTP/1.1\r\n" + lines + b"Content-Type: application/json\r\n" + length
    with client.connect() as connection:
        answer = connection.exchange(head + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled, malformed=True)
        assert answer.status == 400
        assert connection.drain() == b""


def test_a_fold_right_after_the_request_line_is_refused(client, lines):
    assert_refused_and_closed(client, GET + b" X-A: b\r\n" + lines + b"\r\n")


def test_no_host_is_refused(client, admin):
    assert_refused_and_closed(client, GET + f"Authorization: {admin.header}\r\n\r\n".encode())


@pytest.mark.parametrize("version", [b"1.0", b"1.1"])
def test_two_hosts_are_refused(client, version):
    assert_refused_and_closed(client, b"GET /store/ HTTP/%b\r\nHost: a\r\nHost: b\r\n\r\n" % version)


def test_a_transfer_encoding_in_http_1_0_is_refused(client, lines):
    assert_refused_and_closed(client,
                              b"PATCH /admin/v1/store HTTP/1.0\r\n" + lines + b"Content-Type: application/json\r\n"
                              b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")


REQUEST_LINES = {
    "only a method": b"GET\r\n", "no version": b"GET /store/\r\n", "no target": b"GET HTTP/1.1\r\n",
    "two spaces": b"GET  /store/ HTTP/1.1\r\n", "two spaces before the version": b"GET /store/  HTTP/1.1\r\n",
    "a space in the target": b"GET /store/ x HTTP/1.1\r\n",
    "a tab": b"GET\t/store/\tHTTP/1.1\r\n", "a space first": b" GET /store/ HTTP/1.1\r\n",
    "a space last": b"GET /store/ HTTP/1.1 \r\n",
    "no slash": b"GET store HTTP/1.1\r\n", "an empty method": b" /store/ HTTP/1.1\r\n",
    "a method that is no token": b"G@T /store/ HTTP/1.1\r\n",
    "a lower-case version": b"GET /store/ http/1.1\r\n", "another protocol": b"GET /store/ XTTP/1.1\r\n",
    "a version without a dot": b"GET /store/ HTTP/11\r\n",
    "a long version": b"GET /store/ HTTP/1.11\r\n", "a NUL in the target": b"GET /sto\0re/ HTTP/1.1\r\n",
    "a control character": b"GET /sto\x01re/ HTTP/1.1\r\n",
    "a bare carriage return": b"GET /sto\rre/ HTTP/1.1\r\n", "a bare line feed as the end": b"GET /store/ HTTP/1.1\n",
    "garbage": b"\x16\x03\x01\x02\x00\x01\r\n",
}


@pytest.mark.parametrize("line", REQUEST_LINES.values(), ids=REQUEST_LINES.keys())
def test_a_broken_request_line_is_refused_and_closes(client, lines, line):
    assert_refused_and_closed(client, line + lines + b"\r\n")


@pytest.mark.parametrize("version", [b"HTTP/2.0", b"HTTP/0.9", b"HTTP/3.0"])
def test_another_version_of_http_is_refused_and_closes(client, lines, version):
    assert_refused_and_closed(client, b"GET /store/ " + version + b"\r\n" + lines + b"\r\n", 400)
    assert_refused_and_closed(client, b"PRI * HTTP/2.0\r\n" + lines + b"\r\nSM\r\n\r\n", 400)


# --- the size of the head

def head_of(size, lines):
    frame = GET + lines + b"X-Padding: \r\n\r\n"
    return frame[:-4] + b"x" * (size - len(frame)) + b"\r\n\r\n"


def test_a_head_of_the_largest_size_is_taken(client, lines):
    request = head_of(HEAD_BYTES_MAX, lines)
    assert len(request) == 32768
    assert client.raw(request).status == 200


@pytest.mark.parametrize("more", [1, 100, 40000, 300000])
def test_a_larger_head_is_refused_and_closes(client, lines, more):
    assert_refused_and_closed(client, head_of(HEAD_BYTES_MAX + more, lines), 431)


def test_a_head_without_end_is_refused_before_it_ends(client, lines):
    assert_refused_and_closed(client, GET + lines + b"X-A: " + b"x" * 40000, 431)
    assert_refused_and_closed(client, GET + lines + b"X-A: b\r\n" * 5000, 431)
    assert_refused_and_closed(client, GET + lines + b"garbage\r\n" * 5000, 431)


def test_a_target_without_end_is_refused(client, lines):
    assert_refused_and_closed(client, b"GET /" + b"a" * 40000 + b" HTTP/1.1\r\n" + lines + b"\r\n", 431)
    assert_refused_and_closed(client, b"G" * 40000, 431)


def test_the_limit_holds_for_each_request_on_a_connection(client, lines):
    with client.connect() as connection:
        for _ in range(4):
            assert connection.exchange(head_of(20000, lines)).status == 200
        assert connection.exchange(head_of(HEAD_BYTES_MAX, lines)).status == 200
        assert connection.exchange(head_of(HEAD_BYTES_MAX + 1, lines), malformed=True).status == 431


# --- in pieces

def test_a_head_may_come_byte_by_byte(client, lines):
    request = GET + b"no header at all\r\n" + lines + b"\r\n"
    with client.connect() as connection:
        for byte in range(len(request)):
            connection.send(request[byte:byte + 1])
        assert connection.read(request).status == 200


@pytest.mark.parametrize("extra", [b"X-A: b\r\n c\r\n", b"Content-Length: 2\r\nContent-Length: 2\r\n", b"X-A: b\0\r\n"],
                         ids=repr)
def test_a_broken_head_may_come_byte_by_byte(client, lines, extra):
    request = GET + lines + extra + b"\r\n"
    with client.connect() as connection:
        for byte in range(len(request)):
            try:
                connection.send(request[byte:byte + 1])
            except ConnectionError:
                break
        assert connection.read(request, malformed=True).status == 400
