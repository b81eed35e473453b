"""A disk that fills under write load: reads and deletions go on, everything else is refused with 507, and comes back by
itself with the room. Nothing acknowledged is lost, also when the server is killed meanwhile."""

import os
import random
import signal
import socket
import threading
import time
import uuid
from urllib.parse import urlsplit

import pytest
from prometheus_client.parser import text_string_to_metric_families

from ext4_image import CannotMount
from harness import processes
from harness.client import NoResponse
from harness.exports import Exports
from harness.imports import MANAGEMENT, Imports, rows_of
from harness.postgres import PostgresServer
from harness.server import Server
from small_disk import SmallDisk
from strace import Strace

ROUNDS = max(2, int(os.environ.get("FAULT_ROUNDS", "50")) // 15)
MEBIBYTE = 1024 * 1024
RESERVE = 24 * MEBIBYTE  # More than a checkpoint writes, and so enough for any number of deletions.
DISK = 160 * MEBIBYTE
BACKUP_SPARE = 128 * MEBIBYTE  # What a backup leaves of any disk.
LEFT_BESIDE_RESERVE = 2 * MEBIBYTE
WRITERS = 4
FULL_SECONDS_MAX = 60
BACK_SECONDS_MAX = 20  # It looks every second.
DELETED_PER_ROUND = 40
LONG_REPORT = 1_200  # Rows, more than are read at once.


class ContactLoad:
    """People who are made until the disk is full. What they were told is kept over all lives of the server."""

    def __init__(self):
        self.present, self.absent, self.doubtful, self.problems = set(), set(), set(), []
        self.acknowledged = 0
        self._guard = threading.Lock()

    def write_until_refused(self, server):
        threads = [threading.Thread(target=self._write, args=(server,), daemon=True) for _ in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(FULL_SECONDS_MAX + 10)
            if thread.is_alive():
                self.problems.append("a writer hangs")

    def _write(self, server):
        deadline = time.monotonic() + FULL_SECONDS_MAX
        try:
            with server.client().connect() as connection:
                while time.monotonic() < deadline:
                    if not self.make_one(server, connection):
                        return
            self.problems.append(f"the disk is not full after {FULL_SECONDS_MAX} s")
        except (NoResponse, ConnectionError, socket.timeout) as problem:
            self.problems.append(f"a connection broke: {problem}")

    def make_one(self, server, connection):
        """False when it is refused because the disk is full."""
        email = f"{uuid.uuid4().hex}@example.org"
        request = server.client().request("PATCH", path_of(email), json={"_name": "x" * 200}, key=server.admin_key)
        with self._guard:
            self.doubtful.add(email)
        answer = connection.exchange_patiently(request)
        with self._guard:
            self.doubtful.discard(email)
            (self.present if answer.status == 200 else self.absent).add(email)
            self.acknowledged += answer.status == 200
        if answer.status != 200 and not is_full_answer(answer):
            self.problems.append(f"neither done nor 507: {answer.summary()}")
        return answer.status == 200

    def delete_some(self, server, chance):
        """What is wrong with how deletions are answered, or None."""
        for email in chance.sample(sorted(self.present), min(DELETED_PER_ROUND, len(self.present))):
            answer = server.client().call("DELETE", path_of(email), key=server.admin_key)
            if answer.status != 204:
                return f"a deletion is refused on a full disk: {answer.summary()}"
            self.present.discard(email)
            self.absent.add(email)
            self.acknowledged += 1
        return None

    def problem_with(self, server):
        """What was told and is not so, or None."""
        client, key = server.client(), server.admin_key
        with client.connect() as connection:
            for email, status in [(email, 200) for email in self.present] + [(email, 404) for email in self.absent]:
                answer = connection.exchange(client.request("GET", path_of(email), key=key))
                if answer.status != status:
                    return f"{'an acknowledged contact is lost' if status == 200 else 'a contact is back'}: " \
                           f"{answer.summary()}"
        return self.problems[0] if self.problems else None


class FullDiskLoop:
    def __init__(self, disk, seed, env=None):
        self.disk = disk
        self._env = env
        self._random = random.Random(seed)
        self.load = ContactLoad()
        self.rounds = 0
        self.server = None

    def start(self):
        self.server = Server(folder=self.disk.mount_point, env=self._env, owner="the full disk", is_doomed=True,
                             arguments=["--disk-reserve-bytes", str(RESERVE)])

    def run(self, rounds):
        """The first thing found wrong, or None."""
        self.start()
        self.reports = [self._path_of_report(rows) for rows in (1, LONG_REPORT)]
        self.import_id = self._wait_with_import()
        try:
            for number in range(rounds):
                problem = self._round(is_killed=number % 2 == 1)
                if problem:
                    return f"round {number}: {problem}"
                self.rounds += 1
            return None
        finally:
            self.server.kill()

    def _wait_with_import(self):
        made = self._imports().upload(rows_of(["_email"], *([f"{number}@import.example"] for number in range(5))))
        assert made.status == 201, made.summary()
        return made.json()["id"]

    def _path_of_report(self, rows):
        """Of an import that has ended and was refused so many rows. The report is written to the disk to be sent."""
        refused = self._imports().upload(rows_of(["_email"], *[["no address"]] * rows)).json()["id"]
        return urlsplit(self._imports().await_end(refused)["errorReportFileUrl"]).path

    def _imports(self):
        return Imports(self.server.client(), self.server.admin_key, MANAGEMENT)

    def _round(self, is_killed):
        self.disk.fill(LEFT_BESIDE_RESERVE)
        self.load.write_until_refused(self.server)
        if is_killed:
            self.server.kill()
            self.start()
        problem = (self._problem_while_full() or self.load.delete_some(self.server, self._random) or
                   self.load.problem_with(self.server))
        self.disk.clear()
        return problem or self._problem_coming_back() or self.load.problem_with(self.server)

    def _problem_while_full(self):
        client, key = self.server.client(), self.server.admin_key
        if not self.disk.free_bytes > 0:
            return "the reserve was not given up"
        if self._disk_state() != ("ready", "full", 1):
            return f"a full disk is told as {self._disk_state()}"
        refused = {
            "PATCH of the store": client.call("PATCH", "/admin/v1/store", json={"name": "refused"}, key=key),
            "an import": self._imports().upload(rows_of(["_email"], ["refused@import.example"])),
            "an export": Exports(client, key).create(),
            "a long report on what was refused": client.call("GET", self.reports[1]),
        }
        for what, answer in refused.items():
            if not is_full_answer(answer):
                return f"{what} is answered with {answer.summary()}"
        cancelled = self._imports().call("POST", f"{MANAGEMENT}{self.import_id}/cancel")
        if cancelled.status not in (200, 409):  # 409: it has ended long ago.
            return f"a cancellation is answered with {cancelled.summary()}"
        for path in ("/store/", "/admin/v1/contacts/?pageSize=5", self.reports[0]):
            answer = client.call("GET", path, key=key)
            if answer.status != 200:
                return f"a read is answered with {answer.summary()}"
        return None

    def _disk_state(self):
        private = self.server.private_client()
        ready = private.call("GET", "/readyz").json()
        metrics = {family.name: family for family in
                   text_string_to_metric_families(private.call("GET", "/metrics").body.decode())}
        return ready["status"], ready["components"]["disk"]["status"], metrics["tradewind_disk_full"].samples[0].value

    def _problem_coming_back(self):
        deadline = time.monotonic() + BACK_SECONDS_MAX
        while self._disk_state() != ("ready", "ok", 0):
            if time.monotonic() > deadline:
                return f"the service did not come back within {BACK_SECONDS_MAX} s"
            time.sleep(0.05)  # It looks once a second.
        with self.server.client().connect() as connection:
            for _ in range(10):
                if not self.load.make_one(self.server, connection):
                    return "writes are refused although the disk has room"
        told = [line for line in self.server.log_lines if "the disk " in line]
        if any(("has room" in before) == ("has room" in after) for before, after in zip(told, told[1:])):
            return f"the log does not tell each change once: {told}"
        return None


def path_of(email):
    return f"/contacts/email/{email}"


def is_full_answer(answer):
    return answer.status == 507 and answer.json()["outcome"] == "none" and answer.json()["status"] == 507


@pytest.fixture
def disk(say):
    try:
        with SmallDisk(DISK) as made:
            yield made
    except CannotMount as reason:
        say(f"full-disk loop did not run: {reason}")
        pytest.skip(f"full-disk loop did not run: {reason}")


def test_only_what_gives_room_back_is_done_and_the_rest_comes_back_by_itself(disk, seed, survived):
    loop = FullDiskLoop(disk, seed)
    problem = loop.run(ROUNDS)
    survived("disk full", loop.rounds, loop.load.acknowledged)
    assert problem is None, f"{problem} (FAULT_SEED={seed})"
    assert loop.rounds == ROUNDS


def test_a_backup_is_made_elsewhere_while_the_disk_is_full(disk):
    """Of a service that has nothing else to write; and nothing of it keeps the service from stopping."""
    server = Server(folder=disk.mount_point, owner="a backup of a full disk",
                    arguments=["--disk-reserve-bytes", str(DISK)])  # It needs twice as much to begin as usual.
    assert server.private_client().call("GET", "/readyz").json()["components"]["disk"]["status"] == "full"
    target = processes.make_folder() / "backup"
    assert processes.run("backup", target, "--data", server.data, timeout=60)[0] == 0
    assert (target / "manifest.json").is_file()
    assert server.stop(signal.SIGINT) < 10


def test_a_backup_with_files_does_not_fill_its_disk(disk):
    server = Server(folder=processes.make_folder(), owner="a backup with files")
    rows = [["_email", "_name"], *([f"{number}@import.example", "x" * 200] for number in range(20_000))]
    made = Imports(server.client(), server.admin_key, MANAGEMENT).upload(rows_of(*rows))
    server.kill()
    assert made.status == 201, made.summary()
    database = sum(path.stat().st_size for path in server.data.glob("tradewind.db*"))
    (file,) = [path for path in (server.data / "files").iterdir() if path.suffix == ".import"]
    target = disk.mount_point / "backup"
    disk.fill(BACKUP_SPARE + database + file.stat().st_size // 2)
    code, out, said = processes.run("backup", target, "--data", server.data, timeout=60)
    assert (code, out) == (1, "") and "too little room" in said
    assert not list(disk.mount_point.glob("backup*"))
    disk.clear()
    assert processes.run("backup", target, "--data", server.data, timeout=60)[0] == 0
    assert (target / "files" / file.name).stat().st_size == file.stat().st_size


def test_the_loop_notices_a_reserve_that_is_kept(disk, seed, noticed):
    loop = FullDiskLoop(disk, seed, env={"TRADEWIND_FAULT": "keep-reserve"})
    problem = loop.run(1)
    noticed("disk full", "a reserve that is kept", problem)
    assert problem is not None


def test_a_full_disk_of_postgresql_is_told_and_comes_back(disk):
    """Of its tables: without room for its log its server ends, as when it is killed."""
    postgres = PostgresServer()
    tables = disk.mount_point / "tables"
    tables.mkdir()
    processes.give_to_program(tables)
    postgres.sql(f"CREATE TABLESPACE small LOCATION '{tables}'")
    postgres.sql("CREATE DATABASE crowded TABLESPACE small")
    server = Server(folder=processes.make_folder(), owner="a full disk of PostgreSQL", is_doomed=True,
                    env={"TRADEWIND_DATABASE": postgres.address("crowded")})
    load = ContactLoad()
    disk.fill(LEFT_BESIDE_RESERVE)
    load.write_until_refused(server)
    assert load.acknowledged > 0
    assert server.client().call("GET", "/store/", key=server.admin_key).status == 200
    assert load.problem_with(server) is None
    disk.clear()
    with server.client().connect() as connection:
        assert load.make_one(server, connection), "writes are refused although there is room"
    assert load.problem_with(server) is None
    server.stop()
    postgres.remove()


def test_a_quota_that_is_used_up_is_a_full_disk():
    server = Server(folder=processes.make_folder(), owner="the full disk")
    load = ContactLoad()
    with server.client().connect() as connection:
        assert load.make_one(server, connection)
        with Strace(server.process.pid, "pwrite64:error=EDQUOT"):
            assert not load.make_one(server, connection)
        deadline = time.monotonic() + BACK_SECONDS_MAX
        while not load.make_one(server, connection):
            assert time.monotonic() < deadline, "the service did not come back"
            time.sleep(0.05)  # It looks once a second.
    assert load.problem_with(server) is None
    server.stop()
