"""Writers that write as fast as they can, note what was acknowledged, and stop when the server is gone."""

import socket
import threading

from harness.client import Key, NoResponse
from history import Register, RowSet

STORE = "/admin/v1/store"
KEYS = "/admin/v1/api-keys/"
REGISTER_WRITERS = 3
ROWS_AT_ONCE_MAX = 40  # Far below the 100 keys that the server allows; rows in doubt come on top.


class WriteLoad:
    """Several threads writing to one server. `after_acknowledgements(count, then)` calls `then` in the thread that got
    the count-th acknowledgement, at once: the moment at which an answer given too early is most likely to be a lie."""

    def __init__(self, server, key, name):
        self._server = server
        self._key = key
        self._name = name
        self._count = 0
        self._trigger = None
        self._guard = threading.Condition()
        self._threads = []
        self.refused = []
        self.register = Register(self.current_name())
        self.rows = RowSet(present=set(self.current_rows()) - {key.id})

    # --- what is there

    def current_name(self):
        answer = self._server.client().call("GET", "/store/", key=self._key)
        assert answer.status == 200, answer.summary()
        return answer.json()["name"]

    def current_rows(self):
        answer = self._server.client().call("GET", KEYS + "?pageSize=100", key=self._key)
        assert answer.status == 200, answer.summary()
        return {row["id"]: row["name"] for row in answer.json()["results"]}

    # --- the writers

    def start(self):
        targets = [(self._write_register, f"{self._name} writer {number}") for number in range(REGISTER_WRITERS)]
        targets.append((self._write_rows, f"{self._name} rows"))
        for target, name in targets:
            thread = threading.Thread(target=self._until_gone, args=(target, name), daemon=True)
            self._threads.append(thread)
            thread.start()

    def after_acknowledgements(self, count, then):
        with self._guard:
            self._trigger = (count, then)

    def await_acknowledgement(self, seconds):
        """Until the next one, or so long."""
        with self._guard:
            self._guard.wait(seconds)

    def await_end(self):
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive(), "a writer did not notice that the server is gone"
        assert not self.refused, f"a write was refused: {self.refused[0]}"

    def _until_gone(self, write, name):
        try:
            with self._server.client().connect() as connection:
                connection.socket.settimeout(20)
                write(connection, name)
        except (NoResponse, ConnectionError, socket.timeout):
            pass  # The server is gone; what was not acknowledged stays in doubt.

    def _acknowledged(self):
        with self._guard:
            self._count += 1
            self._guard.notify_all()
            then = self._trigger[1] if self._trigger is not None and self._count >= self._trigger[0] else None
            if then is not None:
                self._trigger = None
        if then is not None:
            then()

    def _succeeded(self, answer, status):
        if answer.status == 503:
            return False  # Said not to be done, or unknown: in doubt either way.
        if answer.status != status:
            self.refused.append(answer.summary())
            raise ConnectionError("a write was refused")
        return True

    def _write_register(self, connection, name):
        client, number = self._server.client(), 0
        while True:
            number += 1
            value = f"{name} write {number}"
            self.register.begin(value)
            answer = connection.exchange(client.request("PATCH", STORE, json={"name": value}, key=self._key))
            if self._succeeded(answer, 200):
                self.register.acknowledge(value)
                self._acknowledged()

    def _write_rows(self, connection, name):
        """The only thread that touches the rows. It makes some and takes the oldest away again."""
        client, number, own = self._server.client(), 0, sorted(self.rows.present)
        while True:
            number += 1
            row_name = f"{name} row {number}"
            self.rows.begin_making(row_name)
            row = {"name": row_name, "scopes": ["store:read"]}
            answer = connection.exchange(client.request("POST", KEYS, json=row, key=self._key))
            if self._succeeded(answer, 201):
                made = answer.json()
                self.rows.acknowledge_making(row_name, Key(made["id"], made["secret"]).id)
                self._acknowledged()
                own.append(made["id"])
            while len(own) > ROWS_AT_ONCE_MAX or (number % 3 == 0 and own):
                row_id = own.pop(0)
                self.rows.begin_removal(row_id)
                answer = connection.exchange(client.request("DELETE", KEYS + row_id, key=self._key))
                if self._succeeded(answer, 204):
                    self.rows.acknowledge_removal(row_id)
                    self._acknowledged()
                if len(own) <= ROWS_AT_ONCE_MAX:
                    break

    # --- the judgement

    @property
    def acknowledged_count(self):
        return self._count

    def problem_after_restart(self, server):
        """What was acknowledged and is not there, or None."""
        self._server = server
        rows = {row_id: name for row_id, name in self.current_rows().items() if row_id != self._key.id}
        return self.register.problem_with(self.current_name()) or self.rows.problem_with(rows)
