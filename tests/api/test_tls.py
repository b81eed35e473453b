"""HTTPS by two settings: what a client sees, what a wrong file does, and a certificate that is replaced."""

import contextlib
import http.client
import json
import signal
import socket
import ssl
import time

import pytest

from harness import processes
from harness.certificates import make_certificate
from harness.imports import ENDED, ENDED_SECONDS_MAX, FORM, PUBLIC, form, rows_of
from harness.processes import run
from harness.server import END_SECONDS_MAX, Server

pytestmark = pytest.mark.any_engine


def arguments_of(certificate, key):
    return "--tls-certificate", str(certificate), "--tls-key", str(key)


@pytest.fixture(scope="module")
def files():
    return make_certificate(processes.make_folder(), "first")


@pytest.fixture(scope="module")
def secure(files):
    return Server(arguments=(*arguments_of(*files), "--limits-head-seconds", "1"), owner="TLS")


@pytest.fixture(scope="module")
def secure_by_rsa():
    """A server whose key is of the other kind, and its certificate."""
    certificate, key = make_certificate(processes.make_folder(), "rsa", ["rsa:2048"])
    return Server(arguments=arguments_of(certificate, key), owner="TLS by RSA"), certificate


def context_for(certificate):
    return ssl.create_default_context(cafile=certificate)


def connect(server, certificate):
    return http.client.HTTPSConnection("127.0.0.1", server.port, timeout=30, context=context_for(certificate))


def ask(connection, server, path, method="GET", body=None, **headers):
    connection.request(method, path, body, {"Authorization": server.admin_key.header, **headers})
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_a_connection_serves_many_requests(secure, files):
    connection = connect(secure, files[0])
    for _ in range(3):
        status, body = ask(connection, secure, "/store/")
        assert status == 200 and b'"currency"' in body
    assert connection.sock.version() == "TLSv1.3"
    name = "x" * 500
    status, answered = ask(connection, secure, "/contacts/email/ada@example.org", "PATCH", f'{{"_name": "{name}"}}',
                           **{"Content-Type": "application/json"})
    assert status == 200 and name.encode() in answered
    assert len(ask(connection, secure, "/openapi.json")[1]) > 100_000


def test_links_say_https(secure, files):
    connection = connect(secure, files[0])
    ask(connection, secure, "/admin/v1/api-keys/", "POST", '{"name": "a", "scopes": ["store:read"]}',
        **{"Content-Type": "application/json"})
    status, body = ask(connection, secure, "/admin/v1/api-keys/?pageSize=1")
    assert status == 200 and f"https://127.0.0.1:{secure.port}/".encode() in body


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("version, is_spoken", [(ssl.TLSVersion.TLSv1_1, False), (ssl.TLSVersion.TLSv1_2, True),
                                                (ssl.TLSVersion.TLSv1_3, True)])
def test_old_versions_are_not_spoken(secure, files, version, is_spoken):
    context = context_for(files[0])
    context.set_ciphers("DEFAULT@SECLEVEL=0")
    context.minimum_version = context.maximum_version = version
    with socket.create_connection(("127.0.0.1", secure.port), timeout=30) as plain:
        if is_spoken:
            context.wrap_socket(plain, server_hostname="localhost").close()
        else:
            with pytest.raises(ssl.SSLError):
                context.wrap_socket(plain, server_hostname="localhost")


# Keys that stay secret when the certificate's does not, and one pass that both enciphers and vouches.
@pytest.mark.parametrize("cipher, is_spoken", [
    ("ECDHE-ECDSA-AES128-GCM-SHA256", True), ("ECDHE-ECDSA-AES256-GCM-SHA384", True),
    ("ECDHE-ECDSA-CHACHA20-POLY1305", True), ("ECDHE-ECDSA-AES128-SHA256", False), ("ECDHE-ECDSA-AES256-SHA", False),
    ("ECDHE-RSA-AES128-GCM-SHA256", True), ("ECDHE-RSA-AES128-SHA256", False), ("DHE-RSA-AES128-GCM-SHA256", False),
    ("AES128-GCM-SHA256", False), ("AES256-SHA", False)])
def test_tls_1_2_has_only_good_ciphers(secure, files, secure_by_rsa, cipher, is_spoken):
    server, certificate = (secure, files[0]) if "ECDSA" in cipher else secure_by_rsa
    context = context_for(certificate)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(cipher + ":@SECLEVEL=0")
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as plain:
        if is_spoken:
            with context.wrap_socket(plain, server_hostname="localhost") as stream:
                assert stream.cipher()[0] == cipher
        else:
            with pytest.raises(ssl.SSLError):
                context.wrap_socket(plain, server_hostname="localhost")


def test_browsers_are_told_to_stay_with_https(secure, files):
    told = "max-age=31536000"
    for path, body in (("/docs", None), ("/store/", None), ("/nothing", b"x" * 100)):
        connection = connect(secure, files[0])
        connection.request("GET", path, body)
        answer = connection.getresponse()
        assert answer.headers.get_all("Strict-Transport-Security") == [told], path
    with socket.create_connection(("127.0.0.1", secure.port), timeout=30) as plain:
        with context_for(files[0]).wrap_socket(plain, server_hostname="localhost") as stream:
            stream.sendall(b"nonsense\r\n\r\n")
            assert f"\r\nStrict-Transport-Security: {told}\r\n".encode() in stream.recv(65536)


def test_plain_http_promises_no_https(client):
    assert client.call("GET", "/docs").header("Strict-Transport-Security") is None


@pytest.mark.parametrize("offered, chosen", [(["h2", "http/1.1"], "http/1.1"), (["h2"], None)])
def test_it_says_which_http_it_speaks(secure, files, offered, chosen):
    context = context_for(files[0])
    context.set_alpn_protocols(offered)
    with socket.create_connection(("127.0.0.1", secure.port), timeout=30) as plain:
        with context.wrap_socket(plain, server_hostname="localhost") as stream:
            assert stream.selected_alpn_protocol() == chosen


def test_who_speaks_plainly_is_told(secure):
    connection = http.client.HTTPConnection("127.0.0.1", secure.port, timeout=30)
    connection.request("GET", "/store/")
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (400, b"This address speaks HTTPS: begin it https://\n")


@pytest.mark.parametrize("garbage", [b"", b"\x16\x03\x01", b"\x16\x03\x01\x02\x00\x01\xff" + b"x" * 300, b"\0" * 100],
                         ids=["nothing", "a beginning", "half a hello", "zeroes"])
def test_who_never_agrees_is_left_in_time(secure, garbage):
    with socket.create_connection(("127.0.0.1", secure.port), timeout=30) as plain:
        plain.sendall(garbage)
        with contextlib.suppress(ConnectionResetError):
            while plain.recv(4096):
                pass


class Trickle:
    """A client's side of TLS whose bytes go out one at a time."""

    def __init__(self, server, certificate):
        self._socket = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context_for(certificate).wrap_bio(self._incoming, self._outgoing, server_hostname="localhost")
        self._drive(self._tls.do_handshake)

    def _push(self):
        for byte in self._outgoing.read():
            self._socket.sendall(bytes([byte]))

    def _drive(self, call, *arguments):
        while True:
            try:
                done = call(*arguments)
                self._push()
                return done
            except ssl.SSLWantReadError:
                self._push()
                received = self._socket.recv(65536)
                assert received, "the server hung up"
                self._incoming.write(received)

    def ask(self, text):
        self._drive(self._tls.write, text)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self._drive(self._tls.read, 65536)
        return answer


def test_bytes_may_come_one_at_a_time(secure, files):
    trickle = Trickle(secure, files[0])
    for _ in range(2):
        head = f"GET /store/ HTTP/1.1\r\nHost: a\r\nAuthorization: {secure.admin_key.header}\r\n\r\n"
        assert trickle.ask(head.encode()).startswith(b"HTTP/1.1 200 OK\r\n")


def test_a_slow_reader_gets_all_of_many_large_answers(secure, files):
    expected = ask(connect(secure, files[0]), secure, "/openapi.json")[1]
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.settimeout(30)
    plain.connect(("127.0.0.1", secure.port))
    count = 20
    with context_for(files[0]).wrap_socket(plain, server_hostname="localhost") as stream:
        stream.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" * (count - 1) +
                       b"GET /openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        received = b""
        while piece := stream.recv(3000):
            received += piece
    assert received.count(expected) == count


def test_who_is_refused_early_may_go_on_and_reads_why(secure, files):
    with socket.create_connection(("127.0.0.1", secure.port), timeout=30) as plain:
        with context_for(files[0]).wrap_socket(plain, server_hostname="localhost") as stream:
            head = ("PATCH /contacts/email/a@b.example HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                    f"Content-Length: 9000000\r\nAuthorization: {secure.admin_key.header}\r\n\r\n")
            stream.sendall(head.encode())
            answer = stream.recv(65536)
            assert answer.startswith(b"HTTP/1.1 413 ") and b"Connection: close" in answer
            for _ in range(50):  # A connection that was reset takes none of it.
                stream.sendall(b"x" * 10_000)
            assert stream.recv(65536) == b""


def test_a_file_comes_whole(secure, files):
    connection = connect(secure, files[0])
    rows = [["no address", "x" * 900] for _ in range(2000)]
    status, made = ask(connection, secure, PUBLIC, "POST", form(rows_of(["_email", "_name"], *rows)), **FORM)
    assert status == 201, made
    deadline = time.monotonic() + ENDED_SECONDS_MAX
    while (state := json.loads(ask(connection, secure, PUBLIC + json.loads(made)["id"])[1]))["status"] not in ENDED:
        assert time.monotonic() < deadline, state
    assert (state["status"], state["errors"]) == ("finished", 2000)
    status, report = ask(connection, secure, "/files/" + state["errorReportFileUrl"].rpartition("/files/")[2])
    assert status == 200 and len(report) > 1_800_000 and report.count(b"\n") == 2001


WRONG_FILES = {
    "a certificate alone": (["--tls-certificate", "{first}"], "tls.certificate and tls.key go together"),
    "a key alone": (["--tls-key", "{key}"], "tls.certificate and tls.key go together"),
    "no such file": (arguments_of("/none.pem", "{key}"), "/none.pem holds no certificate that can be used"),
    "a key for a certificate": (arguments_of("{key}", "{key}"), "holds no certificate that can be used"),
    "another's key": (arguments_of("{first}", "{other}"), "holds no key that can be used with the certificate"),
    "a key of another kind": (arguments_of("{first}", "{rsa}"), "holds no key that can be used with the certificate"),
    "no name": (arguments_of("", "{key}"), "--tls-certificate must name a file"),
}


@pytest.mark.parametrize("given, told", WRONG_FILES.values(), ids=WRONG_FILES.keys())
def test_wrong_files_are_refused_at_the_start(files, given, told):
    folder = processes.make_folder()
    names = {"first": files[0], "key": files[1], "other": make_certificate(folder, "other")[1],
             "rsa": make_certificate(folder, "rsa", ["rsa:2048"])[1]}
    for command in ("check", "serve"):
        code, _, said = run(command, "--data", folder / "data", "--listen", "127.0.0.1:0",
                            *(text.format(**names) for text in given), timeout=30)
        assert code == 1 and told in said
    assert not (folder / "data").exists(), "a server with wrong settings must not touch the data"


def test_a_certificate_is_replaced_while_it_serves():
    folder = processes.make_folder()
    certificate, key = make_certificate(folder, "live")
    old = certificate.read_bytes()
    server = Server(arguments=arguments_of(certificate, key), owner="a new certificate", is_doomed=True)
    before = connect(server, certificate)
    assert ask(before, server, "/store/")[0] == 200
    key.write_text("nothing")
    server.process.send_signal(signal.SIGHUP)
    assert "live.key" in server.await_log("the certificate stays what it was")
    assert ask(connect(server, certificate), server, "/store/")[0] == 200
    make_certificate(folder, "live")
    assert certificate.read_bytes() != old
    server.process.send_signal(signal.SIGHUP)
    server.await_log("read the certificate again")
    assert ask(connect(server, certificate), server, "/store/")[0] == 200, "who trusts only the new one"
    assert ask(before, server, "/store/")[0] == 200, "who came before goes on"
    assert server.stop() < END_SECONDS_MAX


def test_without_tls_there_is_nothing_to_be_read_again(start_server):
    server = start_server()
    server.process.send_signal(signal.SIGHUP)
    assert server.client().call("GET", "/store/", key=server.admin_key).status == 200
    assert server.stop() < END_SECONDS_MAX
