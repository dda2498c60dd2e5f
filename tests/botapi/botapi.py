"""The fake as tests hold it: ``async with BotApi() as server``, people, chats and switches.

At the end it says what the bot did that no sound bot does; a test that provokes such things clears
``server.violations``.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

from tests.botapi import chats
from tests.botapi.clock import Clock, FakeClock
from tests.botapi.core import Core, Counter, Settings
from tests.botapi.log import Call
from tests.botapi.people import Person
from tests.botapi.seen import Seen
from tests.botapi.server import Server
from tests.botapi.waiting import PATIENCE, until
from tests.botapi.world import Chat, Member, Message, User

T = TypeVar("T")

TOKEN = "7000000001:AAtests-of-chatlama_only"  # noqa: S105  # opens nothing but this fake
BOT = User(7000000001, "Lama", username="lama_test_bot", is_bot=True)


class BotApi:
    """A Bot API server, the world behind it, and all the handles of a test."""

    def __init__(
        self, *, clock: Clock | None = None, settings: Settings | None = None, token: str = TOKEN
    ) -> None:
        bot = User(int(token.partition(":")[0]), "Lama", username=BOT.username, is_bot=True)
        self.fake_clock = FakeClock()
        self.core = Core(clock or self.fake_clock, bot, settings or Settings())
        self.http = Server(self.core, token)
        self.token = token
        self.world = self.core.world
        self.updates = self.core.updates
        self.settings = self.core.settings
        self.flood = self.core.flood
        self.faults = self.http.faults
        self.webhook = self.http.webhook
        self.violations = self.core.violations
        self._counter = Counter()

    async def __aenter__(self) -> Self:
        await self.http.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        await self.http.close()
        if kind is None:
            assert not self.violations, f"no sound bot does this: {self.violations}"

    # --- the server --------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """The address without path, for clients that build the rest themselves."""
        return f"http://127.0.0.1:{self.http.port}"

    @property
    def base_url(self) -> str:
        """What python-telegram-bot calls ``base_url``: the token follows."""
        return f"{self.url}/bot"

    @property
    def bot(self) -> User:
        return self.world.bot

    async def stop(self) -> None:
        """Refuse connections until ``start``; the world stays."""
        await self.http.stop()

    async def start(self) -> None:
        await self.http.start()

    def advance(self, seconds: float) -> None:
        """Let time pass (only with the fake's own clock)."""
        assert self.core.clock is self.fake_clock, "this clock goes by itself"
        self.fake_clock.advance(seconds)
        self.core.changed()

    async def until(
        self,
        condition: Callable[[], T | None],
        what: str = "a condition",
        patience: float = PATIENCE,
    ) -> T:
        """Return what a condition says as soon as that is something; no sleeping."""
        return await until(self.core, condition, what, patience)

    async def fetched(self, patience: float = PATIENCE) -> None:
        """Return when the bot has fetched all updates and, if it polls, asks for more.

        It may still be at work on them: wait for what people see.
        """

        def idle() -> bool:
            return not self.updates.pending() and (self.updates.polled or bool(self.webhook.url))

        await self.until(idle, "all updates fetched", patience)

    def calls(
        self,
        chat: Chat | Person | None = None,
        method: str | None = None,
        *,
        counted: bool | None = None,
        ok: bool | None = None,
    ) -> list[Call]:
        """Return the calls that fit; ``counted``: those that all see and that used up the limit."""
        id = chat.id if chat is not None else None
        return self.http.log.calls(id, method, counted=counted, ok=ok)

    # --- people and chats --------------------------------------------------------------------

    def person(
        self,
        name: str,
        *,
        language: str | None = "en",
        username: str | None = None,
        last_name: str | None = None,
        started: bool = False,
    ) -> Person:
        """Return somebody new; ``started``: long ago, the bot hears nothing of it now."""
        self._counter.people += 1
        user = User(
            self._counter.people, name, last_name, username, language, met=started, started=started
        )
        self.world.users[user.id] = user
        return Person(self.core, user)

    def group(
        self,
        title: str,
        owner: Person,
        *others: Person,
        supergroup: bool = True,
        forum: bool = False,
        bot: str | None = "member",
    ) -> Chat:
        """Return a group that has long been there: its owner, its members, and what the bot is."""
        chat = chats.create(self.core, title, owner.user, supergroup=supergroup, forum=forum)
        chat.members |= {other.id: Member("member") for other in others}
        if bot is not None:
            chat.members[self.bot.id] = Member(bot)
        return chat

    def topic(self, chat: Chat, name: str) -> int:
        """Open a topic; return its thread id."""
        return chats.open_topic(self.core, chat, name, self._owner(chat))

    def close_topic(self, chat: Chat, thread: int, *, closed: bool = True) -> None:
        chats.close_topic(self.core, chat, thread, self._owner(chat), closed=closed)

    def delete_topic(self, chat: Chat, thread: int) -> None:
        chats.delete_topic(self.core, chat, thread)

    def migrate(self, chat: Chat) -> Chat:
        """Make a group a supergroup; return the new chat."""
        return chats.migrate(self.core, chat, self._owner(chat))

    def delete_group(self, chat: Chat) -> None:
        chat.deleted = True

    def delete(self, what: Seen | Message) -> None:
        """Delete a message; the bot isn't told."""
        chats.delete_message(self.core, what if isinstance(what, Message) else what.message)

    def expire_ephemerals(self, chat: Chat, person: Person) -> None:
        """Let the server forget what somebody saw alone; its ids are free again."""
        chats.expire_ephemerals(self.core, chat, person.user)

    def _owner(self, chat: Chat) -> User:
        owners = (id for id, member in chat.members.items() if member.status == "creator")
        return self.world.users[next(owners)]
