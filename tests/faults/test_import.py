"""kill -9 in the midst of an import, again and again: what comes of it is what comes of an undisturbed one."""

import os
import random

from harness import processes
from harness.purchase_imports import CSV, ENDED, PurchaseImports, csv_file
from harness.purchases import Shop, by_store_id
from harness.server import Server
from import_kills import kill_at_work, outcomes_under_kills

KILLS = max(8, int(os.environ.get("FAULT_ROUNDS", "50")) // 5)
PURCHASES = int(os.environ.get("IMPORT_PURCHASES", "6000"))
CONTACTS = 20
# The control needs as many tries as it takes for a kill to fall between two transactions.
CONTROL_KILLS_MAX = 60


def address_of(number):
    return f"buyer-{number}@example.org"


def make_file(chance):
    """A file with good purchases of one and two items, and some of each kind that is refused."""
    rows = []
    for number in range(PURCHASES):
        buyer = "nobody@example.org" if chance.random() < 0.05 else address_of(number % CONTACTS)
        product = "unknown" if chance.random() < 0.03 else f"p-{number % 5}"
        price = "a lot" if chance.random() < 0.03 else f"{number % 100}.25"
        rows.append((f"B-{number}", buyer, price, 2, product, 1, price))
        if chance.random() < 0.3:
            rows.append((f"B-{number}", "", "", "", "p-0", 1, 0))
        if chance.random() < 0.03:
            rows.append(("broken",))
    return csv_file(rows)


class Rig:
    """One data folder with a catalogue and people, and whoever serves it."""

    def __init__(self, env=None):
        self._folder = processes.make_folder()
        self._env = None
        self.start()
        for number in range(CONTACTS):
            assert self.shop.call("PATCH", f"/contacts/email/{address_of(number)}", json={}).status == 200
        for number in range(5):
            self.shop.product(f"p-{number}")
        self._env = env

    def start(self):
        self.server = Server(folder=self._folder, env=self._env, owner="the import loop")
        client, key = self.server.client(), self.server.admin_key
        self.shop, self.imports = Shop(client, key), PurchaseImports(client, key)

    def outcome(self, import_id):
        """Everything that an import leaves behind and that must not depend on how often it was interrupted."""
        done = self.imports.await_end(import_id)
        counts = {name: done[name] for name in ("status", "total", "success", "errors")}
        people = [self.shop.totals({"_email": address_of(number)}) for number in range(CONTACTS)]
        # Made at different moments, purchases without a date happen at different ones.
        people = [{name: value for name, value in one.items() if "Date" not in name} for one in people]
        statuses = [self.shop.call("GET", by_store_id(f"B-{number}")).status for number in range(PURCHASES)]
        return {"counts": counts, "people": people, "purchases": statuses, "report": self.imports.report(import_id)}

    def import_under_kills(self, body, chance, kills):
        """The id of the import, and how often it was killed while it was at work."""
        import_id = self.imports.upload(body, CSV).json()["id"]
        return import_id, kill_at_work(self, import_id, chance, kills, PURCHASES // (KILLS + 2))


def differences(found, expected):
    return [name for name in expected if found[name] != expected[name]]


def test_an_import_that_is_killed_again_and_again_is_the_same(seed, survived):
    body = make_file(random.Random(seed))
    calm = Rig()
    expected = calm.outcome(calm.imports.upload(body, CSV).json()["id"])
    calm.server.kill()
    assert expected["counts"]["status"] == "finished"
    assert expected["counts"]["success"] + expected["counts"]["errors"] == expected["counts"]["total"]
    assert expected["counts"]["errors"] == len(expected["report"]) - 1 > 100
    chance = random.Random(seed)

    def attempt():
        rig = Rig()
        import_id, hits = rig.import_under_kills(body, chance, KILLS)
        found = rig.outcome(import_id)
        rig.server.kill()
        return hits, found

    hits, outcomes = outcomes_under_kills(attempt, KILLS // 2)
    survived("kill -9: an import of purchases", hits, note=str(expected["counts"]))
    assert hits >= KILLS // 2, f"it was killed only {hits} times while it was at work (FAULT_SEED={seed})"
    for found in outcomes:
        assert not differences(found, expected), f"{differences(found, expected)} differ (FAULT_SEED={seed})"


def test_the_loop_notices_a_place_that_is_moved_in_a_transaction_of_its_own(seed, noticed):
    body = make_file(random.Random(seed))
    rig = Rig(env={"TRADEWIND_FAULT": "move-place-apart"})
    rig.server.kill()
    rig.start()
    import_id, hits = rig.import_under_kills(body, random.Random(seed), CONTROL_KILLS_MAX)
    done = rig.imports.await_end(import_id)
    rig.server.kill()
    noticed("kill -9: an import of purchases", "a place that is moved apart",
            f"{done['success'] + done['errors']} of {done['total']} counted after {hits} kills")
    assert done["success"] + done["errors"] != done["total"], \
        f"{hits} kills did not notice that the place moves apart (FAULT_SEED={seed})"
