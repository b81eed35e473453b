"""The recipes of docs/segments.md: each is a heading, what it is for, its filter in a fence that has a name, and behind it
what describing it says in English."""

import json
import re
from dataclasses import dataclass

from harness.example_page import DOCS

PAGE = DOCS / "segments.md"
RECIPE = re.compile(r"(?P<title>[^\n]+)\n\n[^`>]+\n\n```json (?P<name>[a-z-]+)\.json\n(?P<filter>.*?)^```\n\n"
                    r"(?P<said>(?:> [^\n]+\n)+)\s*", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Recipe:
    title: str
    filter: dict
    said: str


def section(heading):
    """What the page says under a heading."""
    return PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def recipes():
    """{name: recipe}, in the order of the page. What is under the heading is nothing but recipes."""
    found = {}
    for text in section("Recipes").split("\n### ")[1:]:
        recipe = RECIPE.fullmatch(text)
        assert recipe, f"not the form of a recipe: {text}"
        assert recipe["name"] not in found, recipe["name"]
        said = " ".join(line.removeprefix("> ") for line in recipe["said"].splitlines())
        found[recipe["name"]] = Recipe(recipe["title"], json.loads(recipe["filter"]), said)
    return found
