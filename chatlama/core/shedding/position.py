"""What there is in a shedding game: moves, the position and its views.

Cards are numbers, and a game says which fit on which: ``Rules.fitting``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from chatlama.core.game import Event, Result, Standings, Step, clockwise
from chatlama.core.text import SEATS, Seat

HAND = 6
"""Cards dealt to each seat (rulebook A2, E1)."""

HANDS = 4096
"""Hands whose value is remembered: hardly more turn up in thousands of rounds."""

Hands: TypeAlias = tuple[tuple[int, ...], ...]


# --- moves -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """Lay one card on the discard pile."""

    value: int
    code: str


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


Shed: TypeAlias = Play | Draw | Quit
"""What may be done on a turn (rulebook A4, E3)."""

DRAW = Draw()
QUIT = Quit()


def plays_of(names: Iterable[str]) -> Mapping[int, Play]:
    """Return a play for each card, which are named in order from 1 on.

    >>> plays_of("ab")[2].code
    'play:b'
    """
    return {value: Play(value, f"play:{name}") for value, name in enumerate(names, 1)}


def moves_of(plays: Mapping[int, Play]) -> Mapping[str, Shed]:
    """Return every move there is, found by its code."""
    moves: tuple[Shed, ...] = (*plays.values(), DRAW, QUIT)
    return {move.code: move for move in moves}


# --- positions -------------------------------------------------------------------------------


class Rules(Protocol):
    """What is chosen for the whole game, as far as a round depends on it."""

    @property
    def target(self) -> int:
        """The penalty points at which the game ends (rulebook A15, E10)."""

    @property
    def fitting(self) -> Sequence[tuple[int, ...]]:
        """For each card on top the cards that fit on it, in the order in which to offer them."""


R = TypeVar("R", bound=Rules)


def circle(size: int, *steps: int) -> tuple[tuple[int, ...], ...]:
    """Return for each card, counted from 1, those that lie so many steps further round the circle.

    >>> circle(7, 0, 1)[7], circle(7, -1, 0, 1)[1]
    ((7, 1), (7, 1, 2))
    """
    cards = range(1, size + 1)
    return ((), *(tuple([(card + step - 1) % size + 1 for step in steps]) for card in cards))


class State(NamedTuple, Generic[R]):
    """A round's position.

    While a round goes on, whoever is on turn holds cards. A seat on turn without any has finished
    the round, and has one more thing to choose before it is scored (rulebook E11).

    A tuple, because one is made with every move, and no immutable class is made as quickly.
    """

    rules: R
    standings: Standings
    """As they were before this round, but for who left since; ``dealer`` deals this one."""
    hands: Hands
    """Each seat's cards, sorted."""
    quit: tuple[bool, ...]
    """Who is out of the round, leavers included."""
    top: int
    pile: tuple[int, ...]
    """The draw pile; the first card is the next one drawn."""
    turn: Seat
    result: Result | None = None

    def __repr__(self) -> str:
        # Cards that are hidden are in no log and no traceback.
        return (
            f"State({self.rules}, {self.standings}, quit={self.quit}, top={self.top}, "
            f"turn={self.turn}, result={self.result})"
        )


AnyState: TypeAlias = State[Any]

# What is made with every move is made by these: a named tuple's own constructor is a function in
# Python, and takes twice as long.
made_state: Callable[
    [tuple[R, Standings, Hands, tuple[bool, ...], int, tuple[int, ...], Seat, Result | None]],
    State[R],
]
made_state = partial(tuple.__new__, State)
made_step: Callable[[tuple[State[R], tuple[Event, ...], bool]], Step[State[R]]]
made_step = partial(tuple.__new__, Step)


@dataclass(frozen=True, slots=True)
class View(Generic[R]):
    """What one viewer may know."""

    viewer: Seat | None
    rules: R
    standings: Standings
    hand: tuple[int, ...] | None
    """The viewer's own cards, sorted."""
    counts: tuple[int, ...]
    """How many cards each seat has in this round; who left before its end has none."""
    quit: tuple[bool, ...]
    top: int
    fitting: tuple[int, ...]
    """The cards that fit and may still be in somebody's hand, for all that everybody can know."""
    pile: int
    """The size of the draw pile."""
    turn: Seat
    result: Result | None
    revealed: Hands | None
    """The hands that are scored, once the round is over (rulebook G5)."""


def is_open(state: State[R]) -> bool:
    """Return whether the round is played out, so that its hands lie open to be scored (G5)."""
    if state.result is not None:
        return state.result.scores is not None
    return not state.hands[state.turn]


def may_draw(pile: tuple[int, ...] | int, out: tuple[bool, ...]) -> bool:
    """Return whether whoever is on turn may draw; of the pile its size will do (A7, E4, E5)."""
    return bool(pile) and out.count(False) > 1


# --- who is in a round -----------------------------------------------------------------------


@cache
def active(out: tuple[bool, ...], first: int) -> Seat:
    """Return the first seat still in the round, clockwise from ``first``, itself included.

    >>> active((False, True, True), 1)
    Seat(0)
    """
    seats = SEATS[: len(out)]
    return next(seat for seat in seats[first:] + seats if not out[seat])


@cache
def seated(after: Seat, seats: int, gone: frozenset[Seat]) -> tuple[Seat, ...]:
    """Return who is in the game, clockwise; ``after`` comes last, if it is (rulebook G1)."""
    return tuple([seat for seat in clockwise(after, seats) if seat not in gone])


@cache
def without(out: tuple[bool, ...], seat: Seat) -> tuple[bool, ...]:
    """Return who is out of the round if the seat is, too."""
    return (*out[:seat], True, *out[seat + 1 :])


# --- what cards and points are worth -----------------------------------------------------------


@lru_cache(HANDS)
def hand_value(hand: tuple[int, ...], worth: Sequence[int]) -> int:
    """Return what a hand costs: every different card once (rulebook A13, E7).

    >>> hand_value((1, 3, 3), worth=(0, 1, 2, 10))
    11
    """
    return sum([worth[card] for card in set(hand)])


def chips(points: int) -> tuple[int, int]:
    """Return the points as black chips of 10 and white chips of 1 (rulebook A14, E11).

    >>> chips(23)
    (2, 3)
    """
    return divmod(points, 10)
