"""Several processes on one PostgreSQL database: they agree within a second, and refuse what would tear them apart."""

import itertools
import signal
import time

import pytest

from harness import processes
from harness.client import Key
from harness.processes import run
from harness.purchase_imports import PurchaseImports, csv_file
from harness.purchases import Shop
from harness.server import StartRefused

pytestmark = pytest.mark.only_postgres

AGREED_SECONDS_MAX = 20  # On a machine that stalls.
USUAL_SECONDS_MAX = 1


def within(seconds, is_true):
    """Waits until it is true, for so long at most; how long it took."""
    begun = time.monotonic()
    while not is_true():
        assert time.monotonic() - begun < seconds, f"not true within {seconds} s"
        time.sleep(0.01)  # There is nothing to wait for but the time.
    return time.monotonic() - begun


@pytest.fixture
def pair(start_server):
    """Two servers on one database and one data folder."""
    folder = processes.make_folder()
    return start_server(folder=folder), start_server(folder=folder)


def test_a_key_revoked_at_one_is_refused_by_the_other_within_a_second(pair, document):
    one, other = (server.client(document) for server in pair)
    admin = pair[0].admin_key
    took = []
    for _ in range(5):
        made = one.call("POST", "/admin/v1/api-keys/", json={"name": "x", "scopes": ["store:read"]}, key=admin).json()
        key = Key(made["id"], made["secret"])
        took.append(within(AGREED_SECONDS_MAX, lambda: other.call("GET", "/store/", key=key).status == 200))
        assert one.call("DELETE", f"/admin/v1/api-keys/{key.id}", key=admin).status == 204
        assert one.call("GET", "/store/", key=key).status == 401, "where it was revoked it is refused at once"
        took.append(within(AGREED_SECONDS_MAX, lambda: other.call("GET", "/store/", key=key).status == 401))
    assert sorted(took)[len(took) // 2] < USUAL_SECONDS_MAX, took


def test_a_key_that_a_command_just_printed_works_at_once(pair, document):
    for number in range(10):
        server = pair[number % 2]
        code, out, err = run("keys", "create", "--name", "x", "--scopes", "store:read", "--data", server.data)
        assert code == 0, err
        assert server.client(document).call("GET", "/store/", key=Key.parse(out.strip())).status == 200


def test_guesses_leave_known_keys_alone(pair, document):
    client, admin = pair[0].client(document), pair[0].admin_key
    for number in range(60):
        guess = Key(f"{number:022d}", admin.secret) if number % 2 else Key(admin.id, f"{number:022d}")
        assert client.call("GET", "/store/", key=guess).status == 401
        assert client.call("GET", "/store/", key=admin).status == 200


def test_settings_changed_at_one_are_seen_by_the_other(pair, document):
    one, other = (server.client(document) for server in pair)
    admin = pair[0].admin_key
    assert one.call("PATCH", "/admin/v1/store", json={"name": "Agreed"}, key=admin).status == 200
    within(AGREED_SECONDS_MAX, lambda: other.call("GET", "/store/", key=admin).json()["name"] == "Agreed")
    assert other.call("GET", "/admin/v1/store", key=admin).json()["name"] == "Agreed"


def test_requests_are_counted_together(start_server, document):
    folder = processes.make_folder()
    config = "[limits]\nrequests_per_minute = 1000\n"
    pair = start_server(folder=folder, config=config), start_server(folder=folder, config=config)
    one, other = (server.client(document) for server in pair)
    admin = pair[0].admin_key
    key = one.call("POST", "/admin/v1/api-keys/", key=admin,
                   json={"name": "x", "scopes": ["store:read"], "requestsPerMinute": 20}).json()
    key = Key(key["id"], key["secret"])
    within(AGREED_SECONDS_MAX, lambda: other.call("GET", "/store/", key=key).status == 200)
    if time.time() % 60 > 30:
        time.sleep(60.1 - time.time() % 60)  # The minute must not end in the middle.

    def left():
        return int(other.call("GET", "/store/", key=admin).header("RateLimit-Remaining"))

    before, asked = left(), itertools.count(1)
    for _ in range(19):
        last = one.call("GET", "/store/", key=key)
    assert last.status == 200
    within(AGREED_SECONDS_MAX, lambda: left() <= before - next(asked) - 19)
    answers = [other.call("GET", "/store/", key=key).status for _ in range(3)]
    assert 429 in answers, "the key's own limit counts over both"
    within(AGREED_SECONDS_MAX, lambda: one.call("GET", "/store/", key=key).status == 429)


def test_an_idempotency_key_holds_for_both(pair, document):
    admin = pair[0].admin_key
    answers = [server.client(document).call("POST", "/admin/v1/api-keys/", key=admin,
                                            json={"name": "x", "scopes": ["store:read"]},
                                            headers={"Idempotency-Key": "both"}) for server in pair]
    assert [answer.header("Idempotency-Replayed") for answer in answers] == [None, "true"]
    assert answers[0].body == answers[1].body


def test_two_that_start_at_once_for_the_first_time_make_one_store_and_one_key():
    folder = processes.make_folder()
    data = folder / "data"
    started = [processes.spawn(["serve", "--data", data, "--listen", "127.0.0.1:0"]) for _ in range(4)]
    said = []
    for process in started:
        for line in process.stderr:
            said.append(line)
            assert b'"level":"error"' not in line, said
            if b"listening" in line:
                break
    listed = run("keys", "list", "--data", data)
    for process in started:
        process.send_signal(signal.SIGINT)
    assert [process.wait(30) for process in started] == [0, 0, 0, 0], said
    assert listed[0] == 0 and listed[1].count("First admin key") == 1, listed


def test_processes_with_folders_of_their_own_are_refused(start_server):
    server = start_server()
    env = {"TRADEWIND_DATABASE": processes.database_address(server.data)}
    stranger = processes.make_folder()
    with pytest.raises(StartRefused) as refused:
        start_server(folder=stranger, env=env)
    assert refused.value.code > 0 and "secret.key" in refused.value.log
    # With the right key it is the files that are not shared.
    (stranger / "data" / "secret.key").write_bytes((server.data / "secret.key").read_bytes())
    (stranger / "data" / "secret.key").chmod(0o600)
    processes.give_to_program(stranger / "data" / "secret.key")
    with pytest.raises(StartRefused) as refused:
        start_server(folder=stranger, env=env)
    assert refused.value.code > 0 and "share one data directory" in refused.value.log


@pytest.mark.parametrize("address, word", [
    ("postgres://tester:hidden-password@127.0.0.1:1/nothing", "refused"),
    ("postgres://tester:hidden-password@/nothing?host=/nonexistent", "socket"),
])
def test_a_database_that_is_not_there_is_told_without_its_password(address, word):
    folder = processes.make_folder()
    code, out, err = run("serve", "--data", folder / "data", "--listen", "127.0.0.1:0", "--database", address)
    assert code > 0 and out == "" and word in err and "terminate called" not in err
    assert "hidden-password" not in err


@pytest.mark.parametrize("address", ["mysql://x", "postgres", "", "postgres://x?nonsense=1", "/tmp/file.db"])
def test_an_address_of_another_kind_is_refused(address):
    folder = processes.make_folder()
    code, _, err = run("serve", "--data", folder / "data", "--listen", "127.0.0.1:0", "--database", address)
    assert code > 0 and "--database" in err and "postgres://" in err
    assert not (folder / "data").exists()


def test_imports_are_taken_in_once_whoever_takes_them(pair, document):
    admin = pair[0].admin_key
    shop = Shop(pair[0].client(document), admin)
    contact, product = shop.contact(), shop.product()
    made, imports = [], [PurchaseImports(server.client(document), admin) for server in pair]
    for number in range(6):
        rows = [(f"B-{number}-{row}", contact["_email"], 1, 1, product["productId"], 1, 1) for row in range(300)]
        made.append(imports[number % 2].upload(csv_file([*rows, ("broken",)])).json()["id"])
    for import_id in made:
        done = imports[0].await_end(import_id)
        assert (done["status"], done["success"], done["errors"]) == ("finished", 300, 1)
        assert len(imports[1].report(import_id)) == 2
    assert shop.totals(contact)["_totalPurchases"] == 6 * 300
