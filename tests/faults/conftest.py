"""What the fault tests share."""

import json
import os
import random

import pytest

from ext4_image import CannotMount, Ext4Image
from harness.postgres import PostgresServer


@pytest.fixture
def say(capsys):
    """Prints past pytest's capture: whether and how often a fault test ran is told also when it passes."""

    def tell(text):
        with capsys.disabled():
            print(f"\n{text}", flush=True)

    return tell


@pytest.fixture
def seed(say):
    """FAULT_SEED repeats a run as far as chance goes; the machine's timing stays its own."""
    chosen = int(os.environ.get("FAULT_SEED", random.SystemRandom().randrange(10**9)))
    say(f"FAULT_SEED={chosen}")
    return chosen


@pytest.fixture
def survived(say, request):
    """Tells how many rounds of a kind were survived; `make faults` adds them up."""

    def tell(kind, rounds, acknowledged=0, note=""):
        writes = f", {acknowledged} acknowledged writes" if acknowledged else ""
        say(f"{kind}: {rounds} rounds{writes}{', ' + note if note else ''}")
        _report(request, {"kind": kind, "rounds": rounds, "acknowledged": acknowledged})

    return tell


@pytest.fixture
def noticed(say, request):
    """Tells how a control ended: a fault was planted, and this is what was found, or None."""

    def tell(kind, fault, problem):
        say(f"{kind}, control with {fault}: {problem}")
        _report(request, {"kind": kind, "fault": fault, "problem": problem})

    return tell


@pytest.fixture
def image(say):
    """A file system whose power can be cut; without the right to mount one there is nothing to test."""
    try:
        with Ext4Image() as made:
            yield made
    except CannotMount as reason:
        say(f"power cuts did not run: {reason}")
        pytest.skip(f"power cuts did not run: {reason}")


@pytest.fixture
def make_postgres():
    """Makes PostgreSQL servers of the test's own, which keep what they acknowledge."""
    made = []

    def make(**options):
        made.append(PostgresServer(durable=True, **options))
        return made[-1]

    yield make
    for server in made:
        server.remove()


def _report(request, entry):
    if path := os.environ.get("FAULT_REPORT"):
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"test": request.node.nodeid, **entry}) + "\n")
