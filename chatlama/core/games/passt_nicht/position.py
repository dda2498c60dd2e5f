"""What there is in Passt nicht!: cards, what matches what, moves, the position and its views.

What happens with them is in ``rules``. Citations name the rule book's rulings.

A card is a number: its colour times six and its own number, so cards sort by colour, then by
number, and the joker comes last: the fixed order of the rule book (G10).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from chatlama.core.game import Result, Standings
from chatlama.core.text import Seat

COLOURS = ("red", "pink", "yellow", "green", "blue")
"""The colours in their fixed order (rulebook P1, G10)."""
LETTERS = "rpygb"
"""Each colour's letter in codes."""
NUMBERS = 6
"""Each colour has the numbers 0 to 5 (rulebook P1)."""
JOKER = len(COLOURS) * NUMBERS
CARDS = range(JOKER)
"""All number cards; of each there are two."""
DECK = (*CARDS, *CARDS, *(JOKER,) * 4)
"""All cards: 60 numbers and four jokers (rulebook P1)."""

NAMES = (*(f"{letter}{n}" for letter in LETTERS for n in range(NUMBERS)), "jk")
"""Each card as it is written in codes: ``g4``, ``jk``."""
WISHES = (*LETTERS, *map(str, range(NUMBERS)))
"""All that can be wished for: ``g``, ``4`` (rulebook P10a)."""

Hands: TypeAlias = tuple[tuple[int, ...], ...]
Stacks: TypeAlias = tuple[tuple[int, ...], ...]
"""A layout: for each colour its cards, the visible one last (rulebook P8)."""

EMPTY: Stacks = ((),) * len(COLOURS)


def colour(card: int) -> int:
    """Return a number card's colour, counted in the fixed order."""
    return card // NUMBERS


def number(card: int) -> int:
    """Return a number card's number."""
    return card % NUMBERS


def _wished(wish: str) -> frozenset[int]:
    kind = LETTERS.find(wish)
    wanted = (card for card in CARDS if wish == str(number(card)) or kind == colour(card))
    return frozenset((*wanted, JOKER))


def _matching(top: int) -> frozenset[int]:
    return _wished(LETTERS[colour(top)]) | _wished(str(number(top)))


MATCHING: dict[int | str, frozenset[int]] = {
    **{top: _matching(top) for top in CARDS},
    **{wish: _wished(wish) for wish in WISHES},
    JOKER: frozenset((JOKER,)),
}
"""What matches a top card, or a wish in its place (rulebook P5, P10). A joker always does."""


def hand_value(hand: Sequence[int]) -> int:
    """Return what cards in hand cost: their numbers, a joker 10 (rulebook P15).

    >>> hand_value([5, 6, JOKER])
    15
    """
    return sum(10 if card == JOKER else card % NUMBERS for card in hand)


def layout_value(layout: Stacks) -> int:
    """Return what a layout brings: all its numbers, covered ones too (rulebook P15)."""
    return sum(card % NUMBERS for stack in layout for card in stack)


def tops(layout: Stacks) -> list[int]:
    """Return the visible cards of a layout (rulebook P8)."""
    return [stack[-1] for stack in layout if stack]


@dataclass(frozen=True, slots=True)
class Play:
    """Discard a matching card from the hand; a joker that is not the last one needs a wish next."""

    card: int

    @property
    def code(self) -> str:
        return f"play:{NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Uncover:
    """Discard the matching top card of a stack of one's own layout."""

    card: int

    @property
    def code(self) -> str:
        return f"top:{NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a card that does not match into one's own layout."""

    card: int

    @property
    def code(self) -> str:
        return f"lay:{NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Wish:
    """Say which colour or number has to follow the joker that is being played."""

    wish: str

    @property
    def code(self) -> str:
        return f"wish:{self.wish}"


@dataclass(frozen=True, slots=True)
class Back:
    """Take the joker back to the hand instead of saying a wish."""

    @property
    def code(self) -> str:
        return "back"


Move: TypeAlias = Play | Uncover | Lay | Wish | Back

PLAYS = tuple(Play(card) for card in (*CARDS, JOKER))
UNCOVERS = tuple(Uncover(card) for card in CARDS)
LAYS = tuple(Lay(card) for card in CARDS)
SAID = {wish: Wish(wish) for wish in WISHES}
BACK = Back()
ALL: tuple[Move, ...] = (*PLAYS, *UNCOVERS, *LAYS, *SAID.values(), BACK)
MOVES = {move.code: move for move in ALL}
"""Every move there is, found by its code."""


@dataclass(frozen=True, slots=True)
class State:
    """A round's position."""

    standings: Standings
    """As they were before this round."""
    starter: Seat
    """Who began this round."""
    hands: Hands = field(repr=False)
    """Each seat's cards, sorted."""
    layouts: tuple[Stacks, ...]
    discards: tuple[int, ...]
    """The discard pile, its top card last."""
    pile: tuple[int, ...] = field(repr=False)
    """The draw pile; the first card is the next one drawn."""
    turn: Seat
    wish: str | None = None
    """What has to follow the joker on top (rulebook P10e)."""
    choosing: bool = field(default=False, repr=False)
    """Whether the seat on turn holds out a joker and has to say a wish: nobody else knows."""
    taken_back: bool = field(default=False, repr=False)
    """Whether it took a joker back in this turn already: it can't do that again."""
    away: tuple[int, ...] = field(default=(), repr=False)
    """The hands of those who left; nobody has seen them (rulebook G8)."""
    aside: tuple[int, ...] = ()
    """The layouts of those who left; everybody has seen them (rulebook G8)."""
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know. What lies or lay face up may be remembered (rulebook G5)."""

    viewer: Seat | None
    standings: Standings
    hand: tuple[int, ...] | None
    """The viewer's own cards, sorted."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    layouts: tuple[Stacks, ...]
    discards: tuple[int, ...]
    pile: int
    """The size of the draw pile."""
    turn: Seat
    wish: str | None
    choosing: bool
    """Whether the viewer has to say a wish now."""
    aside: tuple[int, ...]
    """The layouts of those who left."""
    result: Result | None
    revealed: Hands | None
    """The hands that were scored, once they are."""
