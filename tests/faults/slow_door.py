"""Stands before a PostgreSQL server that lets one in at once, and for a while nobody else."""

import socket
import threading
import time

from harness.door import Door

SOCKET_NAME = ".s.PGSQL.5432"
PIECE = 65_536


class SlowDoor(Door):
    """Listens in a folder of its own, as the server does in its folder."""

    def __init__(self, folder, server_folder, seconds):
        self._server = str(server_folder / SOCKET_NAME)
        self._seconds = seconds
        self._opens_at = None
        self.kept_waiting = 0
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(folder / SOCKET_NAME))
        (folder / SOCKET_NAME).chmod(0o777)
        listener.listen(64)
        super().__init__(listener, self._let_in)

    def _let_in(self, client):
        now = time.monotonic()
        if self._opens_at is None:
            self._opens_at = now + self._seconds
        elif now < self._opens_at:
            self.kept_waiting += 1
            time.sleep(self._opens_at - now)
        server = socket.socket(socket.AF_UNIX)
        server.connect(self._server)
        for source, target in ((client, server), (server, client)):
            threading.Thread(target=_pass_on, args=(source, target), daemon=True).start()


def _pass_on(source, target):
    try:
        while piece := source.recv(PIECE):
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # One of the two has ended, and with it what is between them.
