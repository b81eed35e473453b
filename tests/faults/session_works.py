"""What somebody does who signs in: follows links, signs in and out, and changes the password and the second factor; see
api_works."""

import re
import time

from harness.people import CONSOLE, totp, token_of
from history import Thing

PEOPLE, SESSIONS, ME, SETUP = "/admin/v1/people/", "/admin/v1/sessions/", "/admin/v1/me", "/admin/v1/setup"
FACTOR = ME + "/second-factor"
EMAIL = "signs-in@shop.example"
SESSIONS_AT_FIRST, SESSIONS_MAX = 2, 5
BACK = "of somebody who came back"
NOBODY = 401


def browser(token=None):
    """What a page of the service sends; its port is another one in every life."""
    headers = CONSOLE | {"Sec-Fetch-Site": "same-origin"}
    return {"key": None, "headers": headers | ({"Cookie": f"tradewind={token}"} if token else {})}


def token_in(answer):
    return re.match(r"tradewind=(\w+);", answer.header("Set-Cookie"))[1]


class Sessions:
    """One person. A password takes half a second and more, which few lives have: each begins with some sessions."""

    def __init__(self, desk):
        made = desk.made(PEOPLE, {"email": EMAIL, "name": "Nobody yet", "role": "analyst"})
        self._path = PEOPLE + made["id"]
        self._link = made["link"]  # None: it was used, or nobody can tell which it is.
        self._password = Thing()
        self._name = Thing(made["name"])
        self._factor = Thing(False)
        self._secret = None  # Of a second factor that waits to be confirmed.
        self._sessions = {}  # {token: Thing}
        self._is_password_new = False
        self._come_back(desk)

    @property
    def _living(self):
        return [token for token, thing in self._sessions.items() if thing.possible == {"good"}]

    def step(self, call, chance, name):
        is_in_doubt = len(self._password.possible) > 1 or len(self._factor.possible) > 1
        if is_in_doubt or self._password.possible == {None} and not self._link:
            self._reset(call)
        elif self._password.possible == {None}:
            self._follow(call, f"password of {name}")
        elif self._factor.possible == {True}:
            self._remove_factor(call, chance.choice(self._living)) if self._living else self._reset(call)
        elif not self._living:
            self._sign_in(call)
        else:
            ways = [self._rename, self._rename, self._sign_out, self._end, self._change_password, self._start_factor]
            ways += [self._confirm_factor] * 3 if self._secret else []
            way = chance.random()
            if way < 0.02:
                self._reset(call)
            elif way < 0.1 and len(self._living) < SESSIONS_MAX:
                self._sign_in(call)
            else:
                chance.choice(ways)(call, chance.choice(self._living), name)

    def _follow(self, call, password):
        self._password.begin(password)
        answer = call("POST", SETUP, 201, 429, json={"token": token_of(self._link), "password": password}, **browser())
        if answer is None:
            return
        if answer.status == 429:
            self._password.acknowledge(None)
            return
        self._link, self._is_password_new = None, True
        self._password.acknowledge(password)
        self._sessions[token_in(answer)] = Thing("good")

    def _sign_in(self, call):
        [password] = self._password.possible
        answer = call("POST", SESSIONS, 201, 429, json={"email": EMAIL, "password": password}, **browser())
        if answer is not None and answer.status == 201:
            self._sessions[token_in(answer)] = Thing("good")

    def _rename(self, call, token, name):
        self._name.begin(name)
        if call("PATCH", ME, 200, json={"name": name}, **browser(token)) is not None:
            self._name.acknowledge(name)

    def _sign_out(self, call, token, _name):
        self._sessions[token].begin("over")
        if call("DELETE", SESSIONS + "current", 204, **browser(token)) is not None:
            self._sessions[token].acknowledge("over")

    def _end(self, call, token, _name):
        """By another one, if there is one."""
        other = next((one for one in self._living if one != token), token)
        told = call("GET", SESSIONS, 200, **browser(token))
        if told is None:
            return
        [current] = [one["id"] for one in told.json()["results"] if one["isCurrent"]]
        self._sessions[token].begin("over")
        if call("DELETE", SESSIONS + current, 204, **browser(other)) is not None:
            self._sessions[token].acknowledge("over")

    def _change_password(self, call, token, name):
        [password] = self._password.possible
        new = f"password of {name}"
        self._password.begin(new)
        others = [thing for one, thing in self._sessions.items() if one != token]
        for thing in others:
            thing.begin("over")
        answer = call("POST", ME + "/password", 204, 429, json={"current": password, "new": new}, **browser(token))
        if answer is None:
            return
        if answer.status == 429:
            self._password.acknowledge(password)
            return  # The others may still be good; a look will tell.
        self._password.acknowledge(new)
        self._is_password_new = True
        for thing in others:
            thing.acknowledge("over")

    def _start_factor(self, call, token, _name):
        self._secret = None
        answer = call("POST", FACTOR, 201, **browser(token))
        if answer is not None:
            self._secret = answer.json()["secret"]

    def _confirm_factor(self, call, token, _name):
        self._factor.begin(True)
        if call("POST", FACTOR + "/confirm", 200, json={"code": totp(self._secret)}, **browser(token)) is not None:
            self._factor.acknowledge(True)
            self._secret = None

    def _remove_factor(self, call, token):
        [password] = self._password.possible
        self._factor.begin(False)
        answer = call("POST", FACTOR + "/remove", 204, 429, json={"password": password}, **browser(token))
        if answer is not None:
            self._factor.acknowledge(answer.status == 429)

    def _reset(self, call):
        self._link = self._secret = None
        self._password.begin(None)
        self._factor.begin(False)
        for thing in self._sessions.values():
            thing.begin("over")
        answer = call("POST", self._path + "/reset", 201)
        if answer is None:
            return
        self._link = answer.json()["link"]
        self._password.acknowledge(None)
        self._factor.acknowledge(False)
        for thing in self._sessions.values():
            thing.acknowledge("over")

    def problem(self, desk):
        return next(filter(None, (look(desk) for look in (
            self._problem_with_person, self._problem_with_password, self._problem_with_sessions, self._come_back))), None)

    def _come_back(self, desk):
        """Signs in for the next life, by the link if there is one: it was acknowledged, so it is good. Whoever has a second
        factor is given a new link."""
        if self._password.possible == {None} or self._factor.possible == {True}:
            link = self._link or desk.made(self._path + "/reset", None)["link"]
            self._link = self._secret = None
            answer = desk.call("POST", SETUP, json={"token": token_of(link), "password": BACK}, **browser())
            if answer.status != 201:
                return f"an acknowledged link is lost: {answer.summary()}"
            self._password.acknowledge(BACK)
            self._factor.acknowledge(False)
            self._sessions = {token_in(answer): Thing("good")}
        while len(self._living) < SESSIONS_AT_FIRST:
            self._sessions[token_in(self._enter(desk, *self._password.possible))] = Thing("good")
        return None

    @staticmethod
    def _enter(desk, password):
        sign_in = {"email": EMAIL, "password": password}
        while (answer := desk.call("POST", SESSIONS, json=sign_in, **browser())).status == 429:
            time.sleep(0.1)  # Guesses are counted by the real clock.
        return answer

    def _problem_with_person(self, desk):
        found = desk.get(self._path)
        if problem := self._name.problem_with(found["name"]) or self._factor.problem_with(found["secondFactor"]):
            return f"somebody who signs in: {problem}"
        if found["isInvited"]:
            problem = self._password.problem_with(None)
            return problem and f"a link was followed, and then not: {problem}"
        if self._password.possible == {None}:
            return "a password is back although its removal was acknowledged"
        self._password.possible.discard(None)
        return None

    def _problem_with_password(self, desk):
        """Signs in when it is in doubt or new; whoever has a second factor is told so with the right one alone."""
        if not self._is_password_new and len(self._password.possible) == 1 or self._password.possible == {None}:
            return None
        for password in sorted(self._password.possible):
            answer = self._enter(desk, password)
            if answer.status == 201 or answer.json().get("code") == "second-factor-needed":
                self._password.acknowledge(password)
                self._is_password_new = False
                if answer.status == 201:
                    self._sessions[token_in(answer)] = Thing("good")
                return None
        return "an acknowledged password is lost"

    def _problem_with_sessions(self, desk):
        for token, thing in list(self._sessions.items()):
            status = desk.call("GET", ME, **browser(token)).status
            if problem := thing.problem_with("over" if status == NOBODY else "good"):
                return f"sessions: {problem}"
            if status == NOBODY:
                del self._sessions[token]
        return None
