"""What a table is: who sits there, what was agreed, and the log of what happened.

The position is never stored. It is replayed from the log (``position``) and carried along as a
derived value, so that a stored table is small and a report of a bug is a log.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, NewType, TypeAlias

from chatlama.core.game import Event, GameInfo, Result
from chatlama.core.player import Strength
from chatlama.core.text import SEATS, Seat

TableId = NewType("TableId", str)
"""At most 12 characters of ``[a-z0-9]``."""
UserId = NewType("UserId", str)
"""A person among all transports: ``telegram:123``."""
Language = NewType("Language", str)


MISSED = 2
"""Turns in a row after whose missing a person counts as absent."""


class Phase(Enum):
    """Where a table stands in its life."""

    LOBBY = "lobby"
    """People sit down and agree on the rules."""
    PLAYING = "playing"
    """A round is played."""
    SCORED = "scored"
    """A round was scored; everybody looks and confirms."""
    OVER = "over"
    """A game is over; its end stays to be seen until the lobby is entered again."""
    CLOSED = "closed"
    """The table exists no more."""


class Closing(Enum):
    """Why a table was closed."""

    STOPPED = "stopped"
    EMPTY = "empty"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Person:
    """A seat's person."""

    user: UserId
    name: str
    language: Language | None = None
    missed: int = 0
    """Turns in a row that ran out of time, as far as they are counted."""

    @property
    def absent(self) -> bool:
        """Whether a computer plays for the person, until they do something at the table."""
        return self.missed >= MISSED


@dataclass(frozen=True, slots=True)
class Computer:
    """A seat's computer player."""

    name: str
    strength: Strength
    """How well it plays; which player plug-in that is depends on the game."""


Occupant: TypeAlias = Person | Computer


class Rest(Enum):
    """Why a game stands still."""

    AGREED = "agreed"
    """The host wanted a pause, or agreed to one."""
    NOBODY = "nobody"
    """Everybody is absent, and computers don't play on for nobody."""


@dataclass(frozen=True, slots=True)
class Paused:
    """A game that stands still."""

    why: Rest
    left: timedelta | None
    """What was left of the turn or the confirmation; ``None``: it is not limited."""


@dataclass(frozen=True, slots=True)
class Room:
    """A chat in which the table stands, and the language spoken there."""

    chat: str
    language: Language


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round began, with this secret chance."""

    seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Played:
    """A seat made a move."""

    seat: Seat
    code: str
    late: bool = False
    """Whether its time had run out and the default move was made."""


@dataclass(frozen=True, slots=True)
class Left:
    """A seat's player left the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A seat's person left the game, and a computer plays on in their place."""

    seat: Seat
    name: str
    """What the person was called."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A round ended here; the position must have this checksum when it is replayed."""

    check: str


Entry: TypeAlias = Dealt | Played | Left | TakenOver | Scored


@dataclass(frozen=True, slots=True)
class Position:
    """Where the log leads to. Derived, never stored."""

    state: Any = field(repr=False)
    seed: bytes = field(repr=False)
    step: int
    """Number of log entries that led here."""
    offered: int
    """The step with which buttons are stamped: that of the last choice that was complete. Nobody
    can tell from a stamp that a choice is half made."""
    epochs: tuple[int, ...]
    """For each seat the step at which it last moved or began or ceased to be to move: what it
    was offered before that is stale."""
    to_move: tuple[Seat, ...]
    midway: bool = False
    """Whether the seat that moved last is in the middle of its choice."""
    result: Result | None = None
    history: tuple[Event, ...] = ()
    """What happened in this round, oldest first."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that is agreed and everything that happened at one table."""

    id: TableId
    rooms: tuple[Room, ...]
    host: UserId
    game: str
    options: tuple[tuple[str, str], ...]
    turn: timedelta | None
    """How long a turn may last; ``None``: for ever."""
    seats: tuple[Occupant, ...] = ()
    """Who sits where. During a game the seats of those who left stay (the log names seats)."""
    phase: Phase = Phase.LOBBY
    number: int = 0
    """Number of the game that is or was played last, from 1; 0 before the first."""
    rules: int = 0
    """Rules version of the game that the log was made under."""
    roster: int = 0
    """Rises with every change in the lobby, so that an old button can't mean another seat."""
    log: tuple[Entry, ...] = field(default=(), repr=False)
    confirmed: frozenset[Seat] = frozenset()
    takeover: bool = False
    """Whether a computer takes the seat of a person who leaves a game."""
    hints: bool = False
    """Whether people may ask what a computer would do in their place."""
    paused: Paused | None = None
    asked: Seat | None = None
    """Who asks the host for a pause, or for its end."""
    since: datetime | None = None
    """When the present turn, confirmation or lobby began."""
    due: datetime | None = None
    """When time runs out: for the turn, the confirmation or the lobby, by phase."""
    pinged: int = -1
    """The step whose players were last called to their turn."""
    broken: bool = False
    """Whether the last game was given up because its log can't be followed any more."""
    closing: Closing | None = None
    version: int = 0
    """Rises by one with every change; the store's expected version."""
    seen: tuple[str, ...] = ()
    """Ids of the updates that changed this table, newest last."""
    shown: tuple[tuple[str, str], ...] = ()
    """What transports call the messages that show this table: (place, handle)."""
    position: Position | None = field(default=None, repr=False, compare=False)
    """Where the log leads to; ``None`` if there is no game or it was not replayed yet."""
    _persons: tuple[tuple[Seat, Person], ...] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    """What ``persons`` has found: it is asked for a dozen times with every move."""

    @property
    def gone(self) -> frozenset[Seat]:
        """Seats whose player left the running game."""
        return frozenset([entry.seat for entry in self.log if type(entry) is Left])

    @property
    def present(self) -> tuple[tuple[Seat, Occupant], ...]:
        """Seats and their occupants, without those who left."""
        gone = self.gone
        return tuple([(s, o) for s, o in zip(SEATS, self.seats, strict=False) if s not in gone])

    @property
    def persons(self) -> tuple[tuple[Seat, Person], ...]:
        """The people who sit here."""
        found = self._persons
        if found is None:
            found = tuple([(s, o) for s, o in self.present if isinstance(o, Person)])
            object.__setattr__(self, "_persons", found)
        return found

    @property
    def awaited(self) -> tuple[tuple[Seat, Person], ...]:
        """The people who sit here and are not absent: the game waits for nobody else."""
        return tuple((s, person) for s, person in self.persons if not person.absent)

    def automatic(self, seat: Seat) -> bool:
        """Return whether a computer moves for this seat."""
        occupant = self.seats[seat]
        return isinstance(occupant, Computer) or occupant.absent

    @property
    def step(self) -> int:
        """What a button painted now is stamped with."""
        return len(self.log) if self.position is None else self.position.offered

    def seat_of(self, user: UserId) -> Seat | None:
        """Return where the person sits, if they sit here and have not left."""
        return next((seat for seat, person in self.persons if person.user == user), None)


def options_of(table: Table, info: GameInfo) -> dict[str, str]:
    """Return a choice for every option of the table's game: the agreed one, else the default.

    A table may be older than the game: what it lacks or can't be chosen any more has its default.
    """
    agreed = dict(table.options)
    return {
        option.key: next(
            (c.value for c in option.choices if c.value == agreed.get(option.key)),
            option.choices[0].value,
        )
        for option in info.options
    }
