"""The tool that makes the served JSON and the reference page from the OpenAPI document."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from openapi_build import build
from openapi_reference.document import operations
from openapi_reference.page import NOT_SERVED, render_page
from openapi_tree import OPENAPI, ROOT, SOURCE, changeable, store_get, store_patch

TOOL = ROOT / "tools/openapi_build.py"
VOID_ELEMENTS = {"meta", "wbr"}
NEVER_ALLOWED = {"script", "link", "img", "iframe", "object", "embed", "form", "base", "video", "audio", "source"}


def run(folder, source_text):
    """Builds from a text; (problems, JSON file, HTML file)."""
    json_file, html_file = folder / "openapi.json", folder / "docs.html"
    (folder / "openapi.yaml").write_text(source_text, encoding="utf-8")
    return build(folder, json_file, html_file), json_file, html_file


def run_tree(folder, tree):
    # JSON is YAML too, and quicker to write.
    return run(folder, json.dumps(tree))


def command_line(*arguments):
    return subprocess.run([sys.executable, str(TOOL), *map(str, arguments)], capture_output=True, text=True, timeout=60)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    json_file, html_file = folder / "openapi.json", folder / "docs.html"
    assert build(SOURCE, json_file, html_file) == []
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

def test_nothing_is_written_when_something_is_wrong(tmp_path):
    broken = changeable()
    store_get(broken).pop("summary")
    found, json_file, html_file = run_tree(tmp_path, broken)
    assert found == ["GET /store/: summary is missing"]
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


def test_the_command_tells_all_problems_at_once_and_fails(tmp_path):
    broken = changeable()
    store_get(broken).pop("summary")
    store_get(broken).pop("security")
    (tmp_path / "openapi.yaml").write_text(json.dumps(broken), encoding="utf-8")
    done = command_line(tmp_path, tmp_path / "json", tmp_path / "html")
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

def test_the_json_is_the_document_and_compact(built):
    text = built[0]
    assert json.loads(text) == OPENAPI
    assert text.find("\n") == len(text) - 1 and '": ' not in re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)


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


def test_the_page_shows_every_operation(page):
    text = "".join(page.text)
    for operation in operations(OPENAPI):
        assert f"operation-{operation.id}" in page.ids
        assert operation.definition["summary"] in text
        assert operation.path in text
        for scope in operation.scopes:
            assert scope in text


def test_the_page_shows_every_parameter_and_every_field_of_bodies(page):
    text = "".join(page.text)
    for parameter in OPENAPI["components"]["parameters"].values():
        assert parameter["name"] in text
    for name, schema in OPENAPI["components"]["schemas"].items():
        for field in schema.get("properties", {}):
            assert field in text, (name, field)


def article(html, operation):
    return re.search(rf'<article [^>]*id="operation-{operation.id}">.*?</article>', html, re.DOTALL)[0]


def test_the_page_marks_what_is_not_served_yet_and_nothing_else(built):
    for operation in operations(OPENAPI):
        assert (NOT_SERVED in article(built[1], operation)) == (not operation.is_served), operation.name
        is_deprecated = operation.definition.get("deprecated", False)
        assert ('<span class="mark">deprecated</span>' in article(built[1], operation)) == is_deprecated, operation.name
    served = sum(operation.is_served for operation in operations(OPENAPI))
    later = len(operations(OPENAPI)) - served
    assert f"{served} served" + (f", {later} not yet" if later else "") in built[1]


def test_the_page_marks_single_operations_when_others_of_their_kind_are_served():
    changed = changeable()
    store_patch(changed)["x-served"] = False
    overview = re.search(r'id="store-settings">.*?</ul>', render_page(changed), re.DOTALL)[0]
    assert overview.count(NOT_SERVED) == 1
    assert overview.index("PATCH") < overview.index(NOT_SERVED)


def test_the_page_says_nothing_of_marks_when_all_is_served():
    changed = changeable()
    for operation in operations(changed):
        operation.definition.pop("x-served", None)
    changed["info"]["description"] = "All is here."
    text = render_page(changed)
    assert NOT_SERVED not in text and "not yet" not in text


def test_the_page_shows_values_as_json_writes_them(built):
    assert "<code>True</code>" not in built[1] and "<code>None</code>" not in built[1]
    assert "Default <code>true</code>." in built[1]


def test_a_form_becomes_a_curl_line_with_its_parts(page):
    text = "".join(page.text)
    assert "-F 'type=contacts' \\\n" in text and "-F 'file=@data.csv'" in text


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


def test_everything_from_the_document_is_escaped():
    hostile = changeable()
    put_everywhere(hostile)
    hostile["tags"][0]["name"] = "Store" + HOSTILE
    for operation in hostile["paths"]["/store/"].values():
        operation["tags"] = [hostile["tags"][0]["name"]]
    hostile["paths"]["/st" + HOSTILE] = hostile["paths"].pop("/store/")
    hostile["components"]["schemas"]["Store"]["properties"]["x" + HOSTILE] = {"type": "string", "const": HOSTILE}
    hostile["components"]["schemas"]["Store"]["properties"]["enum"] = {"type": "string", "enum": [HOSTILE]}
    hostile["servers"][0]["variables"]["address"]["default"] = "http://x" + HOSTILE
    text = render_page(hostile)
    assert "<script" not in text and "<b>" not in text
    reader = PageReader(text)
    assert "".join(reader.text).count(HOSTILE) > 100
    assert not [tag for tag, _ in reader.elements if tag in NEVER_ALLOWED]
    known = {"href", "id", "class", "aria-label", "tabindex", "scope", "lang", "charset", "name", "content", "role"}
    assert {name for _, attributes in reader.elements for name in attributes} <= known


@pytest.mark.parametrize("target", ["javascript:alert(1)", "data:text/html,x", "//elsewhere.example/", "vbscript:x"])
def test_links_with_a_strange_target_stay_text(target):
    odd = changeable()
    store_get(odd)["description"] = f"See [this]({target})."
    reader = PageReader(render_page(odd))
    assert target not in [attributes.get("href") for _, attributes in reader.elements]
    assert f"[this]({target})" in "".join(reader.text)


def test_curl_lines_survive_quotes_in_the_body():
    odd = changeable()
    examples = store_patch(odd)["requestBody"]["content"]["application/json"]["examples"]
    value = next(iter(examples.values()))["value"]
    value["name"] = "Ada's \"shop\" $HOME `x` \\"
    text = "".join(PageReader(render_page(odd)).text)
    command = re.search(r"curl -X PATCH \S+/admin/v1/store .*?\}'(?!\\)", text, re.DOTALL)[0]
    # The shell itself says what it would pass on.
    passed = subprocess.run(["sh", "-c", "curl() { for last; do :; done; printf %s \"$last\"; }\n" + command],
                            capture_output=True, text=True, timeout=60)
    assert json.loads(passed.stdout) == value
