"""What tests of several files ask for: calls to the shared server, with a key that may do everything."""

import pytest

from harness import server as server_module
from harness.contacts import Contacts
from harness.segments import Segments


@pytest.fixture(scope="module", autouse=True)
def _servers_of_a_file_end_with_it(_shared):
    """Each has 22 connections to the database and chores of its own: those of all files together are too many."""
    known = len(server_module.all_servers)
    yield
    server_module.end_all([server for server in server_module.all_servers[known:] if server not in _shared])


@pytest.fixture
def contacts(client, admin):
    with Contacts(client, admin) as found:
        yield found


@pytest.fixture
def segments(client, admin):
    """Those that a test made are gone after it."""
    found = Segments(client, admin)
    yield found
    found.tidy()
