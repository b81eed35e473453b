"""kill -9 while people are scored, at one in the morning of a clock that the test sets: whoever starts next makes the
scores anew, and they are those of an undisturbed service."""

import os
import random
import time
from datetime import timedelta

import pytest

from harness import processes, scores
from harness.exports import Exports
from harness.imports import Imports, rows_of
from harness.purchase_imports import COLUMNS, PurchaseImports, csv_file
from harness.purchases import Shop
from harness.server import Server
from jumping_clock import JumpingClock

KILLS = max(3, int(os.environ.get("FAULT_ROUNDS", "50")) // 15)
BUYERS = int(os.environ.get("SCORED_BUYERS", "4000"))
DAY = 86_400


def address_of(number):
    return f"buyer-{number}@example.org"


@pytest.fixture(autouse=True)
def clear_of_the_hour():
    scores.stay_clear_of_the_hour()


class Rig:
    """One data folder with people and what they bought, a clock, and whoever serves it."""

    def __init__(self, chance, env=None):
        self.clock = JumpingClock()
        self._folder = processes.make_folder()
        self._env = env or {}
        self.start()
        client, key = self.server.client(), self.server.admin_key
        Shop(client, key).product("p")
        people = Imports(client, key).take_in(rows_of(("_email",), *((address_of(number),) for number in range(BUYERS))))
        assert people["success"] == BUYERS, people
        now = scores.utc_now().replace(microsecond=0)
        self.purchases = [(address_of(number), now - timedelta(minutes=chance.randrange(500_000)),
                           chance.randrange(1, 1_000)) for number in range(BUYERS) for _ in range(chance.choice([1, 1, 2, 5]))]
        body = csv_file([(f"B-{number}", buyer, price, 1, "p", 1, price, at.isoformat())
                         for number, (buyer, at, price) in enumerate(self.purchases)], [*COLUMNS, "purchaseDate"])
        done = PurchaseImports(client, key).take_in(body)
        assert done["success"] == len(self.purchases), done

    def start(self):
        self.server = Server(folder=self._folder, env={**self.clock.env, **self._env}, owner="the score loop")

    def await_morning(self):
        self.clock.set(DAY)

    def kill_at_work(self, rows):
        """Kills whoever serves, once it has scored so many; whether it was still at it."""
        due = self.due().timestamp()
        deadline = time.monotonic() + 60
        while scores.rows_changed(self.server) < rows and scores.made_for(self.server) < due:
            assert time.monotonic() < deadline, self.server.log
        is_at_work = scores.made_for(self.server) < due
        self.server.kill()
        self.start()
        return is_at_work

    def due(self):
        return scores.due_at(scores.utc_now() + timedelta(seconds=DAY))

    def problem(self):
        """What is wrong with the scores, or None."""
        rows = Exports(self.server.client(), self.server.admin_key).rows()
        names = ("Recency", "Frequency", "Monetary", "RFM group")
        found = {row["Email"]: tuple(row[name] for name in names) for row in rows}
        without = sum(row["Customer lifetime value"] == "" for row in rows)
        if without:
            return f"nothing is told of what {without} of {len(rows)} are expected to spend"
        wanted = {buyer: tuple(one.values()) for buyer, one in
                  scores.expected(self.purchases, scores.utc_now() + timedelta(seconds=DAY)).items()}
        wrong = [buyer for buyer in wanted if found[buyer] != wanted[buyer]]
        return f"{len(wrong)} of {len(wanted)} are not scored as they should be" if wrong else None

    def changes_undisturbed(self):
        """How many score otherwise when it is all done once more and nobody is killed."""
        self.server.kill()
        scores.forget(self.server)
        self.start()
        scores.await_made(self.server, self.due())
        return scores.rows_changed(self.server)


def test_scores_that_are_killed_again_and_again_are_the_same(seed, survived):
    chance = random.Random(seed)
    rig = Rig(chance)
    assert rig.problem() is not None, "they are scored before it is time"
    rig.await_morning()
    hits = sum(rig.kill_at_work(chance.randint(1, BUYERS // (2 * KILLS))) for _ in range(KILLS))
    scores.await_made(rig.server, rig.due())
    problem = rig.problem()
    changes = rig.changes_undisturbed()
    rig.server.kill()
    survived("kill -9: scores of customers", hits, note=f"{BUYERS} buyers")
    assert hits >= 1, f"it was never killed while it was at work (FAULT_SEED={seed})"
    assert problem is None, f"{problem} (FAULT_SEED={seed})"
    assert changes == 0, f"an undisturbed service scores {changes} otherwise (FAULT_SEED={seed})"


def test_scores_that_are_noted_before_they_are_made_are_noticed(seed, noticed):
    """The control: whoever is killed leaves the rest without scores."""
    chance = random.Random(seed)
    rig = Rig(chance, env={"TRADEWIND_FAULT": "note-scores-first"})
    rig.await_morning()
    deadline = time.monotonic() + 60
    while scores.rows_changed(rig.server) == 0:
        assert time.monotonic() < deadline, rig.server.log
    rig.server.kill()
    rig.start()
    scores.await_made(rig.server, rig.due())
    problem = rig.problem()
    rig.server.kill()
    noticed("kill -9: scores of customers", "a day that is noted first", problem)
    assert problem is not None, f"a kill did not notice that the day is noted first (FAULT_SEED={seed})"
