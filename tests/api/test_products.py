"""Reading, changing and deleting products."""

import json
import re
import threading
import uuid
from urllib.parse import quote

import pytest

NEW = {"name": "Celadon mug", "productDetailUrl": "https://shop.example/p/mug", "unitPrice": 21.3}
BY_STORE_ID = "/products/product-id/"
JSON = {"Content-Type": "application/json"}


class Catalogue:
    """The products of the shared server; what a test makes is taken away after it."""

    def __init__(self, client, key):
        self.client, self.key, self.made = client, key, set()

    @staticmethod
    def path(product_id):
        return BY_STORE_ID + quote(product_id, safe="")

    def patch(self, product_id, change, **options):
        self.made.add(product_id)
        return self.client.call("PATCH", self.path(product_id), json=change, key=self.key, **options)

    def patch_text(self, product_id, text):
        """Sends a body exactly as it is written."""
        self.made.add(product_id)
        return self.client.call("PATCH", self.path(product_id), body=text.encode(), headers=JSON, key=self.key)

    def get(self, product_id):
        return self.client.call("GET", self.path(product_id), key=self.key)

    def delete(self, product_id):
        return self.client.call("DELETE", self.path(product_id), key=self.key)

    def make(self, product_id=None, **more):
        """A new product, as it was answered."""
        answer = self.patch(product_id or f"p-{uuid.uuid4()}", {**NEW, **more})
        assert answer.status == 200, answer.summary()
        return answer.json()


@pytest.fixture
def catalogue(client, admin):
    # Whatever other tests left there, every address will do.
    assert client.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}, key=admin).status == 200
    catalogue = Catalogue(client, admin)
    yield catalogue
    for product_id in catalogue.made:
        catalogue.delete(product_id)


def test_a_patch_creates_what_is_not_there(catalogue):
    made = catalogue.make("mug-celadon")
    assert re.fullmatch(r"[0-9a-f]{24}", made["id"])
    assert made == {**NEW, "id": made["id"], "productId": "mug-celadon", "availability": "instock",
                    "isBlacklisted": False, "priority": 0, "createdAt": made["createdAt"],
                    "updatedAt": made["createdAt"]}
    assert catalogue.get("mug-celadon").json() == made


def test_both_ways_lead_to_the_same_product(catalogue, client, admin):
    made = catalogue.make()
    for product_id in (made["id"], made["id"].upper()):
        answer = client.call("GET", "/products/" + product_id, key=admin)
        assert answer.status == 200 and answer.json() == made


FULL = {
    "availability": "outofstock", "brand": "Brisa", "description": "Línea 1\nlínea 2 🌊", "name": "Otra taza",
    "categories": ["/Kitchen/Mugs", "Outlet", ""], "customField1": "", "customField2": "two", "customField3": "three",
    "discountedAmount": 2.7, "discountedPercentage": 11.25, "imageUrl": "", "thumbnailUrl": "not an address",
    "productDetailUrl": "http://shop.example:8080/ñ?q=1#f", "inStockUnits": -3, "isBlacklisted": True, "priority": 7,
    "publishedAt": "2026-01-01T00:00:00.000Z", "rating": 4.5, "ratingCount": 10, "reviewCount": 0,
    "relatedExternalProductIds": ["a", "a"], "tags": [], "unitPrice": -5, "unitPriceOriginal": 24,
    "unitPriceWithoutVAT": 17.6033,
}
DEFAULTS = {"availability": "instock", "isBlacklisted": False, "priority": 0}
NEEDED = ["name", "productDetailUrl", "unitPrice"]


def test_every_property_is_kept_and_read_again(catalogue):
    made = catalogue.make(**FULL)
    assert {name: made[name] for name in FULL} == FULL
    assert catalogue.get(made["productId"]).json() == made


@pytest.mark.parametrize("name", FULL)
def test_a_change_of_one_property_leaves_the_others_alone(catalogue, name):
    before = catalogue.make()
    after = catalogue.patch(before["productId"], {name: FULL[name]}).json()
    assert after == {**before, name: FULL[name], "updatedAt": after["updatedAt"]}
    assert catalogue.get(before["productId"]).json() == after


@pytest.mark.parametrize("name", [name for name in FULL if name not in NEEDED])
def test_null_clears_or_goes_back_to_the_default(catalogue, name):
    before = catalogue.make(**FULL)
    after = catalogue.patch(before["productId"], {name: None}).json()
    expected = {**before, "updatedAt": after["updatedAt"]}
    del expected[name]
    if name in DEFAULTS:
        expected[name] = DEFAULTS[name]
    assert after == expected == catalogue.get(before["productId"]).json()


@pytest.mark.parametrize("name", NEEDED)
def test_null_is_refused_where_a_product_cannot_be_without(catalogue, name):
    before = catalogue.make()
    answer = catalogue.patch(before["productId"], {name: None, "brand": "not kept"})
    assert answer.problem_paths == ["/" + name]
    assert catalogue.get(before["productId"]).json() == before
    assert catalogue.patch(f"new-{uuid.uuid4()}", {**NEW, name: None}).problem_paths == ["/" + name]


def test_null_of_what_was_never_set_changes_nothing(catalogue):
    before = catalogue.make()
    answer = catalogue.patch(before["productId"], {name: None for name in FULL if name not in NEEDED})
    assert answer.status == 200 and answer.json() == before


@pytest.mark.parametrize("change", [
    {}, [], {"name": NEW["name"]}, NEW, {"unknown": 1, "id": "x", "productId": "y", "createdAt": None, "updatedAt": 0}],
    ids=str)
def test_what_changes_nothing_leaves_the_time_alone(catalogue, change):
    before = catalogue.make()
    answer = catalogue.patch(before["productId"], change)
    assert answer.status == 200 and answer.json() == before


def test_a_change_moves_the_time(catalogue):
    before = catalogue.make()
    after = catalogue.patch(before["productId"], {"unitPrice": 5}).json()
    assert after["updatedAt"] >= before["updatedAt"] and after["createdAt"] == before["createdAt"]


def test_lists_are_replaced_as_a_whole(catalogue):
    made = catalogue.make(tags=["a", "b"])
    assert catalogue.patch(made["productId"], {"tags": ["c"]}).json()["tags"] == ["c"]
    assert catalogue.patch(made["productId"], {"tags": []}).json()["tags"] == []


# --- what a new product needs

@pytest.mark.parametrize("body, paths", [
    ({}, ["/name", "/productDetailUrl", "/unitPrice"]), ([], ["/name", "/productDetailUrl", "/unitPrice"]),
    ({"brand": "x"}, ["/name", "/productDetailUrl", "/unitPrice"]),
    *(({name: value for name, value in NEW.items() if name != missing}, ["/" + missing]) for missing in NEEDED),
    ({"unitPrice": 1, "rating": 6, "tags": [1]}, ["/name", "/productDetailUrl", "/rating", "/tags/0"]),
    ({"name": "", "rating": -1}, ["/name", "/productDetailUrl", "/rating", "/unitPrice"]),
], ids=str)
def test_what_a_new_product_lacks_is_told_with_everything_else(catalogue, body, paths):
    product_id = f"new-{uuid.uuid4()}"
    assert sorted(catalogue.patch(product_id, body).problem_paths) == paths
    assert catalogue.get(product_id).status == 404


# --- what values may be

LONG = "x" * 10_000
NUL = "a\0b"
TEXTS = ["brand", "description", "customField1", "customField2", "customField3", "imageUrl", "thumbnailUrl"]
LISTS = ["categories", "tags", "relatedExternalProductIds"]
DECIMALS = ["unitPrice", "unitPriceOriginal", "unitPriceWithoutVAT", "discountedAmount"]
INTEGERS = ["inStockUnits", "priority"]
COUNTS = ["ratingCount", "reviewCount"]

TAKEN = [
    *((name, value) for name in TEXTS for value in ("", " ", LONG, "🌊" * 10_000, '"\\/\b\f\n\r\t\x1f\x7f')),
    ("name", LONG), ("name", " "), ("name", "🌊" * 10_000),
    ("productDetailUrl", "https://shop.example/" + "x" * (10_000 - 21)), ("productDetailUrl", "HTTP://SHOP.EXAMPLE"),
    ("productDetailUrl", "https://tiendañ.example/ñ"), ("productDetailUrl", "https://🌊.example"),
    ("productDetailUrl", "http://127.0.0.1:1/"), ("productDetailUrl", "http://[::1]/"),
    ("productDetailUrl", "https://user@shop.example/"), ("productDetailUrl", "http://localhost"),
    *((name, value) for name in LISTS for value in ([], [""], ["a", "a"], [LONG], ["x"] * 10_000, ["/a/b", "🌊"])),
    *((name, value) for name in INTEGERS for value in (0, -1, 2**53 - 1, -(2**53 - 1))),
    *((name, value) for name in COUNTS for value in (0, 2**53 - 1)),
    *((name, value) for name in DECIMALS for value in (0, -1, 0.0001, 99999999999999, -99999999999999)),
    ("discountedPercentage", 0), ("discountedPercentage", 100), ("discountedPercentage", 0.0001), ("rating", 0),
    ("discountedPercentage", -0.0001), ("discountedPercentage", -250), ("discountedPercentage", -99999999999999),
    ("rating", 5), ("rating", 4.9999),
]


@pytest.mark.parametrize("name, value", TAKEN, ids=lambda value: str(value)[:30])
def test_good_values_are_kept_as_they_are(catalogue, name, value):
    made = catalogue.make()
    answer = catalogue.patch(made["productId"], {name: value})
    assert answer.status == 200, answer.summary()
    assert answer.json()[name] == value
    assert catalogue.get(made["productId"]).json()[name] == value


NOT_TEXTS = (1, True, [], {}, ["x"])
REFUSED = [
    *((name, value, "") for name in TEXTS for value in (LONG + "x", "🌊" * 10_001, NUL, *NOT_TEXTS)),
    *(("name", value, "") for value in ("", LONG + "x", NUL, *NOT_TEXTS)),
    *(("productDetailUrl", value, "") for value in (
        "", "/p", "shop.example", "//shop.example/p", "ftp://shop.example", "https://", "https:///p", "https:shop.example",
        "https://a b.example", "https://shop.example/a b", " https://shop.example", "https://shop.example\n",
        "https://shop.example:x/", "https://shop.example:65536/", "https://other.example\\@shop.example/",
        "javascript:alert(1)", "https://shop.example/" + "x" * (10_001 - 21), NUL, *NOT_TEXTS)),
    *((name, value, "") for name in LISTS for value in ("", "a", 1, True, {}, {"0": "a"}, ["x"] * 10_001)),
    *((name, [value], "/0") for name in LISTS for value in (None, 1, True, [], {}, LONG + "x", NUL)),
    *((name, value, "") for name in INTEGERS + COUNTS
      for value in ("", "1", True, [], {}, 1.5, 2**53, -(2**53), 10**30)),
    *((name, -1, "") for name in COUNTS),
    *((name, value, "") for name in DECIMALS + ["discountedPercentage", "rating"]
      for value in ("", "1", "19,99", True, [], {}, 10**14, -(10**14), 10**300)),
    ("discountedPercentage", 100.0001, ""), ("rating", -1, ""),
    ("rating", 5.0001, ""),
    *(("isBlacklisted", value, "") for value in (0, 1, "true", "", [], {})),
    *(("availability", value, "") for value in (
        "", "InStock", "instock ", "unverified", "discontinued", "preorder", 1, True, [], {})),
    *(("publishedAt", value, "") for value in (
        "", "yesterday", 1, True, [], {}, "2026-01-01T00:00:00", "2026-02-30", "2026-1-1", 1767225600)),
]


@pytest.mark.parametrize("name, value, below", REFUSED, ids=lambda value: str(value)[:30])
def test_bad_values_are_refused_at_their_place(catalogue, name, value, below):
    made = catalogue.make()
    answer = catalogue.patch(made["productId"], {"brand": "not kept", name: value})
    assert answer.problem_paths == ["/" + name + below]
    assert catalogue.get(made["productId"]).json() == made


def test_all_problems_come_together(catalogue):
    made = catalogue.make()
    answer = catalogue.patch(made["productId"], {"rating": 6, "tags": ["a", 1, 2], "name": None, "priority": "x"})
    assert sorted(answer.problem_paths) == ["/name", "/priority", "/rating", "/tags/1", "/tags/2"]


DIGITS = [
    ("19.99", "19.99"), ("19.999999", "20"), ("19.99994", "19.9999"), ("19.99995", "20"), ("-19.99995", "-20"),
    ("0.00005", "0.0001"), ("-0.00005", "-0.0001"), ("0.00004999", "0"), ("-0.00004", "0"), ("-0", "0"), ("0.0", "0"),
    ("1e2", "100"), ("1E+2", "100"), ("1.5e-3", "0.0015"), ("100.0", "100"), ("100.50", "100.5"), ("0.1", "0.1"),
    ("99999999999999.9999", "99999999999999.9999"), ("99999999999999.99994", "99999999999999.9999"),
    ("-99999999999999.9999", "-99999999999999.9999"), ("999999999999.9999", "999999999999.9999"),
    ("0.000000000000000000000000000001", "0"), ("1e-400", "0"), ("0e999999999", "0"),
    ("0." + "3" * 300, "0.3333"),
]


@pytest.mark.parametrize("sent, answered", DIGITS)
def test_decimals_are_read_from_their_digits(catalogue, sent, answered):
    made = catalogue.make(unitPrice=7)
    answer = catalogue.patch_text(made["productId"], f'{{"unitPrice": {sent}}}')
    assert answer.status == 200, answer.summary()
    for body in (answer.body, catalogue.get(made["productId"]).body):
        assert re.search(rb'"unitPrice":([^,]+),', body)[1].decode() == answered


@pytest.mark.parametrize("sent", ["1e14", "99999999999999.99995", "1e400", "-1e999999999"])
def test_decimals_have_a_limit(catalogue, sent):
    made = catalogue.make()
    assert catalogue.patch_text(made["productId"], f'{{"unitPrice": {sent}}}').problem_paths == ["/unitPrice"]


@pytest.mark.parametrize("sent, answered", [("3", 3), ("3.0", 3), ("3e2", 300), ("-0", 0), ("30e-1", 3),
                                            ("9007199254740991.0", 2**53 - 1)])
def test_integers_may_be_written_in_many_ways(catalogue, sent, answered):
    made = catalogue.make()
    answer = catalogue.patch_text(made["productId"], f'{{"inStockUnits": {sent}}}')
    assert answer.json()["inStockUnits"] == answered and b'"inStockUnits":%d,' % answered in answer.body


@pytest.mark.parametrize("sent, answered", [
    ("2026-01-01", "2026-01-01T00:00:00.000Z"), ("2026-01-01T01:00:00+02:00", "2025-12-31T23:00:00.000Z"),
    ("2026-01-01T00:00:00.123999Z", "2026-01-01T00:00:00.123Z"), ("0001-01-01", "0001-01-01T00:00:00.000Z"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z")])
def test_times_are_answered_in_one_form(catalogue, sent, answered):
    assert catalogue.make(publishedAt=sent)["publishedAt"] == answered


@pytest.mark.parametrize("body", [b"", b"{", b"1", b"null", b'"x"', b"[1]", b'{"name":"a","name":"b"}', b"{\"name\":\"\xff\"}",
                                  b"\xef\xbb\xbf{}", b'{"name":"\\ud800"}', b'{"unitPrice":1e9999999999}'])
def test_a_body_that_cannot_be_read_is_refused(catalogue, client, admin, body):
    made = catalogue.make()
    path = catalogue.path(made["productId"])
    assert client.call("PATCH", path, body=body, headers=JSON, key=admin).status == 400
    assert catalogue.get(made["productId"]).json() == made


def test_a_body_over_the_limit_is_refused(catalogue, client, admin):
    path = catalogue.path("large")
    body = json.dumps({**NEW, "anything": "x" * 1024 * 1024}).encode()
    assert client.call("PATCH", path, body=body, headers=JSON, key=admin).status == 413
    assert client.call("PATCH", path, body=b"{}", headers={"Content-Type": "multipart/x"}, key=admin).status == 415


def test_a_product_as_large_as_a_body_can_make_it_is_read_whole(catalogue):
    made = catalogue.make()
    for name in LISTS:
        made = catalogue.patch(made["productId"], {name: ["y" * 100] * 9_900}).json()
    assert catalogue.get(made["productId"]).json() == made
    assert len(json.dumps(made)) > 3_000_000


# --- identifiers

IDENTIFIERS = ["1", "a/b", "/", "//", "a b", " ", "+", "%", "%2F", "ñandú", "🌊", ".", "..", "../..", "a.b", "?", "#", "&=;",
               '"', "\\", "'", "\t", "\n", "\u00a0", "a" * 200, "a" * 201, "a" * 9_000, "ñ" * 1_500, "product-id",
               "6965fb800b15fde100000000", "null", "-0", "*", "_", "\ufeff"]


@pytest.mark.parametrize("product_id", IDENTIFIERS, ids=lambda value: ascii(value)[:20])
def test_any_text_can_be_the_id_of_the_shop(catalogue, product_id):
    assert catalogue.get(product_id).status == 404
    made = catalogue.make(product_id)
    assert made["productId"] == product_id
    assert catalogue.get(product_id).json() == made
    assert catalogue.patch(product_id, {"unitPrice": 1}).json()["id"] == made["id"]
    assert catalogue.delete(product_id).status == 204
    assert catalogue.get(product_id).status == 404


def test_ids_of_the_shop_are_compared_byte_for_byte(catalogue):
    alike = ["mug", "Mug", "MUG", "mug ", " mug", "múg", "mu\u0301g", "ｍｕｇ", "mug\u200b", "m" + "u" * 300 + "g",
             "m" + "u" * 301 + "g"]
    made = {product_id: catalogue.make(product_id)["id"] for product_id in alike}
    assert len(set(made.values())) == len(alike)
    for product_id, service_id in made.items():
        assert catalogue.get(product_id).json()["id"] == service_id


def test_the_form_without_escapes_is_the_same(catalogue, client, admin):
    made = catalogue.make("a@b:c!$&'()*+,;=~")
    for path in (BY_STORE_ID + "a@b:c!$&'()*+,;=~", BY_STORE_ID + "a%40b:c!$&'()*+,;=~/"):
        assert client.call("GET", path, key=admin).json() == made


def test_an_id_over_the_limit_is_refused_by_patch_and_unknown_elsewhere(catalogue, client, admin):
    assert catalogue.make("x" * 10_000)["productId"] == "x" * 10_000
    too_long = "x" * 10_001
    assert catalogue.patch(too_long, NEW).problem_paths == ["/productId"]
    assert sorted(catalogue.patch(too_long, {"rating": 6}).problem_paths) == [
        "/name", "/productDetailUrl", "/productId", "/rating", "/unitPrice"]
    assert catalogue.get(too_long).status == 404
    assert catalogue.delete(too_long).status == 204


@pytest.mark.parametrize("escaped", ["%ff", "%00", "a%00b", "%zz", "%2", "%"])
def test_an_address_that_cannot_be_decoded_is_refused(client, admin, escaped):
    for method in ("GET", "DELETE"):
        assert client.call(method, BY_STORE_ID + escaped, key=admin).status == 400
    assert client.call("PATCH", BY_STORE_ID + escaped, json=NEW, key=admin).status == 400


@pytest.mark.parametrize("service_id", ["x", "1", "0" * 23, "0" * 25, "g" * 24, "0" * 23 + "é", "product-id",
                                        "%20" + "0" * 24, "-" + "0" * 23, "0x" + "0" * 22])
def test_what_cannot_be_an_id_of_the_service_is_refused(client, admin, service_id):
    for method in ("GET", "DELETE"):
        assert client.call(method, "/products/" + quote(service_id, safe="%"), key=admin).status == 400


def test_an_id_of_the_service_that_nothing_has_is_not_found(catalogue, client, admin):
    made = catalogue.make()
    first, last = made["id"][:8], made["id"][8:]
    other_second = f"{int(first, 16) + 1:08x}"
    next_number = f"{int(last, 16) + 1:016x}"
    for unknown in ("0" * 24, "f" * 24, other_second + last, first + next_number):
        assert client.call("GET", "/products/" + unknown, key=admin).status == 404
        assert client.call("DELETE", "/products/" + unknown, key=admin).status == 204
    assert catalogue.get(made["productId"]).json() == made


# --- deleting

def test_a_deleted_product_is_gone_by_both_ways(catalogue, client, admin):
    for by_service_id in (True, False):
        made = catalogue.make()
        paths = ["/products/" + made["id"], catalogue.path(made["productId"])]
        path = paths[0] if by_service_id else paths[1]
        for _ in range(2):
            answer = client.call("DELETE", path, key=admin)
            assert answer.status == 204 and answer.body == b""
        for each in paths:
            assert client.call("GET", each, key=admin).status == 404
        again = catalogue.make(made["productId"])
        assert again["id"] != made["id"]
        assert client.call("GET", paths[0], key=admin).status == 404


def test_deleting_what_was_never_there_is_no_mistake(catalogue):
    assert catalogue.delete(f"never-{uuid.uuid4()}").status == 204


# --- sent again, and at the same moment

def test_a_patch_sent_again_under_its_key_is_done_once(catalogue):
    product_id, headers = f"p-{uuid.uuid4()}", {"Idempotency-Key": str(uuid.uuid4())}
    first = catalogue.patch(product_id, NEW, headers=headers)
    catalogue.patch(product_id, {"unitPrice": 1})
    second = catalogue.patch(product_id, NEW, headers=headers)
    assert second.json() == first.json() and second.header("Idempotency-Replayed") == "true"
    assert catalogue.get(product_id).json()["unitPrice"] == 1
    for other in ({"unitPrice": 2}, {"unitPrice": "two"}):
        assert catalogue.patch(product_id, other, headers=headers).problem_paths == ["/Idempotency-Key"]


def test_a_refused_patch_leaves_its_key_free(catalogue):
    product_id, headers = f"p-{uuid.uuid4()}", {"Idempotency-Key": str(uuid.uuid4())}
    assert catalogue.patch(product_id, {}, headers=headers).status == 422
    assert catalogue.patch(product_id, NEW, headers=headers).status == 200


def test_fifty_who_create_the_same_product_make_one(catalogue):
    product_id = f"p-{uuid.uuid4()}"
    own = [*TEXTS, *INTEGERS, *COUNTS, "unitPriceOriginal", "unitPriceWithoutVAT", "discountedAmount"]
    answers, start = [], threading.Barrier(50)

    def create(number):
        name = own[number % len(own)]
        start.wait()
        answers.append(catalogue.patch(product_id, {**NEW, name: "x" if name in TEXTS else 5}))

    threads = [threading.Thread(target=create, args=(number,)) for number in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [answer.status for answer in answers] == [200] * 50
    assert len({answer.json()["id"] for answer in answers}) == 1
    product = catalogue.get(product_id).json()
    assert {name: product[name] for name in own} == {name: "x" if name in TEXTS else 5 for name in own}
