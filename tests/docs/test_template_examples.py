"""The examples of docs/templates.md make what it shows, and the page has all tags, filters and limits."""

import json
import math
import os
import re
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PAGE = (REPOSITORY / "docs/templates.md").read_text(encoding="utf-8")
PROBE = REPOSITORY / os.environ.get("TRADEWIND_BIN_DIR", "build/dev/bin") / "liquid_probe"
SOURCES = REPOSITORY / "src/domain/messages/liquid"
EXAMPLE = re.compile(r"```liquid (?P<name>[a-z-]+)\n(?P<template>.*?)\n```\n\n```text\n(?P<text>.*?)\n```\n", re.DOTALL)
EXAMPLES = {example["name"]: example for example in EXAMPLE.finditer(PAGE)}
EXAMPLES_MIN = 12


def section(heading):
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def source(pattern, text):
    return {name for path in SOURCES.glob(pattern) for name in re.findall(text, path.read_text(encoding="utf-8"))}


def rendered(template):
    values = json.loads(re.search(r"```json values\n(.*?)```", PAGE, re.DOTALL)[1])
    question = {"template": template, "values": values, "partials": {}, "strict": True, "zone": "Europe/Madrid",
                "language": "es", "currency": "EUR"}
    done = subprocess.run([PROBE], input=json.dumps(question) + "\n", capture_output=True, text=True, check=True, timeout=60)
    return json.loads(done.stdout)


def test_the_page_has_examples():
    assert len(EXAMPLES) >= EXAMPLES_MIN
    assert len(EXAMPLES) == PAGE.count("```liquid")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_makes_what_the_page_shows(name):
    answer = rendered(EXAMPLES[name]["template"])
    assert answer["problems"] == []
    # A space that breaks no line looks like any other on the page.
    assert answer["text"].replace("\N{NO-BREAK SPACE}", " ").rstrip("\n") == EXAMPLES[name]["text"]


def test_the_page_names_every_filter():
    there = source("filters_*.cpp", r'\{\.name = "(\w+)"')
    told = set(re.findall(r"`(\w+)`", section("Filters").partition("\n\n`date`")[0])) - {"false"}
    assert told == there


def test_the_page_names_every_tag():
    partials = {"include", "render"}  # Only where templates are kept by name, which is nowhere yet.
    there = source("block_parser.cpp", r'\bname == "(?!end)([\w#]+)"') - partials
    rows = re.findall(r"^\| (`.*?) \|", section("Tags"), re.MULTILINE)
    told = {tag for row in rows for tag in re.findall(r"`([\w#]+)`", row)} | {"break", "continue"}
    assert told >= there, there - told
    assert told <= there | {"elsif", "else", "when", "break", "continue"}


def test_the_page_tells_the_limits():
    constants = dict(re.findall(r"constexpr (?:std::size_t|int) (\w+) = ([\d' *]+);",
                                "".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.h"))))
    limits = {name: math.prod(map(int, text.replace("'", "").split("*"))) for name, text in constants.items()}
    assert limits["source_bytes_max"] == 512 * 1024
    assert limits["kept_bytes_default"] == limits["text_bytes_max"] == 1024 * 1024
    told = section("Limits")
    assert f"| {limits['nesting_max']} |" in told
    assert f"| {limits['steps_default']:,} |" in told
    assert f"| {limits['date_width_max']} |" in told
