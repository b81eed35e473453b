"""The examples of docs/past-purchases.md do what the page says."""

import json
import re
import subprocess

import pytest

from harness import processes
from harness.purchase_imports import PurchaseImports
from harness.purchases import Shop

PAGE = (processes.ROOT / "docs/past-purchases.md").read_text()
COMMANDS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
FILES = re.findall(r"^```csv (\S+)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def run(start_server, document, tmp_path):
    """Runs a command of the page against a server of its own; what it printed."""
    server = start_server()
    for name, content in FILES:
        (tmp_path / name).write_text(content)

    def run_command(command, **variables):
        done = subprocess.run(
            ["sh", "-eu", "-c", command.replace("http://127.0.0.1:8080", server.url)], cwd=tmp_path, timeout=30,
            env={"PATH": "/usr/bin:/bin", "KEY": f"{server.admin_key.id}:{server.admin_key.secret}", **variables},
            capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run_command.server = server
    return run_command


def test_the_commands_of_the_page_work(run, document):
    client, key = run.server.client(document), run.server.admin_key
    shop, imports = Shop(client, key), PurchaseImports(client, key)
    assert client.call("PATCH", "/contacts/email/ada@example.org", json={}, key=key).status == 200
    for product in ("mug-celadon", "saucer-celadon"):
        shop.product(product)
    send, look, report, delete = COMMANDS
    made = json.loads(run(send))
    assert made["total"] == 2
    done = imports.await_end(made["id"])
    assert json.loads(run(look, ID=made["id"])) == done
    assert (done["success"], done["errors"]) == (1, 1)
    assert run(report, ID=made["id"]).splitlines()[1].startswith('"4","E0101: ')
    assert run(delete, ID=made["id"]) == ""
    assert client.call("GET", f"/admin/v1/purchase-imports/{made['id']}", key=key).status == 404
