"""The part of Markdown that the document uses, as HTML: paragraphs, lists, tables, code, bold and links.

Everything else comes out as the text it is; HTML in the text is escaped."""

import re
from dataclasses import dataclass
from html import escape

from openapi_reference.samples import code, code_panel

_INLINE = re.compile(r"`(?P<code>[^`]+)`|\*\*(?P<bold>.+?)\*\*|\[(?P<text>[^\]]+)\]\((?P<target>[^)\s]+)\)")
_PANEL_LABELS = {"shell": "In the shell", "http": "Over the wire", "json": "As JSON"}
_LINK_TARGET = re.compile(r"#|/(?!/)|https?://")


def inline(text):
    """One line of text."""
    out, end = [], 0
    for match in _INLINE.finditer(text):
        out.append(escape(text[end:match.start()]))
        out.append(_inline_part(match))
        end = match.end()
    return "".join(out) + escape(text[end:])


def _inline_part(match):
    if match["code"] is not None:
        return code(match["code"])
    if match["bold"] is not None:
        return f"<strong>{inline(match['bold'])}</strong>"
    if not _LINK_TARGET.match(match["target"]):
        return escape(match[0])
    return f'<a href="{escape(match["target"])}">{inline(match["text"])}</a>'


@dataclass
class Block:
    kind: str  # heading, code, table, list, paragraph
    lines: list
    language: str = ""


def blocks(text):
    """The text, cut into its blocks."""
    found, lines = [], text.splitlines()
    while lines:
        line = lines.pop(0)
        if not line.strip():
            continue
        if line.startswith("```"):
            body = []
            while lines and not lines[0].startswith("```"):
                body.append(lines.pop(0))
            del lines[:1]
            found.append(Block("code", body, line[3:].strip()))
        elif line.startswith("## "):
            found.append(Block("heading", [line[3:].strip()]))
        else:
            body = [line]
            while lines and lines[0].strip() and not lines[0].startswith(("```", "## ")):
                body.append(lines.pop(0))
            found.append(Block(_kind_of(body), body))
    return found


def _kind_of(lines):
    if lines[0].startswith("|") and len(lines) > 1:
        return "table"
    return "list" if lines[0].startswith("- ") else "paragraph"


def render(text):
    """A whole text, without headings."""
    return "".join(render_block(block) for block in blocks(text))


def render_block(block):
    if block.kind == "code":
        return code_panel("\n".join(block.lines), block.language, _PANEL_LABELS.get(block.language, "Example"))
    if block.kind == "table":
        return _table(block.lines)
    if block.kind == "list":
        items = re.split(r"^- ", "\n".join(block.lines), flags=re.MULTILINE)[1:]
        return "<ul>" + "".join(f"<li>{inline(' '.join(item.split()))}</li>" for item in items) + "</ul>"
    return f"<p>{inline(' '.join(line.strip() for line in block.lines))}</p>"


def _table(lines):
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head = "".join(f'<th scope="col">{inline(cell)}</th>' for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in row) + "</tr>" for row in rows[2:])
    table = f'<table class="plain"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div class="scroll" tabindex="0" role="group" aria-label="Table">{table}</div>'


def chapters(text):
    """The text before the first heading, and the chapters as (title, blocks)."""
    introduction, found = [], []
    for block in blocks(text):
        if block.kind == "heading":
            found.append((block.lines[0], []))
        elif found:
            found[-1][1].append(block)
        else:
            introduction.append(block)
    return introduction, found
