"""This very machine once more, to be changed at will: its files under an overlay, its own processes and network. Nothing
of it is left when it ends, and nothing in it reaches the outside."""

import subprocess
import tempfile
from pathlib import Path

from harness import processes

SECONDS_MAX = 60
# Runs as the first process of the new one; whatever it started ends with it.
FIRST_PROCESS = """
set -e
mount -t tmpfs -o size=2g,mode=755 none "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" none "$1/root"
mount -t proc none "$1/root/proc"
mount --rbind /dev "$1/root/dev"
mount -t tmpfs -o mode=755 none "$1/root/run"
mount -t tmpfs -o mode=1777 none "$1/root/tmp"
ip link set lo up
exec chroot "$1/root" sh -c "echo ready && exec cat"
"""


class CannotMake(Exception):
    """This machine does not let us; the text says what was tried."""


class DisposableSystem:
    def __enter__(self):
        self._folder = Path(tempfile.mkdtemp(prefix="tradewind-system-", dir="/tmp"))
        self._outer = subprocess.Popen(
            ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "sh", "-c", FIRST_PROCESS, "sh",
             self._folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=processes.die_with_parent)
        if self._outer.stdout.readline() != "ready\n":
            said = self._outer.communicate()[1]
            self._folder.rmdir()
            raise CannotMake(said.strip())
        children = Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children")
        self._first = int(children.read_text().split()[0])
        self.root = Path(f"/proc/{self._first}/root")
        return self

    def __exit__(self, *_):
        self._outer.communicate()
        self._folder.rmdir()

    def path(self, name):
        """Where a file of the system can be reached from outside."""
        return self.root / str(name).lstrip("/")

    def changed(self):
        """Every path of it that is there or gone otherwise than on this machine."""
        upper = Path(f"/proc/{self._outer.pid}/root{self._folder}/upper")
        return {f"/{path.relative_to(upper)}" for path in upper.rglob("*")}

    def command(self, *words):
        return ["nsenter", f"--target={self._first}", "--mount", "--net", "--pid", "--root", "--wd", "--",
                *map(str, words)]

    def spawn(self, *words, env=None, **popen):
        return subprocess.Popen(self.command(*words), env=self._environment(env), stdin=subprocess.DEVNULL, text=True,
                                **popen)

    def run(self, *words, env=None):
        """Runs a command to its end, which must be a good one; what it printed."""
        done = self.try_to(*words, env=env)
        assert done.returncode == 0, f"{' '.join(map(str, words))} ended with {done.returncode}\n{done.stdout}"
        return done.stdout

    def try_to(self, *words, env=None):
        return subprocess.run(self.command(*words), env=self._environment(env), stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS_MAX)

    @staticmethod
    def _environment(more):
        return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
                **(more or {})}
