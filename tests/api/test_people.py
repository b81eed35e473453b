"""People: links, signing in, second factors, roles, sessions."""

import re
import time
from datetime import datetime, timedelta, timezone

import pytest

from harness import processes
from harness.people import PASSWORD, Browser, add_person, first_owner, setup_link, totp
from harness.server import Server

PEOPLE, SESSIONS, ME, SETUP = "/admin/v1/people/", "/admin/v1/sessions/", "/admin/v1/me", "/admin/v1/setup"
UNKNOWN = "696e46f00b1e178c60000000"


@pytest.fixture(scope="module")
def house():
    return Server(owner="test_people.py")


@pytest.fixture(scope="module")
def owner(house, document):
    return first_owner(house, document)


@pytest.fixture
def ada(owner, document, request):
    """Somebody new, an author."""
    return add_person(owner, f"{abs(hash(request.node.name))}@shop.example", "author", document)


def email_of(browser):
    return browser.call("GET", ME).json()["person"]["email"]


def test_a_new_store_needs_somebody_and_the_first_link_makes_the_owner(start_server, document):
    server = start_server()
    server.await_log("tradewind people invite --owner")
    browser = Browser(server, document)
    assert browser.call("GET", SETUP).json() == {"needed": True}
    link = setup_link(server)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/console/setup#[0-9A-Za-z]{43}", link)
    assert browser.follow(link).problem_paths == ["/name", "/email"]
    answer = browser.follow(link, name="Ada", email="Ada@Shop.example", language="es")
    assert answer.status == 201
    me = answer.json()
    assert {name: me["person"][name] for name in ("name", "email", "role", "language")} == {
        "name": "Ada", "email": "Ada@Shop.example", "role": "owner", "language": "es"}
    assert set(me["scopes"]) == set(document.tree["components"]["schemas"]["Scope"]["enum"])
    assert browser.call("GET", ME).json() == me
    assert browser.call("GET", SETUP).json() == {"needed": False}
    code, _, err = processes.run("people", "invite", "--owner", "--data", server.data)
    assert code != 0 and "There are people already" in err


def test_an_invitation_fixes_address_and_role(owner, document):
    invited = owner.call("POST", PEOPLE, json={"email": "bob@shop.example", "role": "support", "name": "Bob"}).json()
    assert invited["isInvited"] and not invited["isDisabled"]
    bob = Browser(owner.server, document)
    assert bob.sign_in("bob@shop.example").status == 401, "there is no password yet"
    me = bob.follow(invited["link"], email="mallory@shop.example").json()
    assert (me["person"]["email"], me["person"]["role"], me["person"]["name"]) == ("bob@shop.example", "support", "Bob")
    assert not owner.call("GET", PEOPLE + invited["id"]).json()["isInvited"]
    again = owner.call("POST", PEOPLE, json={"email": "BOB@shop.example", "role": "support"})
    assert again.problem_paths == ["/email"]


def test_signing_in_and_out(house, owner, ada, document):
    other = Browser(house, document)
    email = email_of(ada)
    assert other.sign_in(email.upper()).status == 201
    assert other.token != ada.token
    sessions = other.call("GET", SESSIONS).json()["results"]
    assert [one["isCurrent"] for one in sessions] == [True, False]
    assert all(one["address"] == "127.0.0.1" for one in sessions)
    kept = other.token
    gone = other.call("DELETE", SESSIONS + "current")
    assert gone.status == 204 and other.token is None
    assert "Max-Age=0" in gone.header("Set-Cookie")
    other.token = kept
    assert other.call("GET", ME).status == 401
    assert ada.call("GET", ME).status == 200


def test_ending_another_session_of_ones_own_and_none_of_others(house, owner, ada, document):
    other = Browser(house, document)
    other.sign_in(email_of(ada))
    ids = {one["isCurrent"]: one["id"] for one in ada.call("GET", SESSIONS).json()["results"]}
    assert owner.call("DELETE", SESSIONS + ids[False]).status == 404
    assert ada.call("DELETE", SESSIONS + ids[False]).status == 204
    assert other.call("GET", ME).status == 401
    assert ada.call("DELETE", SESSIONS + UNKNOWN).status == 404
    assert ada.call("DELETE", SESSIONS + "x").status == 400


def test_everybody_who_cannot_sign_in_is_told_the_same(house, owner, ada, document):
    email = email_of(ada)
    [row] = [one for one in owner.call("GET", PEOPLE).json()["results"] if one["email"] == email]
    nobody, wrong = Browser(house, document), Browser(house, document)
    answers = [nobody.sign_in("nobody@shop.example"), wrong.sign_in(email, "not the password"), nobody.sign_in("no address")]
    assert owner.call("PATCH", PEOPLE + row["id"], json={"isDisabled": True}).status == 200
    answers.append(wrong.sign_in(email))
    assert {answer.status for answer in answers} == {401}
    assert {answer.json()["detail"] for answer in answers} == {"The e-mail address or the password is not right."}
    assert ada.call("GET", ME).status == 401
    assert owner.call("POST", PEOPLE + row["id"] + "/reset").status == 409


def test_me_is_changed_by_oneself(ada):
    assert ada.call("PATCH", ME, json={"name": "Ada L.", "language": "es"}).json()["person"]["name"] == "Ada L."
    assert ada.call("PATCH", ME, json={"language": "fr"}).problem_paths == ["/language"]
    assert ada.call("GET", ME).json()["person"]["language"] == "es"


def test_a_new_password_ends_the_other_sessions(house, ada, document):
    other, email = Browser(house, document), email_of(ada)
    other.sign_in(email)

    def change(**body):
        while (answer := ada.call("POST", ME + "/password", json=body)).status == 429:
            time.sleep(0.2)  # Guesses are counted by the real clock.
        return answer

    assert change(current="not the password", new="another password").problem_paths == ["/current"]
    assert change(current=PASSWORD, new="short").problem_paths == ["/new"]
    assert change(current=PASSWORD, new="another password").status == 204
    assert ada.call("GET", ME).status == 200 and other.call("GET", ME).status == 401
    assert other.sign_in(email).status == 401
    assert other.sign_in(email, "another password").status == 201


def test_a_second_factor_from_its_beginning_to_its_end(house, ada, document):
    email = email_of(ada)
    assert ada.call("POST", ME + "/second-factor/confirm", json={"code": "000000"}).status == 409
    made = ada.call("POST", ME + "/second-factor").json()
    assert made["secret"] in made["uri"]
    now = time.time()
    assert ada.call("POST", ME + "/second-factor/confirm", json={"code": totp(made["secret"], now - 300)}).problem_paths == [
        "/code"]
    codes = ada.call("POST", ME + "/second-factor/confirm", json={"code": totp(made["secret"], now)}).json()["recoveryCodes"]
    assert len(set(codes)) == 10 and ada.call("GET", ME).json()["secondFactor"]
    assert ada.call("POST", ME + "/second-factor").status == 409
    other = Browser(house, document)
    needed = other.sign_in(email)
    assert (needed.status, needed.json()["code"]) == (401, "second-factor-needed")
    assert other.token is None
    assert other.sign_in(email, code=totp(made["secret"], now)).status == 401, "it confirmed the factor"
    assert other.sign_in(email, code=codes[0]).status == 201
    assert other.sign_in(email, code=codes[0]).status == 401
    assert other.sign_in(email, code=totp(made["secret"], now + 30)).status == 201
    while (wrong := ada.call("POST", ME + "/second-factor/remove", json={"password": "not it at all"})).status == 429:
        time.sleep(0.2)  # Guesses are counted by the real clock.
    assert wrong.problem_paths == ["/password"]
    while (gone := ada.call("POST", ME + "/second-factor/remove", json={"password": PASSWORD})).status == 429:
        time.sleep(0.2)
    assert gone.status == 204 and not ada.call("GET", ME).json()["secondFactor"]
    assert other.sign_in(email).status == 201


def test_a_reset_takes_everything_away_and_its_link_gives_it_back(house, owner, ada, document):
    email = email_of(ada)
    [row] = [one for one in owner.call("GET", PEOPLE).json()["results"] if one["email"] == email]
    link = owner.call("POST", PEOPLE + row["id"] + "/reset").json()["link"]
    assert ada.call("GET", ME).status == 401
    assert Browser(house, document).sign_in(email).status == 401
    back = Browser(house, document)
    me = back.follow(link, password="a better password").json()
    assert (me["person"]["email"], me["person"]["role"]) == (email, "author")
    assert back.follow(link).status == 404


def test_another_role_signs_out_and_holds_from_the_next_time_on(owner, ada):
    email = email_of(ada)
    [row] = [one for one in owner.call("GET", PEOPLE).json()["results"] if one["email"] == email]
    assert owner.call("PATCH", PEOPLE + row["id"], json={"role": "analyst"}).json()["role"] == "analyst"
    assert ada.call("GET", ME).status == 401
    assert ada.sign_in(email).json()["person"]["role"] == "analyst"
    assert ada.call("POST", "/admin/v1/segments/", json={}).status == 403


def test_the_last_owner_stays(owner):
    me = owner.call("GET", ME).json()["person"]["id"]
    assert owner.call("PATCH", PEOPLE + me, json={"role": "manager"}).status == 409
    assert owner.call("PATCH", PEOPLE + me, json={"isDisabled": True}).status == 409
    assert owner.call("DELETE", PEOPLE + me).status == 409


def test_people_are_listed_changed_and_removed(owner, document):
    invited = owner.call("POST", PEOPLE, json={"email": "carol@shop.example", "role": "manager"}).json()
    assert invited["name"] == "carol@shop.example"
    assert owner.call("PATCH", PEOPLE + invited["id"], json={"name": "Carol", "email": "x@y.example"}).json() == {
        **{name: value for name, value in invited.items() if name != "link"}, "name": "Carol",
        "updatedAt": owner.call("GET", PEOPLE + invited["id"]).json()["updatedAt"]}
    assert owner.call("PATCH", PEOPLE + invited["id"], json={"role": "king"}).problem_paths == ["/role"]
    assert invited["id"] in [one["id"] for one in owner.call("GET", PEOPLE + "?pageSize=1").json()["results"]]
    assert owner.call("DELETE", PEOPLE + invited["id"]).status == 204
    assert owner.call("GET", PEOPLE + invited["id"]).status == 404
    assert owner.call("DELETE", PEOPLE + invited["id"]).status == 404
    assert owner.call("POST", PEOPLE + invited["id"] + "/reset").status == 404
    assert Browser(owner.server, document).follow(invited["link"]).status == 404


@pytest.mark.parametrize("method, path", [
    ("POST", PEOPLE), ("PATCH", PEOPLE + UNKNOWN), ("PATCH", ME), ("POST", ME + "/password"),
    ("POST", ME + "/second-factor/confirm"), ("POST", ME + "/second-factor/remove")])
def test_a_body_is_a_json_object(owner, method, path):
    for body in (b"", b"{", b"[1]", b"1"):
        assert owner.call(method, path, body=body, headers={"Content-Type": "application/json"}).status == 400


@pytest.mark.parametrize("method, path", [
    ("GET", PEOPLE + "x"), ("PATCH", PEOPLE + "x"), ("DELETE", PEOPLE + "x"), ("POST", PEOPLE + "x/reset"),
    ("GET", "/admin/v1/me?x=%zz"), ("GET", "/admin/v1/setup?x=%zz"), ("GET", "/admin/v1/people/?x=%zz"),
    ("GET", "/admin/v1/sessions/?x=%zz"), ("DELETE", "/admin/v1/sessions/current?x=%zz"),
    ("POST", "/admin/v1/me/second-factor?x=%zz")])
def test_a_place_that_makes_no_sense(owner, method, path):
    assert owner.call(method, path, json={} if method == "PATCH" else None).status == 400


def test_nobody_is_there_under_an_unknown_id(owner):
    assert owner.call("GET", PEOPLE + UNKNOWN).status == 404
    assert owner.call("PATCH", PEOPLE + UNKNOWN, json={"name": "x"}).status == 404
    assert owner.call("DELETE", PEOPLE + UNKNOWN).status == 404


def test_an_idempotency_key_is_good_for_one_request(owner):
    body = {"email": "once@shop.example", "role": "support"}
    first, again = (owner.call("POST", PEOPLE, json=body, headers={"Idempotency-Key": "one invitation"}) for _ in range(2))
    assert (first.status, again.json()) == (201, first.json()) and again.header("Idempotency-Replayed") == "true"
    reset = f"{PEOPLE}{first.json()['id']}/reset"
    assert owner.call("POST", reset, headers={"Idempotency-Key": "one invitation"}).problem_paths == ["/Idempotency-Key"]
    assert owner.call("POST", ME + "/second-factor", headers={"Idempotency-Key": "one invitation"}).problem_paths == [
        "/Idempotency-Key"]


@pytest.mark.parametrize("query", ["page=0", "pageSize=101", "cursor=x"])
def test_lists_say_what_is_wrong_with_their_query(owner, query):
    for path in (PEOPLE, SESSIONS):
        assert owner.call("GET", f"{path}?{query}").status == 422


def test_what_people_do_is_in_the_audit_list_under_their_name(house, owner):
    me = owner.call("GET", ME).json()["person"]["id"]
    owner.call("PATCH", "/admin/v1/store", json={"name": "Brisa"})
    entries = owner.call("GET", "/admin/v1/audit/").json()["results"]
    assert (entries[0]["actor"], entries[0]["action"]) == (f"person:{me}", "store.change")


def test_what_somebody_was_called_is_not_in_the_audit_list(owner, ada):
    person = ada.call("GET", ME).json()["person"]["id"]
    changed = owner.call("PATCH", PEOPLE + person, json={"name": "Ada Brown", "role": "support"})
    assert changed.status == 200, changed.summary()
    entry = owner.call("GET", "/admin/v1/audit/").json()["results"][0]
    assert (entry["action"], entry["changes"]) == ("person.change", ["name", "role"])
    assert entry["values"] == [{"field": "role", "before": "author", "after": "support"}]


def test_a_key_is_nobody(house, owner, document):
    client, key = house.client(document), house.admin_key
    me = client.call("GET", ME, key=key).json()
    assert me["person"] is None and not me["secondFactor"] and "admin" in me["scopes"]
    for method, path, body in (("GET", SESSIONS, None), ("DELETE", SESSIONS + "current", None),
                               ("DELETE", SESSIONS + UNKNOWN, None), ("PATCH", ME, {"name": "x"}),
                               ("POST", ME + "/password", {"current": "x", "new": "0123456789"}),
                               ("POST", ME + "/second-factor", None), ("POST", ME + "/second-factor/confirm", {"code": "1"}),
                               ("POST", ME + "/second-factor/remove", {"password": "x"})):
        assert client.call(method, path, json=body, key=key).status == 403, path


def test_sessions_work_on_the_public_interface_as_far_as_the_role_goes(owner, ada):
    assert ada.call("GET", "/store/").status == 200
    assert ada.call("DELETE", "/contacts/email/x@y.example").status == 403
    assert owner.call("DELETE", "/contacts/email/x@y.example").status == 204


@pytest.mark.only_sqlite
def test_a_session_ends_12_hours_after_its_last_use_and_after_30_days(start_server):
    server = start_server(arguments=["--test-clock"])
    owner = first_owner(server)
    key, client = server.admin_key, server.client()

    now = datetime.now(timezone.utc)

    def turn(**by):
        nonlocal now
        now += timedelta(**by)
        answer = client.call("POST", "/admin/v1/test-clock", key=key, json={"now": now.isoformat(timespec="milliseconds")})
        assert answer.status == 200, answer.summary()

    turn(hours=11, minutes=58)
    assert owner.call("GET", ME).status == 200
    turn(hours=11, minutes=58)
    assert owner.call("GET", ME).status == 200
    turn(hours=12, minutes=1)
    assert owner.call("GET", ME).status == 401
    assert owner.sign_in("owner@shop.example").status == 201
    for _ in range(29 * 24 // 11):
        turn(hours=11)
        assert owner.call("GET", ME).status == 200
    for _ in range(2):
        turn(hours=11)
        assert owner.call("GET", ME).status == 200
    turn(hours=11)
    assert owner.call("GET", ME).status == 401, "however often it is used"


def await_signed_out(browser):
    """Another process learns of it half a second later."""
    deadline = time.monotonic() + 20
    while browser.call("GET", ME).status != 401:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_command_line_invites_lists_disables_and_resets(house, owner, document):
    def run(*arguments):
        return processes.run("people", *arguments, "--data", house.data)

    code, link, err = run("invite", "--email", "dora@shop.example", "--role", "author", "--name", "Dora")
    assert code == 0, err
    dora = Browser(house, document)
    assert dora.follow(link.strip()).status == 201
    code, out, _ = run("list")
    assert code == 0 and re.search(r"^dora@shop\.example +Dora +author +active$", out, re.MULTILINE)
    code, link, _ = run("reset", "Dora@shop.example")
    assert code == 0
    await_signed_out(dora)
    assert dora.follow(link.strip()).status == 201
    assert run("disable", "dora@shop.example")[0] == 0
    await_signed_out(dora)
    assert "disabled" in run("list")[1]
    for wrong, words in ((["invite"], "Say whom"), (["invite", "--owner"], "There are people already"),
                         (["invite", "--email", "x", "--role", "king"], "role"), (["reset", "no@body.example"], "nobody"),
                         (["invite", "--email", "e@shop.example", "--owner", "--role", "author"], "not both")):
        code, _, err = run(*wrong)
        assert code != 0 and words in err, err
