"""The console in a browser: a list of many contacts, and a canvas of many steps."""

import json
import subprocess
from pathlib import Path

import sizes
from contacts import make_contacts
from report import Row
from rig import start_tradewind, stop

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 3
STEPS = 300
SECONDS_MAX = 300


def measure_console(rig):
    store = make_contacts(rig, sizes.CONTACTS).copy(rig, "console")
    server = start_tradewind(rig, store.folder)
    link = rig.run([rig.folder / "tradewind", "people", "invite", "--owner", "--data", store.folder]).strip()
    subprocess.run(["/usr/bin/python3", ROOT / "tools/build_console.py", "--packages", ROOT / "console"], check=True)
    done = subprocess.run(["node", ROOT / "console/tests/speed.mjs", server.address, link.partition("#")[2], str(ROUNDS),
                           str(STEPS)], capture_output=True, text=True, timeout=SECONDS_MAX)
    stop(server.process)
    store.remove()
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    measured = json.loads(done.stdout)
    many = f"{sizes.CONTACTS:,} contacts in the console"
    return [
        Row(f"{many}: from the click to the first rows", "ms", measured["open"]),
        Row(f"{many}: from a typed address to whom it finds", "ms", measured["search"]),
        Row(f"{many}: a page with a filter, loaded anew", "ms", measured["filter"]),
        Row(f"{many}: the next 50 rows", "ms", measured["more"]),
        Row(f"a workflow of {STEPS} steps in the console, loaded anew", "ms", measured["canvas"]),
        Row(f"a workflow of {STEPS} steps, drawn while it is moved: a frame, 95th percentile", "ms", measured["frame"],
            notes=["Chromium without a screen and without a graphics card, on the cores of the service."]),
    ]
