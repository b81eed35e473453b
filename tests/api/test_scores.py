"""People are scored once a day by what they bought: how recently, how often, for how much, and the group of these."""

import random
import signal
from collections import Counter
from datetime import timedelta
from decimal import Decimal

import pytest

from harness import postgres, processes, scores
from harness.contacts import by_email
from harness.exports import Exports
from harness.imports import Imports, rows_of
from harness.purchase_imports import COLUMNS, PurchaseImports, csv_file
from harness.purchases import Shop
from harness.reports import Reports


class Scored:
    """A store of its own, with whoever serves it, and what its people bought."""

    def __init__(self, start_server, document):
        self._start, self._document = start_server, document
        self.folder = processes.make_folder()
        self.purchases = {}  # {id: (buyer, time, price)}.
        self.start()
        self.shop.product("p")

    def start(self, **options):
        self.server = self._start(folder=self.folder, **options)
        self.client, self.key = self.server.client(self._document), self.server.admin_key
        self.shop = Shop(self.client, self.key)

    def buy(self, rows):
        """Takes in purchases (buyer, time, price)."""
        for buyer in {buyer for buyer, _, _ in rows}:
            assert self.shop.call("PATCH", by_email(buyer), json={}).status == 200
        self.take_in(rows)

    def take_in(self, rows):
        """Takes in purchases of people who are there."""
        named = {f"B-{len(self.purchases) + number}": row for number, row in enumerate(rows)}
        body = csv_file([(name, buyer, price, 1, "p", 1, price, at.isoformat()) for name, (buyer, at, price)
                         in named.items()], [*COLUMNS, "purchaseDate"])
        done = PurchaseImports(self.client, self.key).take_in(body)
        assert done["success"] == len(rows), done
        self.purchases |= named

    def score(self):
        """As if the service had not been there at one in the morning."""
        self.server.stop(signal.SIGINT)
        scores.forget(self.server)
        self.start()
        scores.await_made(self.server, scores.due_at(scores.utc_now()))

    def contact(self, email):
        answer = self.shop.call("GET", by_email(email))
        assert answer.status == 200, answer.summary()
        return answer.json()

    def assert_scored(self):
        """Everybody as the plainest reckoning says; whom it does not name has no scores."""
        wanted = scores.expected(list(self.purchases.values()), scores.utc_now())
        people = {buyer for buyer, _, _ in self.purchases.values()}
        found = {buyer: scores.shown(self.contact(buyer)) for buyer in people}
        assert found == {buyer: wanted.get(buyer, {}) for buyer in people}
        return wanted

    def move(self):
        """To PostgreSQL."""
        self.server.stop(signal.SIGINT)
        server = postgres.shared()
        address = server.address(server.make_database())
        code, _, err = processes.run("copy", "--to", address, "--data", self.server.data, timeout=120)
        assert code == 0, err
        self.start(env={"TRADEWIND_DATABASE": address})


@pytest.fixture(autouse=True)
def clear_of_the_hour():
    scores.stay_clear_of_the_hour()


@pytest.fixture
def scored(start_server, document):
    return Scored(start_server, document)


def days_ago(days):
    return (scores.utc_now() - timedelta(days=days)).replace(microsecond=0)


# Who bought how many days ago, each time for how much, and what comes of it.
KNOWN = [
    ("ada", [1, 100, 200, 300], 50, "555", "champions"),
    ("bob", [2], 10, "411", "new-customers"),
    ("cyd", [30, 40], 30, "333", "potential-loyalists"),
    ("dan", [400, 410, 420], 40, "244", "at-risk"),
    ("eve", [600, 610], 20, "132", "hibernating"),
    ("old", [740, 900], 1000, "", ""),
]


def of(name):
    return f"{name}@example.org"


def test_a_known_store_is_scored_as_reckoned_by_hand_and_everybody_shows_it(scored):
    scored.buy([(of(name), days_ago(days), price) for name, when, price, _, _ in KNOWN for days in when])
    nobody = scored.shop.contact()
    before = scored.contact(of("ada"))
    assert scores.shown(before) == {}
    scored.score()
    for name, _, _, digits, group in KNOWN:
        assert scores.shown(scored.contact(of(name))) == dict(zip(scores.FIELDS, [*digits, group] if digits else [])), name
    scored.assert_scored()
    assert scores.shown(scored.contact(nobody["_email"])) == {}
    assert scores.rows_changed(scored.server) == 5
    ada = scored.contact(of("ada"))
    # In the journal.
    timeline = scored.shop.call("GET", f"/admin/v1/contacts/{ada['id']}/activities/").json()["results"]
    update, = [one for one in timeline if one["kind"] == "contact-updated"]
    assert update["data"] == {"changes": {"_rfm": "champions"}} and scores.shown(update["moment"]) == scores.shown(ada)
    assert update["at"] == ada["_updatedAt"] > before["_updatedAt"]
    # In searches.
    found = scored.shop.call("GET", "/admin/v1/contacts/?email=ada").json()["results"]
    assert [scores.shown(one) for one in found] == [scores.shown(ada)]
    # In exports, which can be taken in again.
    export = Exports(scored.client, scored.key)
    done = export.made()
    row, = [row for row in export.tables(done)[0] if row["Email"] == of("ada")]
    assert [row[name] for name in ("Recency", "Frequency", "Monetary", "RFM group")] == ["5", "5", "5", "champions"]
    file, = export.files(done).values()
    again = Imports(scored.client, scored.key).take_in(file, overrideExisting="true")
    assert again["errors"] == 0 and scores.shown(scored.contact(of("ada"))) == scores.shown(ada)
    # In reports: as it was when something was bought.
    scored.buy([(of("ada"), days_ago(0), 7)])
    with Reports(scored.client, scored.key) as reports:
        day = days_ago(0).date().isoformat()
        rows = reports.rows("purchases", ["numberOfPurchases"], ["contact._rfm", *scores.FIELDS[:3]],
                            days_ago(1000).date().isoformat(), day)
    assert rows == [["champions", "5", "5", "5", 1], [None, None, None, None, 14]]


def test_a_new_store_waits_for_its_first_morning(scored):
    scores.await_made(scored.server, scores.due_at(scores.utc_now()))
    assert scores.rows_changed(scored.server) == 0


def random_rows(chance, people):
    return [(of(f"p{number}"), days_ago(chance.choice([0, 1, 5, 50, 300, 600, 725, 735, 1000]) + chance.randrange(3)),
             chance.choice([1, 1, 19.99, 19.99, 0, -5, 0.3333, chance.randrange(500)]))
            for number in range(people) for _ in range(chance.choice([1, 1, 1, 2, 3, 8]))]


@pytest.mark.parametrize("people", [1, 2, 3, 4, 60])
def test_any_store_is_scored_as_the_plainest_reckoning_says(scored, people):
    seed = random.SystemRandom().randrange(10**9)
    print(f"seed {seed}")
    chance = random.Random(seed)
    scored.buy(random_rows(chance, people))
    scored.score()
    scored.assert_scored()
    # Some buy again, some purchases and some people go.
    scored.buy(random_rows(chance, max(1, people // 3)))
    for purchase_id in chance.sample(sorted(scored.purchases), len(scored.purchases) // 3):
        assert scored.shop.call("DELETE", f"/purchases/purchase-id/{purchase_id}").status == 204
        # Whoever has none left loses the scores.
        scored.purchases.pop(purchase_id)
    if people > 4:
        erased = of("p7")
        assert scored.shop.call("DELETE", by_email(erased)).status == 204
        scored.purchases = {name: row for name, row in scored.purchases.items() if row[0] != erased}
    scored.score()
    scored.assert_scored()
    bought = {buyer for buyer, _, _ in scored.purchases.values()}
    for number in range(people):
        if of(f"p{number}") not in bought | ({of("p7")} if people > 4 else set()):
            assert scores.shown(scored.contact(of(f"p{number}"))) == {}
    # And once more nothing is left to change.
    scored.score()
    assert scores.rows_changed(scored.server) == 0


@pytest.mark.only_sqlite
def test_scores_move_with_the_store(scored):
    scored.buy([(of(name), days_ago(days), price) for name, when, price, _, _ in KNOWN for days in when])
    scored.score()
    scored.move()
    scored.assert_scored()
    # It is known there for which day they are.
    scores.await_made(scored.server, scores.due_at(scores.utc_now()))
    assert scores.rows_changed(scored.server) == 0


@pytest.mark.only_postgres
def test_of_several_processes_one_makes_them(scored, start_server):
    people = 300
    scored.buy([(of(f"p{number}"), days_ago(number), number) for number in range(people)])
    pair = scored.server, start_server(folder=scored.folder)
    scores.forget(scored.server)
    due = str(int(scores.due_at(scores.utc_now()).timestamp() * 1000))
    scores.await_end(pair, lambda: scores.in_postgres(scored.server, "SELECT made_for FROM scoring") == due)
    scored.assert_scored()
    assert sorted(scores.rows_changed(one) for one in pair) == [0, people]
    journalled = scores.in_postgres(scored.server, "SELECT count(*) FROM activities WHERE kind = 'contact-updated'")
    assert journalled == str(people)


class Valued(Scored):
    """A store with enough to tell what is expected of everybody: people who come back, each at a pace of their own."""

    MONTHS, BUYERS, VALUES = 5, 510, ("_clv", "_pAlive", "_churnRate", "_expectedPurchases")
    COLUMNS = ("Customer lifetime value", "Probability of being a customer", "Churn rate", "Expected purchases")

    def fill(self):
        people = rows_of(("_email",), *((of(f"v{number}"),) for number in range(self.BUYERS)))
        assert Imports(self.client, self.key).take_in(people)["success"] == self.BUYERS
        chance = random.Random(7)
        bought = []
        for number in range(self.BUYERS):
            day, pace = chance.randrange(self.MONTHS * 31), chance.choice([5, 20, 60, 200])
            while day >= 0:
                bought.append((of(f"v{number}"), days_ago(day), chance.randrange(1, 200)))
                day -= chance.randrange(1, 2 * pace)
        self.take_in(bought)

    def values(self):
        """{email: what its row in an export says}."""
        rows = Exports(self.client, self.key).rows()
        return {row["Email"]: tuple(row[name] for name in self.COLUMNS) for row in rows}

    def shown(self, email):
        contact = self.contact(email)
        return {name: contact[name] for name in self.VALUES}


@pytest.fixture
def valued(start_server, document):
    return Valued(start_server, document)


NO_VALUES = dict.fromkeys(Valued.VALUES)


def test_what_is_expected_of_buyers_is_told_once_there_is_enough_to_learn_from(valued):
    valued.fill()
    nobody = valued.shop.contact()["_email"]
    assert valued.shown(of("v1")) == NO_VALUES
    valued.score()
    exported = valued.values()
    assert exported.pop(nobody) == ("",) * 4 and valued.shown(nobody) == NO_VALUES
    assert len(exported) == valued.BUYERS
    for email, cells in exported.items():
        clv, alive, churn, expected = map(Decimal, cells)
        assert clv >= 0 and 0 <= alive <= 1 and churn == 1 - alive and 0 <= expected <= 365, (email, cells)
    # Who came often and lately is expected back, who came once is not so much.
    assert len({cells[0] for cells in exported.values()}) > valued.BUYERS / 2
    by_buyer = Counter(buyer for buyer, _, _ in valued.purchases.values())
    often = max(by_buyer, key=by_buyer.get)
    once = min(by_buyer, key=by_buyer.get)
    assert Decimal(exported[often][3]) > Decimal(exported[once][3]) and Decimal(exported[once][1]) == 1
    for email in (often, once):
        assert [Decimal(str(number)) for number in valued.shown(email).values()] == [*map(Decimal, exported[email])]
    # Nothing but the group is journalled.
    timeline = valued.shop.call("GET", f"/admin/v1/contacts/{valued.contact(once)['id']}/activities/").json()["results"]
    assert [set(one["data"]["changes"]) for one in timeline if one["kind"] == "contact-updated"] == [{"_rfm"}]
    # Once more nothing is left to change.
    valued.score()
    assert scores.rows_changed(valued.server) == 0 and valued.values() | {nobody: ()} == exported | {nobody: ()}
    # With too few buyers left they are taken back.
    leaving = sorted(by_buyer, key=by_buyer.get)[:valued.BUYERS - 499]
    for purchase_id in [name for name, (buyer, _, _) in valued.purchases.items() if buyer in leaving]:
        assert valued.shop.call("DELETE", f"/purchases/purchase-id/{purchase_id}").status == 204
    valued.score()
    assert set(valued.values().values()) == {("",) * 4} and valued.shown(often) == NO_VALUES
    assert scores.shown(valued.contact(often))["_rfm"]


@pytest.mark.only_sqlite
def test_what_is_expected_moves_with_the_store(valued):
    valued.fill()
    valued.score()
    exported = valued.values()
    assert ("",) * 4 not in exported.values()
    valued.move()
    assert valued.values() == exported
