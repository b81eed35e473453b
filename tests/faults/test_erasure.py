"""Whoever is erased is gone from the bytes of every file, also from those that SQLite has given up."""

import random
import time
import uuid

import pytest

from harness import processes
from harness.server import Server

PEOPLE = 300
ERASED = 60
WIPED_SECONDS_MAX = 60


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
            answer = connection.exchange(client.request(method, f"/contacts/email/{email}", json=json, key=key,
                                                        headers=headers))
            assert answer.status in (200, 204), answer.summary()

        for size in (1, 40, 5):
            for email, mark in marks.items():
                call("PATCH", email, {"_name": mark, "_surname": f"É{mark.upper()}{size}", "_externalId": f"x{mark}",
                                      "_mobilePhone": phones[email], "note": mark * size})
        erased = chance.sample(sorted(marks), ERASED)
        for email in erased:
            call("DELETE", email)
        for email in set(marks) - set(erased):
            call("PATCH", email, {"note": "short"})
    # A surname is also kept without case and accents, to be searched by.
    return [text for email in erased for text in (email.partition("@")[0], marks[email], marks[email].upper(),
                                                  f"e{marks[email]}", phones[email])]


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
        made.append(Server(folder=processes.make_folder(), owner="the erasure tests",
                           config="erasure_seconds = 0\n", **options))
        return made[-1]

    yield make
    for server in made:
        server.kill()


def test_no_trace_of_an_erased_person_is_left_in_any_file(make_server, seed, survived):
    server = make_server()
    marks = churn(server, random.Random(seed))
    begun = time.monotonic()
    while left := traces(server.data, marks) | told_in(server.log, marks):
        assert time.monotonic() - begun < WIPED_SECONDS_MAX, f"{len(left)} traces are left (FAULT_SEED={seed})"
        time.sleep(0.2)  # The pass comes by itself, a second after the erasures at the latest.
    survived("people erased from every byte", 1, note=f"{ERASED} people, after {time.monotonic() - begun:.1f} s")
    server.stop()
    assert (server.data / "tradewind.db").stat().st_size > 0 and not traces(server.data, marks)
    assert server.log and not told_in(server.log, marks)


def test_the_scan_finds_the_traces_that_a_database_leaves(make_server, seed, noticed):
    server = make_server(env={"TRADEWIND_FAULT": "keep-deleted"})
    marks = churn(server, random.Random(seed))
    time.sleep(3)  # Long enough for the pass that would have wiped them.
    server.stop()
    left = traces(server.data, marks)
    noticed("people erased from every byte", "a database that only forgets", f"{len(left)} of {len(marks)} traces found")
    assert left, f"nothing was left to find, so the scan proves nothing (FAULT_SEED={seed})"
