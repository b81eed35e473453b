"""Power cuts just after a file was taken in or made: whatever was acknowledged about it is still true."""

import os
import zipfile

from harness.exports import Exports
from harness.imports import Imports, rows_of
from harness.server import Server

ROUNDS = max(3, int(os.environ.get("FAULT_ROUNDS", "50")) // 10)
ROWS = 2_000  # More than are taken in before the power is cut.
UPLOADS = 3


class FileLoop:
    def __init__(self, image, env=None):
        self._image = image
        self._env = env
        self.acknowledged = 0

    def start(self):
        return Server(folder=self._image.mount_point, env=self._env, owner="the power cuts of files", is_doomed=True)

    def run(self, rounds):
        """The first loss found, or None."""
        server = self.start()
        key = server.admin_key
        try:
            self._image.sync()
            for number in range(rounds):
                export = Exports(server.client(), key).made()
                uploads = [self._upload(server, key, f"{number}-{upload}") for upload in range(UPLOADS)]
                self._image.cut_power()
                server.kill()
                self.acknowledged += 1 + UPLOADS
                self._image.unmount()
                self._image.mount()
                server = self.start()
                if problem := self._problem(server, key, export, uploads):
                    return f"round {number}: {problem}"
            return None
        finally:
            server.kill()

    @staticmethod
    def _upload(server, key, name):
        rows = rows_of(["_email"], *[[f"{name}-{row}@example.org"] for row in range(ROWS)])
        answer = Imports(server.client(), key).upload(rows)
        assert answer.status == 201, answer.summary()
        return answer.json()["id"]

    @staticmethod
    def _problem(server, key, export, uploads):
        for upload in uploads:
            done = Imports(server.client(), key).await_end(upload)
            if (done["status"], done["success"]) != ("finished", ROWS):
                return f"an upload was lost: {done}"
        try:
            Exports(server.client(), key).files(export)
        except (AssertionError, zipfile.BadZipFile) as problem:
            return f"an export was lost: {problem}"
        return None


def test_no_file_is_lost_that_was_acknowledged(image, survived):
    loop = FileLoop(image)
    problem = loop.run(ROUNDS)
    survived("power cut after an upload or an export", ROUNDS, loop.acknowledged)
    assert problem is None, problem


def test_the_loop_notices_files_that_do_not_wait_for_the_disk(image, noticed):
    problem = FileLoop(image, env={"TRADEWIND_FAULT": "trust-disk"}).run(ROUNDS)
    noticed("power cut after an upload or an export", "files that do not wait for the disk", problem)
    assert problem is not None and "was lost" in problem
