"""What operators are told: what waits, the disk, backups, and a bundle for support."""

import json
import shutil
from datetime import datetime, timedelta, timezone

import pytest
from harness import processes
from harness.backups import make_backup, restore
from harness.contacts import by_email
from harness.processes import run

OPERATIONS, BUNDLE = "/admin/v1/operations", "/admin/v1/operations/bundle"


def told(server, key=None):
    answer = server.client().call("GET", OPERATIONS, key=key or server.admin_key)
    assert answer.status == 200, answer.summary()
    return answer.json()


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def is_lately(text):
    return abs(datetime.now(timezone.utc) - moment(text)) < timedelta(minutes=10)


@pytest.fixture
def own(start_server):
    return start_server(folder=processes.make_folder())


def test_a_new_store_waits_for_nothing(own):
    found = told(own)
    assert run("version")[1].strip() == f"tradewind {found['version']}"
    assert is_lately(found["startedAt"]) and found["lagSeconds"] == 0 and not found["isDamaged"]
    assert set(found["queues"].values()) == {0}


@pytest.mark.only_sqlite
def test_with_sqlite_the_disk_and_backups_are_known(own):
    found = told(own)
    assert found["storage"] == "sqlite"
    assert found["disk"]["usedBytes"] >= (own.data / "tradewind.db").stat().st_size
    free = shutil.disk_usage(own.data).free
    assert free / 2 < found["disk"]["freeBytes"] < free * 2 and not found["disk"]["isFull"]
    assert found["disk"]["daysUntilFull"] is None, "nobody knows yet"
    assert found["backup"] == {"madeAt": None, "bytes": None, "failedAt": None}
    assert found["restore"] == {"triedAt": None, "backupMadeAt": None}


@pytest.mark.only_postgres
def test_with_postgresql_disk_and_backups_are_those_of_its_server(own):
    found = told(own)
    assert found["storage"] == "postgresql"
    assert found["disk"] is None and found["backup"] is None and found["restore"] is None


@pytest.mark.only_sqlite
def test_the_disk_lasts_for_days_if_it_fills_as_it_did(own):
    begun = (datetime.now(timezone.utc) - timedelta(days=10)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    (own.data / "disk-use").write_text(f"{begun} 0\n")
    processes.give_to_program(own.data / "disk-use")
    disk = told(own)["disk"]
    expected = disk["freeBytes"] / (disk["usedBytes"] / 10)
    assert disk["daysUntilFull"] == pytest.approx(expected, rel=0.01)


@pytest.mark.only_sqlite
def test_a_backup_is_noted_and_so_is_one_that_failed(own):
    target = processes.make_folder() / "mine"
    make_backup(own.data, target)
    manifest = json.loads((target / "manifest.json").read_text())
    made = told(own)["backup"]
    assert made == {"madeAt": manifest["madeAt"], "bytes": sum(file["bytes"] for file in manifest["files"]),
                    "failedAt": None}
    assert run("backup", "--data", own.data, target / "no" / "such" / "place")[0] != 0
    failed = told(own)["backup"]
    assert failed["madeAt"] == made["madeAt"] and is_lately(failed["failedAt"])
    make_backup(own.data, processes.make_folder() / "next")
    assert told(own)["backup"]["failedAt"] is None


@pytest.mark.only_sqlite
def test_a_restore_that_is_tried_is_noted_and_changes_nothing_else(own):
    target = processes.make_folder() / "mine"
    make_backup(own.data, target)
    before = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    status, output, problem = run("restore", target, "--data", own.data, "--try")
    assert status == 0 and "can be restored" in output, problem
    tried = told(own)["restore"]
    assert is_lately(tried["triedAt"]) and tried["backupMadeAt"] == told(own)["backup"]["madeAt"]
    assert before == {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    with open(target / "tradewind.db", "r+b") as file:
        file.seek(5000)
        file.write(b"damaged")
    assert run("restore", target, "--data", own.data, "--try")[0] != 0
    failed = told(own)["restore"]
    assert failed["backupMadeAt"] is None and moment(failed["triedAt"]) >= moment(tried["triedAt"])


@pytest.mark.only_sqlite
def test_a_restore_is_tried_with_the_key_that_is_named_and_of_a_store_that_is_there(own):
    target, elsewhere = processes.make_folder() / "mine", processes.make_folder()
    make_backup(own.data, target)
    (elsewhere / "wrong.key").write_bytes(b"x" * 32)
    processes.give_to_program(elsewhere / "wrong.key")
    status, _, problem = run("restore", target, "--data", own.data, "--try", "--secret-key", elsewhere / "wrong.key")
    assert status != 0 and "is not the one that the backup belongs to" in problem
    assert told(own)["restore"]["backupMadeAt"] is None
    status, _, problem = run("restore", target, "--data", elsewhere / "empty", "--try")
    assert status != 0 and "There is no store in" in problem


@pytest.mark.only_sqlite
def test_a_restored_store_knows_since_when_it_is_one(own, start_server):
    target, folder = processes.make_folder() / "mine", processes.make_folder()
    make_backup(own.data, target)
    code, _, problem = restore(target, folder, own.data / "secret.key", "--without-erasures")
    assert code == 0, problem
    found = told(start_server(folder=folder), key=own.admin_key)["restore"]
    assert is_lately(found["triedAt"]) and found["backupMadeAt"] == told(own)["backup"]["madeAt"]


def test_the_bundle_for_support_tells_figures_and_nothing_of_anybody(own):
    client, key = own.client(), own.admin_key
    words = {"email": "ada.secret@example.org", "name": "Adalovelace", "shop": "Shopofsecrets", "reason": "Reasonofhold"}
    client.call("PATCH", by_email(words["email"]), json={"_name": words["name"]}, key=key)
    assert client.call("PATCH", "/admin/v1/store", json={"name": words["shop"]}, key=key).status == 200
    assert client.call("POST", "/admin/v1/hold", json={"reason": words["reason"]}, key=key).status == 200
    answer = client.call("GET", BUNDLE, key=key)
    assert answer.header("Content-Disposition") == 'attachment; filename="tradewind-support.json"'
    bundle = answer.json()
    text = json.dumps(bundle)
    for secret in [*words.values(), key.id, key.secret, str(own.data)]:
        assert secret not in text, secret
    assert bundle["settings"]["isOnHold"] is True and bundle["counts"]["apiKeys"] == 1
    assert bundle["operations"]["version"] == told(own)["version"]
    assert "tradewind_engine_lag_seconds " in bundle["metrics"]
