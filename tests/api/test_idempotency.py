"""A request sent again under the same Idempotency-Key is done once."""

import threading
import uuid

import pytest

KEYS = "/admin/v1/api-keys/"


@pytest.fixture
def create(client, admin):
    """Makes an API key with an Idempotency-Key; what it made is taken away after the test."""
    made = set()

    def send(idempotency_key, name="made once", **options):
        answer = client.call("POST", KEYS, key=admin, json={"name": name, "scopes": ["store:read"]},
                             headers={"Idempotency-Key": idempotency_key}, **options)
        if answer.status == 201:
            made.add(answer.json()["id"])
        return answer

    yield send
    for key_id in made:
        client.call("DELETE", KEYS + key_id, key=admin)


def names(client, admin):
    return [key["name"] for key in client.call("GET", KEYS + "?pageSize=100", key=admin).json()["results"]]


def test_the_second_answer_is_the_first_one(client, admin, create):
    key, name = str(uuid.uuid4()), f"once {uuid.uuid4()}"
    first, second = create(key, name), create(key, name)
    assert first.status == second.status == 201
    assert first.json() == second.json()
    assert first.header("Idempotency-Replayed") is None and second.header("Idempotency-Replayed") == "true"
    assert first.header("X-Request-Id") != second.header("X-Request-Id")
    assert names(client, admin).count(name) == 1


def test_another_request_under_the_key_is_refused(create):
    key = str(uuid.uuid4())
    assert create(key, "one").status == 201
    refused = create(key, "other")
    assert refused.status == 422
    assert [(problem["name"], problem["path"]) for problem in refused.json()["validationErrors"]] == [
        ("Idempotency-Key", "/Idempotency-Key")]


def test_a_refusal_is_not_kept(create):
    key = str(uuid.uuid4())
    assert create(key, "").status == 422
    assert create(key, "corrected").status == 201


@pytest.mark.parametrize("key", ["", "k" * 256, "é", "a\tb"], ids=["empty", "too long", "not ASCII", "tab"])
def test_a_bad_key_is_refused(create, key):
    refused = create(key)
    assert refused.status == 422
    assert refused.json()["validationErrors"][0]["path"] == "/Idempotency-Key"


def test_the_scope_is_asked_for_again(client, admin, make_key):
    key = str(uuid.uuid4())
    patch = {"json": {"name": "My store"}, "headers": {"Idempotency-Key": key}}
    assert client.call("PATCH", "/admin/v1/store", key=admin, **patch).status == 200
    assert client.call("PATCH", "/admin/v1/store", key=make_key(), **patch).status == 403
    assert client.call("PATCH", "/admin/v1/store", **patch).status == 401
    assert client.call("PATCH", "/admin/v1/store", key=admin, **patch).header("Idempotency-Replayed") == "true"


def test_reads_and_deletes_take_no_notice(client, admin):
    for _ in range(2):
        answer = client.call("GET", "/store/", key=admin, headers={"Idempotency-Key": "same"})
        assert answer.status == 200 and answer.header("Idempotency-Replayed") is None
        assert client.call("DELETE", KEYS + "none", key=admin, headers={"Idempotency-Key": "same"}).status == 404


def test_fifty_at_once_do_it_once(server, document, client, admin, create):
    key, name = str(uuid.uuid4()), f"raced {uuid.uuid4()}"
    answers = []

    def send():
        answers.append(create(key, name))

    threads = [threading.Thread(target=send) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert sum(answer.header("Idempotency-Replayed") is None for answer in answers) == 1
    assert names(client, admin).count(name) == 1


def test_a_kept_answer_survives_a_restart(start_server, document):
    server = start_server()
    send = {"json": {"name": "kept", "scopes": ["store:read"]}, "headers": {"Idempotency-Key": "k"}}
    first = server.client(document).call("POST", KEYS, key=server.admin_key, **send)
    server.kill()
    again = start_server(folder=server.folder)
    second = again.client(document).call("POST", KEYS, key=server.admin_key, **send)
    assert second.header("Idempotency-Replayed") == "true" and second.json() == first.json()
