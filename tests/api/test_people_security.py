"""What others try with the sessions of people: each case is refused, and changes nothing."""

import threading
import time

import pytest

from harness.client import Key
from harness.people import PASSWORD, Browser, add_person, first_owner, most_guesses, setup_link, token_of
from harness.server import Server

PEOPLE, SESSIONS, ME, SETUP = "/admin/v1/people/", "/admin/v1/sessions/", "/admin/v1/me", "/admin/v1/setup"
STORE, KEYS = "/admin/v1/store", "/admin/v1/api-keys/"
EVIL = "https://evil.example"


@pytest.fixture(scope="module")
def house():
    return Server(owner="test_people_security.py")


@pytest.fixture(scope="module")
def owner(house, document):
    return first_owner(house, document)


@pytest.fixture(scope="module")
def people(owner, document):
    """A browser for each of the other roles."""
    return {role: add_person(owner, f"{role}@shop.example", role, document)
            for role in ("manager", "author", "analyst", "support")}


def name_of(owner):
    return owner.call("GET", STORE).json()["name"]


# --- pages of other sites

FOREIGN = {
    "another origin": {"Origin": EVIL},
    "our origin with something behind it": {"Origin": "{origin}.evil.example"},
    "another port": {"Origin": "http://127.0.0.1:1"},
    "another scheme": {"Origin": "https://{host}"},
    "a null origin": {"Origin": "null"},
    "no origin at all": {"Origin": None},
    "an empty origin": {"Origin": ""},
    "a referer instead": {"Origin": None, "Referer": "{origin}/console/"},
    "a browser that says cross-site": {"Sec-Fetch-Site": "cross-site"},
    "a browser that says same-site": {"Sec-Fetch-Site": "same-site"},
    "a browser that says none": {"Sec-Fetch-Site": "none"},
    "no header of the console": {"X-Tradewind-Console": None},
    "another value of that header": {"X-Tradewind-Console": "true"},
}


def filled(headers, browser):
    origin = browser.origin
    return {name: value and value.replace("{origin}", origin).replace("{host}", origin.removeprefix("http://"))
            for name, value in headers.items()}


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("method, path, body", [
    ("PATCH", STORE, {"name": "Evil"}), ("DELETE", SESSIONS + "current", None),
    ("POST", PEOPLE, {"email": "evil@evil.example", "role": "owner"}), ("POST", "/contact-fields/", {})])
def test_a_page_of_another_site_changes_nothing(owner, headers, method, path, body):
    before, people = name_of(owner), len(owner.call("GET", PEOPLE).json()["results"])
    kept = owner.token
    assert owner.call(method, path, json=body, headers=filled(headers, owner)).status == 403
    assert owner.token == kept and name_of(owner) == before
    assert len(owner.call("GET", PEOPLE).json()["results"]) == people


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN)
def test_a_page_of_another_site_signs_nobody_in(house, owner, document, headers):
    browser = Browser(house, document)
    for path, body in ((SESSIONS, {"email": "owner@shop.example", "password": PASSWORD}),
                       (SETUP, {"token": "x", "password": PASSWORD})):
        assert browser.call("POST", path, json=body, headers=filled(headers, browser)).status == 403
    assert browser.token is None


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                                          "application/jsonx", None])
def test_with_a_session_a_body_is_json_and_says_so(owner, content_type):
    before = name_of(owner)
    for method, path, body in (("PATCH", STORE, b'{"name": "Evil"}'), ("POST", SESSIONS, b"{}"), ("POST", SETUP, b"{}")):
        answer = owner.call(method, path, body=body, headers={"Content-Type": content_type})
        assert answer.status == 415, path
    assert name_of(owner) == before


def test_a_browser_that_says_same_origin_is_believed_without_an_origin(owner):
    answer = owner.call("PATCH", STORE, json={"name": "Mine"}, headers={"Origin": None, "Sec-Fetch-Site": "same-origin"})
    assert answer.status == 200


# --- cookies

def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(house, document):
    browser = Browser(house, document)
    cookie = browser.sign_in("owner@shop.example").header("Set-Cookie")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert "Domain" not in cookie and "Secure" not in cookie


def test_a_token_that_somebody_else_chose_is_not_taken_over(house, owner, document):
    browser = Browser(house, document)
    browser.token = planted = "A" * 43
    assert browser.sign_in("owner@shop.example").status == 201
    assert browser.token != planted
    browser.token = planted
    assert browser.call("GET", ME).status == 401


def test_signing_in_again_ends_the_session_that_the_browser_had(house, owner, document):
    browser = Browser(house, document)
    browser.sign_in("owner@shop.example")
    before = browser.token
    assert browser.sign_in("owner@shop.example").status == 201
    browser.token = before
    assert browser.call("GET", ME).status == 401


@pytest.mark.parametrize("cookie", ["tradewind=", "tradewind=x", "tradewind={token}x", "tradewind={token}; tradewind={token}",
                                    "__Host-tradewind={token}", "tradewind = {token}", "Tradewind={token}"])
def test_only_the_one_cookie_with_the_whole_token_counts(owner, cookie):
    assert owner.call("GET", ME, headers={"Cookie": cookie.replace("{token}", owner.token)}).status == 401


def test_a_cookie_and_a_key_together_are_refused(house, owner):
    for key in (house.admin_key, Key("z" * 22, "z" * 22), "Basic eDp5"):
        assert owner.call("GET", ME, key=key).status == 401


def test_a_session_is_no_key_and_an_id_is_no_token(owner):
    [current] = [one for one in owner.call("GET", SESSIONS).json()["results"] if one["isCurrent"]]
    assert owner.call("GET", ME, headers={"Cookie": f"tradewind={current['id']}"}).status == 401
    assert owner.client.call("GET", ME, headers={"Authorization": f"apiKey {owner.token}"}).status == 401


def test_what_was_seen_is_kept_by_nobody(house, document):
    browser = Browser(house, document)
    signed_in = browser.sign_in("owner@shop.example")
    read = browser.call("GET", PEOPLE)
    signed_out = browser.call("DELETE", SESSIONS + "current")
    assert {answer.header("Cache-Control") for answer in (signed_in, read, signed_out)} == {"no-store"}
    assert browser.call("GET", PEOPLE).status == 401


# --- links

def test_a_link_is_good_once_also_when_two_come_at_once(owner, document):
    link = owner.call("POST", PEOPLE, json={"email": "twice@shop.example", "role": "support"}).json()["link"]
    statuses = []

    def follow():
        statuses.append(Browser(owner.server, document).follow(link).status)

    threads = [threading.Thread(target=follow) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201, 404]


def test_a_new_link_ends_the_one_before(owner, document):
    invited = owner.call("POST", PEOPLE, json={"email": "again@shop.example", "role": "support"}).json()
    newer = owner.call("POST", PEOPLE + invited["id"] + "/reset").json()["link"]
    assert Browser(owner.server, document).follow(invited["link"]).status == 404
    assert Browser(owner.server, document).follow(newer).status == 201


def test_who_is_disabled_cannot_use_the_link_they_have(owner, document):
    invited = owner.call("POST", PEOPLE, json={"email": "never@shop.example", "role": "support"}).json()
    assert owner.call("PATCH", PEOPLE + invited["id"], json={"isDisabled": True}).status == 200
    assert Browser(owner.server, document).follow(invited["link"]).status == 404


def test_nobody_sets_up_a_store_that_has_people(house, owner, document):
    answer = Browser(house, document).follow(f"#{'x' * 43}", name="Evil", email="evil@evil.example")
    assert answer.status == 404
    assert answer.json()["detail"] == "This link was used or is too old; ask for a new one."


def test_two_who_race_for_a_new_store_do_not_both_get_it(start_server, document):
    server = start_server()
    link = setup_link(server)
    statuses = []

    def follow(email):
        statuses.append(Browser(server, document).follow(link, name="x", email=email).status)

    threads = [threading.Thread(target=follow, args=[f"{name}@shop.example"]) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201, 404]


# --- roles

def test_nobody_raises_a_role_by_a_request(owner, people, document):
    for role, browser in people.items():
        me = browser.call("GET", ME).json()["person"]
        assert browser.call("PATCH", ME, json={"role": "owner", "scopes": ["admin"], "isDisabled": False}).status == 200
        assert browser.call("GET", ME).json()["person"]["role"] == role
        assert browser.call("PATCH", PEOPLE + me["id"], json={"role": "owner"}).status == 403
        assert browser.call("POST", PEOPLE, json={"email": "x@y.example", "role": "owner"}).status == 403
        assert browser.call("POST", KEYS, json={"name": "x", "scopes": ["admin"]}).status == 403


def test_a_key_for_people_makes_nobody_who_may_do_more_than_it(house, owner, document):
    client = house.client(document)
    made = owner.call("POST", KEYS, json={"name": "people", "scopes": ["people:write", "key:write"]}).json()
    key = Key(made["id"], made["secret"])
    me = owner.call("GET", ME).json()["person"]["id"]
    for role in ("owner", "manager", "author", "analyst", "support"):
        assert client.call("POST", PEOPLE, json={"email": "x@y.example", "role": role}, key=key).status == 403
    assert client.call("POST", f"{PEOPLE}{me}/reset", key=key).status == 403
    assert client.call("PATCH", PEOPLE + me, json={"name": "x"}, key=key).status == 403
    assert client.call("DELETE", PEOPLE + me, key=key).status == 403
    assert client.call("POST", KEYS, json={"name": "x", "scopes": ["contact:read"]}, key=key).status == 403
    assert client.call("POST", KEYS, json={"name": "x", "scopes": ["key:write"]}, key=key).status == 201


def test_a_setup_names_no_role(start_server, document):
    server = start_server()
    owner = first_owner(server, document)
    link = owner.call("POST", PEOPLE, json={"email": "low@shop.example", "role": "support"}).json()["link"]
    me = Browser(server, document).follow(link, role="owner", scopes=["admin"], email="owner2@shop.example").json()
    assert (me["person"]["role"], me["person"]["email"]) == ("support", "low@shop.example")


def test_nobody_sees_what_others_send_under_their_idempotency_key(owner, people):
    headers = {"Idempotency-Key": "the same"}
    first = owner.call("PATCH", ME, json={"language": "en"}, headers=headers)
    again = owner.call("PATCH", ME, json={"language": "en"}, headers=headers)
    assert again.header("Idempotency-Replayed") == "true" and again.json() == first.json()
    other = people["manager"].call("PATCH", ME, json={"language": "en"}, headers=headers)
    assert other.header("Idempotency-Replayed") is None
    assert other.json()["person"]["role"] == "manager"


# --- guessing

def hashes(server):
    for line in server.private_client().call("GET", "/metrics").body.decode().splitlines():
        if line.startswith("tradewind_password_hashes_total "):
            return int(line.split()[1])
    raise AssertionError("it is not told how many passwords were hashed")


def test_of_100_guesses_a_second_from_one_address_one_a_second_is_hashed(start_server, document):
    server = start_server()
    first_owner(server)
    browser = Browser(server)
    before, began, statuses = hashes(server), time.monotonic(), []
    while len(statuses) < 300:
        answer = browser.call("POST", SESSIONS, json={"email": f"{len(statuses)}@shop.example", "password": "a guess at it"})
        statuses.append(answer.status)
        if answer.status == 429:
            assert 1 <= int(answer.header("Retry-After")) <= 15
        time.sleep(0.01)
    took = time.monotonic() - began
    assert set(statuses) == {401, 429}
    assert hashes(server) - before <= took + 1
    assert statuses.count(401) <= took + 1


def test_an_account_is_slowed_down_wherever_guesses_come_from_and_not_locked(start_server):
    server = start_server(arguments=["--trusted-proxies", "127.0.0.1"])
    first_owner(server)
    browser, statuses, begun = Browser(server), [], time.monotonic()
    for number in range(14):
        answer = browser.call("POST", SESSIONS, json={"email": "owner@shop.example", "password": "a guess at it"},
                              headers={"X-Forwarded-For": f"198.51.100.{number}"})
        statuses.append(answer.status)
    assert set(statuses) <= {401, 429} and set(statuses[:10]) == {401}
    assert statuses.count(401) <= most_guesses(10, 15, begun), statuses
    assert answer.status == 401 or int(answer.header("Retry-After")) <= 15
    other = browser.call("POST", SESSIONS, json={"email": "other@shop.example", "password": "a guess at it"},
                         headers={"X-Forwarded-For": "198.51.100.99"})
    assert other.status == 401


def test_a_forged_x_forwarded_for_gives_no_new_address(start_server):
    server = start_server()
    first_owner(server)
    browser, begun = Browser(server), time.monotonic()
    statuses = [browser.call("POST", SESSIONS, json={"email": f"{number}@shop.example", "password": "a guess at it"},
                             headers={"X-Forwarded-For": f"198.51.100.{number}"}).status for number in range(6)]
    assert set(statuses) <= {401, 429} and statuses.count(401) <= most_guesses(1, 1, begun), statuses
    assert browser.sign_in("owner@shop.example").status == 201
    assert browser.call("GET", SESSIONS).json()["results"][0]["address"] == "127.0.0.1"


def test_of_a_trusted_proxy_the_last_word_is_believed(start_server):
    server = start_server(arguments=["--trusted-proxies", "192.0.2.1, 127.0.0.1"])
    owner = first_owner(server)
    told = {"203.0.113.5": "203.0.113.5", "203.0.113.5, 198.51.100.7": "198.51.100.7", "rubbish": "127.0.0.1",
            "203.0.113.5, rubbish": "127.0.0.1", "2001:db8::1": "2001:db8::1"}
    for header, address in told.items():
        browser = Browser(server)
        answer = browser.call("POST", SESSIONS, json={"email": "owner@shop.example", "password": PASSWORD},
                              headers={"X-Forwarded-For": header})
        assert answer.status == 201
        assert browser.call("GET", SESSIONS).json()["results"][0]["address"] == address
    assert owner.call("GET", ME).status == 200


def test_who_is_not_known_takes_as_long(start_server):
    """Not timed: a password is hashed for either."""
    server = start_server()
    first_owner(server)
    browser, counted = Browser(server), []
    for email in ("owner@shop.example", "nobody@shop.example"):
        before = hashes(server)
        assert browser.sign_in(email, "a guess at it").status == 401
        counted.append(hashes(server) - before)
    assert counted == [1, 1]


def test_refusals_of_somebody_known_are_in_the_audit_list(start_server):
    server = start_server()
    owner = first_owner(server)
    me = owner.call("GET", ME).json()["person"]["id"]
    assert Browser(server).sign_in("owner@shop.example", "a guess at it").status == 401
    deadline = time.monotonic() + 20
    while True:
        rows = owner.call("GET", "/admin/v1/audit/").json()["results"]
        if [row for row in rows if row["action"] == "session.refuse" and row["subject"] == me]:
            break
        assert time.monotonic() < deadline, rows
        time.sleep(0.05)  # It is written after the answer.


# --- the way

@pytest.mark.parametrize("address", ["http://shop.example", "http://192.168.0.7:8080", "http://127.0.0.1.evil.example"])
def test_no_password_crosses_a_network_unprotected(start_server, document, address):
    server = start_server(arguments=["--public-address", address])
    browser = Browser(server, document)
    browser.origin = address
    for path, body in ((SESSIONS, {"email": "x@y.example", "password": PASSWORD}), (SETUP, {"token": "x", "password": PASSWORD})):
        answer = browser.call("POST", path, json=body)
        assert answer.status == 403 and "public_address" in answer.json()["detail"]


def test_with_https_the_cookie_is_for_this_host_alone_whatever_the_connection_is(start_server):
    server = start_server(arguments=["--public-address", "https://shop.example"])
    browser = Browser(server)
    browser.origin = "https://shop.example"
    answer = browser.follow(setup_link(server), name="x", email="x@shop.example")
    cookie = answer.header("Set-Cookie")
    assert cookie.startswith("__Host-tradewind=") and "; Secure" in cookie and "Domain" not in cookie
    assert browser.client.call("GET", ME, headers={"Cookie": f"tradewind={browser.token}"}).status == 401
    assert browser.client.call("GET", ME, headers={"Cookie": f"__Host-tradewind={browser.token}"}).status == 200


# --- what is kept

@pytest.mark.only_sqlite
def test_no_password_token_or_code_is_in_any_file(start_server):
    server = start_server()
    owner = first_owner(server)
    link = owner.call("POST", PEOPLE, json={"email": "kept@shop.example", "role": "support"}).json()["link"]
    factor = owner.call("POST", ME + "/second-factor").json()["secret"]
    tokens = [owner.token, token_of(link), factor, PASSWORD]
    files = {path: path.read_bytes() for path in server.data.rglob("*") if path.is_file()}
    assert any(b"kept@shop.example" in held for held in files.values())
    for path, held in files.items():
        for token in tokens:
            assert token.encode() not in held, path


@pytest.mark.parametrize("body", [
    {}, {"email": "x@y.example"}, {"password": "x"}, {"email": 1, "password": "x"}, {"email": "x" * 201, "password": "x"},
    {"email": "x@y.example", "password": "x" * 201}, {"email": "x@y.example", "password": "x", "code": 1}, {"email": "", "password": ""}])
def test_what_is_wrong_with_a_request_is_told_before_anybody_is_looked_up(house, document, body):
    assert Browser(house, document).call("POST", SESSIONS, json=body).status == 422


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b'"x"'])
def test_what_is_no_json_object_signs_nobody_in(house, document, body):
    for path in (SESSIONS, SETUP):
        answer = Browser(house, document).call("POST", path, body=body, headers={"Content-Type": "application/json"})
        assert answer.status == 400


def test_a_body_that_is_too_large_is_refused_unread(house, document):
    for path in (SESSIONS, SETUP):
        answer = Browser(house, document).call("POST", path, body=b" " * (2**20 + 1), headers={"Content-Type": "application/json"})
        assert answer.status == 413
