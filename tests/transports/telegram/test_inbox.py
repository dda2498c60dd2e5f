"""An update counts as received when what it did is stored; each move happens once."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from chatlama.core.table.model import Phase
from chatlama.session.ports import StoreError
from chatlama.session.transport import Incoming, NotKept, Reply, TransportError
from chatlama.transports.telegram import wire
from chatlama.transports.telegram.inbox import RIVAL
from tests.botapi import Answer, BotApi, Chat, Person
from tests.botapi.errors import OTHER_POLLER, WEBHOOK_ACTIVE, Refused
from tests.fakes import Failing
from tests.transports.telegram.club import HAND, Club, club

SECRET = "a-secret_of-9"  # noqa: S105 - opens nothing but the fake


async def test_what_cannot_be_stored_is_said_tried_again_and_done_once(
    server: BotApi, group: Chat, ada: Person, ben: Person
) -> None:
    store = Failing()
    other = server.group("Other", ada, ben)
    async with club(server, store=store) as bot:
        await bot.start(group, ada, ben)
        await bot.start(other, ada, ben)
        before = await bot.table(group)
        store.failures = [StoreError("disk full"), OSError("disk full")]
        mover = await bot.mover(group, ada, ben)
        answer = await mover.taps("Draw", group)
        assert answer == Answer("That can’t be saved just now. I keep trying.", alert=True)
        assert (await bot.table(group)).version == before.version
        assert "draws" not in ada.last(group).text
        (waiting,) = server.updates.pending()
        store.failures.clear()
        (await bot.mover(other, ada, ben)).taps("Draw", other)
        await server.until(lambda: "draws" in ada.last(other).text or None)  # polling goes on
        assert waiting in server.updates.pending()  # and what is not stored is not received
        server.advance(3)
        await bot.settled()
        assert (await bot.table(group)).step == before.step + 1
        await bot.wait(40, 10)
        assert (await bot.table(group)).step == before.step + 1
        assert not server.updates.pending()


async def test_what_came_twice_over_a_crash_happens_once(
    server: BotApi, group: Chat, ada: Person, ben: Person
) -> None:
    async with club(server) as bot:
        await bot.start(group, ada, ben)
        store, before = bot.store, await bot.table(group)
        mover = await bot.mover(group, ada, ben)
        held = server.faults.hold("getUpdates", times=2, when="before")  # nothing is confirmed
        mover.taps("Draw", group)
        await server.until(lambda: "draws" in ada.last(group).text or None)
        assert server.updates.pending()
        bot.running.cancel()
        held.release()
    async with club(server, store=store) as bot:
        await bot.settled()
        assert (await bot.table(group)).step == before.step + 1
        assert not server.updates.pending()
        assert not bot.running.done()


async def test_what_waited_during_a_restart_happens_once_and_the_rest_is_stale(
    server: BotApi, group: Chat, ada: Person, ben: Person
) -> None:
    async with club(server) as bot:
        await bot.start(group, ada, ben)
        store, before = bot.store, await bot.table(group)
        mover = await bot.mover(group, ada, ben)
    first = mover.taps("Draw", group)
    second = mover.taps("Draw", group)
    async with club(server, store=store) as bot:
        await bot.settled()
        assert (await bot.table(group)).step == before.step + 1
        answers = [await first, await second]
        assert [answer.alert for answer in answers] == [False, True]


async def test_what_waited_during_a_restart_is_taken_in_the_order_in_which_it_came(
    server: BotApi, group: Chat, ada: Person, ben: Person
) -> None:
    """Opening a table takes longer than all that follows: Telegram is asked for administrators."""
    name = server.bot.username
    ada.says(group, f"/new@{name}")
    ben.says(group, f"/join@{name}")
    ada.says(group, f"/start@{name}")
    async with club(server) as bot:
        await bot.settled()
        assert len((await bot.table(group)).persons) == 2
        assert (await bot.table(group)).phase is Phase.PLAYING


async def test_two_people_at_once_each_get_what_is_theirs(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    step = (await bot.table(group)).step
    answers = await asyncio.gather(ada.taps("Draw", group), ben.taps("Draw", group))
    await bot.settled()
    assert sorted(answer.alert for answer in answers) == [False, True]
    assert (await bot.table(group)).step == step + 1


async def test_two_rivals_are_a_clear_error_after_half_a_minute(
    server: BotApi, ada: Person
) -> None:
    async with club(server) as bot:
        ada.user.started = True
        seconds = 0
        while not bot.running.done():
            await _somebody_else_asks(server, bot)
            if seconds % 7 == 3:  # an answer now and then doesn't mean that nobody else asks
                ada.says(None, "/help")
            server.advance(1)
            seconds += 1
            await server.until(lambda: server.updates.polled or bot.running.done() or None)
        assert 30 <= seconds < 35
        with pytest.raises(TransportError) as told:
            await bot.running
        assert str(told.value) == RIVAL
        assert server.token not in str(told.value)


async def test_a_poller_that_goes_away_in_time_is_forgotten(server: BotApi) -> None:
    async with club(server) as bot:
        for _ in range(3):
            await _somebody_else_asks(server, bot)
            server.advance(40)
            await server.until(lambda: server.updates.polled or None)
        assert not bot.running.done()


async def _somebody_else_asks(server: BotApi, bot: Club) -> None:
    """Have another poller take the bot's place, and the bot notice it."""
    await _told(server, bot, OTHER_POLLER)


async def _told(server: BotApi, bot: Club, conflict: str) -> None:
    """Have the bot told of a conflict, and know it."""
    server.updates.interrupt(Refused(409, conflict))
    while not bot.time.asleep and not bot.running.done():  # noqa: ASYNC110 - it falls asleep without a word
        await asyncio.sleep(0)
    server.updates.changed()


async def test_a_webhook_of_before_is_taken_away_and_updates_are_asked_for(
    server: BotApi, group: Chat, ada: Person
) -> None:
    server.webhook.set({"url": "http://127.0.0.1:1/of-a-start-before"})
    async with club(server) as bot:
        await bot.says(ada, group, "/new")
        assert "who is in?" in ada.last(group).text
        server.webhook.set({"url": "http://127.0.0.1:1/of-somebody-else"})
        await _told(server, bot, WEBHOOK_ACTIVE)
        server.advance(1)
        await bot.says(ada, group, "/help")
        assert ada.last(group).text.startswith("Open a table")
        assert not bot.running.done()


async def test_ids_that_jump_after_a_silent_week_are_taken_as_they_come(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    step = (await bot.table(group)).step
    for moves in (1, 2):
        server.updates.skip(1_000_000)
        await bot.press(await bot.mover(group, ada, ben), "Draw", group)
        assert (await bot.table(group)).step == step + moves
        assert not server.updates.pending()


async def _turns() -> None:
    """Let loopback connections do what they are about to do."""
    for _ in range(60):
        await asyncio.sleep(0)


async def test_unknown_kinds_and_fields_are_ignored(bot: Club, group: Chat, ada: Person) -> None:
    strange: list[dict[str, Any]] = [
        {"brand_new_kind": {"deep": [1, 2]}},
        {"message": {"message_id": 9, "date": 1, "chat": {"id": group.id, "type": "supergroup"}}},
        {"callback_query": {"id": "7", "from": {"id": 5, "is_bot": False, "first_name": "?"}}},
    ]
    for number, content in enumerate(strange):
        whole: dict[str, Any] = {"update_id": 10 + number, "new_field": {"a": 1}} | content
        if "callback_query" in whole:
            whole["callback_query"] |= {"chat_instance": "1", "data": "x", "newer": True}
        await bot.telegram._take(wire.update(whole))
    await bot.open(group, ada)
    assert "who is in?" in ada.last(group).text


async def test_what_cannot_be_read_holds_up_nothing(
    server: BotApi, bot: Club, group: Chat, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    polling = bot.telegram._polling
    ask = polling.post
    broken = {"update_id": 1, "message": {"message_id": "no date, no chat"}}

    async def post(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - as it is
        answer: Any = await ask(*args, **more)
        return [broken, *answer]

    polling.post = post  # type: ignore[method-assign, misc] # no real server says so
    await bot.says(ada, group, "/help")
    await bot.says(ada, group, "/new")
    assert "can't be read" in caplog.text
    assert "who is in?" in ada.last(group).text
    assert not server.updates.pending()


async def test_an_update_that_makes_us_stumble_is_dropped_not_repeated(
    server: BotApi, bot: Club, group: Chat, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    dispatch = bot.telegram._dispatch

    async def stumbles(incoming: object) -> Any:  # noqa: ANN401 - never returns
        raise RuntimeError(f"a fault of ours: {type(incoming)}")

    bot.telegram._dispatch = stumbles
    await bot.says(ada, group, "/new")
    assert "is dropped" in caplog.text
    assert not server.updates.pending()
    bot.telegram._dispatch = dispatch
    await bot.open(group, ada)
    assert "who is in?" in ada.last(group).text


async def test_what_cannot_be_kept_does_not_hold_up_a_hundred_others(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    """Telegram tells of a hundred updates at a time, from the first that is not received on."""
    dispatch = bot.telegram._dispatch
    failing = {ben.id}

    async def fails(incoming: Incoming) -> Reply:
        if int(incoming.sender.user) in failing:
            raise NotKept("its file can't be written")
        return await dispatch(incoming)

    bot.telegram._dispatch = fails
    ben.says(group, "/join")
    (stuck,) = server.updates.pending()
    ada.user.started = True
    for _ in range(99):
        ada.says(None, "/help")
    ada.says(group, "/new")
    await ada.waits_for(lambda seen: "who is in?" in seen.text, group)
    await server.until(lambda: stuck not in server.updates.pending() or None)


async def test_while_nothing_can_be_kept_nothing_is_given_up(
    server: BotApi, bot: Club, group: Chat, ada: Person
) -> None:
    dispatch = bot.telegram._dispatch

    async def fails(_: Incoming) -> Reply:
        raise NotKept("the disk is full")

    bot.telegram._dispatch = fails
    ada.user.started = True
    for _ in range(99):
        ada.says(None, "/help")
    ada.says(group, "/new")
    ada.says(group, "/join")
    asked = len(server.calls(method="getUpdates"))
    await server.until(lambda: len(server.calls(method="getUpdates")) > asked + 5 or None)
    assert len(server.updates.pending()) == 101
    bot.telegram._dispatch = dispatch
    for _ in range(9):
        server.advance(31)
        await _turns()
    await ada.waits_for(lambda seen: "who is in?" in seen.text, group)


async def test_a_server_that_is_away_is_asked_again(
    server: BotApi, bot: Club, group: Chat, ada: Person
) -> None:
    await server.stop()
    await _turns()
    await server.start()
    ada.says(group, "/new")
    for _ in range(8):
        server.advance(31)
        await _turns()
    await ada.waits_for(lambda seen: "who is in?" in seen.text, group)
    await bot.settled()


async def _posts(port: int, header: bytes) -> bytes:
    """Return how a request is answered whose header no sound client would send."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n" + header)
    writer.write(b"\r\n\r\n{}")
    status = (await reader.readline()).split()[1]
    writer.close()
    await writer.wait_closed()
    return status


# --- webhook ---------------------------------------------------------------------------------


async def test_updates_come_by_webhook_with_the_secret_alone(
    server: BotApi, group: Chat, ada: Person, ben: Person, unused_tcp_port: int
) -> None:
    url = f"http://127.0.0.1:{unused_tcp_port}/hook"
    store = Failing()
    async with club(server, store=store, webhook=url, port=unused_tcp_port, secret=SECRET) as bot:
        await bot.start(group, ada, ben)
        assert await bot.press(ada, HAND, group) == Answer()
        assert not server.calls(method="getUpdates")
        before = await bot.table(group)
        async with aiohttp.ClientSession() as session:
            for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "wrong"}):
                async with session.post(url, json={"update_id": 1}, headers=headers) as answer:
                    assert answer.status == 403
            headers = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
            async with session.post(url, data=b"not json", headers=headers) as answer:
                assert answer.status == 400
            broken = {"update_id": 1, "message": {"message_id": "no date, no chat"}}
            told: tuple[Any, ...] = (broken, {"update_id": 2, "brand_new": {}}, [], 7)
            for unread in told:
                async with session.post(url, json=unread, headers=headers) as answer:
                    assert answer.status == 200, "it would come again and hold up the rest"
        status = await _posts(unused_tcp_port, b"X-Telegram-Bot-Api-Secret-Token: \xff\xfe")
        assert status == b"403"
        store.failures = [StoreError("disk full")]
        mover = await bot.mover(group, ada, ben)
        assert (await mover.taps("Draw", group)).alert
        await server.until(lambda: server.webhook.deliveries[-1][1] == 503 or None)
        server.advance(2)
        await server.until(lambda: any("draws" in s.text for s in ada.sees(group)) or None)
        await bot.settled()
        server.webhook.repeat = 1
        await bot.press(await bot.mover(group, ada, ben), "Draw", group)
        assert (await bot.table(group)).step == before.step + 2
