"""Looking through the products and searching them."""

from urllib.parse import parse_qs, quote, urlsplit

import pytest

from harness.server import Server

PRODUCTS = "/admin/v1/products/"
NAMES = ["Zapato", "ÁRBOL", "arbolito", "Arco", "zapatilla", "àrbitro", "Straße", "STRASSE 2", "日本", "Ａrma", "50% off",
         "a_b", "Arco", "Arco", "arco", "x" * 150]


@pytest.fixture(scope="module")
def stocked():
    """A server with a product for each name, made in this order."""
    server = Server(owner="test_product_search.py")
    client, admin = server.client(), server.admin_key
    for number, name in enumerate(NAMES):
        made = client.call("PATCH", f"/products/product-id/SKU-{number:02}", key=admin,
                           json={"name": name, "productDetailUrl": "https://shop.example", "unitPrice": number})
        assert made.status == 200, made.summary()
    return server


@pytest.fixture
def get(stocked, document):
    client, admin = stocked.client(document), stocked.admin_key

    def ask(target):
        """A query or a link."""
        if target.startswith("http"):
            assert target.startswith(stocked.url + PRODUCTS), target
            target = target[len(stocked.url) + len(PRODUCTS):]
        return client.call("GET", PRODUCTS + target, key=admin)

    return ask


def names_of(answer):
    assert answer.status == 200, answer.summary()
    return [product["name"] for product in answer.json()["results"]]


def walk(get, query):
    """(the pages down the links, the pages back up)"""
    answer = get(query)
    down = [answer]
    while "next" in down[-1].json()["links"]:
        down.append(get(down[-1].json()["links"]["next"]))
    up = [down[-1]]
    while up[-1].json()["links"]["prev"] is not None:
        up.append(get(up[-1].json()["links"]["prev"]))
    return [names_of(page) for page in down], [names_of(page) for page in reversed(up)]


def search(parameter, text):
    return f"?{parameter}={quote(text)}"


def test_the_list_shows_whole_products_with_the_newest_first(get, stocked, document):
    answer = get("")
    assert names_of(answer) == NAMES[::-1]
    assert answer.json()["links"] == {"prev": None}
    client, admin = stocked.client(document), stocked.admin_key
    for product in answer.json()["results"]:
        assert product == client.call("GET", "/products/" + product["id"], key=admin).json()


@pytest.mark.parametrize("text, found", [
    ("arb", ["àrbitro", "ÁRBOL", "arbolito"]), ("ARB", ["àrbitro", "ÁRBOL", "arbolito"]),
    ("árbol", ["ÁRBOL", "arbolito"]), ("a\u0301rbol", ["ÁRBOL", "arbolito"]), ("zap", ["zapatilla", "Zapato"]),
    ("strasse", ["Straße", "STRASSE 2"]), ("straß", ["Straße", "STRASSE 2"]), ("日", ["日本"]), ("arm", ["Ａrma"]),
    ("arco", ["Arco", "Arco", "Arco", "arco"]), ("rbol", []), ("%", []), ("_", []), ("50%", ["50% off"]),
    ("a_", ["a_b"]), ("x" * 100, ["x" * 150]), ("y", []), ("\U0010ffff", []), ("arco\u200b", ["Arco"] * 3 + ["arco"])],
    ids=ascii)
def test_names_are_searched_by_their_beginning(get, text, found):
    assert names_of(get(search("name", text))) == found


def test_ids_of_the_shop_are_searched_by_their_beginning(get):
    assert names_of(get(search("productId", "sku-"))) == NAMES
    assert names_of(get(search("productId", "SKU-0"))) == NAMES[:10]
    assert names_of(get(search("productId", "Sku-03"))) == ["Arco"]
    assert names_of(get(search("productId", "arco"))) == []


@pytest.mark.parametrize("query", ["?name=", "?name=&productId=", "?name=%CC%81", "?other=x"])
def test_nothing_to_search_for_is_no_search(get, query):
    assert names_of(get(query)) == NAMES[::-1]


def test_an_empty_text_does_not_disturb_the_other(get):
    for query in ("?name=arco&productId=", "?name=arco&productId=%CC%81", "?name=%CC%81&productId=&name=x"):
        assert len(names_of(get(query))) == (4 if "arco" in query else len(NAMES))


@pytest.mark.parametrize("query", ["?", "?name=a", "?name=arco", "?productId=s"])
@pytest.mark.parametrize("size", [1, 2, 3, 16, 100])
def test_links_lead_down_and_up_again(get, query, size):
    whole = names_of(get(query + "&pageSize=100"))
    down, up = walk(get, f"{query}&pageSize={size}&other=a%20b")
    assert [name for page in down for name in page] == whole
    assert up == down
    counted = []
    for page in range(1, len(down) + 1):
        counted += names_of(get(f"{query}&pageSize={size}&page={page}"))
    assert counted == whole
    assert names_of(get(f"{query}&pageSize={size}&page={len(down) + 1}")) == []


def test_links_keep_the_search(get):
    link = get("?name=arco&pageSize=1&other=a%20b").json()["links"]["next"]
    query = parse_qs(urlsplit(link).query)
    assert query["name"] == ["arco"] and query["other"] == ["a b"] and query["page"] == ["2"]


def test_a_page_misses_and_repeats_nothing_while_others_change(start_server, document):
    server = start_server()
    client, admin = server.client(document), server.admin_key

    def put(product_id, name):
        body = {"name": name, "productDetailUrl": "https://shop.example", "unitPrice": 1}
        assert client.call("PATCH", "/products/product-id/" + product_id, json=body, key=admin).status == 200

    for number in range(12):
        put(f"stays-{number}", "Mug" if number % 2 else "Múg")
    seen, target, step = [], PRODUCTS + "?name=mug&pageSize=3", 0
    while target:
        answer = client.call("GET", target.removeprefix(server.url), key=admin).json()
        seen += [product["productId"] for product in answer["results"]]
        target = answer["links"].get("next")
        put(f"late-{step}", "mug")
        put(f"before-{step}", "a mug")
        # The very row at which the cursor stands may go.
        client.call("DELETE", "/products/product-id/" + seen[-1], key=admin)
        step += 1
    assert len(seen) == len(set(seen)) and {f"stays-{number}" for number in range(12)} <= set(seen)


@pytest.mark.parametrize("query, paths", [
    ("?name=a&productId=b", ["/productId"]), ("?name=" + "x" * 101, ["/name"]),
    ("?productId=" + "%F0%9F%8C%8A" * 101, ["/productId"]), ("?pageSize=0", ["/pageSize"]), ("?page=0", ["/page"]),
    ("?page=501", ["/page"]), ("?cursor=x", ["/cursor"]), ("?cursor=o.1.x", ["/cursor"]),
    ("?name=" + "x" * 101 + "&pageSize=x&page=x&cursor=x", ["/cursor", "/name", "/page", "/pageSize"])],
    ids=lambda value: str(value)[:40])
def test_bad_queries_are_refused(get, query, paths):
    assert sorted(get(query).problem_paths) == paths


def test_a_cursor_belongs_to_its_list(get):
    def cursor(query):
        return parse_qs(urlsplit(get(query).json()["links"]["next"]).query)["cursor"][0]

    newest, named = cursor("?pageSize=1"), cursor("?name=ar&pageSize=1")
    assert get("?name=ar&cursor=" + quote(newest)).problem_paths == ["/cursor"]
    assert get("?cursor=" + quote(named)).problem_paths == ["/cursor"]
    assert get("?name=zap&cursor=" + quote(named)).problem_paths == ["/cursor"]
    assert get("?name=ar&cursor=" + quote(named)).status == 200
    for at in range(len(named)):
        changed = named[:at] + "%" + named[at + 1:]
        assert get("?name=ar&cursor=" + quote(changed)).status in (200, 422)


def test_a_changed_name_is_found_at_once_and_the_old_one_no_more(start_server, document):
    server = start_server()
    client, admin = server.client(document), server.admin_key
    path = "/products/product-id/p"
    client.call("PATCH", path, json={"name": "Old", "productDetailUrl": "https://s.example", "unitPrice": 1}, key=admin)
    client.call("PATCH", path, json={"name": "New"}, key=admin)
    assert names_of(client.call("GET", PRODUCTS + "?name=new", key=admin)) == ["New"]
    assert names_of(client.call("GET", PRODUCTS + "?name=old", key=admin)) == []
    client.call("DELETE", path, key=admin)
    assert names_of(client.call("GET", PRODUCTS, key=admin)) == []
