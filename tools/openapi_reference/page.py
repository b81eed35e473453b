"""The reference page: one HTML file that needs no script and loads nothing."""

import re
from html import escape
from pathlib import Path

from openapi_reference import markdown
from openapi_reference.document import follow, operations, reference_name, resolve
from openapi_reference.fields import FieldTables
from openapi_reference.samples import code_panel, curl_command, example_text, examples, server_address

STYLE = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
SPECIAL_HEADERS = ("Allow", "Deprecation", "Link", "Retry-After", "Sunset", "WWW-Authenticate")
ERROR_OBJECTS = ("HttpError", "ValidationError")
NOT_SERVED = "not served yet"


def render_page(document):
    return _Page(document).render()


def anchor(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _columns(kind, identity, left, right, tag="section"):
    side = f'<div class="side">{right}</div>' if right else ""
    alone = "" if right else " alone"
    return f'<{tag} class="columns {kind}{alone}" id="{escape(identity)}"><div class="text">{left}</div>{side}</{tag}>'


def _heading(level, identity, text):
    return (f'<h{level}>{escape(text)} <a class="anchor" href="#{escape(identity)}" '
            f'aria-label="Link to {escape(text)}">#</a></h{level}>')


def _badge(method):
    return f'<span class="method {escape(method)}">{escape(method.upper())}</span>'


def _path(path):
    breakable = escape(path).replace("/", "/<wbr>")
    return re.sub(r"\{[^}]+\}", lambda match: f"<em>{match[0]}</em>", breakable)


def _status(status):
    return f'<span class="status s{escape(status[0])}">{escape(status)}</span>'


def _mark(word):
    return f'<span class="mark">{word}</span>'


def _marks(operation, but=None):
    """What sets an operation apart, in small print."""
    words = [] if operation.is_served else [NOT_SERVED]
    words += ["deprecated"] if operation.definition.get("deprecated") else []
    return "".join(" " + _mark(word) for word in words if word != but)


def _words(name):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


def _entry(target, text, kind=""):
    kind = f' class="{kind}"' if kind else ""
    return f'<li{kind}><a href="#{escape(target)}">{text}</a></li>'


class _Page:
    def __init__(self, document):
        self._document = document
        self._components = document["components"]
        self._shared = list(self._components.get("responses", {}))
        self._linked = {name for tag in document["tags"] for name in tag.get("x-objects", [])}
        self._linked.update(name for name in ERROR_OBJECTS if name in self._components.get("schemas", {}))
        self._tables = FieldTables(document, self._linked)
        self._introduction, self._chapters = markdown.chapters(document["info"]["description"])

    def render(self):
        info = self._document["info"]
        main = self._opening() + "".join(self._chapter(*chapter) for chapter in self._chapters)
        main += "".join(self._tag(tag) for tag in self._document["tags"]) + self._shared_answers()
        return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
                f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
                f'<meta name="color-scheme" content="light dark">\n'
                f'<title>{escape(info["title"])} {escape(info["version"])}: API reference</title>\n'
                f"<style>\n{STYLE}</style>\n</head>\n<body>\n"
                f'<a class="skip" href="#content">Skip to the content</a>\n{self._top_bar()}\n'
                f'<div class="frame">\n{self._navigation()}\n<main id="content" tabindex="-1">\n{main}\n</main>\n'
                f"</div>\n</body>\n</html>\n")

    def _top_bar(self):
        info = self._document["info"]
        return (f'<header class="bar"><a class="brand" href="#top">{escape(info["title"])}</a>'
                f'<span class="version">API {escape(info["version"])}</span>'
                f'<a class="menu" href="#contents">Contents</a></header>')

    def _navigation(self):
        groups = {"Guide": "".join(_entry(anchor(title), escape(title)) for title, _ in self._chapters)}
        for tag in self._document["tags"]:
            group = tag.get("x-group", "Resources")
            groups[group] = groups.get(group, "") + self._tag_entries(tag)
        if self._shared:
            groups["Reference"] = groups.get("Reference", "") + _entry("shared-answers", "Shared answers")
        lists = "".join(f"<h2>{escape(title)}</h2><ul>{entries}</ul>" for title, entries in groups.items())
        return f'<nav id="contents" aria-label="Contents"><a class="close" href="#top">Close</a>{lists}</nav>'

    def _tag_entries(self, tag):
        entries = _entry(anchor(tag["name"]), "Overview")
        for operation in self._operations_of(tag):
            later = "" if operation.is_served else f'<span class="hidden">, {NOT_SERVED}</span>'
            text = f'<span>{escape(operation.definition["summary"])}{later}</span> {_badge(operation.method)}'
            entries += _entry(f"operation-{operation.id}", text, "" if operation.is_served else "later")
        return f'<li><details><summary>{escape(tag["name"])}</summary><ul>{entries}</ul></details></li>'

    def _opening(self):
        info = self._document["info"]
        facts = [("Version", escape(info["version"])),
                 ("Address", f"<code>{escape(server_address(self._document))}</code>"),
                 ("OpenAPI", '<a href="/openapi.json">openapi.json</a>')]
        later = sum(not operation.is_served for operation in operations(self._document))
        served = len(operations(self._document)) - later
        facts.append(("Operations", f"{served} served" + (f", {later} not yet" if later else "")))
        if "license" in info:
            facts.append(("Licence", escape(info["license"]["name"])))
        facts = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts)
        summary = f'<p class="summary">{escape(info["summary"])}</p>' if "summary" in info else ""
        text = "".join(markdown.render_block(block) for block in self._introduction)
        heading = f'<h1>{escape(info["title"])}</h1>'
        return _columns("opening", "top", heading + summary + text, f'<dl class="facts">{facts}</dl>')

    def _chapter(self, title, blocks):
        # The code of a chapter goes to the side, where the examples of operations are.
        text = "".join(markdown.render_block(block) for block in blocks if block.kind != "code")
        code = "".join(markdown.render_block(block) for block in blocks if block.kind == "code")
        identity = anchor(title)
        objects = "".join(self._object(name) for name in ERROR_OBJECTS if title == "Errors" and name in self._linked)
        return _columns("chapter", identity, _heading(2, identity, title) + text, code) + objects

    def _operations_of(self, tag):
        return [operation for operation in operations(self._document) if tag["name"] in operation.definition["tags"]]

    def _tag(self, tag):
        identity, found = anchor(tag["name"]), self._operations_of(tag)
        all_later = not any(operation.is_served for operation in found)
        lines = ""
        for each in found:
            marks = _marks(each, but=NOT_SERVED if all_later else None)
            what = f"{_badge(each.method)} <span><code>{_path(each.path)}</code>{marks}</span>"
            lines += f'<li><a href="#operation-{escape(each.id)}">{what}</a></li>'
        title = "Operations" + (f" {_mark(NOT_SERVED)}" if all_later else "")
        overview = f'<div class="overview"><p>{title}</p><ul>{lines}</ul></div>'
        text = _heading(2, identity, tag["name"]) + markdown.render(tag.get("description", ""))
        head = _columns("tag", identity, text, overview, "div")
        objects = "".join(self._object(name) for name in tag.get("x-objects", []))
        return (f'<section class="resource" aria-label="{escape(tag["name"])}">{head}{objects}'
                f'{"".join(self._operation(operation) for operation in found)}</section>')

    def _object(self, name):
        schema = self._components["schemas"][name]
        identity = f"object-{name}"
        left = _heading(3, identity, f"The {name} object") + markdown.render(schema.get("description", ""))
        left += self._tables.of_answer(schema, "Properties")
        right = "".join(code_panel(example_text(example), "json", name) for example in schema.get("examples", [])[:1])
        return _columns("object", identity, left, right)

    def _operation(self, operation):
        definition = operation.definition
        identity = f"operation-{operation.id}"
        if operation.scopes:
            access = "Needs the scope " + " ".join(f"<code>{escape(scope)}</code>" for scope in operation.scopes)
        elif operation.takes_any_key:
            access = "Needs a session, or a key of any scope"
        else:
            access = "Public, needs no key"
        left = _heading(3, identity, definition["summary"])
        left += (f'<p class="endpoint">{_badge(operation.method)} <code>{_path(operation.path)}</code>'
                 f"{_marks(operation)}</p>")
        left += f'<p class="access">{access}</p>'
        left += markdown.render(definition["description"]) + self._inputs(operation) + self._responses(definition)
        return _columns("operation", identity, left, self._operation_examples(operation), "article")

    def _inputs(self, operation):
        out = ""
        for place, caption in (("path", "Path parameters"), ("query", "Query parameters"), ("header", "Headers")):
            chosen = [each for each in operation.parameters if each["in"] == place]
            if chosen:
                out += self._tables.of_parameters(chosen, caption)
        if "requestBody" in operation.definition:
            body = resolve(self._document, operation.definition["requestBody"])
            for media_type, media in body["content"].items():
                out += self._tables.of_body(media["schema"], f"Body, {media_type}")
        return out

    def _responses(self, definition):
        own, shared = "", ""
        for status, response in definition["responses"].items():
            name = reference_name(response)
            if name in self._shared:
                shared += f'<li><a href="#answer-{escape(name)}">{_status(status)} {escape(_words(name))}</a></li>'
            else:
                own += f"<dt>{_status(status)}</dt><dd>{self._response(resolve(self._document, response))}</dd>"
        also = f'<p class="also">As everywhere, also:</p><ul class="chips">{shared}</ul>' if shared else ""
        return f'<h4>Answers</h4><dl class="answers">{own}</dl>{also}'

    def _response(self, response):
        out = markdown.render(response["description"]) + self._special_headers(response)
        for media_type, media in response.get("content", {}).items():
            schema = media["schema"]
            if self._tables.has_fields(schema) and not self._tables.is_linked(schema):
                out += f"<details><summary>Properties</summary>{self._tables.of_answer(schema, 'Properties')}</details>"
            elif self._tables.is_linked(schema):
                out += f'<p class="body">Body: {self._tables.type_text(schema)}</p>'
            else:
                out += f'<p class="body">Body: <code>{escape(media_type)}</code></p>'
        return out

    def _operation_examples(self, operation):
        definition, out = operation.definition, ""
        bodies = []
        if "requestBody" in definition:
            for media_type, media in resolve(self._document, definition["requestBody"])["content"].items():
                bodies += [(media_type, summary, value) for _, summary, value in examples(self._document, media)]
        if bodies:
            (media_type, _, first), *others = bodies
            out += code_panel(curl_command(self._document, operation, media_type, first), "shell", "Request")
            for media_type, summary, value in others:
                label = "Request body" if media_type == "application/json" else "Parts of the form"
                out += self._folded(summary, code_panel(example_text(value), "json", label))
        else:
            out += code_panel(curl_command(self._document, operation), "shell", "Request")
        return out + self._answer_examples(definition)

    def _answer_examples(self, definition):
        out, shown = "", False
        for status, response in definition["responses"].items():
            if reference_name(response) in self._shared:
                continue
            for media_type, media in resolve(self._document, response).get("content", {}).items():
                language = "json" if media_type == "application/json" else "text"
                for _, summary, value in examples(self._document, media):
                    panel = code_panel(example_text(value), language, f"Answer {status}")
                    out += self._folded(f"{status}: {summary}", panel) if shown else panel
                    shown = True
        return out

    @staticmethod
    def _folded(summary, panel):
        return f"<details class=\"more\"><summary>{escape(summary)}</summary>{panel}</details>"

    def _special_headers(self, response):
        out = ""
        for header in response.get("headers", {}):
            if header in SPECIAL_HEADERS:
                meaning = markdown.inline(self._components["headers"][header]["description"])
                out += f'<p class="body">Header <code>{escape(header)}</code>: {meaning}</p>'
        return out

    def _shared_answers(self):
        if not self._shared:
            return ""
        text = ("<p>These answers are the same wherever they appear. The short list under each operation names those "
                "that it can give; those marked <em>any path</em> may come before an operation is reached.</p>")
        out = _columns("tag", "shared-answers", _heading(2, "shared-answers", "Shared answers") + text, "", "div")
        for status, name in sorted((status, name) for name, status in self._shared_statuses().items()):
            out += self._shared_answer(name, status)
        return f'<section class="resource" aria-label="Shared answers">{out}</section>'

    def _shared_statuses(self):
        groups = [each.definition["responses"] for each in operations(self._document)]
        groups.append(self._document.get("x-every-path", {}))
        return {reference_name(response): status for group in groups for status, response in group.items()
                if reference_name(response) in self._shared}

    def _shared_answer(self, name, status):
        response = follow(self._document, f"#/components/responses/{name}")
        identity, title = f"answer-{name}", escape(_words(name))
        left = (f'<h3>{_status(status)} {title} <a class="anchor" href="#{escape(identity)}" '
                f'aria-label="Link to {title}">#</a></h3>')
        if any(reference_name(each) == name for each in self._document.get("x-every-path", {}).values()):
            left += '<p class="access">Any path</p>'
        left += markdown.render(response["description"]) + self._special_headers(response)
        right = ""
        for media in response.get("content", {}).values():
            for _, summary, value in examples(self._document, media):
                right += code_panel(example_text(value), "json", summary)
        return _columns("answer", identity, left, right, "article")
