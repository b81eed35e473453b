"""Whoever sends much and is refused before it was read learns why, with the libraries that shops use: they read no answer
before all is sent."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from harness import processes
from harness.certificates import make_certificate
from harness.server import Server

pytestmark = pytest.mark.any_engine

FOLDER = Path(__file__).parent
SECONDS_MAX = 120
PROGRAMS = {"refused_requests.py": "/usr/bin/python3", "refused_fetch.mjs": "node", "refused_https.mjs": "node"}
CONTACT = "/contacts/email/ada@example.org"
SIZES = (500_000, 1_000_000, 2_500_000, 10_000_000, 59_000_000, 60_000_000)
TRIES = 3


@pytest.fixture(scope="module")
def secure():
    """A server that speaks TLS itself, and its certificate."""
    certificate, key = make_certificate(processes.make_folder(), "shop")
    return Server(arguments=("--tls-certificate", str(certificate), "--tls-key", str(key)), owner="TLS"), certificate


def attempts(key):
    """What is sent, and what must be learned."""
    good, bad = f"{key.id}:{key.secret}", f"{key.id}:{'x' * 22}"
    for size in SIZES:
        yield ("PATCH", CONTACT, bad, size), 401
        yield ("POST", "/imports/", bad, size), 401
        if size > 1024 * 1024:
            yield ("PATCH", CONTACT, good, size), 413
        if size > 51_000_000:
            yield ("POST", "/imports/", good, size), 413


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_shop_learns_why_it_was_refused(secure, program):
    server, certificate = secure
    sent, statuses = zip(*[one for one in attempts(server.admin_key) for _ in range(TRIES)])
    settings = {"SHOP_URL": f"https://127.0.0.1:{server.port}", "SHOP_TRUST": str(certificate),
                "NODE_EXTRA_CA_CERTS": str(certificate), "SHOP_ATTEMPTS": json.dumps(sent)}
    # No settings of the machine, so that no proxy gets between.
    done = subprocess.run([PROGRAMS[program], FOLDER / program], capture_output=True, timeout=SECONDS_MAX,
                          env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **settings})
    assert done.returncode == 0 and done.stderr == b"", f"{done.stdout!r}\n{done.stderr.decode()}"
    told = [(*attempt[:2], attempt[3], learned) for attempt, learned in zip(sent, json.loads(done.stdout))]
    expected = [(*attempt[:2], attempt[3], [status, status]) for attempt, status in zip(sent, statuses)]
    assert told == expected
