"""The list of what the program is made of: complete, and in the form that others read."""

import json
import subprocess

import jsonschema
import pytest

import sbom
from harness.processes import ROOT
from linked_libraries import owners_of_libraries

# What SPDX 2.3 demands of a document and of a package whose files are not listed.
FORM = {
    "type": "object",
    "required": ["spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages",
                 "relationships"],
    "properties": {
        "spdxVersion": {"const": "SPDX-2.3"},
        "dataLicense": {"const": "CC0-1.0"},
        "SPDXID": {"const": "SPDXRef-DOCUMENT"},
        "documentNamespace": {"pattern": "^[a-z]+:[^#]+$"},
        "creationInfo": {
            "type": "object", "required": ["created", "creators"],
            "properties": {"created": {"pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
                           "creators": {"type": "array", "minItems": 1,
                                        "items": {"pattern": "^(Person|Organization|Tool): "}}}},
        "packages": {
            "type": "array", "minItems": 2,
            "items": {
                "type": "object",
                "required": ["SPDXID", "name", "versionInfo", "downloadLocation", "filesAnalyzed", "licenseConcluded",
                             "licenseDeclared", "copyrightText"],
                "properties": {
                    "SPDXID": {"pattern": "^SPDXRef-[A-Za-z0-9.-]+$"}, "filesAnalyzed": {"const": False},
                    "versionInfo": {"minLength": 1},
                    "externalRefs": {"type": "array", "items": {
                        "required": ["referenceCategory", "referenceType", "referenceLocator"],
                        "properties": {"referenceLocator": {
                            "pattern": r"^pkg:(deb/debian/[a-z0-9.%B-]+|npm/(%40[a-z0-9-]+/)?[a-z0-9._-]+)@[^+ ]+$"}}}}}}},
        "relationships": {"type": "array", "items": {
            "required": ["spdxElementId", "relationshipType", "relatedSpdxElement"],
            "properties": {"relationshipType": {
                "enum": ["DESCRIBES", "DYNAMIC_LINK", "DEPENDS_ON", "BUILD_DEPENDENCY_OF"]}}}},
    },
}


@pytest.fixture(scope="module")
def document(build, tmp_path_factory):
    output = tmp_path_factory.mktemp("sbom") / "list.json"
    sbom.main(build, output)
    return json.loads(output.read_text())


def related(document, kind):
    """The names of the packages that are related to the program in this way."""
    names = {package["SPDXID"]: package["name"] for package in document["packages"]}
    ends = ({one["spdxElementId"], one["relatedSpdxElement"]} for one in document["relationships"]
            if one["relationshipType"] == kind)
    return {names[end] for pair in ends for end in pair if end in names} - {"tradewind"}


def test_it_has_the_form(document):
    jsonschema.validate(document, FORM)
    ids = [package["SPDXID"] for package in document["packages"]]
    assert len(ids) == len(set(ids))
    for one in document["relationships"]:
        assert {one["spdxElementId"], one["relatedSpdxElement"]} <= {"SPDXRef-DOCUMENT", *ids}


def test_the_form_notices_what_is_missing(document):
    broken = {**document, "packages": [{**document["packages"][0], "versionInfo": ""}, *document["packages"][1:]]}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, FORM)


def test_it_lists_every_library_that_is_loaded(document, build):
    loaded = owners_of_libraries(build / "bin/tradewind", only_named=False)
    assert related(document, "DYNAMIC_LINK") | related(document, "DEPENDS_ON") == loaded
    assert related(document, "DYNAMIC_LINK") == owners_of_libraries(build / "bin/tradewind", only_named=True)
    assert {"libsqlite3-0", "libpq5", "libsodium23"} <= related(document, "DYNAMIC_LINK")
    assert "libkrb5-3" in related(document, "DEPENDS_ON"), "it comes with libpq and nobody here named it"


def test_it_lists_what_was_compiled_in_without_being_a_library(document):
    built_from = related(document, "BUILD_DEPENDENCY_OF")
    assert {"libcli11-dev", "libtomlplusplus-dev", "libboost1.81-dev", "libstdc++-12-dev"} <= built_from
    assert not {"libgtest-dev", "librapidcheck-dev"} & built_from, "tests are no part of the program"


def test_versions_are_those_that_are_installed(document):
    for package in document["packages"]:
        if package["name"] == "libsqlite3-0":
            said = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libsqlite3-0"], check=True,
                                  capture_output=True, text=True).stdout
            assert package["versionInfo"] == said


def test_it_lists_what_the_console_is_made_of(document):
    lock = json.loads((ROOT / "console/package-lock.json").read_text())["packages"]
    wanted = json.loads((ROOT / "console/package.json").read_text())
    listed = {package["name"]: package["versionInfo"] for package in document["packages"]
              if "pkg:npm/" in json.dumps(package.get("externalRefs", ""))}
    assert wanted["dependencies"].items() <= listed.items()
    assert not wanted["devDependencies"].keys() & listed.keys(), "what only tests need is not in the program"
    assert all(lock[f"node_modules/{name}"]["version"] == version for name, version in wanted["dependencies"].items())
    identifiers = [package["SPDXID"] for package in document["packages"]]
    assert len(identifiers) == len(set(identifiers))


def test_a_file_of_nobody_is_refused(tmp_path):
    with pytest.raises(sbom.CannotTell, match="came with no Debian package"):
        sbom.packages_of({tmp_path / "library.so"})


def test_the_time_can_be_given(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert sbom.made_at() == "1970-01-01T00:00:00Z"
