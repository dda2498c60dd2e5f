"""What somebody wants a table to do, and the codes by which buttons ask for it.

Codes of the table begin with a colon, so no game's move can be mistaken for one. They set values
and never toggle: pressing twice does what pressing once does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from chatlama.core.player import Strength
from chatlama.core.text import SEATS, Seat

from .model import Language, UserId


@dataclass(frozen=True, slots=True)
class Who:
    """A person who acts."""

    user: UserId
    name: str
    admin: bool = False
    """Whether the person administers the chat."""
    language: Language | None = None


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the table was when a button was painted; typed commands have none and are fresh."""

    number: int
    step: int


@dataclass(frozen=True, slots=True)
class Join:
    who: Who


@dataclass(frozen=True, slots=True)
class Leave:
    who: Who


@dataclass(frozen=True, slots=True)
class AddComputer:
    who: Who
    strength: Strength
    roster: int | None = None
    """The table's roster when the button was painted: pressing it twice adds one."""


@dataclass(frozen=True, slots=True)
class SetStrength:
    """Choose how well a seat's computer plays."""

    who: Who
    seat: Seat
    strength: Strength
    roster: int
    """As of ``Remove``."""


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a computer or, as host or administrator, a person from the table."""

    who: Who
    seat: Seat
    roster: int
    """The table's roster when the seat was named: seats move up when somebody leaves a lobby."""


@dataclass(frozen=True, slots=True)
class Configure:
    """Choose the game, one of its options, the language or the turn time."""

    who: Who
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Start:
    who: Who
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """Make a move."""

    who: Who
    code: str
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class Confirm:
    """Have seen the scores."""

    who: Who
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """Enter the lobby again after a game."""

    who: Who
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """Have the game stand still; who may not decide that asks the host."""

    who: Who


@dataclass(frozen=True, slots=True)
class Resume:
    """Have the game go on; who may not decide that asks the host."""

    who: Who


@dataclass(frozen=True, slots=True)
class Here:
    """Do something that changes nothing, so that one is not absent."""

    who: Who


@dataclass(frozen=True, slots=True)
class Stop:
    """Close the table."""

    who: Who


@dataclass(frozen=True, slots=True)
class Choose:
    """A computer's move, chosen for the position at ``step``."""

    seat: Seat
    step: int
    code: str


@dataclass(frozen=True, slots=True)
class Alarm:
    """The clock says that something may be due; the table decides whether it is."""


@dataclass(frozen=True, slots=True)
class Awake:
    """The process has started again: no deadline may fall too soon."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A message now shows the table to a place: what the transport calls it, or that it is away."""

    place: str
    handle: str | None


@dataclass(frozen=True, slots=True)
class Relocate:
    """The chat in which the table stands has another name from now on."""

    chat: str
    to: str


PersonIntent: TypeAlias = (
    Join
    | Leave
    | AddComputer
    | SetStrength
    | Remove
    | Configure
    | Start
    | Press
    | Confirm
    | Again
    | Pause
    | Resume
    | Here
    | Stop
)
"""What people ask for; each says who."""
Intent: TypeAlias = PersonIntent | Choose | Alarm | Awake | Shown | Relocate


def read(code: str, who: Who, stamp: Stamp | None = None) -> PersonIntent | None:
    """Return what the code of a button asks for when ``who`` presses it; ``None`` for nonsense.

    Codes without a colon in front are moves; whether they are legal the game says.
    """
    match code.split(":"):
        case ["", "join"]:
            return Join(who)
        case ["", "leave"]:
            return Leave(who)
        case ["", "add", strength] if strength in _STRENGTHS:
            return AddComputer(who, Strength(strength))
        case ["", "add", strength, roster] if strength in _STRENGTHS and _COUNT.fullmatch(roster):
            return AddComputer(who, Strength(strength), int(roster))
        case ["", "strength", seat, strength, roster] if (
            seat in _SEATS and strength in _STRENGTHS and _COUNT.fullmatch(roster)
        ):
            return SetStrength(who, _SEATS[seat], Strength(strength), int(roster))
        case ["", "remove", seat, roster] if seat in _SEATS and _COUNT.fullmatch(roster):
            return Remove(who, _SEATS[seat], int(roster))
        case ["", "set", key, value]:
            return Configure(who, key, value)
        case ["", "start"]:
            return Start(who, stamp)
        case ["", "ok"]:
            return Confirm(who, stamp)
        case ["", "again"]:
            return Again(who, stamp)
        case ["", "pause"]:
            return Pause(who)
        case ["", "resume"]:
            return Resume(who)
        case ["", "stop"]:
            return Stop(who)
        case ["", *_]:
            return None
        case _:
            return Press(who, code, stamp)


_SEATS = {str(int(seat)): seat for seat in SEATS}
_STRENGTHS = frozenset(strength.value for strength in Strength)
_COUNT = re.compile("[0-9]{1,9}")
