"""What people change together, and is answered with an ETag: one of each kind, taken away after each test."""

from contextlib import contextmanager

from harness.coupons import WORKFLOWS
from harness.reports import REPORTS
from harness.segments import COLLECTION as SEGMENTS
from harness.workflows import waiting

KINDS = {
    "workflow": (WORKFLOWS, {"name": "W", "definition": waiting()}),
    "segment": (SEGMENTS, {"name": "S", "kind": "static"}),
    "report": (REPORTS, {"name": "R", "category": "purchases", "metrics": ["numberOfPurchases"], "groupings": []}),
}


@contextmanager
def tagged(client, key, kind):
    """The path and the answer to its creation."""
    collection, body = KINDS[kind]
    made = client.call("POST", collection, json=body, key=key)
    assert made.status == 201, made.summary()
    path = collection + made.json()["id"]
    yield path, made
    client.call("DELETE", path, key=key)
