"""Answers get lost, come late or make no sense, exactly when a test says so."""

from __future__ import annotations

import asyncio

import pytest
from telegram import Bot
from telegram.error import NetworkError

from tests.botapi import BotApi, Chat, Person
from tests.botapi.conftest import Caller


async def test_an_answer_lost_after_the_act_leaves_the_act(
    server: BotApi, bot: Bot, group: Chat, ada: Person
) -> None:
    server.faults.lose("sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(group.id, "once")
    assert [seen.text for seen in ada.sees(group)] == ["once"]
    await bot.send_message(group.id, "twice")
    assert len(ada.sees(group)) == 2


async def test_a_call_lost_before_the_act_leaves_nothing(
    server: BotApi, bot: Bot, group: Chat, ada: Person
) -> None:
    server.faults.lose(when="before")
    with pytest.raises(NetworkError):
        await bot.send_message(group.id, "never")
    assert ada.sees(group) == ()
    assert server.calls(group) == []


@pytest.mark.parametrize("status", [500, 502])
async def test_server_errors(server: BotApi, bot: Bot, group: Chat, status: int) -> None:
    server.faults.fail("sendMessage", status=status, times=2)
    for _ in range(2):
        with pytest.raises(NetworkError):
            await bot.send_message(group.id, "x")
    assert (await bot.send_message(group.id, "x")).text == "x"


async def test_a_held_answer_comes_when_it_is_released(
    server: BotApi, bot: Bot, group: Chat, ada: Person
) -> None:
    hold = server.faults.hold("sendMessage")
    sending = asyncio.create_task(bot.send_message(group.id, "slow"))
    seen = await ada.waits_for(lambda one: one.text == "slow", group)
    await hold.held.wait()
    assert not sending.done()
    hold.release()
    assert (await sending).message_id == seen.id


async def test_a_slow_answer_comes_when_its_time_has_come(
    server: BotApi, bot: Bot, group: Chat
) -> None:
    hold = server.faults.hold("sendMessage", seconds=8, when="before")
    sending = asyncio.create_task(bot.send_message(group.id, "slow"))
    await hold.held.wait()
    server.advance(7.9)
    assert not group.messages
    server.advance(0.1)
    assert (await sending).date.timestamp() == server.core.clock.now()


async def test_a_stopped_server_refuses_connections_and_keeps_its_world(
    server: BotApi, bot: Bot, group: Chat, ada: Person
) -> None:
    await bot.send_message(group.id, "before")
    polling = asyncio.create_task(bot.get_updates(timeout=10))
    await server.until(lambda: server.updates.polled)
    await server.stop()
    with pytest.raises(NetworkError):
        await polling
    with pytest.raises(NetworkError):
        await bot.send_message(group.id, "meanwhile")
    await server.start()
    await bot.send_message(group.id, "after")
    assert [seen.text for seen in ada.sees(group)] == ["before", "after"]


async def test_everything_held_is_let_go_at_the_end(
    server: BotApi, call: Caller, group: Chat
) -> None:
    server.faults.hold("sendMessage")
    sending = asyncio.create_task(call("sendMessage", chat_id=group.id, text="x"))
    await server.until(lambda: server.calls(group))
    server.faults.clear()
    assert (await sending).status == 200
