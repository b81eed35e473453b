"""Which path and method a request means, before anyone asks for a key."""

import re

import pytest

from harness.openapi import Document

pytestmark = pytest.mark.any_engine

DOCUMENT = Document()
PATHS = DOCUMENT.paths()
ALL_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "PROPFIND", "get", "Get"]


def tells_the_moment(template):
    """The last use of a key, what waits now, figures: another call may be answered otherwise."""
    return "api-keys" in template or "operations" in template


def fill(template):
    return DOCUMENT.example(template)


def twin(path):
    return path[:-1] if path.endswith("/") else path + "/"


def allowed(answer):
    return set(answer.header("Allow").split(", "))


@pytest.mark.parametrize("template", PATHS)
def test_options_tells_the_methods_without_a_key(client, template):
    for path in (fill(template), twin(fill(template)), fill(template) + "?x=1"):
        answer = client.call("OPTIONS", path)
        assert answer.status == 204
        assert allowed(answer) == DOCUMENT.methods(template)
        assert len(answer.header("Allow").split(", ")) == len(allowed(answer))


@pytest.mark.parametrize("template", PATHS)
def test_a_wrong_method_is_refused_without_a_key(client, template):
    for method in sorted(set(ALL_METHODS) - DOCUMENT.methods(template)):
        for path in (fill(template), twin(fill(template))):
            answer = client.call(method, path)
            assert answer.status == 405, (method, answer.summary())
            assert allowed(answer) == DOCUMENT.methods(template)


@pytest.mark.parametrize("template", PATHS)
def test_a_wrong_method_is_refused_before_its_body_is_judged(client, template):
    answer = client.call("PUT", fill(template), body=b"not json", headers={"Content-Type": "text/plain"})
    assert answer.status == 405


def without_links(body):
    """Signed links are new each time."""
    return re.sub(rb"/files/[A-Za-z0-9_-]+", b"/files/*", body)


@pytest.mark.parametrize("template", PATHS)
def test_a_trailing_slash_makes_no_difference(client, admin, template):
    methods = sorted(DOCUMENT.methods(template) - {"OPTIONS"})
    for method in methods:
        body = {"json": {"name": 0, "scopes": 0}} if method in ("POST", "PATCH") else {}
        with_key = [client.call(method, path, key=admin, **body) for path in (fill(template), twin(fill(template)))]
        without_key = [client.call(method, path, **body) for path in (fill(template), twin(fill(template)))]
        assert with_key[0].status == with_key[1].status and with_key[0].status not in (301, 302, 307, 308, 405)
        assert without_key[0].status == without_key[1].status
        if not tells_the_moment(template):
            assert without_links(with_key[0].body) == without_links(with_key[1].body)


@pytest.mark.parametrize("template", [path for path in PATHS if "GET" in DOCUMENT.methods(path) and "{" not in path
                                      and path != "/admin/v1/sessions/"])  # Which a key does not have.
def test_head_answers_the_head_of_get(client, admin, template):
    get, head = client.call("GET", template, key=admin), client.call("HEAD", template, key=admin)
    assert head.status == get.status == 200
    assert head.body == b""

    def lasting(answer):
        own = ("date", "x-request-id", "content-length")
        return [(name, value) for name, value in answer.headers
                if name.lower() not in own and "ratelimit" not in name.lower()]

    assert lasting(head) == lasting(get)
    if not tells_the_moment(template):
        assert head.header("Content-Length") == get.header("Content-Length") == str(len(get.body))


def test_nothing_follows_the_head_of_a_head_answer(client, admin):
    with client.connect() as connection:
        connection.send(client.request("HEAD", "/store/", key=admin) + client.request("GET", "/store/", key=admin))
        assert connection.read(b"HEAD /store/ HTTP/1.1\r\n").status == 200
        assert connection.read(b"GET /store/ HTTP/1.1\r\n").json()["currency"]


UNKNOWN_PATHS = [
    "/stor", "/stores/", "/store/x", "/store//", "//store/", "/STORE/", "/Store", "/store/.", "/store/..",
    "/./store/",
    "/admin", "/admin/", "/admin/v1", "/admin/v1/", "/admin/v2/store", "/admin/v1/stores", "/admin/v1/store/x",
    "/admin/v1/api-keys/a/b", "/admin/v1//api-keys/", "/api-keys/", "/openapi", "/openapi.yaml", "/docs/index.html",
    "/favicon.ico", "/index.html", "/.env", "/store%2F", "/store%2f", "/store;x=1", "/admin%2Fv1%2Fstore", "/healthz",
    "/metrics",
    "/../../../etc/passwd", "/docs/../../etc/passwd", "/docs/%2e%2e/%2e%2e/etc/passwd", "/" + "a" * 8000, "/a" * 4000,
]


@pytest.mark.parametrize("path", UNKNOWN_PATHS, ids=lambda path: path[:40])
def test_an_unknown_path_is_not_found_whoever_asks(client, admin, path):
    for method in ("GET", "HEAD", "POST", "DELETE", "OPTIONS", "BREW"):
        assert client.call(method, path).status == 404
    assert client.call("GET", path, key=admin).status == 404
    assert client.call("GET", path + "?page=1", key=admin).status == 404


def test_an_unknown_path_is_refused_before_its_body_is_judged(client):
    assert client.call("POST", "/nothing", body=b"{", headers={"Content-Type": "text/plain"}).status == 404


@pytest.mark.parametrize("query", ["?", "?a", "?a=", "?a=b&c=d", "?a=b&a=c", "?%20=%20", "?a=b+c", "?&&&", "?=",
                                   "?a=%C3%A9", "?a=b?c", "?page=x", "?a=/../x", "?" + "a=1&" * 2000])
def test_unknown_query_parameters_are_ignored(client, admin, query):
    for path in ("/store/", "/store"):
        answer = client.call("GET", path + query, key=admin)
        assert answer.status == 200, answer.summary()
    if "page" not in query:
        assert client.call("GET", "/admin/v1/api-keys/" + query, key=admin).status == 200


@pytest.mark.parametrize("path", [
    "/admin/v1/api-keys/a%00b", "/admin/v1/api-keys/%00", "/admin/v1/api-keys/?page=%00",
    "/admin/v1/api-keys/?page=1%00", "/admin/v1/api-keys/?cursor=a%00",
])
def test_a_nul_in_the_address_is_a_bad_request(client, admin, path):
    answer = client.call("GET", path, key=admin)
    assert answer.status == 400, answer.summary()


@pytest.mark.parametrize("template", PATHS)
def test_a_nul_anywhere_in_the_query_is_a_bad_request(client, admin, template):
    for query in ("?x=%00", "?%00", "?x=a%00b&y=1"):
        for method in sorted(DOCUMENT.methods(template) & {"GET", "DELETE"}):
            answer = client.call(method, fill(template) + query, key=admin)
            assert answer.status == 400, (query, answer.summary())


@pytest.mark.parametrize("identifier", ["%", "%4", "%zz", "%u0041", "a%", "%ff", "%C3", "%ED%A0%80", "%C0%AF"])
def test_a_badly_escaped_path_parameter_is_a_bad_request(client, admin, identifier):
    for method in ("GET", "DELETE"):
        answer = client.call(method, f"/admin/v1/api-keys/{identifier}", key=admin)
        assert answer.status == 400, answer.summary()


def test_a_path_parameter_is_percent_decoded_once(client, admin, make_key):
    key = make_key()
    escaped = "".join(f"%{ord(character):02X}" for character in key.id)
    lower = "".join(f"%{ord(character):02x}" for character in key.id)
    for identifier in (key.id, escaped, lower, escaped[:3] + key.id[1:]):
        answer = client.call("GET", f"/admin/v1/api-keys/{identifier}", key=admin)
        assert answer.status == 200 and answer.json()["id"] == key.id
    twice = escaped.replace("%", "%25")
    assert client.call("GET", f"/admin/v1/api-keys/{twice}", key=admin).status == 404


@pytest.mark.parametrize("identifier", ["a%2Fb", "%2F", "a%2F", "..%2F..%2Fstore", "a+b", "+", "..", ".", "%2e%2e",
                                        "a%20b", "a%0Ab", "a:b",
                                        "x", "0" * 21, "0" * 23, "0" * 5000, "%F0%9F%8C%8A", "*", "'%20or%201=1--"])
def test_any_text_may_be_a_path_parameter_and_is_simply_not_found(client, admin, identifier):
    path = f"/admin/v1/api-keys/{identifier}"
    assert client.call("GET", path).status == 401  # The path is known, whatever its last part says.
    for method in ("GET", "HEAD", "DELETE"):
        assert client.call(method, path, key=admin).status == 404


@pytest.mark.parametrize("method, path, body, key, status", [
    ("POST", "/store/", b"{" * 100, None, 405),
    ("PATCH", "/admin/v1/store", b"{" * 100, None, 401),
    ("PATCH", "/admin/v1/store", b"{" * 100, "store:read", 403),
    ("PATCH", "/admin/v1/store", b"{" * 1048577, None, 401),
    ("PATCH", "/admin/v1/store", b"{" * 1048577, "store:read", 403),
    ("PATCH", "/admin/v1/store", b"{" * 1048577, "admin", 413),
    ("PATCH", "/admin/v1/store", b"{" * 100, "admin", 415),
    ("DELETE", "/admin/v1/api-keys/x", b"{" * 100, None, 401),
    ("DELETE", "/admin/v1/api-keys/x", b"{" * 100, "store:read", 403),
    ("DELETE", "/admin/v1/api-keys/x", b"{" * 100, "admin", 404),
    ("GET", "/admin/v1/api-keys/?page=x", b"", None, 401),
    ("GET", "/admin/v1/api-keys/?page=x", b"", "store:read", 403),
    ("GET", "/admin/v1/api-keys/?page=x", b"", "admin", 422),
])
def test_the_first_refusal_that_applies_is_the_answer(client, make_key, method, path, body, key, status):
    """The content type is wrong every time, and so is the JSON."""
    key = make_key([key]) if key else None
    answer = client.call(method, path, key=key, body=body, headers={"Content-Type": "multipart/x"})
    assert answer.status == status, answer.summary()


def test_a_target_with_a_whole_address_is_understood_or_refused(client, admin):
    """RFC 9112 lets a client write the whole address; what must not happen is a third thing."""
    request = client.request("GET", "http://example.org/store/", key=admin)
    with client.connect() as connection:
        connection.send(request)
        assert connection.read(client.request("GET", "/store/"), malformed=False).status in (200, 400)
