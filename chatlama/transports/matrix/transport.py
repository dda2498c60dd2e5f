"""The chat system as the session sees it: people's acts in, pages out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from chatlama.session.transport import (
    Address,
    Capabilities,
    Chat,
    Dispatch,
    Handle,
    Page,
)

from .account import Account
from .calls import Sleep, dead, persistently
from .doors import NioDoors
from .ears import Ears, Phrases
from .heard import SIGN
from .invites import Invites
from .journal import Journal
from .kept import Kept, Position
from .lanes import Lanes
from .notes import Notes
from .outbox import Pace
from .reactions import Mode
from .rooms import KnownRooms
from .settings import Settings
from .signing import vouch
from .sync import Sync
from .talk import NAME, Talk, talk
from .wire import NioWire

log = logging.getLogger(__name__)

FAREWELL = 5.0
"""Seconds for which sends may still be on their way when we stop."""


@dataclass(slots=True)
class Matrix:
    """The chat system; ``run`` it once."""

    settings: Settings
    folder: Path
    """Where all that the account needs is kept."""
    phrases: Phrases
    now: Callable[[], float] = time.monotonic
    """Seconds that never go back."""
    sleep: Sleep = asyncio.sleep
    name: str = NAME
    capabilities: Capabilities = field(default=Capabilities(sign=SIGN))
    _rooms: KnownRooms = field(init=False, repr=False)
    _talk: Talk = field(init=False, repr=False)
    _ready: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    def __post_init__(self) -> None:
        """Connect to nothing yet."""
        self._rooms = KnownRooms(self.settings.user)

    async def run(self, dispatch: Dispatch) -> None:
        """Bring in what people do until cancelled.

        Raises ``TransportError`` if the account can't be used, or not any more.
        """
        account = Account(self.settings, self.folder, self.sleep)
        try:
            await account.enter()
            await self._serve(account, dispatch)
        finally:
            self._ready.clear()
            await account.leave()

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        """Make the page what the place shows."""
        await self._ready.wait()
        return await self._talk.show(to, page, last)

    async def administers(self, chat: Chat, user: str) -> bool:
        """Return whether the person may put others out of the room."""
        return self._rooms.administers(chat.id, user)

    def wants(self, to: Address) -> bool:
        """Return that hands are shown at any time."""
        return True

    async def hides(self, to: Address) -> bool:
        """Return that nobody writes without a name."""
        return False

    def reaches(self, to: Address) -> bool:
        """Return whether the person is in a direct room with us."""
        return self._ready.is_set() and self._talk.reaches(to)

    async def _serve(self, account: Account, dispatch: Dispatch) -> None:
        client, settings = account.client, self.settings
        identity = Kept(self.folder / "signing.json")
        await persistently(self.sleep, "keys", lambda: vouch(client, identity, settings))
        doors = NioDoors(client, self._rooms)
        await persistently(self.sleep, "direct rooms", doors.load)
        wire = NioWire(client)
        journal = Journal(self.folder / "messages.jsonl")
        notes, mode = Notes(journal), Mode(settings.reactions)
        pace = _pace(self.now, Kept(self.folder / "pace.json"))
        self._talk = talk(wire, self._rooms, doors, dispatch, notes, mode, pace, self.sleep)
        invites = Invites(settings, self._rooms, doors, self.sleep, self.now)
        ears = Ears(self._rooms, self._talk, wire, doors, invites, self.phrases, self.now)
        lanes = Lanes(Position(self.folder / "position.json"), self.sleep)
        offering = asyncio.create_task(self._talk.reactions.run(), name="reactions")
        try:
            sync = Sync(client, ears, lanes, dead(settings), self._ready, self.sleep)
            await sync.run()
        finally:
            offering.cancel()
            await self._talk.directs.stop()
            await ears.stop()
            await self._talk.answers.finish(FAREWELL)
            await wire.finish(FAREWELL)
            journal.close()


def _pace(now: Callable[[], float], kept: Kept) -> Pace:
    """Return the pace, which keeps what it learns."""

    def keep(limited: bool) -> None:
        try:
            kept.write({"limited": "yes" if limited else "no"})
        except OSError as error:
            log.warning("what Matrix allows is not kept: %s", error)

    return Pace(now, kept.read().get("limited") == "yes", keep)
