"""Looking through the contacts and searching them."""

from urllib.parse import parse_qs, quote, urlsplit

import pytest

from harness.contacts import Contacts, by_email, by_external_id, options
from harness.server import Server

CONTACTS = "/admin/v1/contacts/"
PEOPLE = [
    ("ada@example.org", {"_name": "Áda", "_surname": "Lovelace", "_mobilePhone": "+34 651 234 567"}),
    ("Grace.Hopper@Example.org", {"_name": "Grace", "_surname": "Hopper", "_mobilePhone": "+1 202 555 0100"}),
    ("adan@example.org", {"_name": "ADÁN"}),
    ("love@example.com", {"_surname": "LOVE"}),
    ("ñandú@example.org", {"_name": "Ñandú", "_surname": "Straße"}),
    ("ada+news@example.org", {"_name": "Ada", "_surname": "Lovelace"}),
    ("nobody@example.net", {}),
    ("empty@example.net", {"_name": "", "_surname": ""}),
    ("long@example.net", {"_name": "x" * 150, "_mobilePhone": "+34699999999"}),
]
ADDRESSES = [address for address, _ in PEOPLE]


@pytest.fixture(scope="module")
def peopled():
    """A server with these people, made in this order, and nobody else."""
    server = Server(owner="test_contact_search.py")
    contacts = Contacts(server.client(), server.admin_key)
    for address, body in PEOPLE:
        contacts.patched(by_email(address), body)
    return server


def asker(server, document):
    client, admin = server.client(document), server.admin_key

    def ask(target):
        """A query or a link."""
        if target.startswith("http"):
            assert target.startswith(server.url + CONTACTS), target
            target = target[len(server.url) + len(CONTACTS):]
        return client.call("GET", CONTACTS + target, key=admin)

    return ask


@pytest.fixture
def get(peopled, document):
    return asker(peopled, document)


def addresses_of(answer):
    assert answer.status == 200, answer.summary()
    return [contact["_email"] for contact in answer.json()["results"]]


def walk(get, query):
    """The pages down the links."""
    pages = [get(query)]
    while "next" in pages[-1].json()["links"]:
        pages.append(get(pages[-1].json()["links"]["next"]))
    return pages


def found(get, query):
    return [address for page in walk(get, query) for address in addresses_of(page)]


def search(**parameters):
    return "?" + "&".join(f"{name}={quote(text)}" for name, text in parameters.items())


def test_the_list_shows_whole_contacts_with_the_newest_first(get, peopled, document):
    answer = get("")
    assert addresses_of(answer) == ADDRESSES[::-1]
    assert answer.json()["links"] == {"prev": None}
    contacts = Contacts(peopled.client(document), peopled.admin_key)
    for contact in answer.json()["results"]:
        assert contact == contacts.read(by_email(contact["_email"])) == contacts.read(CONTACTS + contact["id"])


@pytest.mark.parametrize("text, expected", [
    ("ada", ["ada+news@example.org", "ada@example.org", "adan@example.org"]), ("ADA@", ["ada@example.org"]),
    ("grace.hopper@example.org", ["Grace.Hopper@Example.org"]), (" love@", ["love@example.com"]),
    ("ñan", ["ñandú@example.org"]), ("nan", []), ("example", []), ("%", []), ("_", []), ("z", [])], ids=ascii)
def test_addresses_are_searched_by_their_beginning_in_any_case(get, text, expected):
    assert addresses_of(get(search(email=text))) == expected


@pytest.mark.parametrize("text, expected", [
    ("ada", ["ada@example.org", "ada+news@example.org", "adan@example.org"]),
    ("Ada Lov", ["ada@example.org", "ada+news@example.org"]), ("a\u0301da", ["ada@example.org", "ada+news@example.org",
                                                                             "adan@example.org"]),
    ("lovelace", []), ("love", ["love@example.com"]), ("NANDU STRASSE", ["ñandú@example.org"]),
    ("x" * 100, ["long@example.net"]), ("%", []), ("\U0010ffff", [])], ids=ascii)
def test_names_are_searched_by_their_beginning(get, text, expected):
    assert addresses_of(get(search(name=text))) == expected


@pytest.mark.parametrize("text, expected", [
    ("love", ["love@example.com", "ada@example.org", "ada+news@example.org"]),
    ("LOVELACE", ["ada@example.org", "ada+news@example.org"]), ("strass", ["ñandú@example.org"]), ("ada", [])])
def test_surnames_are_searched_by_their_beginning(get, text, expected):
    assert addresses_of(get(search(surname=text))) == expected


@pytest.mark.parametrize("query, expected", [
    ("?phone=%2B34", ["ada@example.org", "long@example.net"]), ("?phone=+34", ["ada@example.org", "long@example.net"]),
    ("?phone=34651", ["ada@example.org"]), ("?phone=34+651-234", ["ada@example.org"]), ("?phone=34%20651234567", [
        "ada@example.org"]), ("?phone=1", ["Grace.Hopper@Example.org"]), ("?phone=651", []), ("?phone=abc", [])])
def test_phones_are_searched_by_their_beginning_with_or_without_the_plus(get, query, expected):
    assert addresses_of(get(query)) == expected


@pytest.mark.parametrize("query", ["?name=", "?email=&name=&surname=&phone=&field=", "?name=%CC%81", "?phone=+", "?other=x",
                                   "?email=%20", "?field=&value="])
def test_nothing_to_search_for_is_no_search(get, query):
    assert addresses_of(get(query)) == ADDRESSES[::-1]


@pytest.mark.parametrize("query", ["?", "?email=a", "?name=a", "?surname=l", "?phone=3"])
@pytest.mark.parametrize("size", [1, 2, 100])
def test_links_lead_down_and_up_again(get, query, size):
    whole = addresses_of(get(query + "&pageSize=100"))
    assert len(whole) > 1
    down = walk(get, f"{query}&pageSize={size}&other=a%20b")
    assert [address for page in down for address in addresses_of(page)] == whole
    up = [down[-1]]
    while up[-1].json()["links"]["prev"] is not None:
        up.append(get(up[-1].json()["links"]["prev"]))
    assert [addresses_of(page) for page in reversed(up)] == [addresses_of(page) for page in down]
    counted = []
    for page in range(1, len(down) + 1):
        counted += addresses_of(get(f"{query}&pageSize={size}&page={page}"))
    assert counted == whole
    assert addresses_of(get(f"{query}&pageSize={size}&page={len(down) + 1}")) == []


@pytest.mark.parametrize("query, paths", [
    ("?name=a&email=b", ["/name"]), ("?email=a&name=b&surname=c&phone=4", ["/name", "/phone", "/surname"]),
    ("?email=" + "x" * 101, ["/email"]), ("?name=" + "%F0%9F%8C%8A" * 101, ["/name"]), ("?surname=" + "x" * 101, [
        "/surname"]), ("?phone=" + "1" * 101, ["/phone"]), ("?phone=" + "+" * 101, ["/phone"]),
    ("?field=x", ["/field"]), ("?field=_points&value=0", ["/field"]), ("?value=x", ["/field"]),
    ("?field=x&value=1&name=a", ["/field", "/field"]), ("?pageSize=0", ["/pageSize"]), ("?page=501", ["/page"]),
    ("?cursor=x", ["/cursor"]), ("?cursor=o.1.x", ["/cursor"]), ("?name=a&cursor=o.1.696f55c20b1f2005b2800000", [
        "/cursor"]), ("?name=" + "x" * 101 + "&pageSize=x&page=x&cursor=x", ["/cursor", "/name", "/page", "/pageSize"])],
    ids=lambda value: str(value)[:40])
def test_bad_queries_are_refused(get, query, paths):
    assert sorted(get(query).problem_paths) == paths


def test_a_cursor_belongs_to_its_list(get):
    def cursor(query):
        return parse_qs(urlsplit(get(query).json()["links"]["next"]).query)["cursor"][0]

    newest, named = cursor("?pageSize=1"), cursor("?name=ada&pageSize=1")
    assert get("?name=ada&cursor=" + quote(newest)).problem_paths == ["/cursor"]
    assert get("?cursor=" + quote(named)).problem_paths == ["/cursor"]
    assert get("?name=grace&cursor=" + quote(named)).problem_paths == ["/cursor"]
    assert get("?name=ada&cursor=" + quote(named)).status == 200
    for at in range(len(named)):
        changed = named[:at] + "%" + named[at + 1:]
        assert get("?name=ada&cursor=" + quote(changed)).status in (200, 422)


FIELD_CASES = [
    ("text", {}, "Café au lait", ["CAFE AU LAIT", "café au lait"], ["Café", "au lait"], []),
    ("email", {}, "Ada@Example.org", ["ada@example.org"], ["eve@example.org"], ["ada"]),
    ("phone", {"defaultCountryCode": "34"}, "651234567", ["+34651234567", "651 234 567"], ["651234568"], ["x"]),
    ("integer", {}, 3, ["3", "3.0"], ["30", "-3"], ["3.5", "three", ""]),
    ("decimal", {}, 1.5, ["1.5", "1.50", "15e-1"], ["1.51"], ["1,5", ""]),
    ("date", {}, "2020-02-29", ["2020-02-29", "2020-02-29T00:00:00Z", "2020-02-29T01:00:00+01:00"],
     ["2020-02-28"], ["29/02/2020", ""]),
    ("radio", {"options": options("red", "Red", "blue")}, "red", ["red"], ["Red", "blue"], ["green", ""]),
    ("checkbox", {"options": options("red", "Red", "blue"), "defaultValue": ["blue"]}, ["red", "Red"], ["red", "Red"],
     [], ["green", "", "red|Red"]),
    ("boolean", {"defaultValue": False}, True, ["true", "1"], [], ["yes", ""]),
]


@pytest.mark.parametrize("kind, more, value, same, other, refused", FIELD_CASES, ids=[case[0] for case in FIELD_CASES])
def test_values_of_a_field_are_found_as_its_type_reads_them(peopled, document, get, kind, more, value, same, other,
                                                            refused):
    with Contacts(peopled.client(document), peopled.admin_key) as contacts:
        field = contacts.make_field(kind, **more)
        contacts.patched(by_email("ada@example.org"), {field: value})
        for text in same:
            assert found(get, search(field=field, value=text)) == ["ada@example.org"], text
        for text in other:
            assert found(get, search(field=field, value=text)) == [], text
        for text in refused:
            assert get(search(field=field, value=text)).problem_paths == ["/value"], text
        assert get(search(field=field)).problem_paths == ["/value"]
        assert get(search(field=field, value=same[0], name="a")).problem_paths == ["/field"]
        if "defaultValue" in more:
            default = "blue" if kind == "checkbox" else "false"
            assert found(get, search(field=field, value=default)) == [each for each in ADDRESSES[::-1]
                                                                      if each != "ada@example.org"]
        contacts.delete_field(field)
        assert get(search(field=field, value=same[0])).problem_paths == ["/field"]


def test_a_search_by_field_goes_one_way(peopled, document, get):
    with Contacts(peopled.client(document), peopled.admin_key) as contacts:
        field = contacts.make_field("integer")
        for address in ADDRESSES:
            contacts.patched(by_email(address), {field: 1})
        query = search(field=field, value="1", pageSize="2")
        pages = walk(get, query)
        assert [address for page in pages for address in addresses_of(page)] == ADDRESSES[::-1]
        assert [len(addresses_of(page)) for page in pages] == [2, 2, 2, 2, 1]
        assert all(page.json()["links"]["prev"] is None for page in pages)
        link = parse_qs(urlsplit(pages[0].json()["links"]["next"]).query)
        assert link["field"] == [field] and link["value"] == ["1"] and link["page"] == ["2"]
        assert get(query + "&page=2").problem_paths == ["/page"]
        assert get(query + "&page=1").status == 200
        assert get(query + "&cursor=n" + quote(link["cursor"][0][1:])).problem_paths == ["/cursor"]


def test_a_contact_without_an_address_is_found_by_its_name(start_server, document):
    server = start_server()
    get, contacts = asker(server, document), Contacts(server.client(document), server.admin_key)
    assert get("").json() == {"links": {"prev": None}, "results": []}
    made = contacts.patched(by_external_id("c/1"), {"_surname": "Lovelace"})
    for query in ("", "?name=love", "?surname=love"):
        assert get(query).json()["results"] == [made]
    assert get("?email=l").json()["results"] == []


def test_a_page_misses_and_repeats_nothing_while_others_change(start_server, document):
    server = start_server()
    get, contacts = asker(server, document), Contacts(server.client(document), server.admin_key)
    field = contacts.make_field("text")

    def put(address, name):
        assert contacts.patch(by_email(address), {"_name": name, field: "mug"}).status == 200

    stays = {f"stays{number}@example.org" for number in range(12)}
    for number, address in enumerate(sorted(stays)):
        put(address, "Ada" if number % 2 else "Áda")
    for query in ("?pageSize=3", "?name=ada&pageSize=3", "?email=stays&pageSize=3",
                  search(field=field, value="MÚG", pageSize="3")):
        seen, target, step = [], query, 0
        gone = "stays99@example.org"
        put(gone, "Ada")
        while target:
            answer = get(target)
            seen += addresses_of(answer)
            target = answer.json()["links"].get("next")
            put(f"late-{step}@example.org", "ada")
            put(f"before-{step}@example.org", "a ada")
            if gone in seen:  # The very row at which the cursor stands may go.
                contacts.delete(by_email(gone))
            step += 1
        assert len(seen) == len(set(seen)) and stays <= set(seen), query
        contacts.delete(by_email(gone))


def test_who_changes_is_found_anew_and_who_is_erased_by_nothing(start_server, document):
    server = start_server()
    get, contacts = asker(server, document), Contacts(server.client(document), server.admin_key)
    field = contacts.make_field("text")
    path = by_external_id("c1")
    contacts.patched(path, {"_email": "old@example.org", "_name": "Old", "_surname": "Oldson",
                            "_mobilePhone": "+34600000000", field: "old"})
    made = contacts.patched(path, {"_email": "new@example.org", "_name": "New", "_surname": "Newson",
                                   "_mobilePhone": "+33600000000", field: "new"})
    new = ["", "?email=new", "?name=new", "?surname=newson", "?phone=33", search(field=field, value="new")]
    old = ["?email=old", "?name=old", "?surname=oldson", "?phone=34", search(field=field, value="old")]
    assert all(get(query).json()["results"] == [made] for query in new)
    assert all(addresses_of(get(query)) == [] for query in old)
    assert contacts.delete(path).status == 204
    assert all(addresses_of(get(query)) == [] for query in new + old)
    assert get(made["id"]).status == 404


def test_one_contact_is_read_by_its_service_id(peopled, document, get):
    contact = get("?email=ada@").json()["results"][0]
    assert get(contact["id"]).json() == get(contact["id"].upper()).json() == contact
    # The last digit counts within a millisecond, and never so far.
    for unknown in ("0" * 24, contact["id"][:-1] + "f", "f" * 24):
        assert get(unknown).status == 404
    for bad in ("x", "0" * 23, "g" * 24):
        assert get(bad).status == 400
