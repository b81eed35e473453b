"""Workflows: everybody through one of them, a million runs that wait, and how soon an event is called."""

import json
import re
import time

import sizes
from called_events import send_events
from contacts import make_contacts
from report import Row
from rig import start_tradewind, stop

WALKERS = 100_000
FEW_WALKERS = 10_000
ROUNDS = 3
EVENTS, EVENTS_PER_SECOND = 600, 200
WAITING_RUNS = 1_000_000
IDLE_SECONDS = 30
IDLE_PROCESSOR_SECONDS_MAX = 0.3
WAITING_MEGABYTES_MAX = 32

# run_loop.cpp writes what becomes of it.
DEFINITION = {
    "formatVersion": 2,
    "nodes": [{"id": "start", "kind": "start", "existing": True, "future": False},
              {"id": "check", "kind": "check", "filter": {"field": "_points", "is": "atLeast", "value": 1}},
              {"id": "wait", "kind": "wait", "period": "PT1S"},
              {"id": "mark", "kind": "set-field", "field": "_points", "add": 1_000},
              {"id": "stop", "kind": "stop", "converted": True}],
    "edges": [{"from": "start", "to": "check"}, {"from": "check", "port": "yes", "to": "wait"},
              {"from": "wait", "to": "mark"}, {"from": "mark", "to": "stop"}],
    "settings": {}}
# What an event does: a call that tells its number. CALLED is the type of the call.
CALLING = {
    "formatVersion": 2,
    "nodes": [{"id": "start", "kind": "start"}, {"id": "booked", "kind": "on-event", "event": "booked"},
              {"id": "call", "kind": "send-event", "eventTypeId": "CALLED", "fields": {"number": "{{ event.note }}"}}],
    "edges": [{"from": "start", "to": "booked"}, {"from": "booked", "to": "call"}],
    "settings": {"reentry": "always"}}
CALLED_TYPE = {"name": "Called", "category": "send", "fields": [{"id": "number", "name": "Number", "type": "text"}]}
# What waits to be done by the engine.
LEFT_SQL = """SELECT EXISTS (SELECT 1 FROM workflow_sweeps) + EXISTS (SELECT 1 FROM changes)
                     + EXISTS (SELECT 1 FROM run_timers)"""
# Every column but ids and times, which no two runs have in common.
SAME_ROWS_SQL = {
    "runs": """SELECT contact_id, version, state, outcome, node, run_key, waits_until, revision, body FROM runs
               ORDER BY contact_id""",
    "run_entries": "SELECT contact_id, run_key, entries, day_starts FROM run_entries ORDER BY contact_id",
    "run_steps": """SELECT contact_id, number, node, visit, what, port, reason, value FROM run_steps
                    ORDER BY contact_id, number""",
    "node_numbers": """SELECT node, what, name, sum(number) FROM (
                         SELECT node, what, name, number FROM node_numbers
                         UNION ALL SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3
                                   FROM node_number_changes, json_each(changes))
                       GROUP BY node, what, name ORDER BY 1, 2, 3""",
    "contacts": "SELECT id, points, custom FROM contacts ORDER BY id",
    "activities": "SELECT contact_id, kind, data, moment, cause FROM activities ORDER BY contact_id, id",
    "rest": "SELECT contact_id FROM changes UNION ALL SELECT contact_id FROM run_timers",
}
# The columns of SAME_ROWS_SQL that hold numbers of this run within a text.
TEXTS_WITH_NUMBERS = {"runs": 8, "activities": 4}
# A run that waits for a day far from now, as the engine keeps it.
WAITING_SQL = f"""
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
INSERT INTO runs (contact_id, id, workflow_id, version, state, node, run_key, started_at, waits_until, revision, body)
SELECT c.id, c.id + 2, w.id, 1, 'waiting', 'wait', '', c.created_at, 4000000000000, 0,
       '{{"entry":1,"depth":0,"startedNumber":"' || c.id || '","arrivedAt":' || c.created_at || ',"arrivedNumber":"' || c.id
       || '","dueAt":' || c.created_at || ',"steps":2,"records":2,"nodes":{{"check":{{"visits":1,"number":"' || c.id
       || '"}},"wait":{{"visits":1,"number":"' || c.id || '"}}}},"left":{{}}}}'
FROM contacts c, workflows w LIMIT {WAITING_RUNS};
INSERT INTO run_timers (contact_id, run_id, bucket, due_at)
SELECT contact_id, id, ((contact_id % 2147483647) * (contact_id % 2147483647) % 2147483647
                        + (contact_id % 2147483647) * 48271) % 2147483647 % 64, waits_until FROM runs;
"""


def measure_workflows(rig):
    check_that_the_loop_writes_the_same_rows(rig)
    return [*everybody(rig), *calls(rig), *waiting(rig)]


def copy_that_acts(rig, contacts, name):
    """A copy of a store: one that was moved does nothing by itself until somebody says that it may."""
    store = make_contacts(rig, contacts).copy(rig, name)
    rig.run([rig.folder / "tradewind", "confirm-live", "--data", store.folder])
    return store


def draw(server, definition):
    return json.loads(server.send("POST", "/admin/v1/workflows/", {"name": "Measured", "definition": definition}))["id"]


def publish(server, workflow):
    server.send("POST", f"/admin/v1/workflows/{workflow}/publish")


def walk_by_engine(rig, store):
    """Processor time of the service, from the publishing of the workflow until nothing is left to do."""
    server = start_tradewind(rig, store.folder)
    workflow = draw(server, DEFINITION)
    before = server.cpu_seconds()
    publish(server, workflow)
    while store.rows(LEFT_SQL)[0][0] > 0:
        time.sleep(0.1)
    used = server.cpu_seconds() - before
    stop(server.process)
    return used


def walk_by_loop(rig, store):
    return json.loads(rig.run([rig.folder / "run_loop", store.file, 1]))["cpu_seconds"]


def check_that_the_loop_writes_the_same_rows(rig):
    engine, loop = (copy_that_acts(rig, FEW_WALKERS, name) for name in ("engine", "loop"))
    walk_by_engine(rig, engine)
    walk_by_loop(rig, loop)
    for table, sql in SAME_ROWS_SQL.items():
        for one, other in zip(engine.rows(sql), loop.rows(sql), strict=True):
            if without_numbers(table, one) != without_numbers(table, other):
                raise RuntimeError(f"the loop writes other {table}:\n{other}\nthan the engine:\n{one}")
    engine.remove()
    loop.remove()


def without_numbers(table, row):
    """Ids of runs and times, which are long, within a text."""
    place = TEXTS_WITH_NUMBERS.get(table)
    return row if place is None else (*row[:place], re.sub("[0-9a-f]{10,}", "#", row[place] or ""), *row[place + 1:])


def everybody(rig):
    ours, bare = [], []
    for _ in range(ROUNDS):
        for measure, times in ((walk_by_engine, ours), (walk_by_loop, bare)):
            store = copy_that_acts(rig, WALKERS, "walked")
            times.append(measure(rig, store))
            store.remove()
    return [Row(f"{WALKERS:,} contacts through start, check, wait, set-field and stop, processor time", "s", ours, bare,
                "<= 2.5", "bare SQLite loop",
                ["Of the whole process, from the publishing until every run has ended: everybody is queued, comes in, waits "
                 "for a second, and goes on.",
                 "The yardstick: the same rows by the C interface of SQLite alone, 1,000 contacts per durable commit: the "
                 "queue, the run twice, its entry, five steps, the timer set and removed, the contact, its activity, and "
                 "numbers once a commit. That the rows are the same is checked before the run."])]


def calls(rig):
    """By turns events that nobody waits for, and events that are called."""
    rounds = []
    for _ in range(ROUNDS):
        alone, _ = event_times(rig)
        answered, called = event_times(rig, CALLING)
        rounds.append((alone, answered, called))
    alone, answered, called = ([sorted(times) for times in side] for side in zip(*rounds))
    middles, slow = ([[times[len(times) * share // 100] for times in side] for side in (called, alone)]
                     for share in (50, 99))
    return [
        Row(f"event to the first byte of its call, {EVENTS_PER_SECOND} events/s, median", "ms", *middles, "<= 2.5",
            "durable custom event alone",
            ["From the first byte of POST /custom-events/alias/... sent to the first byte of the call at a receiver on this "
             f"machine, by a workflow of a trigger and a send-event, {ROUNDS} rounds of {EVENTS} events, each of another "
             "contact. The yardstick: until the answer to the same event where no workflow waits for it.",
             "What sends and receives is a Python program on the same cores as the server."]),
        Row("the same, 99th percentile", "ms", *slow, "", "durable custom event alone"),
        Row("the answer to an event that is called, median", "ms", [times[len(times) // 2] for times in answered],
            middles[1], "", "durable custom event alone")]


def event_times(rig, definition=None):
    """Milliseconds until each of the events was answered, and until it was called."""
    store = copy_that_acts(rig, WALKERS, "called")
    server = start_tradewind(rig, store.folder, arguments=["--webhooks-private-addresses", "true"])
    bodies = [json.dumps({"guest": f"c{number * 2_654_435_761 % 4_294_967_296}.contact@example.org", "workshop": "wheel",
                          "seats": 2, "paid": True, "price": 19.99, "note": str(number)}).encode()
              for number in range(EVENTS)]

    def prepare(address):
        integration = json.loads(server.send("POST", "/custom-integrations/", {"name": "Calls", "eventsEnabled": True}))
        made = server.send("POST", f"/custom-integrations/{integration['id']}/custom-event-types/",
                           CALLED_TYPE | {"webhookUrl": address})
        publish(server, draw(server, json.loads(json.dumps(definition).replace("CALLED", json.loads(made)["id"]))))

    times = send_events(server, "/custom-events/alias/booked", bodies, EVENTS_PER_SECOND, prepare if definition else None)
    stop(server.process)
    store.remove()
    return times


def waiting(rig):
    store = copy_that_acts(rig, sizes.CONTACTS, "waiting")
    server = start_tradewind(rig, store.folder)
    later = json.dumps(DEFINITION).replace('"existing": true, "future": false', '"existing": false, "future": true')
    publish(server, draw(server, json.loads(later)))
    stop(server.process)
    _, megabytes_without = idle(rig, store, 5)
    rig.run(["sqlite3", store.file, WAITING_SQL])
    used, megabytes = idle(rig, store, IDLE_SECONDS)
    store.remove()
    return [
        Row(f"processor time of {WAITING_RUNS:,} runs that wait, in {IDLE_SECONDS} s", "s", [used],
            [IDLE_PROCESSOR_SECONDS_MAX], "<= 1.0", "limit", ["Of the whole process, which has nothing else to do."]),
        Row(f"memory of {WAITING_RUNS:,} runs that wait", "MB", [megabytes - megabytes_without], [WAITING_MEGABYTES_MAX],
            "<= 1.0", "limit", ["RssAnon after that time, against the same store without runs."])]


def idle(rig, store, seconds):
    """Processor time and memory of a service that has nothing to do."""
    server = start_tradewind(rig, store.folder)
    server.get("/store/")
    before = server.cpu_seconds()
    time.sleep(seconds)
    used, megabytes = server.cpu_seconds() - before, server.anonymous_bytes() / 1e6
    stop(server.process)
    return used, megabytes
