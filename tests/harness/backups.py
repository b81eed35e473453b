"""Backups and what is restored from them, as tests use them."""

import shutil
import sqlite3
from pathlib import Path

from harness import processes
from harness.processes import run


def make_backup(data, target=None, **more):
    """Has a backup made; its path."""
    code, out, err = run("backup", *([target] if target else []), "--data", data, **more)
    # One that is done at once has no progress to tell of.
    assert code == 0 and (err == "" or err.endswith(" pages, 100 %\n")), err
    return Path(out.strip())


def restore(backup, folder, key, *arguments, env=None):
    """(exit code, output, complaint) of a restore into the data folder of `folder`."""
    return run("restore", backup, "--data", folder / "data", "--secret-key", key, *arguments, env=env, timeout=60)


def copy_of(data, folder):
    """The data folder once more, as `cp -a` makes it; `folder` is its parent."""
    shutil.copytree(data, folder / "data", ignore=shutil.ignore_patterns("control.sock"))
    for path in [folder / "data", *(folder / "data").rglob("*")]:
        processes.give_to_program(path)
    return folder


def rows_of(database):
    """Every row of every table of a database file that nobody has open."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        tables = [name for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        return {table: sorted(map(repr, connection.execute(f'SELECT * FROM "{table}"'))) for table in tables}
    finally:
        connection.close()


def outside_of(server):
    """How it stands with the outside world, by readiness and by the metric, which must agree.

    A hold may end between two questions: the metric is held against a readiness that said the same before and after.
    """
    private = server.private_client()
    before, after = None, readiness_of_outside(private)
    while before != after:
        before = after
        metrics = private.call("GET", "/metrics").body.decode().splitlines()
        after = readiness_of_outside(private)
    assert f"tradewind_outside_on_hold {int(after['status'] != 'ok')}" in metrics
    return after["status"], after.get("detail", "")


def readiness_of_outside(private):
    ready = private.call("GET", "/readyz")
    assert ready.status == 200, "a hold does not keep it from serving"
    return ready.json()["components"]["outside"]
