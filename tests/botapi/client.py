"""A Telegram client: what it shows its owner, and what comes of pressing it. It knows no more.

Only what is shown can be pressed; ephemeral messages are shown to their reader, private chats to
their owner. Whoever must wait waits for what a client would: the answer to a press, or the moment
when the client gives up.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias

from tests.botapi import asking, render
from tests.botapi.core import Core
from tests.botapi.seen import Answer, Button, Seen, seen
from tests.botapi.waiting import PATIENCE, until
from tests.botapi.world import QUERY_SECONDS, Chat, Message, Query, User

Fields: TypeAlias = dict[str, Any]


class Press:
    """A press on its way: await it for what the client shows, or leave it alone."""

    def __init__(self, client: Client, query: Query | None, answer: Answer | None = None) -> None:
        self._client = client
        self._query = query
        self._known = answer

    @property
    def id(self) -> str:
        """The callback query's id."""
        assert self._query is not None, "nobody was asked"
        return self._query.id

    def __await__(self) -> Generator[Any, None, Answer]:
        return self.answer().__await__()

    async def answer(self, patience: float = PATIENCE) -> Answer:
        """Return the answer, or that none came within 15 seconds of the fake's clock."""
        query = self._query
        if self._known is not None:
            return self._known
        assert query is not None
        core = self._client.core
        await until(
            core,
            lambda: query.answer is not None or not query.open(core.clock.now()),
            f"an answer to {query.data!r} for {query.user.first_name}",
            patience,
        )
        self._known = self._client.told(query)
        return self._known


class Client:
    """What somebody has in front of them."""

    def __init__(self, core: Core, user: User) -> None:
        self.core = core
        self.user = user
        self._cached: dict[tuple[int, int | None, str], tuple[float, Answer]] = {}
        self.opened: list[str] = []
        """Links that were opened."""

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.first_name

    @property
    def private(self) -> Chat:
        return self.core.world.private(self.user)

    # --- seeing ------------------------------------------------------------------------------

    def sees(self, chat: Chat | None = None, thread: int | None = None) -> tuple[Seen, ...]:
        """Return what a chat shows (the one with the bot if none is named), oldest first."""
        chat = chat or self.private
        if not chat.private and not chat.member(self.user).here:
            return ()
        return tuple(map(seen, self.core.world.visible(chat, self.user, thread)))

    def last(self, chat: Chat | None = None, thread: int | None = None) -> Seen:
        """Return the newest message that the bot wrote."""
        bot = self.core.world.bot
        shown = [one for one in self.sees(chat, thread) if one.message.sender is bot]
        assert shown, f"{self.name} sees nothing of the bot"
        return shown[-1]

    def finds(self, label: str, chat: Chat | None = None, thread: int | None = None) -> Seen | None:
        """Return the newest message that has this button."""
        shown = [one for one in self.sees(chat, thread) if one.button(label)]
        return shown[-1] if shown else None

    async def waits_for(
        self,
        what: Callable[[Seen], bool],
        chat: Chat | None = None,
        thread: int | None = None,
        patience: float = PATIENCE,
    ) -> Seen:
        """Return the newest message that is like this as soon as there is one."""

        def there() -> Seen | None:
            return next((one for one in reversed(self.sees(chat, thread)) if what(one)), None)

        return await until(self.core, there, f"what {self.name} waits for", patience)

    def menu(self, chat: Chat | None = None) -> list[Fields]:
        """Return the commands that the client offers there."""
        return asking.menu(self.core, chat or self.private, self.user)

    # --- pressing ----------------------------------------------------------------------------

    def press(self, what: Seen, label: str | Button, *, stale: bool = False) -> Press:
        """Press a button; a stale press is one made before the client had heard of an edit."""
        message = what.message
        current = what
        if not stale:
            shown = self.sees(message.chat, message.thread)
            now = [one for one in shown if one.message is message]
            assert now, f"{self.name} doesn't see {what.text!r} (any more)"
            current = now[0]
        wanted = label if isinstance(label, str) else label.label
        button = current.button(wanted)
        assert button is not None, f"{self.name} sees no {wanted!r} but {current.labels}"
        if button.data is None:
            return Press(self, None, self._does(button))
        return self._asks(message, button.data)

    def taps(self, label: str, chat: Chat | None = None, thread: int | None = None) -> Press:
        """Press the newest button of this label in a chat."""
        shown = self.finds(label, chat, thread)
        assert shown is not None, f"{self.name} sees no {label!r}"
        return self.press(shown, label)

    def _does(self, button: Button) -> Answer:
        """Do what a button does without asking the bot."""
        if "url" in button.fields:
            self.opens(button.fields["url"])
            return Answer(url=button.fields["url"])
        if "copy_text" in button.fields:
            return Answer(copied=button.fields["copy_text"]["text"])
        assert "disabled" in button.fields, f"people of this fake can't press {button}"
        return Answer()

    def _asks(self, message: Message, data: str) -> Press:
        world, now = self.core.world, self.core.clock.now()
        until_when, cached = self._cached.get(_key(message, data), (0.0, None))
        if cached is not None and until_when > now:
            return Press(self, None, cached)
        query = Query(str(world.chance.getrandbits(62)), self.user, message, data, now)
        world.queries[query.id] = query
        self.user.met = True
        self.core.updates.add("callback_query", render.press(query, world), f"user:{self.id}")
        self.core.clock.at(now + QUERY_SECONDS + 0.001, self.core.changed)
        return Press(self, query)

    def told(self, query: Query) -> Answer:
        """Return what the client makes of an answer."""
        if query.answer is None:
            return Answer(timed_out=True)
        url = query.answer.get("url")
        answer = Answer(
            query.answer.get("text") or None, query.answer.get("show_alert", False), url=url
        )
        if seconds := query.answer.get("cache_time", 0):
            until_when = self.core.clock.now() + seconds
            self._cached[_key(query.message, query.data)] = (until_when, answer)
        if url:
            self.opens(url)
        return answer

    def opens(self, url: str) -> None:
        """Open a link."""
        self.opened.append(url)


def _key(message: Message, data: str) -> tuple[int, int | None, str]:
    return message.order, message.edited, data
