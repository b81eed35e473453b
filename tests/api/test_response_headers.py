"""What every answer carries. Letter case and fixed values are checked on every answer of every test anyway."""

import re
from email.utils import parsedate_to_datetime

import pytest

pytestmark = pytest.mark.any_engine

STORE = "/admin/v1/store"

# One of each kind of answer: (method, path, has a key, headers, body).
KINDS = {
    "200": ("GET", "/store/", True, {}, None),
    "201": ("POST", "/admin/v1/api-keys/", True, {"Content-Type": "application/json"},
            b'{"name":"x","scopes":["store:read"]}'),
    "204": ("OPTIONS", "/store/", False, {}, None),
    "400": ("PATCH", STORE, True, {"Content-Type": "application/json"}, b"{"),
    "400 chunks": ("PATCH", STORE, True, {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}, b"x\r\n"),
    "401": ("GET", "/store/", False, {}, None),
    "404 path": ("GET", "/nothing", False, {}, None),
    "404 object": ("GET", "/admin/v1/api-keys/x", True, {}, None),
    "405": ("PUT", "/store/", False, {}, None),
    "413": ("PATCH", STORE, True, {"Content-Type": "application/json", "Content-Length": "2000000"}, None),
    "415": ("PATCH", STORE, True, {"Content-Type": "multipart/x"}, b"{}"),
    "417": ("PATCH", STORE, True, {"Content-Type": "application/json", "Expect": "x"}, b"{}"),
    "422": ("GET", "/admin/v1/api-keys/?page=0", True, {}, None),
    "docs": ("GET", "/docs", False, {}, None),
    "openapi": ("GET", "/openapi.json", False, {}, None),
}


@pytest.fixture
def ask(client, admin):
    made = []

    def send(kind, **headers):
        method, path, with_key, own, body = KINDS[kind]
        answer = client.call(method, path, key=admin if with_key else None, headers={**own, **headers}, body=body)
        assert kind.startswith(str(answer.status)) or answer.status == 200, answer.summary()
        if answer.status == 201:
            made.append(answer.json()["id"])
        return answer

    yield send
    for key_id in made:
        client.call("DELETE", f"/admin/v1/api-keys/{key_id}", key=admin)


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_has_an_id_of_its_own(ask, kind):
    ids = {ask(kind).header("X-Request-Id") for _ in range(5)}
    assert len(ids) == 5
    assert all(re.fullmatch(r"[A-Za-z0-9._-]{8,128}", request_id) for request_id in ids)


# A refused Expect is refused with its head, before anything in it is read.
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "417"])
@pytest.mark.parametrize("given", ["a", "0", "my-request.id_1", "A" * 128], ids=lambda given: given[:16])
def test_a_fitting_id_of_the_client_comes_back(ask, kind, given):
    assert ask(kind, **{"X-Request-Id": given}).header("X-Request-Id") == given


@pytest.mark.parametrize("given", ["", " ", "A" * 129, "a b", "a/b", "é", "a,b", "<script>", "a\tb", "a:b", "a@b",
                                   "a%20b", '"a"'], ids=lambda given: given[:16])
def test_another_id_is_replaced(ask, given):
    for kind in ("200", "401", "404 path"):
        request_id = ask(kind, **{"X-Request-Id": given}).header("X-Request-Id")
        assert request_id != given and re.fullmatch(r"[A-Za-z0-9._-]{1,128}", request_id)


def test_a_refused_head_has_an_id_too(client):
    ids = {client.raw(b"GET /store/ HTTP/1.1\r\n\r\n", malformed=True).header("X-Request-Id") for _ in range(5)}
    assert len(ids) == 5


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("204", "docs")])
def test_json_is_declared_exactly(ask, kind):
    assert ask(kind).header("Content-Type") == "application/json; charset=utf-8"


def test_the_names_are_written_in_the_usual_case(ask):
    for kind, expected in (("200", {"Content-Type", "Content-Length", "Cache-Control", "X-Content-Type-Options",
                                    "X-Request-Id"}),
                           ("401", {"WWW-Authenticate"}), ("405", {"Allow"}), ("204", {"Allow", "X-Request-Id"})):
        assert expected <= {name for name, _ in ask(kind).headers}


def test_no_header_comes_twice(ask):
    for kind in KINDS:
        names = [name.lower() for name, _ in ask(kind).headers]
        assert len(names) == len(set(names)), names


def test_the_date_is_an_http_date(ask):
    for kind in ("200", "401", "204"):
        date = ask(kind).header("Date")
        assert re.fullmatch(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT", date)
        parsedate_to_datetime(date)


def test_nothing_tells_what_the_server_is_made_of(ask):
    for kind in KINDS:
        answer = ask(kind)
        assert not answer.all("X-Powered-By")
        assert not re.search(r"boost|beast|asio|sqlite", repr(answer.headers), re.IGNORECASE)


def test_no_cross_origin_door_is_open(ask):
    for kind in KINDS:
        assert not [name for name, _ in ask(kind, Origin="https://evil.example").headers
                    if name.lower().startswith("access-control")]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind[0] == "4"])
def test_an_error_tells_nothing_about_the_inside(ask, kind):
    text = ask(kind).body.decode().lower()
    assert not re.search(r"sqlite|exception|\.cpp|\.h:|select |insert |/tmp/|std::|boost", text)


def test_detail_is_a_sentence(ask):
    for kind in KINDS:
        answer = ask(kind)
        if answer.status >= 400:
            assert re.fullmatch(r"[A-Z\"'].*[.!?]", answer.json()["detail"], re.DOTALL), answer.json()["detail"]
