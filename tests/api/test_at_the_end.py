"""What can only be said about the whole run: this file comes last."""

import json
import signal

import pytest

from harness import quiet_logs
from harness import server as server_module
from harness.client import all_secrets, all_texts
from harness.sent_texts import TEXTS_MAX
from harness.server import Server

# Documented, but not to be had from outside in a short test; each with what covers it instead.
NOT_SEEN = {
    "408": "whether a slow client is told or just closed is the server's choice; the limits are tested either way",
    "409": "needs a second writer that is still at it after seconds; on SQLite writes follow each other",
    "503": "needs a store that hangs for seconds or a stop in the middle; tested beside the store and the router",
    "507": "needs a full disk; tested beside the store",
}


@pytest.mark.any_engine
def test_every_documented_answer_was_seen(document):
    missing = {(owner, status) for owner, status in document.documented() - document.seen if status not in NOT_SEEN}
    missing -= {("getMe", "403")}  # Whoever is known may ask who they are.
    assert not missing, f"documented but never seen by a test: {sorted(missing)}"


def test_no_answer_was_seen_that_only_the_allowed_list_knows(document):
    assert {status for _, status in document.documented()} >= set(NOT_SEEN)


def entries():
    """(server, line, what it says) of every line that servers wrote which came to run."""
    for server in server_module.all_servers:
        if server.url is not None:
            for line in filter(None, server.log.splitlines()):
                yield server, line, json.loads(line)


def test_no_secret_no_address_and_no_body_is_in_any_log():
    assert len(all_secrets) > 100 and any(server.log for server in server_module.all_servers)
    assert 1_000 < len(all_texts) < TEXTS_MAX, "what is sent beyond that is not looked for"
    assert not quiet_logs.problems()


# Secrets and addresses are told first: the last two requests have neither.
@pytest.mark.parametrize(("method", "path", "body_of", "told"), [
    ("PATCH", "/admin/v1/store", lambda key: [key.secret], "a secret that begins with "),
    ("GET", "/contacts/email/very.private@example.org", lambda key: None, "an address: very.private@example.org"),
    ("PATCH", "/contacts/external-id/x1", lambda key: {"_name": "Ada Lovelace"}, "what was sent: Ada Lovelace"),
    ("PATCH", "/contacts/external-id/x1", lambda key: {"phone": "+34651234567"}, "what was sent: +34651234567"),
], ids=["secret", "address", "name", "phone"])
def test_a_service_that_logs_what_it_is_sent_is_noticed(document, method, path, body_of, told):
    server = Server(owner="test_at_the_end.py", env={"TRADEWIND_FAULT": "log-requests"})
    server.client(document).call(method, path, json=body_of(server.admin_key), key=server.admin_key)
    server.stop(signal.SIGINT)
    server_module.all_servers.remove(server)
    assert next(quiet_logs.told_in(server.log), "nothing").startswith(told)


def test_no_server_outlives_the_file_that_started_it(_shared):
    running = [server for server in server_module.all_servers if server.process.poll() is None]
    assert running == _shared[-1:], running


def test_every_log_line_is_one_json_object_with_a_message():
    seen = 0
    for server, line, entry in entries():
        assert isinstance(entry, dict) and entry["message"], f"{server}: {line}"
        seen += 1
    assert seen > 10


def test_nothing_went_wrong_inside():
    for server, line, entry in entries():
        assert server.is_doomed or entry["level"] in ("debug", "info", "warning"), f"{server}: {line}"
