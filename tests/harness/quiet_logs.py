"""What must never be in a log: secrets, addresses of people, and what they sent."""

import re

from harness import server as server_module
from harness.client import all_secrets, all_texts

SECRET_CHARACTERS = 22
SHORTEST = 8  # Anything shorter is in every text.
# No domain ends in a number; a node of a cluster is named by its user and its place, such as tester@127.0.0.1.
EMAIL = re.compile(r"[\w.+-]+(?:@|%40)(?:[\w-]+\.)+[^\W\d][\w-]*", re.IGNORECASE)
RUN = re.compile(rf"[0-9A-Za-z]{{{SECRET_CHARACTERS},}}")


def told_in(text):
    """What a log tells that it must not, at most one thing of each kind."""
    known = {secret for secret in all_secrets if len(secret) >= SHORTEST}
    usual = {secret for secret in known if len(secret) == SECRET_CHARACTERS and secret.isalnum()}
    for run in RUN.findall(text):
        pieces = {run[place:place + SECRET_CHARACTERS] for place in range(len(run) - SECRET_CHARACTERS + 1)}
        if found := pieces & usual:
            yield f"a secret that begins with {min(found)[:4]}"
            break
    for secret in known - usual:
        if secret in text:
            yield f"a secret that begins with {secret[:4]}"
            break
    if found := EMAIL.search(text):
        yield f"an address: {found.group()}"
    if found := all_texts.first_in(text):
        yield f"what was sent: {found}"


def problems():
    """Of every server that the tests started."""
    return [f"{server} logged {told}" for server in server_module.all_servers for told in told_in(server.log)]
