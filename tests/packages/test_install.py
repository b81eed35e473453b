"""What `make install` does, into a folder that stands for the root of a machine."""

import re
import subprocess

from harness import processes


def install(build, root, prefix="/usr/local"):
    done = subprocess.run(["cmake", "--install", build, "--prefix", prefix], env={"PATH": "/usr/bin:/bin",
                                                                                  "DESTDIR": str(root)},
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def pages_in(folder):
    return {path.relative_to(folder) for path in folder.rglob("*.md")}


def test_everything_goes_under_the_prefix(build, tmp_path):
    install(build, tmp_path)
    program = tmp_path / "usr/local/bin/tradewind"
    assert subprocess.run([program, "version"], capture_output=True).returncode == 0
    unit = (tmp_path / "usr/local/lib/systemd/system/tradewind.service").read_text()
    assert "ExecStart=/usr/local/bin/tradewind serve --config /etc/tradewind/tradewind.toml\n" in unit
    assert not re.search(r"@\w+@", unit)
    assert (tmp_path / "usr/local/share/man/man1/tradewind.1.gz").is_file()
    docs = tmp_path / "usr/local/share/doc/tradewind/docs"
    assert pages_in(docs) == pages_in(processes.ROOT / "docs")


def test_a_configuration_that_is_there_is_left_alone(build, tmp_path):
    install(build, tmp_path)
    config = tmp_path / "etc/tradewind/tradewind.toml"
    assert config.read_bytes() == (processes.ROOT / "packaging/tradewind.toml").read_bytes()
    config.write_text("# mine\n")
    install(build, tmp_path)
    assert config.read_text() == "# mine\n"
