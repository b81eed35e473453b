"""Whoever manages a shop: makes, changes and removes one thing of every kind that the interface has, sends events, gives
out coupons, fills segments, and notes what was answered. It goes on over many lives of the server; what was told is held
against what is there."""

import random
import uuid

from harness.coupons import MANAGED as COUPON_SETS
from harness.coupons import WORKFLOWS, definition
from harness.custom_events import INTEGRATIONS, WHO
from harness.reports import REPORTS
from harness.segments import COLLECTION as SEGMENTS
from history import Thing
from load import Load

THINGS_AT_ONCE_MAX = 6
CLAIMANTS, GUESTS, MEMBERS = 3, 3, 6
CODES_AT_ONCE = 5


class Noun:
    """One kind of thing with a name that can be read back."""

    def __init__(self, collection, body, put=False, changes=True):
        self.collection = collection
        self.body = body  # From a name to what is sent to make it.
        self.put = put  # The writer chooses the id and makes it by PATCH.
        self.changes = changes


def field_body(name):
    return {"id": "f" + uuid.uuid4().hex[:12], "name": name, "type": "text"}


NOUNS = {
    "products": Noun("/products/product-id/", lambda name: {
        "name": name, "productDetailUrl": "https://shop.example/p", "unitPrice": 1}, put=True),
    "contact fields": Noun("/contact-fields/", field_body, changes=False),
    "integrations": Noun(INTEGRATIONS, lambda name: {"name": name, "eventsEnabled": True}),
    "coupon sets": Noun(COUPON_SETS, lambda name: {"name": name, "type": "single", "code": "SUMMER"}),
    "segments": Noun(SEGMENTS, lambda name: {"name": name, "kind": "static"}),
    "reports": Noun(REPORTS, lambda name: {
        "name": name, "category": "purchases", "metrics": ["numberOfPurchases"], "groupings": []}),
    "workflows": Noun(WORKFLOWS, lambda name: {"name": name, "definition": definition()}),
}


class Management:
    """What was told of everything so far, over all rounds."""

    def __init__(self, server, key, seed):
        self.key = key
        self.random = random.Random(seed)
        self.things = {noun: {} for noun in NOUNS}  # {path: Thing} for each kind.
        self.events = {}  # {contact id: [ids of events that were acknowledged]}.
        self.claims = {}  # {code: contact id}, as acknowledged.
        self.claim_in_doubt = False
        self.codes = set()
        self.members = {}  # {contact id: Thing}, its value being whether it is in the segment.
        client = server.client()

        def make(path, body, method="POST"):
            answer = client.call(method, path, json=body, key=key)
            assert answer.status in (200, 201), answer.summary()
            return answer.json()

        people = [make(f"/contacts/email/person-{number}@example.org", {}, "PATCH")["id"]
                  for number in range(max(CLAIMANTS, GUESTS, MEMBERS))]
        self.events = {person: [] for person in people[:GUESTS]}
        self.claimants = people[:CLAIMANTS]
        self.members = {person: Thing("out") for person in people[:MEMBERS]}
        integration = make(INTEGRATIONS, {"name": "Bookings", "eventsEnabled": True})["id"]
        self.event_type = make(f"{INTEGRATIONS}{integration}/custom-event-types/", {
            "name": "Booked", "category": "receive", "alias": "booked", "fields": [WHO]})["id"]
        self.coupon_set = make(COUPON_SETS, {"name": "Claims", "type": "multiple", "codes": []})["id"]
        self.segment = make(SEGMENTS, {"name": "Members", "kind": "static"})["id"]


class ApiLoad(Load):
    """Managers on one server, until it is gone."""

    def __init__(self, server, management, name):
        super().__init__(server)
        self._management = management
        self._name = name

    def works(self):
        works = [(self._things, noun) for noun in NOUNS]
        works += [(self._send_events, None), (self._claim, None), (self._move_members, None)]
        for work, noun in works:
            yield work, noun, random.Random(self._management.random.random())

    # --- one writer

    def _call(self, connection, method, path, body, *expected):
        """The answer; None when it says that nothing was done, or that it cannot tell."""
        request = self._server.client().request(method, path, json=body, key=self._management.key)
        answer = connection.exchange(request)
        if answer.status == 503:
            return None
        if answer.status not in expected:
            self._refuse(f"{method} {path}: {answer.summary()}")
        self._acknowledged()
        return answer

    def _things(self, connection, kind, chance):
        noun, things = NOUNS[kind], self._management.things[kind]
        count = 0
        while True:
            count += 1
            name = f"{self._name} {count}"
            living = [path for path, thing in things.items() if thing.possible != {None}]
            if len(living) < 2 or len(living) < THINGS_AT_ONCE_MAX and chance.random() < 0.4:
                self._make(connection, noun, things, name)
            elif noun.changes and chance.random() < 0.6:
                path = chance.choice(living)
                things[path].begin(name)
                if self._call(connection, "PATCH", path, {"name": name}, 200) is not None:
                    things[path].acknowledge(name)
            else:
                path = chance.choice(living)
                things[path].begin(None)
                if self._call(connection, "DELETE", path, None, 204) is not None:
                    things[path].acknowledge(None)

    def _make(self, connection, noun, things, name):
        if noun.put:
            path = noun.collection + uuid.uuid4().hex
            things[path] = Thing()
            things[path].begin(name)
            if self._call(connection, "PATCH", path, noun.body(name), 200) is not None:
                things[path].acknowledge(name)
            return
        answer = self._call(connection, "POST", noun.collection, noun.body(name), 201)
        if answer is not None:
            things[noun.collection + answer.json()["id"]] = Thing(name)

    def _send_events(self, connection, _, chance):
        management = self._management
        while True:
            contact = chance.choice(sorted(management.events))
            email = f"person-{list(management.events).index(contact)}@example.org"
            answer = self._call(connection, "POST", f"/custom-events/id/{management.event_type}", {"guest": email}, 201)
            if answer is not None:
                management.events[contact].append(answer.json()["id"])

    def _claim(self, connection, _, chance):
        management = self._management
        path = COUPON_SETS + management.coupon_set
        while True:
            codes = [uuid.uuid4().hex for _ in range(CODES_AT_ONCE)]
            if self._call(connection, "POST", path + "/codes/", {"codes": codes}, 200) is None:
                continue
            management.codes |= set(codes)
            for _ in codes:
                contact = chance.choice(management.claimants)
                answer = self._call(connection, "POST", path + "/assignments/", {"contactId": contact}, 201)
                if answer is not None:
                    management.claims[answer.json()["code"]] = contact

    def _move_members(self, connection, _, chance):
        management = self._management
        path = f"{SEGMENTS}{management.segment}/members/"
        while True:
            contact = chance.choice(sorted(management.members))
            thing = management.members[contact]
            goes_in = chance.random() < 0.5
            thing.begin("in" if goes_in else "out")
            body = {"contacts": [{"id": contact}]}
            if self._call(connection, "POST", path if goes_in else path + "remove", body, 200) is not None:
                thing.acknowledge("in" if goes_in else "out")

    # --- the judgement

    def problem_after_restart(self, server):
        """What was told and is not so, or None."""
        judge = Judge(server, self._management)
        return judge.problem_with_things() or judge.problem_with_events() or judge.problem_with_claims() or \
            judge.problem_with_members()


class Judge:
    def __init__(self, server, management):
        self._client, self._management = server.client(), management

    def _get(self, path):
        return self._client.call("GET", path, key=self._management.key)

    def _walk(self, path):
        """Everything in a list, by following its links."""
        found, target = [], path + "?pageSize=100"
        while target:
            answer = self._get(target)
            assert answer.status == 200, answer.summary()
            found += answer.json()["results"]
            following = answer.json()["links"].get("next")
            target = following and following[following.index(path):]
        return found

    def problem_with_things(self):
        for kind, things in self._management.things.items():
            for path, thing in list(things.items()):
                answer = self._get(path)
                assert answer.status in (200, 404), answer.summary()
                if problem := thing.problem_with(answer.json()["name"] if answer.status == 200 else None):
                    return f"{kind}: {problem}"
                if thing.possible == {None}:
                    del things[path]  # It was seen to be gone, and stays so; a list of the dead would only grow.
        return None

    def problem_with_events(self):
        for contact, events in self._management.events.items():
            found = [one["id"] for one in self._walk(f"/admin/v1/contacts/{contact}/activities/")]
            if lost := set(events) - set(found):
                return f"{len(lost)} acknowledged events are lost, such as {min(lost)}"
            if len(found) != len(set(found)):
                return "an activity is there twice"
        return None

    def problem_with_claims(self):
        management = self._management
        path = COUPON_SETS + management.coupon_set
        told, codes = self._get(path).json(), self._walk(path + "/codes/")
        given = {one["code"]: one["contactId"] for one in codes if one["state"] == "assigned"}
        if lost := management.codes - {one["code"] for one in codes}:
            return f"{len(lost)} acknowledged codes are lost, such as {min(lost)}"
        for code, contact in management.claims.items():
            if given.get(code) != contact:
                return f"an acknowledged claim is lost: {code} went to {contact}, and is with {given.get(code)}"
        if (told["quantity"], told["assigned"]) != (len(codes), len(given)):
            return f"the counts of a coupon set are lost: {told}, but there are {len(codes)} codes, {len(given)} given"
        return None

    def problem_with_members(self):
        inside = {one["contact"]["id"] for one in self._walk(f"{SEGMENTS}{self._management.segment}/members/")}
        for contact, thing in self._management.members.items():
            if problem := thing.problem_with("in" if contact in inside else "out"):
                return f"members of a segment: {problem}"
        return None
