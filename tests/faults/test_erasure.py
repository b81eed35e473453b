"""Whoever is erased is gone from the bytes of every file, also from those that SQLite has given up."""

import random
import sqlite3
import subprocess
import time
import uuid
from contextlib import closing

import pytest

from harness import processes
from harness.backups import make_backup
from harness.coupons import Coupons, fresh_codes
from harness.custom_events import Integrations, receiving
from harness.exports import Exports
from harness.imports import Imports, rows_of
from harness.purchases import Shop
from harness.segments import Segments
from harness.server import Server
from jumping_clock import JumpingClock
from large_store import LargeStore
from small_disk import SmallDisk

PEOPLE = 300
ERASED = 60
MORE_PEOPLE_THAN_FIT_INTO_MEMORY = 20_000  # SQLite keeps 2 MB there before it makes a file.
WIPED_SECONDS_MAX = 60
DISK = 64 * 1024 * 1024
ROOM = 1024 * 1024  # For what is written, but not for a copy of the database.
ROOM_OF_A_COMMAND = 128 * 1024
FILES_KEPT_SECONDS = 7 * 86_400
SETTINGS = "erasure_seconds = 0\nlimits.requests_per_minute = 100000\n"


def churn(server, chance):
    """Makes people with telling names, changes them so that rows grow and move, and erases some; what told of those."""
    client, key = server.client(), server.admin_key
    field = client.call("POST", "/contact-fields/", key=key, json={"id": "note", "name": "Note", "type": "text"})
    assert field.status == 201, field.summary()
    marks = {f"{uuid.uuid4().hex}@example.org": uuid.uuid4().hex for _ in range(PEOPLE)}
    phones = {email: f"+99{chance.randrange(10**12, 10**13)}" for email in marks}
    with client.connect() as connection:

        def call(method, email, json=None):
            headers = {"Idempotency-Key": uuid.uuid4().hex} if method == "PATCH" else {}
            answer = connection.exchange_patiently(client.request(method, f"/contacts/email/{email}", json=json, key=key,
                                                                  headers=headers))
            assert answer.status in (200, 204), answer.summary()

        for size in (1, 40, 5):
            for email, mark in marks.items():
                call("PATCH", email, {"_name": mark, "_surname": f"É{mark.upper()}{size}", "_externalId": f"x{mark}",
                                      "_mobilePhone": phones[email], "note": mark * size})
        have_them_do_things(client, key, marks)
        erased = chance.sample(sorted(marks), ERASED)
        for email in erased:
            call("DELETE", email)
        for email in set(marks) - set(erased):
            call("PATCH", email, {"note": "short"})
    # A surname is also kept without case and accents, to be searched by.
    return [text for email in erased for text in (email.partition("@")[0], marks[email], marks[email].upper(),
                                                  f"e{marks[email]}", phones[email])]


def have_them_do_things(client, key, marks):
    """What tells of people beside their contacts: what they bought and did, what they belong to and were given."""
    shop, coupons, segments = Shop(client, key), Coupons(client, key), Segments(client, key)
    shop.product("mug")
    visits = Integrations(client, key).make_type(receiving({"id": "note", "name": "Note", "type": "text"}))
    coupon_set = coupons.make(fresh_codes(PEOPLE))["id"]
    for email, mark in marks.items():
        shop.bought(shop.order({"_email": email}, "mug", purchaseId=f"B-{uuid.uuid4()}"))
        visited = client.call("POST", f"/custom-events/alias/{visits['alias']}", key=key,
                              json={"guest": email, "note": mark})
        assert visited.status == 201, visited.summary()
        assert coupons.assign(coupon_set, {"contactEmail": email}).status == 201
    members = segments.add(segments.make()["id"], *({"email": email} for email in marks))
    assert members.status == 200, members.summary()


def put_into_files(client, key, marks):
    """An export and a report of what was refused, both of which tell of these people; the report by their marks alone."""
    Exports(client, key).made()
    rows = ([email, mark, "never"] for email, mark in marks.items())
    done = Imports(client, key).take_in(rows_of(["_email", "_name", "_birthdate"], *rows))
    assert done["errors"] == len(marks), done


def is_to_be_wiped(server):
    with closing(sqlite3.connect(f"file:{server.data / 'tradewind.db'}?mode=ro", uri=True)) as database:
        return database.execute("SELECT count(*) FROM erasures WHERE physical_at IS NULL").fetchone()[0] > 0


def told_in(text, marks):
    return {mark for mark in marks if mark in text}


def traces(folder, marks):
    """Which of the marks are in the bytes of any file of the folder."""
    found = set()
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            found |= {mark for mark in marks if mark.encode() in data}
    return found


@pytest.fixture
def make_server():
    made = []

    def make(**options):
        made.append(Server(**{"folder": processes.make_folder(), "owner": "the erasure tests", "config": SETTINGS,
                              **options}))
        return made[-1]

    yield make
    for server in made:
        server.kill()


def await_erasures_done(server):
    deadline = time.monotonic() + WIPED_SECONDS_MAX
    while is_to_be_wiped(server):
        assert time.monotonic() < deadline, "the erasures are not wiped"
        time.sleep(0.1)  # It comes by itself.


def await_wiped(server, marks, seed):
    """How long it took until nothing told of them."""
    begun = time.monotonic()
    while left := traces(server.data, marks) | told_in(server.log, marks):
        assert time.monotonic() - begun < WIPED_SECONDS_MAX, f"{len(left)} traces are left (FAULT_SEED={seed})"
        time.sleep(0.2)  # The pass comes by itself, a second after the erasures at the latest.
    return time.monotonic() - begun


def test_no_trace_of_an_erased_person_is_left_in_any_file(make_server, seed, survived):
    server = make_server()
    marks = churn(server, random.Random(seed))
    seconds = await_wiped(server, marks, seed)
    survived("people erased from every byte", 1, note=f"{ERASED} people, after {seconds:.1f} s")
    server.stop()
    assert (server.data / "tradewind.db").stat().st_size > 0 and not traces(server.data, marks)
    assert server.log and not told_in(server.log, marks)


def test_a_backup_tells_of_nobody_who_was_erased_before(make_server, seed, survived):
    server = make_server(config=SETTINGS.replace("erasure_seconds = 0", "erasure_seconds = 43200"))
    marks = churn(server, random.Random(seed))
    left = traces(make_backup(server.data, processes.make_folder() / "backup"), marks)
    assert traces(server.data, marks), "the files are wiped already"
    survived("people erased from every byte", 1, note="of a backup")
    assert not left, f"{len(left)} traces are left (FAULT_SEED={seed})"


def test_a_wipe_needs_no_room_and_a_smaller_database_does(make_server):
    with SmallDisk(DISK) as disk:
        folder = disk.mount_point / "service"
        folder.mkdir()
        processes.give_to_program(folder)
        server = make_server(folder=folder, arguments=["--disk-reserve-bytes", "0"])
        client, key = server.client(), server.admin_key
        assert client.call("PATCH", "/contacts/email/ada@example.org", json={}, key=key).status == 200
        disk.fill(ROOM)
        assert client.call("DELETE", "/contacts/email/ada@example.org", key=key).status == 204
        await_erasures_done(server)
        server.stop()
        disk.clear()
        disk.fill(ROOM_OF_A_COMMAND)
        code, _, complaint = processes.run("compact", "--data", server.data)
        assert code == 1 and "There is too little room to write the database" in complaint


def test_writes_and_chores_go_on_while_a_wipe_waits_for_a_reader(make_server):
    server = make_server()
    client, key = server.client(), server.admin_key
    records = server.data / "erasures.log"
    for name in ("ada", "bob"):
        assert client.call("PATCH", f"/contacts/email/{name}@example.org", json={}, key=key).status == 200
    with closing(sqlite3.connect(f"file:{server.data / 'tradewind.db'}?mode=ro", uri=True)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM contacts").fetchone()
        assert client.call("DELETE", "/contacts/email/ada@example.org", key=key).status == 204
        server.await_log("have to stay on the disk")
        before = records.stat().st_size if records.exists() else 0
        assert client.call("DELETE", "/contacts/email/bob@example.org", key=key).status == 204
        deadline = time.monotonic() + WIPED_SECONDS_MAX
        while not records.exists() or records.stat().st_size == before:
            assert time.monotonic() < deadline, "the chore that writes the log of erasures waits"
            time.sleep(0.1)  # It comes by itself.
        assert is_to_be_wiped(server)
    await_erasures_done(server)
    server.stop()


def test_the_copy_by_which_a_database_is_made_smaller_is_in_the_data_folder(make_server):
    store = LargeStore("the erasure tests")
    store.add_people(MORE_PEOPLE_THAN_FIT_INTO_MEMORY)
    data, calls = store.folder / "data", processes.make_folder() / "calls"
    user = processes.unprivileged_user()
    as_user = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    done = subprocess.run(["strace", "--follow-forks", "--trace=openat", "--output", calls, processes.binary(), "compact",
                           "--data", data], capture_output=True, text=True, timeout=120, cwd="/",
                          env=processes.environment(), **as_user)
    assert done.returncode == 0, done.stderr
    copies = [call for call in calls.read_text().splitlines() if "etilqs_" in call]
    assert copies and all(f'"{data}/' in call for call in copies), copies


def a_week_after_files_were_made(make_server, env=None):
    """A server with files and reports that told of people who were erased, and what told of them."""
    clock = JumpingClock()
    env = {**clock.env, **(env or {})}
    server = make_server(env=env)
    marks = {f"{uuid.uuid4().hex}@example.org": uuid.uuid4().hex for _ in range(ERASED)}
    client, key = server.client(), server.admin_key
    for email in marks:
        assert client.call("PATCH", f"/contacts/email/{email}", json={}, key=key).status == 200
    put_into_files(client, key, marks)
    for email in marks:
        assert client.call("DELETE", f"/contacts/email/{email}", key=key).status == 204
    # What the contacts were is gone; from here on only files and reports tell of them.
    await_erasures_done(server)
    marks = list(marks.values())
    assert len(traces(server.data, marks)) == ERASED, "there is nothing to be found"
    server.stop()
    clock.set(FILES_KEPT_SECONDS + 3_600)
    return make_server(folder=server.folder, env=env), marks


def test_exports_uploads_and_reports_tell_of_nobody_after_a_week(make_server, seed, survived):
    server, marks = a_week_after_files_were_made(make_server)
    seconds = await_wiped(server, marks, seed)
    survived("files and reports that told of erased people", 1, note=f"{ERASED} people, after {seconds:.1f} s")
    server.stop()
    assert not traces(server.data, marks)


def test_the_scan_finds_the_traces_that_reports_leave(make_server, noticed):
    server, marks = a_week_after_files_were_made(make_server, env={"TRADEWIND_FAULT": "keep-deleted"})
    deadline = time.monotonic() + WIPED_SECONDS_MAX
    while any(path.suffix == ".import" for path in (server.data / "files").iterdir()):
        assert time.monotonic() < deadline, "the upload is still there"
        time.sleep(0.2)  # It goes by itself.
    server.stop()
    left = traces(server.data, marks)
    noticed("files and reports that told of erased people", "a database that only forgets",
            f"{len(left)} of {len(marks)} traces found")
    assert left, "nothing was left to find, so the scan proves nothing"


def test_the_scan_finds_the_traces_that_a_database_leaves(make_server, seed, noticed):
    server = make_server(env={"TRADEWIND_FAULT": "keep-deleted"})
    marks = churn(server, random.Random(seed))
    time.sleep(3)  # Long enough for the pass that would have wiped them.
    server.stop()
    left = traces(server.data, marks)
    noticed("people erased from every byte", "a database that only forgets", f"{len(left)} of {len(marks)} traces found")
    assert left, f"nothing was left to find, so the scan proves nothing (FAULT_SEED={seed})"
