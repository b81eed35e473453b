"""How much the files of imports and exports may take together."""

import pytest

from harness.exports import MANAGED, Exports
from harness.imports import Imports, rows_of

LIMIT = 20_000


@pytest.fixture
def small(start_server):
    return start_server(arguments=["--limits-files-bytes", str(LIMIT)])


def refused(answer):
    assert answer.status == 507 and answer.json()["outcome"] == "none", answer.summary()
    assert "The files of imports and exports" in answer.json()["detail"]


def test_at_the_limit_imports_and_exports_are_refused_until_some_are_deleted(small):
    client, key = small.client(), small.admin_key
    imports, exports = Imports(client, key), Exports(client, key)
    file = rows_of(["_email", "_name"], *([f"{number}@example.org", "Ada" * 20] for number in range(200)))
    assert LIMIT / 2 < len(file) < LIMIT
    done = imports.take_in(file, type="contacts")
    refused(imports.upload(file, type="contacts"))
    while (answer := exports.create()).status == 201:
        assert exports.await_end(answer.json()["id"])["status"] == "finished", "what was accepted is made"
    refused(answer)
    refused(Exports(client, key, MANAGED).create())
    assert imports.call("DELETE", f"/imports/{done['id']}").status == 204
    assert exports.made()["status"] == "finished"
    assert imports.upload(rows_of(["_email"], ["ada@example.org"]), type="contacts").status == 201


def test_without_a_limit_there_is_none(start_server):
    server = start_server(arguments=["--limits-files-bytes", "0"])
    assert Exports(server.client(), server.admin_key).made()["status"] == "finished"
    families = server.private_client().call("GET", "/metrics").body.decode()
    assert "\ntradewind_held_file_bytes_max 0\n" in families
