#!/usr/bin/env python3
"""Checks the OpenAPI document and makes from it what the service serves: compact JSON and one HTML page.

openapi_build.py SOURCE_FOLDER OUT_JSON OUT_HTML
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from openapi_reference.checks import problems  # noqa: E402
from openapi_reference.document import BrokenDocument  # noqa: E402
from openapi_reference.page import render_page  # noqa: E402
from openapi_reference.source import read_document  # noqa: E402


def build(source, json_file, html_file):
    """Writes both files, or neither and returns what is wrong."""
    try:
        document = read_document(source)
    except BrokenDocument as error:
        return [str(error)]
    found = problems(document)
    if not found:
        page = render_page(document)
        text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        json_file.write_text(text + "\n", encoding="utf-8")
        html_file.write_text(page, encoding="utf-8")
    return found


def main(arguments):
    if len(arguments) != 3:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    source, json_file, html_file = map(Path, arguments)
    found = build(source, json_file, html_file)
    for problem in found:
        print(f"{source}: {problem}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
