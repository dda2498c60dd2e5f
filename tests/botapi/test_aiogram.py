"""aiogram 3.31, a client made for this very version of the Bot API, agrees with the fake."""

from __future__ import annotations

import pytest

from tests.botapi import BotApi, Chat, Person
from tests.botapi.oracle import judge

aiogram = pytest.importorskip("aiogram", reason="the second opinion is not installed")


async def test_it_plays_a_hand(server: BotApi, group: Chat, ada: Person) -> None:
    session_of = pytest.importorskip("aiogram.client.session.aiohttp").AiohttpSession
    address = pytest.importorskip("aiogram.client.telegram").TelegramAPIServer
    types = aiogram.types
    session = session_of(api=address.from_base(server.url))
    async with aiogram.Bot(server.token, session=session) as bot:
        assert (await bot.get_me()).username == server.bot.username
        keyboard = types.InlineKeyboardMarkup(
            inline_keyboard=[
                [
                    types.InlineKeyboardButton(text="Hand", callback_data="hand", style="primary"),
                    types.InlineKeyboardButton(text="Off", disabled=types.DisabledButton()),
                ]
            ]
        )
        bold = types.MessageEntity(type="bold", offset=0, length=4)
        table = await bot.send_message(
            group.id, "Lama", reply_markup=keyboard, entities=[bold], parse_mode=None
        )
        press = ada.taps("Hand", group)
        (update,) = await bot.get_updates(timeout=0)
        assert update.callback_query.message == table
        special = types.EphemeralMessageParameters(
            receiver_user_id=ada.id,
            callback_query_id=press.id,
            replace_callback_query_message=True,
        )
        hand = await bot.send_message(group.id, "1 4", ephemeral_message_parameters=special)
        assert (hand.message_id, hand.receiver_user.id) == (0, ada.id)
        it = (group.id, ada.id, hand.ephemeral_message_id)
        assert await bot.edit_ephemeral_message_text(*it, text="4", reply_markup=keyboard)
        assert await bot.answer_callback_query(press.id, text="ok")
        assert await bot.delete_ephemeral_message(*it)
        command = types.BotCommand(command="hand", description="x", is_ephemeral=True)
        scope = types.BotCommandScopeChatMember(chat_id=group.id, user_id=ada.id)
        await bot.set_my_commands([command], scope=scope)
        (offered,) = await bot.get_my_commands(scope=scope)
        assert offered.model_dump() == command.model_dump()
        edited = await table.edit_text("Over")
        assert edited.text == "Over"
        await edited.delete()


async def test_it_hears_of_every_kind_of_update(
    server: BotApi, group: Chat, ada: Person, ben: Person
) -> None:
    forum = server.group("Forum", ada, forum=True)
    thread = server.topic(forum, "Cards")
    server.close_topic(forum, thread)
    server.close_topic(forum, thread, closed=False)
    ada.says(forum, "/play@lama_test_bot", thread)
    ada.edits(ada.says(group, "/play"), "/stop")
    ada.makes_bot(group, "restricted", mute=True)
    ada.makes_bot(group, "administrator")
    ada.promotes(group, ben, anonymous=True)
    ben.says(group, "as the group")
    ada.removes_bot(group)
    ada.adds_bot(group, "payload", admin=True)
    ben.leaves(group)
    ada.starts()
    ada.blocks()
    server.migrate(server.group("Small", ada, supergroup=False))
    kinds = {kind for update in server.updates.history for kind in update} - {"update_id"}
    assert kinds == {"message", "edited_message", "my_chat_member", "chat_member"}
    assert judge(server) == len(server.updates.history) > 15


async def test_it_objects_to_nonsense(server: BotApi) -> None:
    server.updates.history.append({"update_id": 1, "message": {"message_id": 1}})
    with pytest.raises(ValueError, match="validation error"):
        judge(server)
    server.updates.history.clear()
