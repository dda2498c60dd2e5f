"""What there is in Eins drauf: cards and what they are worth, moves, the rules that can be chosen.

What all shedding games have, the position above all, is in ``core.shedding``; what happens is in
``rules``. Citations name the rule book's rulings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from chatlama.core.shedding import position
from chatlama.core.shedding.position import Shed, circle, moves_of, plays_of

ACE = 1
KING = 7
"""The highest card; after it the circle begins again at the ace (rulebook E1)."""
JOKER = 8
"""The wild joker, of which the variant has one (rulebook E12)."""
DECK = tuple(range(ACE, KING + 1)) * 8
"""All cards without the joker: eight of each value (rulebook E1)."""
WORTH = (0, 1, 2, 3, 4, 5, 6, 10, 20)
"""What each card costs (rulebook E7, E12)."""
TARGETS = (40, 30)
"""The target scores that the host chooses between, the default first (rulebook E10, E13)."""

PLAIN = circle(KING, 0, 1)
"""The same value fits, and the next higher one (rulebook E3)."""
WILD = (*(fitting and (*fitting, JOKER) for fitting in PLAIN), (KING, ACE))
"""The joker fits on everything; on it fit kings and aces alone (rulebook E12)."""


@dataclass(frozen=True, slots=True)
class Chip:
    """Give back a chip for having finished (rulebook E11)."""

    name: str
    worth: int

    @property
    def code(self) -> str:
        return f"chip:{self.name}"


Move: TypeAlias = Shed | Chip

FACES = ("a", "2", "3", "4", "5", "6", "k", "jk")
"""How the cards 1 to 8 stand in codes."""
PLAYS = plays_of(FACES)
SHEDS = moves_of(PLAYS)
"""Every move that may be made while a round goes on, found by its code."""
CHIPS = (Chip("black", 10), Chip("white", 1))
"""The chips, the dearer one first."""
MOVES: Mapping[str, Move] = {**SHEDS, **{chip.code: chip for chip in CHIPS}}
"""Every move there is, found by its code."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules chosen for the whole game."""

    target: int = 40
    """The penalty points at which the game ends (rulebook E10, E13)."""
    joker: bool = False
    """Whether the wild joker is among the cards (rulebook E12)."""
    chips: bool = False
    """Whether who finishes chooses what to give back (rulebook E11)."""
    fitting: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """For each card on top the cards that fit on it, going up round the circle, the joker last."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "fitting", WILD if self.joker else PLAIN)


State: TypeAlias = position.State[Rules]
View: TypeAlias = position.View[Rules]


def hand_value(hand: tuple[int, ...]) -> int:
    """Return what a hand costs: every different value once, king and joker apart (E7, E12).

    >>> hand_value((3, 3, 5, KING)), hand_value((KING, JOKER))
    (18, 30)
    """
    return position.hand_value(hand, WORTH)


def payable(points: int) -> tuple[Chip, ...]:
    """Return the chips that somebody with so many points can give back (rulebook E8, E11).

    >>> [chip.name for chip in payable(10)], [chip.name for chip in payable(9)], payable(0)
    (['black', 'white'], ['white'], ())
    """
    return tuple(chip for chip in CHIPS if chip.worth <= points)


def give_back(points: int) -> int:
    """Return the points left when ten have been given back, or one if there are fewer (E8).

    >>> give_back(12), give_back(9), give_back(0)
    (2, 8, 0)
    """
    return points - sum([chip.worth for chip in payable(points)[:1]])
