"""The restore drill: a backup made under load, the machine lost, everything served again elsewhere. And what damage,
kills and mistakes make of it."""

import os
import random
import shutil
import socket
import threading
import time

import pytest

from harness import processes
from harness.backups import make_backup, outside_of, restore
from harness.client import NoResponse
from harness.processes import run
from harness.server import Server

WRITERS = 4
TRUSTING_ROUNDS_MAX = 60
ROUNDS = max(2, int(os.environ.get("FAULT_ROUNDS", "50")) // 10)
FILLING = 15_000
LOAD_SECONDS_MAX = 60


class PeopleLoad:
    """Threads that make and change people as fast as they can and note what was acknowledged."""

    def __init__(self, server):
        self._server = server
        self._key = server.admin_key
        self._threads = []
        self._guard = threading.Lock()
        self._stop = threading.Event()
        self.acknowledged = {}  # The number of the last acknowledged change, by address.
        self.begun = {}

    def start(self):
        for writer in range(WRITERS):
            thread = threading.Thread(target=self._write, args=(writer,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _write(self, writer):
        client, number = self._server.client(), 0
        try:
            with client.connect() as connection:
                while not self._stop.is_set():
                    number += 1
                    email = f"w{writer}-{number // 2}@example.org"  # Made, then changed once.
                    with self._guard:
                        self.begun[email] = number
                    answer = connection.exchange(client.request("PATCH", f"/contacts/email/{email}", key=self._key,
                                                                json={"_name": f"change {number}"}))
                    if answer.is_busy:
                        continue
                    assert answer.status == 200, answer.summary()
                    with self._guard:
                        self.acknowledged[email] = number
        except (NoResponse, ConnectionError, socket.timeout):
            pass  # The server is gone.

    def so_far(self):
        with self._guard:
            return dict(self.acknowledged)

    def end(self):
        self._stop.set()
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive()


def fill(server):
    """Enough data that a backup takes many slices."""
    file = server.folder / "filling.csv"
    file.write_text("_email,_name\n" + "".join(f"f{number}@example.org,{'x' * 250}\n" for number in range(FILLING)))
    processes.give_to_program(file)
    code, _, err = run("import", file, "--type", "contacts", "--data", server.data, timeout=120)
    assert code == 0, err


def number_of(server, key, email):
    """The last change of somebody; None when there is nobody."""
    answer = server.client().call("GET", f"/contacts/email/{email}", key=key)
    assert answer.status in (200, 404), answer.summary()
    return int(answer.json()["_name"].split()[1]) if answer.status == 200 else None


def problem_with(server, key, before, begun, erased):
    """What is wrong with a restored server, or None: what was acknowledged before the backup began is there, nothing is
    that nobody wrote, and nobody is who was erased."""
    for email, number in before.items():
        found = number_of(server, key, email)
        if email in erased:
            if found is not None:
                return f"{email} was erased and is back"
        elif found is None or not number <= found <= begun[email]:
            return f"{email} has change {found}, but {number} was acknowledged before the backup began"
    return None


class Drill:
    """A server that is backed up under load, loses people afterwards, and is killed."""

    def __init__(self, seed):
        chance = random.Random(seed)
        self.folder = processes.make_folder()
        server = Server(folder=self.folder, owner="the restore drill")
        try:
            fill(server)
            self.key = server.admin_key
            load = PeopleLoad(server)
            load.start()
            deadline = time.monotonic() + LOAD_SECONDS_MAX
            while len(load.so_far()) < 200:
                assert time.monotonic() < deadline, "the writers came nowhere"
                time.sleep(0.01)  # Until the load is there.
            self.before = load.so_far()
            started = time.monotonic()
            self.backup = make_backup(server.data, processes.make_folder())
            self.seconds = time.monotonic() - started
            self.meanwhile = len(load.so_far()) - len(self.before)
            self.log_bytes = (server.data / "tradewind.db-wal").stat().st_size
            load.end()
            self.begun = load.begun
            self.erased = set(chance.sample(sorted(self.before), 20))
            for email in self.erased:
                assert server.client().call("DELETE", f"/contacts/email/{email}", key=self.key).status == 204
            self._await_erasures(server.data / "erasures.log")
        finally:
            server.kill()

    def _await_erasures(self, log):
        deadline = time.monotonic() + 60  # A second or two, on a machine that has time.
        while not log.exists() or len(log.read_text().splitlines()) <= len(self.erased):
            assert time.monotonic() < deadline, "the erasures are not in the log of them"
            time.sleep(0.05)  # They come by themselves.

    def restore(self, env=None, backup=None):
        """(exit code, complaint, folder)"""
        folder = processes.make_folder()
        code, _, err = restore(backup or self.backup, folder, self.folder / "data" / "secret.key", "--erasures",
                               self.folder / "data", env=env)
        return code, err, folder


@pytest.fixture(scope="module")
def drill():
    return Drill(int(os.environ.get("FAULT_SEED", "1")))


def test_a_backup_made_under_load_is_served_elsewhere(drill, say):
    assert drill.meanwhile > 20, "there was hardly any load while the backup was made"
    code, err, folder = drill.restore()
    assert code == 0, err
    server = Server(folder=folder, owner="the restore drill")
    try:
        assert problem_with(server, drill.key, drill.before, drill.begun, drill.erased) is None
        assert outside_of(server)[0] == "on hold"
        assert run("confirm-live", "--data", server.data)[0] == 0
        assert outside_of(server) == ("ok", "")
    finally:
        server.kill()
    again = Server(folder=folder, owner="the restore drill")
    assert outside_of(again) == ("ok", "")
    again.kill()
    say(f"restore drill: backup in {drill.seconds:.2f} s under load, {drill.meanwhile} people written meanwhile, log of "
        f"{drill.log_bytes >> 20} MiB")
    assert drill.log_bytes < 256 << 20, "the backup held the write-ahead log back"


def test_the_drill_notices_a_restore_that_forgets_erasures(drill):
    code, err, folder = drill.restore(env={"TRADEWIND_FAULT": "forget-erasures"})
    assert code == 0, err
    server = Server(folder=folder, owner="the restore drill")
    try:
        assert "was erased and is back" in problem_with(server, drill.key, drill.before, drill.begun, drill.erased)
    finally:
        server.kill()


def test_the_drill_notices_a_backup_without_the_newest_rows(drill):
    """A row that was acknowledged and is not in the backup, as one would be that was made of an old snapshot."""
    code, err, folder = drill.restore()
    assert code == 0, err
    server = Server(folder=folder, owner="the restore drill")
    try:
        missing = {"never@example.org": 1}
        assert "acknowledged before the backup began" in problem_with(
            server, drill.key, {**drill.before, **missing}, {**drill.begun, **missing}, drill.erased)
    finally:
        server.kill()


def spoiled(backup, chance):
    """A copy of a backup in which one byte of some file is another; which."""
    folder = processes.make_folder() / "spoiled"
    shutil.copytree(backup, folder)
    file = chance.choice(sorted(path for path in folder.rglob("*") if path.is_file()))
    place = chance.randrange(file.stat().st_size)
    with file.open("r+b") as stream:
        stream.seek(place)
        byte = stream.read(1)[0]
        stream.seek(place)
        stream.write(bytes([byte ^ (1 << chance.randrange(8))]))
    for path in [folder, *folder.rglob("*")]:
        processes.give_to_program(path)
    return folder, f"byte {place} of {file.name}"


def test_a_changed_byte_is_refused(drill, seed):
    chance = random.Random(seed)
    for _ in range(ROUNDS):
        backup, where = spoiled(drill.backup, chance)
        code, err, folder = drill.restore(backup=backup)
        assert code == 1 and "damaged" in err, f"{where}: {err}"
        assert not (folder / "data").exists()


def test_a_restore_that_trusts_the_backup_is_noticed(drill, seed):
    """The control: with the check taken out, the same changed bytes go through."""
    chance = random.Random(seed)
    # Some bytes are noticed all the same: those of the manifest, and what holds the pages together.
    for _ in range(TRUSTING_ROUNDS_MAX):
        backup, _ = spoiled(drill.backup, chance)
        if drill.restore(backup=backup, env={"TRADEWIND_FAULT": "trust-backup"})[0] == 0:
            return
    raise AssertionError("without the check nothing went through, so the test of the check proves nothing")


def test_a_kill_during_a_backup_leaves_nothing_that_looks_whole(seed, say):
    chance = random.Random(seed)
    folder, place = processes.make_folder(), processes.make_folder()
    server = Server(folder=folder, owner="the backup kills")
    fill(server)
    key, target = server.data / "secret.key", place / "backup"
    unfinished = place / "backup.unfinished"
    killed = 0
    for _ in range(ROUNDS):
        command = processes.spawn(["backup", target, "--data", server.data])
        deadline = time.monotonic() + 20
        while not unfinished.exists() and command.poll() is None:
            assert time.monotonic() < deadline
        time.sleep(chance.uniform(0, 0.15))  # Into any phase of it.
        server.kill()
        command.communicate(timeout=30)
        if target.exists():
            assert command.returncode == 0 or not unfinished.exists()
            assert restore(target, processes.make_folder(), key, "--without-erasures")[0] == 0, "whole, then"
            shutil.rmtree(target)
        else:
            killed += 1
            assert command.returncode == 1
            if unfinished.exists():
                code, _, err = restore(unfinished, processes.make_folder(), key, "--without-erasures")
                # Once its manifest is there, all of it is: only the name is missing.
                assert code == 0 or "is no backup" in err
        server = Server(folder=folder, owner="the backup kills")
    assert make_backup(server.data, target) == target and not unfinished.exists()
    assert restore(target, processes.make_folder(), key, "--without-erasures")[0] == 0
    server.kill()
    say(f"backup kills: {killed} of {ROUNDS} backups did not come to their end")
    assert killed > 0, "every backup was whole before it was killed, so nothing was tested"
