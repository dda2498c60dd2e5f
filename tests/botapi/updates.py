"""The queue of updates: what is kept how long, and long polling's offsets and conflicts.

An update comes again until a higher offset is asked for. What a webhook does with the queue is in
webhook.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from tests.botapi.clock import Clock
from tests.botapi.errors import OTHER_POLLER, Refused, faulty
from tests.botapi.schema import UPDATES, check_update

Fields: TypeAlias = dict[str, Any]

DAY = 86400.0
KEPT = {"callback_query": 150.0}
"""Seconds for which an update waits for the bot; a day, if its kind is not here."""
ONLY_IF_ASKED = {"chat_member", "message_reaction", "message_reaction_count"}


@dataclass(frozen=True, slots=True)
class Waiting:
    """An update in the queue; ``lane`` is what it must not overtake in a webhook's deliveries."""

    id: int
    kind: str
    lane: str
    until: float
    content: Fields


class Updates:
    """All updates that no offset or 2xx has confirmed."""

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self._clock = clock
        self.changed = changed
        self._next = 700_000_001
        self._queue: list[Waiting] = []
        self._poller: asyncio.Future[None] | None = None
        self.history: list[Fields] = []
        """Every update there ever was, wanted or not."""
        self.allowed: frozenset[str] = UPDATES - ONLY_IF_ASKED
        self.woken: Callable[[], None] | None = None

    def add(self, kind: str, content: Fields, lane: str) -> int | None:
        """Queue an update unless its kind is not wanted; return its id."""
        update = {"update_id": self._next, kind: content}
        check_update(update)
        self.history.append(update)
        if kind not in self.allowed:
            return None
        until = self._clock.now() + KEPT.get(kind, DAY)
        self._queue.append(Waiting(self._next, kind, lane, until, update))
        self._next += 1
        self._wake()
        return self._next - 1

    def pending(self) -> tuple[Waiting, ...]:
        """Return what waits and is not too old."""
        now = self._clock.now()
        self._queue = [waiting for waiting in self._queue if waiting.until >= now]
        return tuple(self._queue)

    def confirm(self, id: int) -> None:
        self._queue = [waiting for waiting in self._queue if waiting.id != id]
        self.changed()

    def drop(self) -> None:
        self._queue.clear()

    def allow(self, kinds: list[str] | None) -> None:
        """Set what is wanted from now on; None changes nothing, an empty list is the default."""
        if kinds is None:
            return
        if unknown := set(kinds) - UPDATES:
            raise faulty(f"there are no updates {sorted(unknown)}")
        self.allowed = frozenset(kinds) if kinds else UPDATES - ONLY_IF_ASKED

    def skip(self, count: int) -> None:
        """Jump ahead in the ids, as the server does after a silent week."""
        self._next += count

    async def poll(self, offset: int, limit: int, patience: float) -> list[Fields]:
        """Return updates from an offset on, waiting real seconds for the first."""
        result = self._from(offset, limit)
        if result or patience <= 0:
            return result
        self.interrupt(Refused(409, OTHER_POLLER))
        mine = self._poller = asyncio.get_running_loop().create_future()
        self.changed()
        try:
            async with asyncio.timeout(patience):
                while not result:
                    await mine
                    result = self._from(offset, limit)
                    if not result:
                        mine = self._poller = asyncio.get_running_loop().create_future()
        except TimeoutError:
            return []
        finally:
            if self._poller is mine:
                self._poller = None
        return result

    @property
    def polled(self) -> bool:
        """Whether somebody waits for the next update."""
        return self._poller is not None and not self._poller.done()

    def interrupt(self, why: BaseException) -> None:
        """End the poll that waits, if any, with an error."""
        if self._poller is not None and not self._poller.done():
            self._poller.set_exception(why)
            self._poller = None

    def _from(self, offset: int, limit: int) -> list[Fields]:
        waiting = self.pending()
        if offset < 0:
            waiting = waiting[offset:]
        elif offset > 0:
            waiting = tuple(one for one in waiting if one.id >= offset)
        if len(waiting) != len(self._queue):
            self._queue = list(waiting)
            self.changed()
        return [one.content for one in waiting[:limit]]

    def _wake(self) -> None:
        if self._poller is not None and not self._poller.done():
            self._poller.set_result(None)
        if self.woken is not None:
            self.woken()
        self.changed()
