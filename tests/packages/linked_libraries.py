"""Which Debian packages the libraries of a program came with, found without the tool that is tested."""

import re
import subprocess
from pathlib import Path


def output_of(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60).stdout


def owners_of_libraries(program, only_named):
    """The packages of all libraries that are loaded with the program, or of those that it names itself."""
    named = set(re.findall(r"\(NEEDED\).*\[(.+)\]", output_of("readelf", "--dynamic", program)))
    loaded = map(Path, re.findall(r"(/\S+) \(0x", output_of("ldd", program)))
    files = [str(path.resolve()) for path in loaded if not only_named or path.name in named]
    # Those from before the merge of /lib into /usr/lib are listed under /lib.
    said = output_of("dpkg-query", "--search", *files, *(file.removeprefix("/usr") for file in files)).splitlines()
    assert len(files) > 10 and len(said) == len(files)
    return {line.partition(":")[0] for line in said}
