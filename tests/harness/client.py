"""An HTTP client that hides nothing: exact bytes out, exact bytes in, and every answer held against the document."""

import json as json_module
import re
import socket
import threading
import time
from dataclasses import dataclass, field

from harness.sent_texts import SentTexts

TIMEOUT_SECONDS = 30

# Every secret that a test ever held, and the texts that tests sent: a later test looks for them where they must not be.
all_secrets = set()
all_texts = SentTexts()


@dataclass(frozen=True)
class Key:
    id: str
    secret: str

    def __post_init__(self):
        all_secrets.add(self.secret)

    @staticmethod
    def parse(text):
        key_id, _, secret = text.partition(":")
        return Key(key_id, secret)

    @property
    def header(self):
        return f"apiKey {self.id}:{self.secret}"


class Patience:
    """Sends again what the service was too busy to do, as its clients are told to: on a machine that stands still for
    seconds, every service is. One that is busy in more moments of a run is not forgiven."""

    def __init__(self, busy_max=20, wait_seconds=1, moment_seconds=3):
        self._busy_max, self._wait_seconds, self._moment_seconds = busy_max, wait_seconds, moment_seconds
        self._guard, self._until = threading.Lock(), 0
        self.busy = 0  # Moments; all who are refused in one of them count once.

    def waited(self, answer):
        """Whether to send the request once more; then some time has passed."""
        if not answer.is_busy or not self._is_forgiven():
            return False
        time.sleep(self._wait_seconds)
        return True

    def _is_forgiven(self):
        with self._guard:
            now = time.monotonic()
            if now < self._until:
                return True
            if self.busy >= self._busy_max:
                return False
            self.busy += 1
            self._until = now + self._moment_seconds
            return True


patience = Patience()


class NoResponse(AssertionError):
    """The connection ended before a whole response had come. `received` is what did come."""

    def __init__(self, received):
        super().__init__(f"the connection ended before a whole response had come; received: {received!r}")
        self.received = received


@dataclass
class Response:
    version: str
    status: int
    reason: str
    headers: list  # (name, value), the names in the letter case received.
    body: bytes
    request: bytes = b""
    interim: list = field(default_factory=list)  # Statuses of the 1xx answers before this one.

    def all(self, name):
        return [value for found, value in self.headers if found.lower() == name.lower()]

    def header(self, name):
        """The value of a header that may be there once; None when it is not."""
        values = self.all(name)
        assert len(values) <= 1, f"{name} is there {len(values)} times: {values}"
        return values[0] if values else None

    def json(self):
        return json_module.loads(self.body)

    @property
    def problem_paths(self):
        """The paths of a 422, in order."""
        assert self.status == 422, f"expected 422, got {self.summary()}"
        return [problem["path"] for problem in self.json()["validationErrors"]]

    @property
    def is_busy(self):
        """Whether it says that nothing was done, and to try again."""
        return self.status == 503 and b'"outcome":"none"' in self.body

    @property
    def closes(self):
        return (self.header("Connection") or "").lower() == "close"

    def summary(self):
        return f"{self.status} {self.reason}: {self.body[:2000].decode(errors='replace')}"


def assert_secret_is_kept(request, response):
    """No answer repeats the secret of the key that came with the request."""
    sent = re.search(rb"(?im)^authorization:.*:([0-9a-z]{22})\s*$", request[:65536].split(b"\r\n\r\n", 1)[0])
    if sent is not None:
        secret = sent.group(1)
        answered = response.body + repr(response.headers).encode()
        assert secret not in answered, "the answer repeats the secret"


class Connection:
    """One connection. Requests go out as given; responses are read one by one."""

    def __init__(self, address, document=None):
        self._document = document
        self.address = address
        self.socket = socket.socket(family_of(address), socket.SOCK_STREAM)
        self.socket.settimeout(TIMEOUT_SECONDS)
        self.socket.connect(address)
        self._received = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def read(self, request, malformed=False):
        """The response to this request (its bytes, or as much of them as tells method and target)."""
        response = self._read_one(request)
        interim = []
        while 100 <= response.status < 200:
            interim.append(response.status)
            response = self._read_one(request)
        response.interim = interim
        assert_secret_is_kept(request, response)
        if self._document is not None:
            self._document.check(request, response, self.address, malformed)
        return response

    def exchange(self, request, malformed=False):
        try:
            self.send(request)
        except ConnectionError:
            pass  # A server may refuse and close before it has read everything; the answer can be read all the same.
        return self.read(request, malformed)

    def exchange_patiently(self, request):
        while patience.waited(answer := self.exchange(request)):
            pass
        return answer

    def ended(self):
        """Whether the other side closes and sends nothing more; waits for it."""
        try:
            return self._received == b"" and self.socket.recv(1) == b""
        except ConnectionError:
            return True

    def drain(self):
        """Everything that still comes until the other side closes."""
        try:
            while True:
                self._fill()
        except NoResponse as end:
            return end.received

    def _fill(self):
        try:
            data = self.socket.recv(65536)
        except ConnectionError:
            data = b""
        except socket.timeout:
            raise AssertionError(f"nothing came for {TIMEOUT_SECONDS} s; received: {self._received!r}") from None
        if not data:
            raise NoResponse(self._received)
        self._received += data

    def _take(self, count):
        while len(self._received) < count:
            self._fill()
        taken, self._received = self._received[:count], self._received[count:]
        return taken

    def _take_until(self, mark):
        while mark not in self._received:
            self._fill()
        return self._take(self._received.index(mark) + len(mark))

    def _read_one(self, request):
        head = self._take_until(b"\r\n\r\n")
        lines = head[:-4].decode("latin-1").split("\r\n")
        start = re.fullmatch(r"(HTTP/1\.[01]) (\d{3}) ([^\r\n]*)", lines[0])
        assert start, f"not a status line: {lines[0]!r}"
        headers = []
        for line in lines[1:]:
            match = re.fullmatch(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([^\r\n\0]*)", line)
            assert match, f"not a header line: {line!r}"
            headers.append((match.group(1), match.group(2)))
        response = Response(start.group(1), int(start.group(2)), start.group(3), headers, b"", request)
        if 100 <= response.status < 200 or response.status in (204, 304) or request.startswith(b"HEAD "):
            return response
        length = response.header("Content-Length")
        if length is not None:
            assert re.fullmatch(r"\d+", length), f"Content-Length: {length!r}"
            response.body = self._take(int(length))
        elif response.header("Transfer-Encoding") == "chunked":
            response.body = self._read_chunks()
        else:
            response.body = self.drain()
        return response

    def _read_chunks(self):
        body = b""
        while True:
            size = int(self._take_until(b"\r\n").strip().split(b";")[0], 16)
            chunk = self._take(size + 2)
            assert chunk.endswith(b"\r\n")
            if size == 0:
                return body
            body += chunk[:-2]


class Client:
    """Calls, each on a connection of its own."""

    def __init__(self, address, document=None):
        self.address = address
        self.document = document

    def connect(self):
        return Connection(self.address, self.document)

    def call(self, method, path, json=None, key=None, headers=None, body=None):
        request = self.request(method, path, json, key, headers, body)
        while patience.waited(answer := self.raw(request)):
            pass
        return answer

    def raw(self, request, malformed=False):
        """Sends these bytes on a new connection and reads one response."""
        with self.connect() as connection:
            return connection.exchange(request, malformed)

    def request(self, method, path, json=None, key=None, headers=None, body=None):
        """The bytes of a request. `headers` may be a dict or a list of pairs; a dict value None leaves a header out."""
        pairs = list(headers.items()) if isinstance(headers, dict) else list(headers or [])
        given = {name.lower() for name, _ in pairs}
        host = "localhost" if isinstance(self.address, str) else host_of(self.address)
        lines = [f"{method} {path} HTTP/1.1"]
        if "host" not in given:
            lines.append(f"Host: {host}")
        if key is not None:
            lines.append(f"Authorization: {key.header if isinstance(key, Key) else key}")
        if json is not None:
            body = json_module.dumps(json, ensure_ascii=False).encode()
            if "content-type" not in given:
                lines.append("Content-Type: application/json")
        if body is not None and not {"content-length", "transfer-encoding"} & given:
            lines.append(f"Content-Length: {len(body)}")
        all_texts.add_from(body or b"")
        lines += [f"{name}: {value}" for name, value in pairs if value is not None]
        return "\r\n".join(lines).encode("utf-8") + b"\r\n\r\n" + (body or b"")


def family_of(address):
    if isinstance(address, str):
        return socket.AF_UNIX
    return socket.AF_INET6 if ":" in address[0] else socket.AF_INET


def host_of(address):
    host, port = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
