"""People see what their clients show and press what they see; a whole game can be played so."""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from tests.botapi import Answer, BotApi, Chat, Person
from tests.botapi.conftest import Caller

Fields: TypeAlias = dict[str, Any]


def keyboard(*rows: Fields) -> Fields:
    return {"inline_keyboard": [[row] for row in rows]}


async def post(call: Caller, chat: Chat, *buttons: Fields, text: str = "table") -> int:
    markup = keyboard(*buttons)
    reply = await call("sendMessage", chat_id=chat.id, text=text, reply_markup=markup)
    return int(reply.result["message_id"])


GO = {"text": "Go", "callback_data": "go"}


async def test_a_press_shows_its_answer(call: Caller, group: Chat, ada: Person) -> None:
    await post(call, group, GO)
    press = ada.taps("Go", group)
    waiting = asyncio.create_task(press.answer())
    await call("answerCallbackQuery", callback_query_id=press.id, text="Done", show_alert=True)
    assert await waiting == Answer("Done", alert=True)
    again = await call("answerCallbackQuery", callback_query_id=press.id)
    assert again.words.startswith("Bad Request: query is too old")


async def test_a_press_that_nobody_answers_times_out(
    server: BotApi, call: Caller, group: Chat, ada: Person
) -> None:
    await post(call, group, GO)
    press = ada.taps("Go", group)
    waiting = asyncio.create_task(press.answer())
    await asyncio.sleep(0)
    server.advance(15)
    assert not waiting.done()
    server.advance(0.1)
    assert (await waiting).timed_out
    late = await call("answerCallbackQuery", callback_query_id=press.id)
    assert late.words.startswith("Bad Request: query is too old")
    with pytest.raises(AssertionError, match="in vain"):
        await ada.taps("Go", group).answer(patience=0.01)


async def test_only_what_is_seen_can_be_pressed(
    server: BotApi, call: Caller, group: Chat, ada: Person
) -> None:
    message = await post(call, group, GO)
    seen = ada.last(group)
    with pytest.raises(AssertionError, match="sees no 'Stop'"):
        ada.press(seen, "Stop")
    stop = keyboard({"text": "Stop", "callback_data": "stop"})
    await call("editMessageReplyMarkup", chat_id=group.id, message_id=message, reply_markup=stop)
    with pytest.raises(AssertionError, match="sees no 'Go'"):
        ada.press(seen, "Go")
    assert ada.press(seen, "Go", stale=True).id  # pressed before the edit came
    assert seen.labels == (("Go",),)
    assert ada.last(group).labels == (("Stop",),)
    cem = server.person("Cem")
    with pytest.raises(AssertionError, match="Cem sees no"):
        cem.taps("Stop", group)
    await call("editMessageText", chat_id=group.id, message_id=message, text="over")
    assert ada.last(group).labels == ()  # an edit without keyboard takes it away


async def test_buttons_that_ask_nobody(
    server: BotApi, call: Caller, group: Chat, ada: Person
) -> None:
    link = f"https://t.me/{server.bot.username}?start=t7"
    buttons: list[Fields] = [
        {"text": "Private", "url": link},
        {"text": "Code", "copy_text": {"text": "LAMA"}},
        {"text": "Off", "disabled": {}},
    ]
    await post(call, group, *buttons)
    assert await ada.taps("Private", group) == Answer(url=link)
    assert [seen.text for seen in ada.sees()] == ["/start t7"]
    assert await ada.taps("Code", group) == Answer(copied="LAMA")
    assert await ada.taps("Off", group) == Answer()
    assert len(server.updates.history) == 1


async def test_an_answer_may_lead_to_the_private_chat(
    server: BotApi, call: Caller, group: Chat, ada: Person
) -> None:
    await post(call, group, GO)
    press = ada.taps("Go", group)
    url = f"https://t.me/{server.bot.username}?start=hand"
    await call("answerCallbackQuery", callback_query_id=press.id, url=url)
    assert (await press).url == url
    assert await press == await press  # the link is followed once
    assert [seen.text for seen in ada.sees()] == ["/start hand"]


async def test_a_cached_answer_is_shown_without_asking(
    server: BotApi, call: Caller, group: Chat, ada: Person
) -> None:
    await post(call, group, GO)
    press = ada.taps("Go", group)
    await call("answerCallbackQuery", callback_query_id=press.id, text="Hand", cache_time=9)
    await press
    assert (await ada.taps("Go", group)).text == "Hand"
    assert len(server.updates.history) == 1
    server.advance(10)
    assert ada.taps("Go", group).id != press.id


async def test_menus_follow_chat_rank_and_language(
    call: Caller, group: Chat, ada: Person, ben: Person
) -> None:
    async def offer(name: str, kind: str, language: str = "", **where: int) -> None:
        command = {"command": name, "description": "x"}
        scope = {"type": kind, **where}
        more = {"language_code": language} if language else {}
        await call("setMyCommands", commands=[command], scope=scope, **more)

    def offered(person: Person, chat: Chat | None = None) -> list[str]:
        return [command["command"] for command in person.menu(chat)]

    assert offered(ada) == []
    await offer("all", "default")
    await offer("alle", "default", "de")
    assert (offered(ada), offered(ben, group)) == (["alle"], ["all"])
    await offer("group", "all_group_chats")
    assert (offered(ada, group), offered(ada)) == (["group"], ["alle"])
    await offer("admin", "all_chat_administrators")
    await offer("here", "chat", chat_id=group.id)
    await offer("ben", "chat_member", chat_id=group.id, user_id=ben.id)
    assert (offered(ada, group), offered(ben, group)) == (["here"], ["ben"])
    await call("deleteMyCommands", scope={"type": "chat", "chat_id": group.id})
    assert offered(ada, group) == ["admin"]


async def test_messages_are_edited_and_deleted(
    call: Caller, group: Chat, ada: Person, ben: Person
) -> None:
    message = ada.says(group, "/play")
    ada.edits(message, "/play 40")
    _, told = (await call("getUpdates")).result
    assert told["edited_message"]["text"] == "/play 40"
    assert ben.sees(group)[0].text == "/play 40"
    ada.deletes(message)
    assert ben.sees(group) == ()


async def test_a_mention_is_seen_by_whom_it_names(
    call: Caller, group: Chat, ada: Person, ben: Person
) -> None:
    ada.says(group, "/play")
    mention = {"type": "text_mention", "offset": 0, "length": 3, "user": {"id": ada.id}}
    await call("sendMessage", chat_id=group.id, text="Ada!", entities=[mention])
    assert ben.last(group).mentions(ada.id)
    assert not ben.last(group).mentions(ben.id)
    assert not ben.last(group).silent


async def test_a_round_is_played_by_people_who_see_only_what_their_clients_show(
    server: BotApi, bot: Bot, group: Chat, ada: Person, ben: Person
) -> None:
    async def lama() -> None:
        """Deal each who presses a secret number, and say when all have looked."""
        offset, looked = 0, set[int]()
        table = 0
        hand = InlineKeyboardMarkup([[InlineKeyboardButton("My hand", callback_data="hand")]])
        while len(looked) < 2:
            for update in await bot.get_updates(offset=offset, timeout=5):
                offset = update.update_id + 1
                if update.message is not None:
                    table = (await bot.send_message(group.id, "Lama", reply_markup=hand)).id
                query = update.callback_query
                if query is not None:
                    looked.add(query.from_user.id)
                    special = {
                        "receiver_user_id": query.from_user.id,
                        "callback_query_id": query.id,
                    }
                    await bot.send_message(
                        group.id,
                        f"{query.from_user.first_name}: {query.from_user.id}",
                        api_kwargs={"ephemeral_message_parameters": special},
                    )
                    await bot.answer_callback_query(query.id)
        await bot.edit_message_text("All have looked", group.id, table)

    playing = asyncio.create_task(lama())
    ada.says(group, "/play")
    for person in (ada, ben):
        table = await person.waits_for(lambda seen: seen.button("My hand") is not None, group)
        assert await person.press(table, "My hand") == Answer()
        assert person.last(group).text == f"{person.name}: {person.id}"
    await playing
    assert [seen.text for seen in ben.sees(group)] == [
        "/play",
        "All have looked",
        f"Ben: {ben.id}",
    ]
    assert len(server.calls(group, counted=True)) == 2
