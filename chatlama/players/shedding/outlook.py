"""What points are worth between rounds: how likely each seat is to win the whole game.

A lead counts for more the less is still to be played, whatever the target: what is to come spreads
the points by a standard deviation that grows with the root of what is left. The last one tells how
much that is, and so does the second last, who ends the game if the last one gives back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

TEN = 10
"""The points from which on a finisher gives back as many, and not one (rulebook A14, E8)."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Chances to win, fitted to games of rules of thumb (bench/tune/shedding.py)."""

    near: float
    """The variance that is left when the target is all but reached, in points squared."""
    far: float
    """What each point that the last one still has to go adds to it."""
    lead: float
    """Points that beginning the next round is worth."""
    ten: float = 0.0
    """Points that it is worth to have ``TEN``, which the next round may take away at once."""
    second: float = 0.0
    """What each point that the second last still has to go adds to the variance."""

    def chance(
        self, points: Sequence[int], present: Sequence[int], target: int, me: int, starter: int
    ) -> float:
        """Return the seat's chance to win the game after a round, ties shared.

        ``starter`` begins the next round; -1: whoever it is, it makes no difference to choices.
        """
        order = sorted([points[seat] for seat in present])
        most, second = order[-1], order[-2:][0]
        if most >= target:
            return 1 / order.count(order[0]) if points[me] == order[0] else 0.0
        left = self.near + self.far * (target - most) + self.second * (target - second)
        scale, mine, total = left**-0.5, self._felt(points[me], me == starter), 0.0
        for seat in present:
            total += exp((mine - self._felt(points[seat], seat == starter)) * scale)
        return 1 / total

    def _felt(self, points: int, starts: bool) -> float:
        """Return what so many points are like without the advantages that are counted in points."""
        return points - (self.lead if starts else 0.0) - (self.ten if points >= TEN else 0.0)
