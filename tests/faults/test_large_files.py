"""Imports and exports of files that are larger than what they may keep in memory, and exports of people who are made,
changed and deleted meanwhile: each who is there all the time is in the file exactly once."""

import os
import random
import re
import signal
import time
from collections import Counter
from dataclasses import dataclass, field

import pytest

from harness import processes
from harness.exports import ENDED
from harness.imports import Imports, rows_of
from harness.server import Server
from large_store import LargeStore
from load import Load
from test_export import Rig, csv_of

PEOPLE = 300_000
IMPORTED = 100_000
GROWTH_KIB_MAX = 64 * 1024
FILE_BYTES_MIN = 64 * 1024 * 1024  # More than the growth that is allowed.
IMPORT_BYTES_MAX = 256 * 1024 * 1024
# Of these numbers on a contact is changed or deleted by the load, below it nobody is touched.
TOUCHED_FROM = PEOPLE // 2
DELETED_OF = 7  # Every so many of those that are touched.
LIVE_KILLS = 2
LIVE_EXPORTS_MAX = 5  # Until one was killed while it was made.
CONTROL_KILLS_MAX = 40
MOST_SECONDS = 120


@pytest.fixture(scope="module")
def folder():
    store = LargeStore("the tests of large files")
    store.add_people(PEOPLE)
    return store.folder


class Growth:
    """The memory of a server beyond what it had in the beginning."""

    def __init__(self, server):
        self._server, self._before, self.kib = server, server.resident_kib(), 0

    def watch(self, has_ended):
        """Until it has ended, or it is too much already."""
        deadline = time.monotonic() + MOST_SECONDS
        while not has_ended() and self.problem() is None:
            assert time.monotonic() < deadline
            self._note()
            time.sleep(0.02)  # It works by itself.
        self._note()

    def _note(self):
        self.kib = max(self.kib, self._server.resident_kib() - self._before)

    def problem(self):
        return f"{self.kib // 1024} MiB more" if self.kib > GROWTH_KIB_MAX else None


# --- memory

def grow_by_export(folder, env=None):
    rig = Rig(folder, env)
    growth = Growth(rig.server)
    export_id = rig.exports.create().json()["id"]
    growth.watch(lambda: rig.exports.get(export_id)["status"] in ENDED)
    if growth.problem() is None:
        assert len(csv_of(rig.exports.files(rig.exports.get(export_id)))) > FILE_BYTES_MIN
    assert rig.exports.call("DELETE", export_id).status == 204
    rig.kill()
    return growth


def grow_by_import(_, env=None):
    server = Server(folder=processes.make_folder(), env=env, owner="the tests of large files",
                    arguments=["--limits-import-bytes", str(IMPORT_BYTES_MAX)])
    imports = Imports(server.client(), server.admin_key)
    table = rows_of(["_email", "_name", "_surname", "_externalId"],
                    *([f"{number}@example.org", "n" * 250, "s" * 450, f"E-{number}"] for number in range(IMPORTED)))
    assert len(table) > FILE_BYTES_MIN
    growth = Growth(server)
    made = imports.upload(table)
    assert made.status == 201, made.summary()
    growth.watch(lambda: imports.get(made.json()["id"])["status"] in ENDED)
    ended = imports.get(made.json()["id"])
    assert growth.problem() or ended["success"] == IMPORTED, ended
    server.kill()
    return growth


@pytest.mark.parametrize("grow", [grow_by_export, grow_by_import], ids=["export", "import"])
def test_memory_does_not_grow_with_the_file(folder, grow, survived):
    growth = grow(folder)
    survived(f"memory of a large {kind_of(grow)}", 1, note=f"{growth.kib / 1024:.0f} MiB")
    assert growth.problem() is None


@pytest.mark.parametrize("grow", [grow_by_export, grow_by_import], ids=["export", "import"])
def test_a_job_that_keeps_the_rows_is_noticed(folder, grow, noticed):
    growth = grow(folder, {"TRADEWIND_FAULT": "hoard-memory"})
    noticed(f"memory of a large {kind_of(grow)}", "rows that are kept in memory", growth.problem())
    assert growth.problem() is not None


def kind_of(grow):
    return grow.__name__.removeprefix("grow_by_")


# --- live data

@dataclass
class Departures:
    """The numbers of those who were asked to go, and of those whose going was acknowledged. Nobody knows of the others
    whether they are there: the server was killed meanwhile, or had no time."""

    asked: set = field(default_factory=set)
    gone: set = field(default_factory=set)


class Life(Load):
    """People who come, change and go, until the server is gone."""

    def __init__(self, server, chance, departures):
        super().__init__(server)
        self._chance, self._departures = chance, departures

    def works(self):
        yield self._come, self._chance.randrange(10**12)
        yield self._change, self._chance.randrange(10**12)
        yield self._go, self._chance.randrange(10**12)

    def _call(self, connection, method, email, body, *expected):
        """Whether it was done."""
        answer = connection.exchange(self._server.client().request(method, f"/contacts/email/{email}", json=body,
                                                                   key=self._server.admin_key))
        if answer.status == 503:
            return False
        if answer.status not in expected:
            self._refuse(answer.summary())
        self._acknowledged()
        return True

    def _come(self, connection, first):
        while True:
            first += 1
            self._call(connection, "PATCH", f"new-{first}@example.org", {}, 200)

    def _change(self, connection, seed):
        chance = random.Random(seed)
        while True:
            number = chance.randrange(TOUCHED_FROM, PEOPLE + 1)
            if number % DELETED_OF:
                self._call(connection, "PATCH", f"c{number}@example.org", {"_surname": "s" * chance.randrange(1, 250)},
                           200)

    def _go(self, connection, seed):
        chance = random.Random(seed)
        while True:
            number = chance.randrange(TOUCHED_FROM, PEOPLE + 1) // DELETED_OF * DELETED_OF
            self._departures.asked.add(number)
            if self._call(connection, "DELETE", f"c{number}@example.org", None, 204, 404):
                self._departures.gone.add(number)


class LiveRig(Rig):
    """Whoever serves the folder, and those who change it."""

    def __init__(self, folder, chance, departures, env=None):
        self._chance, self._departures, self.acknowledged = chance, departures, 0
        super().__init__(folder, env)

    def start(self):
        super().start()
        self._life = Life(self.server, self._chance, self._departures)
        self._life.start()

    def kill(self):
        super().kill()
        self._life.await_end()
        self.acknowledged += self._life.acknowledged_count

    def export_under_kills(self, kills):
        """(what is wrong with the file or None, how often it was killed while it was made)"""
        gone = set(self._departures.gone)
        export_id = self.exports.create(version="v3").json()["id"]
        hits = sum(self.kill_once(export_id, self._chance, "walking", 1.0) is not None for _ in range(kills))
        done = self.exports.await_end(export_id)
        assert done["status"] == "finished", done
        file = csv_of(self.exports.files(done))
        assert self.exports.call("DELETE", export_id).status == 204
        return problem_with(file, gone, self._departures.asked), hits


def problem_with(file, gone, asked):
    """What is wrong with whom the file tells of, or None: `gone` are those who were deleted before it was begun,
    `asked` all who were asked to go until now."""
    told = Counter(int(number) for number in re.findall(rb"\bc(\d+)@example\.org", file))
    if doubled := [number for number, times in told.items() if times > 1]:
        return f"{len(doubled)} are there twice, such as {doubled[0]}"
    if missing := set(range(1, PEOPLE + 1)) - told.keys() - asked:
        return f"{len(missing)} are missing, such as {min(missing)}"
    if back := gone & told.keys():
        return f"{len(back)} are there who were gone, such as {min(back)}"
    return None


def test_whoever_is_there_all_the_time_is_in_an_export_once(folder, departures, seed, survived):
    rig = LiveRig(folder, random.Random(seed), departures)
    hits = 0
    for _ in range(LIVE_EXPORTS_MAX):
        problem, more = rig.export_under_kills(LIVE_KILLS)
        hits += more
        if problem or hits:
            break
    rig.kill()
    survived("an export of people who come and go", hits, rig.acknowledged, f"{len(departures.gone)} deleted")
    assert problem is None, f"{problem} (FAULT_SEED={seed})"
    assert hits >= 1 and rig.acknowledged > 100, "nobody came or went, so nothing was tested"


def test_people_who_are_told_of_twice_are_noticed(folder, departures, seed, noticed):
    rig = LiveRig(folder, random.Random(seed), departures, env={"TRADEWIND_FAULT": "keep-tail"})
    for kills in range(1, CONTROL_KILLS_MAX + 1):
        problem, _ = rig.export_under_kills(1)
        if problem:
            break
    rig.kill()
    noticed("an export of people who come and go", "a file that is not cut back", f"{problem}, after {kills} kills")
    assert problem is not None and "twice" in problem, f"{problem} (FAULT_SEED={seed})"


@pytest.fixture(scope="module")
def departures():
    """Of the folder."""
    return Departures()


@pytest.mark.parametrize(("numbers", "problem"), [
    ((7,), None), ((7, 9), None),  # Nobody knows whether 9 is still there.
    ((), "missing"), ((7, 7), "twice"), ((7, 8), "were gone")])
def test_the_judgement_of_a_file_notices(numbers, problem):
    told = [*(number for number in range(1, PEOPLE + 1) if number not in (7, 8, 9)), *numbers]
    said = problem_with(b"".join(b"c%d@example.org\n" % number for number in told), gone={8}, asked={8, 9})
    assert said is None if problem is None else problem in said


def test_nobody_is_gone_whose_going_was_not_answered(seed):
    server, departures = Server(owner="the tests of large files"), Departures()
    life = Life(server, random.Random(seed), departures)
    server.process.send_signal(signal.SIGSTOP)
    _, status = os.waitpid(server.process.pid, os.WUNTRACED)  # Its threads stop one after the other.
    assert os.WIFSTOPPED(status)
    life.start()
    deadline = time.monotonic() + MOST_SECONDS
    while not departures.asked:
        assert time.monotonic() < deadline, "nobody is asked to go"
        time.sleep(0.01)  # It comes by itself.
    server.kill()
    life.await_end()
    assert not departures.gone
