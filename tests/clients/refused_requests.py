"""A shop in Python that sends too much, or with a key that nobody knows: what it learns of each of its requests."""

import json
import os
import sys

import requests

told = []
for method, path, key, size in json.loads(os.environ["SHOP_ATTEMPTS"]):
    try:
        answer = requests.request(method, os.environ["SHOP_URL"] + path, data=b"x" * size, verify=os.environ["SHOP_TRUST"],
                                  headers={"Authorization": f"apiKey {key}", "Content-Type": "application/json"})
        told.append([answer.status_code, answer.json()["status"]])
    except requests.RequestException as problem:
        told.append(repr(problem))
json.dump(told, sys.stdout)
