"""Filters with answers worked out by hand from the documentation: each operator, and each sentence of its small print."""

from dataclasses import dataclass, field

CART = "5e0be100000000000000000a"
SURVEY = "5e0be100000000000000000b"
INSIDE = "5e0be1000000000000000001"
OUTSIDE = "5e0be1000000000000000002"
COUPONS = "5e0be1000000000000000003"
OTHER_COUPONS = "5e0be1000000000000000004"

OPTIONS = [{"id": "red", "label": "Red"}, {"id": "Blue", "label": "Blue"}, {"id": "green", "label": "Green"}]


def store_in(zone):
    return {
        "zone": zone,
        "defaultCountryCode": "34",
        "fields": [
            {"id": "city", "number": 1, "type": "text"},
            {"id": "greeting", "number": 2, "type": "text", "required": True, "defaultValue": "Olá"},
            {"id": "second", "number": 3, "type": "email"},
            {"id": "office", "number": 4, "type": "phone", "defaultCountryCode": "44"},
            {"id": "visits", "number": 5, "type": "integer"},
            {"id": "credit", "number": 6, "type": "decimal"},
            {"id": "renewal", "number": 7, "type": "date"},
            {"id": "colours", "number": 8, "type": "checkbox", "options": OPTIONS, "required": True, "defaultValue": ["red"]},
            {"id": "colour", "number": 9, "type": "radio", "options": OPTIONS},
            {"id": "vip", "number": 10, "type": "boolean", "required": True, "defaultValue": False},
        ],
        "events": [
            {
                "id": CART,
                "alias": "cart-updated",
                "fields": [
                    {"id": "email", "type": "email"},
                    {"id": "total", "type": "decimal"},
                    {"id": "note", "type": "text"},
                    {"id": "expires", "type": "date"},
                    {"id": "gift", "type": "boolean"},
                    {"id": "sizes", "type": "checkbox", "options": OPTIONS},
                    {"id": "phone", "type": "phone", "defaultCountryCode": "34"},
                ],
            },
            {"id": SURVEY, "alias": "survey", "fields": [{"id": "email", "type": "email"}]},
        ],
        "segments": [INSIDE, OUTSIDE],
        "couponSets": [COUPONS, OTHER_COUPONS],
        "workflows": [],
    }


def person_with(fields=None, custom=None, purchases=(), events=(), activities=()):
    return {
        "fields": {
            "_email": "Ana.Ruiz@Example.com",
            "_emailStatus": "active",
            "_newsletterSubscriptionStatus": "none",
            "_smsSubscriptionStatus": "none",
            "_points": 0,
            "_emailSoftBounces": 0,
            "_hasPushSubscriptions": False,
            "_isAnonymous": False,
            "_createdAt": "2024-01-01T00:00:00.000Z",
            "_updatedAt": "2024-01-01T00:00:00.000Z",
            "_totalPurchases": 0,
            "_totalPurchasesAmount": 0,
            "_averagePurchasesAmount": 0,
            "_clv": None,
            "_pAlive": None,
            "_churnRate": None,
            "_expectedPurchases": None,
            **(fields or {}),
        },
        "custom": custom or {},
        "purchases": list(purchases),
        "events": list(events),
        "activities": list(activities),
        "segments": [INSIDE],
    }


def bought(at, price=10, quantity=1, items=None, **members):
    return {
        "purchaseDate": at,
        "totalPrice": price,
        "totalQuantity": quantity,
        "items": items if items is not None else [item()],
        **members,
    }


def item(product="p1", price=10, quantity=1, name="Thing", **members):
    return {"productId": product, "name": name, "price": price, "quantity": quantity, **members}


def cart(at, **values):
    return {"type": CART, "at": at, "values": {"email": "ana.ruiz@example.com", **values}}


def logins(*moments):
    return [{"kind": "login", "at": at} for at in moments]


@dataclass
class Example:
    """What is asked of whom, when and where; the answer; and when it next changes by itself: a moment, or never."""

    filter: dict
    answer: bool
    person: dict = field(default_factory=person_with)
    now: str = "2026-06-15T12:00:00.000Z"
    zone: str = "UTC"
    changes: str | None = None


def on(name, operator, **operands):
    return {"field": name, "is": operator, **operands}


ANA = person_with({"_name": "Ñandú Ångström", "_surname": "", "_externalId": "Ab-1", "_mobilePhone": "+34651234567",
                   "_points": 7, "_birthdate": "1990-06-20T00:00:00.000Z", "_rfm": "champions", "_recency": "5",
                   "_totalPurchasesAmount": 19.99, "_averagePurchasesAmount": 19.99, "_totalPurchases": 1, "_clv": 0.3},
                  {"second": "b@B.org", "office": "+442071234567", "visits": 3, "credit": -0.5,
                   "renewal": "2026-06-16T12:00:00.000Z", "colours": ["red", "Blue"], "colour": "Blue", "vip": True})
NOBODY = person_with()
EMPTY = person_with(custom={"colours": [], "city": ""})

TEXTS = [
    Example(on("_name", "equals", value="nandu angstrom"), True, ANA),
    Example(on("_name", "equals", value="nandu"), False, ANA),
    Example(on("_name", "notEquals", value="ÑANDU ANGSTRÖM"), False, ANA),
    Example(on("_name", "notEquals", value="x"), True, NOBODY),
    Example(on("_name", "equals", value="x"), False, NOBODY),
    Example(on("_name", "in", values=["x", "ÑANDÚ ÅNGSTRÖM"]), True, ANA),
    Example(on("_name", "notIn", values=["x", "y"]), True, ANA),
    Example(on("_name", "notIn", values=["x", "y"]), True, NOBODY),
    Example(on("_name", "contains", value="DU AN"), True, ANA),
    Example(on("_name", "startsWith", value="nan"), True, ANA),
    Example(on("_name", "startsWith", value="ang"), False, ANA),
    Example(on("_name", "endsWith", value="ÖM"), True, ANA),
    Example(on("_name", "contains", value="a"), False, NOBODY),
    # An empty text is not set, and what is not set is missing for every operator.
    Example(on("_surname", "isSet"), False, ANA),
    Example(on("_surname", "isNotSet"), True, ANA),
    Example(on("_surname", "notEquals", value="x"), True, ANA),
    Example(on("city", "isNotSet"), True, EMPTY),
    Example(on("_name", "isSet"), True, ANA),
    # Whole, not as far as an index goes.
    Example(on("city", "equals", value="a" * 120 + "b"), False, person_with(custom={"city": "A" * 120 + "c"})),
    Example(on("city", "equals", value="a" * 120 + "b"), True, person_with(custom={"city": "A" * 120 + "B"})),
    # A required field has its default for whoever has no value.
    Example(on("greeting", "equals", value="ola"), True, NOBODY),
    Example(on("greeting", "equals", value="ola"), False, person_with(custom={"greeting": "Hi"})),
    Example(on("_externalId", "equals", value="Ab-1"), True, ANA),
    Example(on("_externalId", "equals", value="ab-1"), False, ANA),
    Example(on("_externalId", "startsWith", value="ab"), False, ANA),
    Example(on("_externalId", "notIn", values=["ab-1"]), True, ANA),
    Example(on("_email", "equals", value="ana.ruiz@EXAMPLE.com"), True, ANA),
    Example(on("_email", "endsWith", value="@Example.COM"), True, ANA),
    Example(on("second", "in", values=["a@b.org", "B@b.org"]), True, ANA),
    Example(on("second", "isNotSet"), True, NOBODY),
    Example(on("_mobilePhone", "equals", value="651 234-567"), True, ANA),
    Example(on("_mobilePhone", "notEquals", value="+34 651234567"), False, ANA),
    Example(on("_mobilePhone", "startsWith", value="+34"), True, ANA),
    Example(on("_mobilePhone", "contains", value="651"), True, ANA),
    Example(on("_mobilePhone", "startsWith", value="+34 651-2"), True, ANA),
    Example(on("_mobilePhone", "endsWith", value="34651"), False, ANA),
    Example(on("office", "in", values=["2071234567"]), True, ANA),
]

CHOICES = [
    Example(on("_rfm", "in", values=["lost", "champions"]), True, ANA),
    Example(on("_rfm", "in", values=["lost"]), False, NOBODY),
    Example(on("_rfm", "notIn", values=["lost"]), True, NOBODY),
    Example(on("_recency", "in", values=["5"]), True, ANA),
    Example(on("_rfm", "isNotSet"), True, NOBODY),
    Example(on("colour", "in", values=["Blue"]), True, ANA),
    Example(on("colour", "notIn", values=["Blue"]), False, ANA),
    Example(on("colours", "hasAny", values=["green", "Blue"]), True, ANA),
    Example(on("colours", "hasAll", values=["green", "Blue"]), False, ANA),
    Example(on("colours", "hasAll", values=["red", "Blue"]), True, ANA),
    Example(on("colours", "hasNone", values=["green"]), True, ANA),
    Example(on("colours", "hasNone", values=["green", "red"]), False, ANA),
    Example(on("colours", "hasAny", values=["red"]), True, NOBODY),
    Example(on("colours", "isSet"), False, EMPTY),
    Example(on("colours", "hasNone", values=["red"]), True, EMPTY),
    Example(on("vip", "isTrue"), True, ANA),
    Example(on("vip", "isFalse"), True, NOBODY),
    Example(on("_hasPushSubscriptions", "isSet"), True, NOBODY),
    Example(on("_hasPushSubscriptions", "isTrue"), False, NOBODY),
    Example(on("_isAnonymous", "isFalse"), True, NOBODY),
]

NUMBERS = [
    Example(on("_points", "equals", value=7), True, ANA),
    Example(on("_points", "equals", value=7.0), True, ANA),
    Example(on("_points", "notEquals", value=7), False, ANA),
    Example(on("_points", "isSet"), True, NOBODY),
    Example(on("_points", "atLeast", value=8), False, ANA),
    Example(on("_points", "atMost", value=7), True, ANA),
    Example(on("_points", "between", **{"from": 7, "to": 9}), True, ANA),
    Example(on("_points", "between", **{"from": 1, "to": 7}), True, ANA),
    Example(on("visits", "atMost", value=9), False, NOBODY),
    Example(on("visits", "notEquals", value=9), True, NOBODY),
    Example(on("credit", "atLeast", value=-0.5), True, ANA),
    Example(on("credit", "atLeast", value=-0.4999), False, ANA),
    Example(on("credit", "equals", value=-0.50004), True, ANA),
    Example(on("_totalPurchasesAmount", "equals", value=19.99), True, ANA),
    Example(on("_clv", "isNotSet"), True, NOBODY),
    Example(on("_clv", "atMost", value=5), False, NOBODY),
    Example(on("_clv", "between", **{"from": 0.3, "to": 0.3}), True, ANA),
]


def renewed(at):
    return person_with(custom={"renewal": at})


DATES = [
    Example(on("renewal", "before", value="2026-06-16T12:00:00Z"), False, ANA),
    Example(on("renewal", "before", value="2026-06-16T14:00:00.001+02:00"), True, ANA),
    Example(on("renewal", "after", value="2026-06-16T12:00:00Z"), False, ANA),
    # A bare date is midnight UTC, wherever the store is.
    Example(on("renewal", "after", value="2026-06-16"), False, renewed("2026-06-16T00:00:00Z"), zone="America/New_York"),
    Example(on("renewal", "after", value="2026-06-16"), True, renewed("2026-06-16T00:00:00.001Z"), zone="America/New_York"),
    Example(on("renewal", "before", value="2026-06-16"), False, NOBODY),
    # Both ends are included; a bare date as `to` is the end of that day in the store's zone.
    Example(on("renewal", "between", **{"from": "2026-06-16T12:00:00Z", "to": "2026-06-16T12:00:00Z"}), True, ANA),
    Example(on("renewal", "between", **{"from": "2026-06-01", "to": "2026-06-16"}), True,
            renewed("2026-06-17T03:59:59.999Z"), zone="America/New_York"),
    Example(on("renewal", "between", **{"from": "2026-06-01", "to": "2026-06-16"}), False,
            renewed("2026-06-17T04:00:00Z"), zone="America/New_York"),
    Example(on("renewal", "between", **{"from": "2026-06-16", "to": "2026-06-16"}), False,
            renewed("2026-06-16T18:30:00Z"), zone="Asia/Kolkata"),
    # inLast: v <= now < v + period.
    Example(on("renewal", "inLast", period="P1D"), True, renewed("2026-06-15T12:00:00Z"), changes="2026-06-16T12:00:00.000Z"),
    Example(on("renewal", "inLast", period="P1D"), False, renewed("2026-06-14T12:00:00Z")),
    Example(on("renewal", "inLast", period="P1D"), True, renewed("2026-06-14T12:00:00.001Z"), changes="2026-06-15T12:00:00.001Z"),
    Example(on("renewal", "inLast", period="P1D"), False, renewed("2026-06-20T00:00:00Z"), changes="2026-06-20T00:00:00.000Z"),
    Example(on("renewal", "notInLast", period="P1D"), True, renewed("2026-06-20T00:00:00Z"), changes="2026-06-20T00:00:00.000Z"),
    Example(on("renewal", "notInLast", period="P1D"), True, NOBODY),
    Example(on("renewal", "inLast", period="P1D"), False, NOBODY),
    # A day over the change of clocks has 23 hours; 24 hours have 24.
    Example(on("renewal", "inLast", period="P1D"), True, renewed("2026-03-28T12:00:00Z"), "2026-03-29T10:59:59.999Z",
            "Europe/Madrid", "2026-03-29T11:00:00.000Z"),
    Example(on("renewal", "inLast", period="PT24H"), True, renewed("2026-03-28T12:00:00Z"), "2026-03-29T11:00:00Z",
            "Europe/Madrid", "2026-03-29T12:00:00.000Z"),
    # 02:30 does not exist on 29 March in Madrid: the next that does is 03:00, 01:00 UTC.
    Example(on("renewal", "inLast", period="P1D"), True, renewed("2026-03-28T01:30:00Z"), "2026-03-29T00:59:59.999Z",
            "Europe/Madrid", "2026-03-29T01:00:00.000Z"),
    # 02:30 is twice on 25 October in Madrid: it is the first, 00:30 UTC.
    Example(on("renewal", "inLast", period="P1D"), True, renewed("2026-10-24T00:30:00Z"), "2026-10-24T12:00:00Z",
            "Europe/Madrid", "2026-10-25T00:30:00.000Z"),
    # The clock of Lord Howe moves by half an hour: 02:00 to 02:30 on 4 October 2026, 15:30 UTC of the day before.
    Example(on("renewal", "inLast", period="P1D"), True, renewed("2026-10-02T15:45:00Z"), "2026-10-03T12:00:00Z",
            "Australia/Lord_Howe", "2026-10-03T15:30:00.000Z"),
    # Samoa had no 30 December 2011: it is the beginning of the 31st, 10:00 UTC of the 30th.
    Example(on("renewal", "inLast", period="P1D"), True, renewed("2011-12-29T22:00:00Z"), "2011-12-30T09:00:00Z",
            "Pacific/Apia", "2011-12-30T10:00:00.000Z"),
    # The end of a month is clamped.
    Example(on("renewal", "inLast", period="P1M"), True, renewed("2026-01-31T09:00:00Z"), "2026-02-01T00:00:00Z",
            changes="2026-02-28T09:00:00.000Z"),
    Example(on("renewal", "inLast", period="P1Y"), True, renewed("2024-02-29T09:00:00Z"), "2025-01-01T00:00:00Z",
            changes="2025-02-28T09:00:00.000Z"),
    Example(on("renewal", "inLast", period="P1M1D"), True, renewed("2026-01-31T09:00:00Z"), "2026-02-01T00:00:00Z",
            changes="2026-03-01T09:00:00.000Z"),
    Example(on("renewal", "inLast", period="P1DT1H"), True, renewed("2026-03-28T12:00:00Z"), "2026-03-28T12:00:00Z",
            "Europe/Madrid", "2026-03-29T12:00:00.000Z"),
    Example(on("renewal", "inLast", period="P2W"), True, renewed("2026-06-10T00:00:00Z"), changes="2026-06-24T00:00:00.000Z"),
    # inNext is (now, now + period].
    Example(on("renewal", "inNext", period="P1D"), True, renewed("2026-06-16T12:00:00Z"), changes="2026-06-16T12:00:00.000Z"),
    Example(on("renewal", "inNext", period="P1D"), False, renewed("2026-06-16T12:00:00.001Z"), changes="2026-06-15T12:00:00.001Z"),
    Example(on("renewal", "inNext", period="P1D"), False, renewed("2026-06-15T12:00:00Z")),
    Example(on("renewal", "inNext", period="P1D"), False, NOBODY),
    # 29 January 00:00 + P1M is 28 February 00:00, before the value; so it is no longer in the next month for half a day.
    Example(on("renewal", "inNext", period="P1M"), True, renewed("2026-02-28T12:00:00Z"), "2026-01-28T12:00:00Z",
            changes="2026-01-29T00:00:00.000Z"),
    Example(on("renewal", "inNext", period="P1M"), False, renewed("2026-02-28T12:00:00Z"), "2026-01-29T00:00:00Z",
            changes="2026-01-29T12:00:00.000Z"),
]


def born(at):
    return person_with({"_birthdate": at})


ANNIVERSARIES = [
    # From the store's midnight that begins (anniversary - period) to the end of the anniversary's day.
    Example(on("_birthdate", "anniversaryInNext", period="P5D"), True, born("1990-06-20T00:00:00Z"), changes="2026-06-21T00:00:00.000Z"),
    Example(on("_birthdate", "anniversaryInNext", period="P4D"), False, born("1990-06-20T00:00:00Z"), changes="2026-06-16T00:00:00.000Z"),
    Example(on("_birthdate", "anniversaryInNext", period="P4D"), False, born("1990-06-20T00:00:00Z"), "2026-06-15T22:00:00Z",
            "America/New_York", "2026-06-16T04:00:00.000Z"),
    # P0D is today; the day of the value is its UTC day.
    Example(on("_birthdate", "anniversaryInNext", period="P0D"), True, born("1990-06-15T23:59:00Z"), "2026-06-14T18:30:00Z",
            "Asia/Kolkata", "2026-06-15T18:30:00.000Z"),
    Example(on("_birthdate", "anniversaryInNext", period="P0D"), False, born("1990-06-15T23:59:00Z"), "2026-06-14T18:29:59.999Z",
            "Asia/Kolkata", "2026-06-14T18:30:00.000Z"),
    # 29 February is 28 in common years.
    Example(on("_birthdate", "anniversaryInNext", period="P0D"), True, born("2000-02-29T00:00:00Z"), "2026-02-28T10:00:00Z",
            changes="2026-03-01T00:00:00.000Z"),
    Example(on("_birthdate", "anniversaryInNext", period="P0D"), False, born("2000-02-29T00:00:00Z"), "2028-02-28T10:00:00Z",
            changes="2028-02-29T00:00:00.000Z"),
    # The day itself is no anniversary.
    Example(on("_birthdate", "anniversaryInNext", period="P0D"), False, born("2026-06-15T00:00:00Z"), changes="2027-06-15T00:00:00.000Z"),
    Example(on("_birthdate", "anniversaryInNext", period="P1Y"), True, born("2026-06-15T00:00:00Z")),
    Example(on("_birthdate", "anniversaryInNext", period="P1Y"), False, born("2027-06-20T00:00:00Z"), changes="2027-06-20T00:00:00.000Z"),
    # Over the turn of the year, and months counted back from the anniversary.
    Example(on("_birthdate", "anniversaryInNext", period="P1W"), True, born("1980-01-02T00:00:00Z"), "2026-12-26T00:00:00Z",
            changes="2027-01-03T00:00:00.000Z"),
    Example(on("_birthdate", "anniversaryInNext", period="P1M"), False, born("1980-03-31T00:00:00Z"), "2026-02-27T23:59:59.999Z",
            changes="2026-02-28T00:00:00.000Z"),
    Example(on("_birthdate", "anniversaryInNext", period="P1W"), False, NOBODY),
]

SHOES = item("shoe-1", price=60, quantity=2, name="Running Shoe", brand="Ñike", categories=["Shoes", "Sport"], tags=["Sale"])
SOCKS = item("sock-1", price=5, quantity=3, name="Socks", brand="", categories=[], tags=["New", "sale"])
SPENT = person_with(purchases=[
    bought("2026-06-10T12:00:00Z", 65, 5, [SHOES, SOCKS], sourceType="digital-store", sourceName="Web", paymentMethod="Card"),
    bought("2026-06-01T12:00:00Z", -60, -2, [SHOES], sourceType="point-of-sale"),
    bought("2026-05-01T12:00:00Z", 0.1, 1, [SOCKS]),
    bought("2026-07-01T12:00:00Z", 0.2, 1, [SOCKS]),
])


def purchases(where=None, within=None, **bound):
    inner = {}
    if within:
        inner["within"] = within
    if where:
        inner["where"] = where
    return {"purchases": inner, **bound}


def of_item(name, operator, **operands):
    return {"item": name, "is": operator, **operands}


def of_purchase(name, operator, **operands):
    return {"purchase": name, "is": operator, **operands}


JULY = "2026-07-01T12:00:00.000Z"
PURCHASES = [
    Example(purchases(), True, SPENT),
    Example(purchases(), False, NOBODY),
    # What lies ahead counts when its moment comes.
    Example(purchases(count={"equals": 3}), True, SPENT, changes=JULY),
    Example(purchases(count={"atLeast": 4}), False, SPENT, changes=JULY),
    Example(purchases(count={"atMost": 0}), True, NOBODY),
    # Negative ones count as they are; sums are exact; a sum of nothing is 0.
    Example(purchases(amount={"equals": 5.1}), True, SPENT, changes=JULY),
    Example(purchases(amount={"equals": 5.3}), True, SPENT, JULY),
    Example(purchases(amount={"equals": 0}), True, NOBODY),
    Example(purchases(units={"equals": 4}), True, SPENT, changes=JULY),
    Example(purchases(within={"last": "P10D"}, amount={"atLeast": 65}), True, SPENT, changes="2026-06-20T12:00:00.000Z"),
    Example(purchases(within={"last": "P30D"}, amount={"atMost": 5}), True, SPENT, changes="2026-07-01T12:00:00.000Z"),
    # Each leaves once: m <= now < m + period.
    Example(purchases(within={"last": "P5D"}), False, SPENT, changes=JULY),
    Example(purchases(within={"last": "P5D"}), True, SPENT, "2026-06-15T11:59:59.999Z", changes="2026-06-15T12:00:00.000Z"),
    Example(purchases(within={"last": "P1M"}, count={"atLeast": 2}), True, SPENT, changes="2026-07-10T12:00:00.000Z"),
    # From and to are included; what lies ahead still has to come.
    Example(purchases(within={"from": "2026-06-01T12:00:00Z", "to": "2026-06-10T12:00:00Z"}, count={"equals": 2}), True, SPENT),
    Example(purchases(within={"from": "2026-06-10T12:00:00.001Z"}), False, SPENT, changes=JULY),
    Example(purchases(within={"to": "2026-05-01"}), True, SPENT),
    Example(purchases(within={"to": "2026-05-01"}), False, SPENT, zone="Pacific/Apia"),
    Example(purchases(within={"from": "2026-07-01", "to": "2026-07-31"}), False, SPENT, changes=JULY),
    # All item tests hold for the same item.
    Example(purchases([of_item("category", "in", values=["shoes"]), of_item("tag", "in", values=["new"])]), False, SPENT),
    Example(purchases([of_item("category", "in", values=["shoes"]), of_item("tag", "in", values=["SALE"])]), True, SPENT),
    # With item tests sums are of the fitting items, without of the whole purchase.
    Example(purchases([of_item("category", "equals", value="sport")], amount={"equals": 120}), True, SPENT),
    Example(purchases([of_item("category", "equals", value="sport")], units={"equals": 4}), True, SPENT),
    Example(purchases([of_item("productId", "startsWith", value="s")], count={"equals": 3}), True, SPENT, changes=JULY),
    Example(purchases([of_purchase("sourceType", "equals", value="digital-store")], amount={"equals": 65}), True, SPENT),
    Example(purchases([of_purchase("sourceType", "equals", value="digital-store"), of_item("name", "contains", value="sock")],
                      amount={"equals": 5}), True, SPENT),
    Example(purchases([of_purchase("sourceType", "notIn", values=["digital-store", "other"])], count={"equals": 2}), True,
            SPENT, changes=JULY),
    Example(purchases([of_purchase("sourceName", "equals", value="WEB")]), True, SPENT),
    Example(purchases([of_purchase("paymentMethod", "isNotSet")], count={"equals": 2}), True, SPENT, changes=JULY),
    Example(purchases([of_item("productId", "equals", value="SHOE-1")]), False, SPENT),
    Example(purchases([of_item("name", "endsWith", value="SHOE")], count={"equals": 2}), True, SPENT),
    Example(purchases([of_item("brand", "equals", value="nike")], count={"equals": 2}), True, SPENT),
    Example(purchases([of_item("brand", "isNotSet")], count={"equals": 2}), True, SPENT, changes=JULY),
    # On lists positive operators ask for any, negative ones negate them; an empty list is not set.
    Example(purchases([of_item("category", "notEquals", value="shoes")], count={"equals": 2}), True, SPENT, changes=JULY),
    Example(purchases([of_item("category", "notIn", values=["hats", "SPORT"])], count={"equals": 2}), True, SPENT, changes=JULY),
    Example(purchases([of_item("category", "isSet")], count={"equals": 2}), True, SPENT),
    Example(purchases([of_item("category", "isNotSet")], count={"equals": 2}), True, SPENT, changes=JULY),
    Example(purchases([of_item("tag", "contains", value="al")], count={"equals": 3}), True, SPENT, changes=JULY),
    Example(purchases([of_item("tag", "startsWith", value="N")], count={"equals": 2}), True, SPENT, changes=JULY),
]

CARTS = person_with(
    events=[
        cart("2026-06-15T11:00:00Z", total=50, note="Héllo", gift=True, sizes=["red"], phone="+34651234567",
             expires="2026-06-20T00:00:00.000Z"),
        cart("2026-06-15T10:30:00Z", total=49.99),
        {"type": SURVEY, "at": "2026-06-15T11:30:00Z", "values": {"email": "x@example.com"}},
    ],
    activities=[
        *logins("2026-06-15T08:00:00Z", "2026-06-14T08:00:00Z", "2026-06-16T08:00:00Z"),
        {"kind": "coupon-assigned", "subject": COUPONS, "at": "2026-06-15T08:00:00Z"},
        {"kind": "contact-created", "at": "2026-01-01T00:00:00Z"},
    ],
)


def event(where=None, name="cart-updated", **members):
    return {"event": name, **({"where": where} if where else {}), **members}


EVENTS = [
    Example(event(), True, CARTS),
    Example(event(name=CART), True, CARTS),
    Example(event(), False, NOBODY),
    Example(event(count={"equals": 2}), True, CARTS),
    Example(event(name="survey", count={"equals": 1}), True, CARTS),
    Example(event([on("total", "atLeast", value=50)], within={"last": "PT2H"}, count={"atLeast": 1}), True, CARTS,
            changes="2026-06-15T13:00:00.000Z"),
    Example(event(within={"last": "PT2H"}, count={"atLeast": 2}), True, CARTS, changes="2026-06-15T12:30:00.000Z"),
    Example(event(within={"last": "PT2H"}, count={"equals": 1}), False, CARTS, changes="2026-06-15T12:30:00.000Z"),
    Example(event(within={"last": "PT2H"}, count={"atMost": 0}), False, CARTS, changes="2026-06-15T13:00:00.000Z"),
    Example(event([on("note", "equals", value="HELLO")]), True, CARTS),
    Example(event([on("note", "isNotSet")], count={"equals": 1}), True, CARTS),
    Example(event([on("gift", "isTrue")], count={"equals": 1}), True, CARTS),
    Example(event([on("gift", "isFalse")]), False, CARTS),
    Example(event([on("gift", "isNotSet")], count={"equals": 1}), True, CARTS),
    Example(event([on("sizes", "hasNone", values=["red"])], count={"equals": 1}), True, CARTS),
    Example(event([on("phone", "equals", value="651 234 567")]), True, CARTS),
    Example(event([on("email", "equals", value="ANA.ruiz@example.com")], count={"equals": 2}), True, CARTS),
    Example(event([on("expires", "inNext", period="P7D")]), True, CARTS, changes="2026-06-20T00:00:00.000Z"),
    Example(event([on("total", "atLeast", value=50), on("note", "isNotSet")]), False, CARTS),
]

ACTIVITIES = [
    Example({"activity": "login"}, True, CARTS),
    Example({"activity": "login", "count": {"equals": 2}}, True, CARTS, changes="2026-06-16T08:00:00.000Z"),
    # One leaves at the moment at which the next one comes: nothing changes then.
    Example({"activity": "login", "within": {"last": "P1D"}, "count": {"equals": 1}}, True, CARTS, changes="2026-06-17T08:00:00.000Z"),
    Example({"activity": "login", "within": {"last": "P1D"}, "count": {"atLeast": 1}}, True, CARTS, changes="2026-06-17T08:00:00.000Z"),
    Example({"activity": "register"}, False, CARTS),
    Example({"activity": "coupon-assigned"}, True, CARTS),
    Example({"activity": "coupon-assigned", "couponSetId": COUPONS}, True, CARTS),
    Example({"activity": "coupon-assigned", "couponSetId": OTHER_COUPONS}, False, CARTS),
    Example({"activity": "custom-event", "count": {"equals": 3}}, True, CARTS),
    Example({"activity": "contact-created", "within": {"last": "P1Y"}}, True, CARTS, changes="2027-01-01T00:00:00.000Z"),
]

TREES = [
    Example({"segment": INSIDE}, True),
    Example({"segment": OUTSIDE}, False),
    Example({"not": {"segment": INSIDE}}, False),
    Example({"all": [{"segment": INSIDE}, {"segment": OUTSIDE}]}, False),
    Example({"any": [{"segment": INSIDE}, {"segment": OUTSIDE}]}, True),
    Example({"all": [{"segment": INSIDE}, {"not": {"any": [{"segment": OUTSIDE}, on("vip", "isTrue")]}}]}, True),
    # What is decided by something else does not change with time.
    Example({"all": [{"segment": OUTSIDE}, on("renewal", "inLast", period="P1D")]}, False, renewed("2026-06-15T00:00:00Z")),
    Example({"any": [on("renewal", "inLast", period="P1D"), on("renewal", "inLast", period="P3D")]}, True,
            renewed("2026-06-15T00:00:00Z"), changes="2026-06-18T00:00:00.000Z"),
]

EXAMPLES = {
    "texts": TEXTS,
    "choices": CHOICES,
    "numbers": NUMBERS,
    "dates": DATES,
    "anniversaries": ANNIVERSARIES,
    "purchases": PURCHASES,
    "events": EVENTS,
    "activities": ACTIVITIES,
    "trees": TREES,
}
