"""What people are told who have done something.

An answer goes to the direct room of who acted, where there is one, and else into the room; what may
tell what somebody holds never does. It goes out in a while, as soon as the server allows; nothing
waits for it, and one that would come too late is not given.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any

from chatlama.session.transport import (
    Arrived,
    Gone,
    Incoming,
    Page,
    Piece,
    Reply,
    RetryLater,
    Typed,
    Unreachable,
)

from .asked import Asked
from .board import Boards, Spot
from .directs import Directs
from .events import Event
from .hands import Hands
from .heard import SIGN
from .outbox import Rank
from .rooms import Rooms

log = logging.getLogger(__name__)

LATE = 60.0
"""Seconds after which an answer is no answer any more."""


@dataclass(slots=True)
class Answers:
    """Answers in all rooms of the account."""

    rooms: Rooms
    boards: Boards
    hands: Hands
    directs: Directs
    asked: Asked
    now: Callable[[], float]
    """Seconds that never go back."""
    sleep: Callable[[float], Awaitable[None]]
    _going: set[asyncio.Task[None]] = field(default_factory=set, repr=False)

    def give(self, incoming: Incoming, reply: Reply, room: str) -> None:
        """Answer in a while what was done in the room, if there is anything to say."""
        page = reply.page
        if page is None and reply.alert is not None:
            page = Page(tuple((Piece(line),) for line in reply.alert.split("\n")))
        rank = None if page is None else self.asked.urgency(incoming.sender.user)
        if page is not None and rank is not None:
            self.later(self._answer(incoming, reply, page, room, rank))

    async def tell(
        self, room: str, page: Page, to: str, *, quoted: bool = True, rank: Rank = Rank.NOW
    ) -> None:
        """Answer the event ``to`` in its room, unless that takes too long."""
        spot = Spot(room, room, sign=self.sign(room))
        await self._send(spot, page, to, quoted=quoted, rank=rank)

    def whisper(self, event: Event, page: Page) -> None:
        """Answer in a while, so that only the event's sender sees it, or else in its room."""
        direct = self.directs.room(event.sender) or event.room
        spot = Spot(direct, direct, sign=self.sign(direct))
        self.later(self._send(spot, page, event.id, quoted=direct == event.room))

    def sign(self, room: str) -> str:
        """Return what a typed command begins with in the room."""
        return SIGN if self.rooms.direct_with(room) is None else ""

    def later(self, doing: Coroutine[Any, Any, None]) -> None:
        """Have something done that nothing waits for."""
        task = asyncio.create_task(doing)
        self._going.add(task)
        task.add_done_callback(self._going.discard)

    async def finish(self, within: float) -> None:
        """Return when all answers have gone out, or after so many seconds."""
        if self._going:
            await asyncio.wait(self._going, timeout=within)
        for task in self._going:
            task.cancel()

    async def _answer(
        self, incoming: Incoming, reply: Reply, page: Page, room: str, rank: Rank
    ) -> None:
        user, chat = incoming.sender.user, incoming.chat.id
        direct = self.directs.room(user)
        if isinstance(incoming.act, Arrived):
            await self.tell(chat, page, incoming.update, quoted=False)
        elif reply.hand:
            await self._patiently(lambda: self.hands.answer(chat, user, page, rank))
        elif direct is not None:
            if page.buttons:
                self.hands.answered(chat, user)
            quoted = direct == room and isinstance(incoming.act, Typed)
            spot = self.hands.aside(chat, direct, user)
            await self._send(spot, page, incoming.update, quoted=quoted, rank=rank)
        elif not reply.secret:
            await self._answer_in(room, incoming, page, rank)

    async def _answer_in(self, room: str, incoming: Incoming, page: Page, rank: Rank) -> None:
        """Answer where everybody can read it; who presses again and again is not told each time."""
        if isinstance(incoming.act, Typed):
            await self.tell(room, page, incoming.update, rank=rank)
            return
        sender = incoming.sender
        if not self.asked.pressing(room, sender.user):
            return
        named = (Piece(sender.name, user=sender.user), Piece(": "))
        first, *rest = page.lines or ((),)
        page = replace(page, lines=((*named, *first), *rest))
        await self.tell(room, page, incoming.update, quoted=False, rank=rank)

    async def _send(
        self, spot: Spot, page: Page, to: str, *, quoted: bool, rank: Rank = Rank.NOW
    ) -> None:
        await self._patiently(lambda: self.boards.answer(spot, page, to, quoted=quoted, rank=rank))

    async def _patiently(self, send: Callable[[], Awaitable[object]]) -> None:
        """Send an answer as soon as the server allows, if that is soon enough."""
        until = self.now() + LATE
        while True:
            try:
                await send()
            except RetryLater as wait:
                if self.now() + wait.after > until:
                    log.info("an answer came too late to be given")
                    return
                await self.sleep(wait.after)
            except (Gone, Unreachable) as error:
                log.info("an answer did not arrive: %s", error)
                return
            else:
                return
