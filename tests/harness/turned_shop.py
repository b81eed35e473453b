"""A store whose clock a test turns, with a receiver for what leaves it."""

import json
from datetime import datetime, timedelta, timezone

from harness.coupons import WORKFLOWS, Coupons
from harness.custom_events import Integrations, sending
from harness.purchases import Shop
from harness.segments import Segments, until
from harness.server import Server
from harness.web_receiver import WebReceiver

TEXTS = [{"id": "what", "name": "What", "type": "text"}, {"id": "code", "name": "Code", "type": "text"}]


class TurnedShop:
    def __init__(self, owner, document=None, **more):
        self.server = Server(owner=owner, arguments=["--test-clock"], **more)
        self.client, self.key = self.server.client(document), self.server.admin_key
        self.receiver = WebReceiver()
        self.shop, self.segments = Shop(self.client, self.key), Segments(self.client, self.key)
        self.coupons, self.integrations = Coupons(self.client, self.key), Integrations(self.client, self.key)
        self.now = datetime.now(timezone.utc)

    def close(self):
        self.server.stop()
        self.receiver.close()

    def call(self, method, path, **more):
        return self.client.call(method, path, **{"key": self.key, **more})

    def done(self, method, path, body=None):
        """What comes of a request that must be done."""
        answer = self.call(method, path, **({} if body is None else {"json": body}))
        assert answer.status in (200, 201, 204), answer.summary()
        return answer.json() if answer.status != 204 else None

    def turn(self, **by):
        """The clock goes on by a timedelta."""
        self.now = max(self.now, datetime.now(timezone.utc)) + timedelta(**by)
        self.done("POST", "/admin/v1/test-clock", {"now": f"{self.now:%Y-%m-%dT%H:%M:%S.%fZ}"})

    def calls_type(self, **changes):
        """An event type whose calls come to the receiver."""
        return self.integrations.make_type(sending(webhookUrl=self.receiver.url, fields=TEXTS, **changes))["id"]

    def publish(self, definition, name="W"):
        made = self.done("POST", WORKFLOWS, {"name": name, "definition": definition})
        assert made["incidents"] == [], made["incidents"]
        self.done("POST", f"{WORKFLOWS}{made['id']}/publish")
        return made["id"]

    def runs(self, contact, workflow):
        """Those of a contact in a workflow, the first first."""
        found = self.done("GET", f"/admin/v1/contacts/{contact['id']}/runs/")["results"]
        return [run for run in reversed(found) if run["workflowId"] == workflow]

    def await_runs(self, contact, workflow, *wanted):
        """Waits until these are where its runs are: a node, or an outcome."""
        places = lambda: [run.get("outcome", run["node"]) for run in self.runs(contact, workflow)]
        until(places, lambda found: found == list(wanted))

    def told(self):
        """What left so far, as (who, what, code)."""
        found = []
        for received in self.receiver.received:
            data = json.loads(received.body)["data"]
            found.append((data["contact"]["_email"], data["fields"].get("what"), data["fields"].get("code")))
        return found

    def told_of(self, contact):
        return [one[1:] for one in self.told() if one[0] == contact["_email"]]
