"""kill -9 in the midst of an import, when its own progress says so."""

import time

from harness.imports import ENDED


def kill_at_work(rig, import_id, chance, kills, rows_between):
    """Kills whoever serves `rig` so many times, each after a few more rows, and starts it again; how often the import
    was at work then."""
    for hits in range(kills):
        until = rows_done(rig, import_id) + chance.randint(1, rows_between)
        while rows_done(rig, import_id) < until and rig.imports.get(import_id)["status"] not in ENDED:
            time.sleep(0.002)
        has_ended = rig.imports.get(import_id)["status"] in ENDED
        rig.server.kill()
        rig.start()
        if has_ended:
            return hits
    return kills


def rows_done(rig, import_id):
    state = rig.imports.get(import_id)
    return state["success"] + state["errors"]
