"""Imports: how a form is read, what a file may look like, and what becomes of the import."""

import json
import time

import pytest

from harness.contacts import fresh_id
from harness.imports import BOUNDARY, FIELDS, FORM, MANAGEMENT, PUBLIC, Imports, form, form_of, part, rows_of

GONE_SECONDS_MAX = 30
# What is not CSV with a header, and what is said of it.
NO_FILES = {
    "nothing": (b"", "has no header"),
    "blank lines": (b"\n\r\n\n", "has no header"),
    "another delimiter": (b"_email;_name\na@example.org;Ada\n",
                          "has neither a column _email nor a column _externalId; its cells seem to be separated by ;"),
    "no key column": (b"_name,_surname\nAda,Lovelace\n", "has neither a column _email nor a column _externalId"),
    "names in other letters": (b"_EMAIL\na@example.org\n", "has neither a column _email nor a column _externalId"),
    "a column twice": (b"_email,_name,_name\na@example.org,Ada,Ada\n", "has the column _name twice"),
    "an unknown column twice": (b"_email,x,x\na@example.org,1,2\n", "has the column x twice"),
    "a ZIP": (b"PK\x03\x04\x14\x00\x00\x00\x08\x00\xff\xfe\n",
              "is a ZIP file or a workbook, not CSV; unpack it, or save it as CSV"),
    "Latin-1": (b"_email,Stra\xdfe\n", "has a header that is not UTF-8"),
    "100,000 columns": (b",".join(b"c%d" % number for number in range(100_000)) + b"\n",
                        "has a header that has more than 500 cells"),
    "an open quote": (b'"_email\na@example.org\n', "has a header that has a quote that is not closed"),
    "a long line": (b"_email" + b"x" * 3_000_000 + b"\n", "has a header that has a cell of more than 1048576 bytes"),
}


@pytest.fixture
def imports(client, admin):
    return Imports(client, admin)


@pytest.fixture
def managed(client, admin):
    return Imports(client, admin, MANAGEMENT)


def address():
    return f"{fresh_id()}@example.org"


def files_of(server):
    return sorted(path.name for path in (server.data / "files").iterdir() if path.name != "instance")


def await_files(server, expected):
    deadline = time.monotonic() + GONE_SECONDS_MAX
    while files_of(server) != expected:
        assert time.monotonic() < deadline, f"still there: {set(files_of(server)) - set(expected)}"
        time.sleep(0.02)  # They are removed behind the answer.


def reason_of(answer, path="/file"):
    assert answer.problem_paths == [path], answer.summary()
    return answer.json()["validationErrors"][0]["reason"]


# --- the form

def test_a_new_import_waits_and_has_its_total(imports):
    made = imports.upload(rows_of(["_email", "_name"], [address(), "Ada"], ["", ""], [address(), "Grace"]))
    assert made.status == 201, made.summary()
    assert made.json() | {"id": "", "createdAt": ""} == {
        "id": "", "type": "contacts", "status": "queued", "total": 3, "success": 0, "errors": 0, "createdAt": "",
        "options": {"delimiter": ",", "overrideExisting": False, "updateOnlyEmptyFields": False}, "origin": "api"}
    done = imports.await_end(made.json()["id"])
    assert (done["status"], done["total"], done["success"], done["errors"]) == ("finished", 3, 2, 1)
    assert done["createdAt"] <= done["startedAt"] <= done["finishedAt"] and "cancelledAt" not in done


@pytest.mark.parametrize("header", [b"_email,_name", b"_email\n", b"\xef\xbb\xbf_email\r\n\r\n"])
def test_a_header_alone_is_an_import_of_nothing(imports, header):
    made = imports.upload(header)
    assert (made.status, made.json()["total"]) == (201, 0), made.summary()
    done = imports.await_end(made.json()["id"])
    assert (done["status"], done["total"], done["success"], done["errors"]) == ("finished", 0, 0, 0)
    assert "errorReportFileUrl" not in done


def test_the_file_may_come_before_the_other_parts_and_unknown_parts_are_ignored(imports):
    file = part("file", f"_email\r\n{address()}\r\n", '; filename="C:\\contacts;1.csv"\r\nContent-Type: text/csv')
    others = [part(name, text) for name, text in {**FIELDS, "remark": "--a-boundary"}.items()]
    for parts in ([file, *others], [*others, file], [*others[:2], file, *others[2:]]):
        made = imports.send(b"ignored\r\n" + form_of(*parts) + b"ignored")
        assert (made.status, made.json().get("total")) == (201, 1), made.summary()


def test_a_form_may_come_in_chunks(imports):
    body = form(rows_of(["_email"], [address()]))
    chunks = b"".join(b"1\r\n" + bytes([byte]) + b"\r\n" for byte in body) + b"0\r\n\r\n"
    made = imports.call("POST", PUBLIC, body=chunks, headers={**FORM, "Transfer-Encoding": "chunked"})
    assert made.status == 201, made.summary()


def test_what_is_missing_is_told_all_at_once(imports):
    answer = imports.send(form_of(part("remark", "x")))
    assert sorted(answer.problem_paths) == ["/delimiter", "/file", "/overrideExisting", "/type", "/updateOnlyEmptyFields"]
    assert {problem["reason"] for problem in answer.json()["validationErrors"]} == {"is required"}


@pytest.mark.parametrize("field, values", {
    "type": ["", "contact", "Contacts", "purchases", "contacts "],
    "delimiter": ["", ",,", "|", "\t", " ", "comma"],
    "overrideExisting": ["", "1", "TRUE", "yes"],
    "updateOnlyEmptyFields": ["", "0", "False", "no"],
}.items())
def test_a_value_that_is_none_is_refused(imports, field, values):
    for value in values:
        answer = imports.upload(b"_email\na@example.org\n", **{field: value})
        assert answer.problem_paths == [f"/{field}"], (value, answer.summary())


def test_only_empty_fields_can_be_updated_only_with_override(imports):
    answer = imports.upload(b"_email\na@example.org\n", updateOnlyEmptyFields="true")
    assert reason_of(answer, "/updateOnlyEmptyFields") == "can be true only when overrideExisting is"


def test_problems_of_the_file_are_told_with_the_others(imports):
    answer = imports.upload(b"_name\nAda\n", updateOnlyEmptyFields="true")
    assert sorted(answer.problem_paths) == ["/file", "/updateOnlyEmptyFields"]
    for given, reason in (("nonsense", "must be an id"), ("698075a00b2fd92440000000", "does not exist"),
                          ("507f1f77bcf86cd799439011", "does not exist")):
        answer = imports.upload(b"x\n1\n", type="coupons", couponSetId=given)
        assert {one["path"]: one["reason"] for one in answer.json()["validationErrors"]} == {
            "/couponSetId": reason, "/file": "has no column code"}


def test_a_part_twice_or_too_long_is_refused(imports):
    whole = form(b"_email\na@example.org\n")
    twice = imports.send(part("type", "contacts") + part("file", b"_name\n") + whole)
    assert sorted(twice.problem_paths) == ["/file", "/file", "/type"] or sorted(twice.problem_paths) == ["/file", "/type"]
    answer = imports.upload(b"_email\na@example.org\n", delimiter="," * 1025)
    assert "/delimiter" in answer.problem_paths


@pytest.mark.parametrize("body, detail", {
    "nothing": (b"", "The form ends before its last boundary."),
    "no form": (b"_email\na@example.org\n", "The form ends before its last boundary."),
    "another boundary": (form(b"_email\n").replace(BOUNDARY.encode(), b"other"), "The form ends before its last boundary."),
    "an open end": (form(b"_email\n")[:-6], "The form ends before its last boundary."),
    "a part without a name": (form_of(f"--{BOUNDARY}\r\n\r\nx\r\n".encode()), "The form has a part without a name."),
    "101 parts": (form_of(*(part(f"p{number}", "") for number in range(101))), "The form has more than 100 parts."),
    "a long head": (form_of(part("x" * 9000, "")), "The form has a part whose head is longer than 8192 bytes."),
}.values(), ids=lambda value: "" if isinstance(value, bytes) else value)
def test_what_is_no_form_is_refused(imports, body, detail):
    answer = imports.send(body)
    assert (answer.status, answer.json()["detail"]) == (400, detail), answer.summary()


def test_a_form_needs_its_content_type_and_a_boundary(imports):
    body = form(b"_email\na@example.org\n")
    for content_type in (None, "application/json", "text/csv", "multipart/mixed; boundary=x", "multipart/form-dat"):
        answer = imports.call("POST", PUBLIC, body=body, headers={"Content-Type": content_type} if content_type else {})
        assert answer.status == 415, answer.summary()
    for content_type in ("multipart/form-data", "multipart/form-data; boundary=", 'multipart/form-data; boundary="a'):
        answer = imports.call("POST", PUBLIC, body=body, headers={"Content-Type": content_type})
        assert answer.status == 400 and "boundary" in answer.json()["detail"], answer.summary()
    quoted = f'Multipart/Form-Data; charset=utf-8; boundary="{BOUNDARY}"'
    assert imports.call("POST", PUBLIC, body=body, headers={"Content-Type": quoted}).status == 201


# --- the file

@pytest.mark.parametrize("content, reason", NO_FILES.values(), ids=NO_FILES.keys())
def test_a_file_that_cannot_be_read_is_refused(server, imports, content, reason):
    before = files_of(server)
    assert reason_of(imports.upload(content)) == reason
    await_files(server, before)


def test_a_file_that_is_too_large_is_refused(server, imports):
    before = files_of(server)
    row = b"x" * 99 + b"\n"
    exact = b"_name\n" + row * 499_999 + b"y" * 94
    assert len(exact) == 50_000_000
    assert reason_of(imports.upload(exact)) == "has neither a column _email nor a column _externalId"
    answer = imports.upload(exact + b"z")
    assert (answer.status, answer.json()["detail"]) == (413, "The file is larger than 50000000 bytes.")
    await_files(server, before)


def test_a_file_may_have_semicolons_a_mark_and_other_line_ends(imports, client, admin):
    one, two = address(), address()
    body = b"\xef\xbb\xbf" + f'_email;_name;\r\n\r\n{one};"Ada;\r\n""Byron""";x\r\n{two};Grace;\r\n\r\n'.encode()
    done = imports.take_in(body, delimiter=";")
    assert (done["total"], done["success"], done["options"]["delimiter"]) == (2, 2, ";")
    found = client.call("GET", f"/contacts/email/{one}", key=admin).json()
    assert found["_name"] == 'Ada;\r\n"Byron"'


def test_bad_rows_are_reported_with_their_lines_and_the_good_ones_go_in(imports, client, admin):
    good = [address() for _ in range(3)]
    body = (f'_email,_name,_points\n{good[0]},Ada,1\nno address,x,1.5\n"{good[1]}","two\nlines",2\n{address()}\n'
            f'{address()},a,b,c\n\n"x"y,,\n').encode() + b"\xff,a,1\n" + f',nobody,\n{good[2]},,3\n"open,,\n'.encode()
    done = imports.take_in(body)
    assert (done["total"], done["success"], done["errors"]) == (10, 3, 7)
    header, *refused = imports.report(done)
    assert header == ["line", "reason", "_email", "_name", "_points"]
    assert [row[0] for row in refused] == ["3", "6", "7", "9", "10", "11", "13"]
    assert refused[0][1].startswith("_email ") and "; _points " in refused[0][1]
    assert refused[0][2:] == ["no address", "x", "1.5"]
    assert refused[1][1] == "has 1 cells where the header has 3" and refused[2][1].startswith("has 4 cells")
    assert refused[3][1:] == ["has something behind a closing quote"] and refused[4][1:] == ["is not UTF-8"]
    assert refused[5][1:] == ["_email or _externalId is required", "", "nobody", ""]
    assert refused[6][1:] == ["has a quote that is not closed"]
    assert [client.call("GET", f"/contacts/email/{one}", key=admin).status for one in good] == [200, 200, 200]


def test_there_is_no_link_without_errors_and_a_fresh_one_with_each_read(imports):
    assert "errorReportFileUrl" not in imports.take_in(rows_of(["_email"], [address()]))
    done = imports.take_in(rows_of(["_email"], ["x"]))
    first, second = (imports.get(done["id"])["errorReportFileUrl"] for _ in range(2))
    assert len(imports.report({"errorReportFileUrl": first})) == len(imports.report({"errorReportFileUrl": second})) == 2
    assert imports.call("DELETE", PUBLIC + done["id"]).status == 204
    assert imports.call("GET", "/files/" + first.rpartition("/")[2]).status == 404


# --- the import

def test_imports_are_listed_newest_first_through_both_doors(imports, managed):
    made = [door.upload(rows_of(["_email"], [address()])).json() for door in (imports, managed, imports)]
    assert [one["origin"] for one in made] == ["api", "app", "api"]
    for door in (imports, managed):
        page = door.call("GET", f"{door.door}?pageSize=2").json()
        assert [one["id"] for one in page["results"]] == [made[2]["id"], made[1]["id"]]
        older = door.call("GET", page["links"]["next"].partition(door.door)[1] + page["links"]["next"].partition(door.door)[2])
        assert older.json()["results"][0]["id"] == made[0]["id"]
    for one in made:
        imports.await_end(one["id"])


def test_imports_of_past_purchases_are_not_among_them(imports, client, admin):
    answer = client.call("POST", "/admin/v1/purchase-imports/", key=admin, headers={"Content-Type": "application/x-ndjson"},
                         body=b"{}\n")
    purchase_import = answer.json()["id"]
    assert imports.call("GET", PUBLIC + purchase_import).status == 404
    assert imports.call("GET", f"{PUBLIC}?pageSize=100").json()["results"][:1] != [{"id": purchase_import}]
    contact_import = imports.upload(rows_of(["_email"], [address()])).json()["id"]
    assert client.call("GET", f"/admin/v1/purchase-imports/{contact_import}", key=admin).status == 404
    listed = client.call("GET", "/admin/v1/purchase-imports/?pageSize=100", key=admin).json()["results"]
    assert contact_import not in {one["id"] for one in listed} and purchase_import in {one["id"] for one in listed}


@pytest.mark.parametrize("door", [PUBLIC, MANAGEMENT])
def test_ids_that_are_none_and_unknown_ones(client, admin, door):
    calls = [("GET", door + "{}"), ("DELETE", door + "{}")]
    if door == MANAGEMENT:
        calls.append(("POST", door + "{}/cancel"))
    for method, path in calls:
        assert client.call(method, path.format("nonsense"), key=admin).status == 400
        assert client.call(method, path.format("0" * 24), key=admin).status == 404
        assert client.call(method, path.format("698075a00b2fd92440000000"), key=admin).status == 404


@pytest.mark.parametrize("door", [PUBLIC, MANAGEMENT])
def test_a_list_or_a_form_that_cannot_be_read(client, admin, door):
    assert client.call("GET", door + "?pageSize=0", key=admin).status == 422
    broken = Imports(client, admin, door).send(b"--nothing of a form")
    assert broken.status == 400, broken.summary()


def test_names_of_parts_that_are_no_text(imports):
    answer = imports.send(form_of(part("NAME", "1"), part("NAME", "2")).replace(b"NAME", b"\xff\xfe"))
    assert answer.status == 422 and answer.json()["validationErrors"], "the refusal itself is text"


def test_a_cancellation_takes_an_idempotency_key_for_itself(managed):
    made = managed.upload(rows_of(["_email"], [address()])).json()
    refused = managed.call("POST", f"{MANAGEMENT}{made['id']}/cancel", headers={"Idempotency-Key": "x" * 256})
    assert (refused.status, refused.problem_paths) == (422, ["/Idempotency-Key"])


def test_an_import_that_has_ended_can_be_deleted_with_its_files(server, imports):
    before = files_of(server)
    done = imports.take_in(rows_of(["_email"], ["x"]))
    imports.report(done)
    assert imports.call("DELETE", PUBLIC + done["id"]).status == 204
    assert imports.call("GET", PUBLIC + done["id"]).status == 404
    assert imports.call("DELETE", PUBLIC + done["id"]).status == 404
    await_files(server, before)


def test_an_import_can_be_cancelled_until_it_has_ended_and_deleted_then(managed):
    rows = [[address(), "Ada"] for _ in range(60_000)]
    made = managed.upload(rows_of(["_email", "_name"], *rows)).json()
    assert managed.call("DELETE", MANAGEMENT + made["id"]).status == 409
    cancelled = managed.call("POST", f"{MANAGEMENT}{made['id']}/cancel")
    assert cancelled.status == 200, cancelled.summary()
    assert cancelled.json()["status"] == "cancelled" and cancelled.json()["cancelledAt"]
    again = managed.call("POST", f"{MANAGEMENT}{made['id']}/cancel")
    assert (again.status, again.json()["detail"]) == (
        409, "The import is cancelled. It can be cancelled until it has ended.")
    assert managed.get(made["id"])["success"] < 60_000
    assert managed.call("DELETE", MANAGEMENT + made["id"]).status == 204


def test_changes_in_management_leave_audit_rows_and_public_ones_none(imports, managed, client, admin):
    made = managed.upload(rows_of(["_email"], [address()])).json()
    managed.await_end(made["id"])
    managed.call("DELETE", MANAGEMENT + made["id"])
    quiet = imports.take_in(rows_of(["_email"], [address()]))
    imports.call("DELETE", PUBLIC + quiet["id"])
    entries = client.call("GET", "/admin/v1/audit/?pageSize=20", key=admin).json()["results"]
    assert [one["action"] for one in entries if one.get("subject") == made["id"]] == ["import.delete", "import.create"]
    assert not [one for one in entries if one.get("subject") == quiet["id"]]


def test_an_idempotency_key_makes_one_import(imports):
    file, key = rows_of(["_email"], [address()]), {"Idempotency-Key": fresh_id()}
    first = imports.upload(file, key)
    again = imports.send(form(file).replace(BOUNDARY.encode(), b"other-boundary"),
                         {**key, "Content-Type": "multipart/form-data; boundary=other-boundary"})
    assert (first.status, again.status, again.json()["id"]) == (201, 201, first.json()["id"])
    assert again.header("Idempotency-Replayed") == "true"
    assert imports.upload(file, key, overrideExisting="true").problem_paths == ["/Idempotency-Key"]
    assert imports.upload(rows_of(["_email"], [address()]), key).problem_paths == ["/Idempotency-Key"]
    bad = imports.upload(b"_name\nAda\n", {"Idempotency-Key": fresh_id()})
    assert bad.problem_paths == ["/file"]


def test_ten_may_wait(imports, managed):
    """One that is at work keeps the others waiting."""
    large = managed.upload(rows_of(["_email", "_name"], *([address(), "Ada"] for _ in range(60_000)))).json()
    deadline = time.monotonic() + 60
    while managed.get(large["id"])["status"] == "queued":
        assert time.monotonic() < deadline
        time.sleep(0.01)  # The service begins by itself.
    waiting = [imports.upload(rows_of(["_email"], [address()])) for _ in range(10)]
    refused = imports.upload(rows_of(["_email"], [address()]))
    statuses = [one.status for one in waiting]
    managed.call("POST", f"{MANAGEMENT}{large['id']}/cancel")
    assert statuses == [201] * 10
    assert (refused.status, refused.json()["code"]) == (400, "E0401"), refused.summary()
    # What is wrong with a request comes first.
    for one in waiting:
        imports.await_end(one.json()["id"])


def test_a_refused_upload_leaves_no_file(server, imports):
    before = files_of(server)
    assert imports.send(form(rows_of(["_email"], [address()]))[:-6]).status == 400
    await_files(server, before)


def test_the_answers_are_json(imports):
    answer = imports.upload(b"_name\nAda\n")
    assert answer.header("Content-Type") == "application/json; charset=utf-8"
    assert json.loads(answer.body)["title"] == "Unprocessable entity"
