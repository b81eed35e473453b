"""What a data folder must be like for a start: its database there, closed to others, and a place to write to."""

import os
import shutil
import signal
import subprocess

import pytest

from harness import processes
from harness.processes import run

DATABASE = ("tradewind.db", "tradewind.db-wal", "tradewind.db-shm")


@pytest.fixture
def stopped(start_server):
    """A data folder whose server has ended: its parent folder."""
    folder = processes.make_folder()
    start_server(folder=folder).stop(signal.SIGINT)
    (folder / "data" / "seen").touch(mode=0o600)  # A service that runs for a minute makes it.
    processes.give_to_program(folder / "data" / "seen")
    return folder


def contents(data):
    return {path.name: path.read_bytes() for path in data.iterdir() if path.is_file() and path.name != "lock"}


def lose_database(data, leaves_empty=False):
    for name in DATABASE:
        (data / name).unlink(missing_ok=True)
    if leaves_empty:
        (data / DATABASE[0]).touch(mode=0o600)
        processes.give_to_program(data / DATABASE[0])


# --- a database that is gone

@pytest.mark.only_sqlite
@pytest.mark.parametrize("leaves_empty", [False, True], ids=["missing", "empty"])
@pytest.mark.parametrize("arguments", [["serve", "--listen", "127.0.0.1:0"], ["check"], ["keys", "list"]])
def test_a_store_whose_database_is_gone_is_not_begun_anew(stopped, arguments, leaves_empty):
    data = stopped / "data"
    lose_database(data, leaves_empty)
    before = contents(data)
    code, out, err = run(*arguments, "--data", data)
    assert code == 1 and "whole" not in out, (out, err)
    for words in ("secret.key, seen, files", f"{data / 'tradewind.db'} is {'empty' if leaves_empty else 'missing'}",
                  "tradewind restore BACKUP", "To begin anew", "--database"):
        assert words in err, err
    assert contents(data) == before, "nothing was written"


@pytest.mark.only_sqlite
@pytest.mark.parametrize("left", ["secret.key", "seen", "files"])
def test_one_thing_that_is_left_is_enough_to_tell(stopped, left):
    data = stopped / "data"
    for path in list(data.iterdir()):
        if path.name != left:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    code, _, err = run("serve", "--data", data, "--listen", "127.0.0.1:0")
    assert code == 1 and f"it has {left}." in err, err


@pytest.mark.only_sqlite
def test_who_moves_everything_away_begins_anew(stopped, start_server):
    data = stopped / "data"
    lose_database(data)
    data.rename(stopped / "old")
    assert start_server(folder=stopped).admin_key


@pytest.mark.only_sqlite
def test_a_first_start_that_was_cut_short_is_a_first_one_again(stopped, start_server):
    data = stopped / "data"
    lose_database(data, leaves_empty=True)
    (data / "first-start").touch()
    first_key = (data / "first-admin-key").read_text()
    server = start_server(folder=stopped)
    assert server.admin_key and (data / "first-admin-key").read_text() != first_key
    assert not (data / "first-start").exists()


@pytest.mark.only_sqlite
def test_check_does_not_call_an_empty_database_whole():
    data = processes.make_folder()
    (data / "tradewind.db").touch()
    processes.give_to_program(data / "tradewind.db")
    code, out, err = run("check", "--data", data)
    assert code == 1 and "is empty" in err and "whole" not in out
    assert [(path.name, path.stat().st_size) for path in data.iterdir()] == [("tradewind.db", 0)]


# --- who may read it

@pytest.mark.parametrize("name, mode, mended", [("", 0o777, 0o700), ("", 0o705, 0o700), ("", 0o750, 0o700),
                                                ("secret.key", 0o666, 0o600), ("secret.key", 0o640, 0o600)])
def test_what_others_may_read_or_write_is_refused(stopped, start_server, name, mode, mended):
    path = stopped / "data" / name
    path.chmod(mode)
    for command in (["serve", "--listen", "127.0.0.1:0"], ["check"]):
        code, _, err = run(*command, "--data", stopped / "data")
        assert code == 1 and f"its mode is {mode:04o}. Mend that: chmod {mended:o} {path}" in err, err
    path.chmod(mended)
    start_server(folder=stopped)


# --- where it cannot write

@pytest.mark.only_sqlite
def test_a_folder_that_its_own_user_may_not_write_is_told_as_that(stopped):
    (stopped / "data").chmod(0o500)
    code, _, err = run("serve", "--data", stopped / "data", "--listen", "127.0.0.1:0")
    assert code == 1 and f"Mend that: chmod 700 {stopped / 'data'}" in err, err


@pytest.mark.skipif(os.geteuid() != 0, reason="needs the right to mount")
def test_a_folder_that_is_mounted_for_reading_only_is_told_as_that(stopped):
    data = stopped / "data"
    mount = f"mount --bind {data} {data} && mount -o remount,bind,ro {data} && exec setpriv --reuid nobody --clear-groups"
    for arguments in ("serve --listen 127.0.0.1:0", "check"):
        words = [processes.binary(), *arguments.split(), "--data", data]
        done = subprocess.run(["unshare", "--mount", "sh", "-c", " ".join([mount, *map(str, words)])],
                              capture_output=True, text=True, timeout=60, cwd="/",
                              env=processes.environment(processes.engine_environment(words)))
        assert done.returncode == 1 and f"{data} is on a file system that is mounted for reading only" in done.stderr, (
            done.stderr)


@pytest.mark.any_engine
@pytest.mark.skipif(processes.is_sanitized(), reason="needs far more memory by itself")
@pytest.mark.parametrize("megabytes", [48, 64, 80, 100])
def test_too_little_memory_is_told_as_that(megabytes):
    data = processes.make_folder() / "data"
    words = ["prlimit", f"--as={megabytes * 1024 * 1024}", processes.binary(), "serve", "--data", data, "--listen",
             "127.0.0.1:0", "--private-listen", "127.0.0.1:0", "--threads", "1"]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=60, env=processes.environment())
    assert done.returncode == 2 and "There is too little memory" in done.stderr, done.stderr
