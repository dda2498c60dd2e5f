"""What goes wrong between bot and server, on command: lost, late and senseless answers.

What the server itself refuses (flood limits, old queries, 403s) is no fault and not here.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tests.botapi.clock import Clock

When: TypeAlias = Literal["before", "after"]


@dataclass(slots=True)
class _Planned:
    method: str | None
    when: When
    times: int
    status: int
    hold: Hold | None


class Hold:
    """Calls that wait until they are released."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self.held = asyncio.Event()

    def release(self) -> None:
        self._open.set()

    async def wait(self) -> None:
        self.held.set()
        await self._open.wait()


class Faults:
    """Faults to come, for the next calls of a method, or of any."""

    LOST = 0
    WAIT = 30
    """Seconds that a 429 asks to wait."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._planned: list[_Planned] = []
        self._holds: list[Hold] = []

    def lose(self, method: str | None = None, *, times: int = 1, when: When = "after") -> None:
        """Close the connection without an answer: after the act, or before anything happened."""
        self._planned.append(_Planned(method, when, times, self.LOST, None))

    def fail(
        self, method: str | None = None, *, times: int = 1, status: int = 500, when: When = "before"
    ) -> None:
        """Answer with a server error: 502 is a proxy's page, no JSON; 429 asks to wait."""
        self._planned.append(_Planned(method, when, times, status, None))

    def hold(
        self,
        method: str | None = None,
        *,
        times: int = 1,
        seconds: float | None = None,
        when: When = "after",
    ) -> Hold:
        """Let answers wait until they are released, or for seconds of the fake's clock."""
        hold = Hold()
        self._holds.append(hold)
        self._planned.append(_Planned(method, when, times, 200, hold))
        if seconds is not None:
            self._clock.at(self._clock.now() + seconds, hold.release)
        return hold

    def clear(self) -> None:
        """Forget what is planned and let go of what waits."""
        self._planned.clear()
        for hold in self._holds:
            hold.release()

    async def strike(self, method: str, when: When) -> int:
        """Return 200, the status to answer with, or ``LOST``; waits where an answer is held."""
        for planned in self._planned:
            if planned.when == when and planned.method in (None, method):
                planned.times -= 1
                if planned.times <= 0:
                    self._planned.remove(planned)
                if planned.hold is None:
                    return planned.status
                await planned.hold.wait()
                return 200
        return 200
