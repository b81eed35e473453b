"""Whoever manages a shop: makes, changes and removes one thing of every kind that the interface has, sends events,
gives out coupons, fills segments, hands in files, and notes what was answered. It goes on over many lives of the
server; what was told is held against what is there."""

import functools
import itertools
import random

from api_works import NOUNS, Claims, Codes, Events, Hook, Members, SigningSecrets, TestedCalls, Things, nouns_of
from desk import Desk
from file_works import Files, exports, imports
from harness.custom_events import INTEGRATIONS
from hold_works import Holds
from load import Load
from segment_works import Filters
from session_works import Sessions
from workflow_works import Runs

PEOPLE = 6


class Management:
    """All that is worked on, with what was told of it so far, over all rounds."""

    def __init__(self, server, key, seed):
        self.key = key
        self.random = random.Random(seed)
        desk = Desk(server.client(), key)
        addresses = [f"person-{number}@example.org" for number in range(PEOPLE)]
        people = {address: desk.made(f"/contacts/email/{address}", {}, "PATCH")["id"] for address in addresses}
        integration = desk.made(INTEGRATIONS, {"name": "Bookings", "eventsEnabled": True})["id"]
        types = f"{INTEGRATIONS}{integration}/custom-event-types/"
        self.works = [Things(kind, noun) for kind, noun in (NOUNS | nouns_of(types)).items()]
        self.works += [Events(desk, types, people), Claims(desk, people), Codes(desk), Members(desk, people),
                       Filters(desk), Hook(desk, types), SigningSecrets(desk, types), TestedCalls(desk, types),
                       Holds(desk, people[addresses[-1]]), Runs(people), Sessions(desk), Files(imports(desk, addresses[0])),
                       Files(exports(desk))]


class ApiLoad(Load):
    """Managers on one server, until it is gone."""

    def __init__(self, server, management, name):
        super().__init__(server)
        self._management = management
        self._name = name

    def works(self):
        for work in self._management.works:
            yield self._go_on, work, random.Random(self._management.random.random())

    def _go_on(self, connection, work, chance):
        for count in itertools.count(1):
            work.step(functools.partial(self._call, connection), chance, f"{self._name} {count}")

    def _call(self, connection, method, path, done, *refusals, **sent):
        """The answer; None when it says that nothing was done now, or that it cannot tell."""
        request = self._server.client().request(method, path, **{"key": self._management.key, **sent})
        answer = connection.exchange(request)
        if answer.status == 503:
            return None
        if answer.status not in (done, *refusals):
            self._refuse(f"{method} {path}: {answer.summary()}")
        if answer.status == done:
            self._acknowledged()
        return answer

    def problem_after_restart(self, server):
        """What was told and is not so, or None."""
        desk = Desk(server.client(), self._management.key)
        return next(filter(None, (work.problem(desk) for work in self._management.works)), None)
