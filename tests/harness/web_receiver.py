"""Who is called by the service: a real HTTP server on the loopback that keeps what it was sent."""

import base64
import hashlib
import hmac
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

AWAIT_SECONDS_MAX = 30


class Received:
    def __init__(self, path, headers, body):
        self.path, self.headers, self.body = path, headers, body

    @property
    def id(self):
        return self.headers["webhook-id"]


class WebReceiver:
    """`answer(handler)` writes the answer to a request; by default it is 204."""

    def __init__(self, certificate=None):
        self.received = []
        self.answer = self.status(204)
        self._changed = threading.Condition()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with outer._changed:
                    outer.received.append(Received(self.path, dict(self.headers), body))
                    outer._changed.notify_all()
                try:
                    outer.answer(self)
                except OSError:
                    pass  # The service has heard enough.

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # A caller that goes away in the middle.
        self.port = self._server.server_address[1]
        self.url = f"{'https' if certificate else 'http'}://127.0.0.1:{self.port}/hooks"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            # The handshake is left to the thread of the connection, where it may fail.
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True,
                                                      do_handshake_on_connect=False)
        self._released = threading.Event()
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._released.set()
        self._server.shutdown()
        self._server.server_close()

    @staticmethod
    def status(number, body=b"", **headers):
        def answer(handler):
            handler.send_response(number)
            for name, value in headers.items():
                handler.send_header(name.replace("_", "-"), value)
            handler.send_header("Content-Length", str(len(body)) if number != 204 else "0")
            handler.end_headers()
            handler.wfile.write(body)
        return answer

    def hang(self, _handler):
        """Never answers."""
        self._released.wait()

    def await_count(self, count):
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.received) >= count, AWAIT_SECONDS_MAX), len(self.received)


def signature(secret, received):
    """As Standard Webhooks has it."""
    content = b".".join([received.id.encode(), received.headers["webhook-timestamp"].encode(), received.body])
    code = hmac.new(base64.b64decode(secret.removeprefix("whsec_")), content, hashlib.sha256).digest()
    return "v1," + base64.b64encode(code).decode()
