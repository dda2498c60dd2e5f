"""Deals of Foppen's hidden cards that agree with all that a seat knows.

It knows how many cards everybody holds, which cards are left, and the voids: who discarded has
nothing of that lead suit.
"""

from __future__ import annotations

from random import Random
from typing import Final

from chatlama.core.games.fool.cards import JOKER, NUMBER, OPEN, SHIFT

from .rounds import Round
from .thumb import COLOURS

TRIES: Final = 10
"""Guesses after which one of the rare deals that leave little choice is worked out."""


class Unseen:
    """What one seat can't see of a round, ready to be dealt again and again."""

    def __init__(self, round: Round, seat: int) -> None:
        hand = round.hands[seat]
        self.round = round
        self.room = {other: count for other, count in enumerate(round.counts) if other != seat}
        """How many cards each other seat holds."""
        self.free = [JOKER] * (round.held[OPEN] - hand[OPEN])
        """Cards that anybody may have."""
        bound = []
        for suit in COLOURS:
            unseen = round.held[suit] ^ hand[suit]
            cards = [suit << SHIFT | n for n in range(NUMBER + 1) if unseen >> n & 1]
            may = [other for other in self.room if not round.voids[other] >> suit & 1]
            if len(may) == len(self.room):
                self.free += cards
            else:
                bound.append((len(may), may, cards))
        bound.sort()
        self.bound = [(may, cards) for _, may, cards in bound]
        """Cards that only some may have, first those that fewest may have."""

    def deal(self, chance: Random) -> Round:
        """Return the round with all hands."""
        guesses = (self._guessed(chance) for _ in range(TRIES))
        dealt = next((dealt for dealt in guesses if dealt is not None), None)
        if dealt is None:
            dealt = self._solved(chance)
        world = self.round.copy()
        hands, room = world.hands, self.room.copy()
        for card, seat in dealt:
            hands[seat][card >> SHIFT] |= 1 << (card & NUMBER)
            room[seat] -= 1
        free, at = self.free, 0
        chance.shuffle(free)
        for seat, count in room.items():
            hand = hands[seat]
            for card in free[at : at + count]:
                if card == JOKER:
                    hand[OPEN] += 1
                else:
                    hand[card >> SHIFT] |= 1 << (card & NUMBER)
            at += count
        return world

    def _guessed(self, chance: Random) -> list[tuple[int, int]] | None:
        """Return a seat for each bound card, or nothing if the first ones took the others' room."""
        if not self.bound:
            return []
        room, dealt = self.room.copy(), []
        for may, cards in self.bound:
            places = [seat for seat in may for _ in range(room[seat])]
            if len(places) < len(cards):
                return None
            for card, seat in zip(cards, chance.sample(places, len(cards)), strict=True):
                room[seat] -= 1
                dealt.append((card, seat))
        return dealt

    def _solved(self, chance: Random) -> list[tuple[int, int]]:
        """Return a seat for each bound card; who has no room passes one on to another."""
        room, holders = self.room.copy(), dict[int, int]()
        may = {card: seats for seats, cards in self.bound for card in cards}

        def place(card: int, tried: set[int]) -> bool:
            for seat in chance.sample(may[card], len(may[card])):
                if seat in tried:
                    continue
                tried.add(seat)
                if room[seat]:
                    room[seat] -= 1
                elif not any(place(held, tried) for held, by in holders.items() if by == seat):
                    continue
                holders[card] = seat
                return True
            return False

        for card in may:
            place(card, set())
        return list(holders.items())
