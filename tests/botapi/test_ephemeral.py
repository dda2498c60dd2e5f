"""A hand that one person sees inside the group: when it may be shown, how it changes, how it goes.

Once with a server that has ephemeral messages (Bot API 10.3), once with an old one, which posts
them for all to see, once with one that refuses.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest, EndPointNotFound

from tests.botapi import BotApi, Chat, Person, Press
from tests.botapi.conftest import Caller

Fields: TypeAlias = dict[str, Any]
GO = {"inline_keyboard": [[{"text": "Hand", "callback_data": "hand"}]]}
OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"


@pytest.fixture
async def press(call: Caller, group: Chat, ada: Person) -> Press:
    """Ada's press on the table's button."""
    await call("sendMessage", chat_id=group.id, text="table", reply_markup=GO)
    return ada.taps("Hand", group)


def special(press: Press, ada: Person, **more: Any) -> Fields:  # noqa: ANN401  # JSON
    return {"receiver_user_id": ada.id, "callback_query_id": press.id, **more}


async def show(call: Caller, group: Chat, parameters: Fields, **more: Any) -> Any:  # noqa: ANN401  # JSON
    sent: Fields = {"chat_id": group.id, "text": "1 4 5", **more}
    return await call("sendMessage", ephemeral_message_parameters=parameters, **sent)


async def test_only_the_presser_sees_it_with_its_buttons(
    call: Caller, group: Chat, ada: Person, ben: Person, press: Press
) -> None:
    told = (await show(call, group, special(press, ada), reply_markup=GO)).result
    assert (told["message_id"], told["ephemeral_message_id"]) == (0, 1)
    assert told["receiver_user"]["id"] == ada.id
    assert [(seen.text, seen.ephemeral) for seen in ada.sees(group)] == [
        ("table", False),
        ("1 4 5", True),
    ]
    assert [seen.text for seen in ben.sees(group)] == ["table"]
    again = ada.press(ada.last(group), "Hand")
    (_, update) = (await call("getUpdates")).result
    assert update["callback_query"]["id"] == again.id
    assert update["callback_query"]["message"]["ephemeral_message_id"] == 1
    assert update["callback_query"]["message"]["message_id"] == 0
    with pytest.raises(AssertionError, match="doesn't see"):
        ben.press(ada.last(group), "Hand")


async def test_it_may_stand_in_for_the_public_message(
    server: BotApi, call: Caller, group: Chat, ada: Person, ben: Person, press: Press
) -> None:
    replace = special(press, ada, replace_callback_query_message=True)
    await show(call, group, replace, reply_markup=GO)
    ben.says(group, "hm")
    assert [seen.text for seen in ada.sees(group)] == ["1 4 5", "hm"]
    assert [seen.text for seen in ben.sees(group)] == ["table", "hm"]
    inner = ada.taps("Hand", group)
    nested = special(inner, ada, replace_callback_query_message=True)
    reply = await show(call, group, nested)
    assert reply.words == "Bad Request: MESSAGE_ID_INVALID"
    assert server.violations.pop().startswith("replace_callback_query_message without a press")
    assert (await show(call, group, special(inner, ada))).status == 200
    server.expire_ephemerals(group, ada)
    assert [seen.text for seen in ada.sees(group)] == ["table", "hm"]


async def test_it_needs_a_press_of_the_last_15_seconds(
    server: BotApi, call: Caller, group: Chat, ada: Person, press: Press
) -> None:
    server.advance(15)
    assert (await show(call, group, special(press, ada))).status == 200
    server.advance(0.1)
    assert (await show(call, group, special(press, ada))).words == OLD
    reply = await show(call, group, {"receiver_user_id": ada.id})
    assert reply.words == "Bad Request: MESSAGE_NOT_COMMAND"


async def test_it_comes_before_the_answer_not_after(
    call: Caller, group: Chat, ada: Person, press: Press
) -> None:
    await call("answerCallbackQuery", callback_query_id=press.id)
    assert (await show(call, group, special(press, ada))).words == OLD


async def test_it_is_for_whoever_pressed(
    server: BotApi, call: Caller, group: Chat, ben: Person, press: Press
) -> None:
    assert (await show(call, group, special(press, ben))).words == "Bad Request: QUERY_ID_INVALID"
    assert server.violations.pop() == "an ephemeral message for another than who pressed"


async def test_an_administrator_may_show_it_to_members_at_any_time(
    server: BotApi, call: Caller, group: Chat, ada: Person
) -> None:
    ada.makes_bot(group, "administrator")
    assert (await show(call, group, {"receiver_user_id": ada.id})).status == 200
    cem = server.person("Cem")
    reply = await show(call, group, {"receiver_user_id": cem.id})
    assert reply.words == "Bad Request: USER_NOT_PARTICIPANT"
    ada.starts()
    reply = await call(
        "sendMessage",
        chat_id=ada.id,
        text="x",
        ephemeral_message_parameters={"receiver_user_id": ada.id},
    )
    assert reply.words == "Bad Request: CHAT_ID_INVALID"
    server.violations.clear()


async def test_it_is_edited_and_deleted_by_its_own_methods(
    call: Caller, group: Chat, ada: Person, press: Press
) -> None:
    await show(call, group, special(press, ada))
    it = {"chat_id": group.id, "receiver_user_id": ada.id, "ephemeral_message_id": 1}
    assert (await call("editEphemeralMessageText", **it, text="4 5")).result is True
    assert ada.last(group).text == "4 5"
    same = await call("editEphemeralMessageText", **it, text="4 5")
    assert same.words.startswith("Bad Request: message is not modified")
    await call("editEphemeralMessageReplyMarkup", **it, reply_markup=GO)
    assert ada.last(group).labels == (("Hand",),)
    assert (await call("deleteEphemeralMessage", **it)).result is True
    assert [seen.text for seen in ada.sees(group)] == ["table"]
    gone = await call("editEphemeralMessageText", **it, text="5")
    assert gone.words == "Bad Request: message to edit not found"
    gone = await call("deleteEphemeralMessage", **it)
    assert gone.words == "Bad Request: message to delete not found"


async def test_ids_count_for_each_person_and_are_used_again(
    call: Caller, group: Chat, ada: Person, ben: Person
) -> None:
    ada.makes_bot(group, "administrator")

    async def shown(person: Person) -> int:
        reply = await show(call, group, {"receiver_user_id": person.id})
        return int(reply.result["ephemeral_message_id"])

    assert [await shown(ada), await shown(ada), await shown(ben)] == [1, 2, 1]
    it = {"chat_id": group.id, "receiver_user_id": ada.id, "ephemeral_message_id": 1}
    await call("deleteEphemeralMessage", **it)
    assert await shown(ada) == 1


async def test_it_may_be_lost_without_the_server_knowing(
    server: BotApi, call: Caller, group: Chat, ada: Person, press: Press
) -> None:
    server.settings.lost_ephemerals = 1
    await show(call, group, special(press, ada))
    assert [seen.text for seen in ada.sees(group)] == ["table"]
    await show(call, group, special(press, ada))
    assert len(ada.sees(group)) == 2
    ada.restarts_app()
    it = {"chat_id": group.id, "receiver_user_id": ada.id, "ephemeral_message_id": 2}
    assert (await call("editEphemeralMessageText", **it, text="x")).result is True
    assert [seen.text for seen in ada.sees(group)] == ["table"]


async def test_a_command_that_only_the_bot_sees_may_be_answered_so(
    server: BotApi, call: Caller, group: Chat, ada: Person, ben: Person
) -> None:
    command = {"command": "hand", "description": "Your hand", "is_ephemeral": True}
    await call("setMyCommands", commands=[command], scope={"type": "all_group_chats"})
    ada.says(group, "/hand")
    assert ben.sees(group) == ()
    (update,) = (await call("getUpdates")).result
    it = update["message"]["ephemeral_message_id"]
    assert update["message"]["message_id"] == 0
    reply = {"reply_parameters": {"ephemeral_message_id": it}}
    assert (await show(call, group, {"receiver_user_id": ada.id}, **reply)).status == 200
    server.advance(16)
    refused = await show(call, group, {"receiver_user_id": ada.id}, **reply)
    assert refused.words == "Bad Request: MESSAGE_NOT_COMMAND"


async def test_a_public_reply_to_an_ephemeral_command_is_refused(
    server: BotApi, call: Caller, group: Chat
) -> None:
    for reply in ({"message_id": 0}, {"ephemeral_message_id": 1}):
        refused = await call("sendMessage", chat_id=group.id, text="x", reply_parameters=reply)
        assert refused.words == "Bad Request: message to be replied not found"
        assert server.violations.pop() == "a public reply to an ephemeral message"


async def test_an_old_server_posts_it_for_all_to_see(
    server: BotApi, call: Caller, bot: Bot, group: Chat, ada: Person, ben: Person, press: Press
) -> None:
    server.settings.ephemeral = "old"
    told = (await show(call, group, special(press, ada))).result
    assert told["message_id"] > 0
    assert "ephemeral_message_id" not in told
    assert ben.last(group).text == "1 4 5"
    assert len(server.calls(group, counted=True)) == 2
    with pytest.raises(EndPointNotFound):
        await bot.do_api_request("editEphemeralMessageText", {"chat_id": group.id})
    command = {"command": "hand", "description": "x", "is_ephemeral": True}
    await call("setMyCommands", commands=[command])
    assert "is_ephemeral" not in (await call("getMyCommands")).result[0]
    disabled = {"inline_keyboard": [[{"text": "x", "disabled": {}}]]}
    reply = await call("sendMessage", chat_id=group.id, text="x", reply_markup=disabled)
    assert "Text buttons are unallowed" in reply.words
    server.violations.clear()


async def test_a_server_that_refuses_posts_nothing(
    server: BotApi, call: Caller, group: Chat, ada: Person, press: Press
) -> None:
    server.settings.ephemeral = "refuse"
    assert (await show(call, group, special(press, ada))).status == 400
    assert [seen.text for seen in ada.sees(group)] == ["table"]


async def test_python_telegram_bot_can_do_it_by_raw_parameters(
    bot: Bot, group: Chat, ada: Person, press: Press
) -> None:
    keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("4", callback_data="4")]])
    message = await bot.send_message(
        group.id,
        "hand",
        reply_markup=keyboard,
        api_kwargs={"ephemeral_message_parameters": special(press, ada)},
    )
    assert message.message_id == 0
    it: Fields = {
        "chat_id": group.id,
        "receiver_user_id": ada.id,
        "ephemeral_message_id": message.api_kwargs["ephemeral_message_id"],
    }
    await bot.do_api_request(
        "editEphemeralMessageText", {**it, "text": "new", "reply_markup": keyboard}
    )
    assert (ada.last(group).text, ada.last(group).labels) == ("new", (("4",),))
    await bot.do_api_request("deleteEphemeralMessage", it)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.do_api_request("editEphemeralMessageText", {**it, "text": "x"})
