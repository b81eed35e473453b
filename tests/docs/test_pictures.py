"""The pictures of the docs: few, small, shown, and made by a walk."""

import re

from harness import processes

ROOT = processes.ROOT
PICTURES = ROOT / "docs/pictures"
BYTES_MAX, COUNT_MAX = 120_000, 12


def names_in(page):
    return re.findall(r"pictures/([\w-]+)\.webp\)", page.read_text())


def test_the_tour_shows_each_picture_once_and_others_show_no_more():
    shown = names_in(ROOT / "docs/console.md")
    assert sorted(shown) == sorted(path.stem for path in PICTURES.iterdir())
    assert set(names_in(ROOT / "README.md")) <= set(shown)
    assert len(shown) <= COUNT_MAX


def test_they_are_small_and_of_the_kind_that_they_say():
    for path in PICTURES.iterdir():
        content = path.read_bytes()
        assert len(content) <= BYTES_MAX, path.name
        assert (content[:4], content[8:12]) == (b"RIFF", b"WEBP"), path.name


def test_each_is_made_by_a_walk():
    walks = "".join(path.read_text() for path in (ROOT / "console/tests/walks").glob("*.mjs"))
    made = {re.sub(r"\W+", "-", title) for title in re.findall(r"\.look\('([^']+)'\)", walks)}
    assert {path.stem for path in PICTURES.iterdir()} <= made
