"""A page of docs/ whose examples run as they are written."""

import json
import re
import subprocess
from pathlib import Path

from harness import processes

BLOCK = re.compile(r"^```(shell|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Any refusal ends the run.
PRELUDE = 'set -eu -o pipefail\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n'


def run_examples(name, server):
    """Runs every shell block in one shell; for each JSON block what the shell before it printed, and the block."""
    page = Path(__file__).parents[2] / "docs" / name
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    script = "".join(text + "\necho '<end>'\n" for language, text in blocks if language == "shell")
    done = subprocess.run(["bash", "-c", PRELUDE + script], cwd=processes.make_folder(), capture_output=True, text=True,
                          timeout=60, env={"PATH": "/usr/bin:/bin", "ADDRESS": server.url,
                                           "API_KEY": f"{server.admin_key.id}:{server.admin_key.secret}"})
    assert done.returncode == 0, done.stdout + done.stderr
    outputs = iter(done.stdout.split("<end>\n"))
    shown = []
    for language, text in blocks:
        if language == "shell":
            output = next(outputs)
        else:
            shown.append((json.loads(output), json.loads(text)))
    return shown
