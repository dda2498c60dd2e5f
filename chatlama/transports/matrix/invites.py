"""Invitations and moves: into which rooms we go, which we leave, and where a table goes with us.

We follow an invitation from whom the settings allow, into so many rooms, not too often. A room
that is upgraded names the one that takes its place; we go there with its table if who says so has
the power to, and if the new room says that it follows the old one.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum

from chatlama.session.transport import RetryLater

from .calls import Refused, Sleep
from .doors import NioDoors
from .events import Event
from .rooms import KnownRooms
from .settings import Settings

log = logging.getLogger(__name__)

OFTEN = 10
"""Invitations of one person that are followed within ``LATELY``."""
LATELY = 3600.0
TRIES = 5
KNOWN = 1000
"""People of whom it is known how often they have invited us."""


class Coming(Enum):
    """What becomes of our having come into a room."""

    GREET = "greet"
    SILENT = "silent"
    """We made it, or its table comes along."""
    CROWDED = "crowded"
    """More people are in it than the settings allow."""


@dataclass(slots=True)
class Invites:
    """Which rooms we go into."""

    settings: Settings
    rooms: KnownRooms
    doors: NioDoors
    sleep: Sleep
    now: Callable[[], float] = time.monotonic
    by: dict[str, str] = field(default_factory=dict)
    """Who has invited us, by room."""
    _often: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)
    """When each person has invited us."""

    async def invited(self, room: str, state: tuple[Event, ...]) -> None:
        """Follow the invitation, or decline it."""
        ours = [each for each in state if (each.kind, each.key) == ("m.room.member", self.rooms.me)]
        if not ours or ours[-1].content.get("membership") != "invite":
            return
        inviter = ours[-1].sender
        why = None if self._awaited(room) else self._unwanted(inviter)
        if why is not None:
            log.warning("an invitation by %s is declined: %s", inviter, why)
            await self._quietly(room, "declined", lambda: self.doors.leave(room))
            return
        self.by[room] = inviter
        server = inviter.partition(":")[2]
        joined = await self._quietly(room, "joined", lambda: self.doors.join(room, server))
        if joined and ours[-1].content.get("is_direct") is True:
            await self.adopt(inviter, room)

    async def adopt(self, user: str, room: str) -> None:
        """Have the room be the person's direct one."""
        await self._quietly(room, "listed", lambda: self.doors.list(user, room))

    def coming(self, room: str) -> Coming:
        """Return what becomes of our having come into the room just now."""
        known = self.rooms.at(room)
        if self.rooms.me in known.creators or self.predecessor(room):
            return Coming.SILENT
        if len(self.rooms.joined(room)) - 1 > self.settings.members:
            return Coming.CROWDED
        return Coming.GREET

    async def go(self, room: str) -> None:
        """Leave the room."""
        self.by.pop(room, None)
        await self._quietly(room, "left", lambda: self.doors.leave(room))

    async def follow(self, room: str) -> str | None:
        """Go where the room's successor is, and return it if we are there already.

        Where we may not join yet, somebody has to invite us.
        """
        successor, sender = self.rooms.at(room).successor()
        if not successor:
            return None
        if self.rooms.here(successor):
            return successor if self.predecessor(successor) == room else None
        server = sender.partition(":")[2]
        await self._quietly(successor, "joined", lambda: self.doors.join(successor, server))
        return None

    def predecessor(self, room: str) -> str | None:
        """Return the room of ours whose place this one takes, as both of them say."""
        before = self.rooms.at(room).follows()
        return before if before and self.rooms.at(before).successor()[0] == room else None

    def alone(self, room: str) -> bool:
        """Return whether nobody else is in the room, nor comes, and we have no use for it."""
        others = {*self.rooms.joined(room), *self.rooms.invited(room)} - {self.rooms.me}
        return self.rooms.here(room) and not others and self.rooms.direct_with(room) is None

    def _awaited(self, room: str) -> bool:
        """Return whether a room of ours has moved there."""
        return any(self.rooms.at(each).successor()[0] == room for each in self.rooms.all())

    def _unwanted(self, inviter: str) -> str | None:
        """Return why the person's invitation is not followed."""
        if not self.settings.may_invite(inviter):
            return "the settings do not allow them to"
        counted = [r for r in self.rooms.all() if self.rooms.direct_with(r) is None]
        if len(counted) >= self.settings.rooms:
            return f"I am in {len(counted)} rooms, as many as the settings allow"
        times = self._often.pop(inviter, deque(maxlen=OFTEN))
        self._often[inviter] = times
        if len(self._often) > KNOWN:
            self._often.popitem(last=False)
        if len(times) == OFTEN and self.now() - times[0] < LATELY:
            return f"there were {OFTEN} within the last hour"
        times.append(self.now())
        return None

    async def _quietly(self, room: str, done: str, doing: Callable[[], Awaitable[None]]) -> bool:
        """Return whether it could be done; it is tried a few times."""
        for _ in range(TRIES):
            try:
                await doing()
            except RetryLater as wait:
                await self.sleep(wait.after)
            except Refused as error:
                log.info("%s can't be %s: %s", room, done, error)
                return False
            else:
                return True
        log.warning("%s can't be %s: Matrix does not answer", room, done)
        return False
