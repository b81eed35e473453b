"""The examples of docs/imports.md do what the page says."""

import json
import re
import subprocess

import pytest

from harness import processes
from harness.imports import Imports

PAGE = (processes.ROOT / "docs/imports.md").read_text()
COMMANDS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
FILES = re.findall(r"^```csv (\S+)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def run(start_server):
    """Runs a command of the page against a server of its own; what it printed."""
    folder = processes.make_folder()
    server = start_server(folder=folder)
    for name, content in FILES:
        (folder / name).write_text(content)
        processes.give_to_program(folder / name)

    def run_command(command, **variables):
        done = subprocess.run(
            ["sh", "-eu", "-c", command.replace("http://127.0.0.1:8080", server.url)], cwd=folder, timeout=30,
            env={"PATH": "/usr/bin:/bin", "KEY": f"{server.admin_key.id}:{server.admin_key.secret}", **variables},
            capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run_command.server = server
    run_command.folder = folder
    return run_command


def test_the_commands_of_the_page_work(run, document):
    client, key = run.server.client(document), run.server.admin_key
    imports = Imports(client, key)
    send, look, report, delete, command = COMMANDS
    made = json.loads(run(send))
    assert made["total"] == 3
    done = imports.await_end(made["id"])
    assert (done["success"], done["errors"]) == (2, 1)
    assert json.loads(run(look, ID=made["id"]))["status"] == "finished"
    assert run(report, REPORT=done["errorReportFileUrl"]).splitlines()[1].startswith('"4","_email ')
    assert run(delete, ID=made["id"]) == ""
    assert imports.call("GET", f"/imports/{made['id']}").status == 404
    ada = client.call("GET", "/contacts/external-id/C-1815", key=key).json()
    assert (ada["_email"], ada["_points"], ada["_newsletterSubscriptionStatus"]) == ("ada@example.org", 10, "subscribed")
    words = command.split()
    assert words[0] == "tradewind" and words[-2:] == ["--data", "data"]
    code, out, err = processes.run("import", str(run.folder / words[2]), *words[3:-1], str(run.folder / "data"))
    assert (code, err) == (0, "") and "2 of 2 were taken in, 0 were refused." in out
    mug = client.call("GET", "/products/product-id/mug-celadon", key=key).json()
    assert (mug["unitPrice"], mug["categories"]) == (21.3, ["Kitchen/Mugs", "Gifts"])


def test_the_page_names_every_column_of_a_product(document):
    properties = document.tree["components"]["schemas"]["Product"]["properties"]
    section = PAGE.partition("### Products")[2].partition("### Coupon codes")[0]
    named = set(re.findall(r"`(\w+)`", section)) | {"customField2"}
    assert not {name for name in properties if name not in ("id", "createdAt", "updatedAt")} - named
