"""A round of a shedding game, beside the rules and many times as fast: one choice, then thumbs.

The tests play the same cards by the rules and here, from thousands of positions and by every
legal choice, and compare what everybody has afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .kind import ALL, BIT, DRAW, FEW, ONE, Kind


class World(NamedTuple):
    """Where the cards that nobody can see might be."""

    hands: list[int]
    """Each seat's hand as a number, also of those who are out of the round."""
    masks: list[int]
    """The mask of each hand."""
    pile: Sequence[int]
    """The draw pile; the first card is the next one drawn. It may be longer than it really is."""


class Ended(NamedTuple):
    """What a round came to."""

    points: list[int]
    """Each seat's points after it."""
    last: int
    """Who finished, quit last or got stuck."""


@dataclass(frozen=True, slots=True)
class Round:
    """What everybody can see of a round that goes on, and how it is played out."""

    kind: Kind
    far: tuple[int, ...]
    """For each seat the value up to which it lays down a hand (``Thumb``)."""
    near: tuple[int, ...]
    points: tuple[int, ...]
    """Each seat's points before the round."""
    present: tuple[int, ...]
    """The seats that are in the game: they pay."""
    active: tuple[int, ...]
    """The seats that are in the round, clockwise, the one on turn first."""
    counts: tuple[int, ...]
    """How many cards each seat has."""
    top: int
    pile: int
    """The size of the draw pile."""

    def play_out(self, world: World, choice: int) -> Ended:
        """Return how the round ends if the seat on turn chooses this, and thumbs all the rest."""
        kind, active, far, near = self.kind, self.active, self.far, self.near
        cards, value = kind.cards, kind.value
        hands, masks, counts, pile = world.hands[:], world.masks[:], [*self.counts], world.pile
        follows = [0] * len(counts)
        for at, seat in enumerate(active):
            follows[active[at - 1]] = seat
        playing, top, left, drawn = len(active), self.top, self.pile, 0
        few = 0
        for seat in active:
            if counts[seat] <= FEW:
                few += 1
        seat, before = active[0], active[-1]
        while True:
            if choice > 0:
                top = choice
                hand = hands[seat] - ONE[top]
                if not hand & ALL[top]:
                    masks[seat] ^= BIT[top]
                    if not hand:
                        return Ended(self._paid(masks, seat), seat)
                hands[seat] = hand
                counts[seat] = count = counts[seat] - 1
                if count == FEW:
                    few += 1
                before = seat
            elif choice == DRAW:
                card = pile[drawn]
                drawn += 1
                hands[seat] += ONE[card]
                masks[seat] |= BIT[card]
                counts[seat] = count = counts[seat] + 1
                if count == FEW + 1:
                    few -= 1
                before = seat
            else:
                playing -= 1
                if not playing:
                    return Ended(self._paid(masks), seat)
                if counts[seat] <= FEW:
                    few -= 1
                follows[before] = follows[seat]
            seat = follows[before]
            mask = masks[seat]
            choice = cards[top][mask]
            if not choice and (
                playing == 1
                or drawn == left
                or value[mask] <= (near if few > (counts[seat] <= FEW) else far)[seat]
            ):
                choice = -1

    def _paid(self, masks: Sequence[int], finisher: int | None = None) -> list[int]:
        """Return everybody's points when the hands are paid and a finisher has given back."""
        kind, points = self.kind, [*self.points]
        value = kind.value
        if kind.highest_pays:
            most = max([value[masks[seat]] for seat in self.present])
            for seat in self.present:
                if value[masks[seat]] == most:
                    points[seat] += most
        else:
            for seat in self.present:
                points[seat] += value[masks[seat]]
        if finisher is not None:
            points[finisher] = kind.back[points[finisher]]
        return points
