"""A shop in Python: one session, bodies by `json=` and, once, from a generator, which makes them chunked."""

import json
import os
import sys

import requests

session = requests.Session()
session.headers["Authorization"] = f"apiKey {os.environ['SHOP_KEY']}"
email, field = os.environ["SHOP_EMAIL"], os.environ["SHOP_FIELD"]
base = os.environ["SHOP_URL"]
path = f"{base}/contacts/email/{email}"


def told_of(answer):
    return {"status": answer.status_code, "body": answer.json()}


def in_pieces(value):
    for character in json.dumps(value):
        yield character.encode()


told = {}
told["made"] = told_of(session.patch(path, json={"_name": "Ada", "_points": 3, "_birthdate": "1970-01-01T00:00:00Z",
                                                 field: ["b", "a"]}))
told["read"] = told_of(session.get(path, params={"fresh": True}))
told["changed"] = told_of(session.patch(f"{base}/contacts/{email}", data=in_pieces({"_name": None,
                                                                                   "_surname": "L\u00f6velace"}),
                                        headers={"Content-Type": "application/json"}))
told["empty"] = told_of(session.patch(path, json={}))
told["fields"] = []
target = f"{base}/contact-fields/"
while target:
    page = session.get(target).json()
    told["fields"] += [one["id"] for one in page["results"]]
    target = page["links"].get("next")
refused = session.patch(path, json={"_points": "3", "nothing": 1})
told["problems"] = [problem["path"] for problem in refused.json()["validationErrors"]]
told["deleted"] = session.delete(path).status_code
told["missing"] = told_of(session.get(path))
json.dump(told, sys.stdout)
