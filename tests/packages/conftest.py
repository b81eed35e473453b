"""What the tests of packages share: the package itself, made of the build that is tested."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from harness import processes

sys.path.insert(0, str(processes.ROOT / "packaging"))
sys.path.insert(0, str(Path(__file__).parent))

BUILD = processes.BINARY_FOLDER.parent


@pytest.fixture(scope="session")
def build():
    return BUILD


@pytest.fixture(scope="session")
def package():
    """The .deb of the program that is tested, by the configuration of the one that is released."""
    folder = Path(tempfile.mkdtemp(prefix="tradewind-package-", dir="/tmp"))
    done = subprocess.run(["cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder], capture_output=True,
                          text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    found = list(folder.glob("*.deb"))
    assert len(found) == 1, done.stdout
    yield found[0]
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def unpacked(package):
    """What is in the package, in a folder."""
    folder = package.parent / "unpacked"
    subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    return folder
