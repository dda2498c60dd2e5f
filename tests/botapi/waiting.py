"""Waits without sleeping: looks again whenever something has changed, and once a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, TypeVar

T = TypeVar("T")

PATIENCE = 60.0
"""Real seconds after which a test has waited in vain."""
AGAIN = 1.0
"""Real seconds after which one looks again though nothing has changed that is told of: another task
of the test may have done what is waited for."""


class Changing(Protocol):
    """What tells of its changes."""

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Have somebody told from now on; what is returned ends that."""


async def until(
    core: Changing, condition: Callable[[], T | None], what: str, patience: float = PATIENCE
) -> T:
    """Return what a condition says as soon as that is something."""
    event = asyncio.Event()
    forget = core.listen(event.set)
    try:
        async with asyncio.timeout(patience):
            while not (value := condition()):
                event.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(AGAIN):
                        await event.wait()
            return value
    except TimeoutError:
        raise AssertionError(f"{what}: in vain for {patience} s") from None
    finally:
        forget()
