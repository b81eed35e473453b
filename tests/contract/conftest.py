"""What the contract tests share: a server, keys for it, and a fuzzer on it."""

import os
import random

import pytest
from harness.client import Key

from expectation import World
from generator import Generator
from memory import Memory
from schema_value import ValueSource
from session import Session

API_KEYS = "/admin/v1/api-keys/"


@pytest.fixture
def say(capsys):
    """Prints past pytest's capture: what was seen is told also when all is well."""

    def tell(text):
        with capsys.disabled():
            print(f"\n{text}", flush=True)

    return tell


@pytest.fixture
def seed():
    """CONTRACT_SEED makes the same requests again."""
    chosen = int(os.environ.get("CONTRACT_SEED", random.SystemRandom().randrange(10**9)))
    print(f"CONTRACT_SEED={chosen}")  # Shown with a failure.
    return chosen


@pytest.fixture
def start_limited(start_server):
    """Starts a server with so many requests a minute; 0: as many as there may be."""
    return lambda requests: start_server(config=f"[limits]\nrequests_per_minute = {requests}\n")


@pytest.fixture
def make_session(document):
    """A fuzzer for a server; `address` when it is reached through something else."""
    made = []

    def make(server, seed, address=None, has_rate_limit=False, operation_ids=None):
        keys = _make_keys(server, document)
        chance = random.Random(seed)
        values = ValueSource(document.tree, chance)
        protected = [server.admin_key.id, *(key.id for key, _ in keys.values())]
        world = World({(key.id, key.secret): scopes for key, scopes in keys.values()}, has_rate_limit,
                      document.tree["components"]["schemas"]["Scope"]["enum"])
        generator = Generator(document, values, Memory(document.tree["paths"], protected),
                              {name: key.header for name, (key, _) in keys.items()}, world, chance, operation_ids)
        made.append(Session(address or server.client().address, document, generator, seed))
        return made[-1]

    yield make
    for session in made:
        session.close()


def _make_keys(server, document):
    """{name: (key, its scopes)}: "all" has every scope, and each scope has a key that has it alone."""
    scopes = document.tree["components"]["schemas"]["Scope"]["enum"]
    keys = {}
    for name, own in {"all": scopes, **{scope: [scope] for scope in scopes}}.items():
        answer = server.client().call("POST", API_KEYS, json={"name": name, "scopes": own}, key=server.admin_key)
        assert answer.status == 201, answer.summary()
        keys[name] = Key(answer.json()["id"], answer.json()["secret"]), own
    return keys
