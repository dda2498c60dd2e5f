"""A round of Foppen made for play-outs: mutable, numbers only, nothing told to anybody.

It does what ``chatlama.core.games.fool`` does and is proven equal to it on random games. It does
not ask whether a move is legal, and it knows no match: what a round's scores are worth is said by
who plays it out. Seats are those who are present, counted from 0.

A hand is a list: for each suit the bits of its numbers, and last how many jokers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from chatlama.core.games.fool.cards import (
    JOKER,
    JOKER_PENALTY,
    LOWEST,
    NUMBER,
    OPEN,
    SHIFT,
    cards_for,
)
from chatlama.core.games.fool.position import View
from chatlama.core.games.fool.tricks import PRIZE

LATEST = 15
"""The last four bits of a key say how early the card was played: 15 is the leader's."""
FOLLOWED = 1 << 9
"""The bit of a key that says that the card is of the lead suit or a joker."""


class Round:
    """A round's position."""

    __slots__ = (
        "counts",
        "discs",
        "fools",
        "hands",
        "held",
        "keys",
        "order",
        "suit",
        "voids",
    )

    def __init__(self, discs: int, hands: list[list[int]], order: Sequence[int]) -> None:
        self.discs = discs
        self.hands = hands
        self.counts = [sum(map(int.bit_count, hand[:OPEN])) + hand[OPEN] for hand in hands]
        self.held = [sum(suit) for suit in zip(*hands, strict=True)]
        """For each suit the cards in all hands, and how many jokers."""
        self.voids = [0] * len(hands)
        """Each seat's suits that it has shown not to have, as bits."""
        self.order = order
        """Who plays to this trick, the leader first."""
        self.keys: list[int] = []
        """How good each card on the table is: if it followed, its number, how early it came."""
        self.suit = OPEN
        self.fools: Sequence[int] = ()
        """Who was made a fool by the last trick."""

    def copy(self) -> Round:
        """Return the same position, to play on independently."""
        twin = Round.__new__(Round)
        twin.discs = self.discs
        twin.hands = [hand[:] for hand in self.hands]
        twin.counts, twin.held = self.counts[:], self.held[:]
        twin.voids, twin.order, twin.keys = self.voids[:], self.order, self.keys[:]
        twin.suit, twin.fools = self.suit, self.fools
        return twin

    def legal(self) -> list[int]:
        """Return the cards that may be played, a joker once."""
        hand = self.hands[self.order[len(self.keys)]]
        suits = (self.suit,) if self.suit != OPEN and hand[self.suit] else range(OPEN)
        cards = [
            suit << SHIFT | number
            for suit in suits
            for number in range(LOWEST, NUMBER)
            if hand[suit] >> number & 1
        ]
        if hand[OPEN]:
            cards.append(JOKER)
        return cards

    def play(self, card: int) -> bool:
        """Play a legal card; return whether the round is over with it."""
        keys, order, suit = self.keys, self.order, self.suit
        place = len(keys)
        seat = order[place]
        own, number = card >> SHIFT, card & NUMBER
        if own == OPEN:
            self.hands[seat][OPEN] -= 1
            self.held[OPEN] -= 1
            keys.append(FOLLOWED | 1 << 4 | LATEST - place)
        else:
            bit = 1 << number
            self.hands[seat][own] ^= bit
            self.held[own] ^= bit
            if suit == OPEN:
                self.suit = suit = own
            if own == suit:
                keys.append(FOLLOWED | number << 4 | LATEST - place)
            else:
                keys.append(number << 4 | LATEST - place)
                self.voids[seat] |= 1 << suit
        self.counts[seat] -= 1
        if place + 1 < len(order):
            return False
        winner = order[LATEST - (max(keys) & LATEST)]
        if self.discs == 1:
            fools: tuple[int, ...] = (order[LATEST - (min(keys) & LATEST)],)
        else:
            fools = tuple([order[LATEST - (key & LATEST)] for key in sorted(keys)[: self.discs]])
        self.fools = fools
        self.suit = OPEN
        self.keys = []
        self.order = order_of(len(self.counts), winner, fools)
        return not min(self.counts)

    def scores(self) -> list[int]:
        """Return what the round that is over brings each seat."""
        return [
            -cost(self.hands[seat]) if count else 0 if seat in self.fools else PRIZE
            for seat, count in enumerate(self.counts)
        ]


def seen(view: View) -> Round:
    """Return the round as its viewer sees it, who is to move: the other hands are empty.

    What all of them hold together is known all the same, and how much each of them.
    """
    present = view.standings.present
    at = {seat: place for place, seat in enumerate(present)}
    mine, cards = view.hand or (), list(cards_for(len(present)))
    for card in (*view.plays, *(card for trick in view.tricks for card in trick.plays)):
        cards.remove(card)
    hands = [packed(mine if seat == view.viewer else ()) for seat in present]
    round = Round(view.discs, hands, tuple([at[seat] for seat in view.order]))
    round.counts = [view.counts[seat] for seat in present]
    round.held = packed(cards)
    round.voids = [view.voids[seat] for seat in present]
    round.suit = view.suit
    round.fools = tuple([at[seat] for seat in view.fools])
    for place, card in enumerate(view.plays):
        followed = FOLLOWED if card >> SHIFT in {view.suit, OPEN} else 0
        round.keys.append(followed | (card & NUMBER) << 4 | LATEST - place)
    return round


def cost(hand: Sequence[int]) -> int:
    """Return what the cards left in a hand cost."""
    total = JOKER_PENALTY * hand[OPEN]
    for bits in hand[:OPEN]:
        rest = bits
        while rest:
            number = rest.bit_length() - 1
            total += number
            rest ^= 1 << number
    return total


def packed(cards: Sequence[int]) -> list[int]:
    """Return cards as a hand."""
    hand = [0] * (OPEN + 1)
    for card in cards:
        if card == JOKER:
            hand[OPEN] += 1
        else:
            hand[card >> SHIFT] |= 1 << (card & NUMBER)
    return hand


@cache
def order_of(seats: int, leader: int, fools: tuple[int, ...]) -> tuple[int, ...]:
    """Return who plays to a trick, the leader first."""
    around = (*range(leader, seats), *range(leader))
    return tuple([seat for seat in around if seat not in fools])
