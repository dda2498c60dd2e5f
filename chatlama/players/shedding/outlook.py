"""What points are worth between rounds: how likely each seat is to win the whole game.

A lead counts for more the less is still to be played, whatever the target: what is to come spreads
the points by a standard deviation that grows with the root of what is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp


@dataclass(frozen=True, slots=True)
class Outlook:
    """Chances to win, fitted to games of rules of thumb (bench/tune.py)."""

    near: float
    """The variance that is left when the target is all but reached, in points squared."""
    far: float
    """What each point that the last one still has to go adds to it."""
    lead: float
    """Points that beginning the next round is worth."""

    def chance(
        self, points: Sequence[int], present: Sequence[int], target: int, me: int, starter: int
    ) -> float:
        """Return the seat's chance to win the game after a round, ties shared.

        ``starter`` begins the next round; -1: whoever it is, it makes no difference to choices.
        """
        most = max([points[seat] for seat in present])
        if most >= target:
            least = min([points[seat] for seat in present])
            if points[me] > least:
                return 0.0
            return 1 / [points[seat] for seat in present].count(least)
        scale = (self.near + self.far * (target - most)) ** -0.5
        mine = points[me] - (self.lead if me == starter else 0.0)
        total = 0.0
        for seat in present:
            theirs = points[seat] - (self.lead if seat == starter else 0.0)
            total += exp((mine - theirs) * scale)
        return 1 / total
