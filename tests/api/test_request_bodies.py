"""How a body is read: its declared type, its size, and the strictness of its JSON."""

import json
import re

import pytest

from harness.openapi import Document

pytestmark = pytest.mark.any_engine

STORE = "/admin/v1/store"
KEYS = "/admin/v1/api-keys/"
BODY_BYTES_MAX = 1024 * 1024
FILE_BYTES_MAX, FORM_BYTES_MAX = 50_000_000, 50_000_000 + 64 * 1024
# What may be larger than JSON.
BODY_BYTES_MAX_OF = {("POST", "/admin/v1/purchase-imports/"): FILE_BYTES_MAX, ("POST", "/imports/"): FORM_BYTES_MAX,
                     ("POST", "/admin/v1/imports/"): FORM_BYTES_MAX,
                     ("POST", "/admin/v1/imports/trial"): FORM_BYTES_MAX}
JSON = {"Content-Type": "application/json"}
# Every operation there is, with something in the place of its parameters; but for those by which people sign in, which
# only a page of the console may ask for: test_people_security.py.
OPERATIONS = [(method, re.sub(r"\{\w+\}", "0" * 24, path)) for path, method, operation in Document().operations()
              if operation["security"] or not operation.get("x-once")]
# Whether there is what these name is said before anything about the body.
NAMED_FIRST = ("/custom-events/", "/hooks/")


@pytest.fixture
def patch(client, admin):
    """Sends these very bytes as a change of the store, declared as JSON."""

    def send(body, **headers):
        return client.call("PATCH", STORE, body=body, key=admin, headers={**JSON, **headers})

    return send


# --- content types

@pytest.mark.parametrize("content_type", [
    "application/json", "application/json;charset=UTF-8", "application/json; charset=utf-8",
    "application/json ; charset=utf-8",
    'application/json; charset="utf-8"', "APPLICATION/JSON", "Application/Json;x=y", "application/json;",
    "  application/json  ",
], ids=repr)
def test_json_may_be_declared_with_parameters_and_in_any_case(client, admin, content_type):
    for method, path, status in (("PATCH", STORE, 200), ("POST", KEYS, 422)):
        answer = client.call(method, path, body=b"{}", key=admin, headers={"Content-Type": content_type})
        assert answer.status == status, answer.summary()


@pytest.mark.parametrize("content_type", [
    None, "", "text/plain", "text/json", "application/jsonx", "application/jso", "application/x-json", "application",
    "json", "application/json-patch+json", "application/merge-patch+json", "application/vnd.api+json",
    "application/x-www-form-urlencoded", "text/plain; application/json", "application/octet-stream", "*/*",
    "application/*", "application /json", "text/html, application/json", "text/plain; multipart/form-data", "multipart",
], ids=repr)
def test_a_body_is_read_as_json_whatever_its_type(client, admin, content_type):
    for method, path, status in (("PATCH", STORE, 200), ("POST", KEYS, 422)):
        for body, expected in ((b"{}", status), (b"a=b", 400)):
            answer = client.call(method, path, body=body, key=admin, headers={"Content-Type": content_type})
            assert answer.status == expected, answer.summary()


@pytest.mark.parametrize("content_type", [
    "multipart/form-data; boundary=x", "multipart/form-data", "MULTIPART/mixed", "  multipart/x-mixed-replace", "multipart/",
], ids=repr)
def test_a_body_of_several_parts_is_refused(client, admin, content_type):
    for method, path in (("PATCH", STORE), ("POST", KEYS)):
        answer = client.call(method, path, body=b"{}", key=admin, headers={"Content-Type": content_type})
        assert answer.status == 415, answer.summary()


def test_a_hundred_problems_are_told_and_how_many_more_there_are(client, admin):
    def refused(count):
        answer = client.call("POST", KEYS, json={"name": "x", "scopes": ["no scope"] * count}, key=admin)
        return answer.problem_paths, answer.json().get("moreValidationErrors")

    everything = [f"/scopes/{number}" for number in range(100)]
    few, more = refused(20)
    assert few == everything[:20] and more is None
    answer = client.call("PATCH", "/contacts/email/many%40example.org", key=admin,
                         json={f"f{number}": "x" for number in range(20_000)})
    assert len(answer.problem_paths) == 100 and answer.json()["moreValidationErrors"] == 19_900
    assert len(answer.body) < 20_000


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "x-gzip", "GZIP", "gzip, gzip", "nonsense"])
def test_an_encoded_body_is_refused(client, admin, patch, coding):
    assert patch(b"{}", **{"Content-Encoding": coding}).status == 415
    answer = client.call("POST", KEYS, body=b"{}", key=admin, headers={**JSON, "Content-Encoding": coding})
    assert answer.status == 415


@pytest.mark.parametrize("method, path", OPERATIONS)
def test_a_content_encoding_is_refused_on_every_request(client, admin, method, path):
    answer = client.call(method, path, body=b"x", key=admin, headers={**JSON, "Content-Encoding": "gzip"})
    assert answer.status == (404 if path.startswith(NAMED_FIRST) else 415), answer.summary()


@pytest.mark.parametrize("body, content_type", [
    (b"{", "application/json"), (b"not json", "text/plain"), (b"\xff\xfe\x00", "application/octet-stream"),
    (b"{}", None), (b"a=b", "application/x-www-form-urlencoded"), (b"x" * BODY_BYTES_MAX, "text/plain"),
], ids=lambda value: repr(value)[:30])
def test_a_body_on_get_and_delete_is_read_and_ignored(client, admin, body, content_type):
    for method, path, status in (("GET", "/store/", 200), ("HEAD", "/store/", 200), ("GET", KEYS, 200),
                                 ("DELETE", KEYS + "0" * 22, 404), ("GET", "/openapi.json", 200),
                                 ("GET", "/docs", 200)):
        with client.connect() as connection:
            request = client.request(method, path, body=body, key=admin, headers={"Content-Type": content_type})
            assert connection.exchange(request).status == status
            # It was read to its end: what follows it is the next request.
            assert connection.exchange(client.request("GET", "/store/", key=admin)).status == 200


def test_a_chunked_body_on_get_is_read_and_ignored(client, admin):
    request = client.request("GET", "/store/", key=admin, headers={"Transfer-Encoding": "chunked"},
                             body=b"3\r\nabc\r\n0\r\n\r\n")
    with client.connect() as connection:
        assert connection.exchange(request).status == 200
        assert connection.exchange(request).status == 200


# --- sizes

def padded(size):
    """A change that is good, of exactly this many bytes."""
    frame = b'{"name":"Sized","ignored":""}'
    return frame[:-2] + b"x" * (size - len(frame)) + frame[-2:]


def test_a_body_of_the_largest_size_is_taken(patch):
    body = padded(BODY_BYTES_MAX)
    assert len(body) == 1048576
    answer = patch(body)
    assert answer.status == 200, answer.summary()


def test_a_chunked_body_of_the_largest_size_is_taken(client, admin):
    body = padded(BODY_BYTES_MAX)
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(body[at:at + 60000]), body[at:at + 60000])
                      for at in range(0, len(body), 60000))
    answer = client.call("PATCH", STORE, key=admin, body=chunks + b"0\r\n\r\n",
                         headers={**JSON, "Transfer-Encoding": "chunked"})
    assert answer.status == 200, answer.summary()


def test_one_byte_more_is_too_large(patch):
    answer = patch(padded(BODY_BYTES_MAX + 1))
    assert answer.status == 413, answer.summary()


def test_one_chunked_byte_more_is_too_large(client, admin):
    body = padded(BODY_BYTES_MAX + 1)
    answer = client.call("PATCH", STORE, key=admin, body=b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body),
                         headers={**JSON, "Transfer-Encoding": "chunked"})
    assert answer.status == 413, answer.summary()


@pytest.mark.parametrize("method, path", OPERATIONS)
def test_a_declared_size_over_the_limit_is_refused_before_the_body_comes(client, admin, method, path):
    size = BODY_BYTES_MAX_OF.get((method, path), BODY_BYTES_MAX)
    with client.connect() as connection:
        request = client.request(method, path, key=admin, headers={**JSON, "Content-Length": str(size + 1)})
        answer = connection.exchange(request)
    assert answer.status == (404 if path.startswith(NAMED_FIRST) else 413), answer.summary()


@pytest.mark.parametrize("chunks", [b"%x\r\n" % (BODY_BYTES_MAX + 1), b"2\r\n{}\r\n%x\r\n" % (BODY_BYTES_MAX - 1),
                                    b"7fffffffffffffff\r\n"])
def test_a_declared_chunk_over_the_limit_is_refused_before_it_comes(client, admin, chunks):
    with client.connect() as connection:
        request = client.request("PATCH", STORE, key=admin, headers={**JSON, "Transfer-Encoding": "chunked"}, body=chunks)
        answer = connection.exchange(request)
    assert answer.status == 413, answer.summary()


# --- JSON

NOT_JSON = {
    "empty": b"", "blank": b"  \n", "a word": b"hello", "an open object": b"{", "an open string": b'{"name":"x',
    "two values": b"{}{}", "text after": b"{} x", "a comma after": b"{},", "a trailing comma": b'{"name":"x",}',
    "a missing comma": b'{"a":1 "b":2}',
    "a missing colon": b'{"name" "x"}', "a missing value": b'{"name":}', "single quotes": b"{'name':'x'}",
    "a bare key": b'{name:"x"}',
    "a number as key": b'{1:"x"}', "a comment": b'{"name":"x"}// y', "a comment inside": b'{/* y */"name":"x"}',
    "NaN": b'{"a":NaN}',
    "Infinity": b'{"a":Infinity}', "a leading zero": b'{"a":01}', "a plus": b'{"a":+1}', "a bare dot": b'{"a":.5}',
    "a dot at the end": b'{"a":1.}',
    "an empty exponent": b'{"a":1e}', "a hex number": b'{"a":0x1}', "a minus alone": b'{"a":-}', "True": b'{"a":True}',
    "a raw newline": b'{"name":"a\nb"}', "a raw tab": b'{"name":"a\tb"}', "a raw NUL": b'{"name":"a\0b"}',
    "a NUL after": b"{}\0", "an unknown escape": b'{"name":"\\x41"}', "a short unicode escape": b'{"name":"\\u12"}',
    "an open array": b'{"a":[1}',
    "a form feed": b"\x0c{}", "a no-break space": b"\xc2\xa0{}",
}
NOT_UTF8 = {
    "a lone byte": b'{"name":"\xff"}', "latin 1": b'{"name":"caf\xe9"}', "a cut sequence": b'{"name":"\xc3"}',
    "overlong": b'{"name":"\xc0\xaf"}',
    "overlong NUL": b'{"name":"\xc0\x80"}', "an encoded surrogate": b'{"name":"\xed\xa0\x80"}',
    "beyond Unicode": b'{"name":"\xf4\x90\x80\x80"}',
    "a stray continuation": b'{"name":"\x80"}', "in an unknown key": b'{"\xff":1}',
    "in an unknown value": b'{"unknown":"\xff"}', "UTF-16": '{"name":"x"}'.encode("utf-16"),
}
FORBIDDEN = {
    "a BOM": b"\xef\xbb\xbf{}", "a BOM before a change": b'\xef\xbb\xbf{"name":"x"}',
    "a lone high surrogate": b'{"name":"\\ud800"}', "a lone low surrogate": b'{"name":"\\udc00"}',
    "two high surrogates": b'{"name":"\\ud800\\ud800"}', "a high surrogate and a letter": b'{"name":"\\ud83da"}',
    "swapped surrogates": b'{"name":"\\udc00\\ud800"}',
    "a lone surrogate in an unknown value": b'{"unknown":"\\ud800"}', "a lone surrogate in a key": b'{"\\udfff":1}',
    "the same key twice": b'{"name":"a","name":"b"}', "the same key and value twice": b'{"name":"a","name":"a"}',
    "the same key, escaped": b'{"name":"a","n\\u0061me":"b"}', "an unknown key twice": b'{"unknown":1,"unknown":2}',
    "twice, deeper": b'{"unknown":{"a":1,"a":1}}', "twice, in an array": b'{"unknown":[{"a":1,"b":2,"a":3}]}',
    "the empty key twice": b'{"":1,"":2}', "a number of 2000 digits": b'{"unknown":' + b"9" * 2000 + b"}",
    "2000 decimals": b'{"unknown":0.' + b"1" * 2000 + b"}",
    "an endless exponent": b'{"unknown":1e' + b"9" * 30 + b"}",
    "a number of 100000 digits": b'{"unknown":' + b"1" * 100000 + b"}",
    "65 levels of arrays": b'{"unknown":' + b"[" * 64 + b"]" * 64 + b"}",
    "65 levels of objects": b'{"a":' * 64 + b"{}" + b"}" * 64,
    "100000 open arrays": b"[" * 100000, "100000 open objects": b'{"a":' * 100000,
}
WRONG_TOP_LEVEL = {
    "null": b"null", "true": b"true", "a number": b"1", "a string": b'"x"', "an array with something": b"[1]",
    "an array with an object": b"[{}]", "an array of pairs": b'[["name","x"]]',
}
BAD_REQUESTS = {**NOT_JSON, **NOT_UTF8, **FORBIDDEN, **WRONG_TOP_LEVEL}


@pytest.mark.parametrize("body", BAD_REQUESTS.values(), ids=BAD_REQUESTS.keys())
def test_what_is_not_strict_json_is_a_bad_request_and_changes_nothing(client, admin, patch, body):
    before = client.call("GET", STORE, key=admin).json()
    answer = patch(body)
    assert answer.status == 400, answer.summary()
    assert client.call("GET", STORE, key=admin).json() == before


@pytest.mark.parametrize("name", ["empty", "an open object", "the same key twice", "a lone byte", "65 levels of arrays",
                                  "null", "a BOM"])
def test_a_new_key_is_read_as_strictly(client, admin, name):
    answer = client.call("POST", KEYS, body=BAD_REQUESTS[name], key=admin, headers=JSON)
    assert answer.status == 400, answer.summary()


TAKEN = {
    "white space everywhere": b' \t\r\n{ "name" : "Taken" } \n', "an escaped slash": b'{"name":"Taken","x":"\\/"}',
    "a surrogate pair": b'{"name":"Taken","x":"\\ud83d\\ude00"}',
    "64 levels of arrays": b'{"name":"Taken","x":' + b"[" * 63 + b"]" * 63 + b"}",
    "64 levels of objects": b'{"name":"Taken","x":' + b'{"a":' * 62 + b"{}" + b"}" * 62 + b"}",
    "an exponent": b'{"name":"Taken","x":-1.5E+3}', "minus zero": b'{"name":"Taken","x":-0}',
    "the same key in two objects": b'{"name":"Taken","x":{"a":1},"y":{"a":1}}',
    "keys that differ in case": b'{"name":"Taken","Name":"Other","NAME":1}', "the empty key": b'{"name":"Taken","":1}',
    "an escaped key": b'{"n\\u0061me":"Taken"}', "noncharacters": '{"name":"Taken","x":"\uffff\ufdd0"}'.encode(),
    "a BOM inside a string": '{"name":"Taken","x":"\ufeff"}'.encode(),
    "a large whole number": b'{"name":"Taken","x":12345678901234567890123}',
}


@pytest.mark.parametrize("body", TAKEN.values(), ids=TAKEN.keys())
def test_strict_json_is_taken(patch, body):
    assert patch(b'{"name":"Before"}').status == 200
    answer = patch(body)
    assert answer.status == 200, answer.summary()
    assert answer.json()["name"] == "Taken"


def test_an_empty_array_is_an_empty_object(client, admin, patch):
    before = client.call("GET", STORE, key=admin).json()
    for body in (b"[]", b" [ ] ", b"{}"):
        answer = patch(body)
        assert answer.status == 200 and answer.json() == before
    answer = client.call("POST", KEYS, body=b"[]", key=admin, headers=JSON)
    assert sorted(answer.problem_paths) == ["/name", "/scopes"]


@pytest.mark.parametrize("method, path, change, where", [
    ("PATCH", STORE, {"name": "a\0b"}, ["/name"]),
    ("PATCH", STORE, {"name": "\0"}, ["/name"]),
    ("PATCH", STORE, {"timezone": "UTC\0"}, ["/timezone"]),
    ("PATCH", STORE, {"currency": "EUR\0"}, ["/currency"]),
    ("PATCH", STORE, {"allowedDomains": ["a.example", "b.example\0"]}, ["/allowedDomains/1"]),
    ("PATCH", STORE, {"name": "\0", "language": "\0"}, ["/language", "/name"]),
    ("POST", KEYS, {"name": "a\0b", "scopes": ["admin"]}, ["/name"]),
    ("POST", KEYS, {"name": "a", "scopes": ["admin\0"]}, ["/scopes/0"]),
    ("POST", KEYS, {"name": "a", "scopes": ["admin"], "expiresAt": "2099-01-01\0"}, ["/expiresAt"]),
])
def test_a_nul_in_a_string_is_reported_at_its_place(client, admin, method, path, change, where):
    answer = client.call(method, path, json=change, key=admin)
    assert sorted(answer.problem_paths) == where, answer.summary()


def test_all_problems_come_together_with_name_and_path(client, admin):
    before = client.call("GET", STORE, key=admin).json()
    wrong = {"name": "", "currency": "euro", "timezone": 7, "language": None, "defaultCountryCode": "0",
             "allowedDomains": ["fine.example", "not a domain", 5], "unknown": []}
    answer = client.call("PATCH", STORE, json=wrong, key=admin)
    assert sorted(answer.problem_paths) == ["/allowedDomains/1", "/allowedDomains/2", "/currency", "/defaultCountryCode",
                                            "/language", "/name", "/timezone"]
    problems = {problem["path"]: problem for problem in answer.json()["validationErrors"]}
    assert problems["/allowedDomains/1"]["name"] == "1" and problems["/currency"]["name"] == "currency"
    assert client.call("GET", STORE, key=admin).json() == before


def test_the_detail_of_a_422_is_always_the_same(client, admin):
    details = {client.call(method, path, json=body, key=admin).json()["detail"] for method, path, body in (
        ("PATCH", STORE, {"name": ""}), ("PATCH", STORE, {"currency": 1}), ("POST", KEYS, {}),
        ("GET", KEYS + "?page=0", None))}
    assert len(details) == 1


def test_one_good_and_one_bad_value_change_nothing(client, admin):
    before = client.call("GET", STORE, key=admin).json()
    answer = client.call("PATCH", STORE, json={"name": "Half changed", "currency": "NOPE"}, key=admin)
    assert answer.problem_paths == ["/currency"]
    assert client.call("GET", STORE, key=admin).json() == before


def test_text_comes_back_as_it_was_sent(client, admin):
    for text in ('"quoted"', "back\\slash", "a/b", "</script>", "Ünïcödé 漢字 🌊", "line\nbreak\ttab\x01\x1f\x7f",
                 "\u2028\u2029", "é", "e\u0301", "\ufeffx", "\uffff", "%41", "&amp;"):
        answer = client.call("PATCH", STORE, json={"name": text}, key=admin)
        assert answer.status == 200, answer.summary()
        assert answer.json()["name"] == text
        assert client.call("GET", "/store/", key=admin).json()["name"] == text


def test_a_body_may_come_in_pieces_of_any_size(client, admin):
    body = json.dumps({"name": "In pieces"}).encode()
    request = client.request("PATCH", STORE, key=admin, body=body, headers=JSON)
    with client.connect() as connection:
        for byte in range(len(request)):
            connection.send(request[byte:byte + 1])
        assert connection.read(request).json()["name"] == "In pieces"
