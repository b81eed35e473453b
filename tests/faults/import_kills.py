"""kill -9 in the midst of an import, when its own progress says so."""

import time

from harness.imports import ENDED

TRIES_MAX = 5


def outcomes_under_kills(attempt, hits_min):
    """(how often imports were killed at work, what they left): `attempt` tells it of one import, and is asked again
    while they are too few. A machine may stand still for as long as an import lasts."""
    hits, outcomes = 0, []
    while hits < hits_min and len(outcomes) < TRIES_MAX:
        more, outcome = attempt()
        hits += more
        outcomes.append(outcome)
    return hits, outcomes


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
