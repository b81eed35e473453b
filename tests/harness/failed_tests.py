"""A plugin of pytest: tells whoever runs all tests which of them failed, by the name that runs one alone."""

import json
import os


def pytest_runtest_logreport(report):
    path = os.environ.get("TRADEWIND_FAILED_TESTS")
    if path and report.failed:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"test": report.nodeid, "output": report.longreprtext}) + "\n")
