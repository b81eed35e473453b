"""A listener that stands before a server, for whatever is done to what passes through it."""

import socket
import threading


class Door:
    """Hands each connection that comes to `serve`, in a thread of its own, until it is closed."""

    def __init__(self, listener, serve):
        self._listener = listener
        self._serve = serve
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(10)

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()
