"""A clock that is set forward and back, by seconds and by weeks, while the service runs and between two of its lives:
ids stay unique and in order, and nothing waits for a time that is gone."""

import os
import random
import signal
import time
import uuid
from datetime import datetime, timedelta, timezone

import pytest

from harness import processes
from harness.contacts import by_email
from harness.custom_events import Integrations, receiving
from harness.exports import Exports
from harness.purchases import Shop
from harness.segments import Segments
from harness.server import Server
from jumping_clock import JumpingClock

ROUNDS = max(8, int(os.environ.get("FAULT_ROUNDS", "50")) // 5)
SIZES = [1, 59, 3_600, 86_400, 40 * 86_400]  # In seconds; the last is longer than anything is kept for.
WRITES_PER_JUMP = 12
RATE = 600_000
BATCH = 1_000
EVENTS_OF_A_BUSY_LIFE = 10_000
MINUTE = 60
DAY = 86_400
CLOCK_TOLERANCE = timedelta(seconds=1)  # The library that turns the clock reckons in its own way.

pytestmark = pytest.mark.only_sqlite


class ClockLoop:
    def __init__(self, seed, env=None):
        self._random = random.Random(seed)
        self.clock = JumpingClock()
        self._env = {**self.clock.env, **(env or {})}
        self._folder = processes.make_folder()
        self.rounds = 0
        self.ids = []
        self.kept = {}  # {address of a contact: its id}.
        self.server = None

    def start(self):
        self.server = Server(folder=self._folder, env=self._env, owner="the clock loop",
                             arguments=["--limits-requests-per-minute", str(RATE)])

    def run(self, rounds):
        """The first thing found wrong, or None."""
        self.start()
        offset = 0
        try:
            for number in range(rounds):
                if problem := self.write() or self.problem_with_ids() or self._problem_with_answers(offset):
                    return f"round {number}, {offset} s off: {problem}"
                offset = self._random.choice([-1, 1]) * self._random.choice(SIZES)
                self.clock.set(offset)
                if number % 4 == 3:
                    self.server.stop(signal.SIGINT)
                    self.start()
                self.rounds += 1
            return self._problem_with_contacts()
        finally:
            self.server.kill()

    def _call(self, method, path, status, **more):
        answer = self.server.client().call(method, path, key=self.server.admin_key, **more)
        if answer.status != status:
            raise Refused(f"{method} {path}: {answer.summary()}")
        return answer

    def write(self):
        try:
            for _ in range(WRITES_PER_JUMP):
                email = f"{uuid.uuid4().hex}@example.org"
                made = self._call("PATCH", f"/contacts/email/{email}", 200, json={"_name": "Ada"})
                self.ids.append(made.json()["id"])
                self.kept[email] = made.json()["id"]
        except Refused as problem:
            return str(problem)
        return None

    def send_events(self, alias, count):
        """In batches, each of one contact."""
        for start in range(0, count, BATCH):
            lines = "".join('{"guest": "ada@example.org"}\n' for _ in range(min(BATCH, count - start)))
            answer = self._call("POST", f"/custom-events/alias/{alias}/batch?createContact=true", 200,
                                body=lines.encode(), headers={"Content-Type": "application/x-ndjson"})
            self.ids += [line["id"] for line in answer.json()["outcomes"]]

    def problem_with_times(self, early):
        """Of what is made now, while ids are still ahead; `early` was made when the clock was."""
        client, key = self.server.client(), self.server.admin_key
        shop, exports = Shop(client, key), Exports(client, key)
        begun = datetime.now(timezone.utc) - CLOCK_TOLERANCE
        person, product = shop.contact(_name="Ada"), shop.product()
        purchase = shop.bought(shop.order(person, product["productId"]))
        segment = Segments(client, key).make()
        changed = self._call("PATCH", by_email(early["_email"]), 200, json={"_name": uuid.uuid4().hex}).json()
        made = exports.made()
        today, tomorrow = ((begun + timedelta(days=days)).date().isoformat() for days in (0, 1))
        rows = exports.rows(exportType="activities", filters={"fromDate": today, "toDate": tomorrow})
        times = {"_createdAt": person["_createdAt"], "createdAt of a product": product["createdAt"],
                 "createdAt of a purchase": purchase["createdAt"], "purchaseDate": purchase["purchaseDate"],
                 "createdAt of a segment": segment["createdAt"], "createdAt of an export": made["createdAt"]}
        for name, text in times.items():
            if not begun <= datetime.fromisoformat(text.replace("Z", "+00:00")) <= datetime.now(timezone.utc):
                return f"{name} is not the time: {text}"
        if changed["_updatedAt"] < changed["_createdAt"]:
            return f"changed before it was made: {changed}"
        told = {(row["Contact ID"], row["Activity Type"]) for row in rows}
        for activity in ((person["id"], "contact-created"), (person["id"], "purchase"), (early["id"], "contact-updated")):
            if activity not in told:
                return f"today's export misses {activity}"
        return None

    def problem_with_ids(self):
        if len(set(self.ids)) != len(self.ids):
            return "an id was given twice"
        if self.ids != sorted(self.ids):
            return "an id that was given later is smaller"
        return None

    def _problem_with_answers(self, offset):
        """What takes its time from the clock: the limit of requests, the answers kept for idempotency, exports."""
        key = {"Idempotency-Key": uuid.uuid4().hex}
        email = f"{uuid.uuid4().hex}@example.org"
        try:
            first = self._call("PATCH", f"/contacts/email/{email}", 200, json={"_name": "Once"}, headers=key)
            again = self._call("PATCH", f"/contacts/email/{email}", 200, json={"_name": "Once"}, headers=key)
            exports = Exports(self.server.client(), self.server.admin_key)
            made = exports.made()
        except Refused as problem:
            return str(problem)
        if first.json() != again.json() or again.header("Idempotency-Replayed") != "true":
            return f"an answer was not kept: {again.summary()}"
        if not 0 < int(again.header("RateLimit-Reset")) <= MINUTE or not int(again.header("RateLimit-Remaining")) > 0:
            return f"the limit of requests went wrong: {again.headers}"
        left = int(again.header("X-RateLimit-Reset")) - (time.time() + offset)
        if not -MINUTE <= left <= 2 * MINUTE:
            return f"the clock is not where it was set, so nothing is tested: the minute ends in {left} s"
        return None if made["status"] == "finished" else f"an export ended with {made['status']}"

    def _problem_with_contacts(self):
        for email, contact_id in self.kept.items():
            answer = self.server.client().call("GET", f"/contacts/email/{email}", key=self.server.admin_key)
            if answer.status != 200 or answer.json()["id"] != contact_id:
                return f"an acknowledged contact is lost: {answer.summary()}"
        return None


class Refused(Exception):
    """An answer that nobody expected."""


def test_ids_stay_unique_and_in_order_whatever_the_clock_does(seed, survived):
    loop = ClockLoop(seed)
    problem = loop.run(ROUNDS)
    survived("clock set forward and back", loop.rounds, len(loop.ids))
    assert problem is None, f"{problem} (FAULT_SEED={seed})"
    assert loop.rounds == ROUNDS


def problem_between_lives(loop):
    """Of a clock that is set back while nobody runs: the first thing found wrong, or None."""
    for offset in (86_400, 0, -3_600):
        loop.clock.set(offset)
        loop.start()
        problem = loop.write() or loop.problem_with_ids()
        loop.server.stop(signal.SIGINT)
        if problem:
            return f"{offset} s off: {problem}"
    return None


def test_ids_go_on_above_those_of_a_life_before_the_clock_was_set_back(survived):
    loop = ClockLoop(0)
    problem = problem_between_lives(loop)
    survived("clock set back between two lives", 2, len(loop.ids))
    assert problem is None, problem


def problem_after_a_clock_ahead(loop, offset):
    """Of the times of what is made after the clock was ahead for one write, in that life and in the next one."""
    loop.clock.set(offset)
    loop.start()
    early = Shop(loop.server.client(), loop.server.admin_key).contact()
    loop.clock.set(0)
    problem = loop.problem_with_times(early)
    loop.server.stop(signal.SIGINT)
    if problem:
        return problem
    loop.start()
    problem = loop.problem_with_times(early)
    loop.server.stop(signal.SIGINT)
    return problem and f"in the next life: {problem}"


@pytest.mark.parametrize("offset", [DAY, 5 * 365 * DAY])
def test_times_tell_the_wall_clock_after_it_was_ahead(offset, survived):
    problem = problem_after_a_clock_ahead(ClockLoop(0), offset)
    survived("clock ahead for one write", 1)
    assert problem is None, problem


def test_times_that_stand_still_with_the_ids_are_noticed(noticed):
    problem = problem_after_a_clock_ahead(ClockLoop(0, env={"TRADEWIND_FAULT": "times-from-ids"}), DAY)
    noticed("clock ahead for one write", "times that are those of ids", problem)
    assert problem is not None and "is not the time" in problem, problem


def problem_after_a_busy_life(loop):
    """Of activities that take more ids than a millisecond has, and of the first one in the next life."""
    loop.start()
    made = Integrations(loop.server.client(), loop.server.admin_key).make_type(receiving())
    loop.clock.set(-3_600)
    loop.send_events(made["alias"], EVENTS_OF_A_BUSY_LIFE)
    loop.server.stop(signal.SIGINT)
    if problem := loop.problem_with_ids():
        return f"in the first life: {problem}"
    loop.start()
    try:
        loop.send_events(made["alias"], 1)
    except Refused as refused:
        return f"an id that was given before is refused: {refused}"
    loop.server.stop(signal.SIGINT)
    return loop.problem_with_ids()


def test_ids_of_activities_go_on_above_those_of_a_life_in_which_the_clock_was_set_back(survived):
    loop = ClockLoop(0)
    problem = problem_after_a_busy_life(loop)
    survived("clock set back in a life and behind in the next", 1, len(loop.ids))
    assert problem is None, problem


def test_activities_of_a_life_that_forgets_the_ids_of_the_one_before_are_noticed(noticed):
    problem = problem_after_a_busy_life(ClockLoop(0, env={"TRADEWIND_FAULT": "forget-newest-id"}))
    noticed("clock set back in a life and behind in the next", "ids of before that are forgotten", problem)
    assert problem is not None and ("is smaller" in problem or "is refused" in problem), problem


def test_a_life_that_forgets_the_ids_of_the_one_before_is_noticed(noticed):
    problem = problem_between_lives(ClockLoop(0, env={"TRADEWIND_FAULT": "forget-newest-id"}))
    noticed("clock set back between two lives", "ids of before that are forgotten", problem)
    assert problem is not None and "smaller" in problem, problem


def test_the_loop_notices_ids_that_follow_the_clock_back(seed, noticed):
    loop = ClockLoop(seed, env={"TRADEWIND_FAULT": "follow-clock"})
    problem = loop.run(4 * ROUNDS)
    noticed("clock set forward and back", "ids that follow the clock", problem)
    assert problem is not None and "smaller" in problem, f"{problem} (FAULT_SEED={seed})"
