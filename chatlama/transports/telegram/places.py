"""Which chat and which topic of it: one string outside of this transport, two numbers inside.

General, a forum's first topic, has no thread: sending with its id fails, so it is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from telegram.constants import ChatType

from chatlama.session.transport import Chat

from .wire import Message

NAME = "telegram"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where messages are sent."""

    chat: int
    thread: int | None = None

    @property
    def private(self) -> bool:
        """Whether it is one person's own chat with the bot: their ids are positive."""
        return self.chat > 0


def to_chat(spot: Spot) -> Chat:
    """Return what the rest of the program calls the spot."""
    return Chat(NAME, str(spot.chat) if spot.thread is None else f"{spot.chat}/{spot.thread}")


def to_spot(chat: Chat) -> Spot:
    """Return the spot that ``to_chat`` named."""
    id, _, thread = chat.id.partition("/")
    return Spot(int(id), int(thread) if thread else None)


def spot_of(message: Message) -> Spot:
    """Return where the message stands."""
    topic = message.is_topic_message and message.chat.type == ChatType.SUPERGROUP
    return Spot(message.chat.id, message.message_thread_id if topic else None)
