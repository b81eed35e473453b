"""Segments and their members for tests, taken away after each."""

import time

from harness.contacts import by_email, fresh_email

UNKNOWN = "6971f5200b21afa740000000"  # An id that could be something's.
COLLECTION = "/admin/v1/segments/"
SETTLED_SECONDS_MAX = 60


class Segments:
    def __init__(self, client, key):
        self.client, self.key, self.made = client, key, []

    def call(self, method, path, **more):
        return self.client.call(method, path, **{"key": self.key, **more})

    def post(self, body, **more):
        answer = self.call("POST", COLLECTION, json=body, **more)
        if answer.status == 201:
            self.made.append(answer.json()["id"])
        return answer

    def make(self, **changes):
        answer = self.post({"name": "Regulars", "kind": "static", **changes})
        assert answer.status == 201, answer.summary()
        return answer.json()

    def make_dynamic(self, condition, **changes):
        """A new dynamic segment, not built yet."""
        return self.make(**{"name": "Big spenders", "kind": "dynamic", "filter": condition, **changes})

    def built(self, condition, **changes):
        """A new dynamic segment whose first build has ended."""
        return self.await_build(self.make_dynamic(condition, **changes)["id"])

    def unbuilt(self, condition):
        """A dynamic segment that has no members: its first build was cancelled before it ended."""
        for _ in range(50):
            made = self.make_dynamic(condition)
            cancelled = self.call("DELETE", f"{COLLECTION}{made['id']}/build")
            if cancelled.status == 204:
                return self.read(made["id"])
            assert cancelled.status == 409, cancelled.summary()
        raise AssertionError("every build ended before it could be cancelled")

    def await_build(self, segment_id, pause=0.02):
        """The segment once nothing is being built any more."""
        return until(lambda: self.read(segment_id), lambda found: found["build"]["state"] in ("ready", "failed"), pause)

    def await_members(self, segment_id, contacts):
        """Waits until exactly these contacts are in the segment."""
        wanted = {contact["id"] for contact in contacts}
        until(lambda: set(self.members(segment_id)), lambda found: found == wanted)

    def read(self, segment_id):
        answer = self.call("GET", COLLECTION + segment_id)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def contact(self, **values):
        """A new contact."""
        answer = self.call("PATCH", by_email(fresh_email()), json=values)
        assert answer.status == 200, answer.summary()
        return answer.json()

    @staticmethod
    def members_path(segment_id):
        return f"{COLLECTION}{segment_id}/members/"

    def add(self, segment_id, *names, **more):
        return self.call("POST", self.members_path(segment_id), **{"json": {"contacts": list(names)}, **more})

    def remove(self, segment_id, *names, **more):
        return self.call("POST", self.members_path(segment_id) + "remove",
                         **{"json": {"contacts": list(names)}, **more})

    def added(self, segment_id, *contacts):
        """Adds contacts that must not be there yet."""
        answer = self.add(segment_id, *({"id": contact["id"]} for contact in contacts))
        assert outcomes(answer) == ["added"] * len(contacts)

    def walk(self, path, page_size=100):
        """Everything in a list, by following its links."""
        found, target = [], f"{path}?pageSize={page_size}"
        while target:
            answer = self.call("GET", target)
            assert answer.status == 200, answer.summary()
            found += answer.json()["results"]
            following = answer.json()["links"].get("next")
            target = following and following[following.index(path):]
        return found

    def members(self, segment_id):
        return [member["contact"]["id"] for member in self.walk(self.members_path(segment_id))]

    def segments_of(self, contact_id):
        return [segment["segmentId"] for segment in self.walk(f"/admin/v1/contacts/{contact_id}/segments/")]

    def activities(self, contact_id):
        """The kinds of what happened to a contact in segments, with what they tell, the last first."""
        found = self.walk(f"/admin/v1/contacts/{contact_id}/activities/")
        return [(activity["kind"], activity["data"]) for activity in found if activity["kind"].endswith("-segment")]

    def tidy(self):
        # Later ones may name earlier ones.
        for segment_id in reversed(self.made):
            self.call("DELETE", COLLECTION + segment_id)


def until(look, is_right, pause=0.02):
    """What is found once it is right: segments follow by themselves, and there is nothing to wait for but the time."""
    deadline = time.monotonic() + SETTLED_SECONDS_MAX
    while not is_right(found := look()):
        assert time.monotonic() < deadline, f"not so within {SETTLED_SECONDS_MAX} s: {found}"
        time.sleep(pause)
    return found


def outcomes(answer):
    assert answer.status == 200, answer.summary()
    return [outcome["outcome"] for outcome in answer.json()["outcomes"]]
