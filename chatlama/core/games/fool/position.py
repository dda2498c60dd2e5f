"""What there is at a table of Foppen: the trick, the position and its views.

What a move changes is in ``State``; what stays the same until the trick is complete is in
``Trick``, so that a move makes little anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

from chatlama.core.game import Event, Result, Standings, Step
from chatlama.core.text import Seat

Hands: TypeAlias = tuple[tuple[int, ...], ...]


class Done(NamedTuple):
    """A complete trick."""

    order: tuple[Seat, ...]
    """Who played, the leader first."""
    plays: tuple[int, ...]
    """What they played."""
    suit: int
    """The lead suit; ``OPEN`` if all played a "1"."""
    winner: Seat
    fools: tuple[Seat, ...]
    """Who took a disc, the worst card first (rulebook F10)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """All that was settled when the cards were dealt."""

    standings: Standings
    """As they were before this round."""
    starter: Seat
    """Who led the first trick (rulebook F17c)."""
    discs: int
    """How many fools each trick makes."""


class Trick(NamedTuple):
    """All that was settled when the trick began, or when the round was over."""

    deal: Deal
    order: tuple[Seat, ...]
    """Who plays to this trick, the leader first."""
    fools: tuple[Seat, ...]
    """Who sits this trick out, holding a disc."""
    tricks: tuple[Done, ...]
    """The complete tricks of the round, the last one last."""
    result: Result | None = None


class State(NamedTuple):
    """A round's position. A tuple, because one is made with every move."""

    trick: Trick
    hands: Hands
    """Each seat's cards, sorted."""
    plays: tuple[int, ...]
    """The cards on the table, in the order in which they were played."""
    suit: int
    """The lead suit; ``OPEN`` as long as any suit may set it."""
    turn: Seat

    def __repr__(self) -> str:
        # Cards that are hidden are in no log and no traceback.
        return f"State({self.trick}, plays={self.plays}, suit={self.suit}, turn={self.turn})"

    @property
    def result(self) -> Result | None:
        """How the round ended, if it did."""
        return self.trick.result

    @property
    def last(self) -> Done | None:
        """The last complete trick."""
        tricks = self.trick.tricks
        return tricks[-1] if tricks else None


# What is made with every move is made by these: a named tuple's own constructor is a function in
# Python, and takes a tenth of a random game longer.
made_state: Callable[[tuple[Trick, Hands, tuple[int, ...], int, Seat]], State]
made_state = partial(tuple.__new__, State)
made_step: Callable[[tuple[State, tuple[Event, ...], bool]], Step[State]]
made_step = partial(tuple.__new__, Step)
made_done: Callable[[tuple[tuple[Seat, ...], tuple[int, ...], int, Seat, tuple[Seat, ...]]], Done]
made_done = partial(tuple.__new__, Done)
made_trick: Callable[
    [tuple[Deal, tuple[Seat, ...], tuple[Seat, ...], tuple[Done, ...], Result | None]], Trick
]
made_trick = partial(tuple.__new__, Trick)


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know."""

    viewer: Seat | None
    standings: Standings
    """As they were before this round."""
    discs: int
    hand: tuple[int, ...] | None
    """The viewer's own cards, sorted."""
    counts: tuple[int, ...]
    """How many cards each seat holds (rulebook F13)."""
    order: tuple[Seat, ...]
    """Who plays to this trick, the leader first."""
    fools: tuple[Seat, ...]
    """Who sits it out."""
    plays: tuple[int, ...]
    suit: int
    turn: Seat
    tricks: tuple[Done, ...]
    """The complete tricks, the last one last: the memory of all that lay open (rulebook G5)."""
    voids: tuple[int, ...]
    """Each seat's suits that it has shown not to have: bit ``suit`` of its number."""
    result: Result | None
    revealed: Hands | None
    """The hands that were scored, once they are (rulebook G5)."""

    @property
    def last(self) -> Done | None:
        """The last complete trick."""
        return self.tricks[-1] if self.tricks else None
