"""What whoever manages a shop does, a class for each kind of work. It goes on over many lives of the server, step by
step, notes what was answered, and holds what was told against what is there.

A step is given `call`, which sends a request and expects one status, or one of the refusals after it: its answer, or
None when nobody can tell. `name` is new in every step."""

import hashlib
import hmac
import json
import socket
import uuid
from collections import Counter

from harness.coupons import MANAGED as COUPON_SETS
from harness.coupons import WORKFLOWS, definition
from harness.custom_events import INTEGRATIONS, receiving, sending
from harness.reports import REPORTS
from harness.segments import COLLECTION as SEGMENTS
from history import Drawn, Thing

THINGS_AT_ONCE_MAX = 6
CODES_AT_ONCE = 5
EVENTS_AT_ONCE = 3
CLAIMANTS, GUESTS = 3, 3  # Of the people.
BATCH = {"id": "batch", "name": "Batch", "type": "text"}


def change(thing, value, call, *request, **sent):
    """Asks for what makes it so."""
    thing.begin(value)
    if call(*request, **sent) is not None:
        thing.acknowledge(value)


class Noun:
    """One kind of thing with a name that can be read back."""

    def __init__(self, collection, body, by_id=None, changes=True):
        self.collection = collection
        self.body = body  # From a name to what is sent to make it.
        self.by_id = by_id  # The writer chooses an id and makes it by PATCH; by the id of the service it is here.
        self.changes = changes


NOUNS = {
    "products": Noun("/products/product-id/", lambda name: {
        "name": name, "productDetailUrl": "https://shop.example/p", "unitPrice": 1}, by_id="/products/"),
    "contact fields": Noun("/contact-fields/", lambda name: {
        "id": "f" + uuid.uuid4().hex[:12], "name": name, "type": "text"}, changes=False),
    "integrations": Noun(INTEGRATIONS, lambda name: {"name": name, "eventsEnabled": True}),
    "coupon sets": Noun(COUPON_SETS, lambda name: {"name": name, "type": "single", "code": "SUMMER"}),
    "segments": Noun(SEGMENTS, lambda name: {"name": name, "kind": "static"}),
    "reports": Noun(REPORTS, lambda name: {
        "name": name, "category": "purchases", "metrics": ["numberOfPurchases"], "groupings": []}),
    "workflows": Noun(WORKFLOWS, lambda name: {"name": name, "definition": definition()}),
    "people": Noun("/admin/v1/people/", lambda name: {
        "name": name, "email": f"{uuid.uuid4().hex}@shop.example", "role": "analyst"}),
}


def nouns_of(types):
    """Those of an integration, whose event types are here."""
    return {
        "event types that receive": Noun(types, lambda name: receiving(name=name), changes=False),
        "event types that send": Noun(types, lambda name: sending(name=name), changes=False),
    }


class Things:
    """Makes, changes and removes things of one kind."""

    def __init__(self, kind, noun):
        self._kind, self._noun = kind, noun
        self._things = {}  # {path: Thing}.
        self._ids = {}  # {path: the path by the id of the service}, where there are two.

    def step(self, call, chance, name):
        living = [path for path, thing in self._things.items() if thing.possible != {None}]
        if len(living) < 2 or len(living) < THINGS_AT_ONCE_MAX and chance.random() < 0.4:
            self._make(call, name)
            return
        path = chance.choice(living)
        thing = self._things[path]
        if self._noun.changes and chance.random() < 0.6:
            change(thing, name, call, "PATCH", path, 200, json={"name": name})
        else:
            change(thing, None, call, "DELETE", chance.choice([path, self._ids.get(path, path)]), 204)

    def _make(self, call, name):
        noun = self._noun
        if not noun.by_id:
            answer = call("POST", noun.collection, 201, json=noun.body(name))
            if answer is not None:
                self._things[noun.collection + answer.json()["id"]] = Thing(name)
            return
        path = noun.collection + uuid.uuid4().hex
        self._things[path] = Thing()
        self._things[path].begin(name)
        answer = call("PATCH", path, 200, json=noun.body(name))
        if answer is not None:
            self._things[path].acknowledge(name)
            self._ids[path] = noun.by_id + answer.json()["id"]

    def problem(self, desk):
        for path, thing in list(self._things.items()):
            found = desk.get(path)
            if problem := thing.problem_with(found and found["name"]):
                return f"{self._kind}: {problem}"
            if found is None:
                del self._things[path]  # It was seen to be gone, and stays so; a list of the dead would only grow.
        return None


class Events:
    """Sends events to people in every way there is, one by one and several at once."""

    def __init__(self, desk, types, people):
        self._people = dict(list(people.items())[:GUESTS])  # {address: contact id}.
        self._sent = {contact: [] for contact in self._people.values()}  # Ids that were acknowledged.
        by_api = desk.made(types, receiving(BATCH))
        by_hook = desk.made(types, receiving(receiveType="webhook"))
        ways = [f"/custom-events/id/{by_api['id']}", f"/custom-events/alias/{by_api['alias']}"]
        self._single = [*ways, target_of(desk.get(hook_path(by_hook["id"])))]
        self._batch = [f"{way}/batch" for way in ways]

    def step(self, call, chance, name):
        guests = [chance.choice(list(self._people)) for _ in range(EVENTS_AT_ONCE)]
        way = chance.choice(self._single + self._batch)
        if way in self._single:
            guests = guests[:1]
            answer = call("POST", way, 201, json={"guest": guests[0]})
            made = answer and [answer.json()]
        else:
            lines = "".join(json.dumps({"guest": guest, "batch": name}) + "\n" for guest in guests)
            answer = call("POST", way, 200, body=lines.encode())
            made = answer and answer.json()["outcomes"]
        for guest, one in zip(guests, made or []):
            self._sent[self._people[guest]].append(one["id"])

    def problem(self, desk):
        batches = Counter()
        for contact, sent in self._sent.items():
            activities = desk.walk(f"/admin/v1/contacts/{contact}/activities/")
            found = [one["id"] for one in activities]
            if lost := set(sent) - set(found):
                return f"{len(lost)} acknowledged events are lost, such as {min(lost)}"
            if len(found) != len(set(found)):
                return "an activity is there twice"
            batches.update(one["data"].get("values", {}).get("batch") for one in activities)
        del batches[None]
        if broken := [name for name, count in batches.items() if count != EVENTS_AT_ONCE]:
            return f"some events of a batch are lost, and others not, such as of {broken[0]}"
        return None


class Claims:
    """Gives out the codes of one set."""

    def __init__(self, desk, people):
        self._claimants = list(people.values())[:CLAIMANTS]
        self._path = COUPON_SETS + desk.made(COUPON_SETS, {"name": "Claims", "type": "multiple", "codes": []})["id"]
        self._codes = set()
        self._claims = {}  # {code: contact id}, as acknowledged.

    def step(self, call, chance, _):
        codes = [uuid.uuid4().hex for _ in range(CODES_AT_ONCE)]
        if call("POST", self._path + "/codes/", 200, json={"codes": codes}) is None:
            return
        self._codes |= set(codes)
        for _ in codes:
            contact = chance.choice(self._claimants)
            answer = call("POST", self._path + "/assignments/", 201, json={"contactId": contact})
            if answer is not None:
                self._claims[answer.json()["code"]] = contact

    def problem(self, desk):
        codes = desk.walk(self._path + "/codes/")
        given = {one["code"]: one["contactId"] for one in codes if one["state"] == "assigned"}
        if lost := self._codes - {one["code"] for one in codes}:
            return f"{len(lost)} acknowledged codes are lost, such as {min(lost)}"
        for code, contact in self._claims.items():
            if given.get(code) != contact:
                return f"an acknowledged claim is lost: {code} went to {contact}, and is with {given.get(code)}"
        return problem_with_counts(desk, self._path, codes)


class Codes:
    """Brings codes into a set and takes them out again. Nobody claims them: one that was given out stays."""

    def __init__(self, desk):
        self._path = COUPON_SETS + desk.made(COUPON_SETS, {"name": "Codes", "type": "multiple", "codes": []})["id"]
        self._codes = {}  # {code: Thing}.

    def step(self, call, chance, _):
        there = [code for code, thing in self._codes.items() if thing.possible == {"there"}]
        if len(there) < CODES_AT_ONCE or len(there) < 2 * CODES_AT_ONCE and chance.random() < 0.5:
            codes = [uuid.uuid4().hex for _ in range(CODES_AT_ONCE)]
            self._codes |= {code: Thing() for code in codes}
            self._ask(call, "/codes/", codes, "there")
        else:
            self._ask(call, "/codes/remove", chance.sample(there, CODES_AT_ONCE), None)

    def _ask(self, call, what, codes, value):
        for code in codes:
            self._codes[code].begin(value)
        if call("POST", self._path + what, 200, json={"codes": codes}) is not None:
            for code in codes:
                self._codes[code].acknowledge(value)

    def problem(self, desk):
        codes = desk.walk(self._path + "/codes/")
        found = {one["code"] for one in codes}
        for code, thing in list(self._codes.items()):
            if problem := thing.problem_with("there" if code in found else None):
                return f"codes of a coupon set: {problem}"
            if code not in found:
                del self._codes[code]
        return problem_with_counts(desk, self._path, codes)


def problem_with_counts(desk, path, codes):
    told, given = desk.get(path), sum(one["state"] == "assigned" for one in codes)
    if (told["quantity"], told["assigned"]) == (len(codes), given):
        return None
    return f"the counts of a coupon set are lost: {told}, but there are {len(codes)} codes, {given} given"


class Members:
    """Puts people into a segment and takes them out again."""

    def __init__(self, desk, people):
        self._path = f"{SEGMENTS}{desk.made(SEGMENTS, {'name': 'Members', 'kind': 'static'})['id']}/members/"
        self._members = {contact: Thing("out") for contact in people.values()}

    def step(self, call, chance, _):
        contact = chance.choice(list(self._members))
        thing, body = self._members[contact], {"contacts": [{"id": contact}]}
        if chance.random() < 0.5:
            change(thing, "in", call, "POST", self._path, 200, json=body)
        elif thing.possible == {"in"} and chance.random() < 0.5:
            change(thing, "out", call, "DELETE", self._path + contact, 204)
        else:
            change(thing, "out", call, "POST", self._path + "remove", 200, json=body)

    def problem(self, desk):
        inside = {one["contact"]["id"] for one in desk.walk(self._path)}
        for contact, thing in self._members.items():
            if problem := thing.problem_with("in" if contact in inside else "out"):
                return f"members of a segment: {problem}"
        return None


def hook_path(type_id):
    return f"/admin/v1/custom-event-types/{type_id}/hook"


def target_of(hook):
    """The address without the port, which is another one in every life."""
    return hook["url"][hook["url"].index("/hooks/"):]


class Hook:
    """Gives a webhook new addresses, and secrets with which it must be called."""

    def __init__(self, desk, types):
        self._path = hook_path(desk.made(types, receiving(receiveType="webhook"))["id"])
        self._address = Drawn(target_of(desk.get(self._path)))
        self._secret = Thing("none")

    def step(self, call, chance, name):
        if chance.random() < 0.5:
            self._address.begin()
            answer = call("POST", self._path, 201)
            if answer is not None:
                self._address.acknowledge(target_of(answer.json()))
            return
        secret = name if chance.random() < 0.7 else None
        change(self._secret, secret or "none", call, "PATCH", self._path, 200, json={"secret": secret})

    def problem(self, desk):
        hook = desk.get(self._path)
        if problem := self._address.problem_with(target_of(hook)):
            return f"addresses of a webhook: {problem}"
        problem = self._secret.problem_with(self._secret_of(desk, hook))
        return problem and f"secrets of a webhook: {problem}"

    def _secret_of(self, desk, hook):
        """It is never shown: a call that is signed with it is refused for its body, and any other for its signature."""
        if not hook["hasSecret"]:
            return "none"
        for secret in self._secret.possible:
            code = hmac.new(secret.encode(), b"{}", hashlib.sha256).hexdigest()
            if desk.call("POST", target_of(hook), body=b"{}", headers={"X-Signature": f"sha256={code}"}).status == 422:
                return secret
        return "another one"


class SigningSecrets:
    """Replaces the secret with which an event type signs."""

    def __init__(self, desk, types):
        self._path = f"/admin/v1/custom-event-types/{desk.made(types, sending())['id']}/signing-secret"
        self._alive = Drawn(self._secrets_in(desk.get(self._path)))

    def step(self, call, _chance, _name):
        self._alive.begin()
        answer = call("POST", self._path, 201)
        if answer is not None:
            self._alive.acknowledge(self._secrets_in(answer.json()))

    def problem(self, desk):
        problem = self._alive.problem_with(self._secrets_in(desk.get(self._path)))
        return problem and f"signing secrets: {problem}"

    @staticmethod
    def _secrets_in(told):
        return tuple(one["secret"] for one in told["secrets"])


class TestedCalls:
    """Makes web calls to a name of this machine, which is refused at once, and has them tried again and dropped."""

    __test__ = False

    def __init__(self, desk, types):
        self._type = desk.made(types, sending(webhookUrl=f"http://{socket.gethostname()}/"))["id"]
        self._made = {}  # {id: how many attempts it has at least}

    def step(self, call, chance, _name):
        if len(self._made) < THINGS_AT_ONCE_MAX:
            answer = call("POST", f"/admin/v1/custom-event-types/{self._type}/test", 201, 409)  # 409: on hold.
            if answer is not None and answer.status == 201:
                self._made[answer.json()["id"]] = 1
            return
        one = chance.choice(sorted(self._made))
        what = chance.choice(["retry", "drop", "retry-all"])
        if what == "retry-all":
            call("POST", "/admin/v1/deliveries/retry-all", 200, json={"eventTypeId": self._type})
            return
        answer = call("POST", f"/admin/v1/deliveries/{one}/{what}", 200, 409)
        if answer is not None and answer.status == 200:
            self._made[one] = len(answer.json()["attempts"])

    def problem(self, desk):
        for one, attempts in self._made.items():
            found = desk.get(f"/admin/v1/deliveries/{one}")
            if found is None or len(found["attempts"]) < attempts:
                return f"web calls: {one} has {found}, and had {attempts} attempts"
        return None
