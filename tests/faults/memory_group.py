"""A control group of one's own that bounds the memory of a process."""

import time
import uuid
from pathlib import Path

from ext4_image import CannotMount

ROOT = Path("/sys/fs/cgroup")


class MemoryGroup:
    """There while it is used as a context. Works with either version of control groups."""

    def __init__(self, bytes_):
        self._bytes = bytes_

    def __enter__(self):
        is_second = (ROOT / "cgroup.controllers").exists()
        parent = ROOT if is_second else ROOT / "memory"
        self._limit = "memory.max" if is_second else "memory.limit_in_bytes"
        self._folder = parent / f"tradewind-test-{uuid.uuid4().hex[:12]}"
        try:
            if is_second:
                (ROOT / "cgroup.subtree_control").write_text("+memory")
            self._folder.mkdir()
            (self._folder / self._limit).write_text(str(self._bytes))
        except OSError as problem:
            raise CannotMount(f"no control group can be made: {problem}") from None
        return self

    def __exit__(self, *_):
        for _ in range(100):
            try:
                return self._folder.rmdir()
            except OSError:
                time.sleep(0.02)  # A killed process may take a moment to be gone.

    def take(self, pid):
        """From now on the memory that the process takes is counted here."""
        (self._folder / "cgroup.procs").write_text(str(pid))

    def kills(self):
        """How many processes in it were killed for want of memory."""
        events = self._folder / ("memory.events" if self._limit == "memory.max" else "memory.oom_control")
        return int(dict(line.split() for line in events.read_text().splitlines())["oom_kill"])
