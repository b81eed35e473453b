"""A wall clock for one process that can be set while it runs. The clock that only measures stays true, as it does when
somebody sets the clock of a machine."""

import os
from pathlib import Path

from harness import postgres, processes


class JumpingClock:
    def __init__(self):
        found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
        assert found, "the package faketime is not installed"
        self._file = processes.make_folder() / "clock"
        self.env = {"LD_PRELOAD": str(found[0]), "FAKETIME_TIMESTAMP_FILE": str(self._file), "FAKETIME_NO_CACHE": "1",
                    "FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"}
        self.set(0)
        remove_what_the_dead_left()

    def set(self, offset_seconds):
        """How far it is from the true time."""
        # In one piece: the process reads it whenever it looks at its clock.
        unfinished = self._file.with_suffix(".unfinished")
        unfinished.write_text(f"{offset_seconds:+d}s\n")
        unfinished.chmod(0o644)
        os.replace(unfinished, self._file)


def remove_what_the_dead_left():
    """The library keeps eight bytes in memory for each process, which stay when it is killed."""
    for left in Path(postgres.MEMORY).glob("*faketime_*_*"):
        if not Path("/proc", left.name.rpartition("_")[2]).exists():
            left.unlink(missing_ok=True)
