"""Texts that match a regular expression, from the tree that Python itself makes of it."""

import string
from re import _constants as kinds
from re import _parser  # The re module has no public way to its tree.

REPEATS_MAX = 12
# What a negated class or a dot may stand for: mostly plain; else also what is quoted in JSON or in an address, and what
# is beyond ASCII.
PLAIN = string.ascii_letters + string.digits
ANYTHING = PLAIN + "-_.~!$&*+=/%' \"\\@,;<>()[]{}" + "äßñéЖ中の😀"
CATEGORIES = {kinds.CATEGORY_DIGIT: string.digits, kinds.CATEGORY_SPACE: " \t\n",
              kinds.CATEGORY_WORD: string.ascii_letters + string.digits + "_"}
NEGATED = {kinds.CATEGORY_NOT_DIGIT: kinds.CATEGORY_DIGIT, kinds.CATEGORY_NOT_SPACE: kinds.CATEGORY_SPACE,
           kinds.CATEGORY_NOT_WORD: kinds.CATEGORY_WORD}


def matching(pattern, chance):
    """A text that matches from its beginning, and to its end if the pattern says so."""
    return _sequence(_parser.parse(pattern), chance, PLAIN if chance.random() < 0.7 else ANYTHING)


def _sequence(nodes, chance, anything):
    return "".join(_node(kind, value, chance, anything) for kind, value in nodes)


def _node(kind, value, chance, anything):
    if kind is kinds.LITERAL:
        return chr(value)
    if kind is kinds.AT:
        return ""
    if kind is kinds.ANY:
        return chance.choice(anything)
    if kind is kinds.IN:
        return chance.choice(_characters(value, anything))
    if kind is kinds.NOT_LITERAL:
        return chance.choice(_all_but(chr(value), anything))
    if kind is kinds.BRANCH:
        return _sequence(chance.choice(value[1]), chance, anything)
    if kind is kinds.SUBPATTERN:
        return _sequence(value[3], chance, anything)
    if kind is kinds.MAX_REPEAT:
        least, most, repeated = value
        most = most if isinstance(most, int) and most is not kinds.MAXREPEAT else least + REPEATS_MAX
        count = chance.choice([least, most, chance.randint(least, min(most, least + REPEATS_MAX))])
        return "".join(_sequence(repeated, chance, anything) for _ in range(count))
    raise NotImplementedError(f"{kind} in a pattern of the document")


def _characters(parts, anything):
    found, is_negated = "", False
    for kind, value in parts:
        if kind is kinds.NEGATE:
            is_negated = True
        elif kind is kinds.LITERAL:
            found += chr(value)
        elif kind is kinds.RANGE:
            found += "".join(map(chr, range(value[0], value[1] + 1)))
        elif value in NEGATED:
            found += _all_but(CATEGORIES[NEGATED[value]], anything)
        else:
            found += CATEGORIES[value]
    return _all_but(found, anything) if is_negated else found


def _all_but(excluded, anything):
    return "".join(sorted(set(anything) - set(excluded) or set(ANYTHING) - set(excluded)))
