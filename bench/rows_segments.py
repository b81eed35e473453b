"""Dynamic segments: PATCHes that concern them until everybody is where the filters say, the first build, and the estimate
of how many a filter holds for."""

import json
import resource
import subprocess
import time

import sizes
from contacts import ContactLoads, make_contacts
from report import Row
from rig import start_tradewind, stop, wrk

FOLLOWED_CONTACTS = 100_000
SECONDS = 5
ROUNDS = 3
ESTIMATES = 40
LOOKED_AT_MIN = 200
SEGMENTS = 20

# A fifth of everybody: three fields and what was bought.
BUILT = {"all": [
    {"field": "_points", "is": "between", "from": 1, "to": 200},
    {"field": "_newsletterSubscriptionStatus", "is": "notIn", "values": ["unsubscribed"]},
    {"field": "_email", "is": "endsWith", "value": "example.org"},
    {"not": {"purchases": {"within": {"last": "P90D"}}, "count": {"atLeast": 2}}}]}
# As many as the service keeps, chosen otherwise; contacts that a loop made have none.
SAMPLES_SQL = """
UPDATE sampling SET threshold = 2147483647 / 128;
INSERT INTO contact_samples (contact_id, mixed)
SELECT id, mixed FROM (SELECT id, ((id % 2147483647) * (id % 2147483647) % 2147483647 + (id % 2147483647) * 48271)
                                      % 2147483647 AS mixed FROM contacts)
WHERE mixed < (SELECT threshold FROM sampling);
"""
BUILT_SQL = """
CREATE TABLE built (contact_id bigint not null, segment_id bigint not null, entered_at bigint not null,
                    primary key (contact_id, segment_id)) WITHOUT ROWID;
CREATE INDEX built_by_segment ON built (segment_id, contact_id);
INSERT INTO built SELECT id, 1, 1 FROM contacts
WHERE points BETWEEN 1 AND 200 AND newsletter_status NOT IN ('unsubscribed') AND email LIKE '%example.org'
      AND (SELECT count(*) FROM purchases WHERE contact_id = contacts.id AND purchased_at > 1) < 2;
SELECT count(*) FROM built;
"""


def measure_segments(rig):
    loads = ContactLoads(rig)
    return [*follow(rig, loads), *build_and_count(rig)]


def follow(rig, loads):
    alone, followed = [], []
    for _ in range(ROUNDS):
        alone.append(patch_cost(rig, loads, 0))
        followed.append(patch_cost(rig, loads, SEGMENTS))
    return [Row(f"PATCH contact with 5 of {SEGMENTS} segments that depend on it, until they are right, processor time", "µs",
                followed, alone, "<= 2.0", "PATCH contact without segments",
                [f"Of the process, a request, by `wrk -t1 -c64` for {SECONDS} s among {FOLLOWED_CONTACTS:,} contacts, half of "
                 "them new, and then until no change waits. Everybody enters or leaves some of the segments."])]


def patch_cost(rig, loads, segments):
    store = make_contacts(rig, FOLLOWED_CONTACTS).copy(rig, "followed")
    server = start_tradewind(rig, store.folder)
    for number in range(segments):
        make_segment(server, {"field": "_points", "is": "between", "from": number * 250, "to": 2_000_000}
                     if number % 4 == 0 else {"field": "_emailBouncedReason", "is": "equals", "value": str(number)})
    before = server.cpu_seconds()
    load = wrk(rig, server, "/contacts/", SECONDS, **loads.patches(FOLLOWED_CONTACTS))
    while store.count("changes") > 0 and segments:
        time.sleep(0.05)
    used = server.cpu_seconds() - before
    stop(server.process)
    store.remove()
    return used * 1e6 / load.requests


def make_segment(server, condition):
    made = json.loads(server.send("POST", "/admin/v1/segments/",
                                  {"name": "Measured", "kind": "dynamic", "filter": condition}))
    path = f"/admin/v1/segments/{made['id']}"
    while (found := json.loads(server.get(path)))["build"]["state"] != "ready":
        time.sleep(0.02)
    return found


def build_and_count(rig):
    builds, bare, looked_at, times = [], [], [], []
    for _ in range(ROUNDS):
        store = make_contacts(rig, sizes.CONTACTS).copy(rig, "built")
        bare_seconds, wanted = bare_build(rig, store)
        bare.append(bare_seconds)
        rig.run(["sqlite3", store.file, SAMPLES_SQL])
        server = start_tradewind(rig, store.folder)
        before = server.cpu_seconds()
        members = make_segment(server, BUILT)["members"]
        builds.append(server.cpu_seconds() - before)
        if members != wanted:
            raise RuntimeError(f"sqlite3 finds {wanted} members, the service {members}")
        for _ in range(ESTIMATES):
            begun = time.monotonic()
            found = json.loads(server.send("POST", "/admin/v1/segments/count", {"filter": BUILT}))
            times.append((time.monotonic() - begun) * 1e3)
            looked_at.append(found["lookedAt"])
        stop(server.process)
        store.remove()
    return [
        Row(f"first build of a segment of a fifth of {sizes.CONTACTS:,} contacts, processor time", "s", builds, bare,
            "<= 3.0", "sqlite3, INSERT ... SELECT",
            ["Three tests of fields and one of purchases. The yardstick writes the same members with the same index in one "
             "transaction; the service in slices, each durable, with what it needs to go on after a kill."]),
        Row(f"people looked at for an estimate among {sizes.CONTACTS:,} contacts", "people", looked_at,
            [LOOKED_AT_MIN] * len(looked_at), ">= 1.0", "limit", ["POST /admin/v1/segments/count, which has 40 ms."]),
        Row("time of an estimate, 99th percentile", "ms", [sorted(times)[int(len(times) * 0.99)]]),
    ]


def bare_build(rig, store):
    copy = store.copy(rig, "bare")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(["sqlite3", copy.file, BUILT_SQL], check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    copy.remove()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, int(out)
