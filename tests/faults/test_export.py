"""kill -9 in the midst of an export, again and again: the file is byte for byte that of an undisturbed one."""

import os
import random
import signal
import time
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import partial
from typing import Callable

import pytest

from harness.contacts import by_email
from harness.exports import ENDED, Exports
from harness.purchases import Shop
from harness.reports import Reports
from harness.server import Server
from large_store import ACTIVITIES, ADDRESSES, PEOPLE, TEMPLATE, LargeStore

KILLS = max(8, int(os.environ.get("FAULT_ROUNDS", "50")) // 5)
CONTACTS = int(os.environ.get("EXPORT_CONTACTS", "300000"))
BUYERS, ITEMS = 30_000, 8
REPORTED, CHANGES = 15_000, 20
# The control needs as many tries as it takes for a kill to fall behind a checkpoint.
CONTROL_KILLS_MAX = 40
MORE_EXPORTS_MAX = 5  # When those that are made were killed too seldom.
WANTED = {"exportType": "contacts", "delimiter": ";", "dateFormat": "LLL", "version": "v3"}
REPORT = {"category": "activities", "groupings": ["activityKind", "emailStatus"],
          "metrics": ["numberOfActivities", "numberOfActiveContacts"]}


def make_store():
    store = LargeStore("the export loop")
    store.add_people(CONTACTS)
    return store.folder


def make_store_of_buyers(people, items=1, changes=0):
    """Everybody was created, changed so many times, and bought the same things."""
    store = LargeStore("the export loop")
    server = Server(folder=store.folder, owner="the export loop")
    shop = Shop(server.client(), server.admin_key)
    for points in range(changes):
        assert shop.call("PATCH", by_email(TEMPLATE), json={"_points": 100 + points}).status == 200
    shop.bought(shop.order({"_email": TEMPLATE}, *(shop.product()["productId"] for _ in range(items))))
    server.stop(signal.SIGINT)
    store.add_people(people, (PEOPLE, ADDRESSES, ACTIVITIES))
    return store.folder


def these_days():
    """The days around now, when everything has happened."""
    now = datetime.now(timezone.utc)
    return {name: (now + timedelta(days=days)).date().isoformat() for name, days in (("fromDate", -1), ("toDate", 1))}


def ask_for_contacts(rig):
    return rig.exports.create(WANTED)


def ask_for_activities(rig):
    return rig.exports.create(exportType="activities", version="v5", filters=these_days())


def ask_for_report(rig):
    report = Reports(rig.server.client(), rig.server.admin_key).make(**REPORT)["id"]
    wanted = {"delimiter": ",", "filters": {"reportId": report, **these_days()}}
    return rig.exports.call("POST", "type/data-explorer", json=wanted)


class Rig:
    """Whoever serves the folder."""

    def __init__(self, folder, env=None):
        self._folder, self._env = folder, env
        self.start()

    def start(self):
        self.server = Server(folder=self._folder, env=self._env, owner="the export loop")
        self.exports = Exports(self.server.client(), self.server.admin_key)

    def kill(self):
        self.server.kill()

    def texts_of(self, export_id):
        """What is in its files."""
        done = self.exports.await_end(export_id)
        assert done["status"] == "finished" and done["progress"] == done["total"]
        return list(self.exports.files(done).values())

    def seconds(self, export_id):
        """How long it lasts when nobody disturbs it, with its waiting."""
        began = time.monotonic()
        self.exports.await_end(export_id)
        return time.monotonic() - began

    def visible_seconds(self, export_id):
        """How long it is seen in progress when nobody disturbs it."""
        while self.exports.get(export_id)["status"] == "queued":
            time.sleep(0.005)  # It begins by itself.
        began = time.monotonic()
        while self.exports.get(export_id)["status"] not in ENDED:
            time.sleep(0.005)  # The same.
        return time.monotonic() - began

    def kill_once(self, export_id, chance, when, seconds):
        """Kills when it is walking or zipping, or at any time; which of them it was, or None when it had ended."""
        if when == "any time":
            time.sleep(chance.uniform(0, seconds))
            return self._kill_as(when, export_id)
        before = self.exports.get(export_id)
        deadline = time.monotonic() + 120
        while True:
            state = self.exports.get(export_id)
            if state["status"] in ENDED:
                return None
            is_zipping = state["status"] == "inProgress" and state["progress"] == state["total"] > 0
            if is_zipping or when == "walking" and state["progress"] > before["progress"]:
                break
            assert time.monotonic() < deadline, state
            time.sleep(0.005)  # Its own progress decides when it is killed.
        time.sleep(chance.uniform(0, seconds * (0.1 if is_zipping else 0.4)))
        return self._kill_as("zipping" if is_zipping else "walking", export_id)

    def _kill_as(self, moment, export_id):
        has_ended = self.exports.get(export_id)["status"] in ENDED
        self.kill()
        self.start()
        return None if has_ended else moment


@dataclass
class Kind:
    make_store: Callable
    ask: Callable
    exports: int  # How many are made.
    moments: tuple  # When each is killed.
    seconds: Callable  # By what the moments are chosen.
    is_whole: Callable  # Whether the texts of the files tell of everybody.


KINDS = {
    "contacts": Kind(
        make_store, ask_for_contacts, KILLS, ("walking", "walking", "zipping"), Rig.visible_seconds,
        lambda texts: texts[0].count(b"@example.org") == CONTACTS + 1),
    "activities": Kind(
        partial(make_store_of_buyers, BUYERS, items=ITEMS), ask_for_activities, KILLS // 4, ("walking", "zipping"),
        Rig.visible_seconds,
        lambda texts: [text.count(b"\n") for text in texts] == [1 + 2 * (BUYERS + 1), 1 + ITEMS * (BUYERS + 1)]),
    # It has too few rows to be seen at them.
    "a report": Kind(
        partial(make_store_of_buyers, REPORTED, changes=CHANGES), ask_for_report, KILLS // 3, ("any time", "any time"),
        Rig.seconds,
        lambda texts: texts[0].count(b',"%d"\n' % (REPORTED + 1)) == 3),
}


def csv_of(files):
    (text,) = files.values()
    return text


@pytest.mark.parametrize("name", KINDS)
def test_an_export_that_is_killed_again_and_again_is_the_same(name, seed, survived):
    kind, chance = KINDS[name], random.Random(seed)
    rig = Rig(kind.make_store())
    undisturbed = kind.ask(rig).json()["id"]
    seconds = kind.seconds(rig, undisturbed)
    expected = rig.texts_of(undisturbed)
    assert kind.is_whole(expected)
    hits, window = Counter(), seconds

    # How often it is met at which of them depends on the machine; at each it must be.
    def is_met():
        return all(hits[when] for when in kind.moments) and hits.total() >= kind.exports // 2

    for number in range(kind.exports + MORE_EXPORTS_MAX):
        if number >= kind.exports and is_met():
            break
        export_id = kind.ask(rig).json()["id"]
        for when in kind.moments:
            hit = rig.kill_once(export_id, chance, when, window)
            if hit is None:
                window /= 2  # The undisturbed one was slower than the others are.
                break
            hits[hit] += 1
        assert rig.texts_of(export_id) == expected, f"a file differs after {hits} kills (FAULT_SEED={seed})"
        assert rig.exports.call("DELETE", export_id).status == 204
    rig.kill()
    survived(f"kill -9: an export of {name}", hits.total(),
             note=f"{sum(map(len, expected))} bytes in {seconds:.1f} s, {dict(hits)}")
    assert is_met(), f"{hits} (FAULT_SEED={seed})"


@pytest.mark.parametrize("name", ["contacts", "activities"])
def test_the_loop_notices_a_part_that_is_not_cut_back(name, seed, noticed):
    kind, chance = KINDS[name], random.Random(seed)
    rig = Rig(kind.make_store(), env={"TRADEWIND_FAULT": "keep-tail"})
    undisturbed = kind.ask(rig).json()["id"]
    visible_seconds = rig.visible_seconds(undisturbed)
    expected = rig.texts_of(undisturbed)
    for kills in range(1, CONTROL_KILLS_MAX + 1):
        export_id = kind.ask(rig).json()["id"]
        rig.kill_once(export_id, chance, "walking", visible_seconds)
        if rig.texts_of(export_id) != expected:
            break
    else:
        kills = None
    rig.kill()
    noticed(f"kill -9: an export of {name}", "a file that is not cut back", f"noticed after {kills} kills")
    assert kills, f"{CONTROL_KILLS_MAX} kills did not notice that a part keeps its tail (FAULT_SEED={seed})"


def test_the_comparison_notices_one_activity_in_a_report(noticed):
    kind = KINDS["a report"]
    rig = Rig(kind.make_store())
    expected = rig.texts_of(kind.ask(rig).json()["id"])
    shop = Shop(rig.server.client(), rig.server.admin_key)
    assert shop.call("PATCH", by_email(TEMPLATE), json={"_points": 1}).status == 200
    is_noticed = rig.texts_of(kind.ask(rig).json()["id"]) != expected
    rig.kill()
    noticed("kill -9: an export of a report", "one activity more", "noticed" if is_noticed else "not noticed")
    assert is_noticed


def test_deleting_an_export_stops_it_and_leaves_nothing(seed, say):
    folder = make_store()
    rig = Rig(folder)
    export_id = ask_for_contacts(rig).json()["id"]
    while (state := rig.exports.get(export_id))["total"] == 0 and state["status"] not in ENDED:
        time.sleep(0.005)  # It begins by itself.
    assert state["status"] == "inProgress" and state["progress"] <= state["total"] == CONTACTS + 1
    assert rig.exports.call("DELETE", export_id).status == 204
    deadline = time.monotonic() + 30
    while left := [path.name for path in (folder / "data" / "files").iterdir() if path.name.startswith(export_id)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.02)  # Whoever is at work notices by itself.
    # The queue goes on.
    small = rig.exports.create({"exportType": "activities", "filters": {"fromDate": "2024-01-01",
                                                                        "toDate": "2024-01-02"}})
    assert rig.exports.await_end(small.json()["id"])["status"] == "finished"
    rig.kill()
