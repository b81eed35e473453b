"""What is known of the bodies that were sent, and what of it is found in a log; with texts whose verdict is known."""

import json

import pytest

from harness import sent_texts
from harness.sent_texts import SentTexts

pytestmark = pytest.mark.any_engine


def found(body, logged):
    texts = SentTexts()
    texts.add_from(body)
    line = {"time": "2026-01-12T09:30:00.000Z", "level": "error", "message": "request failed", "cause": logged}
    return texts.first_in(json.dumps(line, ensure_ascii=False))


@pytest.mark.parametrize(("body", "logged", "text"), [
    ({"_name": "Ada Lovelace"}, "near Ada Lovelace.", "Ada Lovelace"),
    ({"_mobilePhone": "+34651234567"}, "+34651234567", "+34651234567"),
    ({"a": [1, {"b": "Calle de Alcalá, 5"}]}, '{"b": "Calle de Alcalá, 5"}', "Calle de Alcalá, 5"),
    ({"note": "She wrote the first program of all."}, "She wrote the first program", "She wrote the first prog"),
    (b'{"_name": "Ada Lovelace"}\n{"_name": "Grace Hopper"}\n', "Grace Hopper", "Grace Hopper"),
    (b"_email,_name\nx,Ada Lovelace\n", "x,Ada Lovelace", "Ada Lovelace"),
    (b'{"_name": "Ada Lovelace"', "Ada Lovelace", "Ada Lovelace"),
    ({"digits": "346512345678"}, "346512345678", "346512345678"),
    ({"digits": "346512345678"}, "x346512345678346512345678", "346512345678"),
])
def test_a_text_that_was_sent_is_found(body, logged, text):
    body = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
    assert found(body, logged) == text


@pytest.mark.parametrize(("body", "logged"), [
    ({"_name": "Ada"}, "Ada"),
    ({"_name": "Ada Lovelace"}, "Ada Lovelacf, Ada Lovelac"),
    ({"a_name_of_a_member": 1}, "a_name_of_a_member"),
    ({"id": "0123456789abcdef01234567"}, "0123456789abcdef01234567"),
    ({"the_beginning_of_an_id": "0123456789ab"}, "0123456789abcdef01234567"),
    ({"the_end_of_an_id": "cdef01234567"}, "of 0123456789abcdef01234567."),
    ({"path": "/var/lib/tradewind/backups/tonight"}, "/var/lib/tradewind/backups/tonight"),
    ({"_createdAt": "2026-01-12T09:30:00.000Z"}, "2026-01-12T09:30:00.000Z"),
    ({"the_end_of_a_time": "T09:30:00.000Z"}, "2026-01-12T09:30:00.000Z"),
])
def test_what_may_be_in_a_log_is_not(body, logged):
    assert found(json.dumps(body).encode(), logged) is None


def test_no_more_is_kept_than_the_limit(monkeypatch):
    monkeypatch.setattr(sent_texts, "TEXTS_MAX", 3)
    texts = SentTexts()
    texts.add_from(json.dumps([f"a text of its own, {number}" for number in range(5)]).encode())
    assert len(texts) == 3
