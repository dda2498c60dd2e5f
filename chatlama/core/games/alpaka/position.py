"""What there is in Alpaka: cards and what they are worth, moves, the position and its views.

What happens with them is in ``rules``. Citations name the rule book's rulings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from chatlama.core.game import Result, Standings
from chatlama.core.text import Seat

ALPACA = 7
"""The highest card; after it the circle begins again at 1 (rulebook A5)."""
DECK = tuple(range(1, ALPACA + 1)) * 8
"""All cards: eight of each value (rulebook A1)."""

Hands: TypeAlias = tuple[tuple[int, ...], ...]


HIGHER = (0, *range(2, ALPACA + 1), 1)
"""The next higher value of each, round the circle (rulebook A5)."""
LOWER = (0, ALPACA, *range(1, ALPACA))
"""The next lower value of each, round the circle (rulebook A17)."""


@cache
def fitting(top: int, englert: bool) -> tuple[int, ...]:
    """Return the values that fit on ``top``, going up round the circle (rulebook A5, A17).

    >>> fitting(7, englert=False), fitting(1, englert=True)
    ((7, 1), (7, 1, 2))
    """
    return (LOWER[top], top, HIGHER[top]) if englert else (top, HIGHER[top])


def fits(card: int, top: int, englert: bool) -> bool:
    """Return whether the card may be laid on ``top`` (rulebook A5, A17)."""
    return card in fitting(top, englert)


def hand_value(hand: Sequence[int]) -> int:
    """Return what a hand costs: every different value once, the alpaca 10 (rulebook A13).

    >>> hand_value([3, 3, 5, ALPACA])
    18
    """
    return sum(set(hand)) + (10 - ALPACA if ALPACA in hand else 0)


def give_back(points: int) -> int:
    """Return the points left when a chip has been returned (rulebook A14)."""
    return max(points - 1, 0)


def chips(points: int) -> tuple[int, int]:
    """Return the points as black chips of 10 and white chips of 1 (rulebook A14)."""
    return divmod(points, 10)


@dataclass(frozen=True, slots=True)
class Play:
    """Lay one card on the discard pile."""

    value: int

    @property
    def code(self) -> str:
        return "play:al" if self.value == ALPACA else f"play:{self.value}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the next card of the draw pile to the hand."""

    @property
    def code(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Quit:
    """Lay the hand down, face down, and be out for the round."""

    @property
    def code(self) -> str:
        return "quit"


Move: TypeAlias = Play | Draw | Quit

PLAYS = {value: Play(value) for value in range(1, ALPACA + 1)}
DRAW = Draw()
QUIT = Quit()
ALL: tuple[Move, ...] = (*PLAYS.values(), DRAW, QUIT)
MOVES = {move.code: move for move in ALL}
"""Every move there is, found by its code."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules chosen for the whole game."""

    englert: bool
    """Whether the lower neighbour fits too and the highest hand alone pays (rulebook A17, A18)."""
    target: int
    """The penalty points at which the game ends (rulebook A15)."""


@dataclass(frozen=True, slots=True)
class State:
    """A round's position."""

    rules: Rules
    standings: Standings
    """As they were before this round; ``dealer`` deals this one."""
    hands: Hands = field(repr=False)
    """Each seat's cards, sorted."""
    quit: tuple[bool, ...]
    """Who is out of the round, leavers included."""
    top: int
    pile: tuple[int, ...] = field(repr=False)
    """The draw pile; the first card is the next one drawn."""
    turn: Seat
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know."""

    viewer: Seat | None
    rules: Rules
    standings: Standings
    hand: tuple[int, ...] | None
    """The viewer's own cards, sorted."""
    counts: tuple[int, ...]
    """How many cards each seat has in this round; who left before its end has none."""
    quit: tuple[bool, ...]
    top: int
    pile: int
    """The size of the draw pile."""
    turn: Seat
    result: Result | None
    revealed: Hands | None
    """The hands that were scored, once they are (rulebook G5)."""
