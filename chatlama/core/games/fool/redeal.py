"""Another world that looks the same: what a viewer can't see is dealt anew.

Rule 1: what a viewer knows of the other hands is their sizes, all the cards together, and the
voids: whoever discarded had nothing of that lead suit. What was not played out of choice tells
nothing.
Rule 2: the suits that fewest seats may have are dealt first, each card to the first free place in
a shuffled row where the rest can still be dealt. That it can is known from Hall's theorem: for each
set of suits the seats that may have one of them have room enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from chatlama.core.rng import Rng
from chatlama.core.text import Seat

from .cards import OPEN, suit_of
from .position import Hands, State
from .rules import voids


def redeal(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Return the position with all cards dealt anew that the viewer has not seen (rule 1).

    A round that was scored has shown all hands, one that is void has none left.
    """
    hands = state.hands
    if state.result is not None:
        return state
    shown = voids(state)
    hidden = [seat for seat in range(len(hands)) if seat != viewer and hands[seat]]
    places = rng.shuffled([seat for seat in hidden for _ in hands[seat]])
    cards = rng.shuffled([card for seat in hidden for card in hands[seat]])
    barred = [{seat for seat in hidden if shown[seat] >> suit & 1} for suit in range(OPEN + 1)]
    after: list[list[int]] = [[] for _ in hands]
    for seat, card in _dealt(cards, list(places), barred):
        after[seat].append(card)
    if viewer is not None:
        after[viewer] = list(hands[viewer])
    anew: Hands = tuple([tuple(sorted(hand)) for hand in after])
    return state._replace(hands=anew)


def _dealt(
    cards: Sequence[int], places: list[int], barred: Sequence[AbstractSet[int]]
) -> Iterator[tuple[int, int]]:
    """Yield a seat for each card (rule 2); a seat stands in ``places`` once for each card."""
    bound = [suit for suit, seats in enumerate(barred) if seats]
    groups = [
        (frozenset(suits), frozenset.intersection(*[frozenset(barred[suit]) for suit in suits]))
        for size in range(1, len(bound) + 1)
        for suits in combinations(bound, size)
    ]
    slack = [
        sum(seat not in never for seat in places) - sum(suit_of(card) in suits for card in cards)
        for suits, never in groups
    ]

    def rest(suit: int, seat: int) -> list[int]:
        """Return the slack once a card of the suit goes to the seat."""
        return [
            room + (suit in suits) - (seat not in never)
            for room, (suits, never) in zip(slack, groups, strict=True)
        ]

    free = [card for card in cards if not barred[suit_of(card)]]
    rare = [card for card in cards if barred[suit_of(card)]]
    for card in sorted(rare, key=lambda card: -len(barred[suit_of(card)])):
        suit = suit_of(card)
        open_to = (seat for seat in places if seat not in barred[suit])
        seat = next(seat for seat in open_to if min(rest(suit, seat), default=0) >= 0)
        slack = rest(suit, seat)
        places.remove(seat)
        yield seat, card
    yield from zip(places, free, strict=True)
