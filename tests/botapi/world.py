"""The world behind the server: people, chats, topics, messages, presses. Values and look-ups.

Knows nothing of HTTP or of the Bot API's JSON; what befalls a chat is in chats.py, what people do
is in people.py, what the bot does is in sending.py.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.botapi.clock import Clock
from tests.botapi.keyboard import Rows

Fields: TypeAlias = dict[str, Any]

ANONYMOUS_ADMIN = 1087968824
GENERAL = 1
QUERY_SECONDS = 15.0
"""How long after a press it may be answered, and an ephemeral message may follow it."""
HERE = {"creator", "administrator", "member", "restricted"}
ADMIN = {"creator", "administrator"}


@dataclass(slots=True, eq=False)
class User:
    """Somebody with an account, bots included; ``met`` means that the bot knows of them."""

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False
    met: bool = False
    started: bool = False
    blocked: bool = False
    deactivated: bool = False


@dataclass(slots=True)
class Member:
    """What somebody is in a group: creator, administrator, member, restricted, left or kicked."""

    status: str = "left"
    anonymous: bool = False
    mute: bool = False

    @property
    def here(self) -> bool:
        return self.status in HERE

    @property
    def admin(self) -> bool:
        return self.status in ADMIN


@dataclass(slots=True)
class Topic:
    """A topic of a forum; General is none."""

    id: int
    name: str
    closed: bool = False


@dataclass(slots=True, eq=False)
class Message:
    """A message as the server keeps it; ``only`` is the one person who may see it."""

    chat: Chat
    id: int
    order: int
    date: int
    sender: User
    text: str = ""
    entities: tuple[Fields, ...] = ()
    keyboard: Rows = ()
    thread: int | None = None
    reply: Message | None = None
    sender_chat: Chat | None = None
    edited: int | None = None
    service: Fields = field(default_factory=dict)
    silent: bool = False
    gone: bool = False
    inaccessible: bool = False
    only: User | None = None
    ephemeral: int | None = None
    replaces: Message | None = None
    unseen: bool = False
    """An ephemeral message that its reader's client has lost or never got."""


@dataclass(slots=True, eq=False)
class Chat:
    """A private chat (its id is the person's), a group or a supergroup, perhaps a forum."""

    id: int
    type: str
    title: str = ""
    user: User | None = None
    forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    ephemerals: dict[tuple[int, int], Message] = field(default_factory=dict)
    next_id: int = 1
    migrated_to: Chat | None = None
    deleted: bool = False
    hides_members: bool = False
    last_bot: User | None = None

    @property
    def private(self) -> bool:
        return self.type == "private"

    def member(self, user: User) -> Member:
        return self.members.setdefault(user.id, Member())


@dataclass(slots=True, eq=False)
class Query:
    """A press that waits for its answer."""

    id: str
    user: User
    message: Message
    data: str
    at: float
    answer: Fields | None = None

    def open(self, now: float) -> bool:
        return self.answer is None and now - self.at <= QUERY_SECONDS


class World:
    """Everything there is. Tests reach it through the server and its people."""

    def __init__(self, clock: Clock, bot: User) -> None:
        self.clock = clock
        self.bot = bot
        self.users: dict[int, User] = {bot.id: bot}
        self.chats: dict[int, Chat] = {}
        self.queries: dict[str, Query] = {}
        self.commands: dict[tuple[str, str], list[Fields]] = {}
        self.chance = random.Random(11)
        self._order = 0
        self._private_id = 0

    def now(self) -> int:
        return int(self.clock.now())

    def user(self, id: int) -> User | None:
        return self.users.get(id)

    def anonymous(self) -> User:
        """Return the account in whose name anonymous administrators write."""
        return self.users.setdefault(
            ANONYMOUS_ADMIN,
            User(ANONYMOUS_ADMIN, "Group", username="GroupAnonymousBot", is_bot=True),
        )

    def private(self, user: User) -> Chat:
        """Return the private chat between the bot and a person."""
        return self.chats.setdefault(user.id, Chat(user.id, "private", user=user))

    def new_message(self, chat: Chat, sender: User, **more: Any) -> Message:  # noqa: ANN401  # the fields of Message
        """Keep a new message; its id counts in its supergroup, or in the account elsewhere."""
        if chat.type == "supergroup":
            number, chat.next_id = chat.next_id, chat.next_id + 1
        else:
            self._private_id += 1
            number = self._private_id
        message = Message(chat, number, self._next(), self.now(), sender, **more)
        chat.messages[number] = message
        return message

    def new_ephemeral(self, chat: Chat, sender: User, only: User, **more: Any) -> Message:  # noqa: ANN401  # the fields of Message
        """Keep a message for one person; the lowest free id is used again."""
        number = next(n for n in range(1, 1 << 30) if (only.id, n) not in chat.ephemerals)
        message = Message(
            chat, 0, self._next(), self.now(), sender, only=only, ephemeral=number, **more
        )
        chat.ephemerals[only.id, number] = message
        return message

    def _next(self) -> int:
        self._order += 1
        return self._order

    def visible(self, chat: Chat, user: User, thread: int | None) -> Iterator[Message]:
        """Yield what this person's client shows in a chat, or in one topic of it, in order."""
        mine = [
            message
            for message in chat.ephemerals.values()
            if message.only is user and not message.unseen
        ]
        hidden = {message.replaces for message in mine}
        public = [message for message in chat.messages.values() if message not in hidden]
        for message in sorted([*public, *mine], key=_place):
            if not message.gone and (not chat.forum or message.thread == thread):
                yield message


def _place(message: Message) -> int:
    return message.replaces.order if message.replaces else message.order
