"""What a call costs on the way to Telegram: our HTTP client beside python-telegram-bot's own.

A small server in a process of its own answers on loopback; ``python -m bench.http`` is that server.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable

from telegram.request import BaseRequest, HTTPXRequest, RequestData
from telegram.request._requestparameter import RequestParameter

from bench.figures import Better, Figure, Goal, Part, in_turns
from chatlama.transports.telegram.request import AiohttpRequest

ROUNDS = 11
CALLS = 320
"""In each round, for each way."""
MANY = 16
"""Calls at the same time, where it is not one after the other."""
GOAL = Goal(Better.LESS, 0.5)
MESSAGE = {
    "message_id": 5,
    "date": 1_790_000_000,
    "chat": {"id": -1001000000001, "type": "supergroup", "title": "Lama evening"},
    "text": "table " * 30,
    "reply_markup": {"inline_keyboard": [[{"text": "Draw", "callback_data": "x" * 24}] * 2] * 3},
}
ANSWER = json.dumps({"ok": True, "result": MESSAGE}).encode()
PARAMETERS = {
    "chat_id": -1001000000001,
    "message_id": 5,
    "text": MESSAGE["text"],
    "reply_markup": MESSAGE["reply_markup"],
}


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer everything on one connection alike."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    response = head % len(ANSWER) + ANSWER
    try:
        while True:
            asked = await reader.readuntil(b"\r\n\r\n")
            fields = dict(line.lower().split(b": ", 1) for line in asked.split(b"\r\n")[1:] if line)
            await reader.readexactly(int(fields.get(b"content-length", 0)))
            writer.write(response)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def serve() -> None:
    """Serve until killed; print the port."""
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def calls(request: BaseRequest, url: str, at_once: int) -> float:
    """Return the processor time of a call in microseconds."""
    parameters = [RequestParameter.from_input(key, value) for key, value in PARAMETERS.items()]
    data = RequestData(parameters)

    async def some(times: int) -> None:
        for _ in range(times):
            found = await request.post(url, data)
            assert isinstance(found, dict)
            assert found["message_id"] == 5

    await asyncio.gather(*(some(1) for _ in range(at_once)))  # connections are open
    start = time.process_time()
    await asyncio.gather(*(some(CALLS // at_once) for _ in range(at_once)))
    return (time.process_time() - start) / CALLS * 1e6


async def clients() -> tuple[BaseRequest, BaseRequest]:
    """Return ours and the peer, ready, both without a proxy."""
    ours = AiohttpRequest()
    peer = HTTPXRequest(connection_pool_size=256, httpx_kwargs={"trust_env": False})
    await ours.initialize()
    await peer.initialize()
    return ours, peer


def measure() -> Part:
    """Measure both clients, one call after the other and many at once."""
    command = [sys.executable, "-m", "bench.http"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process,  # noqa: S603 - our own command
        asyncio.Runner() as runner,
    ):
        assert process.stdout is not None
        url = f"http://127.0.0.1:{int(process.stdout.readline())}/bot1:x/editMessageText"
        ours, peer = runner.run(clients())

        def way(request: BaseRequest, at_once: int) -> Callable[[int], float]:
            return lambda _: runner.run(calls(request, url, at_once))

        ways = {
            f"{name} {at_once}": way(request, at_once)
            for name, request in (("ours", ours), ("httpx", peer))
            for at_once in (1, MANY)
        }
        for one in ways.values():
            one(0)
        found = in_turns(ways, ROUNDS)
        runner.run(ours.shutdown())
        runner.run(peer.shutdown())
        process.kill()
    return Part(
        "HTTP: a call to the Bot API",
        f"{ROUNDS} rounds in one process, {CALLS} calls of editMessageText in each for every way, "
        "in turns; processor time of the client alone, which builds the form, waits for the answer "
        "of a small server in another process on loopback, and reads its JSON. The peer is "
        "python-telegram-bot's HTTPXRequest.",
        (
            Figure("one after the other, µs", found["ours 1"], found["httpx 1"], "httpx", GOAL),
            Figure(
                f"{MANY} at once, µs",
                found[f"ours {MANY}"],
                found[f"httpx {MANY}"],
                "httpx",
                GOAL,
            ),
        ),
    )


if __name__ == "__main__":
    asyncio.run(serve())
