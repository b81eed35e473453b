"""Every page of the console is opened with something real in it, in each pair of language, theme, width and hand. Pictures are
left in build/console/pictures."""

import itertools

import pytest

from harness.console import take_walk
from harness.exports import Exports
from harness.imports import Imports, rows_of

VALUES = [("en", "es"), ("light", "dark"), ("1440", "360"), ("mouse", "keyboard")]
COMBINATIONS = [("en", "light", "1440", "mouse"), ("en", "dark", "360", "keyboard"), ("es", "light", "360", "keyboard"),
                ("es", "dark", "1440", "keyboard"), ("es", "dark", "360", "mouse")]


def test_every_pair_of_values_is_there():
    for (one, ones), (other, others) in itertools.combinations(enumerate(VALUES), 2):
        assert {(row[one], row[other]) for row in COMBINATIONS} == set(itertools.product(ones, others))


@pytest.fixture(scope="module")
def full_store(owned_store):
    """One of everything that a page shows."""
    client, key = owned_store.client(), owned_store.admin_key

    def call(method, path, status, **sent):
        answer = client.call(method, path, key=key, **sent)
        assert answer.status == status, answer.summary()
        return answer.json()

    integrations = call("GET", "/custom-integrations/", 200)["results"]
    [sender] = [kind for one in integrations
                for kind in call("GET", f"/custom-integrations/{one['id']}/custom-event-types/", 200)["results"]
                if kind["category"] == "send"]
    call("POST", f"/admin/v1/custom-event-types/{sender['id']}/test", 201)
    Imports(client, key, "/admin/v1/imports/").take_in(rows_of(["_email"], ["a@example.org"], ["no address"]))
    Exports(client, key).made()
    call("POST", "/admin/v1/people/", 201, json={"email": "bea@shop.example", "name": "Bea Brisa", "role": "support"})
    return owned_store


@pytest.mark.parametrize("combination", COMBINATIONS, ids=" ".join)
def test_every_page_is_in_order(console, full_store, combination):
    take_walk("every_page.mjs", " ".join(combination), full_store, seconds_max=500)
