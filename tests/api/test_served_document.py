"""The document and the reference page that the server shows of itself."""

import json
import re
from html.parser import HTMLParser

import jsonschema
import pytest


pytestmark = pytest.mark.any_engine


def test_the_served_document_is_the_one_in_the_repository(client, document):
    served = client.call("GET", "/openapi.json").json()
    assert served == json.loads(json.dumps(document.tree))


def test_what_is_marked_as_not_served_is_not_served(client, admin, document):
    for path, method, _ in document.operations_to_come():
        target = re.sub(r"\{\w+\}", "6964bf180b14c8e370000000", path)
        answer = client.call(method, target, key=admin)
        assert answer.status == (405 if path in document.paths() else 404), answer.summary()


def test_every_reference_in_the_document_leads_somewhere(document):
    def walk(node):
        if isinstance(node, dict):
            if isinstance(node.get("$ref"), str):
                yield node["$ref"]
            for child in node.values():
                yield from walk(child)
        elif isinstance(node, list):
            for child in node:
                yield from walk(child)

    resolver = jsonschema.RefResolver("", document.tree)
    found = set(walk(document.tree))
    assert found
    for reference in found:
        resolver.resolve(reference)


def test_every_schema_of_the_document_is_a_schema(document):
    for schema in document.tree["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


POSTS_WITHOUT_A_BODY = ("/build", "/cancel", "/drop", "/finish", "/hook", "/pause", "/publish", "/resume", "/retry",
                        "/sample-data",
                        "/signing-secret", "{runId}/skip", "{runId}/stop", "/test", "/people/{id}/reset", "/me/second-factor")


def test_every_operation_is_described_in_full(document):
    ids = [operation["operationId"] for _, _, operation in document.operations()]
    assert len(ids) == len(set(ids))
    for path, method, operation in document.operations():
        where = f"{method} {path}"
        assert operation["summary"] and operation["description"] and operation["tags"], where
        assert isinstance(operation["security"], list), where
        for status in ("400", "413", "415") + (("401", "403") if operation["security"] else ()):
            assert status in operation["responses"], f"{where} does not document {status}"
        reads_a_body = method == "PATCH" or method == "POST" and not path.endswith(POSTS_WITHOUT_A_BODY)
        assert reads_a_body == ("requestBody" in operation), where


def test_every_example_fits_its_schema(document):
    resolver = jsonschema.RefResolver("", document.tree)

    def resolve(node):
        return resolver.resolve(node["$ref"])[1] if "$ref" in node else node

    count = 0
    for path, method, operation in document.operations():
        for holder in [*map(resolve, operation["responses"].values()), operation.get("requestBody", {})]:
            for media in holder.get("content", {}).values():
                for name, example in media.get("examples", {}).items():
                    validator = jsonschema.Draft202012Validator(media["schema"], resolver=resolver)
                    problems = [problem.message for problem in validator.iter_errors(resolve(example)["value"])]
                    assert not problems, f"{method} {path}, example {name}: {problems}"
                    count += 1
    assert count > 20


class Page(HTMLParser):
    """What a page would load, and where its links lead."""

    def __init__(self):
        super().__init__()
        self.loads, self.links, self.ids, self.text = [], [], set(), ""

    def handle_data(self, text):
        self.text += text

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.add(attributes["id"])
        if tag in ("script", "img", "iframe", "audio", "video", "source", "embed", "object", "link"):
            self.loads += [attributes[name] for name in ("src", "href", "data", "srcset") if name in attributes]
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])


def test_the_reference_page_needs_nothing_from_elsewhere(client):
    for path in ("/docs", "/docs/"):
        answer = client.call("GET", path)
        assert answer.status == 200
        page = Page()
        page.feed(answer.body.decode())
        assert [load for load in page.loads if not load.startswith("data:")] == []
        assert not re.search(r"@import|url\(\s*[\"']?(?!data:|#)", answer.body.decode())
        policy = answer.header("Content-Security-Policy")
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy


def test_the_reference_page_shows_every_operation_and_its_links_lead_somewhere(client, document):
    page = Page()
    page.feed(client.call("GET", "/docs").body.decode())
    for path, method, operation in document.operations():
        assert operation["summary"] in page.text and path in page.text, f"{method} {path} is not on the page"
    assert [link for link in page.links if link.startswith("#") and link[1:] not in page.ids] == []


def test_the_reference_page_ignores_what_is_asked(client):
    page = client.call("GET", "/docs").body
    assert client.call("GET", "/docs?x=<script>alert(1)</script>").body == page
    assert client.call("GET", "/docs", key="apiKey nonsense").body == page
