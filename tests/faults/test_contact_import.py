"""kill -9 in the midst of an import of contacts, again and again: what comes of it is what comes of an undisturbed one."""

import os
import random

from harness import processes
from harness.imports import ENDED, Imports, rows_of
from harness.server import Server
from import_kills import kill_at_work

KILLS = max(8, int(os.environ.get("FAULT_ROUNDS", "50")) // 5)
ROWS = int(os.environ.get("IMPORT_CONTACTS", "12000"))
THERE_BEFORE = 50
HEADER = ["_email", "_externalId", "_name", "_points", "_newsletterSubscriptionStatus"]


def address_of(number):
    return f"person-{number}@example.org"


def make_file(chance):
    """New contacts, changes of those in rows before, and some of each kind of row that is refused."""
    rows = []
    for number in range(ROWS):
        place = chance.random()
        email = address_of(number if place < 0.8 else chance.randrange(number + 1))
        external_id = f"E-{number}" if place < 0.3 else ""
        points = "many" if chance.random() < 0.03 else str(number)
        status = chance.choice(["", "subscribed", "unsubscribed"])
        rows.append([email, external_id, chance.choice(["Ada", "Grace", "", "'=1"]), points, status])
        if chance.random() < 0.02:
            rows.append(["broken"])
        if chance.random() < 0.02:
            rows.append(["no address", "", "x", "", ""])
    return rows_of(HEADER, *rows)


class Rig:
    """One data folder with some people, and whoever serves it."""

    def __init__(self):
        self._folder = processes.make_folder()
        self.start()
        for number in range(THERE_BEFORE):
            self._call("PATCH", f"/contacts/email/{address_of(number)}", json={"_surname": "Before"})

    def start(self):
        self.server = Server(folder=self._folder, owner="the contact import loop")
        self._client = self.server.client()
        self.imports = Imports(self._client, self.server.admin_key)

    def _call(self, method, path, **more):
        return self._client.call(method, path, key=self.server.admin_key, **more)

    def upload(self, body):
        return self.imports.upload(body, overrideExisting="true").json()["id"]

    def outcome(self, import_id):
        """Everything that an import leaves behind and that must not depend on how often it was interrupted."""
        done = self.imports.await_end(import_id)
        counts = {name: done[name] for name in ("status", "total", "success", "errors")}
        people, activities = [], []
        for number in range(ROWS):
            found = self._call("GET", f"/contacts/email/{address_of(number)}")
            contact = found.json() if found.status == 200 else {}
            people.append({name: value for name, value in contact.items()
                           if name not in ("id", "_createdAt", "_updatedAt", "_emailLastUnsubscribedDate")})
            if contact and number % 10 == 0:
                listed = self._call("GET", f"/admin/v1/contacts/{contact['id']}/activities/?pageSize=100").json()
                # Those of one millisecond stand in the order of their ids.
                activities.append(sorted(one["kind"] for one in listed["results"]))
        return {"counts": counts, "people": people, "activities": activities, "report": self.imports.report(done)}

    def import_under_kills(self, body, chance, kills):
        """The id of the import, and how often it was killed while it was at work."""
        import_id = self.upload(body)
        return import_id, kill_at_work(self, import_id, chance, kills, ROWS // (KILLS + 2))


def test_an_import_of_contacts_that_is_killed_again_and_again_is_the_same(seed, survived):
    body = make_file(random.Random(seed))
    calm = Rig()
    expected = calm.outcome(calm.upload(body))
    calm.server.kill()
    assert expected["counts"]["status"] == "finished"
    assert expected["counts"]["success"] + expected["counts"]["errors"] == expected["counts"]["total"]
    assert expected["counts"]["errors"] == len(expected["report"]) - 1 > 100
    rig = Rig()
    import_id, hits = rig.import_under_kills(body, random.Random(seed), KILLS)
    found = rig.outcome(import_id)
    rig.server.kill()
    survived("kill -9: an import of contacts", hits, note=str(expected["counts"]))
    assert hits >= KILLS // 2, f"it was killed only {hits} times while it was at work (FAULT_SEED={seed})"
    differing = [name for name in expected if found[name] != expected[name]]
    assert not differing, f"{differing} differ (FAULT_SEED={seed})"


def test_the_comparison_notices_one_lost_row(seed, noticed):
    body = make_file(random.Random(seed))
    rig, other = Rig(), Rig()
    expected = rig.outcome(rig.upload(body))
    found = other.outcome(other.upload(body.rsplit(b"\n", 2)[0] + b"\n"))
    rig.server.kill()
    other.server.kill()
    differing = [name for name in expected if found[name] != expected[name]]
    noticed("kill -9: an import of contacts", "one lost row", f"{differing} differ" if differing else None)
    assert differing
