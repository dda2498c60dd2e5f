"""What every part of the fake shares: world, clock, queue, limits, switches, and what was wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from tests.botapi.clock import Clock
from tests.botapi.flood import Flood
from tests.botapi.updates import Updates
from tests.botapi.world import User, World

Fields: TypeAlias = dict[str, Any]
Ephemeral: TypeAlias = Literal["10.3", "old", "refuse"]


@dataclass(slots=True)
class Settings:
    """Switches; a test may turn them at any time."""

    ephemeral: Ephemeral = "10.3"
    """10.3 shows them; an old server ignores the parameter and posts publicly; or 400."""
    privacy: bool = True
    """Privacy mode: in groups the bot gets only what is meant for it."""
    lost_ephemerals: int = 0
    """So many ephemeral messages will be accepted, and never be shown."""

    @property
    def old(self) -> bool:
        return self.ephemeral == "old"


class Core:
    """One bot's server without its sockets."""

    def __init__(self, clock: Clock, bot: User, settings: Settings) -> None:
        self._listeners: list[Callable[[], None]] = []
        self.clock = clock
        self.settings = settings
        self.world = World(clock, bot)
        self.updates = Updates(clock, self.changed)
        self.flood = Flood(clock)
        self.violations: list[str] = []

    def changed(self) -> None:
        """Tell whoever waits for something to become true."""
        for listener in tuple(self._listeners):
            listener()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)


@dataclass(slots=True)
class Counter:
    """Numbers for new people and chats."""

    people: int = 1000
    groups: int = 0
    supergroups: int = 0
    queries: int = field(default=4_000_000_000_000_000_000)
