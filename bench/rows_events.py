"""Custom events: one a request beside a PATCH of a contact, and many a request beside a bare SQLite loop."""

import json
import os

from contacts import ContactLoads, make_contacts
from report import Row
from rig import CONNECTIONS, start_tradewind, stop, wrk

CONTACTS = 100_000
BATCH = 1_000
BATCH_CONNECTIONS = 4
ROUNDS, SECONDS = 5, 3


def measure_events(rig):
    loads, store = ContactLoads(rig), make_contacts(rig, CONTACTS)
    rounds = []
    for _ in range(ROUNDS):
        rounds.append({
            "patch": writes(rig, store, loads.patches(CONTACTS)).per_second,
            "single": writes(rig, store, loads.events(CONTACTS)).per_second,
            "batch": writes(rig, store, loads.events(CONTACTS, BATCH), BATCH, BATCH_CONNECTIONS).per_second * BATCH,
            "loop": loop_events(rig, store)})
    single = Row(
        "durable custom event, one a request", "events/s", of(rounds, "single"), of(rounds, "patch"), ">= 1.0",
        "PATCH contact",
        [f"POST /custom-events/alias/... with six fields, of a contact at random among {CONTACTS:,}; in the same rounds as "
         f"the PATCH, `wrk -t1 -c{CONNECTIONS}`, each on a fresh copy."])
    batch = Row(
        f"durable custom events, {BATCH:,} a request", "events/s", of(rounds, "batch"), of(rounds, "loop"), ">= 0.5",
        "bare SQLite loop",
        [f"The same events as lines, {BATCH:,} in each body, `wrk -t1 -c{BATCH_CONNECTIONS}`; the load runs on the same "
         "cores as the server.",
         f"The yardstick: the contact looked up, and an activity with its indexes by the C "
         f"interface of SQLite alone, {BATCH:,} per durable commit. It need not read the contact, whose states the "
         "service keeps with every activity."])
    return [single, batch]


def writes(rig, store, request, events=1, connections=CONNECTIONS):
    copy = store.copy(rig, "written")
    server = start_tradewind(rig, copy.folder)
    os.sync()
    load = wrk(rig, server, "/", SECONDS, connections=connections, **request)
    stop(server.process)
    kept = copy.count_activities() - CONTACTS
    # When wrk stops, one request of each connection may have been done and not yet counted.
    if not load.requests * events <= kept <= (load.requests + connections) * events:
        raise RuntimeError(f"{load.requests * events} events were answered, {kept} were kept")
    copy.remove()
    return load


def loop_events(rig, store):
    copy = store.copy(rig, "written")
    os.sync()
    measured = json.loads(rig.run([rig.folder / "contact_loop", "events", copy.file, CONTACTS, SECONDS]))
    copy.remove()
    return measured["writes"] / measured["seconds"]


def of(rounds, name):
    return [round_[name] for round_ in rounds]
