"""The rules of the house, each a function from a file to what is wrong with it.

A rule takes a SourceFile (its path from the root of the repository, its text) and yields Problems; the rules about
rooms also take the layers as src/CMakeLists.txt declares them.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from cpp_text import closing, code_only, includes, innermost_opening, line_of, without_directives

SIBLINGS = {"api", "engine", "delivery", "jobs"}

# Where a catch may end an exception, and why it may.
CATCH_ALLOWED = {
    "src/api/router.cpp": "an exception out of a handler becomes a 500",
    "src/app/main.cpp": "the last place before the process ends",
    "src/base/worker_thread.cpp": "the worker loop: one broken piece of work must not end the others",
    "src/jobs/chore_thread.cpp": "the worker loop: one broken chore must not end the others",
    "src/net/http_connection.cpp": "the I/O loop: one broken connection must not end the others",
    "src/storage/postgres/session.cpp": "the worker loops: the store tells whoever waits that the world broke",
    "src/storage/sqlite/work.cpp": "the worker loops: the store tells whoever waits that the world broke",
    "src/jobs/export_job.cpp": "an export that cannot be made ends, and the next one has its turn",
}
ENGINES = ("sqlite", "postgres")
# Who knows which engine keeps the data.
OPENS_ENGINES = {"src/app/open_database.cpp", "src/app/config.cpp", "src/app/check_command.cpp",
                 "src/app/compact_command.cpp", "src/app/database_command.cpp", "src/app/migration_backup.h",
                 "src/app/migration_backup.cpp"}
# Who runs the unit tests chooses their engine by a variable.
TIME_ALLOWED = {"src/base/clock.cpp", "src/storage/testing/test_engine.h"}
BOOST_JSON_ALLOWED = {"src/base/json.cpp"}
# Who knows whether this build can be told to make mistakes. All others ask is_planted().
FAULTS_ALLOWED = {"src/base/fault.h", "src/base/fault.cpp", "src/app/main.cpp"}

BANNED_FILE_WORDS = {
    "util", "utils", "utility", "utilities", "helper", "helpers", "manager", "managers", "common", "impl", "misc",
    "old", "v2", "new", "tmp", "temp", "bak", "copy", "final", "stuff",
}
BANNED_FILE_NAMES = {"types.h", "types.cpp"}
BANNED_FILE_ENDINGS = (".bak", ".orig", ".rej", ".swp", "~")
BANNED_TYPE_ENDINGS = ("Manager", "Helper", "Helpers", "Util", "Utils", "Common", "Impl", "Misc", "Base", "Data",
                       "Info")


@dataclass(frozen=True)
class SourceFile:
    path: str
    text: str

    @cached_property
    def code(self):
        return code_only(self.text)

    @property
    def room(self):
        parts = PurePosixPath(self.path).parts
        return parts[1] if len(parts) > 2 and parts[0] == "src" else None

    @property
    def name(self):
        return PurePosixPath(self.path).name

    @property
    def is_cpp(self):
        return self.path.startswith("src/") and self.path.endswith((".h", ".cpp"))

    @property
    def is_header(self):
        return self.path.endswith(".h")

    @property
    def is_unit_test(self):
        return self.path.endswith("_test.cpp")


@dataclass(frozen=True)
class Problem:
    path: str
    line: int
    what: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.what}"


def layers_of(cmake_text):
    """{layer: the layers it may include}, read from the add_layer lines."""
    layers = {}
    for body in re.findall(r"^add_layer\(([^)]*)\)", cmake_text, re.MULTILINE):
        words = body.split()
        uses, keyword = set(), None
        for word in words[1:]:
            if word in ("USES", "LIBRARIES", "GENERATED"):
                keyword = word
            elif keyword == "USES":
                uses.add(word)
        layers[words[0]] = uses
    return layers


def folders_of(cmake_text):
    """{layer: {folder: the folders of the layer that it may include}}, read from the arrange_folders lines."""
    layers = {}
    for layer, body in re.findall(r"^arrange_folders\((\w+)([^)]*)\)", cmake_text, re.MULTILINE):
        rows = (row.partition(":") for row in re.findall(r'"([^"]*)"', body))
        layers[layer] = {folder: set(uses.split()) for folder, _, uses in rows}
    return layers


def matches(file, pattern, what, text=None):
    text = file.code if text is None else text
    for match in re.finditer(pattern, text):
        yield Problem(file.path, line_of(text, match.start()), what.format(match.group(0)))


# --- who may include whom

def layers_stand_in_order(layers):
    for layer, uses in layers.items():
        for used in sorted(uses):
            if used not in layers:
                yield Problem("src/CMakeLists.txt", 1, f"{layer} uses {used}, which is no layer")
            elif list(layers).index(used) > list(layers).index(layer):
                yield Problem("src/CMakeLists.txt", 1, f"{layer} uses {used}, which comes after it")
            if layer in SIBLINGS and used in SIBLINGS:
                yield Problem("src/CMakeLists.txt", 1, f"the siblings {layer} and {used} must not know each other")
    if layers.get("net") != {"base"}:
        yield Problem("src/CMakeLists.txt", 1, "net uses base and nothing else")


def folders_stand_in_order(folders):
    for layer, rows in folders.items():
        order = list(rows)
        for folder, uses in rows.items():
            for used in sorted(uses):
                if used not in rows:
                    yield Problem("src/CMakeLists.txt", 1, f"{layer}/{folder} uses {used}, which is no folder of it")
                elif order.index(used) >= order.index(folder):
                    yield Problem("src/CMakeLists.txt", 1, f"{layer}/{folder} uses {used}, which does not come before it")


def includes_only_folders_it_uses(file, folders):
    """Inside a room the arrows are drawn, too. Who is above a room does not know what it is made of: the engines are
    included only where a database is opened."""
    parts = PurePosixPath(file.path).parts
    if not file.is_cpp or file.is_unit_test:
        return
    for line, name, _ in includes(file.text):
        room, _, rest = name.partition("/")
        folder = rest.partition("/")[0]
        if room in folders and file.room == room and folder != parts[2] and folder not in folders[room].get(parts[2], ()):
            yield Problem(file.path, line, f"{room}/{parts[2]} may not include {name}: its arrows do not lead there")
        if room == "storage" and file.room != room and folder in ENGINES and file.path not in OPENS_ENGINES:
            yield Problem(file.path, line, f"{name} is of one engine; whoever opens a database includes it")


def includes_only_rooms_it_uses(file, layers):
    if not file.is_cpp or file.room is None:
        return
    if file.room not in layers:
        yield Problem(file.path, 1, f"the folder {file.room} is no layer: it has no add_layer line")
        return
    for line, name, quoted in includes(file.text):
        room = PurePosixPath(name).parts[0]
        if room in layers and room != file.room and room not in layers[file.room]:
            yield Problem(file.path, line, f"{file.room} may not include {name}: its USES does not name {room}")
        elif quoted and (room not in layers or "/" not in name):
            yield Problem(file.path, line, f'"{name}": our headers are included by room, as "room/file.h"')


def outside_libraries_stay_in_their_room(file):
    owners = [
        (r"boost/(asio|beast)\b", lambda f: f.room == "net", "Asio and Beast are included only in src/net"),
        (r"sqlite3(ext)?\.h$", lambda f: f.room == "storage", "sqlite3.h is included only in src/storage"),
        (r"(postgresql/)?libpq", lambda f: f.room == "storage", "libpq is included only in src/storage"),
        (r"boost/json\b", lambda f: f.path in BOOST_JSON_ALLOWED, "boost/json is included only in src/base/json.cpp"),
        (r"boost/math\b", lambda f: f.room == "domain", "boost/math is included only in src/domain"),
        (r"nlohmann/|rapidjson/|simdjson", lambda f: False, "there is one JSON library, behind base/json"),
        (r"spdlog/", lambda f: f.path == "src/base/log.cpp", "spdlog is included only in src/base/log.cpp"),
        (r"toml\+\+/|CLI/", lambda f: f.room == "app",
         "command line and config libraries are included only in src/app"),
        (r"curl/", lambda f: f.room == "delivery", "libcurl is included only in src/delivery"),
        (r"ares\.h$", lambda f: f.room == "delivery", "c-ares is included only in src/delivery"),
        (r"(idn2|utf8proc)\.h$", lambda f: f.room == "base", "Unicode libraries are included only in src/base"),
    ]
    if not file.is_cpp:
        return
    for line, name, _ in includes(file.text):
        for pattern, allowed, what in owners:
            if re.match(pattern, name) and not allowed(file):
                yield Problem(file.path, line, f"{what}: {name}")


def headers_hide_the_libraries(file):
    """A header is read by others; the slow and the foreign stay in .cpp files."""
    if not file.is_cpp or not file.is_header:
        return
    for line, name, _ in includes(file.text):
        if re.match(r"boost/(asio|beast|json|math)\b|sqlite3|(postgresql/)?libpq|curl/|ares\.h|spdlog/|idn2|utf8proc", name):
            yield Problem(file.path, line, f"a header must not include {name}")


# --- what code may do where

def coroutines_only_in_net(file):
    if file.is_cpp and not (file.room == "net" and file.path.endswith(".cpp")):
        yield from matches(file, r"\bco_(await|return|yield)\b", "{} belongs into src/net/*.cpp alone")


def exceptions_end_in_few_places(file):
    if not file.is_cpp or file.is_unit_test or file.path in CATCH_ALLOWED:
        return
    for match in re.finditer(r"\bcatch\s*\(", file.code):
        head_end = closing(file.code, match.end() - 1)
        body_start = file.code.find("{", head_end)
        body = file.code[body_start : closing(file.code, body_start)]
        if not re.search(r"\bthrow\b|\brethrow_exception\b|\bthrow_with_nested\b", body):
            yield Problem(file.path, line_of(file.code, match.start()), "this catch ends an exception; let it pass")


def time_and_environment_come_from_app(file):
    if not file.is_cpp or file.room == "app" or file.path in TIME_ALLOWED:
        return
    yield from matches(
        file,
        r"\b(system_clock::now|getenv|sleep_for|sleep_until|gettimeofday|clock_gettime|localtime(_r)?|std::time)\b"
        r"|\b(u|nano)?sleep\s*\(|(?<![\w:.>])time\s*\(\s*(nullptr|NULL|0)\s*\)",
        "{}: time, chance and environment are passed in",
    )


def faults_are_asked_for(file):
    if file.is_cpp and file.path not in FAULTS_ALLOWED:
        yield from matches(file, r"\bTRADEWIND_FAULTS\b", "{}: ask base::is_planted, which is false in a release")


def try_stands_alone(file):
    if not file.is_cpp:
        return
    code = without_directives(file.code)
    for match in re.finditer(r"\bTRY\s*\(", code):
        before = code[: match.start()]
        end = closing(code, match.end() - 1)
        after = code[end + 1 :].lstrip() if end is not None else ""
        statement = re.split(r"[;{}]", before)[-1].strip()
        alone = statement in ("", "return") or (statement.endswith("=") and not statement.endswith("=="))
        if not alone or not after.startswith(";") or innermost_opening(code, match.start()) in ("(", "["):
            yield Problem(file.path, line_of(code, match.start()), "TRY stands alone: first, after = or after return")


# --- names, leftovers, tests that are off

def file_names_say_what_they_hold(file):
    words = set(re.split(r"[_\-.]", PurePosixPath(file.path).name.lower()))
    folders = {part.lower() for part in PurePosixPath(file.path).parts[:-1]}
    for word in sorted((words | folders) & BANNED_FILE_WORDS):
        yield Problem(file.path, 1, f"a file name must not say {word}")
    if file.name in BANNED_FILE_NAMES or file.name.endswith(BANNED_FILE_ENDINGS):
        yield Problem(file.path, 1, f"no file is called {file.name}")


def type_names_say_what_they_are(file):
    if not file.is_cpp:
        return
    declared = r"\b(?:class|struct|union|concept|enum(?:\s+class)?)\s+(?:\[\[\w+\]\]\s*)?(\w+)|\busing\s+(\w+)\s*="
    for match in re.finditer(declared, file.code):
        name = match.group(1) or match.group(2)
        if name.endswith(BANNED_TYPE_ENDINGS):
            yield Problem(file.path, line_of(file.code, match.start()), f"the name {name} does not say what it does")


def tests_are_on(file):
    if file.is_cpp:
        yield from matches(file, r"\bDISABLED_\w+", "{}: a test that is off is fixed or deleted")
        yield from matches(file, r"\bGTEST_SKIP\(\)\s*;", "{}: a skip says why")
        yield from matches(file, r"^\s*#\s*if\s+0\b", "code is deleted, not switched off",
                           re.sub(r"[ \t]+", " ", file.code))
    elif file.path.endswith(".py"):
        yield from matches(file, r"\bpytest\.skip\(\s*(\)|[\"']{2})", "{}: a skip says why", file.text)
        yield from matches(file, r"pytest\.mark\.(skip|xfail)\b(?!if)(?!\(\s*reason\s*=)", "{}: a skip says why",
                           file.text)
        yield from matches(file, r"pytest\.mark\.skipif\((?![^\n]*reason\s*=)", "{}: a skip says why", file.text)
    elif file.path.endswith((".ts", ".tsx", ".mjs", ".js")):
        yield from matches(file, r"\b(it|test|describe)\.(skip|only|todo)\b", "{}: no test is off or alone", file.text)


def todo_names_its_issue(file):
    words = "TO" + "DO|FIX" + "ME"  # In two pieces, so that this very line is not found.
    yield from matches(file, rf"\b({words})\b(?!\(#\d+\))", "{} needs an issue number, as (#12)", file.text)


def sources_have_their_header(file, paths):
    if not file.is_cpp or file.is_header or file.is_unit_test or file.path == "src/app/main.cpp":
        return
    # `connection_requests.cpp` may hold an aspect of what `connection.h` declares.
    words = file.path[: -len(".cpp")].split("_")
    headers = ["_".join(words[:count]) + ".h" for count in range(len(words), 0, -1)]
    if file.name.endswith("_resource.cpp"):
        headers.append(str(PurePosixPath(file.path).with_name("resources.h")))  # Of those that offer nothing but routes.
    header = next((header for header in headers if header in paths), None)
    if header is None:
        yield Problem(file.path, 1, f"{file.name} has no header {PurePosixPath(headers[0]).name} beside it")
        return
    found = includes(file.text)
    if not found or "src/" + found[0][1] != header:
        yield Problem(file.path, found[0][0] if found else 1, "its own header is included first")


def headers_are_read_once(file):
    if file.is_cpp and file.is_header and not file.text.lstrip().startswith("#pragma once"):
        yield Problem(file.path, 1, "a header starts with #pragma once")
