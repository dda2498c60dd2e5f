"""How often people are answered: who asks and asks must not hold up everybody's cards."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from .outbox import Rank

K = TypeVar("K")
V = TypeVar("V")

LATELY = 60.0
"""Seconds in which answers to the same person are counted."""
OFTEN, MOST = 5, 20
"""Answers lately after which the next ones wait behind all else, and after which there are none."""
QUIET = 30.0
"""Seconds between two answers in a room to the same person's presses."""
KEPT = 1000
"""People of whom something is remembered at most."""


@dataclass(slots=True)
class Asked:
    """Who was answered, and when."""

    now: Callable[[], float]
    """Seconds that never go back."""
    _answered: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)
    """When each person was answered."""
    _pressed: OrderedDict[tuple[str, str], float] = field(default_factory=OrderedDict)
    """When a person's press was answered in a room."""

    def urgency(self, user: str) -> Rank | None:
        """Count an answer and return how urgent it is; ``None``: too many were given lately."""
        times = self._answered.setdefault(user, deque(maxlen=MOST))
        _latest(self._answered, user)
        lately = sum(self.now() - each < LATELY for each in times)
        if lately == MOST:
            return None
        times.append(self.now())
        return Rank.NOW if lately < OFTEN else Rank.ASIDE

    def pressing(self, room: str, user: str) -> bool:
        """Return whether the person's press is answered in the room, not having been just now."""
        key = room, user
        if self.now() - self._pressed.get(key, -QUIET) < QUIET:
            return False
        self._pressed[key] = self.now()
        _latest(self._pressed, key)
        return True


def _latest(known: OrderedDict[K, V], key: K) -> None:
    known.move_to_end(key)
    if len(known) > KEPT:
        known.popitem(last=False)
