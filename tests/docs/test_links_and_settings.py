"""What the documentation leads to is there, and what there is to set is in it."""

import re

import pytest

from harness import processes
from harness.certificates import make_certificate

ROOT = processes.ROOT
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def anchors_of(page):
    """The names of its headings, as those who show Markdown make them."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page, text):
    for link in LINK.findall(FENCED.sub("", text)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield link
        elif anchor and anchor not in anchors_of(target):
            yield link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page):
    assert not list(broken_links(page, page.read_text()))


@pytest.mark.parametrize("link", ["nowhere.md", "README.md#nothing", "#nothing", "../nowhere/"])
def test_a_link_that_leads_nowhere_is_found(link):
    assert list(broken_links(ROOT / "README.md", f"See [there]({link})."))


def test_every_page_is_in_the_index():
    index = (ROOT / "docs/README.md").read_text()
    led_to = {(ROOT / "docs" / link.partition("#")[0]).resolve() for link in LINK.findall(index)}
    pages = {path for path in (ROOT / "docs").glob("*.md") if path.name != "README.md"}
    assert not pages - led_to


def test_every_page_of_the_interface_is_in_its_index():
    index = (ROOT / "docs/api/README.md").read_text()
    led_to = {(ROOT / "docs/api" / link).resolve() for link in LINK.findall(index)}
    assert not {path for path in (ROOT / "docs/api").glob("*.md") if path.name != "README.md"} - led_to


def settings_of_the_program():
    said = processes.run("serve", "--help")[1]
    return set(re.findall(r"^  --([a-z][a-z-]*)", said, re.MULTILINE)) - {"help", "config", "test-clock"}


def test_every_setting_is_described():
    page = (ROOT / "docs/configuration.md").read_text()
    section = page.partition("\n## Settings\n")[2].partition("\n## ")[0]
    described = {name.replace(".", "-").replace("_", "-")
                 for name in re.findall(r"^\| `([a-z_.]+)` \|", section, re.MULTILINE)}
    assert settings_of_the_program() - described == set()
    assert described - settings_of_the_program() == set(), "described, but not there"


def test_every_scope_is_described(document):
    page = (ROOT / "docs/api/README.md").read_text().partition("\n### What a key may do\n")[2].partition("\n## ")[0]
    described = set(re.findall(r"`([a-z-]+:[a-z]+|admin)`", page))
    assert described == set(document.tree["components"]["schemas"]["Scope"]["enum"])


def settings_shown(page):
    return re.findall(r"^```toml\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", [text for page in PAGES for text in settings_shown(page)])
def test_settings_that_are_shown_are_understood(text):
    folder = processes.make_folder()
    certificate, key = make_certificate(folder, "localhost")
    # In place of those that whoever reads it has.
    text = re.sub(r"/etc/tradewind/fullchain\.pem", str(certificate), text)
    text = re.sub(r"/etc/tradewind/privkey\.pem", str(key), text)
    (folder / "tradewind.toml").write_text(text)
    code, out, err = processes.run("check", "--config", folder / "tradewind.toml", "--data", folder / "data")
    assert (code, err) == (0, "") and out.startswith("configuration: fine")


def test_every_command_is_described():
    said = processes.run("--help")[1]
    commands = set(re.findall(r"^  (\S+) ", said.partition("Subcommands:")[2], re.MULTILINE))
    described = set(re.findall(r"`tradewind (\w[\w-]*)", (ROOT / "README.md").read_text()))
    assert commands and not commands - described
