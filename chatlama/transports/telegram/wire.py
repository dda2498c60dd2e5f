"""What of the Bot API's objects is read here; everything else in them is ignored.

Field names are those of the Bot API, so this is its documentation's subset (``Update`` and what it
holds). It takes the place of python-telegram-bot's own classes where every press passes: they read
all there is to an object, several times over, for the few fields that count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct, field


class User(Struct, frozen=True):
    """A person or a bot."""

    id: int
    first_name: str
    is_bot: bool = False
    last_name: str = ""
    language_code: str | None = None

    @property
    def full_name(self) -> str:
        """Both names as the person wrote them."""
        return f"{self.first_name} {self.last_name}" if self.last_name else self.first_name


class Chat(Struct, frozen=True):
    """A private chat, a group or a supergroup."""

    id: int
    type: str
    title: str = ""
    is_forum: bool = False


class Entity(Struct, frozen=True):
    """What a part of a text is; counted in UTF-16 code units."""

    type: str
    offset: int
    length: int


class Message(Struct, frozen=True):
    """A message; of one that is not accessible any more, id and chat are all there is."""

    message_id: int
    chat: Chat
    from_user: User | None = field(default=None, name="from")
    text: str = ""
    entities: tuple[Entity, ...] = ()
    message_thread_id: int | None = None
    is_topic_message: bool = False
    migrate_to_chat_id: int | None = None
    migrate_from_chat_id: int | None = None
    ephemeral_message_id: int | None = None


class CallbackQuery(Struct, frozen=True):
    """A press."""

    id: str
    from_user: User = field(name="from")
    message: Message | None = None
    data: str | None = None


class ChatMember(Struct, frozen=True):
    """What somebody is in a chat."""

    status: str
    is_member: bool = False
    """Said of who is restricted, who may also have left."""


class ChatMemberUpdated(Struct, frozen=True):
    """That somebody is something else in a chat from now on."""

    chat: Chat
    from_user: User = field(name="from")
    old_chat_member: ChatMember
    new_chat_member: ChatMember


class Update(Struct, frozen=True):
    """What has happened: one of these kinds, or one that is not read here."""

    update_id: int
    message: Message | None = None
    callback_query: CallbackQuery | None = None
    my_chat_member: ChatMemberUpdated | None = None


def update(told: object) -> Update:
    """Return the update. Raises ``ValueError`` if it can't be read."""
    return msgspec.convert(told, Update)


def message(told: object) -> Message:
    """Return the message. Raises ``ValueError`` if it can't be read."""
    return msgspec.convert(told, Message)


written: Callable[[Any], bytes] = msgspec.json.Encoder().encode
"""Returns something as JSON."""
