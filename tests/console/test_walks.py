"""Somebody walks through every screen of the console by keyboard alone, in a browser, against the real binary with a store
full of people. Pictures of what they saw are left in build/console/pictures."""

import re

import pytest

from harness import people, processes
from harness.console import take_walk
from harness.server import Server

WALKS = processes.ROOT / "console/tests/walks.mjs"
SETUP = "Setup"


def names():
    files = [WALKS.parent / path for path in re.findall(r"^import '(./walks/[^']+)'", WALKS.read_text(), re.MULTILINE)]
    return [name for file in files for name in re.findall(r"^walk\('([^']+)'", file.read_text(), re.MULTILINE)]


def test_there_is_a_walk_for_each_screen():
    pages = (processes.ROOT / "console/src/frame/pages.tsx").read_text()
    screens = set(re.findall(r"features/\w+/(\w+)Page'", pages))
    assert {name.split(":")[0] for name in names()} >= screens


def test_somebody_comes_for_the_first_time(console):
    server = Server(owner="sets the store up")
    try:
        take_walk(WALKS.name, SETUP, server, people.setup_link(server))
    finally:
        server.stop()


@pytest.mark.parametrize("name", [name for name in names() if name != SETUP])
def test_somebody_walks_through(console, owned_store, name):
    take_walk(WALKS.name, name, owned_store)
