"""People who work in the console: a browser that keeps its cookie and sends what browsers send."""

import base64
import hashlib
import hmac
import math
import re
import struct
import time

from harness import processes

PASSWORD = "correct horse battery"
CONSOLE = {"X-Tradewind-Console": "1"}


class Browser:
    """One window: each call on a connection of its own, with the cookie that the last answers set."""

    def __init__(self, server, document=None):
        self.server = server
        self.client = server.client(document)
        self.origin = server.url
        self.token = None

    def headers(self, method, **more):
        own = {} if method in ("GET", "HEAD") else CONSOLE | {"Origin": self.origin}
        if self.token is not None:
            own["Cookie"] = f"other=1; tradewind={self.token}"
        return own | more

    def call(self, method, path, json=None, headers=None, **more):
        """`headers` are put over those of a browser; None leaves one out."""
        answer = self.client.call(method, path, json=json, headers=self.headers(method) | (headers or {}), **more)
        cookie = answer.header("Set-Cookie")
        if cookie is not None:
            self.token = re.match(r"(?:__Host-)?tradewind=([^;]*);", cookie)[1] or None
        return answer

    def sign_in(self, email, password=PASSWORD, **more):
        """As somebody does who is told to wait for a moment."""
        while True:
            answer = self.call("POST", "/admin/v1/sessions/", json={"email": email, "password": password, **more})
            if answer.status != 429:
                return answer
            time.sleep(0.2)  # Guesses are counted by the real clock.

    def follow(self, link, **more):
        body = {"token": token_of(link), "password": PASSWORD, **more}
        while True:
            answer = self.call("POST", "/admin/v1/setup", json=body)
            if answer.status != 429:
                return answer
            time.sleep(0.2)


def token_of(link):
    return link.split("#", 1)[1]


def setup_link(server):
    """What `tradewind people invite --owner` prints."""
    code, out, err = processes.run("people", "invite", "--owner", "--data", server.data)
    assert code == 0, err
    return out.strip()


def first_owner(server, document=None, email="owner@shop.example"):
    """The browser of the first person of a store."""
    browser = Browser(server, document)
    answer = browser.follow(setup_link(server), name="Owner", email=email, language="en")
    assert answer.status == 201, answer.summary()
    return browser


def add_person(owner, email, role, document=None):
    """The browser of somebody whom the owner invited."""
    invited = owner.call("POST", "/admin/v1/people/", json={"email": email, "role": role})
    assert invited.status == 201, invited.summary()
    browser = Browser(owner.server, document)
    answer = browser.follow(invited.json()["link"], name=role)
    assert answer.status == 201, answer.summary()
    return browser


def totp(secret, at=None):
    """The code of an authenticator application (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time() if at is None else at) // 30)
    mac = hmac.new(base64.b32decode(secret), counter, hashlib.sha1).digest()
    offset = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[offset:offset + 4])[0] & 0x7fffffff) % 1_000_000:06}"


def most_guesses(at_once, pause_seconds, begun):
    """So many are looked at: those at once, and one for each pause since then. On a slow machine that is more."""
    return at_once + math.ceil((time.monotonic() - begun) / pause_seconds)
