"""Coupon sets and workflows for tests, taken away after each."""

import itertools

MANAGED, PUBLIC = "/admin/v1/coupon-sets/", "/coupon-sets/"
WORKFLOWS = "/admin/v1/workflows/"
_numbers = itertools.count(1)


def fresh_codes(count):
    return [f"C-{next(_numbers)}" for _ in range(count)]


def definition(*sets, **changes):
    """A graph that goes from its start through a node for each of these coupon sets."""
    nodes = [{"id": "begin", "kind": "start"},
             *({"id": f"n{number}", "kind": "give", "couponSetId": one} for number, one in enumerate(sets))]
    edges = [{"from": one["id"], "to": other["id"]} for one, other in zip(nodes, nodes[1:])]
    return {"formatVersion": 1, "nodes": nodes, "edges": edges, **changes}


class Coupons:
    def __init__(self, client, key):
        self.client, self.key, self.made, self.drawn = client, key, [], []

    def call(self, method, path, **more):
        return self.client.call(method, path, **{"key": self.key, **more})

    def post(self, body, **more):
        answer = self.call("POST", MANAGED, json=body, **more)
        if answer.status == 201:
            self.made.append(answer.json()["id"])
        return answer

    def make(self, codes=(), **changes):
        """A new set of these codes."""
        answer = self.post({"name": "Back", "type": "multiple", "codes": list(codes), **changes})
        assert answer.status == 201, answer.summary()
        return answer.json()

    def make_single(self, **changes):
        answer = self.post({"name": "Summer", "type": "single", "code": "SUMMER", **changes})
        assert answer.status == 201, answer.summary()
        return answer.json()

    def read(self, set_id):
        answer = self.call("GET", MANAGED + set_id)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def patch(self, set_id, body):
        return self.call("PATCH", MANAGED + set_id, json=body)

    def add(self, set_id, codes, **more):
        return self.call("POST", f"{MANAGED}{set_id}/codes/", json={"codes": codes}, **more)

    def remove(self, set_id, codes):
        return self.call("POST", f"{MANAGED}{set_id}/codes/remove", json={"codes": codes})

    def assign(self, set_id, body, **more):
        return self.call("POST", f"{MANAGED}{set_id}/assignments/", json=body, **more)

    def codes(self, set_id, query=""):
        """All of them, page after page."""
        target, found = f"{MANAGED}{set_id}/codes/?pageSize=100{query}", []
        while target:
            answer = self.call("GET", target)
            assert answer.status == 200, answer.summary()
            found += answer.json()["results"]
            following = answer.json()["links"].get("next")
            target = following and following[following.index(MANAGED):]
        return found

    def recount(self, set_id):
        """(quantity, available, assigned) as the set tells them, which must be what counting gives."""
        told, codes = self.read(set_id), self.codes(set_id)
        given = [one for one in codes if one["state"] == "assigned"]
        assert told["assigned"] == len(given)
        if told["type"] == "multiple":
            assert told["quantity"] == len(codes) and told["available"] == len(codes) - len(given)
            assert len({one["code"] for one in codes}) == len(codes)
        elif told["quantity"] is not None:
            assert told["available"] == told["quantity"] - len(given)
        return told["quantity"], told["available"], told["assigned"]

    def draw(self, body, **more):
        answer = self.call("POST", WORKFLOWS, json=body, **more)
        if answer.status == 201:
            self.drawn.append(answer.json()["id"])
        return answer

    def make_workflow(self, *sets, **changes):
        answer = self.draw({"name": "Win back", "definition": definition(*sets), **changes})
        assert answer.status == 201, answer.summary()
        return answer.json()

    def tidy(self):
        for path in [WORKFLOWS + one for one in self.drawn] + [MANAGED + one for one in self.made]:
            self.call("DELETE", path)
