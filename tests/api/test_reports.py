"""Saving, showing, changing, listing and deleting reports, and what makes no sense."""

import re
import signal

import pytest

from harness import processes
from harness.contacts import Contacts, options
from harness.custom_events import Integrations, receiving
from harness.reports import Reports

UNKNOWN = "5f0000000000000000000000"
MONTHLY = {"name": "Revenue", "category": "purchases", "groupings": ["yearMonth"],
           "metrics": ["totalPurchaseAmount", "numberOfPurchases"]}
FIRST = ["Purchases by day", "Revenue by month", "Best products", "New contacts by week", "Activities by kind",
         "Purchases by weekday and hour"]


@pytest.fixture
def reports(client, admin):
    with Reports(client, admin) as found:
        yield found


@pytest.fixture
def integrations(client, admin):
    found = Integrations(client, admin)
    yield found
    found.tidy()


def test_a_new_report_is_answered_whole(reports):
    answer = reports.post({**MONTHLY, "sort": "-yearMonth", "filters": {"sourceNames": ["Shop"]}, "unknown": 1, "id": "x"})
    made = answer.json()
    assert answer.status == 201 and re.fullmatch(r"[0-9a-f]{24}", made["id"])
    assert made == {**MONTHLY, "id": made["id"], "sort": "-yearMonth", "filters": {"sourceNames": ["Shop"]},
                    "createdAt": made["createdAt"], "updatedAt": made["createdAt"]}
    for spelling in (made["id"], made["id"].upper()):
        assert reports.call("GET", spelling).json() == made


@pytest.mark.parametrize("nothing", [None, [], {}, ...], ids=str)
def test_filters_may_be_nothing_in_every_spelling(reports, nothing):
    body = {**MONTHLY, "sort": None, "groupings": None, **({} if nothing is ... else {"filters": nothing})}
    made = reports.post(body).json()
    assert made["filters"] == {} and made["groupings"] == [] and "sort" not in made


def test_every_filter_is_kept(reports, integrations, client, admin):
    with Contacts(client, admin) as contacts:
        plan = contacts.make_field("radio", options=options("free", "paid"))
        wanted = {"sourceTypes": ["marketplace", "other"], "sourceNames": ["a", "ñ"], "paymentMethods": ["card"],
                  "productIds": ["p"], "brands": ["b"], "categories": ["c/d"],
                  "contactFields": [{"fieldId": plan, "values": ["free"]},
                                    {"fieldId": "_emailStatus", "values": ["active"]}]}
        made = reports.make("products-sold", ["unitsSold"], ["product"], filters=wanted)
        assert made["filters"] == wanted == reports.call("GET", made["id"]).json()["filters"]
    kind = integrations.make_type(receiving({"id": "seats", "name": "Seats", "type": "integer"}))
    wanted = {"eventTypeId": kind["id"], "eventFields": [{"fieldId": "seats", "values": ["2"]}]}
    assert reports.make("custom-events", ["sum.seats"], ["event.seats"], filters=wanted)["filters"] == wanted
    made = reports.make("activities", ["numberOfActivities"], ["activityKind"], filters={"kinds": ["entity-created", "login"]})
    assert made["filters"] == {"kinds": ["contact-created", "login"]}


def test_what_is_no_object_is_no_report(reports):
    for body in (b"", b"{", b"[1]", b"1"):
        answer = reports.call("POST", body=body, headers={"Content-Type": "application/json"})
        assert answer.status == 400, answer.summary()


MANY = [f"m{number}" for number in range(11)]


@pytest.mark.parametrize("changes, paths", [
    ({"name": None, "category": None, "metrics": None}, ["/name", "/category", "/metrics"]),
    ({"name": "", "category": "sales", "groupings": {}, "metrics": [], "sort": "", "filters": 1},
     ["/name", "/category", "/groupings", "/metrics", "/sort", "/filters"]),
    ({"name": "n" * 101, "groupings": ["year", "month", "day", "hour", "date", "weekStart"], "metrics": MANY},
     ["/name", "/groupings", "/metrics"]),
    ({"name": "a\0b", "groupings": ["day", "day"], "metrics": ["numberOfPurchases", 1, "numberOfPurchases"]},
     ["/name", "/groupings/1", "/metrics/1", "/metrics/2"]),
    ({"name": "", "groupings": ["decade", 1, "week"], "metrics": ["profit", "numberOfContacts"], "sort": "month",
      "filters": {"brands": ["b"], "kinds": [1]}},
     ["/name", "/groupings/1", "/filters/kinds/0", "/filters/brands", "/groupings/0", "/groupings/2", "/metrics/0",
      "/metrics/1"]),
    ({"filters": {"kinds": ["x"], "eventTypeId": "x", "sourceTypes": ["shop"], "sourceNames": [], "brands": "b",
                  "productIds": ["p" * 501], "categories": ["a", "a"], "paymentMethods": [str(n) for n in range(101)],
                  "contactFields": [1], "eventFields": [{}]}},
     ["/filters/kinds/0", "/filters/eventTypeId", "/filters/sourceTypes/0", "/filters/sourceNames",
      "/filters/paymentMethods", "/filters/productIds/0", "/filters/brands", "/filters/categories/1",
      "/filters/contactFields/0", "/filters/eventFields/0/fieldId", "/filters/eventFields/0/values"]),
    ({"filters": {"contactFields": {}, "eventFields": [{"fieldId": "f", "values": ["v"]}] * 11}},
     ["/filters/contactFields", "/filters/eventFields"]),
], ids=range(7))
def test_all_that_is_wrong_with_the_words_is_told_at_once(reports, changes, paths):
    assert reports.post({**MONTHLY, **changes}).problem_paths == paths


OTHER = "does not go with this category"
BOUGHT = ({"purchaseOrigin", "purchaseChannel", "sourceName", "paymentMethod", "cohortYear", "cohortMonth", "lifeMonth"},
          {"numberOfPurchases", "totalPurchaseAmount", "avgPurchaseAmount", "unitsSold", "numberOfBuyers",
           "numberOfFirstTimeBuyers", "numberOfRecurringBuyers"},
          {"sourceTypes", "sourceNames", "paymentMethods"})
PRODUCT = {"product", "productName", "productBrand", "productCategory"}
ACTIVE = {"numberOfActivities", "numberOfActiveContacts"}
CATEGORIES = {
    "purchases": ("numberOfPurchases", *BOUGHT),
    "products-sold": ("unitsSold", BOUGHT[0] | PRODUCT, BOUGHT[1],
                      BOUGHT[2] | {"productIds", "brands", "categories"}),
    "activities": ("numberOfActivities", {"activityKind"}, ACTIVE, {"kinds"}),
    "custom-events": ("numberOfActivities", {"eventType"}, ACTIVE, {"eventTypeId"}),
    "contacts": ("incrementOfContacts", set(), {"numberOfContacts", "incrementOfContacts"}, set()),
}
GROUPINGS = sorted(BOUGHT[0] | PRODUCT | {"activityKind", "eventType"})
METRICS = sorted(BOUGHT[1] | ACTIVE | {"numberOfContacts", "incrementOfContacts"})
TIMES = ["year", "month", "day", "hour", "dayOfWeek", "date", "yearMonth", "weekStart"]
PEOPLE = ["newsletterSubscriptionStatus", "emailStatus", "rfm", "segment", "contact._emailStatus", "_emailStatus",
          "_smsSubscriptionStatus", "_mobilePhoneStatus", "_recency", "_frequency", "_monetary", "_rfm",
          "_hasPushSubscriptions", "contact._isAnonymous"]


@pytest.mark.parametrize("category", CATEGORIES)
def test_only_what_goes_together_is_taken(reports, integrations, category):
    metric, groupings, metrics, filters = CATEGORIES[category]
    kind = integrations.make_type(receiving())["id"]
    values = {"kinds": ["login"], "eventTypeId": kind, "sourceTypes": ["other"], "sourceNames": ["a"],
              "paymentMethods": ["a"], "productIds": ["a"], "brands": ["a"], "categories": ["a"]}

    def problems(**changes):
        answer = reports.post({"name": "Tried", "category": category, "metrics": [metric], **changes})
        if answer.status == 201:
            return []
        return [(one["path"], one["reason"]) for one in answer.json()["validationErrors"]]

    for word in TIMES + GROUPINGS + PEOPLE:
        fits = word in groupings or word in TIMES or (word in PEOPLE and category != "contacts")
        assert problems(groupings=[word]) == ([] if fits else [("/groupings/0", OTHER)]), word
    for word in METRICS:
        assert problems(metrics=[word]) == ([] if word in metrics else [("/metrics/0", OTHER)]), word
    for word, value in values.items():
        assert problems(filters={word: value}) == ([] if word in filters else [(f"/filters/{word}", OTHER)]), word
    if category != "custom-events":
        assert problems(groupings=["event.guest"], metrics=["sum.a", "distinct.a"]) == [
            ("/groupings/0", OTHER), ("/metrics/0", OTHER), ("/metrics/1", OTHER)]


def test_words_that_nobody_knows_are_told_by_their_place(reports):
    answer = reports.post({**MONTHLY, "groupings": ["week", "contact.nobody", "_name", "contact.", "event.x"],
                           "metrics": ["averagePurchaseAmount", "numberOfPurchases"], "sort": "year",
                           "filters": {"contactFields": [{"fieldId": "nobody", "values": ["a"]},
                                                         {"fieldId": "_points", "values": ["1"]},
                                                         {"fieldId": "_emailStatus", "values": ["active", "lost"]}],
                                       "eventFields": [{"fieldId": "x", "values": ["1"]}]}})
    assert answer.problem_paths == [
        "/filters/contactFields/0/fieldId", "/filters/contactFields/1/fieldId", "/filters/contactFields/2/values/1",
        "/filters/eventFields/0/fieldId", "/groupings/0", "/groupings/1", "/groupings/2", "/groupings/3",
        "/groupings/4", "/metrics/0", "/sort"]


def test_event_fields_need_their_type_and_a_fitting_kind(reports, integrations):
    plain = ("text", "email", "integer", "decimal", "date", "boolean")
    fields = [{"id": one, "name": one, "type": one} for one in plain]
    fields += [{"id": one, "name": one, "type": one, "options": options("a", "b")} for one in ("radio", "checkbox")]
    fields += [{"id": "phone", "name": "phone", "type": "phone", "defaultCountryCode": "34"}]
    kind = integrations.make_type(receiving(*fields))["id"]

    def problems(**changes):
        body = {"name": "Tried", "category": "custom-events", "metrics": ["numberOfActivities"],
                "filters": {"eventTypeId": kind}, **changes}
        answer = reports.post(body)
        return [] if answer.status == 201 else answer.problem_paths

    groupable, summable = {"text", "integer", "checkbox", "radio", "boolean"}, {"integer", "decimal"}
    for field in [one["id"] for one in fields]:
        assert problems(groupings=[f"event.{field}"]) == ([] if field in groupable else ["/groupings/0"]), field
        assert problems(metrics=[f"sum.{field}"]) == ([] if field in summable else ["/metrics/0"]), field
        assert problems(metrics=[f"distinct.{field}"]) == [], field
        values = ["true" if field == "boolean" else "a"]
        filters = {"eventTypeId": kind, "eventFields": [{"fieldId": field, "values": values}]}
        wanted = [] if field in groupable else ["/filters/eventFields/0/fieldId"]
        assert problems(filters=filters) == wanted, field
    assert problems(groupings=["event.nothing"], metrics=["sum.nothing", "distinct."]) == [
        "/groupings/0", "/metrics/0", "/metrics/1"]
    assert problems(groupings=["event.text"], filters={}) == ["/groupings/0"]
    assert problems(groupings=["event.text"], filters={"eventTypeId": UNKNOWN}) == ["/filters/eventTypeId"]
    bad = [{"fieldId": "radio", "values": ["c"]}, {"fieldId": "boolean", "values": ["yes"]}]
    assert problems(filters={"eventTypeId": kind, "eventFields": bad}) == [
        "/filters/eventFields/0/values/0", "/filters/eventFields/1/values/0"]
    assert problems(groupings=["event.checkbox", "event.radio"]) == []


def test_one_grouping_alone_may_have_several_values(reports, client, admin):
    with Contacts(client, admin) as contacts:
        likes = contacts.make_field("checkbox", options=options("a", "b"), defaultValue=["a"])
        for groupings in ([likes, "productCategory"], ["productCategory", f"contact.{likes}"], ["segment", likes]):
            answer = reports.post({**MONTHLY, "category": "products-sold", "groupings": groupings})
            assert answer.problem_paths == ["/groupings/1"]


@pytest.mark.parametrize("change", [
    {"name": "Ñ" * 100}, {"groupings": ["dayOfWeek", "hour"]}, {"metrics": ["unitsSold"]}, {"sort": "yearMonth"},
    {"filters": {"sourceTypes": ["other"]}}, {"category": "products-sold"}], ids=str)
def test_a_change_of_one_property_leaves_the_others_alone(reports, change):
    before = reports.make(**{name: value for name, value in MONTHLY.items() if name != "name"})
    after = reports.call("PATCH", before["id"], json=change).json()
    assert after == {**before, **change, "updatedAt": after["updatedAt"]}
    assert after["updatedAt"] >= before["updatedAt"]
    assert reports.call("GET", before["id"]).json() == after


def test_null_clears_what_can_be_without(reports):
    before = reports.make(groupings=["date"], sort="date", filters={"sourceNames": ["a"]})
    after = reports.call("PATCH", before["id"], json={"sort": None, "filters": None}).json()
    assert "sort" not in after and after["filters"] == {}
    nothing = {"name": None, "category": None, "groupings": None, "metrics": None}
    answer = reports.call("PATCH", before["id"], json=nothing)
    assert answer.problem_paths == ["/name", "/category", "/groupings", "/metrics"]
    assert reports.call("GET", before["id"]).json() == after


def test_a_change_must_leave_something_that_makes_sense(reports):
    before = reports.make(groupings=["purchaseOrigin"], sort="purchaseOrigin")
    answer = reports.call("PATCH", before["id"], json={"category": "contacts", "groupings": ["date"]})
    assert answer.problem_paths == ["/metrics/0", "/sort"]
    # Together with what cannot be read at all.
    answer = reports.call("PATCH", before["id"], json={"category": "contacts", "name": "", "filters": {"brands": 1}})
    assert answer.problem_paths == ["/name", "/filters/brands", "/groupings/0", "/metrics/0"]
    answer = reports.call("PATCH", UNKNOWN, json={"name": ""})
    assert answer.problem_paths == ["/name"]
    assert reports.call("GET", before["id"]).json() == before


def test_what_changes_nothing_leaves_the_time_alone(reports):
    before = reports.make(filters={"sourceNames": ["a"]})
    for change in ({}, [], {"filters": {"sourceNames": ["a"]}}, {"id": "x", "createdAt": 1, "unknown": None}):
        assert reports.call("PATCH", before["id"], json=change).json() == before


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
def test_an_unknown_report_is_not_found(reports, method):
    body = {"json": {"name": "New"}} if method == "PATCH" else {}
    for report_id in (UNKNOWN, "ffffffffffffffffffffffff"):
        assert reports.call(method, report_id, **body).status == 404
    assert reports.call(method, "123", **body).status == 400


def test_a_deleted_report_is_gone(reports):
    made = reports.make()
    assert reports.call("DELETE", made["id"]).status == 204
    assert reports.call("DELETE", made["id"]).status == reports.call("GET", made["id"]).status == 404
    assert reports.run(made["id"], "2024-01-01", "2024-01-31").status == 404


def test_the_list_has_the_newest_first_and_can_be_followed(reports):
    made = [reports.make()["id"] for _ in range(5)]
    path, seen = "?pageSize=2", []
    while len(seen) < 6:
        page = reports.call("GET", path).json()
        seen += [one["id"] for one in page["results"]]
        path = "?" + page["links"]["next"].split("?")[1]
    assert seen[:5] == made[::-1]
    back = reports.call("GET", "?" + page["links"]["prev"].split("?")[1]).json()
    assert [one["id"] for one in back["results"]] == seen[2:4]
    assert reports.call("GET", "?page=0").status == 422


def test_every_change_is_in_the_audit_log(reports, client, admin):
    made = reports.make()
    reports.call("PATCH", made["id"], json={"name": "New", "filters": {"sourceNames": ["a"]}})
    reports.call("PATCH", made["id"], json={"name": "New"})
    reports.call("DELETE", made["id"])
    entries = client.call("GET", "/admin/v1/audit/?pageSize=100", key=admin).json()["results"]
    mine = [(one["action"], one["changes"], one["actor"]) for one in entries if one["subject"] == made["id"]]
    actor = f"api-key:{admin.id}"
    assert mine == [("report.delete", [], actor), ("report.change", ["name", "filters"], actor),
                    ("report.create", [], actor)]


def test_a_repeated_request_makes_one_report(reports):
    headers = {"Idempotency-Key": "report-once"}
    first, again = (reports.post(MONTHLY, headers=headers) for _ in range(2))
    assert first.json() == again.json() and again.header("Idempotency-Replayed") == "true"
    assert reports.post({**MONTHLY, "name": "Other"}, headers=headers).problem_paths == ["/Idempotency-Key"]


def test_a_new_store_has_useful_reports_that_do_not_come_back(start_server, document):
    folder = processes.make_folder()
    server = start_server(folder=folder)
    reports = Reports(server.client(document), server.admin_key)
    found = reports.call("GET").json()["results"]
    assert [one["name"] for one in found] == FIRST
    for one in found:
        table = reports.table(one, "2024-01-01", "2024-12-31")
        assert not any(number for row in table["rows"] for number in row[len(one["groupings"]):])
        assert reports.call("DELETE", one["id"]).status == 204
    key = server.admin_key
    server.stop(signal.SIGINT)
    reports = Reports(start_server(folder=folder).client(document), key)
    assert reports.call("GET").json()["results"] == []


def test_there_can_be_200_reports(start_server, document):
    server = start_server()
    reports = Reports(server.client(document), server.admin_key)
    for _ in range(200 - len(FIRST)):
        reports.make()
    refused = reports.post({**MONTHLY, "groupings": ["week"], "metrics": [1]})
    assert refused.problem_paths == ["/metrics/0", "/groupings/0", "/name"]
    refused = reports.post(MONTHLY)
    assert refused.problem_paths == ["/name"] and "200 reports" in refused.json()["validationErrors"][0]["reason"]
    reports.call("DELETE", reports.call("GET").json()["results"][0]["id"])
    assert reports.post(MONTHLY).status == 201
