"""What is to be done in each room, in order, and the position behind which everything is done.

Rooms do side by side what happens in them, so one that is slow holds up no other. The position is
kept once all before it is done, never sooner: after a crash the rest comes again. What can't be
kept now is tried until it is; what makes us stumble is logged and dropped, else it would come for
ever.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from chatlama.session.transport import NotKept

from .calls import SLOWEST, Sleep
from .kept import Position

log = logging.getLogger(__name__)

AHEAD = 50
"""Batches that may be asked for while older ones are still being handled."""

Doing = Callable[[], Awaitable[None]]


@dataclass(slots=True)
class Lanes:
    """One lane for each room."""

    kept: Position
    sleep: Sleep = asyncio.sleep
    _open: deque[tuple[str, Sequence[asyncio.Task[None]]]] = field(default_factory=deque)
    """Positions that are not kept yet, and what must be done before each is."""
    _last: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    """What each room is doing."""

    @property
    def position(self) -> str:
        """The position that is kept; ``""`` if there is none."""
        return self.kept.read()

    def then(self, room: str, doing: Doing) -> asyncio.Task[None]:
        """Have something done once the room has done all that came before."""
        task = asyncio.create_task(self._after(self._last.get(room), doing), name=f"matrix {room}")
        self._last[room] = task
        task.add_done_callback(partial(self._at_rest, room))
        return task

    def reach(self, position: str, tasks: Sequence[asyncio.Task[None]]) -> None:
        """Keep the position when these are done, and all that came before."""
        self._open.append((position, tasks))
        for task in tasks:
            task.add_done_callback(self._keep)
        self._keep()

    async def room_for_more(self) -> None:
        """Return when not too much is still being handled."""
        while len(self._open) > AHEAD:
            await asyncio.wait(self._open[0][1])

    async def end(self) -> None:
        """Give up what is not done; it comes again."""
        tasks = [task for _, tasks in self._open for task in tasks]
        self._open.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.kept.close()

    async def taken(self, doing: Doing) -> None:
        """Have it taken in, however often that must be tried; what can't be is dropped."""
        failures = 0
        while True:
            try:
                await doing()
            except NotKept as error:
                failures += 1
                log.warning("what happened in Matrix is not kept, it is tried again: %s", error)
                await self.sleep(backoff(failures))
            except Exception:
                log.exception("something that happened in Matrix is dropped")
                return
            else:
                return

    async def _after(self, before: asyncio.Task[None] | None, doing: Doing) -> None:
        if before is not None:
            await asyncio.wait([before])
        await self.taken(doing)

    def _at_rest(self, room: str, task: asyncio.Task[None]) -> None:
        if self._last.get(room) is task:
            del self._last[room]

    def _keep(self, _: object = None) -> None:
        """Keep the position behind which everything is handled."""
        position = ""
        while self._open and all(task.done() for task in self._open[0][1]):
            position = self._open.popleft()[0]
        if position:
            try:
                self.kept.write(position)
            except OSError as error:
                log.warning("the position in Matrix is not kept: %s", error)


def backoff(failures: int) -> float:
    """Return after how many seconds to try again; not all who wait do so at the same time."""
    longest = min(2.0 ** (failures - 1), SLOWEST)
    return longest * random.uniform(0.5, 1.0)  # noqa: S311 - no secret
