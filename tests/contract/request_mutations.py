"""Mutations of everything but the content of the body. Each takes a call and the generator; how often each is used
stands beside it in the table at the end. Whether the result is still good is not their business."""

import re
from dataclasses import replace

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get", "Patch"]
SEGMENTS = [
    "0" * 24, "f" * 24, "F" * 24, "0" * 22, "z" * 22, "a" * 23, "g" * 24, "x", "null", "-1", "0", "*", "+", "a+b", "~",
    ".", "..", "%2e%2e", "%2F", "a%2Fb", "%20", "a%20b", "%0A", "%00", "a%00b", "%", "%zz", "%4", "%ff", "%C3%28",
    "%ED%A0%80", "%F0%9F%99%82", "é", "日本", "🙂", "\udcff", "\udcc3(", ";x=1", "a;b", "'", '"', "<script>", "{id}",
    "$(id)", "[]", "a@b.example", "a%40b.example", "@", "a@b", "%25%34%31", "a" * 51, "a" * 151, "a" * 201, "é" * 3000,
    "a" * 9000, "%61" * 9000, "a" * 40000]
QUERY_VALUES = ["", "0", "-1", "1", "2", "01", "1.0", "1e2", "100", "101", "10000", "10001", "9" * 19, "9" * 40, "+1",
                "%2B1", "%201", "abc", "true", "TRUE", "yes", "null", "NaN", "[]", "%00", "%zz", "%", "%ff", "é",
                "%C3%A9", "\udcff", "o.1.x", "n.0.", "o..", "a" * 400, "a" * 40000]
QUERY_PARTS = ["unknown=1", "unknown", "=", "=1", "", "&", "a=b=c", "a=%zz", "%00=1", "x%5B%5D=1&x%5B%5D=2", "+=+",
               "%ff", "p%61ge=1", "é=1", "x=" + "y" * 3000, "&".join(f"q{number}=1" for number in range(500))]
CONTENT_TYPES = ["application/json", "application/json;charset=UTF-8", "APPLICATION/JSON", "application/json ; a=b",
                 "application/jsonx", "application/json, text/plain", "application/x-www-form-urlencoded", "text/plain",
                 "", ";", "application", "multipart/form-data", "multipart/form-data; boundary=x", "*/*", "text/json",
                 "é"]
HEADERS = [(name, value) for name, values in {
    "X-Request-Id": ["abc", "A.b_c-9" * 18, "a" * 128, "a" * 129, "", "a b", "é", "<x>"], "x-request-id": ["a"],
    "Expect": ["100-continue", "100-CONTINUE", "", "200-ok", "100-continue, x"],
    "Accept": ["text/html", "application/xml;q=0", "é"], "Accept-Encoding": ["gzip, br"],
    "Content-Encoding": ["gzip", "identity", ""], "Connection": ["close", "keep-alive", "upgrade"], "Upgrade": ["h2c"],
    "If-None-Match": ["*"], "If-Modified-Since": ["x"], "Range": ["bytes=0-1"], "TE": ["trailers"], "Cookie": ["a=b"],
    "Origin": ["null"], "X-HTTP-Method-Override": ["DELETE"], "X-Forwarded-For": ["127.0.0.1"], "Forwarded": ["for=x"],
    '{"a" ': ["1}"], "not a name": ["x"], "X-Odd": ['"\\é日\udcff', "", "a" * 9000, "a" * 40000]
    }.items() for value in values]
IDEMPOTENCY_KEYS = ["", " ", "a" * 255, "a" * 256, "é", "a\tb", "\udcff", "~ !", "x"]
LARGE_CHUNK_BYTES = 50_000
IGNORED_BODIES = [b"", b"x", b"{}", b'{"name": 1}', b"\xff\x00", b"[" * 200, b"a" * 5000]


def twin_path(call, _):
    """With a slash at the end, or without."""
    return replace(call, path=(call.path[:-1] or "/") if call.path.endswith("/") else call.path + "/")


def other_segment(call, generator):
    parts = ["", *call.path.strip("/").split("/")]
    parts[_place_in_path(parts, generator)] = generator.chance.choice(SEGMENTS)
    return replace(call, path="/".join(parts))


def escaped_segment(call, generator):
    """The same part of the path with more characters escaped than need be."""
    parts = call.path.split("/")
    at = _place_in_path(parts, generator)
    form = generator.chance.choice(["%{:02x}", "%{:02X}"])
    parts[at] = re.sub(r"%..|[A-Za-z0-9]", lambda found: found[0] if found[0][0] == "%" else form.format(ord(found[0])),
                       parts[at])
    return replace(call, path="/".join(parts))


def other_path(call, generator):
    """A path of nobody. The root belongs to the console, which the document does not describe."""
    path = call.path
    return replace(call, path=generator.chance.choice([
        path + "/x", path + "//", "/" + path, path.rpartition("/")[0] or "/none", path.upper(), "/nothing/", "/nothing",
        "/.." + path, path.replace("/", "//"), path.replace("/", "/./", 1), path.replace("e", "%65"), path + "%2F",
        path + "."]))


def other_query_value(call, generator):
    """A parameter of the operation, or one that lists have, with any value; perhaps for the second time."""
    names = [part.partition("=")[0] for part in call.query] + ["page", "pageSize", "cursor"]
    parameter = generator.chance.choice(names)
    part = f"{parameter}={generator.chance.choice(QUERY_VALUES)}"
    kept = call.query if generator.chance.random() < 0.3 else tuple(each for each in call.query
                                                                    if not each.startswith(parameter + "="))
    return replace(call, query=(*kept, part))


def other_query_part(call, generator):
    parts = list(call.query)
    parts.insert(generator.chance.randint(0, len(parts)), generator.chance.choice(QUERY_PARTS))
    return replace(call, query=tuple(parts))


def other_method(call, generator):
    return replace(call, method=generator.chance.choice(METHODS))


def other_header(call, generator):
    name, value = generator.chance.choice(HEADERS)
    return call.without(name).with_header(name, value)


def many_headers(call, generator):
    count = generator.chance.choice([50, 300])
    return replace(call, headers=(*call.headers, *((f"X-{number}", "v") for number in range(count))))


def other_content_type(call, generator):
    kept = call.without("Content-Type")
    value = generator.chance.choice([None, *CONTENT_TYPES])
    return kept if value is None else kept.with_header("Content-Type", value)


def other_credentials(call, generator):
    chance, key = generator.chance, generator.keys["all"]
    word, _, secret = key.partition(" ")
    swapped = ":".join(reversed(secret.split(":")))
    return chance.choice([
        call.without("Authorization"), call.with_header("Authorization", key), *(
            call.without("Authorization").with_header("Authorization", value) for value in (
                *chance.choices(list(generator.keys.values()), k=2), "", word, f"{word} ", secret, f"Bearer {secret}",
                f"Basic {secret}", f"{word} {swapped}", f"{word} a:b", f"{word} {secret[:-1]}", f"{word} {secret}x",
                f"{word} {secret[:-1]}{'a' if secret[-1] != 'a' else 'b'}",
                f"{word} {'z' * 22}:{'z' * 22}", f"{word} é:é", f"APIKEY {secret}", f"apikey   {secret}  ",
                f"{word}\t{secret}", f"{word} {secret.replace(':', ' : ')}", f"{word} {secret}, {word} {secret}"))])


def idempotency_key(call, generator):
    value = generator.chance.choice([*IDEMPOTENCY_KEYS, f"{generator.chance.getrandbits(64):x}"])
    kept = call if generator.chance.random() < 0.1 else call.without("Idempotency-Key")
    return kept.with_header("Idempotency-Key", value)


def sent_again(call, generator):
    """A request that was done under an Idempotency-Key, once more."""
    return generator.chance.choice(generator.calls_kept) if generator.calls_kept else call


def used_idempotency_key(call, generator):
    """This request under the Idempotency-Key of another one."""
    if not generator.calls_kept:
        return call
    value = generator.chance.choice(generator.calls_kept).header("Idempotency-Key")
    return call.without("Idempotency-Key").with_header("Idempotency-Key", value)


def chunked(call, generator):
    if not call.body:
        return call
    is_large = len(call.body) > LARGE_CHUNK_BYTES
    return replace(call, chunk_bytes=LARGE_CHUNK_BYTES if is_large else generator.chance.choice([1, 7, 1000]))


def body_where_none_is_read(call, generator):
    return replace(call, body=generator.chance.choice(IGNORED_BODIES)) if call.body is None else call


def no_body(call, generator):
    return replace(call, body=generator.chance.choice([None, b""]), chunk_bytes=None)


def body_of_a_limit(call, generator):
    """As large as a body may be, or a byte larger: the same JSON after blanks."""
    limit = generator.chance.choice([2**19, 2**20]) + generator.chance.choice([0, 1])
    chunk_bytes = generator.chance.choice([None, LARGE_CHUNK_BYTES])
    return replace(call, body=(call.body or b"").rjust(limit), chunk_bytes=chunk_bytes)


def _place_in_path(parts, generator):
    """Mostly the last, for there the ids are."""
    return len(parts) - 1 if generator.chance.random() < 0.8 else generator.chance.randrange(1, len(parts))


REQUEST_MUTATIONS = {
    twin_path: 4, other_segment: 10, escaped_segment: 4, other_path: 4, other_query_value: 8, other_query_part: 6,
    other_method: 8, other_header: 14, many_headers: 1, other_content_type: 8, other_credentials: 12,
    idempotency_key: 6, sent_again: 3, used_idempotency_key: 3, chunked: 5, body_where_none_is_read: 5, no_body: 3,
    body_of_a_limit: 0.3}
