"""The program as a person uses it: serve, keys, store, check, version."""

import json
import os
import pty
import re
import select
import shutil
import signal
import sqlite3
import stat
import subprocess
import time
from contextlib import closing

import pytest

from harness import processes
from harness.backups import make_backup
from harness.client import Key
from harness.processes import ROOT, run
from harness.server import END_SECONDS_MAX, Server, StartRefused

KEY_LINE = re.compile(r"[0-9A-Za-z]{22}:[0-9A-Za-z]{22}\n")
SCOPES = {"store:read", "admin"}


def mode(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


def soon(is_true):
    """What a command did is true for the server: with SQLite at once, because the server itself did it; with PostgreSQL
    within a second, on a machine that has time."""
    deadline = time.monotonic() + (0 if processes.ENGINE == "sqlite" else 20)
    while not is_true():
        assert time.monotonic() < deadline, "the server does not see what the command did"
        time.sleep(0.02)  # There is nothing to wait for but the time.


def created(output):
    """The key that `keys create` printed, and nothing else."""
    assert KEY_LINE.fullmatch(output), repr(output)
    return Key.parse(output.strip())


@pytest.fixture
def stopped(start_server):
    """A data folder whose server has ended: its parent folder."""
    folder = processes.make_folder()
    start_server(folder=folder).stop(signal.SIGINT)
    return folder


@pytest.fixture(params=["running", "stopped"])
def data(request, start_server):
    """A data folder, with a server that runs on it and without."""
    folder = processes.make_folder()
    server = start_server(folder=folder)
    if request.param == "stopped":
        server.stop(signal.SIGINT)
    return folder / "data"


# --- version, help, nonsense

def test_version_prints_the_version_of_the_project():
    version = re.search(r"project\(tradewind VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
    for spelling in ("version", "--version"):
        assert run(spelling) == (0, f"tradewind {version}\n", "")


@pytest.mark.parametrize("arguments", [[], ["keys"], ["store"], ["version"]])
def test_help_is_printed(arguments):
    code, out, err = run(*arguments, "--help")
    assert (code, err) == (0, "") and "Usage: " in out


@pytest.mark.parametrize("command, own", [
    ("serve", []), ("keys create", ["--name", "--scopes", "--expires-at"]), ("keys list", []), ("keys revoke", ["id"]),
    ("store show", []), ("store set", ["assignments"]), ("import", ["file", "--type", "--delimiter", "--override"]),
    ("export", ["type", "--out", "--from", "--to"]), ("demo", ["--contacts", "--seed"]), ("backup", ["target"]),
    ("restore", ["backup", "--secret-key", "--erasures", "--without-erasures"]), ("copy", ["--to"]),
    ("confirm-live", []), ("compact", []), ("check", [])])
def test_help_tells_what_is_special_before_what_all_commands_take(command, own):
    code, out, err = run(*command.split(), "--help")
    assert (code, err) == (0, "")
    special, _, settings = out.partition("\nSettings:\n")
    assert all(re.search(rf"^  {word}\b", special, re.MULTILINE) for word in own), special
    assert "--config" in settings and "--data" in settings and "--config" not in special


@pytest.mark.parametrize("arguments", [
    [], ["nonsense"], ["serve", "--nonsense"], ["serve", "extra"], ["keys"], ["keys", "nonsense"], ["store"],
    ["keys", "create"],
    ["keys", "create", "--name", "x"], ["keys", "create", "--scopes", "all"], ["keys", "revoke"], ["store", "set"],
    ["version", "--nonsense"],
])
def test_nonsense_is_refused_with_a_word_about_it(arguments):
    code, out, err = run(*arguments)
    assert code not in (0, None) and code > 0
    assert err.strip() and "terminate called" not in err


@pytest.mark.parametrize("arguments, said", [
    (["nonsense"], "tradewind: there is no command 'nonsense'"), (["keys", "lits"], "there is no command 'lits'"),
    ([], "tradewind: say what to do"), (["keys", "create", "--name", "x"], "tradewind: --scopes is required"),
])
def test_what_is_wrong_with_a_command_is_said(arguments, said):
    err = run(*arguments)[2]
    assert said in err and "tradewind --help" in err


@pytest.mark.only_sqlite
@pytest.mark.parametrize("arguments", [
    ["keys", "list"], ["keys", "create", "--name", "x", "--scopes", "all"], ["store", "show"], ["export", "contacts"],
])
def test_a_command_without_a_store_says_so_and_makes_none(arguments):
    folder = processes.make_folder()
    code, out, err = run(*arguments, "--data", folder / "data")
    assert (code, out) == (1, "") and f"There is no store in {folder / 'data'} yet." in err
    assert not (folder / "data").exists()


@pytest.mark.only_sqlite
@pytest.mark.skipif(os.geteuid() != 0, reason="needs a folder of somebody else")
@pytest.mark.parametrize("arguments", [["serve"], ["keys", "list"], ["check"]])
def test_whose_the_data_is_is_said_to_who_may_not_use_it(arguments):
    folder = processes.make_folder() / "data"
    folder.mkdir(mode=0o700)
    code, _, err = run(*arguments, "--data", folder)
    assert code == 1 and f"{folder} belongs to the user root." in err and "sudo -u root tradewind" in err


def run_as_root(*arguments):
    done = subprocess.run([str(processes.binary()), *map(str, arguments)], capture_output=True, text=True, timeout=30,
                          env=processes.environment(processes.engine_environment(arguments)), cwd="/")
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
@pytest.mark.parametrize("arguments", [["serve"], ["keys", "list"], ["check"], ["backup"], ["export", "contacts"]])
def test_root_leaves_nothing_in_the_data_of_somebody_else(stopped, start_server, arguments):
    """What root makes there, the service could not open any more."""
    if arguments == ["backup"] and processes.ENGINE == "postgres":
        arguments = ["store", "show"]
    data = stopped / "data"
    for name in ("lock", "start.lock"):
        (data / name).unlink(missing_ok=True)
    before = sorted(data.rglob("*"))
    code, out, err = run_as_root(*arguments, "--data", data)
    assert code == 1 and f"{data} belongs to the user nobody. Run this as that user: sudo -u nobody" in err, (out, err)
    assert sorted(data.rglob("*")) == before
    start_server(folder=stopped)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
@pytest.mark.only_sqlite
def test_root_may_ask_a_running_server(start_server):
    server = start_server()
    code, out, _ = run_as_root("store", "show", "--data", server.data)
    assert code == 0 and "My store" in out


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
@pytest.mark.only_sqlite
def test_root_moves_and_restores_nothing_of_somebody_else(stopped, start_server):
    server = start_server(folder=stopped)
    backup = make_backup(server.data, processes.make_folder())
    server.stop(signal.SIGINT)
    before, empty = sorted(stopped.rglob("*")), processes.make_folder()
    for command in (["copy", "--to", "postgres://nobody@127.0.0.1:1/nothing", "--data", server.data],
                    ["compact", "--data", server.data],
                    ["demo", "--data", empty],
                    ["restore", backup, "--data", empty, "--secret-key", server.data / "secret.key",
                     "--without-erasures"]):
        code, _, err = run_as_root(*command)
        assert code == 1 and "belongs to the user nobody" in err, (command, err)
    assert sorted(stopped.rglob("*")) == before and not list(empty.iterdir())


# --- the first start

def test_the_first_start_leaves_a_key_that_only_its_owner_can_read(start_server, document):
    server = start_server()
    file = server.data / "first-admin-key"
    assert mode(file) == 0o600
    assert KEY_LINE.fullmatch(file.read_text() if file.read_text().endswith("\n") else file.read_text() + "\n")
    assert str(file) in server.log and "first-admin-key" in server.log
    assert "written anew" not in server.log
    assert server.client(document).call("GET", "/admin/v1/store", key=server.admin_key).status == 200


def test_files_are_closed_to_others(start_server):
    server = start_server()
    assert mode(server.data) == 0o700
    if processes.ENGINE == "sqlite":
        assert mode(server.data / "control.sock") == 0o600
    assert mode(server.data / "secret.key") == 0o600
    assert (server.data / "secret.key").stat().st_size == 32
    for file in server.data.iterdir():
        assert mode(file) & 0o077 == 0, f"{file.name} has mode {mode(file):o}"


def test_the_second_start_makes_no_second_key_and_keeps_everything(start_server, document):
    folder = processes.make_folder()
    first = start_server(folder=folder)
    key, store = first.admin_key, None
    client = first.client(document)
    store = client.call("PATCH", "/admin/v1/store", json={"name": "Kept"}, key=key).json()
    first.stop(signal.SIGINT)
    second = start_server(folder=folder)
    assert second.admin_key == key
    client = second.client(document)
    assert client.call("GET", "/store/", key=key).json() == store
    assert len(client.call("GET", "/admin/v1/api-keys/", key=key).json()["results"]) == 1


def test_on_a_terminal_a_curl_line_is_printed_that_works_when_pasted(start_server):
    ours, theirs = pty.openpty()
    processes.give_to_program(os.ttyname(theirs))
    try:
        server = start_server(stdout=theirs)
        os.close(theirs)
        shown, deadline = b"", time.monotonic() + 10
        while b"curl " not in shown or not shown.split(b"curl ", 1)[1].count(b"\n"):
            readable = select.select([ours], [], [], max(0, deadline - time.monotonic()))[0]
            assert readable, f"no curl line on the terminal: {shown!r}"
            shown += os.read(ours, 65536)
    finally:
        os.close(ours)
    line = next(line for line in shown.decode().splitlines() if "curl " in line).strip()
    key = Key.parse(re.search(r"([0-9A-Za-z]{22}:[0-9A-Za-z]{22})", line).group(1))
    pasted = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=20)
    assert pasted.returncode == 0, pasted.stderr
    assert json.loads(pasted.stdout)["name"] == "My store"
    assert not (server.data / "first-admin-key").exists()
    assert key.secret not in server.log


def test_the_curl_line_is_only_for_terminals(start_server):
    folder = processes.make_folder()
    out = folder / "out"
    with open(out, "wb") as stdout:
        start_server(folder=folder, stdout=stdout)
    assert out.read_text() == ""


# --- keys

def assert_made_by_command(client, output):
    key = created(output)
    soon(lambda: client.call("GET", "/store/", key=key).status == 200)
    shown = client.call("GET", f"/admin/v1/api-keys/{key.id}", key=key).json()
    assert shown["name"] == "From the command line" and set(shown["scopes"]) == SCOPES


CREATE = ["keys", "create", "--name", "From the command line", "--scopes", "store:read,admin", "--data"]


def test_keys_create_prints_a_key_that_works_at_once_on_the_running_server(start_server, document):
    server = start_server()
    code, out, err = run(*CREATE, server.data)
    assert (code, err) == (0, "")
    assert_made_by_command(server.client(document), out)


def test_keys_create_prints_a_key_that_works_on_the_next_server(stopped, start_server, document):
    code, out, err = run(*CREATE, stopped / "data")
    assert (code, err) == (0, "")
    assert_made_by_command(start_server(folder=stopped).client(document), out)


def test_keys_create_with_all_scopes(data, document):
    code, out, _ = run("keys", "create", "--name", "x", "--scopes", "all", "--data", data)
    key = created(out)
    code, listed, _ = run("keys", "list", "--data", data)
    assert code == 0 and key.id in listed


def test_all_means_every_scope_admin_included(server, client, admin, document):
    key = created(run("keys", "create", "--name", "x", "--scopes", "all", "--data", server.data)[1])
    scopes = client.call("GET", f"/admin/v1/api-keys/{key.id}", key=admin).json()["scopes"]
    assert set(scopes) == set(document.tree["components"]["schemas"]["Scope"]["enum"]) and "admin" in scopes
    assert client.call("DELETE", f"/admin/v1/api-keys/{key.id}", key=admin).status == 204


@pytest.mark.parametrize("arguments, word", [
    (["--name", "", "--scopes", "all"], "name"), (["--name", "x" * 101, "--scopes", "all"], "name"),
    (["--name", "x", "--scopes", ""], '"" is not a scope'),
    (["--name", "x", "--scopes", "admin,nope,no"], '"nope" is not a scope. Say all, or some of contact:read, '),
    (["--name", "x", "--scopes", "admin,"], '"" is not a scope'),
    (["--name", "x", "--scopes", "admin,admin"], "scopes"), (["--name", "x", "--scopes", "all,admin"], '"all" is not'),
])
def test_keys_create_refuses_what_the_interface_refuses(data, arguments, word):
    code, out, err = run("keys", "create", *arguments, "--data", data)
    assert code > 0 and out == "" and word in err


def test_keys_list_shows_keys_but_no_secrets(data):
    key = created(run("keys", "create", "--name", "Listed", "--scopes", "store:read", "--data", data)[1])
    code, out, _ = run("keys", "list", "--data", data)
    line = next(line for line in out.splitlines() if key.id in line)
    assert code == 0 and "Listed" in line and "store:read" in line
    assert key.secret not in out and (data / "first-admin-key").read_text().strip().split(":")[1] not in out


def test_keys_revoke_ends_a_key(data):
    key = created(run("keys", "create", "--name", "Doomed", "--scopes", "store:read", "--data", data)[1])
    assert run("keys", "revoke", key.id, "--data", data)[0] == 0
    assert key.id not in run("keys", "list", "--data", data)[1]
    for unknown in (key.id, "nonsense", "0" * 22, "../store", ""):
        code, _, err = run("keys", "revoke", unknown, "--data", data)
        assert code > 0 and err.strip()


def test_a_key_revoked_by_command_is_refused_at_once(server, client):
    key = created(run("keys", "create", "--name", "x", "--scopes", "store:read", "--data", server.data)[1])
    soon(lambda: client.call("GET", "/store/", key=key).status == 200)
    assert run("keys", "revoke", key.id, "--data", server.data)[0] == 0
    soon(lambda: client.call("GET", "/store/", key=key).status == 401)


def test_the_lost_last_key_can_be_replaced_by_command(start_server, document):
    server = start_server()
    client, key = server.client(document), server.admin_key
    assert client.call("DELETE", f"/admin/v1/api-keys/{key.id}", key=key).status == 204
    new = created(run("keys", "create", "--name", "x", "--scopes", "all", "--data", server.data)[1])
    soon(lambda: client.call("GET", "/admin/v1/store", key=new).status == 200)


# --- store

def test_store_show_and_set(data):
    code, out, err = run("store", "show", "--data", data)
    assert code == 0 and "My store" in out and "EUR" in out, err
    code, out, err = run("store", "set", "name=Brisa = Ceramics", "currency=USD",
                         "allowedDomains=a.example,*.b.example", "--data", data)
    assert code == 0, err
    out = run("store", "show", "--data", data)[1]
    assert all(text in out for text in ("Brisa = Ceramics", "USD", "a.example", "*.b.example"))
    assert run("store", "set", "allowedDomains=", "--data", data)[0] == 0
    assert "a.example" not in run("store", "show", "--data", data)[1]


@pytest.mark.parametrize("assignment, word", [
    ("currency=euro", "currency"), ("name=", "name"), ("timezone=Mars/Olympus", "timezone"), ("nonsense=1", "nonsense"),
    ("id=1", "id"), ("name", "name"), ("=x", "no setting"),
])
def test_store_set_refuses_bad_values_and_changes_nothing(data, assignment, word):
    before = run("store", "show", "--data", data)[1]
    code, _, err = run("store", "set", "language=es", assignment, "--data", data)
    assert code > 0 and word in err
    assert run("store", "show", "--data", data)[1] == before


def test_a_change_by_command_is_seen_by_the_server(server, client, admin):
    assert run("store", "set", "name=By command", "--data", server.data)[0] == 0
    soon(lambda: client.call("GET", "/store/", key=admin).json()["name"] == "By command")


# --- check

def test_check_is_content_with_good_data(data):
    code, out, err = run("check", "--data", data)
    assert code == 0, out + err


@pytest.mark.only_sqlite
def test_check_notices_broken_data(stopped):
    database = stopped / "data" / "tradewind.db"
    with sqlite3.connect(database) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    size = database.stat().st_size
    with open(database, "r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    code, out, err = run("check", "--data", stopped / "data")
    assert code > 0 and (out + err).strip() and "terminate called" not in err


@pytest.mark.only_sqlite
def test_check_says_when_there_is_nothing_yet_and_makes_nothing():
    folder = processes.make_folder()
    code, out, err = run("check", "--data", folder / "nowhere")
    assert code == 0 and f"nothing in {folder / 'nowhere'}" in out
    assert not (folder / "nowhere").exists()


def test_check_notices_a_wrong_configuration():
    folder = processes.make_folder()
    (folder / "wrong.toml").write_text("threads = -1\n")
    code, _, err = run("check", "--config", folder / "wrong.toml", "--data", folder / "data")
    assert code > 0 and "wrong.toml:1" in err


# --- compact

@pytest.mark.only_sqlite
def test_compact_gives_back_the_room_of_what_was_deleted(stopped, start_server):
    database = stopped / "data" / "tradewind.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("create table much as with recursive numbers (number) as "
                           "(select 1 union all select number + 1 from numbers where number < 1000) "
                           "select number, zeroblob(1000) from numbers")
        connection.execute("drop table much")
        connection.execute("pragma wal_checkpoint(truncate)")
    before = database.stat().st_size
    code, out, err = run("compact", "--data", stopped / "data")
    after = database.stat().st_size
    assert (code, out, err) == (0, f"the database has {after} bytes, and had {before}\n", "")
    assert after < before - 1_000_000
    start_server(folder=stopped)


@pytest.mark.only_sqlite
def test_compact_touches_nothing_that_a_server_uses(start_server):
    server = start_server()
    code, out, err = run("compact", "--data", server.data)
    assert (code, out) == (1, "") and "is in use by another process. Stop the service" in err


@pytest.mark.only_sqlite
def test_compact_makes_no_database():
    folder = processes.make_folder()
    code, _, err = run("compact", "--data", folder / "nowhere")
    assert code == 1 and f"There is no database in {folder / 'nowhere'}" in err
    assert not (folder / "nowhere").exists()


@pytest.mark.only_postgres
def test_compact_leaves_postgresql_alone(stopped):
    code, _, err = run("compact", "--data", stopped / "data")
    assert code == 1 and "The data is in PostgreSQL" in err


# --- one owner

@pytest.mark.only_sqlite
def test_a_second_server_on_the_same_data_is_refused(start_server, document):
    server = start_server()
    code, _, err = run("serve", "--data", server.data, "--listen", "127.0.0.1:0")
    assert code > 0 and str(server.data) in err
    assert server.client(document).call("GET", "/store/", key=server.admin_key).status == 200
    assert server.control_client(document).call("GET", "/admin/v1/store").status == 200


def test_a_port_in_use_is_refused(server):
    folder = processes.make_folder()
    code, _, err = run("serve", "--data", folder / "data", "--listen", f"127.0.0.1:{server.port}")
    assert code > 0 and str(server.port) in err and "terminate called" not in err


def test_a_folder_that_cannot_be_made_is_refused():
    for data in ("/proc/nothing/data", "/dev/null/data"):
        code, _, err = run("serve", "--data", data, "--listen", "127.0.0.1:0")
        assert code > 0 and data.rsplit("/", 1)[0] in err and "terminate called" not in err


@pytest.mark.only_sqlite
def test_a_database_that_is_none_is_refused(stopped):
    (stopped / "data" / "tradewind.db").write_bytes(b"this is not a database" * 1000)
    for suffix in ("-wal", "-shm"):
        (stopped / "data" / f"tradewind.db{suffix}").unlink(missing_ok=True)
    with pytest.raises(StartRefused) as refused:
        Server(folder=stopped)
    assert refused.value.code > 0 and "terminate called" not in refused.value.log


def test_a_lost_secret_key_is_refused_and_not_made_anew(stopped):
    (stopped / "data" / "secret.key").unlink()
    with pytest.raises(StartRefused) as refused:
        Server(folder=stopped)
    assert refused.value.code > 0 and "secret.key" in refused.value.log
    assert not (stopped / "data" / "secret.key").exists()


@pytest.mark.only_sqlite
def test_after_a_kill_the_next_start_takes_the_folder_over(start_server, document):
    folder = processes.make_folder()
    server = start_server(folder=folder)
    key = server.admin_key
    server.kill()
    assert (folder / "data" / "control.sock").exists()
    # Nobody holds the lock, so the command opens the data itself.
    assert run("store", "show", "--data", folder / "data")[0] == 0
    server = start_server(folder=folder)
    assert server.client(document).call("GET", "/store/", key=key).status == 200
    assert server.control_client(document).call("GET", "/admin/v1/store").status == 200


# --- the end

@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_a_signal_ends_the_server_with_zero(start_server, signal_number):
    server = start_server()
    assert server.stop(signal_number) < END_SECONDS_MAX


def test_after_sigterm_the_listener_stays_open_for_a_while_and_says_close(start_server, document):
    server = start_server()
    client, key = server.client(document), server.admin_key
    with client.connect() as held:
        request = client.request("GET", "/store/", key=key)
        assert not held.exchange(request).closes
        server.ask_to_end()
        server.await_log("stopping")
        # The line comes just before the first answer that closes; a request may still slip in between.
        answer = next(answer for answer in iter(lambda: held.exchange(request), None) if answer.closes)
        assert answer.status == 200
    answer = client.call("GET", "/store/", key=key)
    assert answer.status == 200 and answer.closes
    assert 1 < server.await_end() < END_SECONDS_MAX


def test_a_request_in_flight_is_answered_before_the_end(start_server, document):
    server = start_server()
    client = server.client(document)
    request = client.request("PATCH", "/admin/v1/store", json={"name": "In flight"}, key=server.admin_key)
    with client.connect() as connection:
        connection.send(request[:-5])
        server.ask_to_end()
        server.await_log("stopping")
        connection.send(request[-5:])
        assert connection.read(request).json()["name"] == "In flight"
    server.await_end()


def test_many_open_connections_do_not_delay_the_end(start_server, document):
    server = start_server(env={"TRADEWIND_DRAIN_SECONDS": "0"})
    client = server.client(document)
    connections = [client.connect() for _ in range(50)]
    assert connections[0].exchange(client.request("GET", "/store/", key=server.admin_key)).status == 200
    assert server.stop() < END_SECONDS_MAX
    for connection in connections:
        connection.close()


@pytest.mark.only_sqlite
def test_a_copied_folder_is_a_store_of_its_own(stopped, start_server, document):
    copy = processes.make_folder()
    shutil.copytree(stopped / "data", copy / "data", ignore=shutil.ignore_patterns("control.sock"))
    for path in [copy / "data", *(copy / "data").rglob("*")]:
        processes.give_to_program(path)
    one, other = start_server(folder=stopped), start_server(folder=copy)
    key = one.admin_key
    one.client(document).call("PATCH", "/admin/v1/store", json={"name": "One"}, key=key)
    assert other.client(document).call("GET", "/store/", key=key).json()["name"] == "My store"


# --- import

def import_file_at(folder, name, text):
    path = folder / name
    path.write_text(text)
    processes.give_to_program(path)
    return str(path)


def test_a_file_is_taken_in_with_a_server_and_without(data, request):
    rows = "".join(f"imported-{number}@example.org,Ada\n" for number in range(1000))
    file = import_file_at(data.parent, "contacts.csv", "_email,_name\n" + rows + "no address,x\n")
    code, out, err = run("import", file, "--type", "contacts", "--data", str(data))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "0 of 1001 rows, 0 %"
    assert "1001 of 1001 rows, 100 %" in lines and lines[-1] == "1000 of 1001 were taken in, 1 were refused."
    # A server that is asked has a link to its report. Where the command opens the data itself, it tells of them itself.
    is_asked = request.node.callspec.params["data"] == "running" and processes.ENGINE == "sqlite"
    assert lines[-2].startswith("What was refused: http" if is_asked else "line 1002: _email must be an e-mail address")
    again = import_file_at(data.parent, "again.csv", "_email;_surname\nimported-1@example.org;Byron\n")
    code, out, _ = run("import", again, "--type", "contacts", "--delimiter", ";", "--override", "--data", str(data))
    assert code == 0 and "1 of 1 were taken in, 0 were refused." in out


def test_of_many_refusals_the_first_are_told(stopped):
    file = import_file_at(stopped, "bad.csv", "_email\n" + "no address\n" * 21)
    code, out, err = run("import", file, "--type", "contacts", "--data", str(stopped / "data"))
    assert (code, err) == (0, "")
    lines = [line for line in out.splitlines() if not line.endswith("%")]
    assert lines[:20] == [f"line {number}: _email must be an e-mail address" for number in range(2, 22)]
    assert re.fullmatch(r"A running service tells the others: GET /admin/v1/imports/[0-9a-f]{24}", lines[20])
    assert lines[21:] == ["0 of 21 were taken in, 21 were refused."]


def test_purchases_and_products_are_taken_in_too(data):
    products = import_file_at(data.parent, "products.csv",
                              "productId,productDetailUrl,name,unitPrice\nmug,https://shop.example/mug,Mug,10\n")
    assert run("import", products, "--type", "products", "--data", str(data))[0] == 0
    contacts = import_file_at(data.parent, "contacts.csv", "_email\nbuyer@example.org\n")
    assert run("import", contacts, "--type", "contacts", "--data", str(data))[0] == 0
    purchases = import_file_at(data.parent, "purchases.csv",
                               "purchaseId,contactEmail,totalPrice,totalQuantity,productId,quantity,price\n"
                               "B-1,buyer@example.org,10,1,mug,1,10\nB-2,nobody@example.org,10,1,mug,1,10\n")
    code, out, _ = run("import", purchases, "--type", "purchases", "--data", str(data))
    assert code == 0 and "1 of 2 were taken in, 1 were refused." in out


@pytest.mark.parametrize("arguments, complaint", [
    (["missing.csv", "--type", "contacts"], "there is no file missing.csv"),
    (["FILE", "--type", "contacts", "--update-only-empty"], "updateOnlyEmptyFields can be true only when"),
    (["FILE", "--type", "products"], "file has no column productId"),
    (["FILE", "--type", "contacts", "--delimiter", "|"], "delimiter must be , or ;"),
    (["FILE", "--type", "coupons"], "couponSetId is required for coupons"),
    (["FILE", "--type", "contacts", "--segment", "698075a00b2fd92440000000"], "segmentId does not exist"),
    (["FILE", "--type", "cats"], "--type"),
])
def test_an_import_that_is_refused(data, arguments, complaint):
    file = import_file_at(data.parent, "file.csv", "_email\na@example.org\n")
    code, _, err = run("import", *(file if one == "FILE" else one for one in arguments), "--data", str(data))
    assert code != 0 and complaint in err, err
