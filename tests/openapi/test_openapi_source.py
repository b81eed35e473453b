"""How the files of the source become one document."""

import pytest

from openapi_reference.document import BrokenDocument
from openapi_reference.source import read_document

KEYED = "security: [{apiKey: [admin]}]"


def read(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return read_document(folder)


def test_the_files_become_one_document(tmp_path):
    document = read(
        tmp_path,
        openapi="openapi: 3.1.0\npaths: {/z: {get: {}}}\n",
        a="paths: {/a: {get: {}}}\ncomponents: {schemas: {A: {}}, headers: {H: {}}}\n",
        b="components: {schemas: {B: {}}}\n")
    assert list(document) == ["openapi", "paths", "components"]
    assert list(document["paths"]) == ["/z", "/a"]
    assert document["components"] == {"schemas": {"A": {}, "B": {}}, "headers": {"H": {}}}


@pytest.mark.parametrize(("first", "second", "sentence"), [
    ("info: {}", "info: {}", "b.yaml: info is in another file already"),
    ("paths: {/a: {get: {}}}", "paths: {/a: {post: {}}}", "b.yaml: /a is in another file already"),
    ("components: {schemas: {A: {}}}", "components: {schemas: {A: {}}}", "b.yaml: A is in another file already"),
    ("paths: {}", "paths: []", "b.yaml: paths is in another file already"),
    ("a: 1", "{", "b.yaml: "),
    ("a: 1", "- 1", "b.yaml: the outermost level must be an object"),
    ("a: 1", "b: 1\nb: 2", "b.yaml: line 2: the key 'b' appears twice"),
])
def test_what_is_wrong_is_told_with_the_file(first, second, sentence, tmp_path):
    with pytest.raises(BrokenDocument) as broken:
        read(tmp_path, openapi="openapi: 3.1.0", a=first, b=second)
    assert str(broken.value).startswith(sentence)


def test_a_folder_without_the_main_file_is_refused(tmp_path):
    with pytest.raises(BrokenDocument):
        read(tmp_path, a="openapi: 3.1.0")


RULES = """
x-every-operation:
  - headers: [Always]
  - for: [key]
    responses: {"401": Unauthorized, "403": Forbidden}
    headers: [Rate]
    headersNotOn: ["401"]
  - for: [post, patch]
    parameters: [Again]
    successHeaders: [Repeated]
  - for: [deprecated]
    ownHeaders: [Old]
  - for: [tagged]
    successHeaders: [Tag]
  - for: [if-match]
    parameters: [Tag]
    responses: {"412": Unknown}
x-every-path: {"404": {$ref: "#/components/responses/Unknown"}}
components: {responses: {Unauthorized: {}, Forbidden: {}, Unknown: {}}}
"""


def headers(response):
    return list(response.get("headers", {}))


def test_rules_are_worked_into_the_operations_that_they_are_for(tmp_path):
    document = read(tmp_path, openapi=RULES, a=f"""
paths:
  /a:
    get: {{security: [], responses: {{"200": {{}}}}}}
    post: {{{KEYED}, responses: {{"201": {{}}, "400": {{}}}}}}
    delete: {{{KEYED}, deprecated: true, responses: {{"204": {{}}}}}}
""")
    assert "x-every-operation" not in document
    operations = document["paths"]["/a"]
    assert headers(operations["get"]["responses"]["200"]) == ["Always"]
    assert "parameters" not in operations["get"] and "401" not in operations["get"]["responses"]
    post = operations["post"]
    assert post["parameters"] == [{"$ref": "#/components/parameters/Again"}]
    assert list(post["responses"]) == ["201", "400", "401", "403"]
    assert headers(post["responses"]["201"]) == ["Always", "Rate", "Repeated"]
    assert headers(post["responses"]["400"]) == ["Always", "Rate"]
    assert post["responses"]["403"] == {"$ref": "#/components/responses/Forbidden"}
    assert headers(operations["delete"]["responses"]["204"]) == ["Always", "Rate", "Old"]
    shared = document["components"]["responses"]
    assert headers(shared["Unauthorized"]) == ["Always"]
    assert headers(shared["Forbidden"]) == ["Always", "Rate"]
    assert headers(shared["Unknown"]) == ["Always"]


def test_rules_follow_the_marks_of_an_operation(tmp_path):
    document = read(tmp_path, openapi=RULES, a="""
paths:
  /a:
    get: {security: [], x-tagged: true, responses: {"200": {}, "400": {}}}
    delete: {security: [], x-if-match: true, responses: {"204": {}}}
""")
    operations = document["paths"]["/a"]
    assert headers(operations["get"]["responses"]["200"]) == ["Always", "Tag"]
    assert headers(operations["get"]["responses"]["400"]) == ["Always"]
    assert headers(operations["delete"]["responses"]["204"]) == ["Always"]
    assert operations["delete"]["parameters"] == [{"$ref": "#/components/parameters/Tag"}]
    assert list(operations["delete"]["responses"]) == ["204", "412"]


def test_what_an_operation_says_itself_stays(tmp_path):
    document = read(tmp_path, openapi=RULES, a=f"""
paths:
  /a:
    get: {{{KEYED}, responses: {{"200": {{headers: {{Rate: {{$ref: "#/own"}}}}}}, "403": {{description: Mine.}}}}}}
""")
    responses = document["paths"]["/a"]["get"]["responses"]
    assert responses["200"]["headers"]["Rate"] == {"$ref": "#/own"}
    assert responses["403"]["description"] == "Mine."


def test_what_comes_from_one_anchor_can_differ_afterwards(tmp_path):
    document = read(tmp_path, openapi=RULES, a=f"""
paths:
  /a: {{get: {{security: [], deprecated: true, responses: {{"200": &answer {{description: Good.}}}}}}}}
  /b: {{get: {{{KEYED}, responses: {{"200": *answer}}}}}}
""")
    assert headers(document["paths"]["/a"]["get"]["responses"]["200"]) == ["Always", "Old"]
    assert headers(document["paths"]["/b"]["get"]["responses"]["200"]) == ["Always", "Rate"]
