"""The document of the repository, read once for all tests, and operations of it that tests like to change."""

import json
from pathlib import Path

from openapi_reference.source import read_document

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "openapi"
OPENAPI = read_document(SOURCE)
_TEXT = json.dumps(OPENAPI)


def changeable():
    """A copy that a test may change."""
    return json.loads(_TEXT)


def store_get(tree):
    return tree["paths"]["/store/"]["get"]


def store_patch(tree):
    return tree["paths"]["/admin/v1/store"]["patch"]


def list_keys(tree):
    return tree["paths"]["/admin/v1/api-keys/"]["get"]
