"""What happens in our rooms, and to us, brought to whom it concerns."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from chatlama.session.transport import NotKept, Page, Piece, serving

from .doors import NioDoors
from .events import Event
from .invites import Coming, Invites
from .rooms import KnownRooms
from .talk import Talk
from .wire import NioWire

log = logging.getLogger(__name__)

RARELY = 3600.0
"""Seconds after which somebody is told again that their messages can't be read."""
KEPT = 1000
"""People, and events, of which it is known that something was told."""
AGAIN = 30.0
"""Seconds after which a move is tried again that could not be kept."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """What is said without being asked, in the language of new chats."""

    unreadable: str
    """To somebody whose message can't be decrypted."""
    crowded: str
    """In a room with too many people, before we leave it."""
    not_kept: str
    """To somebody, while what they did can't be kept."""


@dataclass(slots=True)
class Ears:
    """All that the account hears."""

    rooms: KnownRooms
    talk: Talk
    wire: NioWire
    doors: NioDoors
    invites: Invites
    phrases: Phrases
    now: Callable[[], float]
    _told: OrderedDict[str, float] = field(default_factory=OrderedDict)
    """When people were told that their messages can't be read."""
    _unkept: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT))
    """Events whose senders were told that they can't be kept."""
    _beginning: asyncio.Task[None] | None = None

    def learn(self, event: Event) -> None:
        """Know a piece of state, and have keys shared anew when somebody comes."""
        member = event.key if event.kind == "m.room.member" else None
        before = self.rooms.membership(event.room, member or "")
        self.rooms.learn(event)
        if before != self.rooms.membership(event.room, member or ""):
            self.wire.joined(event.room)
        self.doors.arrived()

    def put_out(self, room: str) -> None:
        """Know that we are not in the room any more."""
        log.info("we are no longer in %s", room)
        self.rooms.forget(room)
        self.invites.by.pop(room, None)

    def begin(self) -> None:
        """Say as whom we serve, and see to what has become of rooms while we were away."""
        serving.info("Matrix: %s", self.rooms.me)
        self._beginning = asyncio.create_task(self._begin(), name="matrix begins")

    async def stop(self) -> None:
        """Leave the rest for the next start."""
        if self._beginning is not None:
            self._beginning.cancel()
            await asyncio.gather(self._beginning, return_exceptions=True)

    async def invited(self, room: str, state: tuple[Event, ...]) -> None:
        """Follow the invitation or decline it."""
        await self.invites.invited(room, state)

    async def hear(self, event: Event) -> None:
        """Take in what somebody did. Raises ``NotKept``."""
        match event.kind, event.key:
            case "m.room.member", self.rooms.me:
                await self._we_came(event)
            case "m.room.tombstone", "":
                await self._upgraded(event.room)
            case "m.room.member", _ if self.invites.alone(event.room):
                await self.invites.go(event.room)
            case _:
                await self._take(event)

    async def _take(self, event: Event) -> None:
        try:
            await self.talk.take(event)
        except NotKept:
            if event.id not in self._unkept:  # it is tried again and again
                self._unkept.append(event.id)
                self.talk.answers.whisper(event, _page(self.phrases.not_kept))
            raise

    async def unreadable(self, room: str, sender: str, event: str) -> None:
        """Say what to do to whom we can't read, but rarely."""
        now = self.now()
        if now - self._told.get(sender, -RARELY) < RARELY:
            return
        self._told[sender] = now
        self._told.move_to_end(sender)
        if len(self._told) > KEPT:
            self._told.popitem(last=False)
        await self.talk.answers.tell(room, _page(self.phrases.unreadable), event)

    async def _we_came(self, event: Event) -> None:
        """Greet where we came, or leave again. A table that moved there is shown."""
        room = event.room
        came = event.text("membership") == "join" and event.before != "join"
        if not came or not self.rooms.here(room):
            return
        before = self.invites.predecessor(room)
        if before is not None:
            await self._moved(before, room)
        match self.invites.coming(room):
            case Coming.GREET:
                await self.talk.greet(room, self.invites.by.pop(room, ""), event.id)
            case Coming.CROWDED:
                await self.talk.answers.tell(
                    room, _page(self.phrases.crowded), event.id, quoted=False
                )
                await self.invites.go(room)
            case Coming.SILENT:
                pass

    async def _upgraded(self, room: str) -> None:
        """Go with the table to where the room has moved."""
        successor = await self.invites.follow(room)
        if successor is not None:
            await self._moved(room, successor)

    async def _moved(self, room: str, to: str) -> None:
        """Have the table stand in the new room, and leave the old one."""
        direct = self.rooms.direct_with(room)
        if direct is not None:
            await self.invites.adopt(direct, to)
        await self.talk.moved(room, to, f"moved {room} {to}")
        await self.invites.go(room)

    async def _begin(self) -> None:
        for room in self.rooms.all():
            while True:
                try:
                    await self._upgraded(room)
                except NotKept as error:
                    log.warning("a table does not move yet: %s", error)
                    await asyncio.sleep(AGAIN)
                else:
                    break


def _page(said: str) -> Page:
    return Page(((Piece(said),),))
