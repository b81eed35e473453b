"""What whoever manages a shop does with dynamic segments; see api_works."""

from api_works import change
from harness.segments import COLLECTION as SEGMENTS
from harness.segments import until
from history import Thing

EVERYBODY = {"field": "_points", "is": "isSet"}


def called(name):
    return {"field": "_name", "is": "equals", "value": name}


class Filters:
    """Gives one dynamic segment other filters, and has another one built anew, or not after all."""

    def __init__(self, desk):
        self._changed = self._make(desk, called("first"))
        self._filter = Thing("first")
        self._built = self._make(desk, EVERYBODY)
        # Until its first build has ended, cancelling leaves it without members.
        until(lambda: desk.get(self._built), lambda found: found["build"]["state"] == "ready")

    @staticmethod
    def _make(desk, condition):
        body = {"name": "Filters", "kind": "dynamic", "filter": condition}
        return SEGMENTS + desk.made(SEGMENTS, body)["id"]

    def step(self, call, chance, name):
        way = chance.random()
        if way < 0.5:
            change(self._filter, name, call, "PATCH", self._changed, 200, json={"filter": called(name)})
        elif way < 0.8:
            call("POST", self._built + "/build", 202)
        else:
            call("DELETE", self._built + "/build", 204, 409)

    def problem(self, desk):
        found = desk.get(self._changed)
        if problem := self._filter.problem_with(found.get("nextFilter", found["filter"])["value"]):
            return f"filters of a segment: {problem}"
        # Whatever was built, given up or killed: in the end everybody is in it.
        count = desk.made(f"{SEGMENTS}count?exact=true", {"filter": EVERYBODY})["count"]
        until(lambda: desk.get(self._built),
              lambda settled: settled["build"]["state"] == "ready" and settled["members"] == count)
        if len(desk.walk(self._built + "/members/")) != count:
            return f"a segment of everybody has not the {count} members that it says"
        return None
