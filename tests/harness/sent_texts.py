"""The texts in the bodies that tests sent, kept so that a long log can be searched for all of them in one pass."""

import re

SHORTEST = 12  # As a phone number has; what is shorter could be in a log by chance.
LONGEST = 24  # A longer text is known by its beginning.
TEXTS_MAX = 200_000  # What is sent after so many is not looked for.
BODY_BYTES_MAX = 65_536  # Of a longer body, the beginning is looked at.

# A value of JSON in its quotes, no name of a member, or a cell of CSV; without the characters that a log escapes.
VALUE = re.compile(rf'"([^"\\\x00-\x1f]{{{SHORTEST},}})"(?!\s*:)'
                   rf'|(?<![^,;\t\n])([^",;\\\x00-\x1f]{{{SHORTEST},}})(?![^,;\t\r\n])')
# What is logged on purpose: paths of files; ids and times, of which also a piece may have been sent.
PATH = re.compile(r"/.*")
ID_OR_TIME = re.compile(r"(?<![0-9A-Za-z])(?:[0-9a-f]{24}|\d{4}-\d\d-\d\dT[\d:.]+Z)(?![0-9A-Za-z])")


class SentTexts:
    """Any thread may add to them; they are searched once all is sent."""

    def __init__(self):
        self._texts = set()
        self._beginnings = set()  # Their first SHORTEST characters.

    def __len__(self):
        return len(self._texts)

    def add_from(self, body):
        for quoted, cell in VALUE.findall(body[:BODY_BYTES_MAX].decode(errors="replace")):
            text = quoted or cell
            if len(self._texts) < TEXTS_MAX and not PATH.fullmatch(text):
                self._texts.add(text[:LONGEST])
                self._beginnings.add(text[:SHORTEST])

    def first_in(self, log):
        """The first of them that the log has, or None."""
        log = ID_OR_TIME.sub("", log)
        for place in range(len(log) - SHORTEST + 1):
            if log[place:place + SHORTEST] in self._beginnings:
                for end in range(place + SHORTEST, place + LONGEST + 1):
                    if log[place:end] in self._texts:
                        return log[place:end]
        return None
