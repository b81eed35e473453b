"""Random requests about few contacts, each answer held against a small model of the rules."""

import random

import pytest

from harness.contacts import BY_EMAIL, BY_EXTERNAL_ID, OLD, Contacts, by_email, by_external_id, fresh_email, fresh_id

REQUESTS = 700
CLEARABLE = ("_name", "_surname", "_birthdate", "_mobilePhone")
# Of each field, pairs of what is sent and what is kept; what is not taken has no second half.
VALUES = {
    "_name": [("Ada",) * 2, ("",) * 2, ("x" * 501,), (7,)],
    "_surname": [("Byron",) * 2, ("\0",)],
    "_birthdate": [("1815-12-10", "1815-12-10T00:00:00.000Z"), ("soon",)],
    "_mobilePhone": [("651 234 567", "+34651234567"), ("+4420 79460958", "+442079460958"), ("12",)],
    "_emailStatus": [("paused",) * 2, ("active",) * 2, ("none",), (None,)],
    "_smsSubscriptionStatus": [("subscribed",) * 2, ("none",) * 2, (None,)],
    "_points": [(3, 3), (-1.0, -1), (0.5,), (None,)],
    "_rfm": [("lost",)],
    "nothing": [(1,)],
}
DEFAULTS = {"_emailStatus": "active", "_smsSubscriptionStatus": "none", "_points": 0}


class Model:
    """What must be there, and what must be answered."""

    def __init__(self, emails, external_ids, text, number):
        self.emails, self.external_ids = emails, external_ids
        self.contacts = []
        self.number = number
        self.values = {**VALUES, text: [("celadon",) * 2, (["a"],)], number: [(7, 7), (99,), (None,)]}
        self.clearable = {*CLEARABLE, text}
        self.seen = {**DEFAULTS, number: 5}

    def find(self, field, value):
        key = value.lower() if field == "_email" else value
        for contact in self.contacts:
            own = contact.get(field)
            if own is not None and (own.lower() if field == "_email" else own) == key:
                return contact
        return None

    def patch(self, family, named, body):
        """(paths of the problems, the contact as it is now)."""
        own = "_externalId" if family == BY_EXTERNAL_ID else "_email"
        other = "_email" if own == "_externalId" else "_externalId"
        found = self.find(own, named)
        after = dict(found) if found else {**self.seen, own: named}
        problems = []
        for field, (value, *kept) in body.items():
            if field == own:
                is_same = isinstance(value, str) and (value.lower() == named.lower() if own == "_email"
                                                      else value == named)
                problems += [] if is_same else [field]
            elif field == other and family == OLD:
                problems.append(field)
            elif field == other and value is not None and kept:
                holder = self.find(field, value)
                problems += [field] if holder is not None and holder is not found else []
                after[field] = kept[0]
            elif value is None and field in {*self.clearable, other}:
                after.pop(field, None)
            elif kept:
                after[field] = kept[0]
            else:
                problems.append(field)
        if problems:
            return sorted(f"/{field}" for field in problems), None
        if "_mobilePhone" in after:
            after.setdefault("_mobilePhoneStatus", "active")
        else:
            after.pop("_mobilePhoneStatus", None)
        self.contacts = [one for one in self.contacts if one is not found] + [after]
        return [], after

    def body(self, chance):
        fields = chance.sample(list(self.values), chance.choice((0, 1, 1, 2, 3)))
        # Mostly what can be taken, so that something happens.
        body = {}
        for field in fields:
            good = [pair for pair in self.values[field] if len(pair) == 2]
            body[field] = chance.choice(good if good and chance.random() < 0.8 else self.values[field])
            if field in self.clearable and chance.random() < 0.3:
                body[field] = (None,)
        if chance.random() < 0.3:
            address = chance.choice(self.emails)
            body["_email"] = chance.choice([(address,) * 2, (address.upper(),) * 2, ("ada",), (None,)])
        if chance.random() < 0.4:
            external_id = chance.choice(self.external_ids)
            body["_externalId"] = chance.choice([(external_id,) * 2, (external_id,) * 2, ("",), (None,)])
        return body


@pytest.mark.parametrize("seed", [1815, random.randrange(10**9)], ids=["always the same", "another each time"])
def test_answers_are_what_the_rules_say(client, admin, seed):
    chance = random.Random(seed)
    with Contacts(client, admin) as contacts:
        text = contacts.make_field("text", maxLength=7)
        number = contacts.make_field("integer", maxValue=9, required=True, defaultValue=5)
        model = Model([fresh_email() for _ in range(3)], [fresh_id() for _ in range(3)], text, number)
        ours = {*VALUES, text, number, "_email", "_externalId", "_mobilePhoneStatus"}

        def check(read, expected, what):
            found = {field: value for field, value in read.json().items() if field in ours}
            assert found == expected, f"seed {seed}: {what} gave {read.summary()}, not {expected}"

        for number_of_request in range(REQUESTS):
            family = chance.choice((BY_EMAIL, BY_EXTERNAL_ID, OLD))
            named = chance.choice(model.external_ids if family == BY_EXTERNAL_ID else model.emails)
            named = named if family == BY_EXTERNAL_ID else chance.choice((named, named.upper()))
            path = family + (by_external_id(named) if family == BY_EXTERNAL_ID else by_email(named)).rsplit("/", 1)[1]
            field = "_externalId" if family == BY_EXTERNAL_ID else "_email"
            kind = chance.choices(("PATCH", "GET", "DELETE"), (80, 15, 5))[0]
            what = f"request {number_of_request}, {kind} {path}"
            if kind == "PATCH":
                body = model.body(chance)
                problems, expected = model.patch(family, named, body)
                sent = {name: value[0] for name, value in body.items()}
                answer = contacts.patch(path, sent)
                if problems:
                    assert answer.status == 422, f"seed {seed}: {what} with {sent} gave {answer.summary()}"
                    assert sorted(answer.problem_paths) == problems, f"seed {seed}: {what} with {sent}"
                else:
                    assert answer.status == 200, f"seed {seed}: {what} with {sent} gave {answer.summary()}"
                    check(answer, expected, f"{what} with {sent}")
            elif kind == "GET":
                expected = model.find(field, named)
                answer = contacts.get(path)
                assert answer.status == (200 if expected else 404), f"seed {seed}: {what}"
                if expected:
                    check(answer, expected, what)
            else:
                found = model.find(field, named)
                model.contacts = [one for one in model.contacts if one is not found]
                assert contacts.delete(path).status == 204, f"seed {seed}: {what}"
