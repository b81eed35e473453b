"""A small disk of one's own, in memory, that can be filled to the last byte."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from ext4_image import CannotMount
from harness import processes


class SmallDisk:
    """Mounted while it is used as a context; afterwards unmounted and gone, whatever happened."""

    def __init__(self, bytes_):
        self._bytes = bytes_

    def __enter__(self):
        if os.geteuid() != 0:
            raise CannotMount("mounting needs root")
        self.mount_point = Path(tempfile.mkdtemp(prefix="tradewind-disk-", dir="/tmp"))
        try:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self._bytes},mode=755", "tmpfs", self.mount_point],
                           check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as problem:
            self.__exit__(None, None, None)
            said = getattr(problem, "stderr", None) or b""
            raise CannotMount(f"{problem} {said.decode().strip()}".strip()) from None
        processes.give_to_program(self.mount_point)
        return self

    def __exit__(self, *_):
        if os.path.ismount(self.mount_point):
            subprocess.run(["umount", "--lazy", self.mount_point], check=False)
        shutil.rmtree(self.mount_point, ignore_errors=True)

    @property
    def free_bytes(self):
        disk = os.statvfs(self.mount_point)
        return disk.f_bavail * disk.f_frsize

    def fill(self, left):
        """Somebody else takes all but so many bytes."""
        with open(self.mount_point / "ballast", "wb") as file:
            if self.free_bytes > left:
                os.posix_fallocate(file.fileno(), 0, self.free_bytes - left)

    def clear(self):
        (self.mount_point / "ballast").unlink()
