"""docs/imports.md names what there is. Its examples are run with those of the other pages."""

import re

from harness import processes

PAGE = (processes.ROOT / "docs/imports.md").read_text()


def test_the_page_names_every_column_of_a_product(document):
    properties = document.tree["components"]["schemas"]["Product"]["properties"]
    section = PAGE.partition("### Products")[2].partition("### Coupon codes")[0]
    named = set(re.findall(r"`(\w+)`", section)) | {"customField2"}
    assert not {name for name in properties if name not in ("id", "createdAt", "updatedAt")} - named
