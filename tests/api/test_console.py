"""The console as it is served: the page, its files, and how browsers may keep and use them."""

import gzip
import re
import subprocess

import pytest

ASSET = re.compile(r'(?:src|href)="(/console/assets/[^"]+)"')
POLICY = ("default-src 'self'; style-src 'self'; img-src 'self' data:{domains}; frame-ancestors 'none'; base-uri 'none'; "
          "form-action 'self'")


@pytest.fixture
def page(client):
    answer = client.call("GET", "/console/")
    assert answer.status == 200
    return answer


@pytest.fixture
def asset(page):
    return next(path for path in ASSET.findall(page.body.decode()) if path.endswith(".js"))


def test_the_root_leads_to_the_console(client):
    answer = client.call("GET", "/")
    assert (answer.status, answer.header("Location"), answer.body) == (302, "/console/", b"")


@pytest.mark.parametrize("path", ["/console", "/console/", "/console/contacts", "/console/contacts/697083fc0b20472a18000000",
                                  "/console/a/b/c/d/e/f/g/h/i/j", "/console/setup", "/console/contacts?q=ada",
                                  "/console/%zz", "/console/../console/x", "/console/assets"])
def test_every_page_is_the_same_file(client, page, path):
    answer = client.call("GET", path)
    assert (answer.status, answer.body) == (200, page.body)
    assert answer.header("Cache-Control") == "no-cache"
    assert answer.header("Content-Type") == "text/html; charset=utf-8"


def test_a_page_may_load_nothing_from_elsewhere_but_pictures_of_products(start_server):
    server = start_server()
    client = server.client()

    def policy():
        return client.call("GET", "/console/").header("Content-Security-Policy")

    assert policy() == POLICY.format(domains="")
    domains = ["shop.example", "*.brisa.example", "http://cdn.example:8080", "https://*.pictures.example"]
    assert client.call("PATCH", "/admin/v1/store", key=server.admin_key, json={"allowedDomains": domains}).status == 200
    assert policy() == POLICY.format(domains=" https://shop.example https://*.brisa.example https://brisa.example"
                                             " http://cdn.example:8080 https://*.pictures.example https://pictures.example")


def test_a_page_has_nothing_inline(page):
    text = page.body.decode()
    assert all(path.startswith("/console/assets/") for path in re.findall(r'(?:src|href)="([^"]+)"', text))
    assert not re.search(r"<script(?![^>]* src=)|<style| on\w+=| style=", text)


def test_files_are_kept_for_good(client, asset):
    answer = client.call("GET", asset)
    assert answer.status == 200 and answer.header("Content-Type") == "text/javascript; charset=utf-8"
    assert answer.header("Cache-Control") == "public, max-age=31536000, immutable"
    assert answer.header("Vary") == "Accept-Encoding"


def test_all_files_that_the_page_names_are_there(client, page):
    paths = ASSET.findall(page.body.decode())
    assert len(paths) >= 3
    for path in paths:
        assert client.call("GET", path).status == 200, path


@pytest.mark.parametrize("accepted, coding", [
    (None, None), ("", None), ("identity", None), ("gzip", "gzip"), ("br", "br"), ("gzip, deflate, br, zstd", "br"),
    ("GZIP;q=0.5", "gzip"), ("br;q=0, gzip", "gzip"), ("br;q=0.0,gzip;q=0", None), ("brotli", None), ("br ; q=0.1", "br"),
    (";;,,", None), ("x" * 50, None),
])
def test_a_file_is_sent_as_small_as_the_client_takes_it(client, asset, accepted, coding):
    plain = client.call("GET", asset).body
    answer = client.call("GET", asset, headers={} if accepted is None else {"Accept-Encoding": accepted})
    assert answer.header("Content-Encoding") == coding
    if coding is None:
        assert answer.body == plain
    elif coding == "gzip":
        assert gzip.decompress(answer.body) == plain
    else:
        unpacked = subprocess.run(["node", "-e", "process.stdout.write(require('zlib').brotliDecompressSync("
                                   "require('fs').readFileSync(0)))"], input=answer.body, capture_output=True, check=True)
        assert unpacked.stdout == plain and len(answer.body) < len(plain)


@pytest.mark.parametrize("path", ["/console/", None])
def test_what_is_known_is_not_sent_again(client, asset, path):
    path = path or asset
    for headers in ({}, {"Accept-Encoding": "br"}):
        first = client.call("GET", path, headers=headers)
        tag = first.header("ETag")
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again = client.call("GET", path, headers={**headers, "If-None-Match": known})
            assert (again.status, again.body, again.header("ETag")) == (304, b"", tag)
            assert again.header("Cache-Control") == first.header("Cache-Control")
        assert client.call("GET", path, headers={**headers, "If-None-Match": '"other"'}).body == first.body
    other = client.call("GET", path, headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
    assert other.status == 200, "each coding has a tag of its own"


def test_a_head_tells_the_size_without_the_bytes(client, asset):
    for path in ("/console/", asset):
        answer = client.call("HEAD", path)
        assert (answer.status, answer.body) == (200, b"")
        assert int(answer.header("Content-Length")) == len(client.call("GET", path).body)


@pytest.mark.parametrize("path", ["/console/assets/", "/console/assets/none.js", "/console/assets/index.html",
                                  "/console/assets/../index.html", "/console/assets/a/b.js"])
def test_a_file_that_is_not_there_is_not_found(client, path):
    answer = client.call("GET", path)
    assert answer.status == 404 and answer.json()["detail"] == "The console has no such file."


@pytest.mark.parametrize("path", ["/", "/console/", "/console/contacts"])
def test_pages_are_only_read(client, path):
    for method in ("POST", "PATCH", "DELETE"):
        answer = client.call(method, path)
        assert (answer.status, answer.header("Allow")) == (405, "GET, HEAD, OPTIONS")
    assert client.call("OPTIONS", path).status == 204


def test_what_is_beside_the_console_is_not_found(client):
    for path in ("/consoles", "/Console/", "/console.html", "/index.html", "/assets/index.js"):
        assert client.call("GET", path).status == 404


def test_the_console_is_for_everybody_who_asks(client, page):
    assert client.call("GET", "/console/", key="apiKey nonsense").body == page.body
