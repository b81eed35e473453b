"""What writers saw, and what may therefore be there after a crash.

Two kinds of data are judged. A register is one value that every write replaces (the name of the store); it is judged by
real time: a value may have survived unless another write began after that value was acknowledged and was acknowledged
itself. A set is rows of their own (the API keys): what was acknowledged must be there, or must be gone.
"""

import threading
import time
from dataclasses import dataclass, field


@dataclass
class Write:
    value: str
    begun: float
    acknowledged: float | None = None


class Register:
    """Every write to one value, from any thread."""

    def __init__(self, initial):
        now = time.monotonic()
        self.writes = {initial: Write(initial, now, now)}
        self._guard = threading.Lock()

    def begin(self, value):
        with self._guard:
            assert value not in self.writes, "values must differ, or a survivor could not be told from another"
            self.writes[value] = Write(value, time.monotonic())

    def acknowledge(self, value):
        with self._guard:
            self.writes[value].acknowledged = time.monotonic()

    @property
    def acknowledged_count(self):
        with self._guard:
            return sum(write.acknowledged is not None for write in self.writes.values()) - 1

    def problem_with(self, survivor):
        """Why this value cannot be what is there now, or None when it can."""
        write = self.writes.get(survivor)
        if write is None:
            return f"the value {survivor!r} was never written"
        if write.acknowledged is None:
            return None
        overwriting = [other for other in self.writes.values()
                       if other.acknowledged is not None and other.begun > write.acknowledged]
        if not overwriting:
            return None
        last = max(overwriting, key=lambda other: other.begun)
        return (f"the acknowledged write {last.value!r} is lost: {survivor!r} is there, which was acknowledged "
                f"{last.begun - write.acknowledged:.6f} s before that write began ({len(overwriting)} writes are lost)")


@dataclass
class RowSet:
    """Rows that are made and taken away one by one, each under an id that the server gives out."""

    present: set = field(default_factory=set)  # Acknowledged, and no removal was begun.
    absent: set = field(default_factory=set)  # Their removal was acknowledged.
    doubtful: set = field(default_factory=set)  # A removal was begun and not acknowledged.
    unnamed: set = field(default_factory=set)  # Names of rows whose making was begun and not acknowledged.

    def begin_making(self, name):
        self.unnamed.add(name)

    def acknowledge_making(self, name, row_id):
        self.unnamed.discard(name)
        self.present.add(row_id)

    def begin_removal(self, row_id):
        self.present.discard(row_id)
        self.doubtful.add(row_id)

    def acknowledge_removal(self, row_id):
        self.doubtful.discard(row_id)
        self.absent.add(row_id)

    def problem_with(self, rows):
        """What is wrong with these rows ({id: name}), or None."""
        if lost := self.present - rows.keys():
            return f"{len(lost)} acknowledged rows are lost, such as {min(lost)}"
        if back := self.absent & rows.keys():
            return f"{len(back)} rows are back although their removal was acknowledged, such as {min(back)}"
        known = self.present | self.doubtful
        if strange := {row_id for row_id, name in rows.items() if row_id not in known and name not in self.unnamed}:
            return f"{len(strange)} rows are there that nobody made, such as {min(strange)}"
        return None


class Thing:
    """What one thing with one writer may be after a crash: a value, or gone (None)."""

    def __init__(self, value=None):
        self.possible = {value}

    def begin(self, value):
        self.possible.add(value)

    def acknowledge(self, value):
        self.possible = {value}

    def problem_with(self, survivor):
        """Why this cannot be what is there now, or None when it can. What is there counts from now on."""
        if survivor in self.possible:
            self.possible = {survivor}
            return None
        if survivor is None:
            return f"an acknowledged {min(map(str, self.possible))!r} is lost"
        if self.possible == {None}:
            return f"{survivor!r} is back although its removal was acknowledged"
        return f"an acknowledged change is lost: {survivor!r} is there and not one of {sorted(map(str, self.possible))}"


class Drawn(Thing):
    """The same of a value that the service draws: one that was begun and not acknowledged may be any that is new."""

    _NEW = "a new one"

    def __init__(self, value):
        super().__init__(value)
        self._told = {value}

    def begin(self):
        super().begin(self._NEW)

    def acknowledge(self, value):
        super().acknowledge(value)
        self._told.add(value)

    def problem_with(self, survivor):
        problem = super().problem_with(survivor if survivor in self._told else self._NEW)
        if problem is None:
            self.acknowledge(survivor)
        return problem
