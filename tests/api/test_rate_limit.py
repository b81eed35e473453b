"""How many requests an account and a key may make in a minute."""

import signal
import time

import pytest

from harness import processes
from harness.client import Key
from harness.openapi import Document
from harness.server import Server

FAMILIES = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset",
            "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
OPERATIONS = [pytest.param(path, method, id=operation["operationId"])
              for path, method, operation in Document().operations() if Document().scope(operation)]


def within_one_minute(seconds):
    """Waits for the next minute when the running one may end during the test."""
    left = 60 - time.time() % 60
    if left < seconds:
        time.sleep(left + 0.1)


def rates(answer):
    return [int(answer.header(name)) for name in FAMILIES]


@pytest.fixture(scope="module")
def limited():
    server = Server(owner="the tests of rate limits", config="[limits]\nrequests_per_minute = 5\n")
    yield server
    server.stop(signal.SIGINT)


def test_every_answer_to_a_key_counts_down(start_server, document):
    within_one_minute(15)
    server = start_server(config="[limits]\nrequests_per_minute = 5\n")
    client, key = server.client(document), server.admin_key
    now = time.time()
    answers = [client.call("GET", "/store/", key=key), client.call("PATCH", "/admin/v1/store", key=key, json={"name": ""}),
               client.call("GET", "/admin/v1/api-keys/none", key=key)]
    assert [answer.status for answer in answers] == [200, 422, 404]
    for number, answer in enumerate(answers, 1):
        limit, remaining, reset_at, limit_2, remaining_2, wait = rates(answer)
        assert (limit, remaining) == (limit_2, remaining_2) == (5, 5 - number)
        assert reset_at % 60 == 0 and now < reset_at <= now + 61
        assert 0 < wait <= 60
    written = [name for name, _ in answers[0].headers]
    assert [name for name in written if "RateLimit" in name] == list(FAMILIES), "in exactly this letter case"


def test_without_a_setting_an_account_has_600000_requests_in_a_minute(client, admin):
    limit, remaining, _, limit_2, remaining_2, _ = rates(client.call("GET", "/store/", key=admin))
    assert limit == limit_2 == 600_000 and 0 < remaining == remaining_2 < 600_000


def test_who_has_no_key_is_not_counted_and_told_nothing(start_server, document):
    within_one_minute(15)
    server = start_server(config="[limits]\nrequests_per_minute = 2\n")
    client = server.client(document)
    for _ in range(5):
        refused = client.call("GET", "/store/")
        assert refused.status == 401 and refused.header("RateLimit-Limit") is None
        assert client.call("GET", "/docs").header("RateLimit-Limit") is None
    assert rates(client.call("GET", "/store/", key=server.admin_key))[1] == 1


@pytest.mark.parametrize("path, method", OPERATIONS)
def test_over_the_limit_everything_is_429(limited, document, path, method):
    client, key = limited.client(document), limited.admin_key
    within_one_minute(15)
    for _ in range(6):
        answer = client.call("GET", "/store/", key=key)
    assert answer.status == 429
    refused = client.call(method, document.example(path), key=key, json={} if method in ("POST", "PATCH") else None)
    assert refused.status == 429, refused.summary()
    assert rates(refused)[1] == 0
    assert 0 < int(refused.header("Retry-After")) <= 60


def test_a_missing_scope_is_told_before_the_rate(limited, document):
    code, out, err = processes.run("keys", "create", "--name", "x", "--scopes", "admin", "--data", limited.data)
    assert code == 0, err
    key = Key.parse(out.strip())
    deadline = time.monotonic() + 20
    while limited.client(document).call("GET", "/store/", key=key).status == 401:
        assert time.monotonic() < deadline, "the server does not learn of the key"
        time.sleep(0.02)  # Another process made it; there is nothing to wait for but the time.
    within_one_minute(15)
    answers = [limited.client(document).call("GET", "/store/", key=key) for _ in range(7)]
    assert {answer.status for answer in answers} == {403}
    assert rates(answers[-1])[1] == 0, "a refused request counts"
    assert limited.client(document).call("GET", "/admin/v1/store", key=key).status == 429


def test_a_key_may_have_a_limit_of_its_own(client, admin, make_key):
    within_one_minute(15)
    key = make_key(requestsPerMinute=2)
    first, second, third = (client.call("GET", "/store/", key=key) for _ in range(3))
    assert [rates(answer)[:2] for answer in (first, second, third)] == [[2, 1], [2, 0], [2, 0]]
    assert [first.status, second.status, third.status] == [200, 200, 429]
    assert client.call("GET", "/store/", key=admin).status == 200
    # A change of other keys does not make it forget.
    make_key()
    assert client.call("GET", "/store/", key=key).status == 429


@pytest.mark.parametrize("value", [-1, 1.5, "5", True, 1_000_000_001, []])
def test_a_limit_is_a_whole_number(client, admin, value):
    answer = client.call("POST", "/admin/v1/api-keys/", key=admin,
                         json={"name": "x", "scopes": ["admin"], "requestsPerMinute": value})
    assert answer.status == 422
    assert [problem["path"] for problem in answer.json()["validationErrors"]] == ["/requestsPerMinute"]


def test_no_limit_shows_the_largest_number(start_server, document):
    server = start_server(config="[limits]\nrequests_per_minute = 0\n")
    answer = server.client(document).call("GET", "/store/", key=server.admin_key)
    assert rates(answer)[:2] == [2**53 - 1, 2**53 - 1]
