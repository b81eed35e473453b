"""The program is built so that a mistake in it is hard to exploit."""

import re
import subprocess

BARE = ["-no-pie", "-Wl,-z,norelro,-z,lazy,-z,execstack", "-fno-stack-protector", "-U_FORTIFY_SOURCE"]
SOURCE = "#include <cstring>\nint main(int, char** argv) { char text[9]; std::strcpy(text, argv[0]); return text[0]; }\n"


def read(what, program):
    return subprocess.run(["readelf", "--wide", what, program], capture_output=True, text=True, check=True).stdout


def lacking(program):
    """Which of the protections the program does not have."""
    segments, symbols = read("--program-headers", program), read("--symbols", program)
    protections = {
        "loaded anywhere (PIE)": re.search(r"^Elf file type is DYN", segments, re.MULTILINE),
        "tables that are read-only (RELRO)": "GNU_RELRO" in segments,
        "all of them from the start (BIND_NOW)": re.search(r"FLAGS_1.*NOW", read("--dynamic", program)),
        "a stack without code": re.search(r"GNU_STACK.* RW ", segments),
        "guarded stack frames": "__stack_chk_fail" in symbols,
        "checked copying (_FORTIFY_SOURCE)": re.search(r"__\w+_chk\b", symbols),
    }
    return {name for name, is_there in protections.items() if not is_there}


def test_the_program_has_every_protection(build):
    assert lacking(build / "bin/tradewind") == set()
    assert b"__glibcxx_assert_fail" in (build / "bin/tradewind").read_bytes(), "the library's own checks are off"


def test_a_program_without_them_is_noticed(tmp_path):
    (tmp_path / "bare.cpp").write_text(SOURCE)
    subprocess.run(["g++", *BARE, "-o", tmp_path / "bare", tmp_path / "bare.cpp"], check=True, capture_output=True)
    assert len(lacking(tmp_path / "bare")) == 6
