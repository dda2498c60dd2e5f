"""Messages that can't be decrypted yet: they wait for their key.

A key may come a little later than its message. One that does not come within some seconds is
missed, and its sender is told; the message is still read if the key comes within the hour.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

from nio import AsyncClient, Event, MegolmEvent
from nio.exceptions import EncryptionError

from .calls import Sleep

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds after which the key of a message is missed."""
FORGOTTEN = 3600.0
"""Seconds more after which it is waited for no longer."""
MOST = 1000
"""Messages that wait at most."""


@dataclass(slots=True)
class Sealed:
    """What waits for its key."""

    client: AsyncClient = field(repr=False)
    missed: Callable[[str, str, str], Awaitable[None]]
    """Told the room, the sender and the event of a message that could not be read."""
    sleep: Sleep = asyncio.sleep
    _waiting: dict[str, list[tuple[str, MegolmEvent]]] = field(default_factory=dict)
    """Messages and their rooms, by the session of the key."""
    _watches: set[asyncio.Task[None]] = field(default_factory=set)

    def add(self, room: str, event: MegolmEvent) -> None:
        """Have a message wait for its key."""
        if event.sender == self.client.user_id or len(self._watches) >= MOST:
            return
        waiting = (room, event)
        self._waiting.setdefault(event.session_id, []).append(waiting)
        task = asyncio.create_task(self._watch(waiting))
        self._watches.add(task)
        task.add_done_callback(self._watches.discard)

    def opened(self, session: str) -> Iterator[tuple[str, Event]]:
        """Yield what can be read now that this key has come, and the room of each."""
        for room, event in self._waiting.pop(session, ()):
            try:
                yield room, self.client.decrypt_event(event)
            except EncryptionError as error:
                log.info("a message in %s stays unreadable: %s", room, error)

    async def end(self) -> None:
        """Wait for nothing any more."""
        for task in self._watches:
            task.cancel()
        await asyncio.gather(*self._watches, return_exceptions=True)

    async def _watch(self, waiting: tuple[str, MegolmEvent]) -> None:
        room, event = waiting
        await self.sleep(PATIENCE)
        if waiting not in self._waiting.get(event.session_id, ()):
            return
        await self.missed(room, event.sender, event.event_id)
        await self.sleep(FORGOTTEN)
        left = [each for each in self._waiting.pop(event.session_id, ()) if each is not waiting]
        if left:
            self._waiting[event.session_id] = left
