"""What others try with the console and its pages, beyond what test_people_security.py has: each case is refused, and changes
nothing. docs/console-attacks.md lists all of them."""

import re
import threading
import time
from datetime import datetime, timedelta, timezone

import pytest

from harness import processes
from harness.client import Key
from harness.imports import Imports, rows_of
from harness.people import PASSWORD, Browser, add_person, first_owner, most_guesses, setup_link, token_of, totp
from harness.server import Server

PEOPLE, SESSIONS, ME, SETUP = "/admin/v1/people/", "/admin/v1/sessions/", "/admin/v1/me", "/admin/v1/setup"
STORE, KEYS = "/admin/v1/store", "/admin/v1/api-keys/"
EVIL = "https://evil.example"
SCRIPT = "<img src=x onerror=alert(1)>"
EMAIL = "owner@shop.example"


@pytest.fixture(scope="module")
def house():
    return Server(owner="test_console_security.py")


@pytest.fixture(scope="module")
def owner(house, document):
    return first_owner(house, document)


def person_of(owner, email):
    [row] = [one for one in owner.call("GET", PEOPLE).json()["results"] if one["email"] == email]
    return PEOPLE + row["id"]


def at_once(*works):
    """What these functions return, all called at the same time."""
    found = []
    threads = [threading.Thread(target=lambda work=work: found.append(work())) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


# --- pages

@pytest.mark.parametrize("path", ["/console/", "/console", "/console/contacts/x?y=z", "/console/setup", "/docs"])
def test_no_page_of_another_site_shows_ours_in_a_frame(owner, path):
    known = owner.client.call("GET", path).header("ETag")
    for method, headers in (("GET", {}), ("HEAD", {}), ("GET", {"If-None-Match": known})):
        answer = owner.client.call(method, path, headers=headers)
        assert answer.status == (304 if known and headers else 200)
        assert "frame-ancestors 'none'" in answer.header("Content-Security-Policy")


def test_a_page_runs_only_scripts_of_this_service(owner):
    policy = dict(part.strip().split(" ", 1) for part in
                  owner.client.call("GET", "/console/").header("Content-Security-Policy").split(";"))
    assert policy["default-src"] == "'self'" and "script-src" not in policy
    assert policy["base-uri"] == "'none'" and policy["form-action"] == "'self'"
    assert "unsafe" not in str(policy)


@pytest.mark.parametrize("path", ["//evil.example/", "//evil.example/console/", "/\\evil.example", "/console//evil.example"])
def test_no_address_here_leads_elsewhere(owner, path):
    answer = owner.client.call("GET", path)
    assert answer.header("Location") in (None, "/console/")


@pytest.mark.parametrize("path", [
    "/console/assets/../../etc/passwd", "/console/assets/..%2f..%2fetc%2fpasswd", "/console/assets/%2e%2e/index.html",
    "/console/assets//etc/passwd", "/console/assets/..\\..\\secret.key", "/console/assets/%00"])
def test_no_other_file_is_read_by_way_of_the_console(owner, path):
    answer = owner.client.call("GET", path)
    assert answer.status == 404 and answer.json()["detail"] == "The console has no such file."


def test_a_line_break_in_an_address_makes_no_header(owner):
    answer = owner.client.call("GET", "/console/%0d%0aSet-Cookie:%20tradewind=evil")
    assert answer.header("Set-Cookie") is None


# --- scripts

@pytest.mark.parametrize("method, path", [
    ("GET", f"/admin/v1/people/{SCRIPT.replace(' ', '%20')}"), ("GET", "/%3Cscript%3Ealert(1)%3C/script%3E"),
    ("GET", "/admin/v1/people/?pageSize=%3Cscript%3E"), ("PATCH", ME)])
def test_what_a_refusal_repeats_is_never_a_page(owner, method, path):
    answer = owner.call(method, path, json={"language": SCRIPT} if method == "PATCH" else None)
    assert 400 <= answer.status < 500
    assert answer.header("Content-Type") == "application/json; charset=utf-8"
    assert answer.header("X-Content-Type-Options") == "nosniff"


def test_a_file_that_somebody_handed_in_is_saved_and_never_shown(house, owner, document):
    imports = Imports(house.client(document), house.admin_key)
    told = imports.take_in(rows_of(["_email"], [SCRIPT], ["<script>alert(1)</script>"]))
    url = told["errorReportFileUrl"]
    answer = owner.client.call("GET", url[url.index("/files/"):])
    assert b"<script>" in answer.body, "it tells what it refused"
    assert answer.header("Content-Disposition").startswith("attachment")
    assert answer.header("X-Content-Type-Options") == "nosniff"
    assert "html" not in answer.header("Content-Type")


# --- headers that ask for more

@pytest.mark.parametrize("name", ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])
def test_a_header_makes_no_other_method_of_a_request(owner, name):
    target = person_of(owner, EMAIL)
    assert owner.call("GET", target, headers={name: "DELETE"}).status == 200
    assert owner.call("POST", PEOPLE + "?_method=DELETE", json={}, headers={name: "DELETE"}).status == 422
    assert owner.call("GET", target).status == 200


@pytest.mark.parametrize("method, path", [
    ("OPTIONS", PEOPLE), ("OPTIONS", SESSIONS), ("GET", PEOPLE), ("GET", ME), ("POST", SESSIONS), ("GET", "/contacts/")])
def test_no_other_site_may_read_an_answer(owner, method, path):
    headers = {"Origin": EVIL, "Access-Control-Request-Method": "POST",
               "Access-Control-Request-Headers": "x-tradewind-console"}
    answer = owner.call(method, path, json={} if method == "POST" else None, headers=headers)
    assert not [name for name, _ in answer.headers if name.lower().startswith("access-control-")]


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"X-Forwarded-Host": "evil.example"},
                                     {"X-Forwarded-Proto": "https"}, {"Forwarded": "host=evil.example;proto=https"},
                                     {"X-Original-URL": "/admin/v1/people/"}, {"X-Rewrite-URL": "/admin/v1/people/"}])
def test_a_link_names_our_address_whatever_a_request_calls_us(owner, headers):
    email = f"{abs(hash(str(headers)))}@shop.example"
    made = owner.call("POST", PEOPLE, json={"email": email, "role": "support"}, headers=headers)
    assert made.status == 201 and made.json()["link"].startswith(owner.server.url + "/console/setup#")


def test_a_request_that_says_https_gets_no_other_cookie(house, owner, document):
    browser = Browser(house, document)
    answer = browser.sign_in(EMAIL)
    plain = answer.header("Set-Cookie").split(";", 1)[1]
    other = browser.call("POST", SESSIONS, json={"email": EMAIL, "password": PASSWORD},
                         headers={"X-Forwarded-Proto": "https"})
    assert other.header("Set-Cookie").startswith("tradewind=") and other.header("Set-Cookie").split(";", 1)[1] == plain


@pytest.mark.parametrize("name, values", [
    ("Origin", ["{origin}", EVIL]), ("Origin", [EVIL, "{origin}"]), ("X-Tradewind-Console", ["1", "1"]),
    ("Origin", ["{origin}/"]), ("Origin", ["{origin} " + EVIL]), ("Origin", ["HTTP://{host}"])])
def test_a_header_that_is_there_twice_or_says_more_is_not_believed(owner, name, values):
    origin, before = owner.origin, owner.call("GET", STORE).json()["name"]
    pairs = [pair for pair in owner.headers("PATCH").items() if pair[0] != name]
    pairs += [(name, value.replace("{origin}", origin).replace("{host}", origin[7:])) for value in values]
    assert owner.client.call("PATCH", STORE, json={"name": "Evil"}, headers=pairs).status in (400, 403)
    assert owner.call("GET", STORE).json()["name"] == before


def test_two_cookie_headers_are_no_session(owner):
    pairs = [("Cookie", f"tradewind={owner.token}"), ("Cookie", f"tradewind={'A' * 43}")]
    for headers in (pairs, pairs[::-1]):
        assert owner.client.call("GET", ME, headers=headers).status == 401


@pytest.mark.parametrize("query", ["tradewind={token}", "token={token}", "apiKey={token}", "access_token={token}"])
def test_a_token_in_an_address_is_no_session(owner, query):
    assert owner.client.call("GET", f"{ME}?{query.replace('{token}', owner.token)}").status == 401


# --- what is told

def test_no_list_tells_a_token_a_hash_or_a_secret(house, owner):
    texts = [owner.call("GET", path).body.decode() for path in (SESSIONS, PEOPLE, ME, KEYS, "/admin/v1/audit/")]
    assert all("results" in text or "person" in text for text in texts)
    for text in texts:
        assert owner.token not in text and house.admin_key.secret not in text
        assert not re.search(r"argon2|hash|password", text, re.IGNORECASE)


def test_the_log_tells_no_password_token_or_link(start_server):
    server = start_server()
    link = setup_link(server)
    owner = Browser(server)
    assert owner.follow(link, name="x", email=EMAIL).status == 201
    assert Browser(server).sign_in(EMAIL, "a guess at the password").status == 401
    invited = owner.call("POST", PEOPLE, json={"email": "a@shop.example", "role": "support"}).json()["link"]
    assert owner.call("GET", f"{ME}?token={owner.token}").status == 200
    server.stop()
    for secret in (PASSWORD, "a guess at the password", token_of(link), token_of(invited), owner.token):
        assert secret not in server.log


def test_who_has_a_second_factor_is_told_to_nobody_without_the_password(house, owner, document):
    with_factor = add_person(owner, "factor@shop.example", "support", document)
    secret = with_factor.call("POST", ME + "/second-factor").json()["secret"]
    assert with_factor.call("POST", ME + "/second-factor/confirm", json={"code": totp(secret)}).status == 200
    answers = [Browser(house, document).sign_in(email, "a guess at it", **more)
               for email in ("factor@shop.example", "no@body.example") for more in ({}, {"code": "123456"})]
    assert {(answer.status, answer.json()["detail"], answer.json().get("code")) for answer in answers} == {
        (401, "The e-mail address or the password is not right.", None)}


# --- codes

@pytest.fixture
def factor(owner, document, request):
    """Somebody with a second factor: their address, its secret, the recovery codes."""
    email = f"{abs(hash(request.node.name))}@shop.example"
    browser = add_person(owner, email, "support", document)
    secret = browser.call("POST", ME + "/second-factor").json()["secret"]
    # That of the last half minute: the one of now is still good.
    codes = browser.call("POST", ME + "/second-factor/confirm", json={"code": totp(secret, time.time() - 30)})
    assert codes.status == 200, codes.summary()
    return email, secret, codes.json()["recoveryCodes"]


def test_a_code_of_the_second_factor_is_good_once(house, factor, document):
    email, secret, _ = factor
    code = totp(secret)
    assert Browser(house, document).sign_in(email, code=code).status == 201
    assert Browser(house, document).sign_in(email, code=code).status == 401


def test_of_two_who_have_the_same_code_at_once_one_gets_in(house, factor, document):
    email, secret, _ = factor
    code = totp(secret)
    sign_in = lambda: Browser(house, document).sign_in(email, code=code).status
    assert sorted(at_once(sign_in, sign_in)) == [201, 401]


def test_a_recovery_code_is_good_once_also_when_two_come_at_once(house, factor, document):
    email, _, codes = factor
    sign_in = lambda: Browser(house, document).sign_in(email, code=codes[0]).status
    assert sorted(at_once(sign_in, sign_in)) == [201, 401]
    assert sign_in() == 401


def test_codes_cannot_be_tried_through_by_whoever_has_the_password(start_server):
    server = start_server(arguments=["--trusted-proxies", "127.0.0.1"])
    owner = first_owner(server)
    secret = owner.call("POST", ME + "/second-factor").json()["secret"]
    assert owner.call("POST", ME + "/second-factor/confirm", json={"code": totp(secret)}).status == 200
    begun = time.monotonic()
    statuses = [Browser(server).call("POST", SESSIONS, json={"email": EMAIL, "password": PASSWORD, "code": f"{number:06}"},
                                     headers={"X-Forwarded-For": f"198.51.100.{number}"}).status for number in range(14)]
    assert set(statuses) <= {401, 429} and set(statuses[:10]) == {401}
    assert statuses.count(401) <= most_guesses(10, 15, begun), statuses


def test_a_stolen_session_cannot_try_passwords_through(start_server):
    owner = first_owner(start_server())
    bodies = [{"current": f"guess number {number}", "new": "my own password"} for number in range(6)]
    begun = time.monotonic()
    statuses = [owner.call("POST", ME + "/password", json=body).status for body in bodies]
    assert set(statuses) <= {422, 429} and statuses[0] == 422
    assert statuses.count(422) <= most_guesses(1, 1, begun), statuses
    assert Browser(owner.server).sign_in(EMAIL).status == 201, "the password holds"


# --- sessions that should be over

def test_whoever_is_removed_is_signed_out_and_stays_out(house, owner, document):
    gone = add_person(owner, "gone@shop.example", "manager", document)
    assert owner.call("DELETE", person_of(owner, "gone@shop.example")).status == 204
    assert gone.call("GET", ME).status == 401 and gone.call("GET", "/contact-fields/").status == 401
    assert Browser(house, document).sign_in("gone@shop.example").status == 401


def test_a_lower_role_reads_no_answer_that_the_higher_one_got(owner, document):
    email, headers = "lowered@shop.example", {"Idempotency-Key": "a key for later"}
    browser = add_person(owner, email, "owner", document)
    body = {"name": "Later", "scopes": ["admin"]}
    made = browser.call("POST", KEYS, json=body, headers=headers)
    assert made.status == 201
    assert owner.call("PATCH", person_of(owner, email), json={"role": "author"}).status == 200
    assert browser.sign_in(email).status == 201
    again = browser.call("POST", KEYS, json=body, headers=headers)
    assert again.status == 403 and made.json()["secret"] not in again.body.decode()


@pytest.mark.only_sqlite
def test_a_link_is_dead_after_an_hour(start_server, document):
    server = start_server(arguments=["--test-clock"])
    owner = first_owner(server, document)
    link = owner.call("POST", PEOPLE, json={"email": "late@shop.example", "role": "support"}).json()["link"]
    later = (datetime.now(timezone.utc) + timedelta(minutes=61)).isoformat(timespec="milliseconds")
    answer = server.client().call("POST", "/admin/v1/test-clock", key=server.admin_key, json={"now": later})
    assert answer.status == 200, answer.summary()
    assert Browser(server, document).follow(link).status == 404


@pytest.mark.only_sqlite
def test_a_copy_of_the_database_without_its_key_signs_nobody_in(start_server):
    """Tokens are kept as hashes with secret.key: of a database alone nobody makes a cookie."""
    server = start_server()
    owner = first_owner(server)
    [session] = owner.call("GET", SESSIONS).json()["results"]
    held = b"".join(path.read_bytes() for path in server.data.glob("tradewind.db*"))
    assert owner.token.encode() not in held and EMAIL.encode() in held
    assert owner.client.call("GET", ME, headers={"Cookie": f"tradewind={session['id']}"}).status == 401


def test_no_command_for_people_works_without_the_data_folder(start_server, tmp_path):
    server = start_server()
    first_owner(server)
    code, out, _ = processes.run("people", "reset", EMAIL, "--data", tmp_path / "another")
    assert code != 0 and "setup#" not in out
