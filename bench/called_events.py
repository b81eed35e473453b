"""Events at a steady rate, and the calls that workflows make of them: when each was sent, answered, and came to its
receiver, by one clock in one thread."""

import asyncio
import json
import re
import time

CONNECTIONS = 32
CALLS_SECONDS_MAX = 20  # Until the last call has come.


class Receiver(asyncio.Protocol):
    """Who is called: notes when the first byte of each call came, by the number that the call tells, and answers 204."""

    def __init__(self, came):
        self._came, self._received, self._began = came, b"", 0

    def connection_made(self, transport):
        self._transport = transport

    def data_received(self, data):
        if not self._received:
            self._began = time.monotonic()
        self._received += data
        while (head := self._received.find(b"\r\n\r\n") + 4) >= 4:
            length = int(re.search(rb"(?i)\r\ncontent-length: *(\d+)", self._received[:head]).group(1))
            if len(self._received) < head + length:
                return
            call = json.loads(self._received[head:head + length])
            self._came[int(call["data"]["fields"]["number"])] = self._began
            self._transport.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            self._received = self._received[head + length:]


class Sender:
    """Posts bodies to one path over connections that it keeps."""

    def __init__(self, server, path):
        self._server, self._path, self._free = server, path, asyncio.Queue()
        self.sent, self.answered = {}, {}

    async def open(self):
        for _ in range(CONNECTIONS):
            self._free.put_nowait(await asyncio.open_connection("127.0.0.1", self._server.port))

    async def post(self, number, body):
        reader, writer = await self._free.get()
        headers = self._server.headers | {"Content-Type": "application/json", "Content-Length": len(body)}
        lines = [f"POST {self._path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        self.sent[number] = time.monotonic()
        writer.write("\r\n".join(lines).encode() + body)
        head = await reader.readuntil(b"\r\n\r\n")
        self.answered[number] = time.monotonic()
        if not head.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"an event was refused: {head}")
        if length := re.search(rb"(?i)\r\ncontent-length: *(\d+)", head):
            await reader.readexactly(int(length.group(1)))
        self._free.put_nowait((reader, writer))


def send_events(server, path, bodies, per_second, prepare=None):
    """The milliseconds until each event was answered; and until its call came, if `prepare` is given: it is called with the
    address of the receiver, and has every event called there."""
    return asyncio.run(_send_events(server, path, bodies, per_second, prepare))


async def _send_events(server, path, bodies, per_second, prepare):
    came = {}
    receiver = await asyncio.get_running_loop().create_server(lambda: Receiver(came), "127.0.0.1", 0)
    if prepare:
        prepare(f"http://127.0.0.1:{receiver.sockets[0].getsockname()[1]}/")
    sender = Sender(server, path)
    await sender.open()
    began, posts = time.monotonic(), []
    for number, body in enumerate(bodies):
        await asyncio.sleep(began + number / per_second - time.monotonic())
        posts.append(asyncio.create_task(sender.post(number, body)))
    await asyncio.gather(*posts)
    deadline = time.monotonic() + CALLS_SECONDS_MAX
    while prepare and len(came) < len(bodies):
        if time.monotonic() > deadline:
            raise RuntimeError(f"of {len(bodies)} events {len(came)} were called")
        await asyncio.sleep(0.05)
    receiver.close()
    return since(sender.sent, sender.answered), since(sender.sent, came)


def since(begun, ended):
    return [(moment - begun[number]) * 1e3 for number, moment in ended.items()]
