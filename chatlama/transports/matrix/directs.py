"""Where a hand can be shown: the one direct room of who holds it.

Nothing is dealt into it before its person has joined: what is sent before, they could never read.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from chatlama.session.transport import RetryLater, Unreachable

from .outbox import Pace, Rank
from .rooms import Doors, Rooms

log = logging.getLogger(__name__)

PATIENCE = 3600.0
"""Seconds after which somebody is invited again who is missed in their direct room."""
KEPT = 1000
"""People of whom it is known when they were invited."""


@dataclass(slots=True)
class Directs:
    """Direct rooms, and people who are being invited to theirs."""

    rooms: Rooms
    doors: Doors
    pace: Pace
    """Of the account: a room that is made counts as an event."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _asked: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    """People who are being invited."""
    _when: OrderedDict[str, float] = field(default_factory=OrderedDict)
    """When people were invited last."""

    def room(self, user: str) -> str | None:
        """Return where something can be shown to this person alone; ``None`` if nowhere now."""
        directs = self.rooms.direct(user)
        return next((room for room in directs if user in self.rooms.joined(room)), None)

    def ask(self, user: str, *, wanted: bool) -> None:
        """Have the person invited to their direct room, unless they are; returns at once.

        Who has not ``wanted`` anything just now, is not asked again for a long while: they may
        have declined.
        """
        now = self.pace.now()
        lately = now - self._when.get(user, -PATIENCE) < (0 if wanted else PATIENCE)
        if user in self._asked or lately:
            return
        self._when[user] = now
        self._when.move_to_end(user)
        if len(self._when) > KEPT:
            self._when.popitem(last=False)
        task = asyncio.create_task(self._ask(user), name=f"ask {user}")
        self._asked[user] = task
        task.add_done_callback(lambda _: self._asked.pop(user))

    async def stop(self) -> None:
        """Invite nobody any more."""
        tasks = tuple(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _ask(self, user: str) -> None:
        while True:
            try:
                await self._invite(user)
            except RetryLater as wait:
                await self.sleep(wait.after)
            except Unreachable as why:
                log.info("%s can't be invited to a direct room: %s", user, why)
                return
            else:
                return

    async def _invite(self, user: str) -> None:
        known = self.rooms.direct(user)
        if any(user in self.rooms.joined(r) or user in self.rooms.invited(r) for r in known):
            return
        for room in known:
            try:
                await self.doors.invite(room, user)
            except Unreachable as why:
                log.info("a new direct room, as the old one can't be used: %s", why)
            else:
                return
        self.pace.spend(Rank.NOW)
        await self.doors.create_direct(user)
