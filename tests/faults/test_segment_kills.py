"""kill -9 while the members of segments are found and follow what happens: whoever starts next goes on, and in the end
exactly those are members for whom the filter holds."""

import json
import os
import random
import time
from urllib.parse import quote, urlsplit

from harness import processes
from harness.contacts import by_email
from harness.imports import Imports, rows_of
from harness.scores import figure
from harness.segments import COLLECTION, Segments
from harness.server import Server

KILLS = max(4, int(os.environ.get("FAULT_ROUNDS", "50")) // 5)
PEOPLE = 6_000
SETTLED_SECONDS_MAX = 120
WORK = 'tradewind_engine_looked_at_total{what="changes"}'


def address_of(number):
    return f"member-{number}@example.org"


def points(at_least):
    return {"field": "_points", "is": "atLeast", "value": at_least}


class Rig:
    """A store of people whose points change, with a segment of those who have many."""

    def __init__(self, chance, env=None):
        self._chance = chance
        self._folder, self._env = processes.make_folder(), env or {}
        self.start()
        people = Imports(self.server.client(), self.server.admin_key).take_in(
            rows_of(("_email", "_points"), *((address_of(number), number % 100) for number in range(PEOPLE))))
        assert people["success"] == PEOPLE, people
        self.filter = points(50)
        self.segment = self.segments.make_dynamic(self.filter)["id"]

    def start(self):
        self.server = Server(folder=self._folder, env=self._env, owner="the segment loop")
        self.segments = Segments(self.server.client(), self.server.admin_key)

    def change(self):
        """Some people get other points, and sometimes the segment another filter."""
        for _ in range(20):
            answer = self.segments.call("PATCH", by_email(address_of(self._chance.randrange(PEOPLE))),
                                        json={"_points": self._chance.randrange(100)})
            assert answer.status == 200, answer.summary()
        if self._chance.random() < 0.7:
            self.filter = points(self._chance.randrange(10, 90))
            answer = self.segments.call("PATCH", COLLECTION + self.segment, json={"filter": self.filter})
            assert answer.status == 200, answer.summary()

    def kill(self):
        """At the answer, or while the work is being done, or after it: each of them often."""
        if self._chance.random() < 0.7:
            time.sleep(self._chance.random() * 0.1)
        self.server.kill()
        self.start()

    def settle(self):
        """Waits until nothing is being built and nothing new is looked at."""
        deadline = time.monotonic() + SETTLED_SECONDS_MAX
        before = None
        while True:
            found = (figure(self.server, WORK), self.segments.read(self.segment)["members"])
            if found == before and self.segments.read(self.segment)["build"]["state"] == "ready":
                return
            assert time.monotonic() < deadline, self.server.log
            before = found
            time.sleep(1.5)  # Three times as long as the engine pauses.

    def found(self):
        """For whom the filter holds, by looking at everybody."""
        target = f"/admin/v1/contacts/?pageSize=100&filter={quote(json.dumps(self.filter))}"
        people = set()
        while target:
            answer = self.segments.call("GET", target)
            assert answer.status == 200, answer.summary()
            people |= {contact["id"] for contact in answer.json()["results"]}
            following = urlsplit(answer.json()["links"].get("next") or "")
            target = following.path and f"{following.path}?{following.query}"
        return people

    def problem(self):
        wanted, members = self.found(), self.segments.members(self.segment)
        if sorted(members) != sorted(wanted):
            return f"{len(wanted ^ set(members))} of {PEOPLE} are in the wrong place"
        if (told := self.segments.read(self.segment)["members"]) != len(wanted):
            return f"the segment has {len(wanted)} members and says {told}"
        return None


def test_segments_that_are_killed_again_and_again_have_the_right_members(seed, survived):
    rig = Rig(random.Random(seed))
    rig.kill()
    for _ in range(KILLS):
        rig.change()
        rig.kill()
    rig.settle()
    problem = rig.problem()
    rig.server.kill()
    survived("kill -9: members of segments", KILLS + 1, note=f"{PEOPLE} people")
    assert problem is None, f"{problem} (FAULT_SEED={seed})"


def test_changes_that_leave_no_row_are_noticed(seed, noticed):
    """The control: what changes after the build is never looked at."""
    rig = Rig(random.Random(seed), env={"TRADEWIND_FAULT": "lost-change"})
    rig.settle()
    for _ in range(5):
        for number in range(20):
            rig.segments.call("PATCH", by_email(address_of(number)), json={"_points": 99 - number % 100})
    rig.settle()
    problem = rig.problem()
    rig.server.kill()
    noticed("kill -9: members of segments", "a change without its row", problem)
    assert problem is not None, f"it was not noticed that changes leave no row (FAULT_SEED={seed})"
