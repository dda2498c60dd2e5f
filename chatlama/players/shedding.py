"""A computer player of shedding games: a few rules of thumb, no search, no memory, no chance.

It knows what a person at its seat knows: the view and its legal moves. It plays whenever a card
fits, the equal one first, then the dearest, a wild card last; when none fits it lays down a cheap
hand and draws with a dear one. What counts as cheap is each game's own. Of several chips to give
back it takes the dearest.

It plays on alone as long as a card fits. Under the Englert rule stopping can be better (rulebook
A11), but only for who knows what the others laid down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from chatlama.core.game import Move, Sight, Strength, Thought
from chatlama.core.rng import Rng
from chatlama.core.shedding.position import Draw, Play, Quit, View, hand_value
from chatlama.core.text import Text


@dataclass(frozen=True, slots=True)
class Why:
    """Why each kind of move is made, in the game's own words."""

    play: Text
    draw: Text
    quit: Text
    other: Text


@dataclass(frozen=True, slots=True)
class ThumbPlayer:
    """The player by rules of thumb."""

    name: str
    game: str
    why: Why
    worth: tuple[int, ...]
    """What each card costs."""
    cheap_for_two: int
    """Up to this value a hand is laid down against one opponent."""
    cheap_for_more: int
    """The same against more opponents, one of whom will soon be finished."""
    wild: int | None = None
    """A card that fits on everything: it is kept for when nothing else does."""
    strength: Strength = Strength.MEDIUM

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield the move that the rules of thumb prefer, always the same one for one sight."""
        move = self._preferred(sight)
        match move:
            case Play():
                yield Thought(move, self.why.play)
            case Draw():
                yield Thought(move, self.why.draw)
            case Quit():
                yield Thought(move, self.why.quit)
            case _:
                yield Thought(move, self.why.other)

    def _preferred(self, sight: Sight[Any, Any]) -> Move:
        view: View[Any] = sight.view
        moves: Sequence[Move] = sight.moves
        plays = [move for move in moves if isinstance(move, Play)]
        if plays:
            return max(plays, key=lambda play: self._preference(play.value, view.top))
        if not isinstance(moves[-1], Quit):
            return moves[0]  # of what is left to choose after a round the best is listed first
        draw = next((move for move in moves if isinstance(move, Draw)), None)
        if draw is None or hand_value(view.hand or (), self.worth) <= self._cheap(view):
            return moves[-1]  # to quit is always possible and listed last
        return draw

    def _preference(self, card: int, top: int) -> tuple[bool, bool, int]:
        return card != self.wild, card == top, self.worth[card]

    def _cheap(self, view: View[Any]) -> int:
        """Return the value up to which a hand is better laid down than made better."""
        two = len(view.standings.present) == 2  # noqa: PLR2004 - players, as in the names
        return self.cheap_for_two if two else self.cheap_for_more
