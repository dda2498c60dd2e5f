"""Where hidden cards may be: dealt at random, but as everybody's play makes likely.

Somebody who drew or quit most likely held nothing that fitted; who played the next card held no
equal one; who quit holds a cheap hand and who drew had a dear one. Each card of an opponent is
followed from when it came to the hand; what it can't have been since is kept as a mask.

Rule 1: what is certain is certain: counts, all cards seen, the size of the pile. What is inferred
is taken for likely only: a part of all deals leaves it out (``Trust``), for people surprise.
Rule 2: a history that doesn't agree with what is seen is left out: the deal is then a fair one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from .kind import BIT, DRAW, ONE, QUIT, Kind, Thumb, hand_of, mask_of
from .rounds import World

HAND = 6
"""Cards dealt to each seat (rulebook A2, E1)."""
FORCED = -2
"""A seat's quitting that says nothing of its hand: its time had run out."""


class Act(NamedTuple):
    """What a seat did."""

    seat: int
    choice: int
    """A card, ``DRAW``, ``QUIT`` or ``FORCED``."""


@dataclass(frozen=True, slots=True)
class Trust:
    """How far what others do is believed to tell what they hold."""

    doubt: float
    """The share of deals in which a seat's play tells nothing."""
    tries: int
    """How often a hand is dealt again whose cost does not go with quitting or drawing."""
    slack: int
    """By how many points others' idea of a cheap hand may differ from the rules of thumb."""


@dataclass(frozen=True, slots=True)
class Known:
    """What one seat knows of a round."""

    kind: Kind
    thumb: Thumb
    me: int
    hand: tuple[int, ...]
    counts: tuple[int, ...]
    """How many cards each seat has."""
    top: int
    pile: int
    acts: tuple[Act, ...]
    """What happened in this round, oldest first."""


@dataclass(slots=True)
class _Hand:
    """An opponent's cards, from the oldest to the newest."""

    seat: int
    never: list[int] = field(default_factory=lambda: [0] * HAND)
    """For each card a mask of what it can't be."""
    dear: list[tuple[int, int]] = field(default_factory=list)
    """When it drew: how many of its cards it has held since before, and a mask of those it has
    played since."""
    cheap: bool = False
    """Whether it quit of its own will."""


class Unseen:
    """Deals the cards that one seat does not see."""

    def __init__(self, known: Known, trust: Trust) -> None:
        self.known = known
        self.trust = trust
        self.pool = _pool(known)
        self.extra = len(self.pool) - known.pile - (sum(known.counts) - len(known.hand))
        seats = len(known.counts)
        self.hands = [0] * seats
        self.masks = [0] * seats
        self.hands[known.me] = hand_of(known.hand)
        self.masks[known.me] = mask_of(known.hand)
        self.first = _first(known)

    def followed(self, chance: Random) -> tuple[_Hand, ...]:
        """Return what is known of every opponent's cards.

        Which of several cards was the one that was played is drawn anew each time.
        """
        return tuple(_follow(self.known, self.first, chance))

    def deal(self, followed: Sequence[_Hand], chance: Random) -> World:
        """Return a world."""
        pool, random, trust, value = self.pool, chance.random, self.trust, self.known.kind.value
        hands, masks = self.hands[:], self.masks[:]
        count, at = len(pool), 0
        if self.extra and self.first:
            # The card that was turned up first lies in the discard pile; which it was, the seat
            # has forgotten but for what was played on it.
            while True:
                drawn = int(random() * count)
                if BIT[pool[drawn]] & self.first:
                    break
            pool[drawn], pool[0], at = pool[0], pool[drawn], 1
        cheap, dear = self.known.thumb.near + trust.slack, self.known.thumb.far - trust.slack
        for seen in followed:
            begin, tries = at, trust.tries
            doubtful = random() < trust.doubt
            while True:
                hand = mask = 0
                had = []
                for never in seen.never:
                    if never and not doubtful:
                        for _ in range(12):
                            drawn = at + int(random() * (count - at))
                            if not BIT[pool[drawn]] & never:
                                break
                    else:
                        drawn = at + int(random() * (count - at))
                    card = pool[drawn]
                    pool[drawn] = pool[at]
                    pool[at] = card
                    at += 1
                    hand += ONE[card]
                    mask |= BIT[card]
                    had.append(mask)
                tries -= 1
                if doubtful or tries < 0:
                    break
                if seen.cheap and value[mask] > cheap:
                    at = begin
                    continue
                for held, since in seen.dear:
                    if value[(had[held - 1] if held else 0) | since] <= dear:
                        break
                else:
                    break
                at = begin
            hands[seen.seat] = hand
            masks[seen.seat] = mask
        for place in range(at, min(at + 8, count)):
            drawn = place + int(random() * (count - place))
            pool[place], pool[drawn] = pool[drawn], pool[place]
        return World(hands, masks, pool[at:])


def _pool(known: Known) -> list[int]:
    """Return all cards that the seat does not see, nor has seen in this round."""
    left = list(known.kind.deck)
    seen = [act.choice for act in known.acts if act.choice > 0] or [known.top]
    for card in (*known.hand, *seen):
        left.remove(card)
    return left


def _first(known: Known) -> int:
    """Return a mask of what the first card on top may have been, 0 if it still lies there."""
    played = next((act.choice for act in known.acts if act.choice > 0), None)
    if played is None:
        return 0
    fitting = known.kind.fitting
    return mask_of(top for top in set(known.kind.deck) if fitting[top] & BIT[played])


def _follow(known: Known, first: int, chance: Random) -> Iterator[_Hand]:
    kind = known.kind
    hands = {
        seat: _Hand(seat) for seat, count in enumerate(known.counts) if count and seat != known.me
    }
    top, surely = (0, first) if first else (known.top, 0)
    for seat, choice in known.acts:
        hand = hands.get(seat)
        if choice > 0:
            if hand is not None:
                _play(hand, kind, top, choice, chance)
            top = choice
            continue
        if hand is None or choice == FORCED:
            continue
        fitting = kind.fitting[top] if top else _always(kind, surely)
        hand.never = [never | fitting for never in hand.never]
        if choice == DRAW:
            hand.dear.append((len(hand.never), 0))
            hand.never.append(0)
        else:
            hand.cheap = choice == QUIT
    for seat, hand in hands.items():
        agrees = len(hand.never) == known.counts[seat]
        yield hand if agrees else _Hand(seat, [0] * known.counts[seat])


def _play(hand: _Hand, kind: Kind, top: int, card: int, chance: Random) -> None:
    """Take the card from where it most likely was; what was preferred to it was not there."""
    could = [at for at, never in enumerate(hand.never) if not never & BIT[card]]
    if not could:  # it does not play by the rules of thumb
        hand.never = [0] * len(hand.never)
        hand.dear = []
        could = list(range(len(hand.never)))
    taken = could[int(chance.random() * len(could))]
    del hand.never[taken]
    hand.dear = [
        (held - 1, since | BIT[card]) if taken < held else (held, since)
        for held, since in hand.dear
    ]
    if top:
        better = 0
        for other in kind.prefer[top]:
            if other == card:
                break
            better |= BIT[other]
        hand.never = [never | better for never in hand.never]


def _always(kind: Kind, tops: int) -> int:
    """Return a mask of the cards that fit on all of these tops."""
    mask = -1
    for top, fitting in enumerate(kind.fitting):
        if tops & BIT[top]:
            mask &= fitting
    return mask
