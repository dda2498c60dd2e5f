"""How much may be sent to a chat: a window of its own for each, so none waits for another.

Telegram allows about 20 messages and edits together in a minute in a group; more are answered with
"too many requests" and a long wait. Staying below is cheaper than being told. Answers to presses
and deletions are not limited and never counted here. Whether what one person alone sees is counted
is not documented, so it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from .recent import Recent

WINDOW = 60.0
"""Seconds in which calls are counted."""
GROUP = 17
"""Calls to a group in a window at most."""
PRIVATE_WINDOW = 5.0
"""The same for a person."""
PRIVATE = 5
"""Calls to a person in a window at most: about one a second, with room for bursts."""
KEPT = 7
"""Of a group's calls, those that only the table and hands that are asked for may use up: else who
keeps asking for help would stop the game for everybody."""
TABLE = 3
"""Of these, those for the table alone: a hand that is asked for can still be an alert, which counts
nowhere, but a table that six people's hands hold up for a minute can be nothing else."""


CHATS = 2048
"""Chats whose calls are counted: more than are sent anything in a window, at 30 calls a second."""


@dataclass(slots=True)
class Budget:
    """What may still be sent where."""

    now: Callable[[], float]
    """Seconds that never go back."""
    _calls: Recent[int, deque[float]] = field(default_factory=lambda: Recent(CHATS))
    _blocked: Recent[int, float] = field(default_factory=lambda: Recent(CHATS))

    def wait(self, chat: int, *, spare: int = 0) -> float:
        """Return in how many seconds the chat may be sent something; 0 is now.

        What is less urgent leaves so many of a group's calls to ``spare``.
        """
        asked = self.blocked(chat)
        if asked > 0:
            return asked
        now = self.now()
        calls = self._calls.get(chat)
        if calls is None:
            return 0.0
        window = PRIVATE_WINDOW if chat > 0 else WINDOW
        while calls and calls[0] <= now - window:
            calls.popleft()
        if not calls:
            self._calls.forget(chat)
            return 0.0
        most = PRIVATE if chat > 0 else GROUP - spare
        return 0.0 if len(calls) < most else calls[-most] + window - now

    def blocked(self, chat: int) -> float:
        """Return for how many seconds Telegram has asked us to send nothing at all; 0 if not."""
        until, now = self._blocked.get(chat), self.now()
        if until is not None and until > now:
            return until - now
        self._blocked.forget(chat)
        return 0.0

    def spend(self, chat: int) -> None:
        """Count one call to the chat."""
        calls = self._calls.get(chat)
        if calls is None:
            self._calls.put(chat, calls := deque())
        calls.append(self.now())

    def give_back(self, chat: int) -> None:
        """Count one call less: Telegram has refused it, and nothing was sent."""
        if calls := self._calls.get(chat):
            calls.pop()

    def block(self, chat: int, seconds: float) -> None:
        """Send nothing to the chat for so long: Telegram has asked for it."""
        self._blocked.put(chat, self.now() + seconds)
