"""What would become of a file, before anything of it is taken in."""

import pytest

from harness.contacts import Contacts, by_email, fresh_email, options
from harness.coupons import Coupons, fresh_codes
from harness.imports import FORM, MANAGEMENT, Imports, form, rows_of

TRIAL = MANAGEMENT + "trial"


@pytest.fixture
def trial(client, admin):
    def send(file, **fields):
        return client.call("POST", TRIAL, key=admin, body=form(file, **fields), headers=FORM)
    return send


@pytest.fixture
def tried(trial):
    def send(file, **fields):
        answer = trial(file, **fields)
        assert answer.status == 200, answer.summary()
        return answer.json()
    return send


def newest(client, admin):
    """What would be seen of anything that was made or changed."""
    paths = ("/admin/v1/contacts/", "/admin/v1/products/", "/admin/v1/audit/")
    imports = client.call("GET", "/admin/v1/imports/", key=admin).json()["results"]
    # One that was there before may go on meanwhile.
    return [client.call("GET", path, key=admin).json()["results"] for path in paths], [one["id"] for one in imports]


def test_columns_are_told_with_what_they_are_understood_as(client, admin, tried):
    with Contacts(client, admin) as contacts:
        glaze = contacts.make_field("radio", options=options("celadon", "ash"))
        rows = [("_email", glaze, "_clv", "shoe"), *((fresh_email(), "ash", "1", str(number % 25)) for number in range(40))]
        found = tried(rows_of(*rows))
    assert (found["type"], found["total"], found["lookedAt"], found["refused"]) == ("contacts", 40, 40, [])
    email, field, value, shoe = found["columns"]
    assert email == {"name": "_email", "understoodAs": "_email", "type": "email",
                     "examples": [row[0] for row in rows[1:21]]}
    assert field == {"name": glaze, "understoodAs": glaze, "type": "radio", "examples": ["ash"]}
    assert value == {"name": "_clv", "ignoredBecause": "read-only", "examples": ["1"]}
    assert shoe == {"name": "shoe", "ignoredBecause": "unknown", "examples": [str(number) for number in range(20)]}


def test_nothing_is_written(client, admin, tried):
    address = fresh_email()
    Contacts(client, admin).patched(by_email(address), {"_points": 1})
    before = newest(client, admin)
    for _ in range(2):
        found = tried(rows_of(("_email", "_points"), (address, 5), (fresh_email(), 6)), overrideExisting="true")
        assert found["refused"] == []
    assert newest(client, admin) == before


def test_rows_that_would_be_refused_are_told_with_their_lines(tried):
    found = tried(rows_of(("_email", "_points"), (fresh_email(), 1), ("nobody", 1), (fresh_email(), "many"), ("", 4)))
    assert [one["line"] for one in found["refused"]] == [3, 4, 5]
    assert found["refused"][2]["reason"] == "_email or _externalId is required"
    assert all(one["reason"] for one in found["refused"])


def test_the_import_refuses_just_what_the_trial_told(client, admin, tried):
    keys = fresh_email(), fresh_email()
    Contacts(client, admin).patched(by_email(keys[0]), {"_externalId": f"x-{keys[0][:20]}"})
    file = rows_of(("_email", "_externalId", "_points"), (keys[1], f"y-{keys[1][:20]}", 1),
                   (keys[0], f"y-{keys[1][:20]}", 2), (keys[0], "", "x"), (fresh_email(), "", "3"), ("a,b", "", 1))
    told = tried(file)["refused"]
    imports = Imports(client, admin, MANAGEMENT)
    done = imports.take_in(file)
    report = imports.report(done)
    assert [(str(one["line"]), one["reason"]) for one in told] == [(row[0], row[1]) for row in report[1:]]
    assert len(told) == 3 and "two different contacts" in told[0]["reason"]


def test_products_are_tried(client, admin, tried):
    assert client.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}, key=admin).status == 200
    known = f"P-{fresh_email()}"
    header = ("productId", "name", "productDetailUrl", "unitPrice", "id", "colour")
    good = (known, "Mug", "https://shop.example/mug", "9.50", "x", "blue")
    found = tried(rows_of(header, good, (f"{known}-2", "Mug", "nowhere", "cheap", "", "")), type="products")
    assert [one["line"] for one in found["refused"]] == [3]
    understood = {one["name"]: one.get("understoodAs", one.get("ignoredBecause")) for one in found["columns"]}
    assert understood == {"productId": "productId", "name": "name", "productDetailUrl": "productDetailUrl",
                          "unitPrice": "unitPrice", "id": "read-only", "colour": "unknown"}
    assert client.call("GET", f"/products/product-id/{known}", key=admin).status == 404


def test_coupons_are_tried_and_see_the_rows_before_them(client, admin, tried):
    coupons = Coupons(client, admin)
    one, other = fresh_codes(2)
    held = coupons.make([one])
    found = tried(rows_of(("code",), (one,), (other,), (other,)), type="coupons", couponSetId=held["id"],
                  overrideExisting="true")
    assert [(row["line"], row["reason"]) for row in found["refused"]] == [
        (2, "code is in the coupon set already"), (4, "code is in the coupon set already")]
    assert coupons.call("GET", f"/coupon-sets/{held['id']}").json()["quantity"] == 1
    coupons.tidy()


def test_only_the_first_rows_are_tried(tried):
    found = tried(rows_of(("_email",), *((fresh_email(),) for _ in range(205)), ("nobody",)))
    assert (found["total"], found["lookedAt"], found["refused"]) == (206, 200, [])
    assert len(found["columns"][0]["examples"]) == 20


def test_long_values_are_cut_between_characters(tried):
    found = tried(rows_of(("_email", "note"), (fresh_email(), "é" * 300)))
    assert found["columns"][1]["examples"] == ["é" * 100 + "…"]


@pytest.mark.parametrize("file, fields, paths", [
    (b"name\nAda\n", {}, ["/file"]),
    (b"", {}, ["/file"]),
    (b"_email\n", {"type": "purchases"}, ["/type"]),
    (b"_email\n", {"delimiter": None, "updateOnlyEmptyFields": "true"}, ["/delimiter", "/updateOnlyEmptyFields"]),
    (b"code\n", {"type": "coupons"}, ["/couponSetId"]),
    (None, {}, ["/file"]),
])
def test_a_form_is_refused_as_that_of_an_import(trial, file, fields, paths):
    answer = trial(file, **fields)
    assert answer.status == 422 and answer.problem_paths == paths


def test_a_header_alone_has_no_rows(tried):
    found = tried(b"_email\n")
    assert (found["total"], found["columns"]) == (0, [{"name": "_email", "understoodAs": "_email", "type": "email",
                                                       "examples": []}])


def test_what_is_no_form_is_refused(client, admin):
    broken = client.call("POST", TRIAL, key=admin, body=b"--x\r\nnonsense",
                         headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert broken.status == 400, broken.summary()
    assert client.call("POST", TRIAL, key=admin, json={}).status == 415
