"""What tests of several files ask for: calls to the shared server, with a key that may do everything."""

import pytest

from harness.contacts import Contacts
from harness.segments import Segments


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
