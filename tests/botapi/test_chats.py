"""Groups, topics and private chats refuse, vanish and move as the real ones do."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from tests.botapi import BotApi, Chat, Person
from tests.botapi.conftest import Caller, Reply

Fields: TypeAlias = dict[str, Any]


async def send(call: Caller, chat: Chat | Person, **more: Any) -> Reply:  # noqa: ANN401  # JSON
    return await call("sendMessage", **({"chat_id": chat.id, "text": "x"} | more))


async def updates(call: Caller) -> list[Fields]:
    found: list[Fields] = (await call("getUpdates")).result
    if found:
        await call("getUpdates", offset=found[-1]["update_id"] + 1)
    return found


# --- private chats ---------------------------------------------------------------------------


async def test_a_bot_cannot_write_first(call: Caller, group: Chat, ada: Person) -> None:
    assert (await send(call, ada)).words == "Bad Request: chat not found"
    ada.says(group, "/play")
    reply = await send(call, ada)
    assert reply.status == 403
    assert reply.words == "Forbidden: bot can't initiate conversation with a user"
    ada.starts("join-7")
    assert (await send(call, ada)).status == 200
    assert [seen.text for seen in ada.sees()] == ["/start join-7", "x"]


async def test_blocked_and_deleted_accounts(call: Caller, ada: Person) -> None:
    ada.starts()
    await updates(call)
    ada.blocks()
    (told,) = await updates(call)
    assert told["my_chat_member"]["old_chat_member"]["status"] == "member"
    assert told["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    assert (await send(call, ada)).words == "Forbidden: bot was blocked by the user"
    ada.starts()
    assert [set(one) - {"update_id"} for one in await updates(call)] == [
        {"my_chat_member"},
        {"message"},
    ]
    assert (await send(call, ada)).status == 200
    ada.deactivates()
    assert (await send(call, ada)).words == "Forbidden: user is deactivated"


# --- groups ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("supergroup", "kind"), [(True, "supergroup"), (False, "group")])
async def test_a_bot_that_is_thrown_out_can_do_nothing(
    server: BotApi, call: Caller, ada: Person, kind: str, *, supergroup: bool
) -> None:
    group = server.group("G", ada, supergroup=supergroup)
    message = (await send(call, group)).result
    ada.removes_bot(group)
    (told,) = await updates(call)
    assert told["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    words = f"Forbidden: bot was kicked from the {kind} chat"
    edit: Fields = {"chat_id": group.id, "message_id": message["message_id"]}
    assert (await send(call, group)).words == words
    assert (await call("editMessageText", **edit, text="y")).words == words
    assert (await call("deleteMessage", **edit)).words == words
    ada.adds_bot(group)
    assert (await send(call, group)).status == 200
    await call("leaveChat", chat_id=group.id)
    reply = await send(call, group)
    assert reply.words == f"Forbidden: bot is not a member of the {kind} chat"


async def test_a_deleted_group(server: BotApi, call: Caller, group: Chat) -> None:
    server.delete_group(group)
    assert (await send(call, group)).words == "Forbidden: the group chat was deleted"


async def test_a_bot_may_be_mute(call: Caller, group: Chat, ada: Person) -> None:
    ada.makes_bot(group, "restricted", mute=True)
    (told,) = await updates(call)
    assert told["my_chat_member"]["new_chat_member"]["can_send_messages"] is False
    words = "Bad Request: not enough rights to send text messages to the chat"
    assert (await send(call, group)).words == words


async def test_adding_the_bot_is_told_with_the_link_that_was_followed(
    server: BotApi, call: Caller, ada: Person
) -> None:
    group = server.group("G", ada, bot=None)
    ada.adds_bot(group, "table-3")
    member, service, start = await updates(call)
    assert member["my_chat_member"]["old_chat_member"]["status"] == "left"
    assert member["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert service["message"]["new_chat_members"][0]["id"] == server.bot.id
    assert start["message"]["text"] == "/start@lama_test_bot table-3"
    assert start["message"]["entities"][0]["length"] == 20


async def test_people_come_and_go(server: BotApi, call: Caller, group: Chat, ada: Person) -> None:
    cem = server.person("Cem")
    assert cem.sees(group) == ()
    cem.joins(group)
    assert (await call("getChatMemberCount", chat_id=group.id)).result == 4
    ada.removes(group, cem)
    come, go = await updates(call)
    assert come["message"]["new_chat_members"][0]["first_name"] == "Cem"
    assert go["message"]["left_chat_member"]["first_name"] == "Cem"
    reply = await call("getChatMember", chat_id=group.id, user_id=cem.id)
    assert reply.result["status"] == "kicked"


async def test_privacy_mode_hides_what_is_not_meant_for_the_bot(
    server: BotApi, call: Caller, group: Chat, ada: Person
) -> None:
    async def heard(text: str, **more: Any) -> bool:  # noqa: ANN401  # says()
        ada.says(group, text, **more)
        return bool(await updates(call))

    other = server.person("Other", username="other_bot").user
    other.is_bot = True
    assert not await heard("hello")
    assert await heard("/play")
    assert await heard("/play@lama_test_bot")
    assert not await heard("/play@other_bot")
    group.last_bot = other
    assert not await heard("/play")
    await send(call, group)
    assert await heard("yes", reply_to=ada.last(group))
    assert (await call("getMe")).result["can_read_all_group_messages"] is False
    server.settings.privacy = False
    assert await heard("hello")
    server.settings.privacy = True
    ada.makes_bot(group, "administrator")
    await updates(call)
    assert await heard("hello")


async def test_an_anonymous_administrator_writes_as_the_group_and_presses_as_a_person(
    call: Caller, group: Chat, ada: Person, ben: Person
) -> None:
    ada.promotes(group, ada, anonymous=True)
    ada.says(group, "/play@lama_test_bot")
    (told,) = await updates(call)
    assert told["message"]["from"]["id"] == 1087968824
    assert told["message"]["sender_chat"]["id"] == group.id
    assert ben.sees(group)[-1].by == "Lama evening"
    await send(
        call, group, reply_markup={"inline_keyboard": [[{"text": "Go", "callback_data": "g"}]]}
    )
    ada.taps("Go", group)
    (told,) = await updates(call)
    assert told["callback_query"]["from"]["id"] == ada.id


async def test_administrators_are_told_or_refused(
    call: Caller, group: Chat, ada: Person, ben: Person
) -> None:
    ada.promotes(group, ben)
    reply = await call("getChatAdministrators", chat_id=group.id)
    assert [one["status"] for one in reply.result] == ["creator", "administrator"]
    group.hides_members = True
    reply = await call("getChatAdministrators", chat_id=group.id)
    assert reply.words == "Bad Request: member list is inaccessible"
    reply = await call("getChatMember", chat_id=group.id, user_id=ada.id)
    assert reply.words == "Bad Request: CHAT_ADMIN_REQUIRED"
    ada.starts()
    reply = await call("getChatAdministrators", chat_id=ada.id)
    assert reply.words == "Bad Request: there are no administrators in the private chat"
    assert (await call("getChat", chat_id=group.id)).result["title"] == "Lama evening"


async def test_what_is_deleted_can_be_edited_no_more(
    server: BotApi, call: Caller, group: Chat, ada: Person, ben: Person
) -> None:
    markup = {"inline_keyboard": [[{"text": "Go", "callback_data": "g"}]]}
    it = {
        "chat_id": group.id,
        "message_id": (await send(call, group, reply_markup=markup)).result["message_id"],
    }
    seen = ada.last(group)
    with pytest.raises(AssertionError, match="may not delete"):
        ben.deletes(seen)
    server.delete(seen)
    assert (await call("editMessageText", **it, text="y")).words.endswith(
        "message to edit not found"
    )
    assert (await call("deleteMessage", **it)).words == "Bad Request: message to delete not found"
    reply = await send(call, group, reply_parameters={"message_id": it["message_id"]})
    assert reply.words == "Bad Request: message to be replied not found"
    lenient = {"message_id": it["message_id"], "allow_sending_without_reply": True}
    assert (await send(call, group, reply_parameters=lenient)).status == 200
    ada.press(seen, "Go", stale=True)
    (told,) = await updates(call)
    assert told["callback_query"]["message"]["date"] == 0


async def test_messages_can_be_deleted_for_48_hours(
    server: BotApi, call: Caller, group: Chat, ada: Person
) -> None:
    it = {"chat_id": group.id, "message_id": (await send(call, group)).result["message_id"]}
    hers = ada.says(group, "hello")
    reply = await call("deleteMessage", chat_id=group.id, message_id=hers.id)
    assert reply.words == "Bad Request: message can't be deleted"
    server.advance(48 * 3600)
    assert (await call("deleteMessage", **it)).words == "Bad Request: message can't be deleted"
    assert (await call("editMessageText", **it, text="still")).status == 200
    ada.makes_bot(group, "administrator")
    both = [it["message_id"], hers.id, 999]
    assert (await call("deleteMessages", chat_id=group.id, message_ids=both)).result is True
    assert ada.sees(group) == ()


# --- topics ----------------------------------------------------------------------------------


async def test_topics(server: BotApi, call: Caller, ada: Person) -> None:
    forum = server.group("Forum", ada, forum=True)
    thread = server.topic(forum, "Cards")
    told = (await send(call, forum, message_thread_id=thread)).result
    assert (told["message_thread_id"], told["is_topic_message"]) == (thread, True)
    assert told["reply_to_message"]["forum_topic_created"]["name"] == "Cards"
    general = (await send(call, forum)).result
    assert "message_thread_id" not in general
    assert len(ada.sees(forum)) == 1
    assert [seen.text for seen in ada.sees(forum, thread)] == ["forum_topic_created", "x"]
    reply = await send(call, forum, message_thread_id=1)
    assert reply.words == "Bad Request: message thread not found"
    assert server.violations.pop() == "General is named by no thread id"
    server.close_topic(forum, thread)
    assert (await send(call, forum, message_thread_id=thread)).words == "Bad Request: TOPIC_CLOSED"
    server.close_topic(forum, thread, closed=False)
    assert (await send(call, forum, message_thread_id=thread)).status == 200
    server.delete_topic(forum, thread)
    reply = await send(call, forum, message_thread_id=thread)
    assert reply.words == "Bad Request: message thread not found"


async def test_replies_in_a_plain_supergroup_have_a_thread_that_is_no_topic(
    call: Caller, group: Chat, ada: Person
) -> None:
    first = (await send(call, group)).result
    ada.says(group, "yes", reply_to=ada.last(group))
    (told,) = await updates(call)
    assert told["message"]["message_thread_id"] == first["message_id"]
    assert "is_topic_message" not in told["message"]
    assert (await send(call, group, message_thread_id=4711)).status == 200


# --- migration -------------------------------------------------------------------------------


async def test_a_group_becomes_a_supergroup_with_another_id(
    server: BotApi, call: Caller, ada: Person, ben: Person
) -> None:
    old = server.group("G", ada, ben, supergroup=False)
    message = (await send(call, old)).result
    new = server.migrate(old)
    to, since = await updates(call)
    assert (to["message"]["chat"]["id"], to["message"]["migrate_to_chat_id"]) == (old.id, new.id)
    assert (since["message"]["chat"]["id"], since["message"]["migrate_from_chat_id"]) == (
        new.id,
        old.id,
    )
    reply = await send(call, old)
    assert reply.words == "Bad Request: group chat was upgraded to a supergroup chat"
    assert reply.body["parameters"] == {"migrate_to_chat_id": new.id}
    edit: Fields = {"chat_id": old.id, "message_id": message["message_id"]}
    assert (await call("editMessageText", **edit, text="y")).status == 200
    assert (await send(call, new)).status == 200
    moved = await call("editMessageText", chat_id=new.id, message_id=77, text="y")
    assert moved.words == "Bad Request: message to edit not found"
    assert [seen.text for seen in ben.sees(new)] == ["migrate_from_chat_id", "x"]
