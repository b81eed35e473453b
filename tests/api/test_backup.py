"""Backups, restores and holds, as an operator meets them. What a crash makes of them is under faults."""

import hashlib
import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import time
from datetime import datetime, timezone
from pathlib import Path

import pytest

from harness import postgres, processes
from harness.backups import copy_of, make_backup, outside_of, restore, rows_of
from harness.imports import FORM, form, rows_of as csv_of
from harness.migrations import MIGRATIONS, text_for
from harness.processes import run
from harness.server import StartRefused

WITHOUT = "--without-erasures"


def put_contact(server, email, **fields):
    answer = server.client().call("PATCH", f"/contacts/email/{email}", json=fields, key=server.admin_key)
    assert answer.status == 200, answer.summary()


def has_contact(server, email, key):
    status = server.client().call("GET", f"/contacts/email/{email}", key=key).status
    assert status in (200, 404)
    return status == 200


@pytest.fixture
def filled(start_server):
    """A running server with two people."""
    server = start_server(folder=processes.make_folder())
    put_contact(server, "ada@example.org", _name="Ada")
    put_contact(server, "grace@example.org", _name="Grace")
    return server


def kept_key(server):
    """A copy of the secret key, kept elsewhere as operators are told to."""
    kept = processes.make_folder() / "kept.key"
    shutil.copy(server.data / "secret.key", kept)
    processes.give_to_program(kept)
    return kept


# --- making one

@pytest.mark.only_sqlite
@pytest.mark.parametrize("is_running", [True, False], ids=["running", "stopped"])
def test_a_backup_is_whole_and_says_what_is_in_it(filled, is_running):
    key = filled.admin_key
    if not is_running:
        filled.stop(signal.SIGINT)
    target = processes.make_folder() / "mine"
    assert make_backup(filled.data, target) == target
    assert {path.name for path in target.iterdir()} == {"tradewind.db", "manifest.json", "manifest.sha256"}
    manifest = json.loads((target / "manifest.json").read_text())
    assert manifest["format"] == 1 and manifest["rows"]["contacts"] == 2
    assert manifest["schemaVersion"] == len(MIGRATIONS)
    assert run("version")[1].strip() == f"tradewind {manifest['version']}"
    (file,) = manifest["files"]
    content = (target / "tradewind.db").read_bytes()
    assert file == {"name": "tradewind.db", "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    assert subprocess.run(["sha256sum", "-c", "manifest.sha256"], cwd=target, capture_output=True).returncode == 0
    for path in [target, *target.iterdir()]:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, f"others can read {path}"
        secrets = [(filled.data / "secret.key").read_bytes(), key.secret.encode()]
        assert path.is_dir() or not any(secret in path.read_bytes() for secret in secrets)
    if not is_running:
        assert rows_of(target / "tradewind.db") == rows_of(filled.data / "tradewind.db")


@pytest.mark.only_sqlite
def test_where_backups_go(filled):
    assert make_backup(filled.data).parent == filled.data / "backups"
    place = processes.make_folder()
    made = make_backup(filled.data, place)
    assert made.parent == place and made.name.startswith("tradewind-20")
    told = filled.control_client().call("GET", "/control/v1/backup").json()
    assert (told["state"], told["path"], told["problem"]) == ("done", str(made), "")


@pytest.mark.only_sqlite
def test_no_backup_goes_into_another_one(filled):
    """As when every night the same name is given."""
    target = make_backup(filled.data, processes.make_folder() / "tonight")
    before = sorted(target.rglob("*"))
    code, out, err = run("backup", target, "--data", filled.data)
    assert (code, out) == (1, "") and f"There is something at {target} already." in err
    assert sorted(target.rglob("*")) == before


@pytest.mark.only_sqlite
@pytest.mark.parametrize("is_running", [True, False], ids=["running", "stopped"])
def test_a_backup_that_cannot_be_made(filled, is_running):
    if not is_running:
        filled.stop(signal.SIGINT)
    folder = processes.make_folder()
    (folder / "file").write_text("something")
    for target in (folder / "file", folder / "missing" / "backup", Path("/proc/backup"), Path("/root/backup")):
        code, out, err = run("backup", target, "--data", filled.data)
        assert (code, out) == (1, "") and str(target.parent) in err
        assert len(list(folder.iterdir())) == 1, "nothing is left of it"


@pytest.mark.only_sqlite
def test_the_network_has_no_way_to_backups(filled):
    for method, path in (("POST", "/control/v1/backup"), ("GET", "/control/v1/backup"),
                         ("POST", "/control/v1/confirm-live")):
        assert filled.client().call(method, path, key=filled.admin_key, json={}).status == 404


@pytest.mark.only_sqlite
def test_who_asks_the_control_socket_must_name_a_whole_path(filled):
    control = filled.control_client()
    assert control.call("GET", "/control/v1/backup").json()["state"] == "none"
    for path in ("relative", 1, None):
        assert control.call("POST", "/control/v1/backup", json={"path": path}).status == 422
    assert control.call("POST", "/control/v1/backup", json=[1]).status in (400, 422)
    assert control.call("GET", "/control/v1/backup").json()["state"] == "none"


@pytest.mark.only_postgres
def test_with_postgresql_other_tools_make_backups(filled):
    code, out, err = run("backup", "--data", filled.data)
    assert (code, out) == (1, "") and "pg_dump" in err and "pg_basebackup" in err
    code, _, err = run("restore", "/nowhere", "--data", filled.data)
    assert code == 1 and "pg_restore" in err


# --- restoring one

@pytest.mark.only_sqlite
def test_what_was_backed_up_is_served_again(filled, start_server, document):
    admin, key = filled.admin_key, kept_key(filled)
    backup = make_backup(filled.data)
    put_contact(filled, "later@example.org")
    folder = processes.make_folder()
    code, out, err = restore(backup, folder, key, WITHOUT)
    assert (code, err) == (0, "") and "confirm-live" in out
    for path in [folder / "data", *(folder / "data").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, f"others can read {path}"
    restored = start_server(folder=folder)
    ask = lambda server, email: server.client(document).call("GET", f"/contacts/email/{email}", key=admin)
    for email in ("ada@example.org", "grace@example.org"):
        assert ask(restored, email).json() == ask(filled, email).json()
    assert ask(restored, "later@example.org").status == 404
    assert outside_of(restored) == ("on hold", "The data was restored from a backup.")
    assert "on hold" in restored.log and "restored from a backup" in restored.log
    assert outside_of(filled) == ("ok", ""), "the live one goes on"


@pytest.mark.only_sqlite
def test_a_restore_that_is_refused(filled, start_server):
    key, backup = kept_key(filled), make_backup(filled.data)
    other_key = kept_key(start_server())
    full = processes.make_folder()
    (full / "data").mkdir()
    (full / "data" / "something").write_text("of somebody")
    (full / "data").chmod(0o755)
    strange_log = full / "strange.log"
    strange_log.write_text('{"secretKeyFingerprint":"another"}\n')
    strange_log.chmod(0o644)
    empty = processes.make_folder()
    for arguments, complaint in [
        ([backup, WITHOUT], "--secret-key FILE"),
        ([backup, WITHOUT, "--secret-key", other_key], "is not the one that the backup belongs to"),
        ([backup, WITHOUT, "--secret-key", empty / "none"], "no secret key"),
        ([backup, "--secret-key", key], "would come back"),
        ([backup, "--secret-key", key, "--erasures", empty / "none"], "no log of erasures"),
        ([backup, "--secret-key", key, "--erasures", strange_log], "another secret key"),
        ([empty, WITHOUT, "--secret-key", key], "is no backup"),
        ([filled.data, WITHOUT, "--secret-key", key], "is no backup"),
    ]:
        code, out, err = run("restore", *arguments, "--data", empty / "data")
        assert (code, out) == (1, "") and complaint in err, (arguments, err)
        assert not (empty / "data").exists(), "nothing was begun"
    processes.give_to_program(full / "data")
    code, _, err = restore(backup, full, key, WITHOUT)
    assert code == 1 and "is not empty" in err
    assert [path.name for path in (full / "data").iterdir()] == ["something"]


@pytest.mark.only_sqlite
def test_a_restore_that_was_cut_short_is_not_taken_for_a_new_store(filled, start_server):
    backup, folder = make_backup(filled.data), processes.make_folder()
    assert restore(backup, folder, kept_key(filled), WITHOUT)[0] == 0
    (folder / "data" / "tradewind.db").unlink()
    with pytest.raises(StartRefused) as refused:
        start_server(folder=folder)
    assert "did not come to its end" in refused.value.log


@pytest.mark.only_sqlite
def test_a_file_that_waits_to_be_taken_in_is_in_the_backup(filled, start_server):
    """Imports go on where they were; exports are begun anew; what both made goes, as after seven days."""
    key, admin = kept_key(filled), filled.admin_key
    rows = [["_email", "_name"], *([f"waiting-{number}@example.org", "W" * 200] for number in range(20_000))]
    answer = filled.client().call("POST", "/imports/", body=form(csv_of(*rows)), headers=FORM, key=admin)
    assert answer.status in (200, 201, 202), answer.summary()
    backup = make_backup(filled.data)
    manifest = json.loads((backup / "manifest.json").read_text())
    assert any(file["name"].startswith("files/") for file in manifest["files"]), "the import ended too soon"
    folder = processes.make_folder()
    assert restore(backup, folder, key, WITHOUT)[0] == 0
    restored = start_server(folder=folder)
    path = f"/imports/{answer.json()['id']}"
    while (standing := restored.client().call("GET", path, key=admin).json())["status"] in ("queued", "inProgress"):
        pass
    assert standing["status"] == "finished" and standing["success"] == 20_000
    assert has_contact(restored, "waiting-19999@example.org", admin)


# --- who was erased

def await_in_log(server, count):
    """The erasures are in the log of them within seconds."""
    log = server.data / "erasures.log"
    deadline = time.monotonic() + 60  # A second or two, on a machine that has time.
    while not log.exists() or len(log.read_text().splitlines()) < count + 1:
        assert time.monotonic() < deadline, "an erasure is not in the log"
        time.sleep(0.05)  # It comes by itself.
    return log


@pytest.mark.only_sqlite
def test_whoever_was_erased_after_the_backup_does_not_come_back(filled, start_server):
    admin, key = filled.admin_key, kept_key(filled)
    put_contact(filled, "by-id@example.org", _externalId="X-1")
    backup = make_backup(filled.data)
    for path in ("email/ADA@example.org", "external-id/X-1"):
        assert filled.client().call("DELETE", f"/contacts/{path}", key=admin).status == 204
    log = await_in_log(filled, 2)
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert "ada@" not in log.read_text().lower() and "X-1" not in log.read_text()
    for erasures in (log, filled.data):
        folder = processes.make_folder()
        code, _, err = restore(backup, folder, key, "--erasures", erasures)
        assert code == 0, err
        restored = start_server(folder=folder)
        assert not has_contact(restored, "ada@example.org", admin)
        assert not has_contact(restored, "by-id@example.org", admin)
        assert has_contact(restored, "grace@example.org", admin)
        line = json.loads(restored.await_log("made to happen again", 60))
        assert (line["erasures"], line["people"]) == (2, 2)
        restored.stop(signal.SIGINT)
        assert "happen again" not in start_server(folder=folder).log, "once is enough"


def test_whoever_stops_the_service_finds_every_erasure_in_the_log(filled):
    assert filled.client().call("DELETE", "/contacts/email/ada@example.org", key=filled.admin_key).status == 204
    filled.stop(signal.SIGINT)
    assert len((filled.data / "erasures.log").read_text().splitlines()) == 2, "a header and the erasure"


@pytest.mark.only_sqlite
def test_whoever_had_another_address_in_the_backup_does_not_come_back(filled, start_server):
    admin, key = filled.admin_key, kept_key(filled)
    backup = make_backup(filled.data)
    put_contact(filled, "ada@example.org", _externalId="A-1")
    moved = filled.client().call("PATCH", "/contacts/external-id/A-1", json={"_email": "countess@example.org"},
                                 key=admin)
    assert moved.status == 200, moved.summary()
    assert filled.client().call("DELETE", "/contacts/email/countess@example.org", key=admin).status == 204
    log = await_in_log(filled, 1)
    folder = processes.make_folder()
    assert restore(backup, folder, key, "--erasures", log)[0] == 0
    restored = start_server(folder=folder)
    assert not has_contact(restored, "ada@example.org", admin) and has_contact(restored, "grace@example.org", admin)


@pytest.mark.only_sqlite
def test_a_file_that_waited_in_the_backup_brings_nobody_back(filled, start_server):
    admin, key = filled.admin_key, kept_key(filled)
    rows = [["_email", "_name"], *([f"waiting-{number}@example.org", "W" * 200] for number in range(20_000))]
    path = "/imports/"
    made = filled.client().call("POST", path, body=form(csv_of(*rows)), headers=FORM, key=admin)
    assert made.status == 201, made.summary()
    path += made.json()["id"]
    backup = make_backup(filled.data)
    assert (backup / "files").is_dir(), "the import ended too soon"
    while filled.client().call("GET", path, key=admin).json()["status"] in ("queued", "inProgress"):
        pass
    assert filled.client().call("DELETE", "/contacts/email/waiting-19999@example.org", key=admin).status == 204
    log, folder = await_in_log(filled, 1), processes.make_folder()
    assert restore(backup, folder, key, "--erasures", log)[0] == 0
    restored = start_server(folder=folder)
    standing = restored.client().call("GET", path, key=admin).json()
    assert standing["status"] == "error" and "People were erased after" in standing["errorReason"]
    assert not has_contact(restored, "waiting-19999@example.org", admin)


@pytest.mark.only_sqlite
def test_a_damaged_log_of_erasures_is_not_passed_over(filled, start_server):
    filled.stop(signal.SIGINT)
    with (filled.data / "erasures.log").open("a") as log:
        log.write('{"id":"nonsense"}\n')
    processes.give_to_program(filled.data / "erasures.log")
    with pytest.raises(StartRefused) as refused:
        start_server(folder=filled.folder)
    assert "erasures.log is damaged in line" in refused.value.log


def test_erasures_of_a_database_that_was_put_back_are_made_again(filled, start_server):
    """Without the commands of the program: an old database under the same data folder, on either engine."""
    admin = filled.admin_key
    if processes.ENGINE == "sqlite":
        filled.stop(signal.SIGINT)
        old = (filled.data / "tradewind.db").read_bytes()
    else:
        server, name = postgres.shared(), processes._databases[str(filled.data)]
        filled.stop(signal.SIGINT)
        server.copy_database(name, f"old_{name}")
    server_now = start_server(folder=filled.folder)
    assert server_now.client().call("DELETE", "/contacts/email/ada@example.org", key=admin).status == 204
    await_in_log(server_now, 1)
    server_now.stop(signal.SIGINT)
    if processes.ENGINE == "sqlite":
        with (filled.data / "tradewind.db").open("r+b") as file:  # The same file, with what it had before.
            file.truncate()
            file.write(old)
        environment = {}
    else:
        environment = {"TRADEWIND_DATABASE": server.address(f"old_{name}")}
    again = start_server(folder=filled.folder, env=environment)
    assert not has_contact(again, "ada@example.org", admin) and has_contact(again, "grace@example.org", admin)
    assert outside_of(again)[0] == "on hold"


# --- holds

def test_an_ordinary_restart_is_no_hold(filled, start_server):
    assert outside_of(filled) == ("ok", "")
    filled.kill()
    again = start_server(folder=filled.folder)
    assert outside_of(again) == ("ok", "") and "on hold" not in again.log
    again.stop(signal.SIGINT)
    moved = processes.make_folder()
    if processes.ENGINE == "sqlite":
        os.rename(filled.data, moved / "data")
        assert outside_of(start_server(folder=moved)) == ("ok", ""), "it is the same file under another name"


@pytest.mark.only_sqlite
def test_a_copied_folder_is_on_hold_until_it_is_confirmed(filled, start_server):
    filled.stop(signal.SIGINT)
    copy = copy_of(filled.data, processes.make_folder())
    original, copied = start_server(folder=filled.folder), start_server(folder=copy)
    assert outside_of(original) == ("ok", "")
    assert outside_of(copied)[0] == "on hold" and "may be a copy" in outside_of(copied)[1]
    put_contact(copied, "new@example.org")  # It serves all the same.
    copied.stop(signal.SIGINT)
    copied = start_server(folder=copy)
    assert outside_of(copied)[0] == "on hold", "a restart is no confirmation"
    assert run("confirm-live", "--data", copied.data)[0] == 0
    assert outside_of(copied) == ("ok", "")
    audit = copied.client().call("GET", "/admin/v1/audit/", key=copied.admin_key).json()["results"][0]
    assert (audit["action"], audit["actor"]) == ("outside.confirm-live", "control-socket")
    copied.stop(signal.SIGINT)
    assert outside_of(start_server(folder=copy)) == ("ok", "")


@pytest.mark.only_sqlite
def test_a_copy_can_be_confirmed_while_nobody_serves_it(filled, start_server):
    filled.stop(signal.SIGINT)
    copy = copy_of(filled.data, processes.make_folder())
    assert run("confirm-live", "--data", copy / "data")[0] == 0
    assert outside_of(start_server(folder=copy)) == ("ok", "")


@pytest.mark.only_postgres
def test_a_database_made_from_another_is_on_hold(filled, start_server):
    server, name = postgres.shared(), processes._databases[str(filled.data)]
    filled.stop(signal.SIGINT)
    server.copy_database(name, f"image_of_{name}")
    environment = {"TRADEWIND_DATABASE": server.address(f"image_of_{name}")}
    copied = start_server(folder=filled.folder, env=environment)
    assert outside_of(copied)[0] == "on hold"
    assert run("confirm-live", "--data", filled.data, env=environment)[0] == 0
    deadline = time.monotonic() + 20
    while outside_of(copied)[0] != "ok":
        assert time.monotonic() < deadline, "the server does not see what the command did"
        time.sleep(0.02)  # Processes tell each other within a second.


@pytest.mark.only_sqlite
@pytest.mark.parametrize("change, complaint", [
    ("UPDATE outside_world SET seen_at = seen_at + 600000", "clock"),
    ("UPDATE outside_world SET seen_at = seen_at - 600000", "older than its data directory"),
])
def test_a_clock_or_a_database_that_went_back_holds(filled, start_server, change, complaint):
    filled.await_log("listening")
    seen = filled.data / "seen"
    filled.stop(signal.SIGINT)
    if not seen.exists():  # It is noted once a minute.
        seen.write_text(datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z\n"))
        processes.give_to_program(seen)
    with sqlite3.connect(filled.data / "tradewind.db") as connection:
        connection.execute(change)
    connection.close()
    for path in filled.data.iterdir():
        processes.give_to_program(path)
    status, detail = outside_of(start_server(folder=filled.folder))
    assert status == "on hold" and complaint in detail


# --- before the schema is changed

def make_older(data, version):
    """Puts a database in the place of the newest one that has the same store and keys, but an older schema."""
    old = data / "old.db"
    connection = sqlite3.connect(old)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE schema_migrations (version bigint not null primary key, name text not null, "
                       "checksum text not null, applied_at bigint not null)")
    for path in MIGRATIONS[:version]:
        row = (int(path.name[:4]), path.stem[5:], hashlib.sha256(path.read_bytes()).hexdigest(), 1)
        connection.executescript(text_for("sqlite", path))
        connection.execute("INSERT INTO schema_migrations VALUES (?, ?, ?, ?)", row)
    connection.commit()
    connection.execute("ATTACH ? AS newest", (str(data / "tradewind.db"),))
    for table in ("store", "instance", "api_keys", "audit_entries"):
        columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
        connection.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newest.{table}")
    connection.commit()
    connection.close()
    for leftover in data.glob("tradewind.db*"):
        leftover.unlink()
    old.rename(data / "tradewind.db")
    for path in data.iterdir():
        processes.give_to_program(path)


@pytest.mark.only_sqlite
def test_an_older_database_is_backed_up_before_it_is_changed(filled, start_server):
    key, admin = kept_key(filled), filled.admin_key
    filled.stop(signal.SIGINT)
    backups = filled.data / "backups"
    for version in (1, len(MIGRATIONS) // 2, len(MIGRATIONS) - 1):
        make_older(filled.data, version)
        server = start_server(folder=filled.folder)
        line = json.loads(server.await_log("made a backup before the schema is changed"))
        assert line["schema"] == version
        (kept,) = backups.iterdir()  # The newest alone.
        assert str(kept) == line["directory"]
        assert json.loads((kept / "manifest.json").read_text())["schemaVersion"] == version
        assert server.client().call("GET", "/store/", key=admin).status == 200
        server.stop(signal.SIGINT)
        folder = processes.make_folder()
        assert restore(kept, folder, key, WITHOUT)[0] == 0
        restored = start_server(folder=folder)
        assert restored.client().call("GET", "/store/", key=admin).status == 200
        assert outside_of(restored)[0] == "on hold"


@pytest.mark.only_sqlite
def test_a_database_that_cannot_be_backed_up_is_not_changed(filled, start_server):
    filled.stop(signal.SIGINT)
    make_older(filled.data, len(MIGRATIONS) - 1)
    before = rows_of(filled.data / "tradewind.db")
    (filled.data / "backups").write_text("in the way")
    with pytest.raises(StartRefused) as refused:
        start_server(folder=filled.folder)
    assert "no backup of it could be made" in refused.value.log
    assert rows_of(filled.data / "tradewind.db") == before


def test_a_new_database_and_one_that_is_up_to_date_need_no_backup(filled, start_server):
    filled.stop(signal.SIGINT)
    assert not (start_server(folder=filled.folder).data / "backups").exists()
