"""A page of docs/ whose examples run as they are written, in their order, and give what the page shows.

A fence says what becomes of a block:

    sh, php, python, ts     is run; sh blocks of a page share one shell
    sh refused              is run and must be refused
    LANGUAGE NAME           is kept as the file NAME beside the examples, such as `csv contacts.csv`
    json, text              is what the block before it printed
    anything else           is only to be read

Ids, times and whatever else is made anew are compared by their form. In shown JSON the property "…" stands for others
that are left out, and so does a last line or element "…".
"""

import json
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

from harness import processes

DOCS = Path(__file__).parents[2] / "docs"
SECONDS_MAX = 120
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = {"php": ("php", "php"), "python": ("/usr/bin/python3", "py"), "ts": ("node", "ts")}
SHOWN = ("json", "text")
LEFT_OUT = "…"
# Any refusal ends the run, and nobody waits longer than needed.
PRELUDE = """set -eu -o pipefail
curl() { command curl --silent --show-error --fail-with-body "$@"; }
sleep() { command sleep 0.05; }
"""
# How pages write the addresses of the service.
ADDRESS = "http://127.0.0.1:8080"
PRIVATE_ADDRESS = "http://127.0.0.1:9464"
MADE_ANEW = [
    (re.compile(r"\b[0-9a-f]{24}\b"), "<id>"),
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"), "<time>"),
    (re.compile(r"\b\d{8}-\d{6}\b"), "<stamp>"),
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "<uuid>"),
    (re.compile(r"(?<=/)[\w.-]{30,}"), "<token>"),
    (re.compile(r"\bwhsec_\w+"), "<secret>"),
    (re.compile(r"\b[0-9A-Za-z]{22}:[0-9A-Za-z]{22}\b"), "<key>"),
]


@dataclass(frozen=True)
class Block:
    language: str
    word: str
    text: str

    @property
    def is_file(self):
        return self.word != "" and self.language != "sh"

    @property
    def is_run(self):
        return not self.is_file and (self.language == "sh" or self.language in PROGRAMS)


def blocks_of(text):
    return [Block(language, word, body) for language, word, body in BLOCK.findall(text)]


class ExamplePage:
    """`shared` names a page whose files the examples of this one use as well."""

    def __init__(self, name, shared=None):
        self.name = name
        self.blocks = blocks_of((DOCS / name).read_text(encoding="utf-8"))
        self._shared = ExamplePage(shared)._files() if shared else {}

    def write(self, folder):
        """Puts the files and programs of the page into the folder."""
        for name, text in (self._shared | self._files()).items():
            (folder / name).write_text(text, encoding="utf-8")
        for number, block in enumerate(self.blocks):
            if block.is_run and block.language in PROGRAMS:
                (folder / program_file(number, block)).write_text(block.text, encoding="utf-8")

    def run(self, folder, server, languages=("sh", *PROGRAMS)):
        """Runs what write() put there in these languages; (what it was, what it printed, what the page shows)."""
        is_run = [block.is_run and block.language in languages for block in self.blocks]
        script = "".join(self._line(number, block) for number, block in enumerate(self.blocks) if is_run[number])
        script = script.replace(ADDRESS, server.url).replace(PRIVATE_ADDRESS, server.private_url)
        done = subprocess.run(["bash", "-c", PRELUDE + script], cwd=folder, capture_output=True, text=True,
                              timeout=SECONDS_MAX, env=self._environment(folder, server))
        assert done.returncode == 0, f"{self.name}:\n{done.stdout}\n{done.stderr}"
        outputs = iter(done.stdout.replace(server.url, ADDRESS).split("<end>\n"))
        shown, output, source = [], "", ""
        for block, was_run in zip(self.blocks, is_run):
            if was_run:
                output, source = next(outputs), block.text
            elif block.language in SHOWN and not block.is_file:
                shown.append((source, output, block))
        return shown

    def _files(self):
        return {block.word: block.text for block in self.blocks if block.is_file}

    @staticmethod
    def _line(number, block):
        if block.word == "refused":
            return f"if\n{block.text}\nthen echo 'this is refused, says the page'; exit 1; fi\necho '<end>'\n"
        if block.language in PROGRAMS:
            name = program_file(number, block)
            run_name = name.replace(".ts", ".js")
            return f"{PROGRAMS[block.language][0]} {run_name}\necho '<end>'\n"
        return block.text + "\necho '<end>'\n"

    @staticmethod
    def _environment(folder, server):
        # No settings of the machine, so that no proxy gets between.
        return {"PATH": f"{folder}/build/release/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "ADDRESS": server.url,
                "API_KEY": f"{server.admin_key.id}:{server.admin_key.secret}"}


def program_file(number, block):
    return f"example_{number}.{PROGRAMS[block.language][1]}"


def make_folder(server):
    """Where examples run: with the data of the server beside them, and the program in reach."""
    folder = processes.make_folder()
    (folder / "data").symlink_to(server.data)
    (folder / "build/release/bin").mkdir(parents=True)
    (folder / "build/release/bin/tradewind").symlink_to(processes.binary())
    return folder


def without_what_is_made_anew(text):
    for pattern, name in MADE_ANEW:
        text = pattern.sub(name, text)
    return text


def is_as_shown(found, shown):
    """Whether the output is what the page shows of it."""
    if shown.language == "json":
        return _same_value(json.loads(found), json.loads(shown.text))
    lines, wanted = ([without_what_is_made_anew(line.rstrip()) for line in text.splitlines()]
                     for text in (found, shown.text))
    return _same_list(lines, wanted)


def _same_value(found, shown):
    if isinstance(shown, dict):
        if not isinstance(found, dict):
            return False
        named = {name for name in shown if name != LEFT_OUT}
        complete = named == found.keys() if LEFT_OUT not in shown else named < found.keys()
        return complete and all(_same_value(found[name], shown[name]) for name in named)
    if isinstance(shown, list):
        return isinstance(found, list) and _same_list(found, shown)
    if isinstance(shown, str) and isinstance(found, str):
        return without_what_is_made_anew(found) == without_what_is_made_anew(shown)
    return type(found) is type(shown) and found == shown


def _same_list(found, shown):
    if shown and shown[-1] == LEFT_OUT:
        shown = shown[:-1]
        found = found[:len(shown)] if len(found) > len(shown) else []
    return len(found) == len(shown) and all(map(_same_value, found, shown))


def compile_typescript(folders):
    """Checks the types of every program in the folders and leaves what Node runs beside them."""
    files = [file for folder in folders for file in sorted(folder.glob("*.ts"))]
    for folder in folders:
        (folder / "package.json").write_text('{"type": "module"}\n')
    command = ["tsc", "--strict", "--noEmitOnError", "--target", "es2022", "--module", "es2022", "--moduleResolution",
               "node", "--lib", "es2022,dom", *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_MAX)
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}{done.stderr}"
