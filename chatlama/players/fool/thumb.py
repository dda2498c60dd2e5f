"""The rules of thumb of Foppen, in numbers: how likely a card makes a fool, and what it is worth.

They look at what everybody has seen and at one hand, never at the others'. Unseen cards are taken
to be anywhere, in equally many hands, except where a seat has shown a void; whoever follows or
discards is taken to do it with any card. They are quick enough to play everybody in a play-out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chatlama.core.games.fool.cards import DECKS, JOKER, OPEN, SHIFT, SUITS

from .rounds import FOLLOWED, Round

LONGEST: Final = 0
"""Green, which has the most cards: the suit that a led "1" will most likely have."""
COLOURS: Final = range(len(SUITS))
HAND: Final = max(deck.hand for deck in DECKS.values())
"""Tricks of a whole round."""
JOKER_KEY: Final = FOLLOWED | 1 << 4
NEVER: Final = 1 << 20
"""Better than any card."""
VOID: Final = tuple(
    [
        tuple(
            [
                float(not unseen) if others == 1 else (1 - 1 / others) ** unseen
                for unseen in range(32)
            ]
        )
        for others in range(1, max(DECKS))
    ]
)
"""For one other seat and more: how likely one has none of so many unseen cards of a suit."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """What things are worth, in numbers on cards. All is found by ``bench.tune.fool``.

    With four players nothing nearby is ahead by two standard errors of 1,200 games. The slope of
    ``follow`` matters most: always the dearest safe card wins .25 against .29 (even: .25).
    """

    fooled: float
    """What being fooled costs."""
    joker: float
    """What getting rid of a "1" is worth."""
    follow: tuple[float, float]
    """What each number is worth on a card that follows, at the beginning of a round and at its
    end. Early a low card that can be got rid of without danger is the better riddance."""
    lead: tuple[float, float]
    """The same of a card that is led."""
    discard: tuple[float, float]
    """The same of a discard."""


THUMB: Final = Thumb(fooled=55, joker=20, follow=(-1, 1), lead=(0, 0), discard=(1, 1))


def pick(round: Round, thumb: Thumb = THUMB) -> int:
    """Return the card that the rules of thumb play."""
    if round.suit == OPEN or round.hands[round.order[len(round.keys)]][round.suit]:
        return _followed(round, thumb)
    return _discarded(round, thumb)


def _followed(round: Round, thumb: Thumb) -> int:
    """Return the best card to lead, or to follow with."""
    keys, order, counts, suit = round.keys, round.order, round.counts, round.suit
    place = len(keys)
    hand, later = round.hands[order[place]], order[place + 1 :]
    early, late = thumb.follow if place else thumb.lead
    slope = late + (early - late) * min(counts) / HAND
    limit = _limit(round)
    if limit < FOLLOWED:  # somebody who discarded is the fool: any card is safe
        bits = hand[suit]
        number = (bits if slope >= 0 else bits & -bits).bit_length() - 1
        return JOKER if hand[OPEN] and thumb.joker >= slope * number else suit << SHIFT | number
    void, held, fooled, best, card = VOID[len(counts) - 2], round.held, thumb.fooled, -1e9, JOKER
    for own in COLOURS if suit == OPEN else (suit,):
        bits = hand[own]
        if not bits:
            continue
        unseen = held[own] & ~bits
        rest = unseen.bit_count()
        follows = (1 - void[rest]) / rest if rest else 0.0
        sure = _void(round, own, later)
        while bits:
            number = bits.bit_length() - 1
            bits ^= 1 << number
            worth = slope * number
            key = FOLLOWED | number << 4
            if key <= limit:
                higher = (unseen >> number).bit_count() * follows
                need = _need(round, key) - sure
                worth -= fooled * fewer(need, 1 - higher, len(later) - sure)
            if worth > best:
                best, card = worth, own << SHIFT | number
            if not slope:
                break  # the highest is the safest
    if hand[OPEN]:
        worth = thumb.joker
        if limit >= JOKER_KEY:
            worth -= fooled * _joker_risk(round, LONGEST if suit == OPEN else suit, later)
        if worth > best:
            return JOKER
    return card


def _discarded(round: Round, thumb: Thumb) -> int:
    """Return the best card of a hand that can't follow."""
    keys, order, held, suit = round.keys, round.order, round.held, round.suit
    hand, later = round.hands[order[len(keys)]], order[len(keys) + 1 :]
    early, late = thumb.discard
    slope = late + (early - late) * min(round.counts) / HAND
    limit = _limit(round)
    unseen = [held[own] & ~hand[own] for own in COLOURS]
    rest = sum([bits.bit_count() for bits in unseen])
    sure = _void(round, suit, later)
    discards = VOID[len(round.counts) - 2][held[suit].bit_count()]
    if later:
        discards = (sure + (len(later) - sure) * discards) / len(later)
    best, card = -1e9, JOKER
    for own in COLOURS:
        bits = hand[own]
        while bits:
            number = bits.bit_length() - 1
            bits ^= 1 << number
            worth = slope * number
            if number << 4 <= limit:
                upto = (2 << number) - 1
                lower = sum([(bits & upto).bit_count() for bits in unseen]) / rest if rest else 0.0
                worth -= thumb.fooled * fewer(
                    _need(round, number << 4), discards * lower, len(later)
                )
            if worth > best:
                best, card = worth, own << SHIFT | number
    if hand[OPEN]:
        risk = _joker_risk(round, suit, later) if limit >= JOKER_KEY else 0.0
        if thumb.joker - thumb.fooled * risk > best:
            return JOKER
    return card


def _limit(round: Round) -> int:
    """Return the key above which a card is no fool's any more, whatever comes."""
    keys = round.keys
    if len(keys) < round.discs:
        return NEVER
    return min(keys) if round.discs == 1 else sorted(keys)[round.discs - 1]


def _need(round: Round, key: int) -> int:
    """Return how many worse cards have still to come for a card to be safe."""
    return round.discs - sum([other < key for other in round.keys])


def _void(round: Round, suit: int, later: Sequence[int]) -> int:
    """Return how many of the seats have shown that they have none of the suit."""
    voids, count = round.voids, 0
    for seat in later:
        count += voids[seat] >> suit & 1
    return count


def _joker_risk(round: Round, suit: int, later: Sequence[int]) -> float:
    """Return how likely a "1" makes a fool: only who discards is worse."""
    hand = round.hands[round.order[len(round.keys)]]
    sure = _void(round, suit, later)
    unseen = round.held[suit] & ~hand[suit]
    void = VOID[len(round.counts) - 2][unseen.bit_count()]
    return fewer(_need(round, JOKER_KEY) - sure, void, len(later) - sure)


def fewer(need: int, chance: float, seats: int) -> float:
    """Return how likely fewer seats than needed play a worse card, each with this chance.

    >>> fewer(0, 0.5, 2), fewer(1, 0.5, 2), fewer(2, 0.5, 2), fewer(3, 0.5, 2)
    (0.0, 0.25, 0.75, 1.0)
    """
    if need <= 0:
        return 0.0
    if need > seats:
        return 1.0
    none: float = (1 - chance) ** seats
    return none if need == 1 else none + seats * chance * (1 - chance) ** (seats - 1)
