"""python-telegram-bot 22.8 finds in the fake what it expects of Telegram, warnings being errors."""

from __future__ import annotations

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeChat,
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    MessageEntity,
    ReplyParameters,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken
from telegram.ext import Application, CallbackQueryHandler, CommandHandler

from tests.botapi import BotApi, Chat, Person


async def test_sends_edits_and_deletes(bot: Bot, group: Chat, ada: Person) -> None:
    keyboard = InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton("Go", callback_data="go", style="success"),
                InlineKeyboardButton("Code", copy_text=CopyTextButton("LAMA")),
                InlineKeyboardButton("Off", api_kwargs={"disabled": {}}),
            ]
        ]
    )
    bold = MessageEntity(MessageEntity.BOLD, 0, 4)
    message = await bot.send_message(
        group.id,
        "Lama 🦙",
        entities=[bold],
        reply_markup=keyboard,
        disable_notification=True,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )
    assert message.entities == (bold,)
    assert message.reply_markup == keyboard
    assert ada.last(group).silent
    edited = await message.edit_text("<b>Lama</b>", parse_mode=ParseMode.HTML)
    assert not isinstance(edited, bool)
    assert (edited.text, edited.entities, edited.reply_markup) == ("Lama", (bold,), None)
    with pytest.raises(BadRequest, match="Message is not modified"):
        await message.edit_text("<b>Lama</b>", parse_mode=ParseMode.HTML)
    reply = await bot.send_message(
        group.id, "re", reply_parameters=ReplyParameters(message.message_id)
    )
    assert reply.reply_to_message is not None
    assert await message.delete()
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await message.edit_text("x")


async def test_commands_by_scope_and_language(bot: Bot, group: Chat) -> None:
    play = BotCommand("play", "Play a game")
    scope = BotCommandScopeAllGroupChats()
    await bot.set_my_commands([play], scope=scope, language_code="de")
    assert await bot.get_my_commands(scope=scope, language_code="de") == (play,)
    assert await bot.get_my_commands(scope=scope) == ()
    await bot.set_my_commands([("hand", "Your hand")], scope=BotCommandScopeChat(group.id))
    assert await bot.delete_my_commands(scope=scope, language_code="de")


async def test_errors_have_their_classes(
    server: BotApi, bot: Bot, group: Chat, ada: Person
) -> None:
    ada.says(group, "/play")
    with pytest.raises(Forbidden, match="can't initiate conversation"):
        await bot.send_message(ada.id, "x")
    old = server.group("Old", ada, supergroup=False)
    new = server.migrate(old)
    with pytest.raises(ChatMigrated) as migrated:
        await bot.send_message(old.id, "x")
    assert migrated.value.new_chat_id == new.id
    ada.removes_bot(group)
    with pytest.raises(Forbidden, match="kicked from the supergroup"):
        await bot.send_message(group.id, "x")
    stranger = Bot("7:wrong", base_url=server.base_url)
    with pytest.raises(InvalidToken):
        await stranger.initialize()
    await stranger.shutdown()


async def test_chats_and_members(bot: Bot, group: Chat, ada: Person, ben: Person) -> None:
    assert (await bot.get_chat(group.id)).title == "Lama evening"
    assert [one.user.id for one in await bot.get_chat_administrators(group.id)] == [ada.id]
    assert (await bot.get_chat_member(group.id, ben.id)).status == "member"
    assert await bot.get_chat_member_count(group.id) == 3
    ada.promotes(group, ben)
    assert (await bot.get_chat_member(group.id, ben.id)).status == "administrator"
    assert (await bot.get_webhook_info()).url == ""
    assert await bot.send_chat_action(group.id, "typing")


async def test_an_application_polls_and_answers(
    server: BotApi, group: Chat, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")

    async def play(update: object, _: object) -> None:
        message = getattr(update, "message", None)
        keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("Join", callback_data="j")]])
        assert message is not None
        await message.reply_text("Who plays?", reply_markup=keyboard)

    async def join(update: object, _: object) -> None:
        query = getattr(update, "callback_query", None)
        assert query is not None
        await query.answer("Welcome")

    builder = Application.builder().token(server.token).base_url(server.base_url)
    application = builder.job_queue(None).build()
    application.add_handlers([CommandHandler("play", play), CallbackQueryHandler(join)])
    async with application:
        await application.start()
        assert application.updater is not None
        await application.updater.start_polling(allowed_updates=["message", "callback_query"])
        ada.says(group, "/play")
        table = await ada.waits_for(lambda seen: seen.button("Join") is not None, group)
        assert (await ada.press(table, "Join")).text == "Welcome"
        await server.fetched()
        await application.updater.stop()
        await application.stop()
    assert server.updates.pending() == ()
