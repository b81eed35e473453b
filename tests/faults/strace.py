"""Looks at the system calls of a process that runs, and makes the n-th of a kind fail, or deadly."""

import subprocess
import tempfile
import time
from pathlib import Path

ATTACHED_SECONDS_MAX = 20


class Strace:
    """Traces a process while it is used as a context, or until that ends. `injection` is strace's own, such as
    `fdatasync:error=EIO:when=3`; calls are counted from here on, for each thread."""

    def __init__(self, pid, injection=None, calls="fdatasync,fsync,pwrite64"):
        self._pid = pid
        self._options = [f"--trace={calls}", *(() if injection is None else ("--inject", injection))]
        self._folder = tempfile.TemporaryDirectory(prefix="tradewind-strace-")
        self._log = Path(self._folder.name) / "log"

    def __enter__(self):
        self._process = subprocess.Popen(
            ["strace", "--follow-forks", "--quiet=all", "--output", self._log, *self._options, "--attach",
             str(self._pid)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        deadline = time.monotonic() + ATTACHED_SECONDS_MAX
        while not self._is_attached():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise AssertionError(f"strace cannot trace the server: {self._process.stderr.read().decode()}")
            time.sleep(0.002)  # It tells nobody when it is ready.
        return self

    def __exit__(self, *_):
        if self._process.poll() is None:
            self._process.terminate()  # Lets go of the process.
        self._process.wait(10)

    def _is_attached(self):
        statuses = [path.read_text() for path in Path(f"/proc/{self._pid}/task").glob("*/status")]
        return all(f"TracerPid:\t{self._process.pid}\n" in status for status in statuses)

    def has_injected(self):
        return "INJECTED" in self._log.read_text()

    def calls(self):
        """The lines of the calls that were seen, once the trace is over. A thread that strace lets go of made none."""
        return [line for line in self._log.read_text().splitlines() if "(" in line and "<detached" not in line]
