"""kill -9 while runs begin, wait, act and call: whoever starts next goes on. In the end each event that was acknowledged
had its run, each run did what it does once, and each call arrived under one id with the same bytes, none is lost."""

import json
import os
import random
import time
from collections import Counter
from datetime import datetime, timedelta, timezone

import pytest

from harness import processes
from harness.contacts import by_email
from harness.coupons import WORKFLOWS
from harness.custom_events import Integrations, receiving, sending
from harness.segments import until
from harness.server import Server
from harness.web_receiver import WebReceiver
from harness.workflows import graph

KILLS = max(4, int(os.environ.get("FAULT_ROUNDS", "50")) // 5)
PEOPLE = 40
EVENTS_PER_ROUND = 30
ENDED_SECONDS_MAX = 120


def workflow_of(event, call):
    return graph(
        [{"id": "begin", "kind": "start"},
         {"id": "booked", "kind": "on-event", "event": event},
         {"id": "soon", "kind": "wait", "period": "PT1S"},
         {"id": "point", "kind": "set-field", "field": "_points", "add": 1},
         {"id": "tell", "kind": "send-event", "eventTypeId": call, "fields": {"what": "{{ event.number }}"}},
         {"id": "done", "kind": "stop", "converted": True}],
        ["begin booked", "booked soon", "soon point", "point tell", "tell.sent done", "tell.failed done"],
        reentry="always", runs="onePerKey", key="event.number")


class FailingSink(WebReceiver):
    """Answers most calls; of the others some with an error, and some not at all."""

    def __init__(self, chance):
        super().__init__()
        self._chance = chance
        self.answer = self._answer

    def _answer(self, handler):
        drawn = self._chance.random()
        if drawn < 0.15:
            handler.close_connection = True
            handler.connection.close()
        else:
            self.status(500 if drawn < 0.3 else 204)(handler)


class Rig:
    """A store whose workflow adds a point and calls for each event, on as many processes as wanted."""

    def __init__(self, chance, env=None, fault=None, count=1, patience=ENDED_SECONDS_MAX):
        self._chance, self._env, self._fault, self._patience = chance, env or {}, fault, patience
        self._folder = processes.make_folder()
        self.sink = FailingSink(random.Random(chance.random()))
        self.now = datetime.now(timezone.utc)
        self.servers = [self._start(sound=True) for _ in range(count)]
        self.key = self.servers[0].admin_key
        self.sent, self.acknowledged = Counter(), Counter()  # Of each person.
        self._number = 0
        self._make()

    def _start(self, sound=False):
        fault = {} if sound or not self._fault else {"TRADEWIND_FAULT": self._fault}
        return Server(folder=self._folder, arguments=["--test-clock"], env={**self._env, **fault},
                      owner="the workflow loop")

    def _make(self):
        integrations = Integrations(self.servers[0].client(), self.key)
        event = integrations.make_type(receiving({"id": "number", "name": "Number", "type": "integer"}))
        call = integrations.make_type(sending(webhookUrl=self.sink.url,
                                              fields=[{"id": "what", "name": "What", "type": "text"}]))
        # Processes hear of what others make within moments.
        for server in self.servers:
            for made in integrations.made:
                until(lambda: server.client().call("GET", integrations.types_path(made), key=self.key),
                      lambda answer: answer.status == 200 and answer.json()["results"])
        self._path = f"/custom-events/id/{event['id']}"
        self.people = [f"person-{number}@example.org" for number in range(PEOPLE)]
        self.ids = {one: self.done("PATCH", by_email(one), {"_points": 0})["id"] for one in self.people}
        made = self.done("POST", WORKFLOWS, {"name": "Loop", "definition": workflow_of(event["id"], call["id"])})
        assert made["incidents"] == [], made["incidents"]
        self.workflow = made["id"]
        self.done("POST", f"{WORKFLOWS}{self.workflow}/publish")

    def done(self, method, path, body=None, server=None):
        answer = (server or self.servers[0]).client().call(method, path, key=self.key,
                                                           **({} if body is None else {"json": body}))
        assert answer.status in (200, 201), answer.summary()
        return answer.json()

    def send_some(self):
        for _ in range(EVENTS_PER_ROUND):
            person = self._chance.choice(self.people)
            self._number += 1
            self.sent[person] += 1
            self.done("POST", self._path, {"guest": person, "number": self._number},
                      self._chance.choice(self.servers))
            self.acknowledged[person] += 1

    def kill(self):
        """One of them, at the answer, or while the work is being done, or after it."""
        if self._chance.random() < 0.8:
            time.sleep(self._chance.random() * 1.5)
        place = self._chance.randrange(len(self.servers))
        self.servers[place].kill()
        self.servers[place] = self._start()

    def turn(self, **by):
        """Every process has a clock of its own."""
        self.now = max(self.now, datetime.now(timezone.utc)) + timedelta(**by)
        for server in self.servers:
            self.done("POST", "/admin/v1/test-clock", {"now": f"{self.now:%Y-%m-%dT%H:%M:%SZ}"}, server)

    def walk(self, path):
        found, target = [], f"{path}?pageSize=100"
        while target:
            page = self.done("GET", target)
            found += page["results"]
            following = page["links"].get("next")
            target = following and following[following.index(path):]
        return found

    def settle(self):
        """Turns the clock until every run has ended and every call was answered. The numbers then, or None."""
        deadline = time.monotonic() + self._patience
        before = None
        while time.monotonic() < deadline:
            numbers = self.done("GET", f"{WORKFLOWS}{self.workflow}/numbers")["nodes"]
            is_open = any("endedAt" not in one for one in self.walk("/admin/v1/deliveries/"))
            if numbers == before and not is_open and not any(node["waiting"] for node in numbers.values()):
                return numbers
            before = numbers
            self.turn(minutes=5)
            time.sleep(1)  # Runs and calls go on by themselves.
        return None

    def problem(self):
        numbers = self.settle()
        if numbers is None:
            return f"some runs or calls have not ended within {self._patience} s"
        runs = {person: self.walk(f"/admin/v1/contacts/{self.ids[person]}/runs/") for person in self.people}
        total = sum(map(len, runs.values()))
        for person in self.people:
            if not self.acknowledged[person] <= len(runs[person]) <= self.sent[person]:
                return f"{person} was sent {self.sent[person]} events and has {len(runs[person])} runs"
            points = self.done("GET", f"/admin/v1/contacts/{self.ids[person]}")["_points"]
            if points != len(runs[person]):
                return f"{person} has {len(runs[person])} runs and {points} points"
            if wrong := [run for run in runs[person] if run.get("outcome") != "converted"]:
                return f"a run did not reach its end: {wrong[0]}"
        calls = self.walk("/admin/v1/deliveries/")
        if (found := Counter(call["runId"] for call in calls)) and (len(calls) != total or max(found.values()) > 1):
            return f"{total} runs made {len(calls)} calls"
        if undone := [call for call in calls if call["state"] != "done"]:
            return f"a call was not done: {undone[0]}"
        bodies = {}
        for received in self.sink.received:
            bodies.setdefault(received.id, set()).add(received.body)
        if bodies.keys() != {call["id"] for call in calls}:
            return f"{len(calls)} calls were done and {len(bodies)} arrived"
        if changed := [one for one, sent in bodies.items() if len(sent) > 1]:
            return f"the call {changed[0]} came with different bytes"
        told = {json.loads(body)["data"]["fields"]["what"] for sent in bodies.values() for body in sent}
        if len(told) != total:
            return f"{total} runs told of {len(told)} events"
        left = {node: numbers[node]["left"] for node in ("soon", "point", "tell")}
        for node, ports in left.items():
            if numbers[node]["entered"] != total or sum(ports.values()) != total:
                return f"{total} runs went through {node}, and the numbers say {numbers[node]}"
        if numbers["done"]["ended"] != {"converted": total}:
            return f"{total} runs ended, and the numbers say {numbers['done']}"
        return None

    def close(self):
        for server in self.servers:
            server.kill()
        self.sink.close()


@pytest.fixture(params=["sqlite", "postgres"])
def where(request):
    """The environment of a server on a new database."""
    if request.param == "sqlite":
        return {}
    postgres = request.getfixturevalue("make_postgres")()
    return {"TRADEWIND_DATABASE": postgres.address(postgres.make_database())}


def test_runs_that_are_killed_again_and_again_act_once(where, seed, survived):
    rig = Rig(random.Random(seed), where)
    for _ in range(KILLS):
        rig.send_some()
        rig.kill()
    problem = rig.problem()
    survived("kill -9: runs, timers and calls", KILLS, sum(rig.acknowledged.values()))
    rig.close()
    assert problem is None, f"{problem} (FAULT_SEED={seed})"


def test_of_two_processes_the_other_goes_on_when_one_is_killed_for_good(make_postgres, seed, survived):
    postgres = make_postgres()
    rig = Rig(random.Random(seed), {"TRADEWIND_DATABASE": postgres.address(postgres.make_database())}, count=2)
    for _ in range(3):
        rig.send_some()
        rig.kill()
    rig.send_some()
    rig.servers.pop().kill()
    rig.send_some()
    problem = rig.problem()
    survived("kill -9: runs, timers and calls of two processes", 4, sum(rig.acknowledged.values()))
    rig.close()
    assert problem is None, f"{problem} (FAULT_SEED={seed})"


def test_timers_that_are_dropped_are_noticed(seed, noticed):
    """The control: a run that waits and is never looked at again."""
    rig = Rig(random.Random(seed), fault="drop-run-timer", patience=10)
    rig.kill()
    rig.send_some()
    problem = rig.problem()
    rig.close()
    noticed("kill -9: runs, timers and calls", "a run without its timer", problem)
    assert problem is not None, f"it was not noticed that runs are not looked at (FAULT_SEED={seed})"
