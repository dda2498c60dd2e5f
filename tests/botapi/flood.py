"""Flood control: who has sent or edited too much, in which chat, and how long they have to wait.

Telegram does not publish its limits; these are the numbers its FAQ names. Who asks again before
the wait is over is told the rest of it, and counted in ``ignored``.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from math import ceil

from tests.botapi.clock import Clock
from tests.botapi.errors import Refused
from tests.botapi.world import Chat


@dataclass(slots=True)
class Flood:
    """Limits a test may change, and what has been used of them."""

    clock: Clock
    on: bool = True
    group: tuple[int, float] = (20, 60.0)
    private: tuple[int, float] = (5, 5.0)
    """One a second, with bursts tolerated."""
    overall: tuple[int, float] = (30, 1.0)
    ephemeral_counts: bool = True
    ignored: int = 0
    spent: int = 0
    """All sends and edits that were let through, ever."""
    _used: dict[int, deque[float]] = field(default_factory=dict)
    _until: dict[int, float] = field(default_factory=dict)

    def hold(self, chat: Chat | int, seconds: float) -> None:
        """Refuse everything limited in this chat for so long."""
        id = chat if isinstance(chat, int) else chat.id
        self._until[id] = self.clock.now() + seconds

    def room(self, chat: Chat) -> int:
        """Return how many sends and edits this chat takes at this moment."""
        most, seconds = self.private if chat.private else self.group
        return most - len(self._recent(chat.id, seconds))

    def spend(self, chat: Chat) -> None:
        """Count a send or an edit, or refuse it with ``retry_after``."""
        now = self.clock.now()
        if self._until.get(chat.id, now) > now:
            self.ignored += 1
            raise too_many(self._until[chat.id] - now)
        if not self.on:
            self.spent += 1
            return
        for id, (most, seconds) in (
            (chat.id, self.private if chat.private else self.group),
            (0, self.overall),
        ):
            used = self._recent(id, seconds)
            if len(used) >= most:
                self._until[chat.id] = used[-most] + seconds
                raise too_many(self._until[chat.id] - now)
        self.spent += 1
        self._used.setdefault(chat.id, deque()).append(now)
        self._used.setdefault(0, deque()).append(now)

    def _recent(self, id: int, seconds: float) -> deque[float]:
        used = self._used.setdefault(id, deque())
        while used and used[0] <= self.clock.now() - seconds:
            used.popleft()
        return used


def too_many(seconds: float) -> Refused:
    rest = max(1, ceil(seconds))
    return Refused(429, f"retry after {rest}", {"retry_after": rest})
