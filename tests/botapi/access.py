"""May the bot do this here? Chats, topics and messages by id, or the server's refusal."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

from tests.botapi.core import Core
from tests.botapi.errors import UPGRADED, Refused, bad, faulty, forbidden, unplayed
from tests.botapi.world import GENERAL, Chat, Message

Fields: TypeAlias = dict[str, Any]


class Right(IntEnum):
    """What is asked of a chat; each includes those before it."""

    READ = 0
    EDIT = 1
    WRITE = 2


def chat_for(core: Core, id: object, right: Right) -> Chat:
    """Return a chat in which the bot may do this."""
    if isinstance(id, str):
        if id.startswith("@"):
            raise unplayed("a chat by its @name")
        raise faulty("chat not found", f"chat_id {id!r}")
    assert isinstance(id, int)
    user = core.world.user(id)
    chat = core.world.private(user) if user is not None and user.met else core.world.chats.get(id)
    if chat is None:
        raise bad("chat not found")
    if chat.private:
        _private(chat, right)
    else:
        _group(core, chat, right)
    return chat


def _private(chat: Chat, right: Right) -> None:
    user = chat.user
    assert user is not None
    if right is Right.READ:
        return
    if user.deactivated:
        raise forbidden("user is deactivated")
    if user.is_bot:
        raise forbidden("bot can't send messages to bots")
    if user.blocked:
        raise forbidden("bot was blocked by the user")
    if not user.started:
        raise forbidden("bot can't initiate conversation with a user")


def _group(core: Core, chat: Chat, right: Right) -> None:
    kind = "supergroup" if chat.type == "supergroup" else "group"
    member = chat.member(core.world.bot)
    if chat.migrated_to is not None:
        if right is Right.WRITE:
            raise Refused(400, UPGRADED, {"migrate_to_chat_id": chat.migrated_to.id})
        return
    if chat.deleted:
        if right is Right.WRITE:
            raise forbidden("the group chat was deleted")
        return
    if right is Right.READ and chat.type == "group":
        return
    if member.status == "kicked":
        raise forbidden(f"bot was kicked from the {kind} chat")
    if not member.here:
        raise forbidden(f"bot is not a member of the {kind} chat")


def thread_for(core: Core, chat: Chat, thread: int | None) -> int | None:
    """Return the topic that a message goes to, None for none or General."""
    if thread is None:
        return None
    if chat.private:
        raise bad("message thread not found")
    if not chat.forum:
        return None  # the real server ignores it, too
    if thread == GENERAL:
        raise faulty("message thread not found", "General is named by no thread id")
    topic = chat.topics.get(thread)
    if topic is None:
        raise bad("message thread not found")
    if topic.closed and not chat.member(core.world.bot).admin:
        raise bad("TOPIC_CLOSED")
    return thread


def message_for(chat: Chat, id: object, what: str) -> Message:
    """Return a message that still exists; ``what`` is how the refusal calls it."""
    if id == 0:
        raise faulty(f"{what} not found", "message_id 0 is no message: ephemeral ones have others")
    message = chat.messages.get(id) if isinstance(id, int) else None
    if message is None or message.gone:
        raise bad(f"{what} not found")
    return message


def may_speak(core: Core, chat: Chat) -> None:
    if chat.member(core.world.bot).mute:
        raise bad("not enough rights to send text messages to the chat")
