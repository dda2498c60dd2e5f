"""The way to the network: whatever httpx does for python-telegram-bot, aiohttp does too."""

from __future__ import annotations

import asyncio
import json
import socket
import traceback
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, TypedDict, Unpack

import pytest
from aiohttp import BasicAuth, web
from telegram import Bot, InputFile
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.request import BaseRequest, HTTPXRequest

from chatlama.transports.telegram.request import AiohttpRequest

TOKEN = "12345:a-token_nobody-may-see"  # noqa: S105 - opens nothing


@dataclass
class Server:
    """A server that answers as it is told to, and keeps what it was sent."""

    port: int = 0
    status: int = 200
    body: bytes = b'{"ok": true, "result": true}'
    fields: dict[str, Any] = field(default_factory=dict)
    files: dict[str, tuple[str, str, bytes]] = field(default_factory=dict)
    agent: str = ""
    asked_of: str = ""
    """Who asked for which address: in the way in which a proxy is asked."""
    open: asyncio.Event = field(default_factory=asyncio.Event)
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: web.Request) -> web.Response:
        self.agent = request.headers.get("User-Agent", "")
        who = BasicAuth.decode(request.headers.get("Proxy-Authorization", "Basic Og=="))
        self.asked_of = f"{who.login}:{who.password} {request.url}"
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                self.files[name] = value.filename, value.content_type, value.file.read()
            else:
                self.fields[name] = value
        self.asked.set()
        await self.open.wait()
        return web.Response(status=self.status, body=self.body, content_type="application/json")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/bot"


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    made = Server()
    made.open.set()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", made.answer)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    made.port = runner.addresses[0][1]
    yield made
    made.open.set()
    await runner.cleanup()


class Timeouts(TypedDict, total=False):
    """What may be set of them."""

    connect_timeout: float
    pool_timeout: float


def request_of(kind: str, **timeouts: Unpack[Timeouts]) -> BaseRequest:
    made = AiohttpRequest if kind == "aiohttp" else HTTPXRequest
    return made(connection_pool_size=1, **timeouts)


@pytest.fixture(params=["httpx", "aiohttp"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def request_(kind: str) -> AsyncIterator[BaseRequest]:
    made = request_of(kind)
    await made.initialize()
    yield made
    await made.shutdown()


@pytest.fixture
def bot(server: Server, request_: BaseRequest) -> Bot:
    return Bot(TOKEN, server.url, request=request_, get_updates_request=request_)


async def test_fields_arrive_as_text_and_json(server: Server, bot: Bot) -> None:
    server.body = json.dumps(
        {"ok": True, "result": {"message_id": 1, "date": 1, "chat": {"id": 1, "type": "private"}}}
    ).encode()
    await bot.send_message(5, "Grüße 🦙 & <b>", api_kwargs={"extra": {"a": ["ü", 1, True]}})
    assert server.fields["text"] == "Grüße 🦙 & <b>"
    assert server.fields["chat_id"] == "5"
    assert json.loads(server.fields["extra"]) == {"a": ["ü", 1, True]}
    assert "python-telegram-bot" in server.agent


@pytest.mark.parametrize("handle", [False, True])
async def test_files_are_uploaded(server: Server, bot: Bot, *, handle: bool) -> None:
    content = bytes(range(256)) * 300
    file = InputFile(BytesIO(content), "größe.bin", read_file_handle=not handle)
    await bot.set_webhook("https://example.org/", certificate=file, allowed_updates=["message"])
    kind = "application/octet-stream"
    assert server.files == {"certificate": ("größe.bin", kind, content)}
    assert server.fields["url"] == "https://example.org/"
    assert json.loads(server.fields["allowed_updates"]) == ["message"]


REFUSALS: list[tuple[int, str, dict[str, int], type[TelegramError]]] = [
    (400, "Bad Request: nö", {}, BadRequest),
    (400, "Bad Request: upgraded", {"migrate_to_chat_id": -100}, ChatMigrated),
    (401, "Unauthorized", {}, InvalidToken),
    (403, "Forbidden: bot was blocked", {}, Forbidden),
    (404, "Not Found", {}, InvalidToken),
    (409, "Conflict: terminated", {}, Conflict),
    (429, "Too Many Requests", {"retry_after": 7}, RetryAfter),
    (500, "Internal Server Error", {}, NetworkError),
]


@pytest.mark.parametrize(("status", "words", "more", "error"), REFUSALS)
async def test_refusals_are_the_same_errors(
    server: Server,
    bot: Bot,
    status: int,
    words: str,
    more: dict[str, int],
    error: type[TelegramError],
) -> None:
    server.status = status
    told = {"ok": False, "error_code": status, "description": words, "parameters": more}
    server.body = json.dumps(told).encode()
    with pytest.raises(error) as caught:
        await bot.get_me()
    assert type(caught.value) is error


@pytest.mark.parametrize("status", [200, 302, 502])
async def test_what_is_no_json_is_an_error(server: Server, bot: Bot, status: int) -> None:
    server.status, server.body = status, b"<html>Bad Gateway \xff</html>"
    with pytest.raises(TelegramError):
        await bot.get_me()


PAGE = b"<html>Not found: http://example.org/bot12345:a-token_nobody-may-see/getMe</html>"
NO_ANSWERS = [
    (200, PAGE),
    (200, b'{"status": "please log in"}'),
    (302, PAGE),
    (400, PAGE),
    (403, PAGE),
    (404, PAGE),
    (404, b'{"message": "no route for /bot12345:a-token_nobody-may-see/getMe"}'),
    (413, PAGE),
    (502, PAGE),
]


@pytest.mark.parametrize(("status", "body"), NO_ANSWERS, ids=map(str, range(len(NO_ANSWERS))))
async def test_what_stands_in_between_is_a_failing_network_and_repeats_no_token(
    server: Server, status: int, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    server.status, server.body = status, body
    async with request_of("aiohttp") as request, asyncio.timeout(60):
        with pytest.raises(NetworkError) as caught:
            await Bot(TOKEN, server.url, request=request).get_me()
    assert not isinstance(caught.value, BadRequest)
    assert str(status) in str(caught.value)
    ours = [one for one in caplog.records if one.name != "aiohttp.access"]  # the fake's own
    said = "".join(f"{one.getMessage()} {one.exc_text}" for one in ours)
    assert TOKEN not in said + "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("base", ["http://127.0.0.1:{port}/bot", "http://nowhere.invalid/bot"])
async def test_who_cannot_be_reached_is_a_network_error_without_the_token(
    request_: BaseRequest, kind: str, base: str
) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    bot = Bot(TOKEN, base.format(port=port), request=request_)
    with pytest.raises(NetworkError) as caught:
        await bot.get_me()
    assert not isinstance(caught.value, TimedOut)
    tells_nothing(caught.value, kind)


async def test_a_slow_answer_is_timed_out(server: Server, bot: Bot, kind: str) -> None:
    server.open.clear()
    with pytest.raises(TimedOut) as caught:
        await bot.get_me(read_timeout=0.05)
    tells_nothing(caught.value, kind)


async def test_a_connection_that_does_not_come_about_is_timed_out(kind: str) -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        port = full.getsockname()[1]
        waiting = [socket.socket() for _ in range(3)]
        for each in waiting:
            each.setblocking(False)
            each.connect_ex(("127.0.0.1", port))
        made = request_of(kind, connect_timeout=0.05)
        await made.initialize()
        with pytest.raises(TimedOut) as caught:
            await Bot(TOKEN, f"http://127.0.0.1:{port}/bot", request=made).get_me()
        tells_nothing(caught.value, kind)
        await made.shutdown()
        for each in waiting:
            each.close()


async def test_a_full_pool_is_timed_out(server: Server, bot: Bot, kind: str) -> None:
    server.open.clear()
    user = {"id": 5, "is_bot": True, "first_name": "Lama"}
    server.body = json.dumps({"ok": True, "result": user}).encode()
    first = asyncio.create_task(bot.get_me())
    await server.asked.wait()
    with pytest.raises(TimedOut, match=r"(?i)pool timeout") as caught:
        await bot.get_me(pool_timeout=0.02)
    tells_nothing(caught.value, kind)
    server.open.set()
    assert (await first).id == 5


async def test_a_lost_connection_is_a_network_error(kind: str) -> None:
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as rude:
        port = rude.sockets[0].getsockname()[1]
        made = request_of(kind)
        await made.initialize()
        with pytest.raises(NetworkError) as caught:
            await Bot(TOKEN, f"http://127.0.0.1:{port}/bot", request=made).get_me()
        tells_nothing(caught.value, kind)
        await made.shutdown()


async def test_it_has_to_be_initialized_and_may_be_again(server: Server, kind: str) -> None:
    made = request_of(kind)
    await made.initialize()
    await made.initialize()
    assert await made.do_request(server.url, "POST") == (200, server.body)
    await made.shutdown()
    await made.shutdown()
    with pytest.raises(RuntimeError, match="not initialized"):
        await made.do_request(server.url, "POST")
    await made.initialize()
    assert (await made.do_request(server.url, "GET"))[0] == 200
    await made.shutdown()
    assert made.read_timeout == 5.0


def tells_nothing(error: BaseException, kind: str) -> None:
    """The token is in no error of ours, and in nothing that it came from."""
    if kind == "aiohttp":
        assert TOKEN not in "".join(traceback.format_exception(error))
        while error is not None:
            assert TOKEN not in f"{error!r} {error}"
            error = error.__cause__ or error.__context__  # type: ignore[assignment] # may end


@pytest.mark.parametrize("scheme", ["http://", ""])
async def test_a_proxy_of_the_environment_is_used(
    server: Server, kind: str, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", f"{scheme}me:secret@127.0.0.1:{server.port}")
    monkeypatch.setenv("no_proxy", "elsewhere.invalid")
    made = request_of(kind)
    await made.initialize()
    assert await made.post(f"http://telegram.invalid/bot{TOKEN}/getMe")
    assert server.asked_of == f"me:secret http://telegram.invalid/bot{TOKEN}/getMe"
    await made.shutdown()


async def test_a_server_that_needs_no_proxy_is_asked_directly(
    server: Server, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://proxy.invalid:9")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    made = request_of(kind)
    await made.initialize()
    assert await made.post(f"{server.url}{TOKEN}/getMe")
    await made.shutdown()
