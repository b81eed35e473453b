"""The JSON reader agrees with a strict reference on generated documents: on what it takes and on what it reads.

The reference is Python's json module with its leniencies taken away, each by a named rule.
"""

import json
import os
import pathlib
import random
import re
import struct
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROBE = REPOSITORY / os.environ.get("TRADEWIND_BIN_DIR", "build/dev/bin") / "json_probe"
SEED = int(os.environ.get("JSON_REFERENCE_SEED") or random.SystemRandom().getrandbits(32))

RULES = frozenset({"equal keys", "constants", "surrogates", "depth", "number length", "exponent", "utf-8"})
DEPTH_MAX = 64
NUMBER_LENGTH_MAX = 400
EXPONENT_DIGITS_MAX = 9

VALID_DOCUMENTS = 7_000
MUTATED_DOCUMENTS = 7_000
ODD_DOCUMENTS = 6_000
TOKEN_DOCUMENTS = 4_000


class Refused(Exception):
    pass


class Number(str):
    pass


class Members(list):
    pass


def judge(document, rules=RULES):
    """What a reader that keeps these rules makes of the document, in the words of json_probe."""

    def number(text):
        if "number length" in rules and len(text) > NUMBER_LENGTH_MAX:
            raise Refused
        exponent = re.search(r"[eE][+-]?0*(\d*)$", text)
        if "exponent" in rules and exponent and len(exponent[1]) > EXPONENT_DIGITS_MAX:
            raise Refused
        return Number(text)

    def constant(text):
        if "constants" in rules:
            raise Refused
        return Number(text)

    def members(pairs):
        if "equal keys" in rules and len({key for key, _ in pairs}) != len(pairs):
            raise Refused
        return Members(pairs)

    try:
        text = document.decode("utf-8", "strict" if "utf-8" in rules else "replace")
        value = json.loads(
            text, parse_int=number, parse_float=number, parse_constant=constant, object_pairs_hook=members
        )
        return show(value, rules, 1)
    except (ValueError, Refused, RecursionError):
        return "refused"


def show(value, rules, level):
    if isinstance(value, Number):
        return "#" + value
    if isinstance(value, str):
        return '"' + hexadecimal(value, rules)
    if isinstance(value, list) and "depth" in rules and level > DEPTH_MAX:
        raise Refused
    if isinstance(value, Members):
        inner = "".join(hexadecimal(key, rules) + ":" + show(item, rules, level + 1) + "," for key, item in value)
        return "{" + inner + "}"
    if isinstance(value, list):
        return "[" + "".join(show(item, rules, level + 1) + "," for item in value) + "]"
    return {None: "n", True: "t", False: "f"}[value]


def hexadecimal(text, rules):
    return text.encode("utf-8", "strict" if "surrogates" in rules else "surrogatepass").hex()


def probe(documents):
    stream = b"".join(struct.pack("<I", len(document)) + document for document in documents)
    finished = subprocess.run([PROBE], input=stream, stdout=subprocess.PIPE, check=True, timeout=120)
    answers = finished.stdout.decode("ascii").splitlines()
    assert len(answers) == len(documents)
    return answers


class Generator:
    """Documents with a taste for what readers get wrong. Without `odd` every document is one that must be taken."""

    WORDS = ["a", "b", "id", "name", "_email", "", "é", "\U0001f600", "\0", "\u2028", "key with spaces", "x" * 40]
    CHARACTERS = ["a", "Z", "0", " ", "/", "\x7f", "\u0080", "é", "€", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"]
    ESCAPES = ['\\"', "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0000", "\\u001F", "\\u00e9", "\\uD7FF", "\\ue000", "\\ud83d\\ude00"]
    ODD_ESCAPES = ["\\ud800", "\\udfff", "\\ud800\\u0041", "\\udc00\\ud800", "\\u12", "\\x41", "\\'", "\\", "\t", "\0"]
    NUMBERS = ["0", "-0", "1", "-1", "10", "0.5", "-0.0", "1e5", "1E-5", "1e+05", "123456789012345678901234567890",
               "-9223372036854775809", "18446744073709551616", "0.1234567890123456789", "1e400", "1e999999999", "9" * 400]
    ODD_NUMBERS = ["01", "-", "+1", "1.", ".5", "1e", "1e+", "NaN", "Infinity", "-Infinity", "0x1", "9" * 401,
                   "1e1000000000", "0e-99999999999", "1e" + "0" * 399, "१"]
    SPACES = ["", "", "", " ", "\n", "\t\r\n  "]
    ODD_SPACES = ["\f", "\u00a0", "\ufeff", "/**/", "\0"]

    def __init__(self, chance, odd):
        self.chance = chance
        self.odd = odd

    def pick(self, usual, odd):
        return self.chance.choice(odd if self.odd and self.chance.random() < 0.02 else usual)

    def document(self):
        text = self.space() + self.value(self.chance.choice([0, 1, 2, 3])) + self.space()
        if self.odd and self.chance.random() < 0.03:
            depth = self.chance.randint(DEPTH_MAX - 6, DEPTH_MAX + 2)
            text = "[" * depth + text + "]" * depth
        return text.encode("utf-8", "surrogatepass")

    def space(self):
        return self.pick(self.SPACES, self.ODD_SPACES)

    def value(self, levels):
        if levels == 0 or self.chance.random() < 0.15:
            return self.chance.choice([self.number, self.string, self.word])()
        return self.chance.choice([self.array, self.object])(levels - 1)

    def word(self):
        return self.pick(["null", "true", "false"], ["nul", "True", "undefined", "", "None"])

    def number(self):
        if self.chance.random() < 0.5:
            return self.pick(self.NUMBERS, self.ODD_NUMBERS)
        return f"{self.chance.randint(-10**6, 10**6)}.{self.chance.randint(0, 10**6)}"

    def string(self):
        if self.chance.random() < 0.2:
            return json.dumps(self.chance.choice(self.WORDS), ensure_ascii=self.chance.random() < 0.5)
        length = self.chance.choice([0, 1, 3, 10, 30])
        parts = [self.pick(self.CHARACTERS + self.ESCAPES, self.ODD_ESCAPES) for _ in range(length)]
        return '"' + "".join(parts) + '"'

    def array(self, levels):
        items = [self.space() + self.value(levels) + self.space() for _ in range(self.chance.choice([0, 1, 2, 4]))]
        return "[" + self.pick([","], [",,", ";", " "]).join(items) + self.pick([self.space()], [","]) + "]"

    def object(self, levels):
        names = self.chance.sample(self.WORDS, self.chance.choice([0, 1, 2, 3, 9]))
        if self.odd and names and self.chance.random() < 0.05:
            names.append(self.chance.choice(names))
        members = [
            self.space() + json.dumps(name, ensure_ascii=self.chance.random() < 0.5) + self.space()
            + self.pick([":"], ["", "::", "="]) + self.space() + self.value(levels) + self.space()
            for name in names
        ]
        return "{" + self.pick([","], [",,", ";", " "]).join(members) + self.pick([self.space()], [","]) + "}"


def mutated(chance, document):
    """The document after one to three small accidents at the level of bytes."""
    data = bytearray(document)
    for _ in range(chance.randint(1, 3)):
        place = chance.randint(0, len(data))
        accident = chance.randrange(6)
        if accident == 0:
            data[place:place] = bytes([chance.choice(b'"\\{}[]:,0123456789eE+-.u ntf\0\n\x80\xc3\xe2\xed\xf0\xff')])
        elif accident == 1:
            del data[place : place + chance.randint(1, 3)]
        elif accident == 2 and place < len(data):
            data[place] ^= 1 << chance.randrange(8)
        elif accident == 3:
            data[place:place] = data[place : place + chance.randint(1, 12)]
        elif accident == 4:
            del data[place:]
        elif accident == 5:
            data[place:place] = chance.choice([b"\\ud800", b"\\u0000", b"\xef\xbb\xbf", b"\xed\xa0\x80", b'"a":1,', b"1e9", b"\\"])
    return bytes(data)


def token_soup(chance):
    tokens = ["{", "}", "[", "]", ":", ",", '"a"', '"b"', '""', "1", "-0", "0.5", "null", "true", "false", " ", '"\\u0061"', "-", "NaN"]
    return "".join(chance.choice(tokens) for _ in range(chance.randint(1, 9))).encode()


@pytest.fixture(scope="module")
def judged():
    """{kind: [(document, what the reference makes of it)]}"""
    chance = random.Random(SEED)
    plain = Generator(chance, odd=False)
    odd = Generator(chance, odd=True)
    documents = {
        "valid": [plain.document() for _ in range(VALID_DOCUMENTS)],
        "mutated": [mutated(chance, plain.document()) for _ in range(MUTATED_DOCUMENTS)],
        "odd": [odd.document() for _ in range(ODD_DOCUMENTS)],
        "tokens": [token_soup(chance) for _ in range(TOKEN_DOCUMENTS)],
    }
    return {kind: [(document, judge(document)) for document in group] for kind, group in documents.items()}


@pytest.mark.parametrize("kind", ["valid", "mutated", "odd", "tokens"])
def test_reader_agrees_with_the_reference(judged, kind):
    answers = probe([document for document, _ in judged[kind]])
    wrong = [
        f"{document!r}: reader {answer[:200]}, reference {expected[:200]}"
        for (document, expected), answer in zip(judged[kind], answers)
        if answer != expected
    ]
    assert not wrong, f"JSON_REFERENCE_SEED={SEED}, {len(wrong)} differ:\n" + "\n".join(wrong[:10])


@pytest.mark.parametrize("kind, least, most", [("valid", 1, 1), ("mutated", 0.1, 0.9), ("odd", 0.1, 0.9), ("tokens", 0.01, 0.5)])
def test_documents_are_of_both_sorts(judged, kind, least, most):
    taken = sum(answer != "refused" for _, answer in judged[kind]) / len(judged[kind])
    assert least <= taken <= most, f"JSON_REFERENCE_SEED={SEED}"


@pytest.mark.parametrize("rule", sorted(RULES))
def test_a_reader_that_forgot_a_rule_would_be_caught(judged, rule):
    lenient = RULES - {rule}
    assert any(
        judge(document, lenient) != expected for kind in ("mutated", "odd", "tokens") for document, expected in judged[kind]
    ), f"JSON_REFERENCE_SEED={SEED}"
