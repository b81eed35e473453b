"""The same PATCH with PostgreSQL beneath, beside what pgbench gets out of the same server. For information."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from contacts import ContactLoads, make_contacts, make_definitions
from report import Row
from rig import CONNECTIONS, disk_folder, start_tradewind, stop, wrk

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from harness.postgres import USER, PostgresServer, program  # noqa: E402

CONTACTS = 100_000
ROUNDS, SECONDS = 5, 3
CLIENTS_TRIED, TRY_SECONDS = (8, 16, 32, 64), 2
TABLES = ("contacts", "contact_emails", "activities")
# As installed, but for what the tests settle too: no network, and more connections.
SETTINGS = ("shared_buffers=128MB", "autovacuum=on", "max_wal_size=1GB")
FIRST_ID = 1 << 60  # Beyond all that exist.


class PostgresContacts:
    """A durable server with one database of contacts, which is copied for every round."""

    def __init__(self, rig):
        self._rig = rig
        self._server = PostgresServer(durable=True, settings=SETTINGS, parent=disk_folder())
        self._data = rig.new_folder("postgres") / "data"
        self._full = self._server.make_database()
        make_definitions(rig, self._data, ["--database", self._server.address(self._full)])
        source = make_contacts(rig, CONTACTS)
        for table in TABLES:
            self._copy_in(source, table)
        self._server.sql("VACUUM ANALYZE", self._full)
        self._loads = ContactLoads(rig)
        self._scripts = [shutil.copy(Path(__file__).parent / name, rig.folder)
                         for name in ("contact_insert.sql", "contact_update.sql")]

    def remove(self):
        self._server.remove()

    def http_writes(self):
        database = self._copy()
        server = start_tradewind(self._rig, self._data, arguments=["--database", self._server.address(database)])
        load = wrk(self._rig, server, "/", SECONDS, **self._loads.patches(CONTACTS))
        stop(server.process)
        self._check(database, load.requests, CONNECTIONS)
        return load.per_second

    def pgbench_writes(self, clients, seconds):
        database = self._copy()
        command = [program("pgbench"), "-n", "-M", "prepared", "-c", clients, "-j", 2, "-T", seconds, "-h",
                   self._server.folder, "-U", USER, "-D", f"existing={CONTACTS}", "-D", f"first_id={FIRST_ID}", "-D",
                   "made=0"]
        for script in self._scripts:
            command += ["-f", script]
        out = self._rig.run([*command, database])
        if not re.search(r"number of failed transactions: 0 ", out):
            raise RuntimeError(f"pgbench met failures:\n{out}")
        self._check(database, int(re.search(r"transactions actually processed: (\d+)", out).group(1)), 0)
        return float(re.search(r"tps = ([\d.]+) \(without initial connection time\)", out).group(1))

    def _copy_in(self, source, table):
        rows = self._rig.spawn(["sqlite3", "-csv", source.file, f"SELECT * FROM {table}"])
        subprocess.run([program("psql"), "-X", "-q", "-h", str(self._server.folder), "-U", USER, "-d", self._full,
                        "-c", f"COPY {table} FROM STDIN (FORMAT csv)"], stdin=rows.stdout, check=True)
        rows.stdout.close()
        if rows.wait() != 0:
            raise RuntimeError(f"{table} could not be read")

    def _copy(self):
        self._server.sql("DROP DATABASE IF EXISTS written")
        self._server.sql(f"CREATE DATABASE written TEMPLATE {self._full} STRATEGY file_copy")
        self._server.sql("CHECKPOINT")
        os.sync()
        return "written"

    def _check(self, database, answered, more_max):
        kept = int(self._server.sql("SELECT count(*) FROM activities", database)) - CONTACTS
        if not answered <= kept <= answered + more_max:
            raise RuntimeError(f"{answered} writes were answered, {kept} were kept")


def measure_postgres_writes(rig):
    contacts = PostgresContacts(rig)
    tries = {clients: contacts.pgbench_writes(clients, TRY_SECONDS) for clients in CLIENTS_TRIED}
    clients = max(tries, key=tries.get)
    rounds = [(contacts.http_writes(), contacts.pgbench_writes(clients, SECONDS)) for _ in range(ROUNDS)]
    contacts.remove()
    ours, yardstick = zip(*rounds)
    return [Row(
        "durable PATCH contact on PostgreSQL", "writes/s", list(ours), list(yardstick), "",
        f"pgbench, {clients} clients",
        [f"The same requests among {CONTACTS:,} contacts, with a throw-away server on this machine, durable and "
         f"otherwise with the settings of PostgreSQL itself, instead of SQLite, `wrk -t1 -c{CONNECTIONS}`.",
         "The yardstick: pgbench on the same server with the equivalent statements, as one transaction, `-M prepared`, "
         f"with the number of clients that suits it best of {', '.join(map(str, CLIENTS_TRIED))}.",
         f"{ROUNDS} rounds of {SECONDS} s, each on a fresh copy of the database; all processes share all cores."])]
