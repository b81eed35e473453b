"""The code of docs/deliveries.md accepts the signatures of its table, and no others."""

import json
import re
import subprocess
import sys

import pytest

from harness.example_page import DOCS, compile_typescript

PAGE = (DOCS / "deliveries.md").read_text()
ROW = re.compile(r"^\| `(whsec_\w+)` \| `(\w+)` \| `(\d+)` \| `(.*)` \| `(v1,\S+)` \|$", re.MULTILINE)
ROWS = [dict(zip(("secret", "id", "timestamp", "body", "signature"), row)) for row in ROW.findall(PAGE)]

DRIVERS = {
    "python": "\nimport json, sys\nfor case in json.load(sys.stdin):\n"
              "    print(is_genuine(case['secret'], case['headers'], case['body'].encode()))\n",
    "php": "\nforeach (json_decode(file_get_contents('php://stdin'), true) as $case) {\n"
           "    echo is_genuine($case['secret'], $case['headers'], $case['body']) ? 'True' : 'False', \"\\n\";\n}\n",
    "ts": "\nimport { readFileSync } from \"fs\";\n"
          "for (const one of JSON.parse(readFileSync(0).toString()) as any[]) {\n"
          "  console.log(isGenuine(one.secret, one.headers, Buffer.from(one.body)) ? \"True\" : \"False\");\n}\n",
}


# What Node brings, for a compiler that does not know it.
NODE = """
declare type Buffer = any;
declare const Buffer: any;
declare module "crypto" {
  export function createHmac(name: string, key: Buffer): any;
  export function timingSafeEqual(one: Buffer, other: Buffer): boolean;
}
declare module "fs" { export function readFileSync(file: number): Buffer; }
"""


def cases():
    """Every row as it is, with a second signature, and with something wrong."""
    for row in ROWS:
        def case(wanted, **changes):
            changed = {**row, **changes}
            headers = {"webhook-id": changed["id"], "webhook-timestamp": changed["timestamp"],
                       "webhook-signature": changed["signature"]}
            return {"secret": changed["secret"], "headers": headers, "body": changed["body"]}, wanted
        yield case(True)
        yield case(True, signature="v1,AAAA " + row["signature"])
        yield case(False, signature="v1,AAAA")
        yield case(False, body=row["body"] + " ")
        yield case(False, timestamp="1")
        yield case(False, id="x")
        yield case(False, secret="whsec_" + "A" * 32)


@pytest.mark.any_engine
@pytest.mark.parametrize("language", DRIVERS)
def test_the_examples_tell_genuine_calls_from_others(language, tmp_path):
    [code] = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(ROWS) == 4
    file = tmp_path / f"check.{language}"
    file.write_text(code + DRIVERS[language])
    command = {"python": [sys.executable, file], "php": ["php", file]}.get(language)
    if command is None:
        (tmp_path / "node.d.ts").write_text(NODE)
        compile_typescript([tmp_path])
        command = ["node", tmp_path / "check.js"]
    given = list(cases())
    told = subprocess.run(command, input=json.dumps([case for case, _ in given]), text=True, capture_output=True)
    assert told.returncode == 0, told.stderr
    assert told.stdout.split() == [str(wanted) for _, wanted in given]
