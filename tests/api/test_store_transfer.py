"""A store that outgrows SQLite moves to PostgreSQL: everything it answered before it answers afterwards."""

import os
import signal
import sqlite3
import time
from contextlib import closing

import pytest

from harness import postgres, processes
from harness.backups import outside_of
from harness.contacts import by_email
from harness.processes import run
from harness.server import StartRefused
from harness.whole_store import everything, fill

pytestmark = pytest.mark.only_sqlite  # It starts there; what it becomes is asked of both.

ADDRESS = "http://shop.example"  # In links, so that they are the same wherever it runs.
STOPPED_SECONDS = 11


def new_database():
    server = postgres.shared()
    name = server.make_database()
    return server, name, server.address(name)


def copy(data, address, env=None, timeout=120):
    return run("copy", "--to", address, "--data", data, env=env, timeout=timeout)


@pytest.fixture
def filled(start_server):
    folder = processes.make_folder()
    server = start_server(folder=folder, arguments=["--public-address", ADDRESS])
    fill(server)
    server.key, server.answers = server.admin_key, everything(server, server.admin_key)
    server.stop(signal.SIGINT)
    return server


def serve_from(start_server, filled, address):
    return start_server(folder=filled.folder, arguments=["--public-address", ADDRESS],
                        env={"TRADEWIND_DATABASE": address})


def expect_left_behind(filled, start_server):
    """What is left of SQLite is not served: a write there would be missing from the store."""
    with pytest.raises(StartRefused) as refused:
        start_server(folder=filled.folder)
    assert "was moved to PostgreSQL" in refused.value.log


def test_everything_is_answered_as_before(filled, start_server, document):
    strange = [(path, answer) for path, answer in filled.answers.items() if answer[0] != 200]
    assert len(filled.answers) > 60 and not strange, strange
    server, name, address = new_database()
    code, out, err = copy(filled.data, address)
    assert code == 0, err
    assert "compared each" in out and "100 %" in err
    moved = serve_from(start_server, filled, address)
    answers = everything(moved, filled.key)
    assert answers.keys() == filled.answers.keys()
    for path, answer in answers.items():
        assert answer == filled.answers[path], path
    assert outside_of(moved) == ("ok", ""), "it is the live one"
    again = moved.client(document).call("PATCH", by_email("new@example.org"), json={"_name": "New"}, key=filled.key)
    assert again.status == 200, "and it takes writes"
    assert server.sql("SELECT to_regclass('transfer_progress') IS NULL", name) == "t"
    expect_left_behind(filled, start_server)
    code, _, err = copy(filled.data, address)
    assert code == 1 and "in this database already" in err


def test_a_store_on_hold_is_left_behind_just_so(filled, start_server):
    with closing(sqlite3.connect(filled.data / "tradewind.db")) as database, database:
        database.execute("UPDATE outside_world SET held_since = 1, held_because = 'It was restored.'")
    for path in filled.data.glob("tradewind.db*"):
        processes.give_to_program(path)
    _, _, address = new_database()
    assert copy(filled.data, address)[0] == 0
    expect_left_behind(filled, start_server)
    assert outside_of(serve_from(start_server, filled, address)) == ("on hold", "It was restored.")


def test_whoever_wants_to_go_back_says_so(filled, start_server):
    assert copy(filled.data, new_database()[2])[0] == 0
    expect_left_behind(filled, start_server)
    for command in (["keys", "list"], ["check"], ["backup", processes.make_folder() / "backup"]):
        code, _, err = run(*command, "--data", filled.data)
        assert code == 1 and "was moved to PostgreSQL" in err, command
    code, _, err = run("confirm-live", "--data", filled.data)
    assert code == 0, err
    assert outside_of(start_server(folder=filled.folder)) == ("ok", "")


def test_who_was_killed_at_the_very_end_leaves_no_second_live_copy(filled, start_server):
    _, _, address = new_database()
    assert copy(filled.data, address)[0] == 0
    # As it is when the last thing that the command does was not done any more.
    with closing(sqlite3.connect(filled.data / "tradewind.db")) as database, database:
        database.execute("UPDATE outside_world SET held_since = NULL, held_because = NULL")
    for path in filled.data.glob("tradewind.db*"):
        processes.give_to_program(path)
    code, _, err = copy(filled.data, address)
    assert code == 1 and "in this database already" in err
    expect_left_behind(filled, start_server)


def test_what_is_refused(filled, start_server):
    server, name, address = new_database()
    server.sql("CREATE TABLE customers (id bigint)", name)
    _, used_name, used = new_database()
    other = start_server(folder=processes.make_folder(), env={"TRADEWIND_DATABASE": used})
    other.stop(signal.SIGINT)
    empty = processes.make_folder()
    for data, to, env, complaint in [
        (filled.data, address, {}, "is not empty"),
        (filled.data, used, {}, "is not empty"),
        (filled.data, "mysql://x", {}, "postgres://user"),
        (filled.data, address, {"TRADEWIND_DATABASE": used}, "in PostgreSQL already"),
        (empty / "data", address, {}, "There is no database"),
    ]:
        code, out, err = copy(data, to, env)
        assert (code, out) == (1, "") and complaint in err, err
    running = start_server(folder=filled.folder)
    code, _, err = copy(filled.data, new_database()[2])
    assert code == 1 and "Stop the service" in err
    assert server.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name) == "1", "it was left alone"
    assert outside_of(running) == ("ok", "")


def test_a_row_that_differs_is_noticed(filled, start_server):
    """The control of the comparison: a program that writes one value wrong."""
    _, _, address = new_database()
    code, out, err = copy(filled.data, address, {"TRADEWIND_FAULT": "spoil-transfer"})
    assert (code, out) == (1, "") and "The table store differs" in err
    with pytest.raises(StartRefused) as refused:
        serve_from(start_server, filled, address)
    assert "on its way into this database" in refused.value.log
    assert outside_of(start_server(folder=filled.folder)) == ("ok", ""), "nothing was changed here"


def stop_where(is_there, command):
    """Lets the command stand still where that is true: looking may take longer than the rest of it."""
    deadline = time.monotonic() + 60
    while command.poll() is None:
        assert time.monotonic() < deadline
        os.kill(command.pid, signal.SIGSTOP)
        if is_there():
            return
        os.kill(command.pid, signal.SIGCONT)
        time.sleep(0.005)  # It goes on.
    pytest.fail("it ended before it could be stopped")


def test_who_is_stopped_for_a_while_goes_on(filled):
    """Longer than a server waits for a service that stands still in a transaction."""
    server, name, address = new_database()
    command = processes.spawn(["copy", "--to", address, "--data", filled.data])
    waited_for = f"SELECT 1 FROM pg_stat_activity WHERE datname = '{name}' AND state = 'idle in transaction'"
    stop_where(lambda: server.sql(waited_for), command)
    time.sleep(STOPPED_SECONDS)  # How long it stands still is what is tested.
    os.kill(command.pid, signal.SIGCONT)
    _, err = command.communicate(timeout=120)
    assert command.returncode == 0, err


def contacts_copied(server, name):
    """How many are there; 0 while the tables are being made, which would keep whoever counts waiting."""
    is_begun = server.sql("SELECT to_regclass('transfer_progress')", name) and \
        server.sql("SELECT 1 FROM transfer_progress WHERE table_name = 'contacts'", name)
    return int(server.sql("SELECT count(*) FROM contacts", name)) if is_begun else 0


def test_who_is_killed_goes_on_where_he_was(filled, start_server):
    server, name, address = new_database()
    file = filled.folder / "many.csv"
    file.write_text("_email,_name\n" + "".join(f"m{number}@example.org,{'x' * 300}\n" for number in range(12_000)))
    processes.give_to_program(file)
    assert run("import", file, "--type", "contacts", "--data", filled.data, timeout=120)[0] == 0
    command = processes.spawn(["copy", "--to", address, "--data", filled.data])
    stop_where(lambda: contacts_copied(server, name) >= 1000, command)
    command.kill()
    command.communicate()
    there = int(server.sql("SELECT count(*) FROM contacts", name))
    assert 1000 <= there < 12_000
    with pytest.raises(StartRefused) as refused:
        serve_from(start_server, filled, address)
    assert "on its way into this database" in refused.value.log
    other = start_server(folder=processes.make_folder())
    other.stop(signal.SIGINT)
    code, _, err = copy(other.data, address)
    assert code == 1 and "Another store is on its way" in err
    server.sql("UPDATE contacts SET name = name WHERE id = (SELECT min(id) FROM contacts)", name)
    mark = server.sql("SELECT xmin FROM contacts ORDER BY id LIMIT 1", name)
    code, out, err = copy(filled.data, address)
    assert code == 0, err
    assert server.sql("SELECT xmin FROM contacts ORDER BY id LIMIT 1", name) == mark, "what was there was left there"
    moved = serve_from(start_server, filled, address)
    assert moved.client().call("GET", by_email("m11999@example.org"), key=filled.key).status == 200
    assert int(server.sql("SELECT count(*) FROM contacts", name)) == 12_000 + 5
