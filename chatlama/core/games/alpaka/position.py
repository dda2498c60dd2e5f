"""What there is in Alpaka: cards and what they are worth, moves, the rules that can be chosen.

What all shedding games have, the position above all, is in ``core.shedding``; what happens is in
``rules``. Citations name the rule book's rulings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from chatlama.core.shedding import position
from chatlama.core.shedding.position import Shed, circle, moves_of, plays_of

ALPACA = 7
"""The highest card; after it the circle begins again at 1 (rulebook A5)."""
DECK = tuple(range(1, ALPACA + 1)) * 8
"""All cards: eight of each value (rulebook A1)."""
WORTH = (0, 1, 2, 3, 4, 5, 6, 10)
"""What each card costs (rulebook A1)."""
TARGETS = (40, 20, 60, 80)
"""The target scores that the host chooses between, the default first (rulebook A16)."""
CLASSIC = circle(ALPACA, 0, 1)
"""The same value fits, and the next higher one (rulebook A5)."""
ENGLERT = circle(ALPACA, -1, 0, 1)
"""The next lower one, too (rulebook A17)."""

Move: TypeAlias = Shed

FACES = ("1", "2", "3", "4", "5", "6", "al")
"""How the cards 1 to 7 stand in codes."""
PLAYS = plays_of(FACES)
MOVES = moves_of(PLAYS)
"""Every move there is, found by its code."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules chosen for the whole game."""

    englert: bool
    """Whether the lower neighbour fits too and the highest hand alone pays (rulebook A17, A18)."""
    target: int
    """The penalty points at which the game ends (rulebook A15)."""

    fitting: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """For each card on top the cards that fit on it, going up round the circle."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "fitting", ENGLERT if self.englert else CLASSIC)


State: TypeAlias = position.State[Rules]
View: TypeAlias = position.View[Rules]


def hand_value(hand: tuple[int, ...]) -> int:
    """Return what a hand costs: every different value once, the alpaca 10 (rulebook A13).

    >>> hand_value((3, 3, 5, ALPACA))
    18
    """
    return position.hand_value(hand, WORTH)


def give_back(points: int) -> int:
    """Return the points left when a chip has been returned (rulebook A14)."""
    return max(points - 1, 0)
