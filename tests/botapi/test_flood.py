"""Sends and edits share a chat's limit; answers to presses have none; who waits is let in again."""

from __future__ import annotations

import pytest
from telegram import Bot
from telegram.error import BadRequest, RetryAfter

from tests.botapi import BotApi, Chat, Person
from tests.botapi.conftest import Caller


async def test_sends_and_edits_share_twenty_a_minute(
    server: BotApi, call: Caller, group: Chat
) -> None:
    sent = await call("sendMessage", chat_id=group.id, text="0")
    for number in range(1, 20):
        reply = await call(
            "editMessageText",
            chat_id=group.id,
            message_id=sent.result["message_id"],
            text=str(number // 2),
        )
        assert reply.status in (200, 400)  # what changes nothing is counted, too
    assert server.flood.room(group) == 0
    reply = await call("sendMessage", chat_id=group.id, text="x")
    assert (reply.status, reply.words) == (429, "Too Many Requests: retry after 60")
    assert reply.body["parameters"] == {"retry_after": 60}
    server.advance(59)
    assert (await call("sendMessage", chat_id=group.id, text="x")).words.endswith("after 1")
    assert server.flood.ignored == 1
    server.advance(1)
    assert (await call("sendMessage", chat_id=group.id, text="x")).status == 200
    assert len(server.calls(group, counted=True)) == 21


async def test_one_full_chat_delays_no_other_and_no_answers(
    server: BotApi, call: Caller, group: Chat, ada: Person, ben: Person
) -> None:
    markup = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    await call("sendMessage", chat_id=group.id, text="x", reply_markup=markup)
    server.flood.hold(group, 30)
    other = server.group("Other", ben)
    assert (await call("sendMessage", chat_id=other.id, text="x")).status == 200
    for _ in range(50):
        press = ada.taps("Go", group)
        assert (await call("answerCallbackQuery", callback_query_id=press.id)).status == 200
    assert (await call("deleteMessage", chat_id=group.id, message_id=2)).status == 200
    assert (await call("sendMessage", chat_id=group.id, text="x")).status == 429


async def test_private_chats_take_bursts_and_then_one_a_second(
    server: BotApi, call: Caller, ada: Person
) -> None:
    ada.starts()
    for _ in range(5):
        assert (await call("sendMessage", chat_id=ada.id, text="x")).status == 200
    assert (await call("sendMessage", chat_id=ada.id, text="x")).status == 429
    server.advance(5)
    assert (await call("sendMessage", chat_id=ada.id, text="x")).status == 200


async def test_thirty_a_second_overall(server: BotApi, call: Caller, ada: Person) -> None:
    groups = [server.group(f"Group {number}", ada) for number in range(31)]
    replies = [await call("sendMessage", chat_id=group.id, text="x") for group in groups]
    assert [reply.status for reply in replies] == [200] * 30 + [429]
    server.advance(1)
    assert (await call("sendMessage", chat_id=groups[30].id, text="x")).status == 200


@pytest.mark.parametrize("counts", [True, False])
async def test_whether_ephemeral_messages_count_is_a_switch(
    server: BotApi, call: Caller, group: Chat, ada: Person, *, counts: bool
) -> None:
    server.flood.ephemeral_counts = counts
    ada.makes_bot(group, "administrator")
    special = {"receiver_user_id": ada.id}
    for _ in range(20):
        await call("sendMessage", chat_id=group.id, text="x", ephemeral_message_parameters=special)
    assert server.flood.room(group) == (0 if counts else 20)
    assert server.calls(group, counted=True) == []


async def test_limits_can_be_turned_off(server: BotApi, call: Caller, group: Chat) -> None:
    server.flood.on = False
    for _ in range(40):
        assert (await call("sendMessage", chat_id=group.id, text="x")).status == 200


async def test_python_telegram_bot_hears_how_long(server: BotApi, bot: Bot, group: Chat) -> None:
    server.flood.hold(group.id, 7)
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(group.id, "x")
    assert caught.value._retry_after.total_seconds() == 7
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await bot.delete_message(group.id, 1)
