"""What a sound bot never sends is refused in the real words, and a test that lets it pass fails."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

import aiohttp
import pytest

from tests.botapi import BotApi, Chat, Person
from tests.botapi.conftest import Caller, Reply
from tests.botapi.schema import METHODS, PLAYED_NOWHERE, RETURNS, TYPES, UNPLAYED

Fields: TypeAlias = dict[str, Any]


def keyboard(*buttons: Fields, rows: int = 1) -> Fields:
    return {"inline_keyboard": [list(buttons)] * rows}


def button(**more: Any) -> Fields:  # noqa: ANN401  # JSON
    return {"text": "Go", **more}


GO = button(callback_data="go")

PARAMETERS: list[tuple[Fields, str, str]] = [
    ({"text": ""}, "message text is empty", "sendMessage without text"),
    ({"text": " \n "}, "text must be non-empty", "non-empty"),
    ({"text": "x" * 4097}, "message is too long", "too long"),
    ({"text": 7}, "can't parse text: text is 7, not String", "not String"),
    ({"chat_id": None}, "can't parse chat_id: chat_id is None, not Integer", "not Integer"),
    ({"disable_notification": "maybe"}, "can't parse disable_notification", "not Boolean"),
    ({"parse_mode": "Word"}, "unsupported parse_mode", "unsupported"),
    ({"parse_mode": "MarkdownV2"}, "Markdown is not played", "does not play Markdown"),
    ({"suggested_post_parameters": {}}, "can't parse suggested_post_parameters", "does not play"),
    ({"message_effect_id": "1"}, "message_effect_id is not played", "does not play"),
    ({"reply_markup": {"keyboard": []}}, "can't parse reply_markup", "reply_markup"),
]

KEYBOARDS: list[tuple[Fields, str]] = [
    (keyboard(button(callback_data="x" * 65)), "BUTTON_DATA_INVALID"),
    (keyboard(button(callback_data="ü" * 33)), "BUTTON_DATA_INVALID"),
    (
        keyboard(button(callback_data="")),
        "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ),
    (keyboard(button()), "can't parse inline keyboard button: Text buttons are unallowed"),
    (keyboard(button(callback_data="a", url="https://x.y")), "can't parse inline keyboard button"),
    (keyboard(button(callback_data="a", disabled={})), "can't parse inline keyboard button"),
    (keyboard(*[GO] * 9), "reply markup is too long"),
    (keyboard(*[GO] * 6, rows=17), "reply markup is too long"),
    (keyboard({"text": " ", "callback_data": "a"}), "can't parse inline keyboard button"),
    (keyboard({"callback_data": "a"}), "can't parse reply_markup"),
    (keyboard(button(callback_data="a", color="red")), "can't parse reply_markup"),
    (keyboard(button(callback_data="a", style="link")), "can't parse inline keyboard button"),
    (keyboard(button(copy_text={"text": "x" * 257})), "BUTTON_COPY_TEXT_INVALID"),
    (keyboard(button(url="lama")), "BUTTON_URL_INVALID"),
    (keyboard(button(web_app={"url": "https://x.y"})), "BUTTON_TYPE_INVALID"),
    (keyboard(button(pay=True)), "a button with pay is not played"),
]

ENTITIES: list[tuple[list[Fields], str]] = [
    ([{"type": "bold", "offset": 0, "length": 0}], "can't parse MessageEntity"),
    ([{"type": "bold", "offset": -1, "length": 1}], "can't parse MessageEntity"),
    (
        [{"type": "bold", "offset": 3, "length": 9}],
        "entity beginning at UTF-16 offset 3 ends after the end of the text at UTF-16 offset 12",
    ),
    (
        [{"type": "bold", "offset": 8, "length": 1}],
        "entity begins after the end of the text at UTF-16 offset 8",
    ),
    (
        [{"type": "bold", "offset": 0, "length": 1}],
        "entity ends in a middle of a UTF-16 symbol at byte offset 0",
    ),
    (
        [{"type": "bold", "offset": 1, "length": 2}],
        "entity begins in a middle of a UTF-16 symbol at byte offset 0",
    ),
    (
        [
            {"type": "bold", "offset": 0, "length": 4},
            {"type": "italic", "offset": 3, "length": 3},
        ],
        "entity beginning at UTF-16 offset 3 ends after the end of the text at UTF-16 offset 6",
    ),
    ([{"type": "sparkle", "offset": 0, "length": 2}], "can't parse MessageEntity: Unsupported"),
    ([{"type": "text_link", "offset": 0, "length": 2}], "can't parse MessageEntity: Can't find"),
    ([{"type": "text_mention", "offset": 0, "length": 2}], "can't parse MessageEntity: Can't"),
    ([{"type": "bold", "offset": "0", "length": 2}], "can't parse entities: entities[0].offset"),
    ([{"type": "bold", "length": 2}], "can't parse entities: entities[0] (MessageEntity) has no"),
]

HTML = [
    ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
    ("ü<x>y</x>", 'Unsupported start tag "x" at byte offset 2'),
    ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
    ("x</b>", "Unexpected end tag at byte offset 1"),
    ("1 < 2", "Unclosed start tag at byte offset 2"),
    ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
]

COMMANDS: list[tuple[Fields, str]] = [
    ({"command": "Play", "description": "x"}, "BOT_COMMAND_INVALID"),
    ({"command": "x" * 33, "description": "x"}, "BOT_COMMAND_INVALID"),
    ({"command": "play", "description": ""}, "BOT_COMMAND_DESCRIPTION_INVALID"),
    ({"command": "play", "description": "x" * 257}, "BOT_COMMAND_DESCRIPTION_INVALID"),
    ({"command": "play"}, "can't parse commands"),
]


def blamed(server: BotApi, reply: Reply, words: str) -> str:
    """Make sure that a call was refused and held against the bot."""
    assert reply.status == 400
    assert reply.words.startswith(f"Bad Request: {words}")
    (violation,) = server.violations
    server.violations.clear()
    return violation


@pytest.mark.parametrize(("params", "words", "violation"), PARAMETERS)
async def test_parameters_must_be_as_the_schema_says(
    server: BotApi, call: Caller, group: Chat, params: Fields, words: str, violation: str
) -> None:
    reply = await call("sendMessage", **({"chat_id": group.id, "text": "x"} | params))
    assert violation in blamed(server, reply, words)
    assert not group.messages


@pytest.mark.parametrize(("markup", "words"), KEYBOARDS)
async def test_keyboards_must_fit(
    server: BotApi, call: Caller, group: Chat, markup: Fields, words: str
) -> None:
    reply = await call("sendMessage", chat_id=group.id, text="x", reply_markup=markup)
    blamed(server, reply, words)


async def test_the_largest_keyboard_fits(call: Caller, group: Chat) -> None:
    markup = keyboard(*[button(callback_data="x" * 64)] * 8, rows=12)
    markup["inline_keyboard"].append([button(disabled={})] * 4)
    reply = await call("sendMessage", chat_id=group.id, text="x" * 4096, reply_markup=markup)
    assert reply.result["reply_markup"] == markup


@pytest.mark.parametrize(("entities", "words"), ENTITIES)
async def test_entities_must_be_sound(
    server: BotApi, call: Caller, group: Chat, entities: list[Fields], words: str
) -> None:
    reply = await call("sendMessage", chat_id=group.id, text="🦙 lama", entities=entities)
    blamed(server, reply, words)


async def test_entities_and_parse_mode_exclude_each_other(
    server: BotApi, call: Caller, group: Chat
) -> None:
    bold = [{"type": "bold", "offset": 0, "length": 1}]
    reply = await call("sendMessage", chat_id=group.id, text="x", parse_mode="HTML", entities=bold)
    blamed(server, reply, "entities and parse_mode exclude each other")


async def test_a_mention_needs_somebody_the_bot_knows(
    call: Caller, group: Chat, ada: Person
) -> None:
    mention = {"type": "text_mention", "offset": 0, "length": 3, "user": {"id": ada.id}}
    params: Fields = {"chat_id": group.id, "text": "Ada", "entities": [mention]}
    assert (await call("sendMessage", **params)).words == "Bad Request: user not found"
    ada.starts()
    (told,) = (await call("sendMessage", **params)).result["entities"]
    assert told["user"]["first_name"] == "Ada"


async def test_more_than_100_entities_are_cut_and_blamed(
    server: BotApi, call: Caller, group: Chat
) -> None:
    many = [{"type": "bold", "offset": at, "length": 1} for at in range(101)]
    reply = await call("sendMessage", chat_id=group.id, text="x" * 101, entities=many)
    assert len(reply.result["entities"]) == 100
    assert server.violations == ["101 entities; the server keeps 100"]
    server.violations.clear()


@pytest.mark.parametrize(("source", "words"), HTML)
async def test_html_must_be_sound(
    server: BotApi, call: Caller, group: Chat, source: str, words: str
) -> None:
    reply = await call("sendMessage", chat_id=group.id, text=source, parse_mode="HTML")
    blamed(server, reply, f"can't parse entities: {words}")


async def test_unknown_parameters_are_ignored_and_blamed(
    server: BotApi, call: Caller, group: Chat
) -> None:
    reply = await call("sendMessage", chat_id=group.id, text="x", reply_to_message=7)
    assert reply.result["text"] == "x"
    assert server.violations == ["sendMessage knows no parameter reply_to_message"]
    server.violations.clear()


async def test_unknown_methods_are_not_found(server: BotApi, call: Caller) -> None:
    reply = await call("sendLama")
    assert (reply.status, reply.words) == (404, "Not Found: method not found")
    assert server.violations.pop() == "there is no method sendLama"


async def test_known_methods_that_nobody_plays_say_so(server: BotApi, call: Caller) -> None:
    reply = await call("sendDice", chat_id=1)
    assert blamed(server, reply, "sendDice is not played") == "the fake does not play sendDice"


@pytest.mark.parametrize(("command", "words"), COMMANDS)
async def test_commands_must_fit(server: BotApi, call: Caller, command: Fields, words: str) -> None:
    blamed(server, await call("setMyCommands", commands=[command]), words)


async def test_menus_have_at_most_100_commands_and_known_scopes(
    server: BotApi, call: Caller
) -> None:
    play = {"command": "play", "description": "x"}
    reply = await call("setMyCommands", commands=[play] * 101)
    blamed(server, reply, "BOT_COMMANDS_TOO_MUCH")
    reply = await call("setMyCommands", commands=[play], scope={"type": "everywhere"})
    blamed(server, reply, "can't parse BotCommandScope")
    reply = await call("setMyCommands", commands=[play], language_code="deu")
    blamed(server, reply, "language_code")


async def test_alerts_hold_200_characters(
    server: BotApi, call: Caller, group: Chat, ada: Person
) -> None:
    await call("sendMessage", chat_id=group.id, text="x", reply_markup=keyboard(GO))
    press = ada.taps("Go", group)
    params: Fields = {"callback_query_id": press.id, "show_alert": True}
    blamed(server, await call("answerCallbackQuery", **params, text="x" * 201), "MESSAGE_TOO_LONG")
    reply = await call("answerCallbackQuery", **params, url="https://elsewhere.example")
    blamed(server, reply, "URL_INVALID")
    assert (await call("answerCallbackQuery", **params, text="🦙" * 200)).result is True
    assert (await press).text == "🦙" * 200


async def test_only_own_messages_can_be_edited(
    server: BotApi, call: Caller, group: Chat, ada: Person
) -> None:
    message = ada.says(group, "hello")
    reply = await call("editMessageText", chat_id=group.id, message_id=message.id, text="bye")
    blamed(server, reply, "message can't be edited")
    reply = await call("editMessageText", chat_id=group.id, message_id=0, text="bye")
    blamed(server, reply, "message to edit not found")
    reply = await call("editMessageText", chat_id=group.id, text="bye")
    blamed(server, reply, "message identifier is not specified")


@pytest.mark.parametrize(
    ("token", "status"), [("7000000001:wrong", 401), ("token", 404), ("7000000001", 404)]
)
async def test_tokens_are_looked_at(server: BotApi, token: str, status: int) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{server.base_url}{token}/getMe") as response,
    ):
        reply = Reply(response.status, await response.json())
    assert (reply.status, reply.words) == (status, {401: "Unauthorized", 404: "Not Found"}[status])


@pytest.mark.parametrize("how", ["json", "data", "params"])
async def test_json_forms_and_queries_mean_the_same(server: BotApi, group: Chat, how: str) -> None:
    plain: Fields = {"chat_id": group.id, "text": "12", "disable_notification": True}
    plain["reply_markup"] = keyboard(GO)
    encoded = {
        key: value if isinstance(value, str) else json.dumps(value) for key, value in plain.items()
    }
    sent: Fields = {how: plain if how == "json" else encoded}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{server.base_url}{server.token}/SENDMESSAGE", **sent) as response,
    ):
        assert response.status == 200
    assert server.calls(group)[0].params == plain


async def test_a_form_with_broken_json_is_refused(server: BotApi, group: Chat) -> None:
    form = {"chat_id": str(group.id), "text": "x", "reply_markup": "{"}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{server.base_url}{server.token}/sendMessage", data=form) as response,
    ):
        reply = Reply(response.status, await response.json())
    blamed(server, reply, "can't parse reply_markup JSON object")


async def test_a_test_with_violations_fails_at_its_end() -> None:
    with pytest.raises(AssertionError, match="no sound bot does this"):
        async with BotApi() as server:
            server.violations.append("something")


def test_the_schema_is_whole() -> None:
    assert set(RETURNS) == set(METHODS)
    assert len(METHODS) + len(UNPLAYED) == 185
    named = {
        part.strip("![]")
        for fields in [*METHODS.values(), *(kind for kind in TYPES.values())]
        for text in (fields.values() if isinstance(fields, dict) else fields)
        for part in text.split("|")
    }
    primitive = {"Boolean", "Float", "Integer", "String", "True"}
    assert named - set(TYPES) - primitive == PLAYED_NOWHERE
