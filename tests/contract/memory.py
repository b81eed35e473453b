"""What earlier answers taught: ids and cursors by which later requests reach what exists."""

import re
from urllib.parse import parse_qs, urlsplit

KEPT_MAX = 40  # Of each kind; the oldest go first.
FROM_LISTS_MAX = 5  # A list teaches only while less is known: it also tells of much that cannot be changed.
# A collection that makes objects of another one, and one whose paths name objects of another one.
MAKES = {"data-explorer": "exports"}
NAMES = {"custom-events": "received by api"}
# What only some event types take part in, by the end of the path.
PARTS = {"/hook": "received by webhook", "/signing-secret": "sent", "/test": "sent"}
# Properties of a body that name an object: where it was learnt.
REFERS_TO = {"contactEmail": ("contacts", "_email"), "contactExternalId": ("contacts", "_externalId"),
             "email": ("contacts", "_email"), "externalId": ("contacts", "_externalId"),
             "productId": ("products", "productId"), "reportId": ("reports", "id"), "segmentId": ("segments", "id"),
             "couponSetId": ("coupon-sets", "id"), "contactId": ("contacts", "id")}
# Addresses whose last part is a token that opens something.
LINKS = re.compile(r"/(hooks|files)/([\w-]+)$")


class Memory:
    def __init__(self, paths, protected=()):
        """`paths` are all templates; values in `protected` are never learnt, so that nothing is done to them."""
        self._paths = {path.rstrip("/") for path in paths}
        self._protected = set(protected)
        self._known = {}  # {(collection, property): values, oldest first}
        self._within = {}  # {id: the parameters of the path that it was found under}

    def learn(self, template, value, parameters=None):
        """Takes what a successful answer holds: one object, or a list of them with its links. `parameters` are those
        of the path that was asked for."""
        collection = self.collection(template)
        if not isinstance(value, dict):
            return
        known_max = FROM_LISTS_MAX if "results" in value else KEPT_MAX
        for item in value.get("results", value.get("outcomes", [value])):
            # A run belongs to its workflow, wherever it is told of.
            within = {"id": item["workflowId"]} if "workflowId" in item else parameters or {}
            self._within[item.get("id", item.get("contactId"))] = within
            for node in item.get("definition", {}).get("nodes", ()):
                self._add("nodes", "node", node["id"], KEPT_MAX)
            for name, part in item.items():
                link = LINKS.search(str(part)) if name.lower().endswith("url") else None
                if link:
                    self._add(link[1], "token", link[2], KEPT_MAX)
                if isinstance(part, str) and (name == "id" or re.search(r"(?:Id|_email|alias)$", name)):
                    self._add(collection, name, part, known_max)
                    if "category" in item:
                        way = f"received by {item['receiveType']}" if "receiveType" in item else "sent"
                        self._add(way, name, part, known_max)
        for link in value.get("links", {}).values():
            for cursor in parse_qs(urlsplit(link or "").query).get("cursor", ()):
                self._add(collection, "cursor", cursor, KEPT_MAX)

    def forget(self, template, parameter, value):
        known = self._values(template, parameter)
        if value in known:
            known.remove(value)

    def within(self, value):
        """The parameters of the path under which the object with this id was found: those that it belongs to."""
        return self._within.get(value, {})

    def values(self, template, parameter):
        """What is known to stand for this parameter of the path, oldest first."""
        return list(self._values(template, parameter))

    def referred(self, name):
        """What is known to stand for this property of a body, oldest first."""
        return self._known.get(REFERS_TO.get(name), [])

    def cursors(self, template):
        return self._known.get((self.collection(template), "cursor"), [])

    def collection(self, template):
        """The last literal part before a parameter that is a path of its own; without one, the first part."""
        parts = template.strip("/").removeprefix("admin/v1/").split("/")
        prefix = "/admin/v1" if template.startswith("/admin/v1/") else ""
        own = [part for at, part in enumerate(parts)
               if not part.startswith("{") and prefix + "/" + "/".join(parts[:at + 1]) in self._paths]
        found = own[-1] if own else parts[0]
        return MAKES.get(found, found)

    def _add(self, collection, name, value, known_max):
        known = self._known.setdefault((collection, name), [])
        if value not in known and value not in self._protected and (known_max == KEPT_MAX or len(known) < known_max):
            known.append(value)
            del known[:-KEPT_MAX]

    def _values(self, template, parameter):
        before, _, after = template.partition("{" + parameter + "}")
        before = before.rstrip("/")
        if after in PARTS:
            return self._known.get((PARTS[after], "id"), [])
        if parameter == "node":
            return self._known.get(("nodes", "node"), [])
        if before.endswith("/why"):  # It tells why of anybody.
            return self._known.get(("contacts", "id"), [])
        collection, last = self.collection(before), before.rpartition("/")[2]
        names = [parameter, "_" + parameter, "id"]
        if last != collection:  # Such as product-id in /products/product-id/{id}.
            word = re.sub(r"-(.)", lambda match: match[1].upper(), last)
            names = [word, "_" + word]
        places = [(NAMES.get(collection, collection), name) for name in names]
        return next((self._known[place] for place in places if place in self._known), [])
