#!/usr/bin/env python3
"""Writes a list of everything that the program is made of and needs to run, as SPDX 2.3 in JSON.

usage: sbom.py BUILD_FOLDER [OUTPUT]

The libraries are those that the dynamic linker loads; the sources are those that the compiler read for the objects of
the program, as Ninja noted them. Both are told by the Debian packages that they came from, with their versions. What the
console is made of are packages of npm.
"""

import json
import os
import re
import subprocess
import sys
import uuid
from datetime import datetime, timezone
from pathlib import Path

PROGRAM = "bin/tradewind"
OUTPUT = "tradewind.spdx.json"
UNKNOWN = "NOASSERTION"
PATHS_PER_QUESTION = 2000
# What npm installed, as it noted it itself.
INSTALLED_LOCK = Path(__file__).resolve().parent.parent / "console/node_modules/.package-lock.json"


class CannotTell(Exception):
    pass


def output_of(*command):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout


def linked_libraries(program):
    """{path: whether the program itself names it} of every library that is loaded with the program."""
    named = set(re.findall(r"\(NEEDED\)\s+Shared library: \[(.+)\]", output_of("readelf", "--dynamic", program)))
    found = {}
    for line in output_of("ldd", program).splitlines():
        name, _, place = line.strip().partition(" => ")
        path = (place or name).rpartition(" (")[0]
        if path.startswith("/"):
            found[Path(path).resolve()] = Path(name.split()[0]).name in named
        elif place:
            raise CannotTell(f"{name} is not found on this machine")
    return found


def read_sources(build):
    """Every file outside the project and the build that was read to compile the objects of the program."""
    inputs = set(output_of("ninja", "-C", build, "-t", "inputs", PROGRAM).splitlines())
    objects = sorted(name for name in inputs if name.endswith(".o"))
    found = set()
    for line in output_of("ninja", "-C", build, "-t", "deps", *objects).splitlines():
        if line.startswith("    /"):
            found.add(Path(line.strip()).resolve())
    if not found:
        raise CannotTell(f"{build} has not noted what was read to compile {PROGRAM}")
    ours = (Path(__file__).resolve().parent.parent, Path(build).resolve())
    return {path for path in found if not any(path.is_relative_to(folder) for folder in ours)}


def packages_of(paths):
    """{path: the Debian package that it came with}."""
    paths, owners = sorted(map(str, paths)), {}
    for start in range(0, len(paths), PATHS_PER_QUESTION):
        part = paths[start:start + PATHS_PER_QUESTION]
        # Packages from before the merge of /lib into /usr/lib still list their files under /lib.
        also = [path.removeprefix("/usr") for path in part if path.startswith("/usr/lib")]
        answer = subprocess.run(["dpkg-query", "--search", *part, *also], capture_output=True, text=True,
                                env={**os.environ, "LC_ALL": "C"}).stdout
        for line in answer.splitlines():
            names, _, path = line.rpartition(": ")
            if not names.startswith("diversion by"):
                owners[str(Path(path).resolve())] = names.split(", ")[0]
    if missing := [path for path in paths if path not in owners]:
        raise CannotTell("these came with no Debian package: " + ", ".join(missing[:10]))
    return owners


def described(names):
    """{name as dpkg gave it: its element in the document}."""
    form = "${binary:Package}\t${Package}\t${Version}\t${Architecture}\t${source:Package}\t${source:Version}\n"
    elements = {}
    for line in output_of("dpkg-query", "--show", f"--showformat={form}", *sorted(names)).splitlines():
        binary, name, version, architecture, source, source_version = line.split("\t")
        elements[binary] = {
            "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
            "name": name,
            "versionInfo": version,
            "supplier": "Organization: Debian",
            "downloadLocation": UNKNOWN,
            "filesAnalyzed": False,
            "licenseConcluded": UNKNOWN,
            "licenseDeclared": UNKNOWN,
            "copyrightText": UNKNOWN,
            "sourceInfo": f"built from the Debian source package {source} {source_version}",
            "externalRefs": [{
                "referenceCategory": "PACKAGE-MANAGER",
                "referenceType": "purl",
                "referenceLocator": f"pkg:deb/debian/{name.replace('+', '%2B')}@{version.replace('+', '%2B')}"
                                    f"?arch={architecture}&distro=debian-12",
            }],
        }
    if missing := set(names) - set(elements):
        raise CannotTell("dpkg does not know these packages: " + ", ".join(sorted(missing)))
    return elements


def described_npm(lock):
    """The elements of what the console was built of and with, as npm installed it; none in a build without it."""
    elements = []
    if not lock.exists():
        return elements
    for place, package in sorted(json.loads(lock.read_text())["packages"].items()):
        name = place.rpartition("node_modules/")[2]
        if not name or package.get("dev") or package.get("devOptional"):
            continue
        version = package["version"]
        elements.append({
            "SPDXID": "SPDXRef-npm-" + re.sub(r"[^A-Za-z0-9.-]", "-", f"{place.replace('node_modules/', '')}-{version}"),
            "name": name,
            "versionInfo": version,
            "supplier": UNKNOWN,
            "downloadLocation": UNKNOWN,
            "filesAnalyzed": False,
            "licenseConcluded": UNKNOWN,
            "licenseDeclared": package.get("license", UNKNOWN),
            "copyrightText": UNKNOWN,
            "externalRefs": [{
                "referenceCategory": "PACKAGE-MANAGER",
                "referenceType": "purl",
                "referenceLocator": f"pkg:npm/{name.replace('@', '%40')}@{version}",
            }],
        })
    return elements


def made_at():
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    moment = datetime.fromtimestamp(int(epoch), timezone.utc) if epoch else datetime.now(timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def document_of(build):
    program = Path(build) / PROGRAM
    libraries = linked_libraries(program)
    sources = read_sources(build)
    owners = packages_of({*libraries, *sources})
    elements = described(set(owners.values()))
    relations = set()
    for path, is_named in libraries.items():
        relations.add((elements[owners[str(path)]]["SPDXID"], "DYNAMIC_LINK" if is_named else "DEPENDS_ON"))
    direct = {element for element, relation in relations if relation == "DYNAMIC_LINK"}
    relations = {one for one in relations if one[1] == "DYNAMIC_LINK" or one[0] not in direct}
    relations |= {(elements[owners[str(path)]]["SPDXID"], "BUILD_DEPENDENCY_OF") for path in sources}
    has_console = (Path(build) / "src/console/files.txt").exists()
    npm = described_npm(INSTALLED_LOCK) if has_console else []
    relations |= {(element["SPDXID"], "BUILD_DEPENDENCY_OF") for element in npm}
    version = output_of(program, "version").split()[1]
    ours = {
        "SPDXID": "SPDXRef-tradewind", "name": "tradewind", "versionInfo": version, "downloadLocation": UNKNOWN,
        "filesAnalyzed": False, "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0",
        "copyrightText": UNKNOWN, "primaryPackagePurpose": "APPLICATION",
    }
    packages = [ours, *sorted([*elements.values(), *npm], key=lambda element: element["name"])]
    content = json.dumps(packages, sort_keys=True)
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"tradewind-{version}",
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, made_at() + content)}",
        "creationInfo": {"created": made_at(), "creators": ["Tool: tradewind-sbom"]},
        "packages": packages,
        "relationships": [relation("SPDXRef-DOCUMENT", "DESCRIBES", ours["SPDXID"]), *(
            relation(other, kind, ours["SPDXID"]) if kind.endswith("_OF") else relation(ours["SPDXID"], kind, other)
            for other, kind in sorted(relations))],
    }


def relation(element, kind, other):
    return {"spdxElementId": element, "relationshipType": kind, "relatedSpdxElement": other}


def main(build, output=None):
    path = Path(output or Path(build) / OUTPUT)
    try:
        document = document_of(build)
    except CannotTell as problem:
        sys.exit(f"sbom.py: {problem}")
    path.write_text(json.dumps(document, indent=1) + "\n")
    print(f"{path}: {len(document['packages'])} packages")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
