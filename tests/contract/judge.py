"""Holds one answer against the document and against what must have become of the request."""

import re

from harness.openapi import ContractBroken

RATE_HEADERS = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset",
                "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
# The HTTP server says these before it knows or while it no longer knows the head.
WITHOUT_HEAD = {408, 417, 431}


class Broken(AssertionError):
    """An answer that must not be. `rule` names what it breaks, so that a smaller request can break the same."""

    def __init__(self, rule, text, response=None):
        super().__init__(text)
        self.rule = (rule, response.status if response else None)
        self.response = response
        self.call = None  # Whoever sent it says so.


def judge(document, call, expected, address, response):
    """Raises Broken unless this is an answer that the document allows to this call."""
    if response.status >= 500:
        raise Broken("no failure", f"the service failed with {response.status}", response)
    try:
        document.check(call.to_bytes(address), response, address)
    except ContractBroken as broken:
        raise Broken("the document", broken.problem, response) from None
    _check_status(expected, response)
    if response.status == 422 and response.body:
        _check_problems(expected, response)
    _check_headers(document, call, expected, response)
    if expected.kept and response.status < 300 and response.body != expected.kept.body:
        raise Broken("idempotency", f"the answer kept was {expected.kept.body!r}", response)


def _check_status(expected, response):
    is_coded = expected.may_have_code and response.status == 400 and response.body and "code" in response.json()
    if response.status not in expected.statuses and not is_coded:
        possible = ", ".join(map(str, sorted(expected.statuses)))
        raise Broken("the status", f"the status is {response.status}; what was sent leaves {possible}", response)


def _check_problems(expected, response):
    """All that is wrong is told at once, and at places that are there."""
    told = {problem["path"].split("/")[1].replace("~1", "/").replace("~0", "~")
            for problem in response.json()["validationErrors"]}
    if not expected.problems <= told:
        raise Broken("the problems", f"nothing is told about {sorted(expected.problems - told)}", response)
    if expected.places is not None and not told <= expected.places:
        raise Broken("the problems", f"{sorted(told - expected.places)} is in no place of the request", response)


def _check_headers(document, call, expected, response):
    if expected.tells_rate:
        written = [name for name, _ in response.headers if "ratelimit" in name.lower()]
        if written != list(RATE_HEADERS):
            raise Broken("the rate", f"the headers of the rate are {written}, not {list(RATE_HEADERS)}", response)
    is_replayed = response.header("Idempotency-Replayed") is not None
    if not expected.may_be_kept and is_replayed != (expected.kept is not None and response.status < 300):
        raise Broken("idempotency", "Idempotency-Replayed stands exactly on answers that were kept", response)
    sent = [value.strip(" \t") for value in call.all("X-Request-Id")]
    if len(sent) == 1 and response.status not in WITHOUT_HEAD:
        is_fit = re.fullmatch(r"[A-Za-z0-9._-]{1,128}", sent[0]) is not None
        if (response.header("X-Request-Id") == sent[0]) != is_fit:
            raise Broken("the request id", f"X-Request-Id is {response.header('X-Request-Id')!r}", response)
    if response.status == 405 or call.method == "OPTIONS" and response.status == 204:
        methods = response.header("Allow").split(", ")
        if sorted(methods) != sorted(document.methods(document.template(call.target))):
            raise Broken("Allow", f"Allow is {methods}", response)
