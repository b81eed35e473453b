"""Requests of every kind, made from the document, and no answer that it does not allow."""

import json
import os
import time

from harness.processes import ENGINE

# CONTRACT_REQUESTS asks for another number.
REQUESTS = {"sqlite": 20_000, "postgres": 4_000}
# How many times as long a run may get while an operation that takes luck had none.
LONGER_MAX = 6
# Operations that must meet something which lasts a moment. They are tried, and tested elsewhere.
NEEDS_LUCK = {"cancelManagedImport": "an import that waits", "cancelPurchaseImport": "an import that waits",
              "deleteSegmentBuild": "a build that has not ended", "cancelDelivery": "a call that has not ended",
              "startTestClock": "a store that was made with a clock to turn", "createSampleData": "an empty store"}
# What only somebody who signed in may do: tests/api/test_people.py.
OF_PEOPLE = {"createSession", "listSessions", "deleteSession", "deleteOwnSession", "createOwnPerson", "updateMe",
             "createOwnPassword", "startSecondFactor", "finishSecondFactor", "removeSecondFactor"}
# They find nothing where what they need is deleted oftener than made: what makes it is asked for, too.
EVENT_TYPES = {"createCustomIntegration", "createCustomEventType"}
MAKERS = (
    ({"createCustomEventByAlias", "createCustomEventById", "createCustomEventsByAlias", "createCustomEventsById"}, EVENT_TYPES),
    ({"getDelivery", "startDelivery", "startDeliveries"}, EVENT_TYPES | {"createTestCall"}),
    ({"createRun", "createRuns", "createTrial", "getRun", "stopRun", "skipRunNode", "stopRunsAtNode", "skipRunsAtNode",
      "listRunsAtNode"},
     {"createWorkflow", "publishWorkflow", "resumeWorkflow", "deleteHold", "deleteWorkflowHold", "deleteContactHold",
      "createRun"}),
)


def makers_of(missing):
    return set().union(*(makers for made, makers in MAKERS if made & missing))


def test_every_answer_is_one_that_the_document_allows(start_limited, make_session, seed, say):
    server = start_limited(0)
    session = make_session(server, seed)
    count = int(os.environ.get("CONTRACT_REQUESTS", REQUESTS[ENGINE]))
    started = time.monotonic()
    session.run(count)
    most = LONGER_MAX * count
    while session.seen.total() < most and (missing := set(_never_done(session)) - set(NEEDS_LUCK) - OF_PEOPLE):
        session.favour(missing | makers_of(missing))
        session.run(session.seen.total() + count // 10)
    count = session.seen.total()
    seconds = time.monotonic() - started
    say(f"{ENGINE}, CONTRACT_SEED={seed}: {count} requests in {seconds:.0f} s, {count / seconds:.0f} a second\n"
        + _table(session.seen))
    _assert_the_log_is_clean(server)
    never = set(_never_done(session)) - set(NEEDS_LUCK) - OF_PEOPLE
    assert not never, f"without a 2xx: {never}"


def test_over_the_rate_only_what_comes_before_it_is_told(start_limited, make_session, seed):
    session = make_session(start_limited(100), seed, has_rate_limit=True)
    session.run(600)
    assert sum(count for (_, status), count in session.seen.items() if status == 429) > 100


def _never_done(session):
    return [operation for operation in session.operation_ids() if not session.successes(operation)]


def _assert_the_log_is_clean(server):
    for line in filter(None, server.log.splitlines()):
        assert json.loads(line)["level"] in ("debug", "info", "warning"), line


def _table(seen):
    rows = {}
    for (operation, status), count in sorted(seen.items()):
        rows.setdefault(operation, []).append(f"{status}: {count}")
    return "\n".join(f"  {operation:<24} {', '.join(cells)}" for operation, cells in rows.items())
