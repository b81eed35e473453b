"""The authorised domains of the store, as products meet them."""

from urllib.parse import quote

import pytest

from harness.server import Server

pytestmark = pytest.mark.any_engine

NEW = {"name": "Mug", "unitPrice": 1}


@pytest.fixture(scope="module")
def own():
    return Server(owner="test_product_domains.py")


@pytest.fixture
def shop(own, document):
    """(allow, send): sets the authorised domains; sends the address of a product."""
    client, admin = own.client(document), own.admin_key

    def allow(*domains):
        answer = client.call("PATCH", "/admin/v1/store", json={"allowedDomains": list(domains)}, key=admin)
        assert answer.status == 200, answer.summary()

    def send(address, product_id="p", **more):
        change = {**NEW, "productDetailUrl": address, **more}
        return client.call("PATCH", "/products/product-id/" + quote(product_id, safe=""), json=change, key=admin)

    yield allow, send
    client.call("DELETE", "/products/product-id/p", key=admin)


CASES = [
    (["shop.example"], ["https://shop.example", "http://shop.example/p", "https://SHOP.EXAMPLE:8443/p",
                        "https://user:pass@shop.example/", "https://shop.example./p"],
     ["https://www.shop.example", "https://example", "https://ashop.example", "https://shop.example.org",
      "https://shop.example@other.example/", "https://other.example/shop.example", "https://other.example?shop.example",
      "https://other.example#shop.example", "https://shop-example", "https://shop.examplé"]),
    (["*.shop.example"], ["https://shop.example", "https://www.shop.example", "https://a.b.shop.example"],
     ["https://ashop.example", "https://shop.example.org", "https://example"]),
    (["https://shop.example"], ["https://shop.example/p", "https://shop.example:444"],
     ["http://shop.example/p", "http://shop.example:443/"]),
    (["http://*.shop.example"], ["http://shop.example", "http://www.shop.example"], ["https://www.shop.example"]),
    (["shop.example:8080"], ["http://shop.example:8080", "https://shop.example:8080/p"],
     ["http://shop.example", "https://shop.example:8081"]),
    (["shop.example:443"], ["https://shop.example", "https://shop.example:443"], ["http://shop.example"]),
    (["shop.example:80"], ["http://shop.example"], ["https://shop.example"]),
    (["xn--tienda-1wa.example"], ["https://tiendañ.example/p", "https://TIENDAÑ.example",
                                  "https://tiendan\u0303.example", "https://xn--tienda-1wa.example",
                                  "https://XN--TIENDA-1WA.example"], ["https://tiendan.example"]),
    (["*.xn--tienda-1wa.example"], ["https://ñ.tiendañ.example/p"], ["https://ñ.example/"]),
    (["127.0.0.1"], ["http://127.0.0.1:3000/p"], ["http://127.0.0.2/p", "http://[::1]/"]),
    (["a.example", "*.b.example"], ["https://a.example", "https://x.b.example"], ["https://x.a.example"]),
]


@pytest.mark.parametrize("domains, inside, outside", CASES, ids=lambda value: str(value[0]))
def test_an_address_must_lie_in_a_domain(shop, domains, inside, outside):
    allow, send = shop
    allow(*domains)
    for address in inside:
        answer = send(address)
        assert answer.status == 200 and answer.json()["productDetailUrl"] == address, answer.summary()
    for address in outside:
        answer = send(address)
        assert answer.status == 400, (address, answer.summary())
        body = answer.json()
        assert body["code"] == "E0201" and body["allowedDomains"] == domains
    assert send(inside[0]).status == 200


def test_without_domains_every_address_will_do(shop):
    allow, send = shop
    allow()
    assert send("https://anything.example").status == 200


def test_a_refused_address_changes_nothing(shop, own, document):
    allow, send = shop
    allow()
    before = send("https://other.example").json()
    allow("shop.example")
    client, admin = own.client(document), own.admin_key
    assert send("https://other.example/2", brand="not kept").status == 400
    assert client.call("GET", "/products/product-id/p", key=admin).json() == before
    # What is there already stays, and only an address that is sent is looked at.
    changed = client.call("PATCH", "/products/product-id/p", json={"brand": "Brisa"}, key=admin)
    assert changed.json() == {**before, "brand": "Brisa", "updatedAt": changed.json()["updatedAt"]}
    assert send("https://other.example").status == 400, "sent again, it is looked at again"
    assert send("https://other.example", product_id="new").status == 400
    assert client.call("GET", "/products/product-id/new", key=admin).status == 404


def test_bad_values_come_before_the_domain(shop):
    allow, send = shop
    allow("shop.example")
    assert send("https://other.example", rating=6).problem_paths == ["/rating"]
    assert send("not an address").problem_paths == ["/productDetailUrl"]
    assert send("https://other.example", product_id="new", name=None).problem_paths == ["/name"]
