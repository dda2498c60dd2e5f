"""The cards of Foppen: four suits and the joker "1", and which of them are dealt to how many.

A card is a small number, its suit times 32 plus what is printed on it. So a sorted hand is grouped
by suit with the jokers last, and numbers compare within a suit. Citations name the rule book's
rulings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

SUITS = ("g", "y", "o", "b")
"""Green, yellow, orange, blue, as codes have them; ties are broken in this order (rulebook G10)."""
OPEN = len(SUITS)
"""No lead suit yet; also the suit of a joker, which always takes the lead suit (rulebook F6)."""
SHIFT = 5
"""A card's suit is what remains without its last five bits."""
NUMBER = (1 << SHIFT) - 1
"""The bits of a card that hold its number."""
JOKER = OPEN << SHIFT | 1
"""The card "1"; all of them are alike."""
LOWEST = 2
"""The number with which each suit begins (rulebook 4.1)."""
JOKER_PENALTY = 5
"""What a "1" left in hand costs (rulebook F15)."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards and discs for a number of players."""

    tops: tuple[int, int, int, int]
    """The highest number of each suit, in the order of ``SUITS``."""
    jokers: int
    hand: int
    """How many cards are dealt to each seat."""
    discs: int
    """How many fools each trick makes (rulebook F3)."""


DECKS: Mapping[int, Deck] = {
    4: Deck((17, 11, 13, 8), 3, 12, 1),
    5: Deck((20, 14, 16, 10), 4, 12, 1),
    6: Deck((23, 17, 19, 12), 5, 12, 1),
    7: Deck((26, 20, 22, 14), 6, 12, 2),
    8: Deck((27, 21, 23, 15), 6, 11, 2),
}
"""By number of players (rulebook F2)."""


def card_of(suit: int, number: int) -> int:
    """Return the card of a suit with that number on it."""
    return suit << SHIFT | number


def suit_of(card: int) -> int:
    """Return a card's suit, ``OPEN`` for a joker."""
    return card >> SHIFT


def number_of(card: int) -> int:
    """Return what is printed on a card.

    >>> number_of(card_of(3, 15)), number_of(JOKER)
    (15, 1)
    """
    return card & NUMBER


@cache
def cards_for(players: int) -> tuple[int, ...]:
    """Return all cards that so many players are dealt, sorted."""
    deck = DECKS[players]
    numbers = [
        card_of(suit, number)
        for suit, top in enumerate(deck.tops)
        for number in range(LOWEST, top + 1)
    ]
    return (*numbers, *(JOKER,) * deck.jokers)


def penalty(hand: Sequence[int]) -> int:
    """Return what the cards left in a hand cost (rulebook F15).

    >>> penalty([card_of(2, 7), card_of(1, 3), JOKER])
    15
    """
    return sum([card & NUMBER for card in hand]) + (JOKER_PENALTY - 1) * hand.count(JOKER)


@dataclass(frozen=True, slots=True)
class Play:
    """Play one card into the trick."""

    card: int

    @property
    def code(self) -> str:
        return CODES[self.card]


CODES = ["" for _ in range(JOKER + 1)]
"""The code of each card's play, by card; empty where there is no such card."""
for _card in cards_for(max(DECKS)):
    CODES[_card] = "play:1" if _card == JOKER else f"play:{SUITS[_card >> SHIFT]}{_card & NUMBER}"

PLAYS = tuple(map(Play, range(JOKER + 1)))
"""The play of each card, by card: made once, because positions ask for them all the time."""
MOVES: Mapping[str, Play] = {CODES[card]: PLAYS[card] for card in cards_for(max(DECKS))}
"""Every move there is, found by its code."""
