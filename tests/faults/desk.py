"""One call after the other, with one key."""


class Desk:
    """Where things are made before something happens to the server, and looked at after it."""

    def __init__(self, client, key):
        self._client, self._key = client, key

    def made(self, path, body, method="POST"):
        answer = self._client.call(method, path, json=body, key=self._key)
        assert answer.status in (200, 201), answer.summary()
        return answer.json()

    def get(self, path):
        """None when it is not there."""
        answer = self._client.call("GET", path, key=self._key)
        assert answer.status in (200, 404), answer.summary()
        return answer.json() if answer.status == 200 else None

    def walk(self, path):
        """Everything in a list, by following its links."""
        found, target = [], path + "?pageSize=100"
        while target:
            page = self.get(target)
            found += page["results"]
            following = page["links"].get("next")
            target = following and following[following.index(path):]
        return found

    def call(self, method, path, **sent):
        """Without the key."""
        return self._client.call(method, path, **sent)
