"""Writers that write as fast as they can, note what was acknowledged, and stop when the server is gone."""

from harness.client import Key
from history import Register, RowSet
from load import Load

STORE = "/admin/v1/store"
KEYS = "/admin/v1/api-keys/"
REGISTER_WRITERS = 3
ROWS_AT_ONCE_MAX = 40  # Far below the 100 keys that the server allows; rows in doubt come on top.


class WriteLoad(Load):
    """Several threads that rename the store, and one that makes keys and takes them away."""

    def __init__(self, server, key, name):
        super().__init__(server)
        self._key = key
        self._name = name
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

    def works(self):
        yield self._write_rows, f"{self._name} rows"
        for number in range(REGISTER_WRITERS):
            yield self._write_register, f"{self._name} writer {number}"

    def _succeeded(self, answer, status):
        if answer.status == 503:
            return False  # Said not to be done, or unknown: in doubt either way.
        if answer.status != status:
            self._refuse(answer.summary())
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

    def problem_after_restart(self, server):
        """What was acknowledged and is not there, or None."""
        self._server = server
        rows = {row_id: name for row_id, name in self.current_rows().items() if row_id != self._key.id}
        return self.register.problem_with(self.current_name()) or self.rows.problem_with(rows)
