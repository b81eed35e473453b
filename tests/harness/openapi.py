"""The OpenAPI document as a judge: every answer that a test sees is held against it."""

import json
import re
import sys
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from http import HTTPStatus
from urllib.parse import urlsplit

import jsonschema

from harness.curl import curl_line
from harness.processes import ROOT

sys.path.insert(0, str(ROOT / "tools"))
from openapi_reference.document import METHODS  # noqa: E402
from openapi_reference.source import read_document  # noqa: E402

# The one letter case in which each header is written; programs that compare it exactly exist.
HEADER_CASE = {name.lower(): name for name in (
    "Allow", "Cache-Control", "Connection", "Content-Length", "Content-Security-Policy", "Content-Type", "Date",
    "Content-Encoding", "Deprecation", "ETag", "Idempotency-Replayed", "Link", "Location", "RateLimit-Limit",
    "RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "Set-Cookie", "Sunset", "Transfer-Encoding", "Vary",
    "WWW-Authenticate", "X-Content-Type-Options", "X-RateLimit-Limit",
    "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id")}

ANY_SCOPE = "any"

# Bodies that are not text.
BINARY = {"application/zip"}

# What is served to browsers and not described in the document; refusals are as everywhere.
CONSOLE = re.compile(rb"(GET|HEAD) /(console(/[^ ]*)?)?(\?[^ ]*)? HTTP/1\.[01]\r\n")

CONSOLE_PATH = re.compile(r"/(console(/.*)?)?(\?.*)?", re.DOTALL)

TITLES = {status.value: status.phrase for status in HTTPStatus if status.value >= 400}
TITLES |= {413: "Content Too Large", 416: "Range Not Satisfiable", 422: "Unprocessable entity"}

# What any path may answer whose path and method decide; everything else that any path may answer is HTTP's own refusal.
# Every operation tells of it, for those who read no further, but it is said before one is reached.
BEFORE_ANY_OPERATION = {"431"}
ROUTING_STATUSES = {"204", "404", "405"}


class ContractBroken(AssertionError):
    """The server answered something that the document does not allow. `problem` says what, without the exchange."""

    def __init__(self, problem, exchange=""):
        super().__init__(problem + exchange)
        self.problem = problem


class Document:
    def __init__(self):
        self.tree = _tree()
        self._served = _served_paths(self.tree)
        self.seen = set()  # (operation id or "any path", status)
        self._resolver = jsonschema.RefResolver("", self.tree)
        self._formats = jsonschema.FormatChecker(formats=())
        self._formats.checks("date-time", raises=ValueError)(_is_instant)
        self._formats.checks("uri", raises=ValueError)(_is_absolute_uri)

    # --- what is in it

    def operations(self):
        """(path template, method in capitals, operation) of all that is served."""
        return _operations(self._served)

    def operations_to_come(self):
        """Likewise of all that is described but not served yet."""
        return [each for each in _operations(self.tree["paths"]) if not _is_served(each[2])]

    def paths(self):
        """Those at which something is served."""
        return list(self._served)

    def methods(self, template):
        """What Allow lists for this path."""
        own = {method.upper() for method in self._served[template] if method in METHODS}
        return own | {"OPTIONS"} | ({"HEAD"} if "GET" in own else set())

    def example(self, template):
        """The path with the example of each parameter in its place: something that is well-formed and not there."""
        parameters = [self._resolve(one) for one in self.tree["paths"][template].get("parameters", [])]
        for item in self.tree["paths"][template].values():
            if isinstance(item, dict):
                parameters += [self._resolve(one) for one in item.get("parameters", [])]
        examples = {one["name"]: one["example"] for one in parameters if one["in"] == "path"}
        return re.sub(r"\{(\w+)\}", lambda match: str(examples[match.group(1)]), template)

    def scope(self, operation):
        """The scope that the operation asks for, None when it is public, ANY_SCOPE when any key will do."""
        security = operation["security"]
        return (security[0]["apiKey"] or [ANY_SCOPE])[0] if security else None

    def documented(self):
        """Every (operation id, status), with "any path" for what any path may answer."""
        own = {(operation["operationId"], status) for _, _, operation in self.operations()
               for status in operation["responses"] if status not in BEFORE_ANY_OPERATION}
        return own | {("any path", status) for status in self.tree["x-every-path"]}

    def template(self, target):
        """The path template that a request target matches, or None."""
        segments = _segments(target.split("?", 1)[0])
        for template in sorted(self.paths(), key=lambda one: one.count("{")):  # As OpenAPI says, names go before parameters.
            pattern = _segments(template)
            if len(pattern) == len(segments) and all(
                    ours.startswith("{") and given or ours == given for ours, given in zip(pattern, segments)):
                return template
        return None

    # --- the judgement

    def check(self, request, response, address, malformed=False):
        """Raises ContractBroken unless the document allows this response to this request."""
        is_of_console = not malformed and CONSOLE.match(request) is not None and response.status < 400
        try:
            _check_always(response, is_of_console)
            if not is_of_console:
                self._check_documented(request, response, malformed)
        except ContractBroken as broken:
            head = "".join(f"  {name}: {value}\n" for name, value in response.headers)
            raise ContractBroken(broken.problem, f"\n{curl_line(request, address)}\nanswered\n"
                                 f"  {response.version} {response.status} {response.reason}\n{head}\n"
                                 f"{response.body[:2000]!r}") from None

    def _check_documented(self, request, response, malformed):
        name, answers = self._answers(request, malformed)
        status = str(response.status)
        if status not in answers:
            raise ContractBroken(f"status {status} is not documented for {name}; it has {', '.join(sorted(answers))}")
        owner, answer = answers[status]
        self.seen.add((owner, status))
        answer = self._resolve(answer)
        # Requests are counted once their key is known; what HTTP itself refuses may never get there.
        is_counted = _has_key(request) and status not in self.tree["x-every-path"].keys() - ROUTING_STATUSES
        self._check_headers(answer.get("headers", {}), response, is_counted)
        self._check_content(answer.get("content"), request, response)

    def _answers(self, request, malformed):
        """(what was asked, {status: (who documents it, response object)}) for a request."""
        every = {status: ("any path", answer) for status, answer in self.tree["x-every-path"].items()}
        protocol = {status: entry for status, entry in every.items() if status not in ROUTING_STATUSES}
        start = re.match(rb"([^ \r\n]+) (/[^ \r\n]*) HTTP/1\.[01]\r\n", request)
        if malformed or not start:
            return "a malformed request", protocol
        method, target = (part.decode("latin-1") for part in start.groups())
        template = self.template(target)
        if template is None and CONSOLE_PATH.fullmatch(target):
            return f"the console, {target}", protocol | {one: every[one] for one in sorted(ROUTING_STATUSES)}
        if template is None:
            return f"the unknown path {target}", protocol | {"404": every["404"]}
        if method == "OPTIONS":
            return f"OPTIONS {template}", protocol | {"204": every["204"]}
        operation = self._served[template].get("get" if method == "HEAD" else method.lower())
        if operation is None or method != method.upper():
            return f"{template} without {method}", protocol | {"405": every["405"]}
        own = {status: (operation["operationId"], answer) for status, answer in operation["responses"].items()
               if status not in BEFORE_ANY_OPERATION}
        return f"{method} {template}", protocol | own

    def _check_headers(self, documented, response, is_counted):
        for name, header in documented.items():
            header = self._resolve(header)
            value = response.header(name)
            if value is None:
                if header.get("required") and (is_counted or "RateLimit-" not in name):
                    raise ContractBroken(f"the header {name} is missing")
                continue
            schema = header["schema"]
            typed = int(value) if schema.get("type") == "integer" and re.fullmatch(r"\d+", value) else value
            self._check_schema(schema, typed, f"the header {name}")
        for name in ("Allow", "Deprecation", "Idempotency-Replayed", "WWW-Authenticate"):
            if response.all(name) and name not in documented:
                raise ContractBroken(f"the header {name} is not documented here")

    def _check_content(self, documented, request, response):
        content_type = response.header("Content-Type")
        if not documented:
            if response.body or content_type is not None:
                raise ContractBroken("no body and no content type is documented here")
            return
        written = {media_type if media_type in BINARY else f"{media_type}; charset=utf-8": media_type
                   for media_type in documented}
        if content_type not in written:
            raise ContractBroken(f"the content type is {content_type!r}, not {' or '.join(map(repr, written))}")
        media_type = written[content_type]
        media = documented[media_type]
        if request.startswith(b"HEAD "):
            return
        text = response.body.decode("latin-1") if media_type in BINARY else _utf8(response.body)
        if media_type == "application/json" and not text.endswith("\n"):
            raise ContractBroken("the body does not end its line, so a prompt would stick to it")
        value = _strict_json(text) if media_type == "application/json" else text
        self._check_schema(media["schema"], value, "the body")
        if response.status >= 400:
            _check_error(response.status, value)

    def _check_schema(self, schema, value, where):
        validator = jsonschema.Draft202012Validator(schema, resolver=self._resolver, format_checker=self._formats)
        problems = sorted(validator.iter_errors(value), key=lambda problem: list(map(str, problem.path)))
        if problems:
            lines = [f"  at /{'/'.join(map(str, problem.path))}: {problem.message}" for problem in problems]
            raise ContractBroken(f"{where} does not fit the document:\n" + "\n".join(lines))

    def _resolve(self, node):
        while "$ref" in node:
            node = self._resolver.resolve(node["$ref"])[1]
        return node


@lru_cache
def _tree():
    return read_document(ROOT / "openapi")


def _is_served(operation):
    return operation.get("x-served", True)


def _served_paths(tree):
    """The paths with the operations that this version has. One that has none yet is as unknown as any other."""
    served = {}
    for path, item in tree["paths"].items():
        kept = {name: part for name, part in item.items() if name not in METHODS or _is_served(part)}
        if kept.keys() & set(METHODS):
            served[path] = kept
    return served


def _operations(paths):
    return [(path, method.upper(), operation) for path, item in paths.items()
            for method, operation in item.items() if method in METHODS]


def _has_key(request):
    """Whether a request, as bytes, has an Authorization header."""
    return re.search(rb"\r\nauthorization:", request.split(b"\r\n\r\n", 1)[0], re.IGNORECASE) is not None


def _segments(path):
    """A trailing slash is ignored; any other empty part is a segment like others."""
    return (path[:-1] if path.endswith("/") and path != "/" else path).split("/")[1:]


def _check_always(response, is_of_console=False):
    for name, _ in response.headers:
        if HEADER_CASE.get(name.lower(), name) != name:
            raise ContractBroken(f"the header is written {name}, not {HEADER_CASE[name.lower()]}")
    for name, expected in (("X-Request-Id", None), ("Cache-Control", "no-store"),
                           ("X-Content-Type-Options", "nosniff")):
        values = response.all(name)
        if name == "Cache-Control" and is_of_console:
            expected = None
        if len(values) != 1 or (expected is not None and values != [expected]):
            raise ContractBroken(f"the header {name} is {values}, not {[expected or 'one value']}")
    if response.version != "HTTP/1.1":
        raise ContractBroken(f"the version is {response.version}")
    if response.status in (204, 304) and (response.all("Content-Length") or response.all("Transfer-Encoding")):
        raise ContractBroken(f"{response.status} has no length")
    if response.status not in (204, 304) and len(response.all("Content-Length") + response.all("Transfer-Encoding")) != 1:
        raise ContractBroken("the end of the body is not told in exactly one way")


def _check_error(status, value):
    if value["status"] != status:
        raise ContractBroken(f"the body says status {value['status']}")
    if value["title"] != TITLES[status]:
        raise ContractBroken(f"the title is {value['title']!r}, not {TITLES[status]!r}")
    for problem in value.get("validationErrors", ()):
        last = problem["path"].rsplit("/", 1)[1].replace("~1", "/").replace("~0", "~")
        if problem["name"] != last:
            raise ContractBroken(f"the name {problem['name']!r} is not the last part of the path {problem['path']!r}")


def _utf8(body):
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise ContractBroken(f"the body is not UTF-8: {problem}") from None


def _strict_json(text):
    def members(pairs):
        names = [name for name, _ in pairs]
        if len(names) != len(set(names)):
            raise ContractBroken(f"the body names a property twice: {names}")
        return dict(pairs)

    def refuse(constant):
        raise ContractBroken(f"the body holds {constant}, which is not JSON")

    try:
        # Digits by digits: the largest decimals are not those of a double.
        return json.loads(text, object_pairs_hook=members, parse_constant=refuse, parse_float=Decimal)
    except json.JSONDecodeError as problem:
        raise ContractBroken(f"the body is not JSON: {problem}") from None


def _is_instant(value):
    if isinstance(value, str):
        datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")
    return True


def _is_absolute_uri(value):
    if isinstance(value, str):
        parts = urlsplit(value)
        has_bad_characters = re.search(r"[\s\"<>\\^`{|}]|%(?![0-9A-Fa-f]{2})", value)
        if not (parts.scheme and parts.netloc) or has_bad_characters:
            raise ValueError("not an absolute URI")
    return True
