"""A small ext4 of one's own whose power can be cut."""

import fcntl
import os
import shutil
import struct
import subprocess
import tempfile
import time
from pathlib import Path

from harness import processes

IMAGE_BYTES = 64 * 1024 * 1024
_SHUTDOWN = 0x8004587D  # FS_IOC_SHUTDOWN
_NO_LOG_FLUSH = struct.pack("I", 2)  # As a power cut: not even the journal is written out.


class CannotMount(Exception):
    """This machine does not let us; the text says what was tried."""


class Ext4Image:
    """Mounted while it is used as a context; afterwards unmounted, detached and gone, whatever happened."""

    def __enter__(self):
        if os.geteuid() != 0:
            raise CannotMount("mounting needs root")
        self._folder = Path(tempfile.mkdtemp(prefix="tradewind-power-", dir="/tmp"))
        self._folder.chmod(0o755)
        self._image = self._folder / "image"
        self.mount_point = self._folder / "mount"
        self.mount_point.mkdir()
        try:
            with open(self._image, "wb") as file:
                file.truncate(IMAGE_BYTES)
            self._run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", self._image)
            self.mount()
            self.cut_power()  # Tried once, while there is nothing to lose: a machine may let us mount but not do this.
            self.unmount()
            self.mount()
            processes.give_to_program(self.mount_point)
        except (OSError, subprocess.CalledProcessError) as problem:
            self.__exit__(None, None, None)
            said = getattr(problem, "stderr", None) or b""
            raise CannotMount(f"{problem} {said.decode().strip()}".strip()) from None
        return self

    def __exit__(self, *_):
        if os.path.ismount(self.mount_point):
            try:
                self.unmount()
            except subprocess.CalledProcessError:
                subprocess.run(["umount", "--lazy", self.mount_point], check=False)
        shutil.rmtree(self._folder, ignore_errors=True)

    def mount(self):
        # The loop device is detached by the kernel with the last unmount.
        self._run("mount", "-t", "ext4", "-o", "loop", self._image, self.mount_point)

    def unmount(self):
        for attempt in range(50):
            try:
                return self._run("umount", self.mount_point)
            except subprocess.CalledProcessError:
                if attempt == 49:
                    raise
                time.sleep(0.02)  # A killed process may take a moment to let go of its files.

    def sync(self):
        """Makes everything so far durable."""
        self._run("sync", "--file-system", self.mount_point)

    def cut_power(self):
        """From now on nothing reaches the disk, and what was not durable is lost."""
        folder = os.open(self.mount_point, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, _SHUTDOWN, _NO_LOG_FLUSH)
        finally:
            os.close(folder)

    @staticmethod
    def _run(*command):
        path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
        subprocess.run(list(map(str, command)), check=True, capture_output=True, env={**os.environ, "PATH": path})
