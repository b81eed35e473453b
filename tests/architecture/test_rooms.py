"""Holds the tree against the rules of the house, and each rule against a text that breaks it."""

from pathlib import Path

import pytest

import rules
from rules import SourceFile

ROOT = Path(__file__).resolve().parents[2]
READ_FOLDERS = ("src", "tests", "tools", "bench", "cmake", "packaging", "openapi", "docs", ".ci", "console")
TEXT_ENDINGS = (".h", ".cpp", ".py", ".sql", ".cmake", ".txt", ".yaml", ".md", ".sh", ".ts", ".tsx", ".js", ".mjs",
                ".html", "")

LAYERS = rules.layers_of((ROOT / "src/CMakeLists.txt").read_text())
FOLDERS = rules.folders_of((ROOT / "src/CMakeLists.txt").read_text())
FILES_PER_FOLDER_MAX = 100
PLAIN_RULES = [
    rules.outside_libraries_stay_in_their_room,
    rules.headers_hide_the_libraries,
    rules.coroutines_only_in_net,
    rules.exceptions_end_in_few_places,
    rules.time_and_environment_come_from_app,
    rules.faults_are_asked_for,
    rules.try_stands_alone,
    rules.file_names_say_what_they_hold,
    rules.type_names_say_what_they_are,
    rules.tests_are_on,
    rules.todo_names_its_issue,
    rules.headers_are_read_once,
]


def read_tree():
    files = []
    for folder in READ_FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            relative = path.relative_to(ROOT)
            skipped = {"__pycache__", "node_modules", "build"} & set(relative.parts)
            if path.is_file() and not skipped and path.suffix in TEXT_ENDINGS and path.stat().st_size < 2_000_000:
                # This folder holds bad samples on purpose; its file names are judged all the same.
                text = "" if relative.parts[:2] == ("tests", "architecture") else path.read_text(errors="replace")
                files.append(SourceFile(relative.as_posix(), text))
    return files


TREE = read_tree()
PATHS = {file.path for file in TREE}


def problems_of(rule, file):
    if rule is rules.includes_only_rooms_it_uses:
        return list(rule(file, LAYERS))
    if rule is rules.includes_only_folders_it_uses:
        return list(rule(file, FOLDERS))
    if rule is rules.sources_have_their_header:
        return list(rule(file, PATHS))
    return list(rule(file))


def report(problems):
    return "\n".join(map(str, problems))


def test_the_tree_was_read():
    assert {"base", "domain", "storage", "operations", "net", "api", "engine", "delivery", "jobs", "app"} <= set(LAYERS)
    assert sum(file.is_cpp for file in TREE) > 20


def test_the_layers_stand_in_order():
    problems = [*rules.layers_stand_in_order(LAYERS), *rules.folders_stand_in_order(FOLDERS)]
    assert set(FOLDERS) == {"domain", "storage"}
    assert not problems, report(problems)


def test_a_folder_can_be_looked_over():
    for folder in {path.parent for path in (ROOT / "src").rglob("*.cpp")}:
        files = [path for path in folder.iterdir() if path.is_file()]
        assert len(files) <= FILES_PER_FOLDER_MAX, f"{folder.relative_to(ROOT)} has {len(files)} files"


@pytest.mark.parametrize(
    "rule",
    [rules.includes_only_rooms_it_uses, rules.includes_only_folders_it_uses, rules.sources_have_their_header,
     *PLAIN_RULES],
    ids=lambda rule: rule.__name__,
)
def test_every_file_keeps(rule):
    problems = [problem for file in TREE for problem in problems_of(rule, file)]
    assert not problems, report(problems)


def test_every_exception_to_a_rule_is_a_file_that_needs_it():
    """An allow-list that outlives its file would let the next file of that name through."""
    for path in rules.CATCH_ALLOWED:
        file = next((file for file in TREE if file.path == path), None)
        assert file is not None, f"{path} is allowed to end exceptions but does not exist"
        assert "catch" in file.code, f"{path} is allowed to end exceptions but has no catch"
    assert rules.TIME_ALLOWED | rules.BOOST_JSON_ALLOWED | rules.FAULTS_ALLOWED | rules.OPENS_ENGINES <= PATHS


BAD_SAMPLES = [
    (rules.includes_only_rooms_it_uses, "src/domain/a.h", '#include "storage/database/database.h"\n'),
    (rules.includes_only_rooms_it_uses, "src/api/a.cpp", '#include "jobs/import_job.h"\n'),
    (rules.includes_only_rooms_it_uses, "src/net/a.cpp", '  #  include "domain/settings/store.h"\n'),
    (rules.includes_only_rooms_it_uses, "src/net/a.cpp", '#include <domain/settings/store.h>\n'),
    (rules.includes_only_rooms_it_uses, "src/base/a_test.cpp", '#include "app/config.h"\n'),
    (rules.includes_only_rooms_it_uses, "src/base/a.cpp", '#include "text.h"\n'),
    (rules.includes_only_rooms_it_uses, "src/base/a.cpp", '#include "../net/http.h"\n'),
    (rules.includes_only_rooms_it_uses, "src/attic/a.cpp", "int x;\n"),
    (rules.includes_only_folders_it_uses, "src/storage/database/a.h", '#include "storage/stores/shop/product_store.h"\n'),
    (rules.includes_only_folders_it_uses, "src/storage/stores/shop/a.cpp", '#include "storage/sqlite/connection.h"\n'),
    (rules.includes_only_folders_it_uses, "src/domain/fields/a.h", '#include "domain/settings/store.h"\n'),
    (rules.includes_only_folders_it_uses, "src/jobs/a.cpp", '#include "storage/sqlite/database.h"\n'),
    (rules.outside_libraries_stay_in_their_room, "src/api/a.cpp", "#include <boost/asio/post.hpp>\n"),
    (rules.outside_libraries_stay_in_their_room, "src/api/a.cpp", "#include <boost/beast/http.hpp>\n"),
    (rules.outside_libraries_stay_in_their_room, "src/operations/a.cpp", "#include <sqlite3.h>\n"),
    (rules.outside_libraries_stay_in_their_room, "src/operations/a.cpp", "#include <libpq-fe.h>\n"),
    (rules.outside_libraries_stay_in_their_room, "src/base/text.cpp", "#include <boost/json.hpp>\n"),
    (rules.outside_libraries_stay_in_their_room, "src/base/text.cpp", "#include <boost/json/value.hpp>\n"),
    (rules.outside_libraries_stay_in_their_room, "src/jobs/a.cpp", "#include <boost/math/special_functions/gamma.hpp>\n"),
    (rules.outside_libraries_stay_in_their_room, "src/api/a.cpp", "#include <nlohmann/json.hpp>\n"),
    (rules.outside_libraries_stay_in_their_room, "src/api/a.cpp", "#include <spdlog/spdlog.h>\n"),
    (rules.outside_libraries_stay_in_their_room, "src/domain/a.cpp", "#include <utf8proc.h>\n"),
    (rules.headers_hide_the_libraries, "src/net/a.h", "#pragma once\n#include <boost/asio.hpp>\n"),
    (rules.headers_hide_the_libraries, "src/domain/a.h", "#pragma once\n#include <boost/math/distributions.hpp>\n"),
    (rules.headers_hide_the_libraries, "src/storage/a.h", "#pragma once\n#include <sqlite3.h>\n"),
    (rules.headers_hide_the_libraries, "src/storage/a.h", "#pragma once\n#include <libpq-fe.h>\n"),
    (rules.coroutines_only_in_net, "src/api/a.cpp", "auto x = co_await f();\n"),
    (rules.coroutines_only_in_net, "src/net/a.h", "inline T f() { co_return 1; }\n"),
    (rules.exceptions_end_in_few_places, "src/api/a.cpp", "void f() { try { g(); } catch (...) { log(); } }"),
    (rules.exceptions_end_in_few_places, "src/base/a.cpp",
     'int f() { try { return g(); } catch (const E& e) { /* throw; */ say("throw"); return 0; } }'),
    (rules.time_and_environment_come_from_app, "src/domain/a.cpp", "auto n = std::chrono::system_clock::now();"),
    (rules.time_and_environment_come_from_app, "src/api/a.cpp", 'auto n = std::getenv("HOME");'),
    (rules.time_and_environment_come_from_app, "src/net/a_test.cpp", "std::this_thread::sleep_for(1ms);"),
    (rules.time_and_environment_come_from_app, "src/storage/a.cpp", "usleep(5);"),
    (rules.time_and_environment_come_from_app, "src/storage/a.cpp", "auto t = time(nullptr);"),
    (rules.faults_are_asked_for, "src/jobs/a.h", "struct A {\n#ifdef TRADEWIND_FAULTS\n    bool x;\n#endif\n};"),
    (rules.try_stands_alone, "src/api/a.cpp", "void f() { g(TRY(h())); }"),
    (rules.try_stands_alone, "src/api/a.cpp", "void f() { const auto x = Foo{TRY(h())}; }"),
    (rules.try_stands_alone, "src/api/a.cpp", "void f() { return Foo{.a = TRY(h()), .b = 1}; }"),
    (rules.try_stands_alone, "src/api/a.cpp", "void f() { g(1,\n    TRY(h())); }"),
    (rules.try_stands_alone, "src/api/a.cpp", "void f() { auto x = TRY(h()) + 1; }"),
    (rules.try_stands_alone, "src/api/a.cpp", "void f() { if (auto x = TRY(h()); x) { } }"),
    (rules.try_stands_alone, "src/api/a.cpp", "void f() { if (y) TRY(h()); }"),
    (rules.file_names_say_what_they_hold, "src/base/text_utils.h", ""),
    (rules.file_names_say_what_they_hold, "src/base/helper.cpp", ""),
    (rules.file_names_say_what_they_hold, "src/common/text.h", ""),
    (rules.file_names_say_what_they_hold, "src/api/types.h", ""),
    (rules.file_names_say_what_they_hold, "src/api/old_router.cpp", ""),
    (rules.file_names_say_what_they_hold, "src/api/router_v2.cpp", ""),
    (rules.type_names_say_what_they_are, "src/api/a.h", "class KeyManager {};"),
    (rules.type_names_say_what_they_are, "src/api/a.h", "struct [[nodiscard]] RouteInfo {};"),
    (rules.type_names_say_what_they_are, "src/api/a.h", "using StoreImpl = int;"),
    (rules.tests_are_on, "src/api/a_test.cpp", "TEST(Router, DISABLED_Works) {}"),
    (rules.tests_are_on, "src/api/a_test.cpp", "TEST(Router, Works) { GTEST_SKIP(); }"),
    (rules.tests_are_on, "src/api/a.cpp", "#if 0\nint x;\n#endif\n"),
    (rules.tests_are_on, "tests/api/test_a.py", "pytest.skip()"),
    (rules.tests_are_on, "tests/api/test_a.py", "@pytest.mark.skip\ndef test_a(): pass"),
    (rules.tests_are_on, "tests/api/test_a.py", "@pytest.mark.skipif(True)\ndef test_a(): pass"),
    (rules.tests_are_on, "tests/api/a.test.ts", "it.only('x', () => {})"),
    (rules.todo_names_its_issue, "src/api/a.cpp", "// TODO: later\n"),
    (rules.todo_names_its_issue, "tools/a.py", "# FIXME\n"),
    (rules.sources_have_their_header, "src/api/lonely.cpp", "int x;\n"),
    (rules.sources_have_their_header, "src/base/clock.cpp", '#include <chrono>\n#include "base/clock.h"\n'),
    (rules.headers_are_read_once, "src/api/a.h", "#ifndef A\n#define A\n#endif\n"),
]


@pytest.mark.parametrize("rule, path, text", BAD_SAMPLES)
def test_a_rule_finds_what_breaks_it(rule, path, text):
    assert problems_of(rule, SourceFile(path, text))


GOOD_SAMPLES = [
    (rules.includes_only_folders_it_uses, "src/storage/stores/shop/a.cpp",
     '#include "storage/database/query.h"\n#include "storage/stores/contacts/contact_store.h"\n'),
    (rules.includes_only_folders_it_uses, "src/storage/database/a_test.cpp", '#include "storage/sqlite/schema.h"\n'),
    (rules.includes_only_rooms_it_uses, "src/api/a.cpp",
     '#include "net/http.h"\n#include <vector>\n#include "api/b.h"\n'),
    (rules.outside_libraries_stay_in_their_room, "src/net/a.cpp", "#include <boost/asio/post.hpp>\n"),
    (rules.outside_libraries_stay_in_their_room, "src/storage/a.cpp", "#include <sqlite3.h>\n"),
    (rules.coroutines_only_in_net, "src/net/a.cpp", "co_await f();"),
    (rules.coroutines_only_in_net, "src/api/a.cpp", '// co_await\nauto s = "co_await";'),
    (rules.exceptions_end_in_few_places, "src/base/a.cpp", "void f() { try { g(); } catch (...) { undo(); throw; } }"),
    (rules.exceptions_end_in_few_places, "src/base/a.cpp", "// catch (...) { }\nvoid catch_all();"),
    (rules.time_and_environment_come_from_app, "src/api/a.cpp", "auto n = clock.now(); response_time(0);"),
    (rules.time_and_environment_come_from_app, "src/app/a.cpp", 'std::getenv("HOME");'),
    (rules.try_stands_alone, "src/api/a.cpp",
     "R f() {\n    const auto x = TRY(h(a, {1}));\n    TRY(g(x));\n    if (x) { TRY(g(1)); }\n    return TRY(k());\n}"),
    (rules.try_stands_alone, "src/api/a.cpp",
     "auto f = [&]() -> R<void> {\n    TRY(g());\n    a.b() = TRY(h());\n    return {};\n};"),
    (rules.try_stands_alone, "src/api/a.cpp", "R f() {\n#ifdef X\n    g();\n#endif\n    TRY(h());\n}"),
    (rules.try_stands_alone, "src/base/result.h", "#define TRY(expression) ({ auto r = (expression); })"),
    (rules.type_names_say_what_they_are, "src/api/a.h",
     "class Database {}; struct Information {}; enum class S { Data, Info };"),
    (rules.tests_are_on, "src/api/a_test.cpp", 'TEST(A, B) { GTEST_SKIP() << "no disk"; }'),
    (rules.tests_are_on, "tests/api/test_a.py", 'pytest.skip("no loop devices")'),
    (rules.todo_names_its_issue, "src/api/a.cpp", "// TODO(#12): later\n"),
    (rules.sources_have_their_header, "src/base/clock.cpp", '#include "base/clock.h"\n#include <chrono>\n'),
]


@pytest.mark.parametrize("rule, path, text", GOOD_SAMPLES)
def test_a_rule_lets_good_code_pass(rule, path, text):
    problems = problems_of(rule, SourceFile(path, text))
    assert not problems, report(problems)


@pytest.mark.parametrize("cmake_text", [
    "add_layer(net USES base)\nadd_layer(base)\n",
    "add_layer(base)\nadd_layer(net USES base)\nadd_layer(api USES base)\nadd_layer(jobs USES api base)\n",
    "add_layer(base)\nadd_layer(domain USES base)\nadd_layer(net USES domain base)\n",
    "add_layer(base)\nadd_layer(net USES base attic)\n",
])
def test_a_wrong_order_of_layers_is_found(cmake_text):
    assert list(rules.layers_stand_in_order(rules.layers_of(cmake_text)))


@pytest.mark.parametrize("cmake_text", [
    'arrange_folders(storage\n  "database: files"\n  "files")\n',
    'arrange_folders(storage\n  "files: attic")\n',
    'arrange_folders(storage\n  "files: files")\n',
])
def test_a_wrong_order_of_folders_is_found(cmake_text):
    assert list(rules.folders_stand_in_order(rules.folders_of(cmake_text)))
