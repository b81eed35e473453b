"""What a unit file says, as far as whoever stands in for systemd must know it."""

import shlex


class UnitFile:
    def __init__(self, text):
        self.text = text
        self._values = {}
        for line in text.splitlines():
            name, equals, value = line.partition("=")
            if equals and not line.startswith("#"):
                self._values.setdefault(name, []).append(value)

    def one(self, name):
        values = self._values[name]
        assert len(values) == 1, f"{name} is given {len(values)} times"
        return values[0]

    @property
    def start_command(self):
        """How systemd starts it, as far as that can be done without systemd: user, folder, mask, rights."""
        assert self.one("NoNewPrivileges") == "yes" and self.one("CapabilityBoundingSet") == ""
        return [
            "env", f"--chdir={self.one('WorkingDirectory')}",
            "setpriv", f"--reuid={self.one('User')}", f"--regid={self.one('Group')}", "--init-groups",
            "--no-new-privs", "--bounding-set=-all",
            "sh", "-c", f'umask {self.one("UMask")} && exec "$@"', "sh", *shlex.split(self.one("ExecStart")),
        ]
