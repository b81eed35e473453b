"""Integrations and event types for tests, taken away after each."""

import itertools

INTEGRATIONS = "/custom-integrations/"
WHO = {"id": "guest", "name": "Guest", "type": "email", "required": True, "isPrimaryKey": True}
_numbers = itertools.count(1)


def options(*ids):
    return [{"id": one, "label": one.upper()} for one in ids]


def receiving(*fields, **changes):
    """A type that receives, with a primary key and these fields."""
    body = {"name": "Booked", "category": "receive", "alias": f"booked-{next(_numbers)}", "fields": [WHO, *fields],
            **changes}
    return {name: value for name, value in body.items() if value is not ...}


def sending(**changes):
    body = {"name": "Offered", "category": "send", "webhookUrl": "https://bookings.example/hooks", **changes}
    return {name: value for name, value in body.items() if value is not ...}


class Integrations:
    def __init__(self, client, key):
        self.client, self.key, self.made = client, key, []

    def post(self, body, **more):
        answer = self.client.call("POST", INTEGRATIONS, **{"json": body, "key": self.key, **more})
        if answer.status == 201:
            self.made.append(answer.json()["id"])
        return answer

    def make(self, **changes):
        answer = self.post({"name": "Bookings", "eventsEnabled": True, **changes})
        assert answer.status == 201, answer.summary()
        return answer.json()

    def call(self, method, integration_id, **more):
        return self.client.call(method, INTEGRATIONS + integration_id, **{"key": self.key, **more})

    @staticmethod
    def types_path(integration_id):
        return f"{INTEGRATIONS}{integration_id}/custom-event-types/"

    def post_type(self, integration_id, body, **more):
        return self.client.call("POST", self.types_path(integration_id), **{"json": body, "key": self.key, **more})

    def make_type(self, body, integration_id=None):
        """A new type, of a new integration unless one is named."""
        answer = self.post_type(integration_id or self.make()["id"], body)
        assert answer.status == 201, answer.summary()
        return answer.json()

    def call_type(self, method, integration_id, type_id, **more):
        return self.client.call(method, self.types_path(integration_id) + type_id, **{"key": self.key, **more})

    def tidy(self):
        for integration_id in self.made:
            self.call("DELETE", integration_id)
