"""What tables of one installation are played with: games, computer players, and all times.

Settings and plug-ins say it once, at the start; no table changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from chatlama.core.clock import TURN, Quiet
from chatlama.core.game import AnyGame
from chatlama.core.player import Player, Strength

from .model import Language, Phase, Table

NOTICE = 1 / 8
"""The share of a long turn that is left when the late ping comes."""
_NONE = timedelta()


class Ping(Enum):
    """When people are called to their turn by a message of its own."""

    NEVER = "never"
    LATE = "late"
    """Once, shortly before their time runs out."""
    ALWAYS = "always"
    """Once, at the beginning of the turn."""


@dataclass(frozen=True, slots=True)
class Times:
    """How long things may last; ``None`` is for ever."""

    turn: timedelta | None = TURN
    """A turn, unless the host chose otherwise (rulebook A20)."""
    turns: tuple[timedelta | None, ...] = (
        TURN,
        timedelta(minutes=3),
        timedelta(minutes=10),
        timedelta(hours=1),
        timedelta(days=1),
        timedelta(days=3),
        None,
        timedelta(seconds=20),
        timedelta(seconds=45),
    )
    """What the host may choose."""
    confirm: timedelta | None = timedelta(seconds=45)
    """The confirmation after a scoring (rulebook A20)."""
    lobby: timedelta | None = timedelta(minutes=30)
    """A lobby in which nothing happens."""
    ping: Ping = Ping.LATE
    ping_before: timedelta = timedelta(seconds=30)
    """How long before the end of a turn the late ping comes, unless the turn is long."""
    grace: timedelta = timedelta(seconds=30)
    """No deadline falls within this time after a restart."""
    wait: timedelta | None = timedelta(days=1)
    """How long a game stands still for which nobody is there."""
    quiet: Quiet | None = None
    """When nobody is called and no time runs out."""
    absent: bool = True
    """Whether computers play for people who have missed ``MISSED`` turns in a row."""

    def notice(self, table: Table) -> timedelta:
        """Return how long before what now goes on at the table ends its players are called.

        Who has three days does not look every minute: from four minutes on it is a share of the
        turn. Nothing, if they are not called.
        """
        return _NONE if table.paused is not None else self.notice_in(table.phase, table.turn)

    def notice_in(self, phase: Phase, turn: timedelta | None) -> timedelta:
        """Return the same for a game that does not stand still."""
        if self.ping is not Ping.LATE or phase is not Phase.PLAYING or turn is None:
            return _NONE
        before = max(self.ping_before, turn * NOTICE)
        return before if self.quiet is None else min(before, self.quiet.open / 2)

    def deadline(
        self, now: datetime, time: timedelta | None, notice: timedelta = _NONE
    ) -> datetime | None:
        """Return when the time is over (``awake``); ``None``: never."""
        return None if time is None else self.awake(now, now + time, notice)

    def awake(self, now: datetime, due: datetime, notice: timedelta = _NONE) -> datetime:
        """Return when what is due is over, with regard to quiet hours.

        What would be over in them is over when they are. A call that would come in them comes at
        their end, and then there is as much time after it as there is after any.
        """
        if self.quiet is None:
            return due
        due = self.quiet.after(due)
        call = max(now, due - notice)
        called = self.quiet.after(call)
        return due if called == call else max(due, called + notice)


@dataclass(frozen=True, slots=True)
class House:
    """What every table of this installation plays with."""

    games: Mapping[str, AnyGame]
    players: Mapping[str, Player]
    languages: tuple[Language, ...]
    times: Times = Times()

    def strengths(self, game: str) -> tuple[Strength, ...]:
        """Return how well computers can play a game here, the weakest first."""
        there = {player.strength for player in self.players.values() if player.game == game}
        return tuple(strength for strength in Strength if strength in there)

    def usual(self, game: str) -> Strength | None:
        """Return how well a computer plays a game unless somebody says otherwise, if any does."""
        player = self.player(game, Strength.MEDIUM)
        return None if player is None else player.strength

    def player(self, game: str, strength: Strength) -> Player | None:
        """Return who plays a game this well, else who plays it nearly so; ``None``: nobody."""
        order = list(Strength)
        found = [player for player in self.players.values() if player.game == game]
        wanted = order.index(strength)
        return min(found, key=lambda p: abs(order.index(p.strength) - wanted), default=None)


@dataclass(frozen=True, slots=True)
class Moment:
    """When and by what an intent came, and the chance that it may use."""

    now: datetime
    update: str | None = None
    """The id of the update it came with; ``None`` for alarms and computers."""
    seed: bytes = field(default=b"", repr=False)
    """Fresh secret bytes, used if a round begins."""
