"""`tradewind export`, with a server that runs and without."""

import csv
import io
import signal
import zipfile

import pytest

from harness import processes
from harness.processes import run


@pytest.fixture(params=["running", "stopped"])
def data(request, start_server):
    """A data folder with a contact in it, with a server that runs on it and without."""
    folder = processes.make_folder()
    server = start_server(folder=folder)
    made = server.client().call("PATCH", "/contacts/email/ada@example.org", json={"_name": "Ada"}, key=server.admin_key)
    assert made.status == 200, made.summary()
    if request.param == "stopped":
        server.stop(signal.SIGINT)
    return folder / "data"


def tables(path):
    with zipfile.ZipFile(path) as archive:
        return [list(csv.DictReader(io.StringIO(archive.read(name).decode()), delimiter=";"))
                for name in archive.namelist()]


def test_contacts_and_activities_are_written_to_a_file(data):
    out = data.parent / "out.zip"
    code, told, problem = run("export", "contacts", "--data", data, "--out", out, "--delimiter", ";")
    assert code == 0, problem
    assert told.splitlines()[-1] == f"1 rows are in {out}" and "1 of 1 rows" in told
    (rows,) = tables(out)
    assert [(row["Email"], row["First name"]) for row in rows] == [("ada@example.org", "Ada")]

    code, _, problem = run("export", "contacts", "--data", data, "--out", out)
    assert code == 1 and "already" in problem

    out = data.parent / "activities.zip"
    day = rows[0]["Created At"][:10]
    code, _, problem = run("export", "activities", "--data", data, "--out", out, "--from", day, "--to", day + "T23:59:59.999Z",
                           "--types", "contact-created, purchase", "--delimiter", ";", "--columns", "v1")
    assert code == 0, problem
    activities, items = tables(out)
    assert [row["Activity Type"] for row in activities] == ["contact-created"] and items == []
    assert "Origin" not in activities[0]


def test_what_cannot_be_exported_is_told(data):
    for arguments, told in ((["activities"], "activities need --from and --to"),
                            (["activities", "--from", "2026-01-01", "--to", "2026-02-02"], "filters/toDate must be at most"),
                            (["contacts", "--out", "/nonexistent/out.zip"], "there is no directory /nonexistent"), (["purchases"], "exportType must be"),
                            (["contacts", "--date-format", "x"], "dateFormat must be"),
                            (["contacts", "--segment", "x"], "filters/segmentId must be")):
        code, _, problem = run("export", *arguments, "--data", data)
        assert code == 1 and told in problem, problem
