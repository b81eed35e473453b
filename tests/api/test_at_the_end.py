"""What can only be said about the whole run: this file comes last."""

import json

from harness import server as server_module
from harness.client import all_secrets

# Documented, but not to be had from outside in a short test; each with what covers it instead.
NOT_SEEN = {
    "408": "whether a slow client is told or just closed is the server's choice; the limits are tested either way",
    "409": "needs a second writer that is still at it after seconds; on SQLite writes follow each other",
    "503": "needs a store that hangs for seconds or a stop in the middle; tested beside the store and the router",
    "507": "needs a full disk; tested beside the store",
}


def test_every_documented_answer_was_seen(document):
    missing = {(owner, status) for owner, status in document.documented() - document.seen if status not in NOT_SEEN}
    assert not missing, f"documented but never seen by a test: {sorted(missing)}"


def test_no_answer_was_seen_that_only_the_allowed_list_knows(document):
    assert {status for _, status in document.documented()} >= set(NOT_SEEN)


def logs():
    return {str(server): server.log for server in server_module.all_servers}


def entries():
    """(server, line, what it says) of every line that servers wrote which came to run."""
    for server in server_module.all_servers:
        if server.url is not None:
            for line in filter(None, server.log.splitlines()):
                yield server, line, json.loads(line)


def test_no_secret_is_in_any_log():
    assert len(all_secrets) > 100 and any(logs().values())
    for server, log in logs().items():
        found = [secret[:4] + "..." for secret in all_secrets if secret and secret in log]
        assert not found, f"{server} logged {len(found)} secrets, such as {found[:3]}"


def test_every_log_line_is_one_json_object_with_a_message():
    seen = 0
    for server, line, entry in entries():
        assert isinstance(entry, dict) and entry["message"], f"{server}: {line}"
        seen += 1
    assert seen > 10


def test_nothing_went_wrong_inside():
    for server, line, entry in entries():
        assert server.is_doomed or entry["level"] in ("debug", "info", "warning"), f"{server}: {line}"
