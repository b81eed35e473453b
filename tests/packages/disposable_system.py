"""This very machine once more, to be changed at will: its files under an overlay, its own processes and network.

Nothing of it is left when it ends, and nothing in it reaches the outside."""

import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from harness import processes

SECONDS_MAX = 60
# Runs as the first process of the new one; whatever it started ends with it. $1 is an empty folder, $2 a name.
MAKE_ROOT = """
set -e
mount -t tmpfs -o size=2g,mode=755 none "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" none "$1/root"
cd "$1/root"
mount -t proc none proc
mount -t tmpfs -o mode=755 none run
mount -t tmpfs -o mode=1777 none tmp
ip link set lo up
"""
START_NOTHING = """
mount --rbind /dev dev
exec chroot . sh -c "echo ready && exec cat"
"""
# A systemd that could change the machine itself would: it gets no settings, modules or devices of the kernel to touch.
# Its control groups are a branch of their own, whose root it takes for the root of all.
START_SYSTEMD = """
mkdir "$1/groups"
mount -t cgroup2 none "$1/groups"
mkdir "$1/groups/$2"
echo 0 > "$1/groups/$2/cgroup.procs"
umount "$1/groups"
exec unshare --cgroup sh -e -c '
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro none sys
mount -t cgroup2 none sys/fs/cgroup
mount -t tmpfs -o mode=755 none dev
mkdir dev/shm dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
: > etc/fstab
rm -f usr/sbin/policy-rc.d
mkdir .old
pivot_root . .old
umount --lazy /.old
exec env container=test setpriv --bounding-set=-sys_module,-sys_rawio,-sys_time,-sys_boot,-syslog \
  /lib/systemd/systemd --system --log-target=journal --show-status=no systemd.unit=basic.target
'
"""


class CannotMake(Exception):
    """This machine does not let us; the text says what was tried."""


class DisposableSystem:
    """Used as a context. With systemd it has one of its own, as on a machine that was started."""

    def __init__(self, with_systemd=False):
        self._with_systemd = with_systemd

    def __enter__(self):
        self._folder = Path(tempfile.mkdtemp(prefix="tradewind-system-", dir="/tmp"))
        script = MAKE_ROOT + (START_SYSTEMD if self._with_systemd else START_NOTHING)
        self._outer = subprocess.Popen(
            ["unshare", "--mount", "--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child", "sh", "-c", script,
             "sh", self._folder, self._folder.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, preexec_fn=processes.die_with_parent)
        try:
            self._await_start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self._outer.poll() is None:
            os.kill(self._first_process(), signal.SIGKILL)
        self._outer.communicate()
        self._folder.rmdir()
        if self._with_systemd:
            remove = 'mount -t cgroup2 none /mnt && find "/mnt/$1" -depth -type d -exec rmdir {} ";"'
            subprocess.run(["unshare", "--mount", "sh", "-c", remove, "sh", self._folder.name], check=False,
                           stderr=subprocess.DEVNULL)

    def _first_process(self):
        children = Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children").read_text().split()
        return int(children[0]) if children else self._outer.pid

    def _await_start(self):
        if self._with_systemd:
            self._await_systemd()
        elif self._outer.stdout.readline() != "ready\n":
            raise CannotMake(self._outer.communicate()[1].strip())
        self._first = self._first_process()
        self.root = Path(f"/proc/{self._first}/root")

    def _await_systemd(self):
        deadline = time.monotonic() + SECONDS_MAX
        while True:
            if self._outer.poll() is not None:
                raise CannotMake(self._outer.communicate()[1].strip())
            self._first = self._first_process()
            said = self.try_to("systemctl", "is-system-running").stdout if self._is_systemd() else ""
            if said in ("running\n", "degraded\n"):
                return
            if time.monotonic() > deadline:
                raise CannotMake(f"systemd was not up within {SECONDS_MAX} s")
            time.sleep(0.1)  # It cannot tell anybody outside when it is up.

    def _is_systemd(self):
        """Whether the first process has become it; before that it is still a script, or not there."""
        try:
            return Path(f"/proc/{self._first}/comm").read_text() == "systemd\n"
        except OSError:
            return False

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
