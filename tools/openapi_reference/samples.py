"""Examples as HTML: JSON with its parts marked for colour, and curl commands that can be pasted."""

import json
import re
from html import escape

from openapi_reference.document import resolve

_JSON_PARTS = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*")(?=\s*:)|(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<word>true|false|null)")
_SHELL_PARTS = re.compile(
    r"(?P<comment>(?<!\S)#.*)|(?P<string>\"(?:[^\"\\]|\\.)*\"|'[^']*')|(?P<key>(?<!\S)curl(?!\S))")
_HTTP_PARTS = re.compile(r"(?P<key>^[A-Za-z-]+(?=:))|(?P<word>^[A-Z]+(?= ))", re.MULTILINE)
LINE_CHARACTERS_MAX = 56
INLINE_CHARACTERS_MAX = 32
_PARTS = {"json": _JSON_PARTS, "shell": _SHELL_PARTS, "http": _HTTP_PARTS}


def highlight(text, language):
    """The text, escaped, with its parts in spans whose class is their kind."""
    if language not in _PARTS:
        return escape(text)
    out, end = [], 0
    for match in _PARTS[language].finditer(text):
        out.append(escape(text[end:match.start()]))
        out.append(f'<span class="{match.lastgroup}">{escape(match[0])}</span>')
        end = match.end()
    return "".join(out) + escape(text[end:])


def code(text):
    """Code within a sentence: kept on one line unless it is long."""
    long = ' class="long"' if len(text) > INLINE_CHARACTERS_MAX else ""
    return f"<code{long}>{escape(text)}</code>"


def code_panel(text, language, label):
    body = highlight(text.rstrip("\n"), language)
    return (f'<figure class="panel"><figcaption>{escape(label)}</figcaption>'
            f'<pre tabindex="0" aria-label="{escape(label)}"><code>{body}</code></pre></figure>')


def example_text(value):
    """An example laid out for reading: a list that fits stays on one line."""
    return value if isinstance(value, str) else _laid_out(value, "")


def _laid_out(value, indent, before=""):
    line = json.dumps(value, ensure_ascii=False)
    fits = len(indent + before + line) <= LINE_CHARACTERS_MAX
    if not isinstance(value, (dict, list)) or not value or (isinstance(value, list) and fits):
        return before + line
    inner = indent + "  "
    if isinstance(value, list):
        parts, opening, closing = [_laid_out(item, inner) for item in value], "[", "]"
    else:
        names = {name: json.dumps(name, ensure_ascii=False) + ": " for name in value}
        parts, opening, closing = [_laid_out(item, inner, names[name]) for name, item in value.items()], "{", "}"
    return before + opening + ",".join("\n" + inner + part for part in parts) + "\n" + indent + closing


def examples(document, media):
    """The examples of a media type as (name, summary, value)."""
    found = []
    for name, example in media.get("examples", {}).items():
        example = resolve(document, example)
        found.append((name, example.get("summary", name), example["value"]))
    if "example" in media:
        found.append(("example", "Example", media["example"]))
    return found


def server_address(document):
    server = document["servers"][0]
    address = server["url"]
    for name, variable in server.get("variables", {}).items():
        address = address.replace("{" + name + "}", variable["default"])
    return address.rstrip("/")


def curl_command(document, operation, media_type=None, body=None):
    """A command for the shell; the key comes from the variable API_KEY, and what a form calls `file` from a file."""
    method = "" if operation.method == "get" else f"-X {operation.method.upper()} "
    lines = [f"curl {method}{_address(document, operation)}"]
    if operation.scopes or operation.takes_any_key:
        lines.append('-H "Authorization: apiKey $API_KEY"')
    if media_type == "multipart/form-data":
        lines += [_form_part(name, value) for name, value in body.items()]
    elif media_type is not None:
        lines.append(f'-H "Content-Type: {media_type}"')
        lines.append("-d " + _shell_quoted(example_text(body)))
    return " \\\n  ".join(lines)


def _form_part(name, value):
    return "-F " + _shell_quoted("file=@data.csv" if name == "file" else f"{name}={value}")


def _address(document, operation):
    path, query = operation.path, []
    for parameter in operation.parameters:
        value = str(parameter.get("example", parameter["name"]))
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", value)
        elif parameter["in"] == "query" and parameter.get("required"):
            query.append(f"{parameter['name']}={value}")
    address = server_address(document) + path + ("?" + "&".join(query) if query else "")
    return address if re.fullmatch(r"[\w./:@%-]+", address) else _shell_quoted(address)


def _shell_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"
