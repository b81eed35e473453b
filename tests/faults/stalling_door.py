"""Stands before a PostgreSQL server and lets nothing pass for a while."""

import socket
import threading
import time

from harness.door import Door

SOCKET_NAME = ".s.PGSQL.5432"
PIECE = 65_536


class StallingDoor(Door):
    """Listens in a folder of its own, as the server does in its folder. From the piece with the number `stalls_at` on,
    of all that clients send, nothing passes in either direction for so many seconds; None: everything does."""

    def __init__(self, folder, server_folder, stalls_at, seconds):
        self._server = str(server_folder / SOCKET_NAME)
        self._stalls_at = stalls_at
        self._seconds = seconds
        self._opens_at = 0
        self._lock = threading.Lock()
        self.pieces = 0
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(folder / SOCKET_NAME))
        (folder / SOCKET_NAME).chmod(0o777)
        listener.listen(64)
        super().__init__(listener, self._let_in)

    @property
    def has_stalled(self):
        return self._opens_at > 0

    def _let_in(self, client):
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(self._server)
        except OSError:
            client.close()  # The server ended before whoever wants to say farewell to it.
            return
        threading.Thread(target=self._pass_on, args=(client, server, self._count), daemon=True).start()
        threading.Thread(target=self._pass_on, args=(server, client, lambda: None), daemon=True).start()

    def _pass_on(self, source, target, count):
        try:
            while piece := source.recv(PIECE):
                count()
                time.sleep(max(0, self._opens_at - time.monotonic()))
                target.sendall(piece)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # One of the two has ended, and with it what is between them.

    def _count(self):
        with self._lock:
            self.pieces += 1
            if self.pieces == self._stalls_at:
                self._opens_at = time.monotonic() + self._seconds
