"""Imports of contacts: beside a bare SQLite loop, once more with override, in memory, and beside the API."""

import csv
import json
import os
import subprocess
import time

import sizes
from contacts import ContactData, ContactLoads, make_contacts, make_definitions
from report import Row
from rig import MemoryWatch, start_tradewind, stop, wrk

ROWS = sizes.IMPORT_ROWS
ROUNDS = 3
CONTACTS = 100_000
CONNECTIONS, SECONDS = 16, 5
FILE_BYTES_MAX = 4_000_000_000
GROWTH_MIB_MAX = 64
# The key and ten columns more.
COLUMNS = ["_email", "_name", "_surname", "_birthdate", "_mobilePhone", "_smsSubscriptionStatus", "city", "shoeSize",
           "tier", "interests", "_points"]


def measure_imports(rig):
    loads = ContactLoads(rig)
    file = make_file(rig)
    empty = ContactData(rig.new_folder("empty") / "data", 0)
    make_definitions(rig, empty.folder)
    firsts, seconds, loops, growths = [], [], [], []
    for _ in range(ROUNDS):
        loops.append(loop_import(rig, empty))
        copy = empty.copy(rig, "imported")
        server = start(rig, copy)
        before = server.anonymous_bytes()
        with MemoryWatch(server) as watch:
            firsts.append(import_rate(server, file, "false"))
            growths.append((watch.peak - before) / 2**20)
            seconds.append(import_rate(server, file, "true"))
        stop(server.process)
        kept = copy.count("contacts")
        if kept != ROWS - ROWS // 100:
            raise RuntimeError(f"{ROWS} rows became {kept} contacts")
        copy.remove()
    empty.remove()
    quiet, busy = api_beside_import(rig, loads, file)
    return [
        Row(f"import of {ROWS:,} contacts, ten columns, 1 % bad", "contacts/s", firsts, loops, ">= 0.5",
            "bare SQLite loop",
            ["The yardstick: the e-mail looked up, then the contact, its look-up row and its activity, "
             "with the same indexes, by the C interface of SQLite alone, 1,000 per durable commit."]),
        Row("the same file again with override", "contacts/s", seconds, firsts, ">= 0.5", "the first time"),
        Row("memory that an import adds", "MiB", growths, [GROWTH_MIB_MAX] * ROUNDS, "<= 1", "the most allowed"),
        Row("PATCH contact while an import runs, p99", "ms", busy, quiet, "<= 3", "without an import",
            [f"`wrk -t1 -c{CONNECTIONS}` on the same cores as the server."]),
    ]


def make_file(rig):
    bodies = [json.loads(line + "0}") for line in (rig.folder / "bodies").read_text().splitlines()]
    values = [[f"{'|'.join(body[name])}" if isinstance(body[name], list) else body[name] for name in COLUMNS[1:-1]]
              for body in bodies]
    path = rig.folder / "contacts.csv"
    with open(path, "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        for number in range(ROWS):
            email = f"c{number * 2_654_435_761 % 4_294_967_296}.contact@example.org"
            writer.writerow(["no address" if number % 100 == 99 else email, *values[number % len(values)],
                             number % 1000 + 1])
    return path


def start(rig, store):
    return start_tradewind(rig, store.folder, arguments=["--limits-import-bytes", FILE_BYTES_MAX])


def upload(server, file, override):
    fields = {"type": "contacts", "delimiter": ",", "overrideExisting": override, "updateOnlyEmptyFields": "false"}
    form = [word for name, value in fields.items() for word in ("-F", f"{name}={value}")]
    done = subprocess.run(["curl", "-sS", "--fail-with-body", server.address + "/imports/", "-H",
                           f"Authorization: apiKey {server.key}", *form, "-F", f"file=@{file}"],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["id"]


def import_rate(server, file, override):
    """Contacts a second, by the clock outside: from the upload's answer to the end."""
    import_id = upload(server, file, override)
    while (state := json.loads(server.get(f"/imports/{import_id}")))["status"] == "queued":
        time.sleep(0.005)
    began = time.monotonic()
    while (state := json.loads(server.get(f"/imports/{import_id}")))["status"] == "inProgress":
        time.sleep(0.02)
    passed = time.monotonic() - began
    if (state["status"], state["errors"]) != ("finished", ROWS // 100):
        raise RuntimeError(f"the import went wrong: {state}")
    return state["success"] / passed


def loop_import(rig, store):
    copy = store.copy(rig, "written")
    os.sync()
    measured = json.loads(rig.run([rig.folder / "contact_loop", "import", copy.file, ROWS]))
    copy.remove()
    return measured["contacts"] / measured["seconds"]


def api_beside_import(rig, loads, file):
    store, quiet, busy = make_contacts(rig, CONTACTS), [], []
    for _ in range(ROUNDS):
        copy = store.copy(rig, "beside")
        server = start(rig, copy)
        quiet.append(wrk(rig, server, "/", SECONDS, connections=CONNECTIONS, **loads.patches(CONTACTS)).p99_ms)
        stop(server.process)
        copy.remove()
        copy = store.copy(rig, "beside")
        server = start(rig, copy)
        import_id = upload(server, file, "true")
        while json.loads(server.get(f"/imports/{import_id}"))["status"] == "queued":
            time.sleep(0.005)
        busy.append(wrk(rig, server, "/", SECONDS, connections=CONNECTIONS, **loads.patches(CONTACTS)).p99_ms)
        if json.loads(server.get(f"/imports/{import_id}"))["status"] != "inProgress":
            raise RuntimeError("the import ended before the load did")
        stop(server.process)
        copy.remove()
    return quiet, busy
