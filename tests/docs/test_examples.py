"""The examples of docs/ run as they are written, against the real service, and give what is shown."""

import pytest

from harness.example_page import DOCS, Block, ExamplePage, compile_typescript, is_as_shown, make_folder
from harness.server import Server

CLIENTS = "api/README.md"
# Each page with how many answers it shows, so that a fence that is misspelt does not go unnoticed.
PAGES = {
    "../README.md": 0,
    "operating.md": 1,
    "exports.md": 0,
    "imports.md": 5,
    "past-purchases.md": 3,
    "sending-events.md": 5,
    "reports.md": 2,
    "segments.md": 3,
    "workflows.md": 8,
    "people.md": 1,
    "first-ten-minutes.md": 6,
    "moving.md": 5,
    "api/README.md": 9,
    "api/contacts.md": 7,
    "api/products.md": 6,
    "api/purchases.md": 6,
    "api/custom-events.md": 6,
    "api/coupons.md": 6,
    "api/imports.md": 5,
    "api/exports.md": 6,
}
LANGUAGES = {"sh", "php", "python", "ts"}
RUN_ELSEWHERE = {"deliveries.md"}  # By test_signature_examples.py.


@pytest.fixture(scope="module")
def shown():
    """What every page printed beside what it shows."""
    pages = {name: ExamplePage(name, CLIENTS if name.startswith("api/") else None) for name in PAGES}
    servers = {name: Server(owner=f"docs/{name}") for name in PAGES}
    folders = {name: make_folder(servers[name]) for name in PAGES}
    for name, page in pages.items():
        page.write(folders[name])
    compile_typescript([folder for folder in folders.values() if list(folder.glob("*.ts"))])
    found = {}

    def of(name):
        if name not in found:
            found[name] = pages[name].run(folders[name], servers[name])
        return found[name]

    return of


@pytest.mark.parametrize("name", PAGES)
def test_every_example_runs_and_gives_what_is_shown(shown, name):
    examples = shown(name)
    for source, found, block in examples:
        assert is_as_shown(found, block), f"{source}\nprints\n{found}\nand not\n{block.text}"
    assert len(examples) == PAGES[name]


def test_the_pages_can_be_followed_one_after_the_other():
    """Whoever has read one goes on with the next, with the same store; what is shown there may be more by then."""
    server = Server(owner="docs/, one after the other")
    for name in PAGES:
        page, folder = ExamplePage(name), make_folder(server)
        page.write(folder)
        page.run(folder, server, languages={"sh"})


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("api/")])
def test_the_interface_is_shown_in_every_language(name):
    assert {block.language for block in ExamplePage(name).blocks if block.is_run or block.is_file} >= LANGUAGES


def test_no_page_has_examples_that_nobody_runs():
    pages = [str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")]
    pages += [f"../{path.name}" for path in DOCS.parent.glob("*.md")]
    with_examples = {name for name in pages if any(block.is_run for block in ExamplePage(name).blocks)}
    assert with_examples == PAGES.keys() | RUN_ELSEWHERE


ID, OTHER_ID = "696ca1100b1c7b8fa0000000", "698232f50b318c0960000000"


@pytest.mark.parametrize(("language", "found", "text", "is_same"), [
    ("json", f'{{"id": "{ID}", "n": 1}}', f'{{"id": "{OTHER_ID}", "n": 1}}', True),
    ("json", f'{{"id": "{ID}", "n": 1}}', f'{{"id": "{OTHER_ID}", "n": 2}}', False),
    ("json", f'{{"id": "{ID}"}}', '{"id": "7"}', False),
    ("json", '{"a": 1, "b": 2}', '{"a": 1}', False),
    ("json", '{"a": 1, "b": 2}', '{"a": 1, "…": "…"}', True),
    ("json", '{"a": 1}', '{"a": 1, "…": "…"}', False),
    ("json", '[1, 2, 3]', '[1, "…"]', True),
    ("json", '[1]', '[1, "…"]', False),
    ("json", '[2, 3]', '[1, "…"]', False),
    ("json", '{"a": 1}', '{"a": true}', False),
    ("json", '{"at": "2026-01-18T09:00:00.000Z"}', '{"at": "2025-01-18T09:00:00.000Z"}', True),
    ("text", "one\ntwo\n", "one\ntwo\n", True),
    ("text", "one\ntwo\n", "one\n", False),
    ("text", "one\ntwo\n", "one\n…\n", True),
    ("text", f"made {ID}\n", f"made {OTHER_ID}\n", True),
])
def test_what_is_shown_is_compared(language, found, text, is_same):
    assert is_as_shown(found, Block(language, "", text)) == is_same
