"""What every test may ask for: the document, a shared server and servers of its own."""

import signal

import pytest

from harness import processes, quiet_logs
from harness import server as server_module
from harness.client import Key, patience
from harness.crowd import run_at_once
from harness.openapi import Document
from harness.server import Server


def pytest_configure(config):
    for engine in ("sqlite", "postgres"):
        config.addinivalue_line("markers", f"only_{engine}: is about this engine alone")
    config.addinivalue_line("markers", "any_engine: reaches nothing in which the engines differ, and runs on SQLite alone")


def pytest_collection_modifyitems(items):
    """What is about the other engine is left out; what looks back on the whole run comes last."""
    others = {"sqlite": ("only_postgres",), "postgres": ("only_sqlite", "any_engine")}[processes.ENGINE]
    items[:] = [item for item in items if not any(map(item.get_closest_marker, others))]
    items.sort(key=lambda item: item.path.name == "test_at_the_end.py")


def pytest_terminal_summary(terminalreporter):
    if patience.busy:
        terminalreporter.write_line(f"The service was too busy, and asked again, in {patience.busy} moments.")


@pytest.fixture(scope="session")
def document():
    return Document()


@pytest.fixture(scope="session")
def _shared():
    return []


@pytest.fixture
def server(_shared):
    """The shared server, for tests that leave it as they found it. One that ends by itself is the failure of the test
    during which it did; the next test gets a new one."""
    if not _shared or _shared[-1].process.poll() is not None:
        _shared.append(Server(owner="all tests"))
    yield _shared[-1]
    _shared[-1].assert_alive()


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_left_running():
    yield
    server_module.end_all()
    assert not quiet_logs.problems()


@pytest.fixture
def start_server(request):
    """Starts servers that are the test's own. They are asked to end after the test and must end well."""
    started = []

    def start(**options):
        started.append(Server(owner=request.node.nodeid, **options))
        return started[-1]

    yield start
    for one in started:
        one.assert_alive()
        if not one.end_was_wanted:
            one.stop(signal.SIGINT)
        processes.retire_database(one.data)


@pytest.fixture
def client(server, document):
    return server.client(document)


@pytest.fixture
def admin(server):
    """The key of the shared server that may do everything."""
    return server.admin_key


@pytest.fixture
def make_key(client, admin):
    """Makes API keys on the shared server and takes them away after the test."""
    made = []

    def make(scopes=("store:read",), name="made by a test", **more):
        answer = client.call("POST", "/admin/v1/api-keys/", json={"name": name, "scopes": list(scopes), **more},
                             key=admin)
        assert answer.status == 201, answer.summary()
        key = Key(answer.json()["id"], answer.json()["secret"])
        made.append(key)
        return key

    yield make
    for key in made:
        client.call("DELETE", f"/admin/v1/api-keys/{key.id}", key=admin)


@pytest.fixture
def crowd(server):
    """Runs functions of a Caller in as many threads, all at once; what they returned."""
    return lambda workers: run_at_once(server, workers)
