"""What whoever manages a shop does when something must not leave; see api_works."""

from api_works import change
from harness.coupons import WORKFLOWS, definition
from history import Thing


class Holds:
    """Puts the store, a workflow and a contact on hold, and lets them go."""

    def __init__(self, desk, contact):
        workflow = desk.made(WORKFLOWS, {"name": "Held", "definition": definition()})["id"]
        # {where it is told: (under which name, what may be told)}
        self._holds = {"/admin/v1/hold": ("reason", Thing()), f"/admin/v1/contacts/{contact}/hold": ("reason", Thing()),
                       WORKFLOWS + workflow: ("hold", Thing())}

    def step(self, call, chance, name):
        told_at = chance.choice(sorted(self._holds))
        path = told_at if told_at.endswith("/hold") else told_at + "/hold"
        _, hold = self._holds[told_at]
        if chance.random() < 0.5:
            change(hold, name, call, "POST", path, 200, json={"reason": name})
        else:
            change(hold, None, call, "DELETE", path, 204)

    def problem(self, desk):
        for path, (name, hold) in self._holds.items():
            if problem := hold.problem_with(desk.get(path).get(name)):
                return f"hold at {path}: {problem}"
        return None
