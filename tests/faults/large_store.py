"""A store with a great many people, made by SQL in seconds where the interface would take minutes."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys

from harness import processes
from harness.server import Server

TEMPLATE = "template@example.org"
PEOPLE_AT_ONCE = 50_000

# Wide, and with what a reader of CSV could stumble over. Each is found by its address, as one made by a request.
PEOPLE = """
WITH RECURSIVE numbers (number) AS (SELECT {first} UNION ALL SELECT number + 1 FROM numbers WHERE number < {last})
INSERT INTO contacts ({columns}, id, email, name, surname)
SELECT {columns}, id + number, 'c' || number || '@example.org',
       '=' || number || '"' || char(10) || hex(number * 7919 % 100003), substr(hex(zeroblob(400)), number % 700)
FROM contacts, numbers WHERE email = '{template}'
"""
ADDRESSES = """
INSERT INTO contact_emails (email_key, contact_id)
SELECT email, id FROM contacts WHERE id BETWEEN {template_id} + {first} AND {template_id} + {last}
"""
ACTIVITIES = """
WITH RECURSIVE numbers (number) AS (SELECT {first} UNION ALL SELECT number + 1 FROM numbers WHERE number < {last})
INSERT INTO activities (contact_id, id, kind, at, data, moment)
SELECT contact_id + number, (SELECT max(id) FROM activities) + row_number() OVER (), kind, at - number, data, moment
FROM activities, numbers WHERE contact_id = {template_id}
"""
# Changes as many people as make the log so long, and dies without tidying up, as a killed server does.
LENGTHEN_LOG = """
import os, signal, sqlite3, sys
file, wanted = sys.argv[1], int(sys.argv[2])
database = sqlite3.connect(file, isolation_level=None)
database.execute("PRAGMA wal_autocheckpoint = 0")
(last,) = database.execute("SELECT max(id) FROM contacts").fetchone()
while os.path.getsize(file + "-wal") < wanted:
    database.execute("UPDATE contacts SET points = points + 1 WHERE id IN "
                     "(SELECT id FROM contacts WHERE id <= ? ORDER BY id DESC LIMIT 4000)", (last,))
    (last,) = database.execute("SELECT min(id) FROM (SELECT id FROM contacts WHERE id <= ? ORDER BY id DESC LIMIT 4000)",
                               (last,)).fetchone()
os.kill(os.getpid(), signal.SIGKILL)
"""


def database_of(folder):
    return folder / "data" / "tradewind.db"


class LargeStore:
    """A data folder that nothing runs on."""

    def __init__(self, owner):
        self.folder = processes.make_folder()
        self.people = 0
        server = Server(folder=self.folder, owner=owner)
        answer = server.client().call("PATCH", f"/contacts/email/{TEMPLATE}", json={"_points": 7}, key=server.admin_key)
        assert answer.status == 200, answer.summary()
        server.stop(signal.SIGINT)

    def add_people(self, count, statements=(PEOPLE, ADDRESSES)):
        with contextlib.closing(sqlite3.connect(database_of(self.folder))) as database:
            database.execute("PRAGMA synchronous = off")
            names = [row[1] for row in database.execute("PRAGMA table_info(contacts)")]
            (template_id,) = database.execute("SELECT id FROM contacts WHERE email = ?", (TEMPLATE,)).fetchone()
            values = {"columns": ", ".join(set(names) - {"id", "email", "name", "surname"}),
                      "template": TEMPLATE, "template_id": template_id, "first": self.people + 1,
                      "last": self.people + count}
            for statement in statements:
                database.execute(statement.format(**values))
            database.commit()
        self.people += count

    def grow_to(self, bytes_):
        while database_of(self.folder).stat().st_size < bytes_:
            self.add_people(PEOPLE_AT_ONCE, (PEOPLE, ADDRESSES, ACTIVITIES))


def lengthen_log(folder, bytes_):
    """Leaves a write-ahead log of at least so many bytes, with nothing in it that a start could leave out."""
    file = database_of(folder)
    done = subprocess.run([sys.executable, "-c", LENGTHEN_LOG, str(file), str(bytes_)], capture_output=True, timeout=300)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    for path in file.parent.iterdir():
        processes.give_to_program(path)


def forget_pages(folder):
    """Whoever reads these files next has to read them from the disk."""
    for path in database_of(folder).parent.glob("tradewind.db*"):
        descriptor = os.open(path, os.O_RDONLY)
        os.fdatasync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)
