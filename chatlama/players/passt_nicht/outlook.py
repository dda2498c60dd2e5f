"""What points of Passt nicht! are worth: how likely each seat is to win the whole game.

A lead counts for more the less is still to be played: what is to come spreads the points by a
standard deviation that grows with the root of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from chatlama.core.games.passt_nicht.rounds import TARGET


@dataclass(frozen=True, slots=True)
class Outlook:
    """Chances to win, fitted to games among rules of thumb by ``bench.tune.passt_nicht``."""

    near: float
    """The variance that is left when the game is all but over, in points squared."""
    far: float
    """What each point that the first seat still needs adds to it."""

    def chance(self, points: Sequence[int], seat: int, *, over: bool) -> float:
        """Return the seat's chance to win the game, ties shared.

        If a round is not over, it is as if it broke off here, but nobody has won yet.
        """
        most = max(points)
        if over and most >= TARGET:
            return (points[seat] == most) / points.count(most)
        scale = (self.near + self.far * max(0, TARGET - most)) ** -0.5
        mine = points[seat]
        return 1 / sum([exp((other - mine) * scale) for other in points])


OUTLOOK: Final = Outlook(near=24, far=2.2)
