"""Programs as shops write them, in other languages and with their own libraries, against the real service."""

import json
import os
import subprocess
import uuid
from pathlib import Path

import pytest

from harness.contacts import Contacts, options

FOLDER = Path(__file__).parent
SECONDS_MAX = 60
PROGRAMS = {
    "shop_curl.php": "php",
    "shop_streams.php": "php",
    "shop_requests.py": "/usr/bin/python3",
    "shop_fetch.mjs": "node",
}


@pytest.fixture
def contacts(client, admin):
    with Contacts(client, admin) as calls:
        yield calls


def all_field_ids(contacts):
    found, target = [], "/contact-fields/?pageSize=100"
    while target:
        page = contacts.get(target).json()
        found += [one["id"] for one in page["results"]]
        target = page["links"].get("next", "").partition("/contact-fields/")
        target = "".join(target[1:])
    return found


def run(program, server, email, field):
    """What the program says it understood."""
    settings = {"SHOP_URL": server.url, "SHOP_KEY": f"{server.admin_key.id}:{server.admin_key.secret}",
                "SHOP_EMAIL": email, "SHOP_FIELD": field}
    # No settings of the machine, so that no proxy gets between.
    done = subprocess.run([PROGRAMS[program], FOLDER / program], capture_output=True, timeout=SECONDS_MAX,
                          env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **settings})
    assert done.returncode == 0 and done.stderr == b"", f"{done.stdout!r}\n{done.stderr.decode()}"
    return json.loads(done.stdout)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_shop_understands_and_is_understood(server, contacts, program):
    email = f"{uuid.uuid4().hex}+ada@example.org"
    field = contacts.make_field("checkbox", options=options("a", "b", "c"), defaultValue=[])
    for _ in range(20):
        contacts.make_field("text")
    told = run(program, server, email, field)

    made = told["made"]["body"]
    assert told["made"]["status"] == 200
    assert made.items() >= {"_email": email, "_name": "Ada", "_points": 3, "_birthdate": "1970-01-01T00:00:00.000Z",
                            field: ["b", "a"], "_clv": None}.items()
    assert told["read"] == told["made"]

    changed = told["changed"]["body"]
    expected = {**made, "_surname": "L\u00f6velace", "_updatedAt": changed["_updatedAt"]}
    del expected["_name"]
    assert told["changed"] == {"status": 200, "body": expected}
    assert told["empty"] == told["changed"]

    assert told["fields"] == all_field_ids(contacts)
    assert sorted(told["problems"]) == ["/_points", "/nothing"]
    assert told["deleted"] == 204
    assert told["missing"]["status"] == 404 and told["missing"]["body"]["title"] == "Not Found"
    assert "velace" not in server.log, "what a shop repeats among its headers is not for the log"
