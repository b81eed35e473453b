"""Filters as the documentation tells them, evaluated slowly and plainly: the judge of the service's own evaluator.

A filter is its JSON. A store is {"zone", "fields", "events", "segments"}, a person {"fields", "custom", "purchases",
"events", "activities", "segments"}, both as filter_probe.cpp reads them. Moments are whole milliseconds since 1970.
Nothing is prepared and nothing is skipped: every question reads the whole filter and everything about the person.
"""

import bisect
import calendar
import functools
import re
import unicodedata
import zoneinfo
from datetime import date, datetime, time, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal

EPOCH = datetime(1970, 1, 1)
MILLISECOND = timedelta(milliseconds=1)
DAY = 86_400_000
HORIZON = 3 * 366 * DAY

RFM_GROUPS = ["champions", "loyal-customers", "potential-loyalists", "new-customers", "promising", "need-attention",
              "about-to-sleep", "at-risk", "cannot-lose-them", "hibernating", "lost"]
SUBSCRIPTIONS = ["subscribed", "unsubscribed", "none"]
SCORES = ["1", "2", "3", "4", "5"]

# The fields that every store has: their kind and, of choices, their options.
SYSTEM_FIELDS = {
    "_email": ("email", None),
    "_externalId": ("identifier", None),
    "_name": ("text", None),
    "_surname": ("text", None),
    "_birthdate": ("date", None),
    "_mobilePhone": ("phone", None),
    "_mobilePhoneStatus": ("radio", ["active", "bounced", "paused"]),
    "_emailStatus": ("radio", ["active", "bounced", "paused", "banned"]),
    "_newsletterSubscriptionStatus": ("radio", SUBSCRIPTIONS),
    "_smsSubscriptionStatus": ("radio", SUBSCRIPTIONS),
    "_points": ("integer", None),
    "_emailBouncedReason": ("text", None),
    "_emailLastBouncedDate": ("date", None),
    "_emailLastSoftBounceDate": ("date", None),
    "_emailSoftBounces": ("integer", None),
    "_emailLastUnsubscribedDate": ("date", None),
    "_emailLastUnsubscribedIp": ("text", None),
    "_hasPushSubscriptions": ("boolean", None),
    "_isAnonymous": ("boolean", None),
    "_createdAt": ("date", None),
    "_updatedAt": ("date", None),
    "_totalPurchases": ("integer", None),
    "_totalPurchasesAmount": ("decimal", None),
    "_averagePurchasesAmount": ("decimal", None),
    "_firstPurchaseDate": ("date", None),
    "_lastPurchaseDate": ("date", None),
    "_recency": ("radio", SCORES),
    "_frequency": ("radio", SCORES),
    "_monetary": ("radio", SCORES),
    "_rfm": ("radio", RFM_GROUPS),
    "_clv": ("decimal", None),
    "_pAlive": ("decimal", None),
    "_churnRate": ("decimal", None),
    "_expectedPurchases": ("decimal", None),
}
ITEM_KINDS = {"productId": "identifier", "name": "text", "brand": "text", "category": "texts", "tag": "texts"}
ITEM_MEMBERS = {"category": "categories", "tag": "tags"}
PURCHASE_KINDS = {"sourceType": "identifier", "sourceName": "text", "paymentMethod": "text"}

NEGATIONS = {"isNotSet": "isSet", "notEquals": "equals", "notIn": "in", "notInLast": "inLast", "hasNone": "hasAny"}


# Moments and the calendar.


@functools.lru_cache(maxsize=None)
def zone_of(name):
    return zoneinfo.ZoneInfo(name)


@functools.lru_cache(maxsize=100_000)
def instant(text):
    """Of an RFC 3339 time, or of a bare date, which is midnight UTC."""
    if is_bare_date(text):
        return milliseconds(datetime.combine(date.fromisoformat(text), time()))
    return milliseconds(datetime.fromisoformat(text).astimezone(timezone.utc).replace(tzinfo=None))


def is_bare_date(text):
    return len(text) == 10


def milliseconds(utc):
    return (utc - EPOCH) // MILLISECOND


def text_of(moment):
    return (EPOCH + timedelta(milliseconds=moment)).isoformat(timespec="milliseconds") + "Z"


@functools.lru_cache(maxsize=100_000)
def wall_of(moment, zone):
    """What clock and calendar of the zone show."""
    utc = (EPOCH + timedelta(milliseconds=moment)).replace(tzinfo=timezone.utc)
    return utc.astimezone(zone_of(zone)).replace(tzinfo=None)


def offset_of(moment, zone):
    return wall_of(moment, zone) - (EPOCH + timedelta(milliseconds=moment))


@functools.lru_cache(maxsize=100_000)
def moment_of(wall, zone):
    """When the clock shows this: of two moments the first; if it never does, when it first shows something later."""
    first = milliseconds(wall - wall.replace(tzinfo=zone_of(zone), fold=0).utcoffset())
    if wall_of(first, zone) == wall:
        return first
    before = milliseconds(wall - wall.replace(tzinfo=zone_of(zone), fold=1).utcoffset())
    return clock_change(before, first, zone)


def clock_change(before, after, zone):
    """The moment between these two from which on the clock of the zone has another offset."""
    offset = offset_of(before, zone)
    while after - before > 1:
        middle = (before + after) // 2
        if offset_of(middle, zone) == offset:
            before = middle
        else:
            after = middle
    return after


@functools.lru_cache(maxsize=None)
def clock_changes(zone):
    """Every change of the clock, for as long as anything here happens."""
    found = []
    for day in range(instant("1995-01-01") // DAY, instant("2045-01-01") // DAY):
        if offset_of(day * DAY, zone) != offset_of((day + 1) * DAY, zone):
            found.append(clock_change(day * DAY, (day + 1) * DAY, zone))
    return found


def clock_changes_near(moment, zone, days):
    changes = clock_changes(zone)
    return changes[bisect.bisect(changes, moment - days * DAY) : bisect.bisect(changes, moment + days * DAY)]


@functools.lru_cache(maxsize=None)
def period_of(text):
    """Months, days and seconds."""
    found = re.fullmatch(r"P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", text)
    years, months, weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return years * 12 + months, weeks * 7 + days, (hours * 60 + minutes) * 60 + seconds


def plus_months(day, months):
    """The same day of another month, or the last one that the month has."""
    number = day.year * 12 + day.month - 1 + months
    year, month = number // 12, number % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


@functools.lru_cache(maxsize=100_000)
def plus(moment, period, zone):
    """So long after a moment: months and days on the calendar of the zone, hours and less as time that goes by."""
    months, days, seconds = period_of(period)
    if months or days:
        wall = wall_of(moment, zone)
        day = plus_months(wall.date(), months) + timedelta(days=days)
        moment = moment_of(datetime.combine(day, wall.time()), zone)
    return moment + seconds * 1000


def midnight(day, zone):
    """When the day begins in the zone."""
    return moment_of(datetime.combine(day, time()), zone)


def end_of(text, zone):
    """The last moment of a `to`."""
    if is_bare_date(text):
        return midnight(date.fromisoformat(text) + timedelta(days=1), zone) - 1
    return instant(text)


# Values.


@functools.lru_cache(maxsize=100_000)
def fold(text):
    """Without case, accents and forms of writing: `Ñandú` and `nandu` are the same."""
    while True:
        folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
        folded = "".join(
            character
            for character in folded
            if not unicodedata.category(character).startswith("M") and character not in "\u00ad\u200b\u200d\u2060\ufeff"
        )
        if folded == text:
            return text
        text = folded


def ascii_lower(text):
    return "".join(chr(ord(character) + 32) if "A" <= character <= "Z" else character for character in text)


def international(phone, country_code):
    phone = phone.replace(" ", "").replace("-", "")
    return phone if phone.startswith("+") else "+" + country_code + phone


@functools.lru_cache(maxsize=100_000)
def exact(text):
    return Decimal(text).quantize(Decimal("0.0001"), ROUND_HALF_UP)


def number(value):
    return exact(str(value))


def is_missing(value):
    return value is None or value == "" or value == []


class Moment:
    """When and where a value is looked at, and the calling code of the field, if it is a phone."""

    def __init__(self, now, zone, country_code=None):
        self.now = now
        self.zone = zone
        self.country_code = country_code


def fits(kind, test, value, moment):
    """Whether a value of this kind, or None, passes a test."""
    operator = test["is"]
    if operator in NEGATIONS:
        return not fits(kind, {**test, "is": NEGATIONS[operator]}, value, moment)
    if is_missing(value):
        return False
    if operator == "isSet":
        return True
    if kind == "texts":
        return any(fits("text", test, item, moment) for item in value)
    if kind in ("text", "identifier", "email", "phone", "radio"):
        return text_fits(kind, test, value, moment)
    if kind in ("integer", "decimal"):
        return number_fits(test, value)
    if kind == "date":
        return date_fits(test, instant(value), moment)
    if kind == "boolean":
        return value is (operator == "isTrue")
    if kind == "checkbox":
        chosen = [option in value for option in test["values"]]
        return any(chosen) if operator == "hasAny" else all(chosen)
    raise ValueError(kind)


def text_fits(kind, test, value, moment):
    operator = test["is"]
    wanted = test["values"] if operator == "in" else [test["value"]]
    if kind == "text":
        value, wanted = fold(value), [fold(text) for text in wanted]
    elif kind == "email":
        value, wanted = ascii_lower(value), [ascii_lower(text) for text in wanted]
    elif kind == "phone" and operator in ("equals", "in"):
        wanted = [international(text, moment.country_code) for text in wanted]
    elif kind == "phone":
        wanted = [text.replace(" ", "").replace("-", "") for text in wanted]
    if operator in ("equals", "in"):
        return value in wanted
    if operator == "contains":
        return wanted[0] in value
    if operator == "startsWith":
        return value.startswith(wanted[0])
    if operator == "endsWith":
        return value.endswith(wanted[0])
    raise ValueError(operator)


def number_fits(test, value):
    value = number(value)
    operator = test["is"]
    if operator == "equals":
        return value == number(test["value"])
    if operator == "atLeast":
        return value >= number(test["value"])
    if operator == "atMost":
        return value <= number(test["value"])
    if operator == "between":
        return number(test["from"]) <= value <= number(test["to"])
    raise ValueError(operator)


def date_fits(test, value, moment):
    operator, now, zone = test["is"], moment.now, moment.zone
    if operator == "before":
        return value < instant(test["value"])
    if operator == "after":
        return value > instant(test["value"])
    if operator == "between":
        return instant(test["from"]) <= value <= end_of(test["to"], zone)
    if operator == "inLast":
        return value <= now < plus(value, test["period"], zone)
    if operator == "inNext":
        return now < value <= plus(now, test["period"], zone)
    if operator == "anniversaryInNext":
        today = wall_of(now, zone).year
        return any(
            starts <= now < ends for starts, ends in anniversaries(value, test["period"], zone, today - 1, today + 1)
        )
    raise ValueError(operator)


@functools.lru_cache(maxsize=100_000)
def anniversaries(value, period, zone, first_year, last_year):
    """From when to when each anniversary is in the next period, of all that can touch these years."""
    born = (EPOCH + timedelta(milliseconds=value)).date()
    months, days, _ = period_of(period)
    found = []
    for year in range(max(born.year + 1, first_year), last_year + months // 12 + days // 365 + 2):
        day = plus_months(born, (year - born.year) * 12)
        starts = plus_months(day, -months) - timedelta(days=days)
        found.append((midnight(starts, zone), midnight(day + timedelta(days=1), zone)))
    return found


# Filters.


def holds(filter_json, store, person, now):
    if "all" in filter_json:
        return all([holds(part, store, person, now) for part in filter_json["all"]])
    if "any" in filter_json:
        return any([holds(part, store, person, now) for part in filter_json["any"]])
    if "not" in filter_json:
        return not holds(filter_json["not"], store, person, now)
    if "segment" in filter_json:
        return filter_json["segment"] in person["segments"]
    if "field" in filter_json:
        kind, value, country_code = contact_value(filter_json["field"], store, person)
        return fits(kind, filter_json, value, Moment(now, store["zone"], country_code))
    return history_holds(filter_json, store, person, now)


def contact_value(field_id, store, person):
    """Kind, value or None, and calling code."""
    if field_id in SYSTEM_FIELDS:
        return SYSTEM_FIELDS[field_id][0], person["fields"].get(field_id), store.get("defaultCountryCode")
    field = next(field for field in store["fields"] if field["id"] == field_id)
    value = person["custom"].get(field_id, field.get("defaultValue") if field.get("required") else None)
    return field["type"], value, field.get("defaultCountryCode")


def history_holds(test, store, person, now):
    within = test["purchases"].get("within", {}) if "purchases" in test else test.get("within", {})
    counted = [
        happened for happened in happenings(test, store, person, now) if counts(happened[0], within, store["zone"], now)
    ]
    if "amount" in test:
        return is_enough(test["amount"], sum(amount for _, amount, _ in counted))
    if "units" in test:
        return is_enough(test["units"], sum(units for _, _, units in counted))
    return is_enough(test.get("count", {"atLeast": 1}), len(counted))


def counts(moment, within, zone, now):
    if moment > now:
        return False
    if "last" in within and now >= plus(moment, within["last"], zone):
        return False
    if "from" in within and moment < instant(within["from"]):
        return False
    return not ("to" in within and moment > end_of(within["to"], zone))


def is_enough(bound, total):
    (comparison, wanted), = bound.items()
    if comparison == "atLeast":
        return total >= number(wanted)
    if comparison == "atMost":
        return total <= number(wanted)
    return total == number(wanted)


def happenings(test, store, person, now):
    """(moment, amount, units) of everything that a test on history is about, whenever it was."""
    if "purchases" in test:
        return fitting_purchases(test["purchases"].get("where", []), store, person, now)
    if "event" in test:
        return fitting_events(test, store, person, now)
    return fitting_activities(test, person)


def fitting_purchases(where, store, person, now):
    here = Moment(now, store["zone"])
    on_items = [test for test in where if "item" in test]
    found = []
    for purchase in person["purchases"]:
        if not all(
            fits(PURCHASE_KINDS[test["purchase"]], test, purchase.get(test["purchase"]), here)
            for test in where
            if "purchase" in test
        ):
            continue
        moment = instant(purchase["purchaseDate"])
        if not on_items:
            found.append((moment, number(purchase["totalPrice"]), purchase["totalQuantity"]))
            continue
        items = [item for item in purchase["items"] if item_fits(on_items, item, here)]
        if items:
            found.append((moment, sum(number(item["price"]) for item in items), sum(item["quantity"] for item in items)))
    return found


def item_fits(tests, item, here):
    return all(
        fits(ITEM_KINDS[test["item"]], test, item.get(ITEM_MEMBERS.get(test["item"], test["item"])), here)
        for test in tests
    )


def event_type(name, store):
    return next(kind for kind in store["events"] if name in (kind["id"], kind.get("alias")))


def fitting_events(test, store, person, now):
    kind = event_type(test["event"], store)
    fields = {field["id"]: field for field in kind["fields"]}
    found = []
    for event in person["events"]:
        if event["type"] == kind["id"] and all(
            fits(
                fields[part["field"]]["type"],
                part,
                event["values"].get(part["field"]),
                Moment(now, store["zone"], fields[part["field"]].get("defaultCountryCode")),
            )
            for part in test.get("where", [])
        ):
            found.append((instant(event["at"]), None, None))
    return found


def fitting_activities(test, person):
    subject = test.get("workflowId") or test.get("couponSetId")
    found = [
        (instant(activity["at"]), None, None)
        for activity in person["activities"]
        if activity["kind"] == test["activity"] and subject in (None, activity.get("subject"))
    ]
    if test["activity"] == "custom-event":
        found += [(instant(event["at"]), None, None) for event in person["events"]]
    return found


# The next change.


def next_change(filter_json, store, person, now, horizon=HORIZON):
    """The first moment after now at which the answer is another one although nothing happens; None within the horizon."""
    answer = holds(filter_json, store, person, now)
    for moment in sorted(set(turning_points(filter_json, store, person, now, now + horizon))):
        if now < moment <= now + horizon and holds(filter_json, store, person, moment) != answer:
            return moment
    return None


def turning_points(filter_json, store, person, now, until):
    """Every moment at which some test of the filter can turn round, and many at which none does."""
    for parts in ("all", "any"):
        if parts in filter_json:
            for part in filter_json[parts]:
                yield from turning_points(part, store, person, now, until)
            return
    if "not" in filter_json:
        yield from turning_points(filter_json["not"], store, person, now, until)
    elif "field" in filter_json:
        kind, value, _ = contact_value(filter_json["field"], store, person)
        if kind == "date" and not is_missing(value):
            yield from turning_points_of_date(filter_json, instant(value), store["zone"], now, until)
    elif "segment" not in filter_json:
        yield from turning_points_of_history(filter_json, store, person, now, until)


def turning_points_of_date(test, value, zone, now, until):
    operator = test["is"]
    if operator in ("inLast", "notInLast"):
        yield value
        yield plus(value, test["period"], zone)
    elif operator == "inNext":
        yield value
        yield from moments_before(value, test["period"], zone)
    elif operator == "anniversaryInNext":
        years = wall_of(now, zone).year - 1, wall_of(until, zone).year + 1
        for starts, ends in anniversaries(value, test["period"], zone, *years):
            yield starts
            yield ends


def moments_before(value, period, zone):
    """All moments at which `now + period` can reach the value or fall back behind it: where it is equal, where days and
    months end, and where clocks are changed, here or there."""
    months, days, seconds = period_of(period)
    target = value - seconds * 1000
    yield target
    if months == 0 and days == 0:
        return
    wall = wall_of(target, zone)
    times = {time(), wall.time()}
    for change in clock_changes_near(target, zone, 2):
        times |= {wall_of(change, zone).time(), (wall_of(change - 1, zone) + MILLISECOND).time()}
    middle = plus_months(wall.date() - timedelta(days=days), -months)
    for offset in range(-4, 5):
        day = middle + timedelta(days=offset)
        for clock in times:
            yield from moments_of_both(datetime.combine(day, clock), zone)
    yield from clock_changes_near(midnight(middle, zone), zone, 6)


def moments_of_both(wall, zone):
    """When the clock shows this for the first time, and for the last."""
    yield moment_of(wall, zone)
    yield milliseconds(wall - wall.replace(tzinfo=zone_of(zone), fold=1).utcoffset())


def turning_points_of_history(test, store, person, now, until):
    within = test["purchases"].get("within", {}) if "purchases" in test else test.get("within", {})
    if "purchases" in test:
        moments = [instant(purchase["purchaseDate"]) for purchase in person["purchases"]]
    elif "event" in test:
        moments = [instant(event["at"]) for event in person["events"]]
    else:
        moments = [moment for moment, _, _ in fitting_activities(test, person)]
    for moment in moments:
        yield moment
        if "last" in within:
            yield plus(moment, within["last"], store["zone"])
    for part in test.get("where", []) if "event" in test else []:
        for event in person["events"]:
            value = event["values"].get(part["field"])
            if event["type"] == event_type(test["event"], store)["id"] and "period" in part and not is_missing(value):
                yield from turning_points_of_date(part, instant(value), store["zone"], now, until)
