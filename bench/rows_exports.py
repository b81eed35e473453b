"""An export of all contacts beside the shell of SQLite, which writes the same columns through gzip."""

import json
import shutil
import subprocess
import time
import zipfile

import sizes
from contacts import make_contacts
from report import Row
from rig import start_tradewind, stop

CONTACTS = sizes.CONTACTS
ROUNDS = 3
GROWTH_MIB_MAX = 64
EXPORT = {"exportType": "contacts", "delimiter": ",", "dateFormat": "ISO", "version": "v6"}
LOOK_SECONDS = 0.05


def measure_exports(rig):
    store = make_contacts(rig, CONTACTS)
    columns = columns_of(store)
    copy = store.copy(rig, "exported")
    rounds = [(export(rig, copy), shell(rig, store, columns)) for _ in range(ROUNDS)]
    copy.remove()
    speed = Row(
        f"export of {CONTACTS:,} contacts", "contacts/s", [CONTACTS / made.seconds for made, _ in rounds],
        [CONTACTS / seconds for _, seconds in rounds], ">= 0.5", "sqlite3 -csv | gzip -1",
        [f"POST /exports/ until its status is `finished`: {len(columns)} columns of system fields and the custom fields, "
         "durable at every second and at the end.",
         "The yardstick: `sqlite3 -csv` with the same columns, custom fields by `->>`, through `gzip -1` to a file. It "
         "formats no dates and keeps nothing safe from a power cut."])
    memory = Row(
        "memory that an export takes", "MiB", [made.growth_mib for made, _ in rounds], [GROWTH_MIB_MAX] * ROUNDS,
        "<= 1.0", f"{GROWTH_MIB_MAX} MiB", ["The largest growth of RssAnon while it runs."])
    return [speed, memory]


class Made:
    def __init__(self, seconds, growth_mib):
        self.seconds, self.growth_mib = seconds, growth_mib


def columns_of(store):
    """SQL of what an export tells of a contact."""
    names = [row[1] for row in store.rows("PRAGMA table_info(contacts)")]
    keys = ("name_key", "surname_key", "phone_key", "custom", "returned_amount")
    plain = [name for name in names if name not in keys]
    numbers = [row[0] for row in store.rows("SELECT number FROM contact_fields")]
    return plain + [f"custom ->> '$.f{number}'" for number in numbers]


def export(rig, store):
    server = start_tradewind(rig, store.folder)
    before = largest = server.anonymous_bytes()
    began = time.monotonic()
    made = json.loads(server.send("POST", "/exports/", EXPORT))
    while made["status"] not in ("finished", "error"):
        time.sleep(LOOK_SECONDS)
        largest = max(largest, server.anonymous_bytes())
        made = json.loads(server.get(f"/exports/{made['id']}"))
    seconds = time.monotonic() - began
    stop(server.process)
    if made["status"] != "finished" or made["total"] != store.contacts:
        raise RuntimeError(f"the export ended as {made}")
    with zipfile.ZipFile(store.folder / "files" / f"{made['id']}.zip") as archive:
        lines = sum(1 for _ in archive.open(archive.namelist()[0]))
    if lines != store.contacts + 1:
        raise RuntimeError(f"the file has {lines} lines")
    return Made(seconds, (largest - before) / 2**20)


def shell(rig, store, columns):
    target = rig.new_folder("shell")
    sql = f"SELECT {', '.join(columns)} FROM contacts ORDER BY id;"
    began = time.monotonic()
    with open(target / "contacts.csv.gz", "wb") as out:
        reader = subprocess.Popen(["sqlite3", "-readonly", "-csv", "-header", store.file, sql], stdout=subprocess.PIPE)
        packer = subprocess.run(["gzip", "-1"], stdin=reader.stdout, stdout=out, check=True)
        reader.stdout.close()
        if reader.wait() != 0 or packer.returncode != 0:
            raise RuntimeError("the shell of SQLite could not read the contacts")
    seconds = time.monotonic() - began
    shutil.rmtree(target)
    return seconds
