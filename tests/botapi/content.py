"""What a message may hold, public or ephemeral: its text, its keyboard, and changing them."""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.botapi import render
from tests.botapi.core import Core
from tests.botapi.errors import NOT_MODIFIED, bad, faulty, unplayed
from tests.botapi.keyboard import Rows, rows
from tests.botapi.text import Formatted, formatted
from tests.botapi.world import Chat, Message

Fields: TypeAlias = dict[str, Any]

UNPLAYED = {
    "allow_paid_broadcast",
    "business_connection_id",
    "direct_messages_topic_id",
    "inline_message_id",
    "message_effect_id",
    "rich_message",
    "suggested_post_parameters",
}


def text_of(core: Core, params: Fields) -> Formatted:
    def known(id: int) -> Fields | None:
        user = core.world.user(id)
        return render.user(user) if user is not None and user.met else None

    if "text" not in params:
        raise faulty("message text is empty")
    result = formatted(params["text"], params.get("parse_mode"), params.get("entities"), known)
    core.violations += result.complaints
    return result


def keyboard_of(core: Core, chat: Chat, params: Fields) -> Rows:
    return rows(params.get("reply_markup"), private=chat.private, old=core.settings.old)


def played(params: Fields) -> None:
    """Refuse what this fake knows nothing of beyond its name."""
    for name in sorted(UNPLAYED & set(params)):
        raise unplayed(name)


def change(core: Core, message: Message, text: Formatted, keyboard: Rows) -> None:
    """Give a message new text and buttons; refuse what changes nothing."""
    new = (text.text, text.entities, keyboard)
    if new == (message.text, message.entities, message.keyboard):
        raise bad(NOT_MODIFIED)
    if (text.text, text.entities) != (message.text, message.entities):
        message.edited = core.world.now()
    message.text, message.entities, message.keyboard = new
    core.changed()
