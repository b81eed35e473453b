"""Stores, people, filters and moments at random, with a taste for what evaluators get wrong.

Each case has a generator of its own, so that one case can be made again without those before it.
"""

import functools
import json
import random
import unicodedata
from datetime import datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal

import filter_reference as reference
from filter_reference import DAY, SYSTEM_FIELDS, plus, text_of, wall_of

ZONES = ["UTC", "Europe/Madrid", "America/New_York", "America/Santiago", "Asia/Kolkata", "Australia/Lord_Howe",
         "Pacific/Apia"]
PERIODS = ["PT30M", "PT2H", "PT36H", "P1D", "P1D", "P2D", "P7D", "P2W", "P10D", "P30D", *["P1M"] * 5, *["P2M"] * 2, "P3M", "P3M",
           "P90D", "P1Y", "P1Y1M", "P1M1D", "P1DT2H", "P1MT1H", "P100D", "PT1S"]
ANNIVERSARY_PERIODS = ["P0D", "P0D", "P1D", "P3D", "P7D", "P2W", "P1M", "P2M", "P1M3D", "P1Y", "P1Y1M", "P13M"]
WORDS = ["Ana", "ana", "ÁNA", "Añó", "Zoë", "zoe", "Straße", "STRASSE", "Ñandú", "ΟΔΟΣ", "Ёлка", "fi ne", "ﬁ ne", "a b",
         "Shoes", "shoes", "Running Shoe", "Sock-1", "sock-1", "x", "日本", "Ｆｕｌｌ", "full", "10", "Long " * 30 + "a",
         "long " * 30 + "b"]
EMAILS = ["Ana@Example.com", "ana@example.com", "b.c@sub.example.org", "B.C@sub.Example.org", "zoë@exämple.com"]
PHONES = ["+34651234567", "+34651234568", "+442071234567", "+12025550123"]
OPTIONS = ["red", "Red", "blue", "gr-een"]
SOURCE_TYPES = ["marketplace", "digital-store", "point-of-sale", "third-party", "other"]
TYPES = ["text", "email", "phone", "integer", "decimal", "date", "checkbox", "radio", "boolean"]
ACTIVITY_KINDS = ["login", "product-visited", "email-opened", "coupon-assigned", "contact-created"]

TEXT_OPERATORS = ["isSet", "isNotSet", "equals", "notEquals", "in", "notIn", "contains", "startsWith", "endsWith"]
NUMBER_OPERATORS = ["isSet", "isNotSet", "equals", "notEquals", "atLeast", "atMost", "between"]
OPERATORS = {
    "text": TEXT_OPERATORS,
    "identifier": TEXT_OPERATORS,
    "email": TEXT_OPERATORS,
    "phone": TEXT_OPERATORS,
    "texts": TEXT_OPERATORS,
    "integer": NUMBER_OPERATORS,
    "decimal": NUMBER_OPERATORS,
    "date": ["isSet", "isNotSet", "before", "after", "between", "inLast", "notInLast", "inNext", "anniversaryInNext"],
    "boolean": ["isSet", "isNotSet", "isTrue", "isFalse"],
    "radio": ["isSet", "isNotSet", "in", "notIn"],
    "checkbox": ["isSet", "isNotSet", "hasAny", "hasAll", "hasNone"],
}
FIELD_KINDS = ["text", "identifier", "email", "phone", "integer", "decimal", "date", "boolean", "radio", "checkbox"]
WEIGHTS = [4, 1, 2, 2, 1, 1, 3, 1, 1, 1]
TIMED_WEIGHTS = [1, 0, 1, 1, 0, 0, 12, 0, 1, 0]
TIMED_OPERATORS = ["inLast", "notInLast", "inNext", "anniversaryInNext"]


def service_id(number):
    return f"5e0be100{number:016x}"


SEGMENTS = [service_id(number) for number in range(1, 5)]
COUPON_SETS = [service_id(number) for number in range(11, 14)]
UNKNOWN_ID = service_id(99)


class Chance(random.Random):
    def maybe(self, share):
        return self.random() < share

    def some(self, items, most):
        return self.sample(items, self.randint(1, min(most, len(items))))


def chance_of(seed, *numbers):
    return Chance("/".join(str(part) for part in (seed, *numbers)))


# Stores.


def make_field(chance, field_id, kind, for_event):
    field = {"id": field_id, "type": kind}
    if kind in ("radio", "checkbox"):
        field["options"] = [{"id": option, "label": option} for option in OPTIONS]
    if kind == "phone":
        field["defaultCountryCode"] = chance.choice(["34", "44", "1"])
    if not for_event and kind not in ("email", "phone"):
        field["required"] = kind in ("checkbox", "boolean") or chance.maybe(0.4)
        if field["required"]:
            field["defaultValue"] = default_value(chance, kind)
    return field


def default_value(chance, kind):
    if kind == "checkbox":
        return chance.some(OPTIONS, 2)
    if kind == "date":
        return chance.choice(["2024-02-29T00:00:00.000Z", "2026-03-01T12:00:00.000Z", "2020-12-31T23:30:00.000Z"])
    return {"text": chance.choice(WORDS), "integer": chance.randint(-3, 9), "decimal": chance.randint(-300, 900) / 100,
            "radio": chance.choice(OPTIONS), "boolean": chance.maybe(0.5)}[kind]


def make_store(chance):
    kinds = [*TYPES, *chance.choices(TYPES, k=5), "date", "date"]
    fields = [{**make_field(chance, f"{kind}{place}", kind, False), "number": place + 1} for place, kind in enumerate(kinds)]
    events = [
        {
            "id": service_id(21 + number),
            **({"alias": f"event-{number}"} if number != 1 else {}),
            "fields": [make_field(chance, f"e_{kind}", kind, True) for kind in TYPES],
        }
        for number in range(3)
    ]
    return {
        "zone": chance.choice(ZONES),
        "defaultCountryCode": "34",
        "fields": fields,
        "events": events,
        "segments": SEGMENTS,
        "couponSets": COUPON_SETS,
        "workflows": [],
    }


# Moments.


def make_now(chance, zone):
    """Near a change of clocks, the end of a month, 29 February, or anywhere."""
    pick = chance.random()
    if pick < 0.35 and reference.clock_changes(zone):
        recent = [change for change in reference.clock_changes(zone) if change > reference.instant("2010-01-01")]
        near = chance.choice(recent) + chance.choice([0, -1, 1, 3_600_000, -3_600_000, 1_800_000, -1_800_000, DAY, -DAY])
        return near + chance.choice([0, 0, chance.randint(-3 * DAY, 3 * DAY)])
    if pick < 0.7:
        year, month = chance.choice([2020, 2023, 2024, 2026, 2027, 2028]), chance.choice([2, 3, 3, 5, 7, 10, 12, 1])
        first = datetime(year, month, 1) + timedelta(days=chance.choice([-3, -2, -1, -1, 0, 0, 1, 1, 2]))
        moment = reference.moment_of(first, zone)
        return moment + chance.choice([0, -1, 1, chance.randint(-DAY // 3, DAY // 3)])
    return chance.randint(reference.instant("2021-01-01"), reference.instant("2028-12-31"))


def before(moment, period, zone):
    """About so long before."""
    months, days, seconds = reference.period_of(period)
    wall = wall_of(moment - seconds * 1000, zone)
    day = reference.plus_months(wall.date() - timedelta(days=days), -months)
    return reference.moment_of(datetime.combine(day, wall.time()), zone)


def make_moment(chance, now, zone):
    pick = chance.random()
    if pick < 0.2:
        return now + chance.choice([0, 1, chance.randint(1, 3 * DAY), chance.randint(1, 90 * DAY), chance.randint(1, 90 * DAY)])
    if pick < 0.35:
        wall = wall_of(now, zone)
        month = reference.plus_months(wall.date().replace(day=1), chance.choice([0, -1, -1, -2, -3]))
        end = datetime.combine(month - timedelta(days=chance.randint(1, 3)), wall.time())
        return reference.moment_of(end, zone) + chance.choice([0, -1, 1, 3_600_000])
    if pick < 0.6:
        around = chance.choice([0, 0, 1, -1, 1_800_000, -1_800_000, 3_600_000, chance.randint(-3 * DAY, 3 * DAY)])
        return before(now, chance.choice(PERIODS), zone) + around
    moment = now - chance.choice([chance.randint(0, 3 * DAY), chance.randint(0, 60 * DAY), chance.randint(0, 500 * DAY)])
    if chance.maybe(0.5):
        return reference.midnight(wall_of(moment, zone).date(), zone) + chance.choice([0, -1, 1, 7_200_000, -7_200_000])
    return moment


def make_date(chance, now, zone):
    """A value of a date field: lately, soon, or somebody's birthday."""
    pick = chance.random()
    if pick < 0.35:
        return text_of(make_moment(chance, now, zone))
    if pick < 0.55:
        return text_of(2 * now - make_moment(chance, now, zone))
    day = (wall_of(now, zone) + timedelta(days=chance.choice([0, 0, 1, 3, 7, 14, 30]) + chance.choice([-1, 0, 0, 1]))).date()
    year = chance.choice([1960, 1984, 1999, 2000, day.year, day.year - 1, day.year + 1])
    day = reference.plus_months(day, (year - day.year) * 12)
    if chance.maybe(0.3 if day.month in (2, 3) else 0.05):
        day = day.replace(year=2000, month=2, day=29)
    clock = chance.choice([time(), time(), time(23, 59, 59), time(chance.randrange(24), 30)])
    return text_of(reference.milliseconds(datetime.combine(day, clock)))


# People.


def make_value(chance, kind, now, zone):
    """What somebody may have in a field of this kind."""
    if kind == "text":
        return "" if chance.maybe(0.15) else chance.choice(WORDS)
    if kind == "identifier":
        return chance.choice([word for word in WORDS if len(word) < 50])
    if kind == "date":
        return make_date(chance, now, zone)
    if kind == "checkbox":
        return chance.sample(OPTIONS, chance.randint(0, 3))
    return {"email": chance.choice(EMAILS), "phone": chance.choice(PHONES), "integer": chance.randint(-3, 9),
            "decimal": chance.choice([0, 0.3, -0.5, 19.99, chance.randint(-300, 900) / 100]),
            "radio": chance.choice(OPTIONS), "boolean": chance.maybe(0.5)}[kind]


def make_fields(chance, now, zone):
    always = {"_emailStatus", "_newsletterSubscriptionStatus", "_smsSubscriptionStatus", "_points", "_emailSoftBounces",
              "_hasPushSubscriptions", "_createdAt", "_updatedAt", "_totalPurchases", "_totalPurchasesAmount"}
    fields = {}
    for field_id, (kind, options) in SYSTEM_FIELDS.items():
        if field_id not in always and chance.maybe(0.3):
            continue
        fields[field_id] = chance.choice(options) if options else make_value(chance, kind, now, zone)
    fields["_isAnonymous"] = False
    for counter in ("_totalPurchases", "_emailSoftBounces"):
        fields[counter] = abs(fields[counter])
    average = Decimal(0)
    if fields["_totalPurchases"]:
        total = Decimal(str(fields["_totalPurchasesAmount"]))
        average = (total / fields["_totalPurchases"]).quantize(Decimal("0.0001"), ROUND_HALF_UP)
    fields["_averagePurchasesAmount"] = float(average)
    for unknown in ("_clv", "_pAlive", "_churnRate", "_expectedPurchases"):
        fields.setdefault(unknown, None)
    if "_email" not in fields and "_externalId" not in fields:
        fields["_externalId"] = "known"
    return fields


def make_item(chance):
    item = {"productId": chance.choice(["Sock-1", "sock-1", "shoe", "hat"]), "name": chance.choice(WORDS),
            "price": chance.choice([10, 0.1, 0.1, 0.2, 0.7, -0.3]), "quantity": chance.randint(1, 4)}
    if chance.maybe(0.7):
        item["brand"] = chance.choice(["Ñike", "nike", "", "Zoë"])
    for name in ("categories", "tags"):
        if chance.maybe(0.7):
            item[name] = chance.sample(["Shoes", "SHOES", "Sport", "Ñandú"], chance.randint(0, 3))
    return item


def make_purchase(chance, now, zone):
    purchase = {"purchaseDate": text_of(make_moment(chance, now, zone)),
                "totalPrice": chance.choice([0.1, 0.1, 0.2, 0.7, 19.99, 100, -0.1]), "totalQuantity": chance.randint(-2, 5),
                "items": [make_item(chance) for _ in range(chance.choice([1, 1, 2, 3]))]}
    if chance.maybe(0.7):
        purchase["sourceType"] = chance.choice(SOURCE_TYPES)
    if chance.maybe(0.6):
        purchase["sourceName"] = chance.choice(["Web", "web", "Zoë", ""])
    if chance.maybe(0.6):
        purchase["paymentMethod"] = chance.choice(["Card", "card", "Ñandú"])
    return purchase


def make_event(chance, store, now):
    kind = chance.choice(store["events"])
    values = {
        field["id"]: make_value(chance, field["type"], now, store["zone"])
        for field in kind["fields"]
        if chance.maybe(0.7)
    }
    return {"type": kind["id"], "at": text_of(make_moment(chance, now, store["zone"])), "values": values}


def make_activity(chance, now, zone):
    activity = {"kind": chance.choice(ACTIVITY_KINDS), "at": text_of(make_moment(chance, now, zone))}
    if activity["kind"] == "coupon-assigned":
        activity["subject"] = chance.choice(COUPON_SETS)
    return activity


def make_person(chance, store, now):
    zone = store["zone"]
    purchases = [make_purchase(chance, now, zone) for _ in range(chance.choice([0, 1, 3, 6, 9]))]
    activities = [make_activity(chance, now, zone) for _ in range(chance.choice([0, 2, 5, 12]))]
    activities += [{"kind": "purchase", "at": purchase["purchaseDate"]} for purchase in purchases]
    return {
        "fields": make_fields(chance, now, zone),
        "custom": {
            field["id"]: make_value(chance, field["type"], now, zone) for field in store["fields"] if chance.maybe(0.7)
        },
        "purchases": purchases,
        "events": [make_event(chance, store, now) for _ in range(chance.choice([0, 2, 5, 9]))],
        "activities": activities,
        "segments": chance.sample(SEGMENTS, chance.randint(0, 4)),
    }


# Filters.


class FilterMaker:
    def __init__(self, chance, store, person, now):
        self.chance = chance
        self.store = store
        self.person = person
        self.now = now
        self.zone = store["zone"]
        self.is_timed = chance.maybe(0.65)  # Most of its tests are such that time alone changes their answer.

    def tree(self, levels):
        pick = self.chance.random()
        if levels <= 1 or pick < 0.25:
            return self.leaf()
        if pick < 0.4:
            return {"not": self.tree(levels - 1)}
        return {self.chance.choice(["all", "any"]): [self.tree(levels - 1) for _ in range(self.chance.choice([1, 2, 2, 3]))]}

    def leaf(self):
        makers = [self.field, self.purchases, self.event, self.activity, self.segment]
        return self.chance.choices(makers, weights=[45, 22, 15, 12, 6])[0]()

    def segment(self):
        return {"segment": self.chance.choice(SEGMENTS)}

    def field(self):
        name = self.name_of(self.chance.choices(FIELD_KINDS, weights=TIMED_WEIGHTS if self.is_timed else WEIGHTS)[0])
        kind, value, country_code = reference.contact_value(name, self.store, self.person)
        options = SYSTEM_FIELDS[name][1] if name in SYSTEM_FIELDS else OPTIONS
        return {"field": name, **self.test(kind, [value], options, country_code)}

    def name_of(self, kind):
        """A field of this kind, mostly one that the person has a value in."""
        names = [name for name, (own, _) in SYSTEM_FIELDS.items() if own == kind]
        names += [field["id"] for field in self.store["fields"] if field["type"] == kind]
        known = [name for name in names if not reference.is_missing(reference.contact_value(name, self.store, self.person)[1])]
        return self.chance.choice(known if known and self.chance.maybe(0.7) else names)

    def test(self, kind, values, options=None, country_code=None):
        """A test of a value of this kind, often one that fits one of these values."""
        operators = OPERATORS[kind]
        if kind == "date" and self.is_timed:
            operators = TIMED_OPERATORS
        elif self.chance.maybe(0.15):
            operators = ["isSet", "isNotSet"]
        operator = self.chance.choice(operators)
        values = [value for value in values if not reference.is_missing(value)]
        near = self.chance.choice(values) if values and self.chance.maybe(0.75) else None
        if kind == "texts":
            near = self.chance.choice(near) if near else None
            kind = "text"
        return {"is": operator, **self.operands(kind, operator, near, options, country_code)}

    def operands(self, kind, operator, near, options, country_code):
        if operator in ("isSet", "isNotSet", "isTrue", "isFalse"):
            return {}
        if operator == "anniversaryInNext":
            return {"period": self.chance.choice(ANNIVERSARY_PERIODS)}
        if operator in TIMED_OPERATORS:
            return {"period": self.period([near] if near is not None else [])}
        if kind == "date":
            return self.dates(operator, near)
        if kind in ("integer", "decimal"):
            return self.numbers(kind, operator, near)
        if kind in ("radio", "checkbox"):
            wanted = self.chance.some(options, 3)
            if near is not None and self.chance.maybe(0.6):
                wanted = list(near) if isinstance(near, list) else [near]
            return {"values": wanted}
        return self.texts(kind, operator, near, country_code)

    def texts(self, kind, operator, near, country_code):
        known = {"text": WORDS, "identifier": WORDS, "email": EMAILS, "phone": PHONES}[kind]
        if near is None:
            near = self.chance.choice(known)
        if operator in ("contains", "startsWith", "endsWith"):
            return {"value": self.written(kind, self.piece(operator, near))}
        if kind == "phone":
            near = self.dialled(near, country_code)
            others = [phone for phone in PHONES if phone != near]
        else:
            near = self.written(kind, near)
            others = [word for word in known if word != near]
        if operator in ("equals", "notEquals"):
            return {"value": near}
        return {"values": [near, *self.chance.sample(others, self.chance.randint(0, 2))]}

    def written(self, kind, text):
        """The same in another way of writing, or what looks the same and is not."""
        if kind == "phone":
            return self.chance.choice([text, text[:1] + self.chance.choice(" -") + text[1:]])
        if kind == "email" and not text.isascii():
            return text
        bare = "".join(mark for mark in unicodedata.normalize("NFD", text) if not unicodedata.combining(mark))
        return self.chance.choice([text, text, text.upper(), bare])

    def dialled(self, phone, country_code):
        if country_code and phone.startswith("+" + country_code) and self.chance.maybe(0.5):
            phone = phone[1 + len(country_code) :]
        return phone[:-3] + self.chance.choice(["", " ", "-"]) + phone[-3:]

    def piece(self, operator, text):
        length = self.chance.randint(1, min(len(text), 4))
        start = {"startsWith": 0, "endsWith": len(text) - length}.get(operator, self.chance.randint(0, len(text) - length))
        return text[start : start + length].strip() or "a"

    def numbers(self, kind, operator, near):
        near = self.chance.randint(-3, 9) if near is None else near
        step = 1 if kind == "integer" else self.chance.choice([1, 0.01, 0.0001])
        value = round(near + self.chance.choice([0, 0, 0, step, -step]), 4)
        if operator != "between":
            return {"value": value}
        return {"from": value, "to": round(value + self.chance.choice([0, 1, 3]), 4)}

    def dates(self, operator, near):
        near = reference.instant(near) if near is not None else make_moment(self.chance, self.now, self.zone)
        value = near + self.chance.choice([0, 0, 1, -1, DAY, -DAY, self.chance.randint(-40 * DAY, 40 * DAY)])
        if operator != "between":
            return {"value": self.date_text(value)}
        return self.span(value)

    def span(self, moment):
        """From and to about a moment."""
        first = moment - self.chance.choice([0, 1, DAY, self.chance.randint(0, 40 * DAY)])
        last = max(first, moment + self.chance.choice([0, 0, 0, -1, -DAY, self.chance.randint(0, 40 * DAY)]))
        texts = self.date_text(first), self.date_text(last)
        are_days_turned = all(map(reference.is_bare_date, texts)) and texts[0] > texts[1]
        if are_days_turned or reference.instant(texts[0]) > reference.end_of(texts[1], self.zone):
            texts = text_of(first), text_of(last)
        return {"from": texts[0], "to": texts[1]}

    def date_text(self, moment):
        if self.chance.maybe(0.4):
            return text_of(moment)
        return self.chance.choice([text_of(moment)[:10], wall_of(moment, self.zone).date().isoformat()])

    def period(self, moments):
        """Any, or one that is just over or soon over for one of the moments."""
        if moments and self.chance.maybe(0.75):
            distance = abs(self.now - reference.instant(self.chance.choice(moments)))
            ends = {period: plus(self.now - distance, period, self.zone) - self.now for period in PERIODS}
            fitting = [period for period in PERIODS if abs(ends[period]) <= 3 * DAY]
            lasting = [period for period, end in ends.items() if end > 0]
            if fitting or lasting:
                return self.chance.choice(fitting) if fitting else min(lasting, key=ends.get)
        return self.chance.choice(PERIODS)

    def within(self, moments):
        pick = self.chance.random()
        if pick < 0.15:
            return {}
        if pick < (0.9 if self.is_timed else 0.4):
            return {"within": {"last": self.period(moments)}}
        span = self.span(reference.instant(self.chance.choice(moments)) if moments else self.now)
        for end in ("from", "to"):
            if len(span) == 2 and self.chance.maybe(0.3):
                del span[end]
        return {"within": span}

    def bounded(self, test, names):
        """The test with a bound, mostly one that is about what there is now, or with none."""
        if self.chance.maybe(0.25):
            return test
        name = self.chance.choice(names)
        total = self.total(test, name)
        steps = [0, 0, 1, -1, 2] if name != "amount" else [0, 0, 0, 0, 0.1, -0.1, 10]
        wanted = round(float(total) + self.chance.choice(steps), 4) if name == "amount" else total + self.chance.choice(steps)
        if name == "count":
            wanted = max(wanted, 0)
        return {**test, name: {self.chance.choice(["atLeast", "atMost", "equals"]): wanted}}

    def total(self, test, name):
        """How much there is of what the test is about, now or when all of it has come."""
        within = test["purchases"].get("within", {}) if "purchases" in test else test.get("within", {})
        now = self.now + self.chance.choice([0, 0, 100 * DAY])
        counted = [
            happened
            for happened in reference.happenings(test, self.store, self.person, now)
            if reference.counts(happened[0], within, self.zone, now)
        ]
        if name == "count":
            return len(counted)
        return sum(amount if name == "amount" else units for _, amount, units in counted)

    def purchases(self):
        purchases = self.person["purchases"]
        inner = self.within([purchase["purchaseDate"] for purchase in purchases])
        if self.chance.maybe(0.3 if self.is_timed else 0.7):
            inner["where"] = [self.where_of_purchase() for _ in range(self.chance.choice([1, 1, 2, 3]))]
        return self.bounded({"purchases": inner}, ["count", "amount", "amount", "units"])

    def where_of_purchase(self):
        purchases = self.person["purchases"]
        if self.chance.maybe(0.3):
            name, kind = self.chance.choice(list(reference.PURCHASE_KINDS.items()))
            known = [purchase.get(name) for purchase in purchases]
            if name == "sourceType":
                return {"purchase": name, **self.source_type_test()}
            return {"purchase": name, **self.test(kind, known)}
        name, kind = self.chance.choice(list(reference.ITEM_KINDS.items()))
        member = reference.ITEM_MEMBERS.get(name, name)
        known = [item.get(member) for purchase in purchases for item in purchase["items"]]
        return {"item": name, **self.test(kind, known)}

    def source_type_test(self):
        operator = self.chance.choice(OPERATORS["identifier"])
        word = self.chance.choice(SOURCE_TYPES)
        if operator in ("isSet", "isNotSet"):
            return {"is": operator}
        if operator in ("in", "notIn"):
            return {"is": operator, "values": self.chance.some(SOURCE_TYPES, 3)}
        return {"is": operator, "value": word if operator in ("equals", "notEquals") else self.piece(operator, word)}

    def event(self):
        kind = self.chance.choice(self.store["events"])
        name = kind.get("alias", kind["id"]) if self.chance.maybe(0.5) else kind["id"]
        mine = [event for event in self.person["events"] if event["type"] == kind["id"]]
        test = {"event": name, **self.within([event["at"] for event in mine])}
        if self.chance.maybe(0.3 if self.is_timed else 0.8):
            test["where"] = [self.where_of_event(kind, mine) for _ in range(self.chance.choice([1, 1, 2]))]
        return self.bounded(test, ["count"])

    def where_of_event(self, kind, events):
        field = self.chance.choice(kind["fields"])
        known = [event["values"].get(field["id"]) for event in events]
        return {"field": field["id"], **self.test(field["type"], known, OPTIONS, field.get("defaultCountryCode"))}

    def activity(self):
        kind = self.chance.choice([*ACTIVITY_KINDS, "purchase", "custom-event", "register"])
        mine = [activity["at"] for activity in self.person["activities"] if activity["kind"] == kind]
        test = {"activity": kind, **self.within(mine)}
        if kind == "coupon-assigned" and self.chance.maybe(0.6):
            test["couponSetId"] = self.chance.choice(COUPON_SETS)
        return self.bounded(test, ["count"])


# Cases.

CASES_PER_STORE = 50
CASES_PER_PERSON = 5


@functools.lru_cache(maxsize=4)
def store_of(seed, number):
    return make_store(chance_of(seed, "store", number))


@functools.lru_cache(maxsize=4)
def person_of(seed, number):
    """A person, and the moment about which things happened to them."""
    store = store_of(seed, number * CASES_PER_PERSON // CASES_PER_STORE)
    chance = chance_of(seed, "person", number)
    now = make_now(chance, store["zone"])
    return make_person(chance, store, now), now


class Case:
    def __init__(self, seed, number):
        self.number = number
        self.store = store_of(seed, number // CASES_PER_STORE)
        self.person, self.now = person_of(seed, number // CASES_PER_PERSON)
        chance = chance_of(seed, "filter", number)
        maker = FilterMaker(chance, self.store, self.person, self.now)
        self.filter = maker.tree(chance.choice([1, 1, 1, 2, 2, 3, 4]))
        if chance.maybe(0.4):
            self.now = self.near_a_turning_point(chance)

    def near_a_turning_point(self, chance):
        """Where one of the tests turns round, or just before or after."""
        points = reference.turning_points(self.filter, self.store, self.person, self.now, self.now + 400 * DAY)
        near = sorted({point for point in points if abs(point - self.now) < 400 * DAY})
        return chance.choice(near) + chance.choice([-1, 0, 1]) if near else self.now

    def line(self, now=None):
        return json.dumps({"store": self.store, "person": self.person, "now": text_of(now or self.now), "filter": self.filter})

    def __str__(self):
        return f"case {self.number}: {self.line()}"

    def holds(self, now=None):
        return reference.holds(self.filter, self.store, self.person, now or self.now)

    def next_change(self, now=None, horizon=reference.HORIZON):
        return reference.next_change(self.filter, self.store, self.person, now or self.now, horizon)

    def is_one_count(self):
        """Whether the filter is one test that counts, of things that fit or do not whatever the time is."""
        test = self.filter
        if not any(name in test for name in ("purchases", "event", "activity")) or "amount" in test or "units" in test:
            return False
        return not any("period" in part for part in test.get("where", []))
