"""What whoever manages a shop does with workflows that run; see api_works."""

from harness.coupons import WORKFLOWS
from harness.workflows import waiting

RUNS_AT_ONCE_MAX = 20


class Runs:
    """Publishes a workflow, pauses, resumes and finishes it, and brings people in, moves them on and takes them out."""

    def __init__(self, people):
        self._people = sorted(people.values())
        self._workflow = None  # Its path.
        self._version = 0
        self._runs = {}  # {path: whether it was told to have ended; None: it had, by itself}
        self._missed = None  # What was made, and was not there afterwards.

    def step(self, call, chance, name):
        if self._workflow is None:
            self._draw(call, name)
            return
        steps = ["publish", "pause", "resume", "resume", "finish"] + ["start"] * 8 + ["stop", "skip"] * 4
        steps += ["stop-all", "skip-all"]
        what = chance.choice(steps if self._version or chance.random() < 0.5 else ["publish"])
        if what == "start":
            self._start(call, chance)
        elif what in ("stop", "skip"):
            self._move(call, chance, what)
        elif what.endswith("-all"):
            self._move_all(call, what.removesuffix("-all"))
        else:
            self._go(call, what)

    def _draw(self, call, name):
        body = {"name": name, "definition": waiting(reentry="always")}
        answer = call("POST", WORKFLOWS, 201, json=body)
        if answer is not None:
            self._workflow, self._version = WORKFLOWS + answer.json()["id"], 0

    def _ask(self, call, path, done=200, **sent):
        """The answer of something that must be there; it is looked for before it is changed."""
        answer = call("POST", path, done, 409, 404, **sent)
        if answer is not None and answer.status == 404:
            self._missed = path
            return None
        return answer

    def _go(self, call, what):
        answer = self._ask(call, f"{self._workflow}/{what}")
        if answer is None:
            return
        if answer.status == 200:
            self._version = answer.json()["version"]
        # Only a finished one cannot be published.
        if (what, answer.status) in (("finish", 200), ("publish", 409)):
            self._workflow = None

    def _start(self, call, chance):
        if len(self._open_ones()) >= RUNS_AT_ONCE_MAX:
            return
        who = {"contactId": chance.choice(self._people)}
        if chance.random() < 0.2:
            answer = self._ask(call, f"{self._workflow}/trial", 201, json={**who, "testAddress": "https://try.example/"})
        elif chance.random() < 0.3:
            several = {"contactIds": [who["contactId"], chance.choice(self._people)]}
            answer = self._ask(call, f"{self._workflow}/runs/batch", 200, json=several)
            for one in answer.json()["outcomes"] if answer is not None and answer.status == 200 else ():
                if one["outcome"] == "started":
                    self._runs[f"{self._workflow}/runs/{one['runId']}"] = False
            return
        else:
            answer = self._ask(call, f"{self._workflow}/runs/", 201, json=who)
        if answer is not None and answer.status == 201:
            self._runs[f"{self._workflow}/runs/{answer.json()['id']}"] = False

    def _open_ones(self):
        return [path for path, has_ended in self._runs.items() if has_ended is False]

    def _move(self, call, chance, what):
        open_ones = self._open_ones()
        if not open_ones:
            return
        path = chance.choice(open_ones)
        answer = self._ask(call, f"{path}/{what}")
        if answer is not None and answer.status == 200:
            self._runs[path] = answer.json()["state"] == "ended"
        elif answer is not None:  # It has ended, or waits nowhere yet and is asked again.
            found = call("GET", path, 200)
            if found is not None and found.json()["state"] == "ended":
                self._runs[path] = None

    def _move_all(self, call, what):
        numbers = call("GET", f"{self._workflow}/numbers", 200, 404)
        if numbers is not None and numbers.status == 200:
            self._ask(call, f"{self._workflow}/nodes/n1/runs/{what}",
                      json={"expected": numbers.json()["nodes"]["n1"]["waiting"]})

    def problem(self, desk):
        if self._missed:
            return f"workflows: {self._missed} was not there"
        found = desk.get(self._workflow) if self._workflow else {"version": self._version}
        if found is None or found.get("version", 0) < self._version:
            return f"workflows: {self._workflow} is {found}, and had the version {self._version}"
        for path, has_ended in list(self._runs.items()):
            found = desk.get(path)
            if found is None or has_ended and found["state"] != "ended":
                return f"runs: {path} is {found}, and had {'ended' if has_ended else 'begun'}"
            if found["state"] == "ended":
                del self._runs[path]
        return None
