"""Whoever is erased is gone from every table of every machine at once, and from the bytes of their files once PostgreSQL was
told to write them anew, as docs/postgresql.md says."""

import uuid
from pathlib import Path

import pytest

from harness import citus, processes
from harness.contacts import by_email
from harness.coupons import Coupons, fresh_codes
from harness.custom_events import Integrations, receiving
from harness.purchases import Shop
from harness.segments import Segments
from harness.server import Server

# As in the docs: what was written ahead and is not needed any more is deleted, and not kept to be written over.
SETTINGS = ("wal_recycle=off", "min_wal_size=32MB", "citus.override_table_visibility=off")
REWRITE = ("DELETE FROM pg_statistic", "VACUUM (FULL)", "ANALYZE", "SELECT pg_switch_wal()", "CHECKPOINT")
TABLES = "SELECT oid::regclass FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"


class Store:
    """A store whose people do everything that leaves a trace. Each is known by a mark that stands in all of it."""

    def __init__(self, cluster):
        self._cluster, self._database, self._folder = cluster, cluster.make_empty_database(), processes.make_folder()
        self._start()
        Shop(self._client, self._key).product("mug")
        note = {"id": "note", "name": "Note", "type": "text"}
        self._visits = Integrations(self._client, self._key).make_type(receiving(note))["id"]
        self._set = Coupons(self._client, self._key).make(fresh_codes(10))["id"]
        self._segment = Segments(self._client, self._key).make()["id"]

    def _start(self):
        self._server = Server(folder=self._folder, owner="the erasure on a cluster",
                              env={"TRADEWIND_DATABASE": self._cluster.address(self._database)})
        self._client, self._key = self._server.client(), self._server.admin_key

    def spread(self):
        self._server.stop()
        code, _, problem = processes.run("database", "distribute", "--database",
                                         self._cluster.address(self._database), timeout=300)
        assert code == 0, problem
        self._start()

    def end(self):
        self._server.stop()

    def make(self):
        """The mark of a new person."""
        mark = uuid.uuid4().hex
        person = {"_email": f"{mark}@example.org"}
        self._call("PATCH", by_email(person["_email"]), 200, {"_name": mark, "_surname": mark * 9, "_externalId": mark})
        self._call("POST", f"/custom-events/id/{self._visits}", 201, {"guest": person["_email"], "note": mark})
        self._call("POST", "/purchases/", 201, Shop(self._client, self._key).order(person, "mug"))
        given = Coupons(self._client, self._key).assign(self._set, {"contactEmail": person["_email"]})
        added = Segments(self._client, self._key).add(self._segment, {"email": person["_email"]})
        assert (given.status, added.status) == (201, 200)
        return mark

    def erase(self, mark):
        self._call("DELETE", by_email(f"{mark}@example.org"), 204)

    def _call(self, method, path, status, body=None):
        headers = {"Idempotency-Key": uuid.uuid4().hex} if body else {}
        answer = self._client.call(method, path, key=self._key, json=body, headers=headers)
        assert answer.status == status, answer.summary()

    def rows_with(self, marks):
        """{(node, table): mark} of what SQL can read, shards and what the planner was told among it."""
        found = {}
        for number, node in enumerate(self._cluster.nodes):
            tables = [*node.sql(TABLES, self._database).splitlines(), "pg_stats"]
            text = "; ".join(f"SELECT '{table}', mark FROM {table} one, unnest('{{{','.join(marks)}}}'::text[]) "
                             "mark WHERE strpos(one::text, mark) > 0" for table in tables)
            for line in node.sql(text, self._database).splitlines():
                table, mark = line.split("|")
                found[number, table] = mark
        return found

    def run_everywhere(self, statements):
        for statement in statements:
            for node in self._cluster.nodes:
                node.sql(statement, self._database)


def traces(cluster, marks):
    """{mark: files} of those that are in the bytes of any file of any node."""
    found = {}
    for node in cluster.nodes:
        for path in filter(Path.is_file, node.data.rglob("*")):
            data = path.read_bytes()
            for mark in marks:
                if mark.encode() in data:
                    found.setdefault(mark, []).append(str(path))
    return found


@pytest.fixture
def cluster():
    made = citus.Cluster(settings=SETTINGS)
    yield made
    for node in made.nodes:
        node.remove()


def test_nothing_of_an_erased_person_is_left_on_any_machine(cluster):
    store = Store(cluster)
    left, moved, kept = store.make(), store.make(), store.make()
    store.erase(left)
    store.spread()
    later = store.make()
    store.run_everywhere(["ANALYZE"])
    everybody = [left, moved, later, kept]
    before = store.rows_with(everybody)
    assert set(before.values()) <= {moved, later, kept} and {number for number, _ in before} == {0, 1, 2}, before
    store.erase(moved)
    store.erase(later)
    told = store.rows_with([left, moved, later])
    assert {table for _, table in told} <= {"pg_stats"}, told
    # The control: PostgreSQL keeps the bytes of what is deleted.
    assert traces(cluster, everybody).keys() == set(everybody)
    store.run_everywhere(REWRITE)
    assert not traces(cluster, [left, moved, later]) and traces(cluster, [kept])
    store.end()
