"""Updates come until they are confirmed, age, are filtered; two pollers and a webhook exclude."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest
from aiohttp import web
from telegram import Bot
from telegram.error import Conflict

from tests.botapi import BotApi, Chat, Person, RealClock
from tests.botapi.conftest import Caller

Fields: TypeAlias = dict[str, Any]
GO = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}


def texts(updates: list[Fields]) -> list[str]:
    return [update["message"]["text"] for update in updates]


async def test_an_update_comes_until_a_higher_offset_is_asked_for(
    call: Caller, ada: Person
) -> None:
    ada.starts()
    ada.says(None, "one")
    ada.says(None, "two")
    first = (await call("getUpdates")).result
    assert texts(first) == ["/start", "one", "two"]
    assert (await call("getUpdates")).result == first
    assert (await call("getUpdates", limit=1)).result == first[:1]
    rest = await call("getUpdates", offset=first[1]["update_id"])
    assert texts(rest.result) == ["one", "two"]
    assert texts((await call("getUpdates")).result) == ["one", "two"]
    assert (await call("getUpdates", offset=first[2]["update_id"] + 1)).result == []
    assert (await call("getUpdates")).result == []


async def test_a_negative_offset_leaves_the_last(call: Caller, ada: Person) -> None:
    ada.starts()
    ada.says(None, "one")
    assert texts((await call("getUpdates", offset=-1)).result) == ["one"]
    assert texts((await call("getUpdates")).result) == ["one"]


async def test_a_poll_waits_for_what_comes(server: BotApi, call: Caller, ada: Person) -> None:
    polling = asyncio.create_task(call("getUpdates", timeout=10))
    await server.until(lambda: server.updates.polled)
    ada.starts()
    assert texts((await polling).result) == ["/start"]


async def test_presses_wait_150_seconds_and_messages_a_day(
    server: BotApi, call: Caller, group: Chat, ada: Person
) -> None:
    await call("sendMessage", chat_id=group.id, text="x", reply_markup=GO)
    ada.taps("Go", group)
    ada.starts()
    server.advance(150)
    assert len((await call("getUpdates")).result) == 2
    server.advance(1)
    assert texts((await call("getUpdates")).result) == ["/start"]
    server.advance(86400)
    assert (await call("getUpdates")).result == []


async def test_what_is_allowed_sticks_and_filters_what_comes_afterwards(
    call: Caller, ada: Person
) -> None:
    ada.starts()
    await call("getUpdates", allowed_updates=["callback_query"])
    ada.says(None, "unwanted")
    assert texts((await call("getUpdates")).result) == ["/start"]
    await call("getUpdates", allowed_updates=[])
    ada.says(None, "wanted")
    assert texts((await call("getUpdates")).result) == ["/start", "wanted"]


async def test_kinds_of_updates_that_do_not_exist_are_blamed(server: BotApi, call: Caller) -> None:
    known = ["message", "inline_query", "chosen_inline_result"]
    assert (await call("getUpdates", allowed_updates=known)).status == 200
    assert (await call("getUpdates", allowed_updates=["press"])).status == 400
    assert server.violations.pop() == "there are no updates ['press']"


async def test_the_real_clock_goes_by_itself() -> None:
    async with BotApi(clock=RealClock()) as server:
        due = asyncio.Event()
        before = server.core.clock.now()
        server.core.clock.at(before + 0.001, due.set)
        await asyncio.wait_for(due.wait(), 60)
        assert server.core.clock.now() > before
        with pytest.raises(AssertionError, match="goes by itself"):
            server.advance(1)


async def test_chat_members_come_only_if_they_are_asked_for(
    call: Caller, group: Chat, ada: Person, ben: Person
) -> None:
    ada.makes_bot(group, "administrator")
    ada.promotes(group, ben)
    assert [set(one) for one in (await call("getUpdates")).result] == [
        {"update_id", "my_chat_member"}
    ]
    await call("getUpdates", allowed_updates=["chat_member"])
    ada.demotes(group, ben)
    (_, told) = (await call("getUpdates")).result
    assert told["chat_member"]["new_chat_member"]["status"] == "member"


async def test_the_older_of_two_pollers_is_sent_away(
    server: BotApi, bot: Bot, call: Caller, ada: Person
) -> None:
    older = asyncio.create_task(bot.get_updates(timeout=10))
    await server.until(lambda: server.updates.polled)
    younger = asyncio.create_task(call("getUpdates", timeout=10))
    with pytest.raises(Conflict, match="terminated by other getUpdates request"):
        await older
    ada.starts()
    assert texts((await younger).result) == ["/start"]


async def test_a_poller_that_hangs_up_is_forgotten(server: BotApi, call: Caller) -> None:
    polling = asyncio.create_task(call("getUpdates", timeout=10))
    await server.until(lambda: server.updates.polled)
    polling.cancel()
    reply = await call("getUpdates", timeout=0)
    assert reply.status == 200


# --- webhooks --------------------------------------------------------------------------------


@dataclass(slots=True)
class Receiver:
    url: str = ""
    status: int = 200
    got: list[Fields] = field(default_factory=list)
    secrets: set[str | None] = field(default_factory=set)
    open: asyncio.Event = field(default_factory=asyncio.Event)
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, request: web.Request) -> web.Response:
        self.got.append(await request.json())
        self.came.set()
        self.secrets.add(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        await self.open.wait()
        return web.Response(status=self.status)


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    made = Receiver()
    made.open.set()
    app = web.Application()
    app.router.add_post("/", made.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    made.url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    yield made
    made.open.set()
    await runner.cleanup()


async def test_a_webhook_gets_updates_with_its_secret_and_excludes_polling(
    server: BotApi, call: Caller, ada: Person, receiver: Receiver
) -> None:
    ada.starts()
    polling = asyncio.create_task(call("getUpdates", timeout=10, offset=800_000_000))
    await server.until(lambda: server.updates.polled)
    await call("setWebhook", url=receiver.url, secret_token="s-3", max_connections=1)  # noqa: S106  # opens nothing
    assert (await polling).status == 409
    ada.says(None, "one")
    await server.fetched()
    assert (texts(receiver.got), receiver.secrets) == (["one"], {"s-3"})
    reply = await call("getUpdates")
    assert reply.words.startswith("Conflict: can't use getUpdates method while webhook is active")
    info = (await call("getWebhookInfo")).result
    assert (info["url"], info["pending_update_count"]) == (receiver.url, 0)
    await call("deleteWebhook")
    assert (await call("getUpdates")).status == 200


async def test_secrets_are_checked(server: BotApi, call: Caller, receiver: Receiver) -> None:
    for secret in ("x" * 257, "ü"):
        reply = await call("setWebhook", url=receiver.url, secret_token=secret)
        assert reply.words.startswith("Bad Request: secret token")
    assert len(server.violations) == 2
    server.violations.clear()


async def test_what_is_not_taken_comes_again_later_and_later(
    server: BotApi, call: Caller, ada: Person, receiver: Receiver
) -> None:
    receiver.status = 500
    await call("setWebhook", url=receiver.url)
    ada.starts()
    for pause, attempts in ((1, 1), (2, 2), (4, 3)):
        await server.until(lambda: len(server.webhook.deliveries) == attempts)  # noqa: B023  # awaited at once
        assert min(server.fake_clock._due)[0] == server.core.clock.now() + pause
        server.advance(pause)
    assert "500" in (await call("getWebhookInfo")).result["last_error_message"]
    receiver.status = 200
    await server.until(lambda: len(server.webhook.deliveries) == 4)
    server.advance(8)
    await server.until(lambda: not server.updates.pending())
    assert {update["update_id"] for update in receiver.got} == {receiver.got[0]["update_id"]}


async def test_a_chat_waits_for_its_own_deliveries_only(
    server: BotApi, call: Caller, ada: Person, ben: Person, receiver: Receiver
) -> None:
    receiver.open.clear()
    await call("setWebhook", url=receiver.url)
    ada.starts("one")
    ada.says(None, "two")
    ben.starts("other")
    while len(receiver.got) < 2:
        receiver.came.clear()
        await asyncio.wait_for(receiver.came.wait(), 10)
    assert set(texts(receiver.got)) == {"/start one", "/start other"}
    receiver.open.set()
    await server.fetched()
    assert set(texts(receiver.got)[2:]) == {"two"}


async def test_a_webhook_may_get_the_same_twice(
    server: BotApi, call: Caller, ada: Person, receiver: Receiver
) -> None:
    server.webhook.repeat = 1
    await call("setWebhook", url=receiver.url)
    ada.starts()
    await server.until(lambda: not server.updates.pending())
    assert texts(receiver.got) == ["/start", "/start"]


@pytest.mark.parametrize("seed", range(3))
async def test_presses_of_two_people_may_overtake_but_not_those_of_one(
    server: BotApi,
    call: Caller,
    group: Chat,
    ada: Person,
    ben: Person,
    receiver: Receiver,
    seed: int,
) -> None:
    await call("sendMessage", chat_id=group.id, text="x", reply_markup=GO)
    presses = [person.taps("Go", group) for person in (ada, ben) * 4]
    server.webhook.shuffle = random.Random(seed)
    await call("setWebhook", url=receiver.url, max_connections=1)
    await server.until(lambda: not server.updates.pending())
    order = [update["callback_query"]["id"] for update in receiver.got]
    assert order != [press.id for press in presses]
    for mine in (presses[::2], presses[1::2]):
        ids = [press.id for press in mine]
        assert [id for id in order if id in ids] == ids
