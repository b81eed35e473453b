"""Exports: what may be asked for, what becomes of it, and who may fetch the file."""

import re
import time
from urllib.parse import urlsplit

import pytest

from harness import processes
from harness.exports import COLLECTION, CONTACTS, ENDED, MANAGED, Exports
from harness.purchases import Shop
from harness.server import Server

ACTIVITIES = {"exportType": "activities", "delimiter": ",", "dateFormat": "ISO",
              "filters": {"fromDate": "2026-01-01", "toDate": "2026-01-31"}}
GONE_SECONDS_MAX = 30


@pytest.fixture(scope="module")
def server():
    return Server(owner="test_exports.py")


@pytest.fixture
def exports(client, admin):
    return Exports(client, admin)


@pytest.fixture
def shop(client, admin):
    return Shop(client, admin)


def files_of(server):
    return sorted(path.name for path in (server.data / "files").iterdir() if path.name != "instance")


def path_of(done):
    return urlsplit(done["fileUrl"]).path


def test_an_export_is_queued_and_then_finished(exports, shop, server):
    shop.contact()
    made = exports.create()
    assert made.status == 201
    assert made.json() | {"id": "", "createdAt": ""} == {
        "id": "", "exportType": "contacts", "status": "queued", "progress": 0, "total": 0, "origin": "api",
        "dateFormat": "ISO", "delimiter": ",", "version": "v1", "fileExtension": "zip", "createdAt": ""}
    seen = []
    done = exports.await_end(made.json()["id"], seen)
    # Small as it is, nobody sees it at work, unless the machine stands still.
    order = ["queued", "inProgress", "finished"]
    assert seen == sorted(seen, key=order.index) and seen[-1] == "finished"
    assert done["status"] == "finished" and done["progress"] == done["total"] > 0
    assert done["createdAt"] == made.json()["createdAt"] <= done["finishedAt"]
    assert re.fullmatch(r"export-contacts-[0-9a-f-]{36}\.zip", done["fileName"])
    assert list(exports.files(done)) == [done["fileName"].replace(".zip", ".csv")]
    assert f"{done['id']}.zip" in files_of(server) and not [name for name in files_of(server) if "part" in name]


def test_a_file_needs_no_key_and_every_read_gives_a_new_link(exports, client):
    done = exports.made()
    time.sleep(0.002)  # Links differ by their time.
    again = exports.get(done["id"])
    assert again["fileUrl"] != done["fileUrl"] and {**again, "fileUrl": ""} == {**done, "fileUrl": ""}
    listed, = [one for one in exports.call("GET").json()["results"] if one["id"] == done["id"]]
    for link in (done, again, listed):
        answer = client.call("GET", path_of(link))
        assert answer.status == 200 and answer.body.startswith(b"PK")
        assert answer.header("Content-Type") == "application/zip"
        assert answer.header("Content-Disposition") == f'attachment; filename="{done["fileName"]}"'
        head = client.call("HEAD", path_of(link))
        assert head.status == 200 and head.body == b""
        assert head.header("Content-Length") == str(len(answer.body))


@pytest.mark.parametrize("wanted, begin, end", [("bytes=0-1", 0, 2), ("bytes=5-", 5, None), ("bytes=-7", -7, None),
                                                ("bytes=1-99999999", 1, None), ("Bytes=3-3", 3, 4)])
def test_a_download_can_go_on_where_it_broke(exports, client, wanted, begin, end):
    path = path_of(exports.made())
    whole = client.call("GET", path)
    assert whole.header("Accept-Ranges") == "bytes"
    part = client.call("GET", path, headers={"Range": wanted})
    assert (part.status, part.body) == (206, whole.body[begin:end])
    size = len(whole.body)
    first = begin % size
    assert part.header("Content-Range") == f"bytes {first}-{first + len(part.body) - 1}/{size}"
    assert part.header("Content-Disposition") == whole.header("Content-Disposition")


def test_what_is_no_single_range_of_the_file_is_told_or_counts_as_none(exports, client):
    path = path_of(exports.made())
    whole = client.call("GET", path)
    for outside in (f"bytes={len(whole.body)}-", "bytes=99999999-", "bytes=-0"):
        answer = client.call("GET", path, headers={"Range": outside})
        assert answer.status == 416 and answer.header("Content-Range") == f"bytes */{len(whole.body)}"
    for none in ("bytes=0-1,3-4", "bytes=2-1", "lines=0-1", "bytes=x-", ""):
        answer = client.call("GET", path, headers={"Range": none})
        assert (answer.status, answer.body) == (200, whole.body), none
    unsure = client.call("GET", path, headers={"Range": "bytes=0-1", "If-Range": '"x"'})
    assert (unsure.status, unsure.body) == (200, whole.body)
    head = client.call("HEAD", path, headers={"Range": "bytes=0-1"})
    assert (head.status, head.header("Content-Length")) == (200, str(len(whole.body)))


def test_a_link_that_was_tampered_with_opens_nothing(exports, client):
    path = path_of(exports.made())
    token = path.removeprefix("/files/")
    for wrong in (token[:-1], token + "A", token[1:], token.swapcase(), "x", "%20", token[:40] + "A" + token[41:]):
        answer = client.call("GET", "/files/" + wrong)
        assert answer.status == 404 and "detail" in answer.json(), wrong
    assert client.call("GET", "/files/%00").status == 400
    assert client.call("GET", path, headers={"Content-Encoding": "gzip"}).status == 415
    assert client.call("POST", path, body=b"").status == 405
    assert client.call("GET", path, body=b"x" * (1 << 20) + b"x").status == 413


@pytest.mark.parametrize("body, paths", [
    ({}, ["/exportType", "/dateFormat", "/delimiter"]),
    ([], ["/exportType", "/dateFormat", "/delimiter"]),
    ({**CONTACTS, "exportType": "products", "delimiter": "\t", "dateFormat": "iso", "version": "v7"},
     ["/exportType", "/dateFormat", "/delimiter", "/version"]),
    ({**CONTACTS, "exportType": 1, "delimiter": None, "dateFormat": ["L"], "version": 6},
     ["/exportType", "/dateFormat", "/delimiter", "/version"]),
    ({**CONTACTS, "exportType": "data-explorer"}, ["/exportType"]),
    ({**CONTACTS, "version": "v0"}, ["/version"]),
    ({**CONTACTS, "version": "v10"}, ["/version"]),
    ({**CONTACTS, "filters": 1}, ["/filters"]),
    ({**CONTACTS, "filters": [1]}, ["/filters"]),
    ({**CONTACTS, "filters": {"segmentId": "x"}}, ["/filters/segmentId"]),
    ({**CONTACTS, "filters": {"segmentId": 1}}, ["/filters/segmentId"]),
    ({**CONTACTS, "filters": {"segmentId": "698067900b2fcb68a0000000"}}, ["/filters/segmentId"]),
    ({**CONTACTS, "delimiter": ".", "filters": {"segmentId": "698067900b2fcb68a0000000"}},
     ["/delimiter", "/filters/segmentId"]),
    ({**ACTIVITIES, "filters": None}, ["/filters/fromDate", "/filters/toDate"]),
    ({**ACTIVITIES, "filters": []}, ["/filters/fromDate", "/filters/toDate"]),
    ({**ACTIVITIES, "filters": {"fromDate": None, "toDate": "x"}}, ["/filters/fromDate", "/filters/toDate"]),
    ({**ACTIVITIES, "filters": {"fromDate": "2026-01-01T10:00", "toDate": "2026-01-02"}}, ["/filters/fromDate"]),
    ({**ACTIVITIES, "filters": {"fromDate": "2026-01-02", "toDate": "2026-01-01T23:59:59.999Z"}}, ["/filters/toDate"]),
    ({**ACTIVITIES, "filters": {"fromDate": "2026-01-01", "toDate": "2026-02-01T00:00:00.001Z"}}, ["/filters/toDate"]),
    ({**ACTIVITIES, "filters": {**ACTIVITIES["filters"], "activityTypes": ["purchase", "sale", 1, "entity-x"]}},
     ["/filters/activityTypes/1", "/filters/activityTypes/2", "/filters/activityTypes/3"]),
    ({**ACTIVITIES, "filters": {**ACTIVITIES["filters"], "activityTypes": "purchase"}}, ["/filters/activityTypes"]),
    ({**ACTIVITIES, "filters": {**ACTIVITIES["filters"], "activityType": "sale"}}, ["/filters/activityType"]),
    ({**ACTIVITIES, "filters": {**ACTIVITIES["filters"], "activityType": 1}}, ["/filters/activityType"]),
    ({**ACTIVITIES, "filters": {**ACTIVITIES["filters"], "activityType": ["login", 1], "activityTypes": ["sale"]}},
     ["/filters/activityType/1", "/filters/activityTypes/0"]),
])
def test_every_problem_is_told_at_its_place(client, admin, body, paths):
    for collection in (COLLECTION, MANAGED):
        answer = client.call("POST", collection, json=body, key=admin)
        assert answer.status == 422, answer.summary()
        assert sorted(answer.problem_paths) == sorted(paths)


@pytest.mark.parametrize("filters, shown", [
    (None, None), ([], None), ({}, None), ({"segmentId": None}, None), ({"unknown": 1, "reportId": "x"}, None),
    ({"fromDate": "2020-01-01", "toDate": "2026-01-01", "activityTypes": ["purchase"]}, None),
])
def test_filters_that_choose_nothing_are_not_shown(exports, filters, shown):
    made = exports.create(filters=filters)
    assert made.status == 201 and made.json().get("filters") == shown
    exports.await_end(made.json()["id"])


def test_null_for_what_may_be_left_out_means_absent(exports):
    made = exports.create(version=None, filters=None)
    assert made.status == 201 and made.json()["version"] == "v1" and "filters" not in made.json()
    exports.await_end(made.json()["id"])


def test_filters_of_activities_are_shown_as_they_are_taken(exports):
    words = ["entity-created", "purchase", "facebook-contact-sent", "contact-added-to-gads-audience"]
    made = exports.create(ACTIVITIES, version="v4", delimiter=";", dateFormat="LLL", filters={
        "fromDate": "2026-01-01T01:00:00+01:00", "toDate": "2026-02-01", "activityTypes": words, "other": 1})
    assert made.status == 201, made.summary()
    shown = made.json()
    assert shown["filters"] == {"fromDate": "2026-01-01T00:00:00.000Z", "toDate": "2026-02-01T00:00:00.000Z",
                                "activityTypes": words}
    assert (shown["version"], shown["delimiter"], shown["dateFormat"]) == ("v4", ";", "LLL")
    assert exports.await_end(shown["id"])["filters"] == shown["filters"]
    empty = exports.create(ACTIVITIES, filters={**ACTIVITIES["filters"], "activityTypes": []})
    assert "activityTypes" not in empty.json()["filters"]
    exports.await_end(empty.json()["id"])


@pytest.mark.parametrize("filters, shown", [
    ({"activityType": "purchase"}, ["purchase"]), ({"activityType": ["purchase", "login"]}, ["purchase", "login"]),
    ({"activityType": "login", "activityTypes": ["purchase"]}, ["purchase", "login"]),
    ({"activityType": ["login", "purchase"], "activityTypes": ["purchase"]}, ["purchase", "login"]),
    ({"activityType": None}, None), ({"activityType": []}, None),
])
def test_activity_types_may_be_named_in_the_singular(exports, filters, shown):
    made = exports.create(ACTIVITIES, filters={**ACTIVITIES["filters"], **filters})
    assert made.status == 201 and made.json()["filters"].get("activityTypes") == shown, made.summary()
    assert "activityType" not in made.json()["filters"]
    exports.await_end(made.json()["id"])


# The first is one of ours, the second the id of some other system.
@pytest.mark.parametrize("unknown", ["698067900b2fcb68a0000000", "507f1f77bcf86cd799439011"])
def test_an_id_that_is_nobodys_does_not_exist(client, admin, unknown):
    for collection in (COLLECTION, MANAGED):
        for path, body in ((collection, {**CONTACTS, "filters": {"segmentId": unknown}}),
                           (collection + "type/data-explorer", {"delimiter": ",", "filters": {
                               "reportId": unknown, "fromDate": "2026-01-01", "toDate": "2026-01-02"}})):
            (problem,) = client.call("POST", path, json=body, key=admin).json()["validationErrors"]
            assert problem["reason"] == "does not exist"


def test_unreadable_bodies_and_ids(exports, client, admin):
    assert client.call("POST", COLLECTION, body=b"{", headers={"Content-Type": "application/json"},
                       key=admin).status == 400
    assert client.call("POST", COLLECTION, body=b"{}", headers={"Content-Type": "multipart/x"}, key=admin).status == 415
    for collection in (COLLECTION, MANAGED):
        for method in ("GET", "DELETE"):
            assert client.call(method, collection + "x", key=admin).status == 400
            assert client.call(method, collection + "698067900b2fcb68a0000000", key=admin).status == 404
            assert client.call(method, collection + "f" * 24, key=admin).status == 404
        assert client.call("GET", collection + "?page=0", key=admin).status == 422


def test_a_deleted_export_takes_its_file_along(exports, client, server):
    done = exports.made()
    assert exports.call("DELETE", done["id"]).status == 204
    assert f"{done['id']}.zip" not in files_of(server)
    assert client.call("GET", path_of(done)).status == 404
    assert exports.call("GET", done["id"]).status == exports.call("DELETE", done["id"]).status == 404


def test_an_export_that_waits_or_is_at_work_can_be_deleted(exports, server):
    ids = [exports.create().json()["id"] for _ in range(4)]
    for one in ids:
        assert exports.call("DELETE", one).status == 204
        assert exports.call("GET", one).status == 404
    exports.made()
    deadline = time.monotonic() + GONE_SECONDS_MAX
    while left := [name for name in files_of(server) if name[:24] in ids]:
        assert time.monotonic() < deadline, left
        time.sleep(0.02)  # Whoever is at work on one notices by itself.


def test_five_may_wait(exports):
    made = []
    for _ in range(500):
        answer = exports.create()
        if answer.status == 400:
            break
        assert answer.status == 201, answer.summary()
        made.append(answer.json()["id"])
    assert answer.status == 400, "five never waited at once"
    assert answer.json()["code"] == "E0301" and "5 exports" in answer.json()["detail"]
    # What is wrong with a request is told first.
    assert exports.create(version="v9").status in (422,)
    assert all(exports.await_end(one)["status"] == "finished" for one in made)
    assert exports.create().status == 201


def test_lists_go_from_new_to_old_and_go_on_by_links(exports, client, admin):
    ids = [exports.made()["id"] for _ in range(3)]
    first = exports.call("GET", "?pageSize=2").json()
    assert [one["id"] for one in first["results"]] == ids[:0:-1]
    target = urlsplit(first["links"]["next"])
    second = client.call("GET", f"{target.path}?{target.query}", key=admin).json()
    assert second["results"][0]["id"] == ids[0]
    target = urlsplit(second["links"]["prev"])
    back = client.call("GET", f"{target.path}?{target.query}", key=admin).json()
    assert [one["id"] for one in back["results"]] == ids[:0:-1]


def test_the_management_interface_makes_them_too_and_leaves_a_trace(client, admin, exports):
    managed = Exports(client, admin, MANAGED)
    done = managed.made(version="v6")
    assert (done["origin"], done["status"]) == ("app", "finished")
    assert managed.files(done) and exports.get(done["id"])["origin"] == "app"
    assert managed.call("GET").json()["results"][0]["id"] == done["id"]
    assert managed.call("DELETE", done["id"]).status == 204
    entries = client.call("GET", "/admin/v1/audit/", key=admin).json()["results"]
    assert [(entry["action"], entry["subject"]) for entry in entries[:2]] == [
        ("export.delete", done["id"]), ("export.create", done["id"])]
    api = exports.made()
    entries = client.call("GET", "/admin/v1/audit/", key=admin).json()["results"]
    assert api["id"] not in [entry["subject"] for entry in entries]


def test_a_key_makes_one_export_however_often_it_is_sent(exports):
    headers = {"Idempotency-Key": "one-export"}
    first = exports.call("POST", json=CONTACTS, headers=headers)
    again = exports.call("POST", json=CONTACTS, headers=headers)
    assert first.status == again.status == 201 and first.body == again.body
    other = exports.call("POST", json={**CONTACTS, "version": "v9"}, headers=headers)
    assert other.problem_paths == ["/Idempotency-Key"]
    managed = exports.call("POST", json=CONTACTS, headers={"Idempotency-Key": ""})
    assert managed.status == 422
    assert exports.await_end(first.json()["id"])["status"] in ENDED


def test_what_waited_is_made_after_a_restart(start_server):
    folder = processes.make_folder()
    server = start_server(folder=folder)
    exports = Exports(server.client(), server.admin_key)
    ids = [exports.create().json()["id"] for _ in range(3)]
    server.kill()
    server = start_server(folder=folder)
    exports = Exports(server.client(), server.admin_key)
    assert [exports.await_end(one)["status"] for one in ids] == ["finished"] * 3
