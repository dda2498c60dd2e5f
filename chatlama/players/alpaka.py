"""A computer player of Alpaka: a few rules of thumb, no search, no memory, no chance.

It knows what a person at its seat knows: the view and its legal moves. It plays whenever a card
fits, the equal one first; when none fits it lays down a cheap hand and draws with a dear one.

It plays on alone as long as a card fits. Under the Englert rule stopping can be better (A11), but
only for who knows what the others laid down.

The figures are shares of games won, counted over at least 1,500 games to 40 points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chatlama.core.game import Move, Sight
from chatlama.core.games.alpaka.rules import Draw, Play, View, hand_value
from chatlama.core.rng import Rng

CHEAP_FOR_TWO: Final = 9
"""Up to this value a hand is laid down against one opponent. Thresholds of 3/5/7/9/11/13 win
.42/.45/.48/.49/.49/.46 against 9; under the Englert rule 6/9/12/15 win .46/.49/.49/.45."""
CHEAP_FOR_MORE: Final = 5
"""The same against more opponents, one of whom will soon be finished. With four players
thresholds of 3/5/7/9/11/13 win .27/.29/.28/.25/.19/.16 against 9 (fair: .25), and 3/5/7 win
.25/.25/.22 against 5; under the Englert rule 5/7/9 win .26/.26/.24 against 7."""


class AlpakaPlayer:
    """The player by rules of thumb."""

    name = "alpaka"
    game = "alpaka"

    def choose(self, sight: Sight[Any, Any], rng: Rng) -> Move:
        """Return the move that the rules of thumb prefer, always the same one for one sight."""
        view: View = sight.view
        moves: Sequence[Move] = sight.moves
        plays = [move for move in moves if isinstance(move, Play)]
        if plays:
            return max(plays, key=lambda play: _preference(play, view.top))
        draw = next((move for move in moves if isinstance(move, Draw)), None)
        if draw is None or hand_value(view.hand or ()) <= _cheap(view):
            return moves[-1]  # to quit is always possible and listed last
        return draw


def _preference(play: Play, top: int) -> tuple[bool, int]:
    """Return what makes a card better than others: first that it is equal, then what it costs.

    Playing the next card before the equal one wins .15 instead of .50 (two players), .10 instead
    of .25 (four). Between the neighbours that the Englert rule allows, the dearer one first wins
    .55 against the higher one first (two players), .32 (four).
    """
    return play.value == top, hand_value((play.value,))


def _cheap(view: View) -> int:
    """Return the value up to which a hand is better laid down than made better."""
    two = len(view.standings.present) == 2  # noqa: PLR2004 - players, as in the names
    return CHEAP_FOR_TWO if two else CHEAP_FOR_MORE


PLAYER: Final = AlpakaPlayer()
