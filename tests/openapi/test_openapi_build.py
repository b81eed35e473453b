"""The tool that makes the served JSON and the reference page from the OpenAPI document."""

import json
import re
import subprocess
import sys
from copy import deepcopy
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml

from openapi_build import build
from openapi_reference.document import operations

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "openapi/openapi.yaml"
TOOL = ROOT / "tools/openapi_build.py"
VOID_ELEMENTS = {"meta", "wbr"}
NEVER_ALLOWED = {"script", "link", "img", "iframe", "object", "embed", "form", "base", "video", "audio", "source"}


def run(folder, source_text):
    """Builds from a text; (problems, JSON file, HTML file)."""
    source, json_file, html_file = folder / "openapi.yaml", folder / "openapi.json", folder / "docs.html"
    source.write_text(source_text, encoding="utf-8")
    return build(source, json_file, html_file), json_file, html_file


def run_tree(folder, tree):
    # JSON is YAML too, and quicker to write.
    return run(folder, json.dumps(tree))


def command_line(*arguments):
    return subprocess.run([sys.executable, str(TOOL), *map(str, arguments)], capture_output=True, text=True, timeout=60)


@pytest.fixture(scope="module")
def tree():
    return yaml.safe_load(SOURCE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    found, json_file, html_file = run(tmp_path_factory.mktemp("built"), SOURCE.read_text(encoding="utf-8"))
    assert found == []
    return json_file.read_text(encoding="utf-8"), html_file.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(built):
    return PageReader(built[1])


class PageReader(HTMLParser):
    """What is in the page: its elements with their attributes, its text, and whether every element is closed."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.text, self.ids, self._open = [], [], [], []
        self.feed(text)
        self.close()
        assert self._open == [], f"never closed: {self._open}"

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in VOID_ELEMENTS:
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open and self._open[-1] == tag, f"</{tag}> closes {self._open[-3:]}"
        self._open.pop()

    def handle_data(self, data):
        if "style" not in self._open:
            self.text.append(data)


# --- what it refuses

def store_get(tree):
    return tree["paths"]["/store/"]["get"]


def store_patch(tree):
    return tree["paths"]["/admin/v1/store"]["patch"]


BROKEN = {
    "a reference that points nowhere": (
        lambda tree: store_get(tree)["responses"].update({"400": {"$ref": "#/components/responses/Nothing"}}),
        "the reference #/components/responses/Nothing points nowhere"),
    "a reference to another file": (
        lambda tree: store_get(tree)["responses"].update({"400": {"$ref": "other.yaml#/BadRequest"}}),
        "the reference other.yaml#/BadRequest points nowhere"),
    "a reference to itself": (
        lambda tree: tree["components"]["schemas"].update({"Id": {"$ref": "#/components/schemas/Id"}}),
        "the reference #/components/schemas/Id points nowhere"),
    "an operationId twice": (
        lambda tree: store_get(tree).update(operationId="listApiKeys"), "the operationId listApiKeys appears twice"),
    "no operationId": (lambda tree: store_get(tree).pop("operationId"), "GET /store/: operationId is missing"),
    "no summary": (lambda tree: store_get(tree).pop("summary"), "GET /store/: summary is missing"),
    "no description": (lambda tree: store_get(tree).pop("description"), "GET /store/: description is missing"),
    "no security": (lambda tree: store_get(tree).pop("security"), "GET /store/: security is missing"),
    "security without a scope": (
        lambda tree: store_get(tree).update(security=[{"apiKey": []}]), "GET /store/: security names no scope"),
    "an unknown scope": (
        lambda tree: store_get(tree).update(security=[{"apiKey": ["store:paint"]}]), "the scope store:paint is not"),
    "an unknown security scheme": (
        lambda tree: store_get(tree).update(security=[{"magic": ["store:read"]}]), "the security scheme magic is not"),
    "an undeclared tag": (lambda tree: store_get(tree).update(tags=["Shop"]), "the tag Shop is not declared"),
    "a tag twice": (lambda tree: tree["tags"].append({"name": "Store"}), "the tag Store appears twice"),
    "a tag with an unknown object": (
        lambda tree: tree["tags"][0].update({"x-objects": ["Shop"]}), "the object Shop, which is not a schema"),
    "no example in an answer": (
        lambda tree: store_get(tree)["responses"]["200"]["content"]["application/json"].pop("examples"),
        "GET /store/: the response 200 has no example"),
    "no example in a body": (
        lambda tree: store_patch(tree)["requestBody"]["content"]["application/json"].pop("examples"),
        "PATCH /admin/v1/store: the request body has no example"),
    "no schema in an answer": (
        lambda tree: store_get(tree)["responses"]["200"]["content"]["application/json"].pop("schema"),
        "GET /store/: the response 200 has no schema"),
    "no error": (
        lambda tree: store_get(tree).update(responses={"200": {"description": "The store."}}),
        "no response tells of an error"),
    "no success": (lambda tree: store_get(tree)["responses"].pop("200"), "GET /store/: no response tells of success"),
    "a key but no 401": (lambda tree: store_get(tree)["responses"].pop("401"), "the response 401 is missing"),
    "a body but no 415": (
        lambda tree: store_patch(tree)["responses"].pop("415"), "the response 415 is missing"),
    "a path parameter that is not declared": (
        lambda tree: tree["paths"]["/admin/v1/api-keys/{id}"].pop("parameters"),
        "the path parameter id is not declared"),
    "a path parameter that is not in the path": (
        lambda tree: store_get(tree).update(parameters=[{"$ref": "#/components/parameters/ApiKeyId"}]),
        "the path has no parameter id"),
    "a path parameter that is optional": (
        lambda tree: tree["components"]["parameters"]["ApiKeyId"].pop("required"),
        "the path parameter id must be required"),
    "a component that nothing uses": (
        lambda tree: tree["components"]["schemas"].update(Lonely={"type": "string"}),
        "#/components/schemas/Lonely: nothing refers to it"),
    "an older OpenAPI": (lambda tree: tree.update(openapi="3.0.3"), "openapi: must be 3.1.x"),
    "no version": (lambda tree: tree["info"].pop("version"), "info: version is missing"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_it_refuses(name, tree, tmp_path):
    broken = deepcopy(tree)
    change, sentence = BROKEN[name]
    change(broken)
    found, json_file, html_file = run_tree(tmp_path, broken)
    assert any(sentence in problem for problem in found), found
    assert not json_file.exists() and not html_file.exists()


@pytest.mark.parametrize(("text", "sentence"), [
    ("openapi: 3.1.0\nopenapi: 3.1.0\n", "line 2: the key 'openapi' appears twice"),
    ("responses:\n  200: {}\n", "line 2: the key 200 must be a text"),
    ("example: 2026-01-12\n", "line 1: 2026-01-12 would become a date"),
    ("a: &a {x: 1}\nb: {<<: *a}\n", "line 2: the merge key << is not part of YAML 1.2"),
    ("- a list\n", "the outermost level must be an object"),
    ("{", "expected"),
    ("", "the outermost level must be an object"),
])
def test_it_refuses_what_is_no_json_in_yaml_clothes(text, sentence, tmp_path):
    (problem,), json_file, html_file = run(tmp_path, text)
    assert sentence in problem
    assert not json_file.exists() and not html_file.exists()


def test_the_command_tells_all_problems_at_once_and_fails(tree, tmp_path):
    broken = deepcopy(tree)
    store_get(broken).pop("summary")
    store_get(broken).pop("security")
    source = tmp_path / "openapi.yaml"
    source.write_text(json.dumps(broken), encoding="utf-8")
    done = command_line(source, tmp_path / "json", tmp_path / "html")
    assert done.returncode == 1
    assert "summary is missing" in done.stderr and "security is missing" in done.stderr


def test_the_command_makes_the_same_files_every_time(built, tmp_path):
    done = command_line(SOURCE, tmp_path / "json", tmp_path / "html")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert ((tmp_path / "json").read_text(encoding="utf-8"), (tmp_path / "html").read_text(encoding="utf-8")) == built


def test_a_wrong_command_line_tells_how_it_is_used():
    done = command_line()
    assert done.returncode == 2 and "OUT_JSON OUT_HTML" in done.stderr


# --- the JSON

def test_the_json_is_the_document_and_compact(built, tree):
    text = built[0]
    assert json.loads(text) == tree
    assert "\n" not in text and '": ' not in re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)


# --- the page

def test_the_page_loads_nothing_and_runs_nothing(page, built):
    for tag, attributes in page.elements:
        assert tag not in NEVER_ALLOWED, tag
        loading = ("src", "srcset", "style", "background")
        assert not [name for name in attributes if name.startswith("on") or name in loading]
        if tag != "a":
            assert "href" not in attributes
    style = re.search(r"<style>(.*?)</style>", built[1], re.DOTALL)[1]
    assert "url(" not in style and "@import" not in style


def test_every_link_leads_somewhere(page):
    targets = [attributes["href"] for tag, attributes in page.elements if tag == "a"]
    assert targets
    for target in targets:
        assert target == "/openapi.json" or target[0] == "#" and target[1:] in page.ids, target


def test_no_id_appears_twice(page):
    assert len(page.ids) == len(set(page.ids))


def test_the_page_shows_every_operation(page, tree):
    text = "".join(page.text)
    for operation in operations(tree):
        assert f"operation-{operation.id}" in page.ids
        assert operation.definition["summary"] in text
        assert operation.path in text
        for scope in operation.scopes:
            assert scope in text


def test_the_page_shows_every_parameter_and_every_field_of_bodies(page, tree):
    text = "".join(page.text)
    for parameter in tree["components"]["parameters"].values():
        assert parameter["name"] in text
    for name, schema in tree["components"]["schemas"].items():
        for field in schema.get("properties", {}):
            assert field in text, (name, field)


def test_the_page_has_landmarks_and_an_orderly_outline(page):
    tags = [tag for tag, _ in page.elements]
    assert tags.count("main") == tags.count("nav") == tags.count("header") == tags.count("h1") == 1
    in_main = tags[tags.index("main"):]
    levels = [int(tag[1]) for tag in in_main if re.fullmatch("h[1-6]", tag)]
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:]))
    assert ("html", {"lang": "en"}) in page.elements
    assert next(attributes for tag, attributes in page.elements if tag == "a") == {"class": "skip", "href": "#content"}


HOSTILE = "\"'><script>alert(1)</script><b>&amp;"


def put_everywhere(part, path=()):
    """Appends hostile text to every text of the document that is meant for people, and to examples."""
    for name, value in part.items() if isinstance(part, dict) else enumerate(part):
        in_data = any(step in ("example", "examples", "value") for step in path)
        if isinstance(value, (dict, list)):
            put_everywhere(value, path + (name,))
        elif isinstance(value, str) and (in_data or name in ("title", "summary", "description", "pattern", "version")):
            if name != "$ref":
                part[name] = value + HOSTILE


def test_everything_from_the_document_is_escaped(tree, tmp_path):
    hostile = deepcopy(tree)
    put_everywhere(hostile)
    hostile["tags"][0]["name"] = "Store" + HOSTILE
    for operation in hostile["paths"]["/store/"].values():
        operation["tags"] = [hostile["tags"][0]["name"]]
    hostile["paths"]["/st" + HOSTILE] = hostile["paths"].pop("/store/")
    hostile["components"]["schemas"]["Store"]["properties"]["x" + HOSTILE] = {"type": "string", "const": HOSTILE}
    hostile["components"]["schemas"]["Store"]["properties"]["enum"] = {"type": "string", "enum": [HOSTILE]}
    hostile["servers"][0]["variables"]["address"]["default"] = "http://x" + HOSTILE
    found, _, html_file = run_tree(tmp_path, hostile)
    assert found == []
    text = html_file.read_text(encoding="utf-8")
    assert "<script" not in text and "<b>" not in text
    reader = PageReader(text)
    assert "".join(reader.text).count(HOSTILE) > 100
    assert not [tag for tag, _ in reader.elements if tag in NEVER_ALLOWED]
    known = {"href", "id", "class", "aria-label", "tabindex", "scope", "lang", "charset", "name", "content", "role"}
    assert {name for _, attributes in reader.elements for name in attributes} <= known


@pytest.mark.parametrize("target", ["javascript:alert(1)", "data:text/html,x", "//elsewhere.example/", "vbscript:x"])
def test_links_with_a_strange_target_stay_text(target, tree, tmp_path):
    odd = deepcopy(tree)
    store_get(odd)["description"] = f"See [this]({target})."
    found, _, html_file = run_tree(tmp_path, odd)
    assert found == []
    reader = PageReader(html_file.read_text(encoding="utf-8"))
    assert target not in [attributes.get("href") for _, attributes in reader.elements]
    assert f"[this]({target})" in "".join(reader.text)


def test_curl_lines_survive_quotes_in_the_body(tree, tmp_path):
    odd = deepcopy(tree)
    examples = store_patch(odd)["requestBody"]["content"]["application/json"]["examples"]
    value = next(iter(examples.values()))["value"]
    value["name"] = "Ada's \"shop\" $HOME `x` \\"
    _, _, html_file = run_tree(tmp_path, odd)
    text = "".join(PageReader(html_file.read_text(encoding="utf-8")).text)
    command = re.search(r"curl -X PATCH.*?\}'(?!\\)", text, re.DOTALL)[0]
    # The shell itself says what it would pass on.
    passed = subprocess.run(["sh", "-c", "curl() { for last; do :; done; printf %s \"$last\"; }\n" + command],
                            capture_output=True, text=True, timeout=60)
    assert json.loads(passed.stdout) == value
