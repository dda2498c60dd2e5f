"""Messages in a group that one person sees (Bot API 10.3): when they may be sent, edits, deletion.

A bot that is no administrator needs a press, or a command that only it saw, of the last 15 seconds.
Its ids count for each person and are used again.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.botapi import render
from tests.botapi.access import Right, chat_for
from tests.botapi.content import change, keyboard_of, played, text_of
from tests.botapi.core import Core
from tests.botapi.errors import QUERY_OLD, bad, faulty
from tests.botapi.keyboard import Rows
from tests.botapi.text import Formatted
from tests.botapi.world import QUERY_SECONDS, Chat, Message, User

Fields: TypeAlias = dict[str, Any]

NO_TRIGGER = "MESSAGE_NOT_COMMAND"


def send(
    core: Core,
    chat: Chat,
    thread: int | None,
    text: Formatted,
    keyboard: Rows,
    special: Fields,
    reply: Fields,
) -> Fields:
    """Show a message to one person alone."""
    receiver = core.world.user(special["receiver_user_id"])
    if core.settings.ephemeral == "refuse":
        raise bad(NO_TRIGGER)
    if chat.private:
        raise faulty("CHAT_ID_INVALID", "ephemeral messages are for groups")
    if receiver is None or receiver.is_bot or not chat.member(receiver).here:
        raise bad("USER_NOT_PARTICIPANT")
    pressed = _pressed(core, chat, receiver, special)
    replied = _command(core, chat, receiver, reply)
    if pressed is None and replied is None and not chat.member(core.world.bot).admin:
        raise bad(NO_TRIGGER)
    replaces = _replaced(pressed, special)
    if core.flood.ephemeral_counts:
        core.flood.spend(chat)
    message = core.world.new_ephemeral(
        chat,
        core.world.bot,
        receiver,
        text=text.text,
        entities=text.entities,
        keyboard=keyboard,
        thread=replaces.thread if replaces else thread,
        replaces=replaces,
        unseen=core.settings.lost_ephemerals > 0,
    )
    core.settings.lost_ephemerals = max(0, core.settings.lost_ephemerals - 1)
    core.changed()
    return render.message(message, core.world)


def _pressed(core: Core, chat: Chat, receiver: User, special: Fields) -> Message | None:
    """Return the message whose button was pressed, if the press is named."""
    if "callback_query_id" not in special:
        return None
    query = core.world.queries.get(special["callback_query_id"])
    if query is None or not query.open(core.clock.now()):
        raise bad(QUERY_OLD)
    if query.user is not receiver or query.message.chat is not chat:
        raise faulty("QUERY_ID_INVALID", "an ephemeral message for another than who pressed")
    return query.message


def _command(core: Core, chat: Chat, receiver: User, reply: Fields) -> Message | None:
    """Return the ephemeral command that is replied to, if one is."""
    if "ephemeral_message_id" not in reply:
        if reply:
            raise faulty("message to be replied not found", "ephemeral replies to public messages")
        return None
    message = chat.ephemerals.get((receiver.id, reply["ephemeral_message_id"]))
    if message is None or message.sender is not receiver:
        raise bad("message to be replied not found")
    if core.clock.now() - message.date > QUERY_SECONDS:
        raise bad(NO_TRIGGER)
    return message


def _replaced(pressed: Message | None, special: Fields) -> Message | None:
    if not special.get("replace_callback_query_message"):
        return None
    if pressed is None or pressed.only is not None:
        raise faulty(
            "MESSAGE_ID_INVALID", "replace_callback_query_message without a press on a public one"
        )
    return pressed


def edit_text(core: Core, params: Fields) -> bool:
    played(params)
    text = text_of(core, params)
    message = _found(core, params, "message to edit")
    keyboard = keyboard_of(core, message.chat, params)
    _edit(core, message, text, keyboard)
    return True


def edit_keyboard(core: Core, params: Fields) -> bool:
    message = _found(core, params, "message to edit")
    keyboard = keyboard_of(core, message.chat, params)
    _edit(core, message, Formatted(message.text, message.entities), keyboard)
    return True


def _edit(core: Core, message: Message, text: Formatted, keyboard: Rows) -> None:
    if core.flood.ephemeral_counts:
        core.flood.spend(message.chat)
    change(core, message, text, keyboard)


def delete(core: Core, params: Fields) -> bool:
    message = _found(core, params, "message to delete")
    assert message.only is not None
    assert message.ephemeral is not None
    del message.chat.ephemerals[message.only.id, message.ephemeral]
    message.gone = True
    core.changed()
    return True


def _found(core: Core, params: Fields, what: str) -> Message:
    chat = chat_for(core, params["chat_id"], Right.EDIT)
    key = (params["receiver_user_id"], params["ephemeral_message_id"])
    message = chat.ephemerals.get(key)
    if message is None or message.sender is not core.world.bot:
        raise bad(f"{what} not found")
    return message
