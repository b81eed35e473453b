"""The sources of the console: types, style, rooms, unit tests, and a build that runs only when it must."""

import json
import os
import re
import shutil
import subprocess
import sys

from harness import processes

TOOLS = processes.ROOT / "tools"


def npm(console, *arguments):
    done = subprocess.run(["npm", "run", "--silent", *map(str, arguments)], cwd=console, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_style_and_rooms_are_in_order(console):
    npm(console, "check")


def test_its_parts_do_what_they_say(console):
    npm(console, "test")


def test_its_types_are_those_of_the_document(console, tmp_path):
    document = tmp_path / "openapi.json"
    subprocess.run([sys.executable, TOOLS / "openapi_build.py", processes.ROOT / "openapi", document,
                    tmp_path / "docs.html"], check=True)
    npm(console, "types", "--", document, "--check")
    changed = json.loads(document.read_text())
    changed["paths"]["/admin/v1/hold"]["get"]["operationId"] = "getAnotherHold"
    document.write_text(json.dumps(changed))
    done = subprocess.run(["npm", "run", "--silent", "types", "--", document, "--check"], cwd=console, capture_output=True)
    assert done.returncode != 0


def test_its_recipes_are_those_of_the_docs(console):
    page = (processes.ROOT / "docs/workflows.md").read_text().split("## Six workflows to begin with")[1]
    documented = {name: json.loads(text) for name, text in re.findall(r"```json (\S+)\n(.*?)```", page, re.DOTALL)}
    recipes = (console / "src/features/workflows/recipes").iterdir()
    assert {path.name: json.loads(path.read_text()) for path in recipes} == documented


def test_rooms_that_must_not_know_each_other_are_told(console, tmp_path):
    copy = tmp_path / "console"
    shutil.copytree(console, copy, ignore=shutil.ignore_patterns("node_modules"))
    check = ["node", "scripts/check-imports.mjs"]
    assert subprocess.run(check, cwd=copy).returncode == 0
    for place, line, words in (
            ("features/home/Wrong.ts", "import x from '~/features/contacts/Facts';", "features does not import features"),
            ("ui/Wrong.ts", "import x from '../frame/App';", "ui does not import frame"),
            ("features/home/Wrong.ts", "import { Button } from 'react-aria-components';", "only ui imports React Aria"),
            ("frame/Wrong.ts", "void fetch('/x');", "only api calls fetch")):
        wrong = copy / "src" / place
        wrong.write_text(line + "\n")
        done = subprocess.run(check, cwd=copy, capture_output=True, text=True)
        assert done.returncode == 1 and words in done.stderr, done.stderr
        wrong.unlink()


def test_the_lock_names_no_host(console):
    assert "://" not in "".join(value for package in json.loads((console / "package-lock.json").read_text())["packages"].values()
                                for name, value in package.items() if name == "resolved")
    for versions in (json.loads((console / "package.json").read_text())[part] for part in ("dependencies", "devDependencies")):
        assert all(version[0].isdigit() for version in versions.values()), "versions are exact"


def test_a_second_build_of_the_same_sources_runs_nothing_of_npm(console, tmp_path):
    """With an npm that only fails: it would be noticed."""
    shared = processes.ROOT / "build/console"
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "npm").write_text("#!/bin/sh\nexit 1\n")
    (programs / "npm").chmod(0o755)
    build = [sys.executable, TOOLS / "build_console.py", console, shared]
    subprocess.run([*build, tmp_path / "first"], check=True)
    without_npm = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    subprocess.run([*build, tmp_path / "second"], check=True, env=without_npm)
    names = {path.name for path in (tmp_path / "second").iterdir()}
    assert {"index.html", "index.html.br", "index.html.gz", "files.txt", "assets"} <= names
    changed = tmp_path / "console"
    shutil.copytree(console, changed, ignore=shutil.ignore_patterns("node_modules"))
    (changed / "index.html").write_text("changed")
    done = subprocess.run([sys.executable, TOOLS / "build_console.py", changed, shutil.copytree(shared, tmp_path / "shared"),
                           tmp_path / "third"], env=without_npm, capture_output=True, text=True)
    assert done.returncode != 0 and "npm ci" in done.stderr


def test_a_build_without_it_has_an_empty_table(tmp_path):
    """As `-DTRADEWIND_CONSOLE=off` has it."""
    files = tmp_path / "console_files.cpp"
    subprocess.run([sys.executable, TOOLS / "embed_console.py", files], check=True)
    assert "std::array<ConsoleFile, 0>" in files.read_text()
    subprocess.run(["g++", "-std=c++20", "-Wall", "-Werror", "-fsyntax-only", "-I", processes.ROOT / "src", files], check=True)
