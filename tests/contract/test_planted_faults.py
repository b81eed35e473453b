"""The fuzzer is only worth something if it finds what is wrong: here every answer of one kind is spoilt on its way, and
it must notice, and must find the smallest request to show it with."""

import json
import re
import subprocess
from dataclasses import replace

import pytest
from session import ContractFailure
from spoiling_proxy import SpoilingProxy, with_header

pytestmark = pytest.mark.only_sqlite  # What the answers come from makes no difference here.

REQUESTS_MAX = 20_000
# Few and always the same, so that each fault is met soon.
OPERATIONS = {"getStore", "updateStoreSettings", "listApiKeys", "createApiKey", "getApiKey", "revokeApiKey"}
STORE, KEYS, KEY = "/admin/v1/store", "/admin/v1/api-keys/", r"/admin/v1/api-keys/\w{22}"
A_STORE = {"id": "0" * 24, "name": "x", "currency": "EUR", "timezone": "UTC", "language": "en", "allowedDomains": [],
           "defaultCountryCode": "34", "createdAt": "2026-01-12T09:30:00.000Z", "updatedAt": "2026-01-12T09:30:00.000Z"}


def is_call(request, method, path):
    return re.match(rf"{method} {path}[? ]".encode(), request) is not None


def answered(response, status, value):
    headers = [("Content-Type", "application/json; charset=utf-8"), ("Content-Length", "")]
    for name, text in headers:
        response = with_header(response, name, text)
    return replace(response, status=status, body=json.dumps(value).encode() + b"\n")


def error(response, status, title):
    return answered(response, status, {"status": status, "title": title, "detail": "Planted."})


def failing(request, response):
    """Fails when a language is sent."""
    is_spoilt = is_call(request, "PATCH", STORE) and b'"language":' in request
    return error(response, 500, "Internal Server Error") if is_spoilt else response


def without_a_header(request, response):
    is_spoilt = is_call(request, "GET", "/store/") and response.status == 200
    return with_header(response, "RateLimit-Reset", None) if is_spoilt else response


def in_another_letter_case(request, response):
    is_spoilt = is_call(request, "GET", "/store/") and response.status == 200
    return with_header(response, "x-ratelimit-limit", "5") if is_spoilt else response


def of_another_shape(request, response):
    """A key with text for its scopes."""
    is_spoilt = is_call(request, "GET", KEY) and response.status == 200
    return replace(response, body=re.sub(rb'\[[^]]*\]', b'"all"', response.body)) if is_spoilt else response


def of_an_undocumented_status(request, response):
    is_spoilt = is_call(request, "GET", KEYS) and b"pageSize=" in request and response.status == 200
    return replace(response, status=206) if is_spoilt else response


def wrong_only_once(request, response):
    """A key that is revoked is gone, so the same request once more gets another answer."""
    return answered(response, 200, {}) if is_call(request, "DELETE", KEY) and response.status == 204 else response


def taken_in_spite_of_its_values(request, response):
    is_spoilt = is_call(request, "PATCH", STORE) and b'"path":"/currency","reason":"must be a string"' in response.body
    return answered(response, 200, A_STORE) if is_spoilt else response


def refused_in_spite_of_its_goodness(request, response):
    is_spoilt = is_call(request, "PATCH", STORE) and response.status == 200 and b'"name"' in request
    return with_header(error(response, 400, "Bad Request"), "Idempotency-Replayed", None) if is_spoilt else response


def told_the_scope_without_a_key(request, response):
    is_spoilt = response.status == 401 and b"Authorization:" not in request
    return with_header(error(response, 403, "Forbidden"), "WWW-Authenticate", None) if is_spoilt else response


def told_in_part(request, response):
    """The first of the problems with a new key, and no other."""
    if not is_call(request, "POST", KEYS) or response.status != 422 or response.json()["validationErrors"][1:] == []:
        return response
    value = response.json()
    return answered(response, 422, {**value, "validationErrors": value["validationErrors"][:1]})


def hung_up(_request, response):
    """Nothing instead of an answer when a name is no text."""
    return None if b'"path":"/name","reason":"must be a string"' in response.body else response


# What is planted, what is told of it, and the smallest request that shows it: method, path, query, headers, properties.
AUTHORIZATION = "Authorization"
FAULTS = [
    (failing, "the service failed with 500", ("PATCH", STORE, "", [], ["language"])),
    (without_a_header, "the header RateLimit-Reset is missing", ("GET", "/store/", "", [AUTHORIZATION], None)),
    (in_another_letter_case, "is written x-ratelimit-limit", ("GET", "/store/", "", [AUTHORIZATION], None)),
    (of_another_shape, "'all' is not of type 'array'", ("GET", KEY, "", [AUTHORIZATION], None)),
    (of_an_undocumented_status, "206 is not documented", ("GET", KEYS, r"pageSize=\d+", [AUTHORIZATION], None)),
    (wrong_only_once, "200 is not documented", None),
    (taken_in_spite_of_its_values, "is 200; what was sent leaves 422",
     ("PATCH", STORE, "", [AUTHORIZATION], ["currency"])),
    (refused_in_spite_of_its_goodness, "is 400; what was sent leaves 2",
     ("PATCH", STORE, "", [AUTHORIZATION], ["name"])),
    (told_the_scope_without_a_key, "is 403; what was sent leaves 401", ("[A-Z]+", r"/\S+", "", [], None)),
    (told_in_part, "nothing is told about ['scopes']", ("POST", KEYS, "", [AUTHORIZATION], [])),
    (hung_up, "ended before a whole response", ("POST|PATCH", r"/\S+", "", [AUTHORIZATION], ["name"])),
]


@pytest.mark.parametrize("spoil, told, smallest", FAULTS, ids=[fault[0].__name__ for fault in FAULTS])
def test_a_planted_fault_is_found_and_made_small(start_limited, make_session, seed, spoil, told, smallest):
    server = start_limited(0)
    proxy = SpoilingProxy(server.client().address, spoil)
    with pytest.raises(ContractFailure) as raised:
        make_session(server, seed, proxy.address, operation_ids=OPERATIONS).run(REQUESTS_MAX)
    found = raised.value
    assert told in found.told, found
    assert f"CONTRACT_SEED={seed}." in str(found)
    assert ("something before it matters" in str(found)) == (smallest is None)
    if smallest is not None:
        assert_small(found.call, *smallest)
        shown = subprocess.run(["bash", "-c", found.curl], capture_output=True, timeout=30).stdout.decode()
        assert shown.startswith(f"HTTP/1.1 {found.response.status} ") if found.response else shown == "", found
    proxy.stop()


def assert_small(call, method, path, query, headers, properties):
    assert re.fullmatch(method, call.method) and re.fullmatch(path, call.path), call
    assert re.fullmatch(query, "&".join(call.query)) and sorted(name for name, _ in call.headers) == headers, call
    sent = re.findall(r'"(\w+)":', call.body.decode()) if call.body else None
    assert sent == properties, call


def test_without_a_fault_nothing_is_found(start_limited, make_session, seed):
    server = start_limited(0)
    proxy = SpoilingProxy(server.client().address, lambda _, response: response)
    make_session(server, seed, proxy.address).run(1_000)
    proxy.stop()
