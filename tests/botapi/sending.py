"""What the bot posts, edits and deletes for all to see. Ephemeral messages: ephemeral.py."""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.botapi import ephemeral, render
from tests.botapi.access import Right, chat_for, may_speak, message_for, thread_for
from tests.botapi.content import change, keyboard_of, played, text_of
from tests.botapi.core import Core
from tests.botapi.errors import bad, faulty, unplayed
from tests.botapi.keyboard import Rows
from tests.botapi.text import Formatted
from tests.botapi.world import Chat, Message

Fields: TypeAlias = dict[str, Any]

DELETABLE_SECONDS = 48 * 3600
ACTIONS = {"typing"}
NOT_FOUND = "message to be replied not found"
EMPTY_IDS = "message identifiers are not specified"


def send_message(core: Core, params: Fields) -> Fields:
    played(params)
    special = params.get("ephemeral_message_parameters")
    reply = params.get("reply_parameters", {})
    if core.settings.old:
        special = None
        reply = {key: reply[key] for key in reply if key != "ephemeral_message_id"}
    chat = chat_for(core, params["chat_id"], Right.WRITE)
    thread = thread_for(core, chat, params.get("message_thread_id"))
    may_speak(core, chat)
    text = text_of(core, params)
    keyboard = keyboard_of(core, chat, params)
    if special is not None:
        return ephemeral.send(core, chat, thread, text, keyboard, special, reply)
    replied = replied_to(chat, reply)
    core.flood.spend(chat)
    message = core.world.new_message(
        chat,
        core.world.bot,
        text=text.text,
        entities=text.entities,
        keyboard=keyboard,
        thread=thread or thread_of(chat, replied),
        reply=replied,
        silent=params.get("disable_notification", False),
    )
    chat.last_bot = core.world.bot
    core.changed()
    return render.message(message, core.world)


def replied_to(chat: Chat, reply: Fields) -> Message | None:
    """Return the message that is replied to, None if it is gone and that doesn't matter."""
    if not reply:
        return None
    if reply.get("message_id") == 0 or "ephemeral_message_id" in reply:
        raise faulty(NOT_FOUND, "a public reply to an ephemeral message")
    if unknown := set(reply) - {"message_id", "chat_id", "allow_sending_without_reply"}:
        raise unplayed(f"a public reply with {sorted(unknown)}")
    if reply.get("chat_id", chat.id) != chat.id:
        raise unplayed("a reply into another chat")
    message = chat.messages.get(reply.get("message_id", 0))
    if message is not None and not message.gone:
        return message
    if reply.get("allow_sending_without_reply"):
        return None
    raise bad(NOT_FOUND)


def thread_of(chat: Chat, replied: Message | None) -> int | None:
    """Return the thread of a reply: its topic, or in a plain supergroup where the talk began."""
    if replied is None or chat.type != "supergroup":
        return None
    return replied.thread if chat.forum else replied.thread or replied.id


def edit_text(core: Core, params: Fields) -> Fields:
    played(params)
    text = text_of(core, params)
    message = _own(core, params)
    keyboard = keyboard_of(core, message.chat, params)
    _edit(core, message, text, keyboard)
    return render.message(message, core.world)


def edit_keyboard(core: Core, params: Fields) -> Fields:
    played(params)
    message = _own(core, params)
    keyboard = keyboard_of(core, message.chat, params)
    _edit(core, message, Formatted(message.text, message.entities), keyboard)
    return render.message(message, core.world)


def _own(core: Core, params: Fields) -> Message:
    if "chat_id" not in params or "message_id" not in params:
        raise faulty("message identifier is not specified")
    chat = chat_for(core, params["chat_id"], Right.EDIT)
    message = message_for(chat, params["message_id"], "message to edit")
    if message.sender is not core.world.bot or message.service:
        raise faulty("message can't be edited", "editing what somebody else wrote")
    return message


def _edit(core: Core, message: Message, text: Formatted, keyboard: Rows) -> None:
    core.flood.spend(message.chat)
    change(core, message, text, keyboard)


def delete(core: Core, params: Fields) -> bool:
    chat = chat_for(core, params["chat_id"], Right.WRITE)
    message = message_for(chat, params["message_id"], "message to delete")
    if not _deletable(core, message):
        raise bad("message can't be deleted")
    message.gone = True
    core.changed()
    return True


def delete_many(core: Core, params: Fields) -> bool:
    """Delete what there is of these; what can't be found or deleted is passed over."""
    ids = params["message_ids"]
    if not 1 <= len(ids) <= 100:
        raise faulty("too many message identifiers specified" if ids else EMPTY_IDS)
    chat = chat_for(core, params["chat_id"], Right.WRITE)
    for id in ids:
        message = chat.messages.get(id)
        if message is not None and _deletable(core, message):
            message.gone = True
    core.changed()
    return True


def _deletable(core: Core, message: Message) -> bool:
    chat, bot = message.chat, core.world.bot
    young = core.world.now() - message.date < DELETABLE_SECONDS
    if chat.private:
        return young
    if message.sender is bot:
        return young or chat.member(bot).admin
    return chat.member(bot).admin


def chat_action(core: Core, params: Fields) -> bool:
    if params["action"] not in ACTIONS:
        raise unplayed(f"the action {params['action']}")
    thread_for(core, chat_for(core, params["chat_id"], Right.WRITE), None)
    return True
