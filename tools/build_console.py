#!/usr/bin/env python3
"""Builds the console, unless it was built of the same sources before.

build_console.py SOURCE SHARED OUTPUT    SHARED keeps the last build for every build folder; OUTPUT gets a copy
build_console.py --packages SOURCE       installs the packages for its tests, too, unless they are there

npm runs only when the sources or the lock changed, and never runs a script of a package.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

LEFT_OUT = {"node_modules", "dist", "tests"}
FOR_BUILDING, ALL = "building", "all"


def hash_of(paths, root):
    digest = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root)} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def sources(root):
    return [path for path in root.rglob("*")
            if path.is_file() and path.relative_to(root).parts[0] not in LEFT_OUT and not path.name.endswith(".test.ts")]


@contextmanager
def only_one(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run(root, *command, **variables):
    done = subprocess.run(command, cwd=root, env={**os.environ, **variables}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"build_console.py: {' '.join(command)} failed\n{done.stdout}")


def install_packages(root, wanted):
    """Those of the lock: what is needed to build, or all, which serves both."""
    mark = root / "node_modules/.installed"
    lock = hash_of([root / "package-lock.json"], root)
    there = mark.read_text().split() if mark.exists() else []
    if there[:1] == [lock] and there[1] in (wanted, ALL):
        return
    run(root, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund",
        *([] if wanted == ALL else ["--omit=dev"]))
    mark.write_text(f"{lock} {wanted}\n")


def build(root, shared, output):
    with only_one(shared):
        stamp, built = shared / "stamp", shared / "files"
        wanted = hash_of(sources(root), root)
        if not stamp.exists() or stamp.read_text() != wanted:
            stamp.unlink(missing_ok=True)
            install_packages(root, FOR_BUILDING)
            run(root, "npm", "run", "build", CONSOLE_OUTPUT=str(built))
            stamp.write_text(wanted)
        shutil.rmtree(output, ignore_errors=True)
        shutil.copytree(built, output)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--packages":
        root = Path(arguments[1]).resolve()
        with only_one(root.parent / "build/console"):
            install_packages(root, ALL)
    elif len(arguments) == 3:
        build(*(Path(one).resolve() for one in arguments))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
