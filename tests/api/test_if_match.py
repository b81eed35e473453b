"""ETags of workflows, segments and reports, and changes that are bound to one."""

import uuid

import pytest

from harness.coupons import WORKFLOWS
from harness.segments import COLLECTION as SEGMENTS
from harness.segments import Segments
from harness.tagged import KINDS, tagged
from harness.workflows import Workflows, waiting

STALE = '"0"'


@pytest.fixture(params=sorted(KINDS))
def thing(client, admin, request):
    with tagged(client, admin, request.param) as found:
        yield found


@pytest.fixture
def change(client, admin):
    def send(method, path, body=None, **headers):
        return client.call(method, path, json=body, key=admin,
                           headers={name.replace("_", "-"): value for name, value in headers.items()})
    return send


def test_every_answer_tells_the_tag_and_every_change_gives_another_one(thing, change):
    path, made = thing
    tags = [made.header("ETag")]
    assert change("GET", path).header("ETag") == tags[0] == change("HEAD", path).header("ETag")
    for number in range(20):
        changed = change("PATCH", path, {"name": f"Name {number}"})
        assert changed.status == 200 and changed.header("ETag") == change("GET", path).header("ETag")
        tags.append(changed.header("ETag"))
    assert len(set(tags)) == len(tags), "changes within a millisecond have different tags too"
    assert change("PATCH", path, {"name": "Name 19"}).header("ETag") == tags[-1], "nothing was changed"
    assert change("GET", path[:path.rindex("/") + 1]).header("ETag") is None, "a list is not one thing"


def test_a_change_is_made_by_whoever_saw_the_newest_state(thing, change):
    path, made = thing
    tag = made.header("ETag")
    won = change("PATCH", path, {"name": "Mine"}, If_Match=tag)
    assert won.status == 200
    lost = change("PATCH", path, {"name": "Yours"}, If_Match=tag)
    assert lost.status == 412 and lost.header("ETag") is None
    assert lost.json() == {"status": 412, "title": "Precondition Failed",
                           "detail": "Somebody changed this since you read it. Read it again, and decide anew."}
    read = change("GET", path)
    assert read.json()["name"] == "Mine" and read.header("ETag") == won.header("ETag")
    assert change("PATCH", path, {"name": "Yours"}).status == 200, "without If-Match the last one wins"


@pytest.mark.parametrize("header, status", [
    ("*", 200), ('{}', 200), ('"1", {}', 200), (' "1" ,\t{} ', 200), ('W/{}', 412), (STALE, 412), ("", 412), (",", 412),
    ("nonsense", 412), ('{}x', 412),
])
def test_the_header_is_a_list_of_strong_tags_or_a_star(thing, change, header, status):
    path, made = thing
    answer = change("PATCH", path, {"name": "New"}, If_Match=header.replace("{}", made.header("ETag")))
    assert answer.status == status, answer.summary()


def test_several_lines_of_the_header_are_one_list(thing, client, admin):
    path, made = thing
    body = b'{"name": "New"}'
    head = (f"PATCH {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {admin.header}\r\nContent-Length: {len(body)}\r\n"
            f'If-Match: "1"\r\nif-match: {made.header("ETag")}\r\n\r\n').encode()
    assert client.raw(head + body).status == 200


def test_what_a_request_is_refused_for_anyway_is_told_first(thing, change):
    path, _ = thing
    assert change("PATCH", path, {"name": 1}, If_Match=STALE).status == 422
    unknown = path[:-24] + "6971f5200b21afa740000000"
    assert change("PATCH", unknown, {"name": "N"}, If_Match=STALE).status == 404
    assert change("PATCH", path, {}, If_Match=STALE).status == 412


def test_a_deletion_can_be_bound_too(thing, change):
    path, made = thing
    assert change("DELETE", path, If_Match=STALE).status == 412
    assert change("GET", path).status == 200
    assert change("DELETE", path, If_Match=made.header("ETag")).status == 204
    assert change("GET", path).status == 404
    assert change("DELETE", path, If_Match="*").status == 404


def test_a_refused_change_leaves_its_idempotency_key_free(thing, change):
    path, made = thing
    again = {"Idempotency_Key": uuid.uuid4().hex}
    assert change("PATCH", path, {"name": "N"}, If_Match=STALE, **again).status == 412
    done = change("PATCH", path, {"name": "N"}, If_Match=made.header("ETag"), **again)
    assert done.status == 200
    assert change("PATCH", path, {"name": "Later"}).status == 200
    replayed = change("PATCH", path, {"name": "N"}, If_Match=made.header("ETag"), **again)
    assert replayed.status == 200 and replayed.header("Idempotency-Replayed") == "true"
    assert replayed.header("ETag") == done.header("ETag"), "the tag is that of what the kept answer tells"


def test_a_refused_change_leaves_no_audit_entry(thing, change):
    path, _ = thing
    newest = change("GET", "/admin/v1/audit/?pageSize=1").json()["results"]
    assert change("PATCH", path, {"name": "N"}, If_Match=STALE).status == 412
    assert change("GET", "/admin/v1/audit/?pageSize=1").json()["results"] == newest


def test_a_draft_is_published_as_it_was_seen(client, admin, change):
    with tagged(client, admin, "workflow") as (path, made):
        seen = made.header("ETag")
        assert change("PATCH", path, {"definition": waiting("P2D")}).status == 200
        assert change("POST", path + "/publish", If_Match=seen).status == 412
        assert change("GET", path).json()["status"] == "draft"
        now = change("GET", path).header("ETag")
        published = change("POST", path + "/publish", If_Match=now)
        assert published.status == 200 and published.header("ETag") not in (seen, now)
        assert change("POST", path + "/pause", If_Match=now).status == 412
        paused = change("POST", path + "/pause", If_Match=published.header("ETag"))
        assert paused.status == 200
        assert change("POST", path + "/resume", If_Match=now).status == 412
        assert change("POST", path + "/finish", If_Match=now).status == 412
        assert change("POST", path + "/finish", If_Match=paused.header("ETag")).status == 200


def test_people_at_work_in_a_workflow_change_no_tag(client, admin):
    workflows = Workflows(client, admin)
    made = workflows.publish(waiting())
    before = workflows.call("GET", WORKFLOWS + made).header("ETag")
    workflows.started(made, Segments(client, admin).contact())
    assert workflows.call("GET", WORKFLOWS + made).header("ETag") == before
    workflows.tidy()


def test_members_and_builds_change_no_tag_but_another_filter_does(client, admin, change):
    segments = Segments(client, admin)
    plain = segments.make()
    before = change("GET", SEGMENTS + plain["id"]).header("ETag")
    segments.added(plain["id"], segments.contact())
    assert change("GET", SEGMENTS + plain["id"]).header("ETag") == before
    built = segments.built({"field": "_points", "is": "atLeast", "value": 5})
    path = SEGMENTS + built["id"]
    before = change("GET", path).header("ETag")
    assert change("POST", path + "/build").header("ETag") == before
    segments.await_build(built["id"])
    assert change("GET", path).header("ETag") == before
    changed = change("PATCH", path, {"filter": {"field": "_points", "is": "atLeast", "value": 6}}, If_Match=before)
    assert changed.status == 200 and changed.header("ETag") != before
    assert segments.await_build(built["id"])["filter"]["value"] == 6
    assert change("GET", path).header("ETag") == changed.header("ETag")
    segments.tidy()
