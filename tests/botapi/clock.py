"""The fake's time: it stands still until a test moves it, and then everything due happens in order.

Not the time of sockets: long polling and the patience of tests are real seconds (see server.py).
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from itertools import count
from typing import Protocol

START = 1_790_000_000.0
"""Some day in September 2026."""


class Clock(Protocol):
    """Whoever brings another clock brings these two."""

    def now(self) -> float: ...

    def at(self, when: float, what: Callable[[], object]) -> None: ...


class FakeClock:
    """Seconds since 1970, moved by hand."""

    def __init__(self, now: float = START) -> None:
        self._now = now
        self._order = count()
        self._due: list[tuple[float, int, Callable[[], object]]] = []

    def now(self) -> float:
        return self._now

    def at(self, when: float, what: Callable[[], object]) -> None:
        heapq.heappush(self._due, (when, next(self._order), what))

    def advance(self, seconds: float) -> None:
        """Move on; what falls due on the way sees the time at which it was due."""
        end = self._now + seconds
        while self._due and self._due[0][0] <= end:
            when, _, what = heapq.heappop(self._due)
            self._now = max(self._now, when)
            what()
        self._now = end


class RealClock:
    """The machine's time, for bots that run in a process of their own."""

    def now(self) -> float:
        return time.time()

    def at(self, when: float, what: Callable[[], object]) -> None:
        asyncio.get_running_loop().call_later(max(0.0, when - time.time()), what)
