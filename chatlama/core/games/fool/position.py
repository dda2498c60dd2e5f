"""What there is at a table of Foppen: the trick, the position and its views.

What a move changes is in ``State``; what stays the same until the trick is complete is in
``Trick``, so that a move makes little anew. What is made in play is made cheaply: tricks are named
tuples, and a state sets its own slots.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import NamedTuple, TypeAlias

from chatlama.core.game import Result, Standings
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


@dataclass(frozen=True, slots=True, init=False)
class State:
    """A round's position."""

    trick: Trick
    hands: Hands = field(repr=False)
    """Each seat's cards, sorted."""
    plays: tuple[int, ...]
    """The cards on the table, in the order in which they were played."""
    suit: int
    """The lead suit; ``OPEN`` as long as any suit may set it."""
    turn: Seat

    def __init__(
        self, trick: Trick, hands: Hands, plays: tuple[int, ...], suit: int, turn: Seat
    ) -> None:
        _set_trick(self, trick)
        _set_hands(self, hands)
        _set_plays(self, plays)
        _set_suit(self, suit)
        _set_turn(self, turn)

    @property
    def result(self) -> Result | None:
        """How the round ended, if it did."""
        return self.trick.result

    @property
    def last(self) -> Done | None:
        """The last complete trick."""
        tricks = self.trick.tricks
        return tricks[-1] if tricks else None


# ``object.__setattr__``, by which dataclasses fill what is frozen, would look each slot up again:
# that alone took a tenth of a random game.
_set_trick, _set_hands, _set_plays, _set_suit, _set_turn = (
    getattr(State, each.name).__set__ for each in fields(State)
)


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
