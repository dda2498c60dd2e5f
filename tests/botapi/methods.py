"""Which function plays which method. Those that wait or touch the queue are in server.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tests.botapi import asking, ephemeral, sending
from tests.botapi.core import Core

Fields: TypeAlias = dict[str, Any]

PLAYED: Mapping[str, Callable[[Core, Fields], object]] = {
    "answerCallbackQuery": asking.answer,
    "deleteEphemeralMessage": ephemeral.delete,
    "deleteMessage": sending.delete,
    "deleteMessages": sending.delete_many,
    "deleteMyCommands": asking.delete_commands,
    "editEphemeralMessageReplyMarkup": ephemeral.edit_keyboard,
    "editEphemeralMessageText": ephemeral.edit_text,
    "editMessageReplyMarkup": sending.edit_keyboard,
    "editMessageText": sending.edit_text,
    "getChat": asking.get_chat,
    "getChatAdministrators": asking.get_administrators,
    "getChatMember": asking.get_member,
    "getChatMemberCount": asking.count_members,
    "getMe": asking.get_me,
    "getMyCommands": asking.get_commands,
    "leaveChat": asking.leave,
    "sendChatAction": sending.chat_action,
    "sendMessage": sending.send_message,
    "setMyCommands": asking.set_commands,
}
NEW = {name for name in PLAYED if "Ephemeral" in name}
"""An old server doesn't know these."""
