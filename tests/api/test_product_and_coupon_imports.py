"""Imports of products and of coupon codes."""

import pytest

from harness.contacts import fresh_id
from harness.imports import MANAGEMENT, Imports, rows_of

HEADER = ["productId", "productDetailUrl", "name", "unitPrice"]
URL = "https://shop.example/p"


@pytest.fixture
def imports(client, admin):
    assert client.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}, key=admin).status == 200
    return Imports(client, admin)


@pytest.fixture
def product(client, admin):
    def find(product_id):
        answer = client.call("GET", f"/products/product-id/{product_id}", key=admin)
        return answer.json() if answer.status == 200 else None
    return find


def counts(done):
    return done["status"], done["success"], done["errors"]


def test_a_row_sets_every_property(imports, product):
    product_id = fresh_id()
    values = {
        "productId": product_id, "productDetailUrl": URL, "name": "'=Mug", "unitPrice": "19.99", "brand": "Brisa",
        "availability": "outofstock", "description": "'@home", "categories": "cups|cups/blue", "customField1": "x",
        "discountedAmount": "1.5", "discountedPercentage": "10", "imageUrl": "i", "inStockUnits": "3",
        "isBlacklisted": "true", "priority": "2", "publishedAt": "2024-01-02", "rating": "4.5", "ratingCount": "7",
        "reviewCount": "8", "relatedExternalProductIds": "a|b", "tags": "t1|t2", "thumbnailUrl": "t",
        "unitPriceOriginal": "21", "unitPriceWithoutVAT": "16.5", "id": "ignored", "remark": "ignored"}
    assert counts(imports.take_in(rows_of(list(values), list(values.values())), type="products")) == ("finished", 1, 0)
    found = product(product_id)
    assert (found["name"], found["description"], found["unitPrice"]) == ("=Mug", "@home", 19.99)
    assert (found["categories"], found["tags"]) == (["cups", "cups/blue"], ["t1", "t2"])
    assert (found["isBlacklisted"], found["inStockUnits"], found["availability"]) == (True, 3, "outofstock")
    assert (found["publishedAt"], found["relatedExternalProductIds"]) == ("2024-01-02T00:00:00.000Z", ["a", "b"])


def test_what_becomes_of_a_product_that_is_there(imports, product):
    product_id = fresh_id()
    make = rows_of([*HEADER, "brand"], [product_id, URL, "Mug", "1", "Brisa"])
    assert counts(imports.take_in(make, type="products")) == ("finished", 1, 0)
    before = product(product_id)
    change = rows_of([*HEADER, "brand", "tags", "priority"], [product_id, URL, "Cup", "2", "", "new", "9"])
    assert counts(imports.take_in(change, type="products")) == ("finished", 1, 0)
    assert product(product_id) == before
    only_empty = {"overrideExisting": "true", "updateOnlyEmptyFields": "true"}
    assert counts(imports.take_in(change, type="products", **only_empty)) == ("finished", 1, 0)
    found = product(product_id)
    assert (found["name"], found["unitPrice"], found["tags"], found["priority"]) == ("Mug", 1, ["new"], 0)
    assert counts(imports.take_in(change, type="products", overrideExisting="true")) == ("finished", 1, 0)
    found = product(product_id)
    assert (found["name"], found["unitPrice"], found["brand"], found["priority"]) == ("Cup", 2, "Brisa", 9)


def test_rows_of_products_that_are_refused(imports, product, client, admin):
    good, lacking = fresh_id(), fresh_id()
    rows = [[good, URL, "Mug", "1", ""], ["", URL, "Mug", "1", ""], [lacking, "", "", "", ""],
            [fresh_id(), "no address", "Mug", "a lot", "maybe"], [good, URL, "Cup", "2", ""]]
    done = imports.take_in(rows_of([*HEADER, "isBlacklisted"], *rows), type="products", overrideExisting="true")
    assert counts(done) == ("finished", 2, 3)
    reasons = [row[1] for row in imports.report(done)[1:]]
    assert "productId " in reasons[0]
    assert all(f"{name} is required" in reasons[1] for name in HEADER[1:])
    assert all(f"{name} " in reasons[2] for name in ("productDetailUrl", "unitPrice", "isBlacklisted"))
    assert product(good)["name"] == "Cup" and product(lacking) is None
    assert client.call("PATCH", "/admin/v1/store", json={"allowedDomains": ["other.example"]}, key=admin).status == 200
    done = imports.take_in(rows_of(HEADER, [fresh_id(), URL, "Mug", "1"]), type="products")
    assert client.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}, key=admin).status == 200
    assert imports.report(done)[1][1].startswith("E0201: ")


@pytest.mark.parametrize("missing", HEADER)
def test_a_file_of_products_needs_its_columns(imports, missing):
    header = [name for name in HEADER if name != missing]
    answer = imports.upload(rows_of(header, ["x"] * len(header)), type="products")
    assert answer.problem_paths == ["/file"]
    assert answer.json()["validationErrors"][0]["reason"] == f"has no column {missing}"


def test_a_row_that_no_database_can_look_for_is_an_error_of_its_own(imports):
    row = [URL, "Mug", "1"]
    good = fresh_id()
    done = imports.take_in(rows_of(HEADER, ["p\0q", *row], [good, *row]), type="products")
    assert counts(done) == ("finished", 1, 1)
    assert imports.report(done)[1][1] == "productId must not contain U+0000"
    assert imports.take_in(rows_of(HEADER, [good, *row]), type="products")["success"] == 1, "the next has its turn"


# --- coupons

@pytest.fixture
def coupon_sets(client, admin):
    def make(**more):
        made = client.call("POST", "/admin/v1/coupon-sets/", key=admin, json={"name": fresh_id(), "type": "multiple", **more})
        assert made.status == 201, made.summary()
        return made.json()["id"]
    return make


def test_codes_go_into_their_set(imports, coupon_sets, client, admin):
    coupon_set = coupon_sets()
    rows = rows_of(["code", "remark"], ["A-1", ""], ["A-2", "x"], ["A-1", ""], ["", "x"])
    done = imports.take_in(rows, type="coupons", couponSetId=coupon_set)
    assert counts(done) == ("finished", 2, 2) and done["options"]["couponSetId"] == coupon_set
    refused = imports.report(done)[1:]
    assert [row[0] for row in refused] == ["4", "5"] and refused[0][1] == "code is in the coupon set already"
    # What was there before the file is left alone; what the file itself says twice is an error.
    again = imports.take_in(rows_of(["code"], ["A-2"], ["A-3"], ["A-3"]), type="coupons",
                            couponSetId=coupon_set.upper())
    assert counts(again) == ("finished", 2, 1) and imports.report(again)[1][0] == "4"
    over = imports.take_in(rows_of(["code"], ["A-2"]), type="coupons", couponSetId=coupon_set, overrideExisting="true")
    assert counts(over) == ("finished", 0, 1)
    found = client.call("GET", f"/admin/v1/coupon-sets/{coupon_set}", key=admin).json()
    assert (found["quantity"], found["available"]) == (3, 3)


def test_coupons_need_a_set_that_takes_codes(imports, coupon_sets):
    file = rows_of(["code"], ["A-1"])
    single = coupon_sets(type="single", code="ALL")
    for coupon_set, reason in ((None, "is required for coupons"), ("", "must be an id"), ("x", "must be an id"),
                               ("698075a00b2fd92440000000", "does not exist"), (single, "is a set with a single code")):
        answer = imports.upload(file, type="coupons", couponSetId=coupon_set)
        assert answer.problem_paths == ["/couponSetId"], answer.summary()
        assert answer.json()["validationErrors"][0]["reason"] == reason
    assert imports.upload(rows_of(["codes"], ["A"]), type="coupons", couponSetId=coupon_sets()).problem_paths == ["/file"]


def test_a_set_means_nothing_for_other_types(imports):
    answer = imports.upload(rows_of(["_email"], [f"{fresh_id()}@example.org"]), couponSetId="nonsense")
    assert answer.status == 201 and "couponSetId" not in answer.json()["options"]


def test_the_other_door_takes_products_too(client, admin, product):
    product_id = fresh_id()
    done = Imports(client, admin, MANAGEMENT).take_in(rows_of(HEADER, [product_id, URL, "Mug", "1"]), type="products")
    assert counts(done) == ("finished", 1, 0) and product(product_id)["name"] == "Mug"
