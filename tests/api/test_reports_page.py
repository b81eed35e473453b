"""The page about reports: its examples run as they are written, and give just what it shows."""

import json
import re
import subprocess
from pathlib import Path

from harness import processes

PAGE = Path(__file__).parents[2] / "docs" / "reports.md"
BLOCK = re.compile(r"^```(shell|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Any refusal ends the run.
PRELUDE = 'set -eu -o pipefail\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n'
MADE_ANEW = ("id", "createdAt", "updatedAt")


def lasting(value):
    return {name: part for name, part in value.items() if name not in MADE_ANEW}


def test_every_example_runs_and_gives_what_is_shown(start_server):
    server = start_server()
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    script = "".join(text + "\necho '<end>'\n" for language, text in blocks if language == "shell")
    done = subprocess.run(["bash", "-c", PRELUDE + script], cwd=processes.make_folder(), capture_output=True, text=True,
                          timeout=60, env={"PATH": "/usr/bin:/bin", "ADDRESS": server.url,
                                           "API_KEY": f"{server.admin_key.id}:{server.admin_key.secret}"})
    assert done.returncode == 0, done.stdout + done.stderr
    outputs = iter(done.stdout.split("<end>\n"))
    shown = 0
    for language, text in blocks:
        if language == "shell":
            output = next(outputs)
        else:
            shown += 1
            found, wanted = json.loads(output), json.loads(text)
            assert lasting(found) == lasting(wanted) and found.keys() == wanted.keys()
    assert shown == 2
