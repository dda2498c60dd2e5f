"""What points of Foppen are worth between rounds: how likely each seat is to win the whole game.

A lead counts for more the less is still to be played: what is to come spreads the points by a
standard deviation that grows with the root of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from chatlama.core.games.fool.tricks import LIMIT, TICKS


@dataclass(frozen=True, slots=True)
class Outlook:
    """Chances to win, fitted to games among rules of thumb by ``bench.tune.fool``."""

    near: float
    """The variance that is left when the game is all but over, in points squared."""
    tick: float
    """What each prize that is still to be won adds to it …"""
    point: float
    """… or each point that the last seat may still lose, whichever is less."""

    def chance(self, points: Sequence[int], ticks: int, seat: int) -> float:
        """Return the seat's chance to win the game after a round, ties shared."""
        least = min(points)
        if ticks >= TICKS or least <= LIMIT:
            most = max(points)
            return (points[seat] == most) / points.count(most)
        left = min(self.tick * (TICKS - ticks), self.point * (least - LIMIT))
        scale = (self.near + left) ** -0.5
        mine = points[seat]
        return 1 / sum([exp((other - mine) * scale) for other in points])


OUTLOOK: Final = Outlook(near=17, tick=61, point=9.3)
