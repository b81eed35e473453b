"""Definitions of workflows for tests, and workflows that run, taken away after each."""

from urllib.parse import quote

from harness.coupons import WORKFLOWS
from harness.segments import until

VOCABULARY = WORKFLOWS + "vocabulary"


def graph(nodes, edges, **settings):
    """A definition; an edge is "from to" or "from.port to"."""
    return {"formatVersion": 2, "nodes": nodes, "edges": [edge(one) for one in edges],
            **({"settings": settings} if settings else {})}


def edge(text):
    source, target = text.split()
    node, _, port = source.partition(".")
    return {"from": node, "to": target, **({"port": port} if port else {})}


def chain(*nodes, **settings):
    """One node behind the other, by the first port of each."""
    named = [{"id": f"n{number}", **node} for number, node in enumerate(nodes)]
    return graph(named, [f"{one['id']} {other['id']}" for one, other in zip(named, named[1:])], **settings)


def abandoned_cart(event, coupon_set):
    """Whoever leaves a cart worth 50 behind gets a code, unless they buy within an hour."""
    return graph(
        [{"id": "begin", "kind": "start", "audience": "all"},
         {"id": "cart", "kind": "on-event", "event": event, "where": [{"field": "total", "is": "atLeast", "value": 50}]},
         {"id": "bought", "kind": "wait-for", "trigger": {"kind": "on-purchase"}, "limit": "PT1H"},
         {"id": "gift", "kind": "assign-coupon", "couponSetId": coupon_set, "keep": True, "limits": {"perContact": 1}},
         {"id": "mark", "kind": "set-field", "field": "_points", "add": 5},
         {"id": "done", "kind": "stop", "converted": True}],
        ["begin cart", "cart bought", "bought.happened done", "bought.timeout gift", "gift.assigned mark"],
        reentry="after:P7D", goal={"purchases": {}})


def simulations(workflow_id):
    return f"{WORKFLOWS}{workflow_id}/simulations"


def by_hand(*nodes, **settings):
    """The nodes n1, n2 and so on, behind a trigger that nobody meets."""
    named = [{"id": f"n{number}", **node} for number, node in enumerate(nodes, 1)]
    return chain({"kind": "start"}, {"id": "t", "kind": "on-unsubscribed", "channel": "sms"}, *named, **settings)


def waiting(period="P1D", **settings):
    """People come in by hand, and wait."""
    return by_hand({"kind": "wait", "period": period}, {"kind": "stop"}, **settings)


class Workflows:
    def __init__(self, client, key):
        self.client, self.key, self.made = client, key, []

    def call(self, method, path, **more):
        return self.client.call(method, path, **{"key": self.key, **more})

    def get(self, path):
        answer = self.call("GET", path)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def draw(self, definition):
        """The id of a new draft."""
        answer = self.call("POST", WORKFLOWS, json={"name": "W", "definition": definition})
        assert answer.status == 201, answer.summary()
        self.made.append(answer.json()["id"])
        return self.made[-1]

    def post(self, workflow_id, step, **more):
        """publish, pause, resume or finish."""
        return self.call("POST", f"{WORKFLOWS}{workflow_id}/{step}", **more)

    def done(self, workflow_id, step):
        answer = self.post(workflow_id, step)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def publish(self, definition):
        """The id of a new workflow that runs."""
        workflow_id = self.draw(definition)
        self.done(workflow_id, "publish")
        return workflow_id

    def start(self, workflow_id, contact_id, headers=None, **body):
        return self.call("POST", f"{WORKFLOWS}{workflow_id}/runs/", json={"contactId": contact_id, **body},
                         headers=headers or {})

    def started(self, workflow_id, contact, **body):
        """The id of a new run."""
        answer = self.start(workflow_id, contact["id"], **body)
        assert answer.status == 201, answer.summary()
        return answer.json()["id"]

    @staticmethod
    def run_path(workflow_id, run_id):
        return f"{WORKFLOWS}{workflow_id}/runs/{run_id}"

    def run(self, workflow_id, run_id):
        return self.get(self.run_path(workflow_id, run_id))

    def settled(self, workflow_id, run_id):
        """The run once it waits or has ended."""
        return until(lambda: self.run(workflow_id, run_id), lambda found: found["state"] != "running")

    def await_runs(self, contact, states):
        """The runs of a contact once they are in these states, the newest first."""
        return until(lambda: self.get(f"/admin/v1/contacts/{contact['id']}/runs/")["results"],
                     lambda found: [one["state"] for one in found] == states)

    @staticmethod
    def at_node_path(workflow_id, node):
        return f"{WORKFLOWS}{workflow_id}/nodes/{quote(node, safe='')}/runs/"

    def numbers(self, workflow_id):
        return self.get(f"{WORKFLOWS}{workflow_id}/numbers")["nodes"]

    def tidy(self):
        for workflow_id in self.made:
            self.post(workflow_id, "finish")
            until(lambda: self.call("DELETE", WORKFLOWS + workflow_id).status, lambda status: status in (204, 404))
