"""All that the account sends, at the pace that its server allows.

A server counts messages, edits, reactions and redactions of an account together, in all rooms: a
default one allows ten at once and then one in five seconds. So what is urgent goes first: under a
limit, the less urgent leaves something for the more urgent. What can't go now is refused with the
time to wait (``RetryLater``); who asks again then sends what is newest, and nothing old queues up.

Whether there is a limit can't be asked. Until the server has refused something, all goes out at
once, decoration in calm moments; once more has passed than a default server allows, there is none.
What was found is known at the next start: where there was a limit, decoration waits for that proof.

The id of a transaction follows from what is sent, where, and after what: the same sent again, after
a failure or a crash, is known to the server and not shown twice.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from chatlama.session.transport import RetryLater

from .calls import Limited
from .events import Content
from .wire import Wire

T = TypeVar("T")

BURST = 10.0
"""Events that a default server allows at once."""
INTERVAL = 5.0
"""Seconds after which it allows one more."""
PROOF = 5.0
"""Events beyond what a default server allows after which there is no limit."""
CALM = 1.0
"""Seconds after something urgent in which nothing is risked for decoration."""
QUICKEST, SLOWEST = 0.01, 60.0
"""Seconds between two events under a limit that are believed."""


class Rank(IntEnum):
    """How urgent something is: how many events must be left under a limit for it to be sent."""

    NOW = 1
    """Somebody is called, or asked, or waits for an answer."""
    TABLE = 2
    """What all see."""
    ASIDE = 3
    """What can wait until nothing else does."""
    DECORATION = 6
    """What others can do without."""


@dataclass(slots=True)
class Pace:
    """How fast the server lets the account send, as far as that was seen."""

    now: Callable[[], float]
    """Seconds that never go back."""
    before: bool = False
    """Whether the server limited us before this start."""
    found: Callable[[bool], None] = lambda _: None
    """Told whether the server limits us, when that is not as it was before."""
    limited: bool | None = None
    """Whether the server limits us; ``None``: not known yet."""
    _interval: float = INTERVAL
    _left: float = BURST
    _counted: float = 0.0
    """When ``_left`` was true."""
    _urgent: float = 0.0
    """When something urgent was sent last."""
    _sent: float = 0.0
    """When the server has taken an event last."""

    def __post_init__(self) -> None:
        """Begin with all that a default server allows."""
        self._counted = self._sent = self._urgent = self.now()

    @property
    def scarce(self) -> bool:
        """Whether what others can do without is better not tried."""
        return self.before if self.limited is None else self.limited

    def wait(self, rank: Rank) -> float:
        """Return in how many seconds something of the rank may be sent; 0 is now."""
        if not self.limited:
            calm = self.limited is None and rank is Rank.DECORATION
            return max(0.0, self._urgent + CALM - self.now()) if calm else 0.0
        self._count()
        return max(0.0, (rank - self._left) * self._interval)

    def spend(self, rank: Rank) -> None:
        """Count one event."""
        self._count()
        self._left -= 1
        if rank is not Rank.DECORATION:
            self._urgent = self.now()

    def passed(self) -> None:
        """Know that the server has taken an event."""
        self._sent = self.now()
        if self.limited is None and self._left <= -PROOF:
            self._learn(limited=False)

    def refused(self, after: float) -> None:
        """Know that the server has refused an event, and allows one in so many seconds."""
        self._count()
        self._learn(limited=True)
        since = min(self.now() - self._sent, self._interval)
        self._interval = min(max(since + after, QUICKEST), SLOWEST)
        self._left = 1 - after / self._interval

    def _learn(self, *, limited: bool) -> None:
        self.limited = limited
        if limited != self.before:
            self.before = limited
            self.found(limited)

    def _count(self) -> None:
        now = self.now()
        self._left = min(BURST, self._left + (now - self._counted) / self._interval)
        self._counted = now


@dataclass(slots=True)
class Outbox:
    """Sends events of one account."""

    wire: Wire
    pace: Pace

    async def send(
        self, room: str, kind: str, content: Content, rank: Rank, after: str = ""
    ) -> str:
        """Return the id of the event that was sent, or had been sent already.

        ``after`` tells the same content apart that is meant to be sent again. Raises ``RetryLater``
        if it is not its turn, ``Unreachable`` and ``Gone``.
        """
        said = msgspec.json.encode(content, order="sorted")
        name = _transaction(room.encode(), kind.encode(), said, after.encode())
        return await self._paced(rank, self.wire.send(room, kind, content, name))

    async def redact(self, room: str, event: str, rank: Rank) -> None:
        """Take an event away. Raises as ``send``."""
        name = _transaction(room.encode(), b"redact", event.encode())
        await self._paced(rank, self.wire.redact(room, event, name))

    async def react(self, room: str, event: str, key: str, rank: Rank) -> None:
        """Put a reaction to an event. Raises as ``send``."""
        name = _transaction(room.encode(), b"react", event.encode(), key.encode())
        await self._paced(rank, self.wire.react(room, event, key, name))

    async def _paced(self, rank: Rank, sending: Coroutine[Any, Any, T]) -> T:
        wait = self.pace.wait(rank)
        if wait > 0:
            sending.close()
            raise RetryLater(wait)
        self.pace.spend(rank)
        try:
            answer = await sending
        except Limited as limit:
            self.pace.refused(limit.after)
            raise
        self.pace.passed()
        return answer


def _transaction(*what: bytes) -> str:
    return blake2b(b"\n".join(what), digest_size=16).hexdigest()
