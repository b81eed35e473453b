"""The sources of the console with their packages, and a store to walk through."""

import subprocess

import pytest

from harness import people, processes
from harness.custom_events import Integrations, receiving, sending
from harness.server import Server

CONSOLE = processes.ROOT / "console"
PICTURES = processes.ROOT / "build/console/pictures"
OWNER = "owner@shop.example"


@pytest.fixture(scope="session")
def console():
    """The folder of its sources, with all packages there."""
    subprocess.run(["/usr/bin/python3", processes.ROOT / "tools/build_console.py", "--packages", CONSOLE], check=True)
    return CONSOLE


@pytest.fixture(scope="module")
def filled_store():
    """A server with a store full of people, for the tests of one file."""
    data = processes.make_folder() / "data"
    code, _, problem = processes.run("demo", "--data", data, "--contacts", "300", timeout=120)
    assert code == 0, problem
    # So that a walk can be the other side of a web call.
    server = Server(folder=data.parent, config="[webhooks]\nprivate_addresses = true\n", owner="walks through the console")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def owned_store(filled_store):
    people.first_owner(filled_store, email=OWNER)
    make_calls_possible(filled_store)
    return filled_store


def make_calls_possible(server):
    """The shop tells of its carts, and can be called: what the recipes of workflows need."""
    integrations = Integrations(server.client(), server.admin_key)
    shop = integrations.make(name="Shop")["id"]
    fields = [{"id": "cart", "name": "Cart", "type": "text"},
              {"id": "total", "name": "Total", "type": "decimal", "required": True}]
    integrations.make_type(receiving(*fields, name="Cart updated", alias="cart-updated"), shop)
    fields = [{"id": "what", "name": "What", "type": "text", "required": True}, {"id": "code", "name": "Code", "type": "text"}]
    integrations.make_type(sending(name="Tell the mailer", fields=fields), shop)


def take_walk(program, name, server, *more, seconds_max=240):
    """Runs a program of console/tests in a browser; pictures of what was seen are left in PICTURES."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["node", CONSOLE / "tests" / program, name, server.url, OWNER, people.PASSWORD, PICTURES, *more],
                          capture_output=True, text=True, timeout=seconds_max)
    assert done.returncode == 0, done.stdout + done.stderr
