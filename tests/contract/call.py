"""One request, in the parts that a mutation changes and the shrinker takes away."""

from dataclasses import dataclass, replace

from harness.client import host_of


@dataclass(frozen=True)
class Call:
    method: str
    path: str  # As it is sent, percent-encoded. Surrogates stand for bytes that are not UTF-8, as in os.fsdecode.
    query: tuple = ()  # The parts between the ampersands, as they are sent.
    headers: tuple = ()  # (name, value); Host and the length of the body are added when it is sent.
    body: bytes | None = None
    chunk_bytes: int | None = None  # The body goes out in chunks of this size; None: with its length.

    @property
    def target(self):
        return self.path + ("?" + "&".join(self.query) if self.query else "")

    @property
    def what(self):
        """Method, target and body: what makes it the same request under an Idempotency-Key. No body is an empty one."""
        return self.method, self.target, self.body or b""

    def all(self, name):
        return [value for found, value in self.headers if found.lower() == name.lower()]

    def header(self, name):
        """The first value; None when there is none."""
        return next(iter(self.all(name)), None)

    def without(self, *names):
        lower = {name.lower() for name in names}
        return replace(self, headers=tuple(pair for pair in self.headers if pair[0].lower() not in lower))

    def with_header(self, name, value):
        return replace(self, headers=(*self.headers, (name, value)))

    def head(self, address):
        lines = [f"{self.method} {self.target} HTTP/1.1", f"Host: {host_of(address)}"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.body is not None:
            is_chunked = self.chunk_bytes is not None
            lines.append("Transfer-Encoding: chunked" if is_chunked else f"Content-Length: {len(self.body)}")
        return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n"

    def to_bytes(self, address):
        return self.head(address) + self._framed_body()

    def _framed_body(self):
        if self.chunk_bytes is None or self.body is None:
            return self.body or b""
        parts = [self.body[at:at + self.chunk_bytes] for at in range(0, len(self.body), self.chunk_bytes)]
        return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
