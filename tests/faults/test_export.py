"""kill -9 in the midst of an export, again and again: the file is byte for byte that of an undisturbed one."""

import os
import random
import time

from harness.exports import ENDED, Exports
from harness.server import Server
from large_store import LargeStore

KILLS = max(8, int(os.environ.get("FAULT_ROUNDS", "50")) // 5)
CONTACTS = int(os.environ.get("EXPORT_CONTACTS", "300000"))
# The control needs as many tries as it takes for a kill to fall behind a checkpoint.
CONTROL_KILLS_MAX = 40
WANTED = {"exportType": "contacts", "delimiter": ";", "dateFormat": "LLL", "version": "v3"}


def make_store():
    store = LargeStore("the export loop")
    store.add_people(CONTACTS)
    return store.folder


class Rig:
    """Whoever serves the folder."""

    def __init__(self, folder, env=None):
        self._folder, self._env = folder, env
        self.start()

    def start(self):
        self.server = Server(folder=self._folder, env=self._env, owner="the export loop")
        self.exports = Exports(self.server.client(), self.server.admin_key)

    def kill(self):
        self.server.kill()

    def bytes_of(self, export_id):
        done = self.exports.await_end(export_id)
        assert done["status"] == "finished" and done["total"] == CONTACTS + 1
        return self.exports.files(done)

    def visible_seconds(self, export_id):
        """How long it is seen in progress when nobody disturbs it."""
        while self.exports.get(export_id)["status"] == "queued":
            time.sleep(0.005)  # It begins by itself.
        began = time.monotonic()
        while self.exports.get(export_id)["status"] not in ENDED:
            time.sleep(0.005)  # The same.
        return time.monotonic() - began

    def kill_once(self, export_id, chance, when, visible_seconds):
        """Kills when it is walking or zipping; which of them it was, or None when it had ended before."""
        before = self.exports.get(export_id)
        deadline = time.monotonic() + 120
        while True:
            state = self.exports.get(export_id)
            if state["status"] in ENDED:
                return None
            is_zipping = state["status"] == "inProgress" and state["progress"] == state["total"] > 0
            if is_zipping or when == "walking" and state["progress"] > before["progress"]:
                break
            assert time.monotonic() < deadline, state
            time.sleep(0.005)  # Its own progress decides when it is killed.
        time.sleep(chance.uniform(0, visible_seconds * (0.1 if is_zipping else 0.4)))
        has_ended = self.exports.get(export_id)["status"] in ENDED
        self.kill()
        self.start()
        return None if has_ended else "zipping" if is_zipping else "walking"


def csv_of(files):
    (text,) = files.values()
    return text


def test_an_export_that_is_killed_again_and_again_is_the_same(seed, survived):
    chance, folder = random.Random(seed), make_store()
    rig = Rig(folder)
    undisturbed = rig.exports.create(WANTED).json()["id"]
    visible_seconds = rig.visible_seconds(undisturbed)
    expected = csv_of(rig.bytes_of(undisturbed))
    assert expected.count(b"@example.org") == CONTACTS + 1
    hits = {"walking": 0, "zipping": 0}
    for _ in range(KILLS):
        export_id = rig.exports.create(WANTED).json()["id"]
        for when in ("walking", "walking", "zipping"):
            hit = rig.kill_once(export_id, chance, when, visible_seconds)
            if hit is None:
                break
            hits[hit] += 1
        found = csv_of(rig.bytes_of(export_id))
        assert found == expected, f"the file differs after {hits} kills (FAULT_SEED={seed})"
        assert rig.exports.call("DELETE", export_id).status == 204
    rig.kill()
    survived("kill -9: an export", sum(hits.values()), note=f"{len(expected)} bytes in {visible_seconds:.1f} s, {dict(hits)}")
    # How often it is met at which of the two depends on the machine; at both it must be.
    assert min(hits.values()) >= 1 and sum(hits.values()) >= KILLS, f"{hits} (FAULT_SEED={seed})"


def test_the_loop_notices_a_part_that_is_not_cut_back(seed, noticed):
    chance, folder = random.Random(seed), make_store()
    rig = Rig(folder, env={"TRADEWIND_FAULT": "keep-tail"})
    undisturbed = rig.exports.create(WANTED).json()["id"]
    visible_seconds = rig.visible_seconds(undisturbed)
    expected = csv_of(rig.bytes_of(undisturbed))
    for kills in range(1, CONTROL_KILLS_MAX + 1):
        export_id = rig.exports.create(WANTED).json()["id"]
        rig.kill_once(export_id, chance, "walking", visible_seconds)
        if csv_of(rig.bytes_of(export_id)) != expected:
            break
    else:
        kills = None
    rig.kill()
    noticed("kill -9: an export", "a file that is not cut back", f"noticed after {kills} kills")
    assert kills, f"{CONTROL_KILLS_MAX} kills did not notice that a part keeps its tail (FAULT_SEED={seed})"


def test_deleting_an_export_stops_it_and_leaves_nothing(seed, say):
    folder = make_store()
    rig = Rig(folder)
    export_id = rig.exports.create(WANTED).json()["id"]
    while rig.exports.get(export_id)["status"] == "queued":
        time.sleep(0.005)  # It begins by itself.
    state = rig.exports.get(export_id)
    assert state["status"] == "inProgress" and state["progress"] <= state["total"] == CONTACTS + 1
    assert rig.exports.call("DELETE", export_id).status == 204
    deadline = time.monotonic() + 30
    while left := [path.name for path in (folder / "data" / "files").iterdir() if path.name.startswith(export_id)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.02)  # Whoever is at work notices by itself.
    # The queue goes on.
    small = rig.exports.create({"exportType": "activities", "filters": {"fromDate": "2024-01-01",
                                                                        "toDate": "2024-01-02"}})
    assert rig.exports.await_end(small.json()["id"])["status"] == "finished"
    rig.kill()
