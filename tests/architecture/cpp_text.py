"""Just enough understanding of C++ text for the rules: what is code, what is a comment, which bracket closes which."""

import re

_TOKEN = re.compile(
    r"""
      (?P<comment> //(?:[^\n\\]|\\.)* | /\*.*?\*/ )
    | (?P<raw> (?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\(.*?\)(?P=fence)" )
    | (?P<string> "(?:[^"\\\n]|\\.)*" )
    | (?P<char> (?<![0-9a-zA-Z_])'(?:[^'\\\n]|\\.)+' )
    """,
    re.VERBOSE | re.DOTALL,
)


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


def code_only(text):
    """The text with comments and the insides of literals turned to spaces; every offset and line stays where it was."""

    def replace(match):
        found = match.group(0)
        if match.lastgroup == "comment" or match.group("comment"):
            return _blank(found)
        return found[0] + _blank(found[1:-1]) + found[-1] if len(found) > 1 else found

    return _TOKEN.sub(replace, text)


def without_directives(code):
    """The code with preprocessor lines turned to spaces, those that go on after a backslash too."""
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\.)*", lambda match: _blank(match.group(0)), code,
                  flags=re.MULTILINE | re.DOTALL)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def closing(code, opening_offset):
    """The offset of the bracket that closes the one at `opening_offset`, or None."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    opening = code[opening_offset]
    depth = 0
    for offset in range(opening_offset, len(code)):
        if code[offset] == opening:
            depth += 1
        elif code[offset] == pairs[opening]:
            depth -= 1
            if depth == 0:
                return offset
    return None


def innermost_opening(code, offset):
    """The bracket, one of `({[`, that is open at `offset`; an empty text at the top level."""
    depth = {")": 0, "}": 0, "]": 0}
    match = {"(": ")", "{": "}", "[": "]"}
    for position in range(offset - 1, -1, -1):
        character = code[position]
        if character in depth:
            depth[character] += 1
        elif character in match:
            if depth[match[character]] == 0:
                return character
            depth[match[character]] -= 1
    return ""


def includes(text):
    """(line, name, quoted) of every #include."""
    pattern = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]', re.MULTILINE)
    return [(line_of(text, m.start()), m.group(2), m.group(1) == '"') for m in pattern.finditer(text)]
