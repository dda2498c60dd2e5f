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

from .kind import BIT, DRAW, ONE, Kind, Thumb, hand_of, mask_of
from .rounds import World

HAND = 6
"""Cards dealt to each seat (rulebook A2, E1)."""
FORCED = -2
"""A seat's quitting that says nothing of its hand: its time had run out."""
DRAWS = 12
"""How often a card is drawn again that can't be where it goes; then it goes there all the same."""


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
    """How often a hand is dealt at most until its cost goes with quitting or drawing."""
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
        far, near = known.thumb
        self.cheap = max(far, near) + trust.slack
        self.dear = min(far, near) - trust.slack

    def shuffle(self, chance: Random) -> None:
        """Bring what is unseen into an order of which each is equally likely."""
        self.pool.sort(key=lambda _: chance.random())

    def followed(self, chance: Random) -> tuple[_Hand, ...]:
        """Return what is known of every opponent's cards.

        Which of several cards was the one that was played is drawn anew each time.
        """
        return tuple(_follow(self.known, self.first, chance))

    def deal(self, followed: Sequence[_Hand], chance: Random) -> World:
        """Return a world.

        ``shuffle`` once before. The pool stays shuffled from deal to deal: each deal draws its
        hands from all of it and cuts the rest for a pile.
        """
        pool, random, trust, value = self.pool, chance.random, self.trust, self.known.kind.value
        hands, masks, one, bit = self.hands[:], self.masks[:], ONE, BIT
        left, at = len(pool), 0
        if self.extra and self.first:
            # The card that was turned up first lies in the discard pile; which it was, the seat
            # has forgotten but for what was played on it.
            for _ in range(10 * DRAWS):
                drawn = int(random() * left)
                if bit[pool[drawn]] & self.first:
                    break
            pool[drawn], pool[0] = pool[0], pool[drawn]
            left, at = left - 1, 1
        for seen in followed:
            tries = 0 if random() < trust.doubt else trust.tries
            nevers = seen.never if tries else [0] * len(seen.never)
            while True:
                hand = mask = 0
                had = [0]
                for never in nevers:
                    drawn = at + int(random() * left)
                    card = pool[drawn]
                    if never & bit[card]:
                        for _ in range(DRAWS):
                            drawn = at + int(random() * left)
                            card = pool[drawn]
                            if not never & bit[card]:
                                break
                    pool[drawn] = pool[at]
                    pool[at] = card
                    at += 1
                    left -= 1
                    hand += one[card]
                    mask |= bit[card]
                    had.append(mask)
                tries -= 1
                if tries <= 0 or self._goes_with(seen, value, mask, had):
                    break
                at -= len(nevers)
                left += len(nevers)
            hands[seen.seat] = hand
            masks[seen.seat] = mask
        cut = at + int(random() * left)
        return World(hands, masks, pool[cut:] + pool[at:cut])

    def _goes_with(self, seen: _Hand, value: Sequence[int], mask: int, had: Sequence[int]) -> bool:
        """Return whether the cost of a hand goes with having quit with it and having drawn."""
        if seen.cheap and value[mask] > self.cheap:
            return False
        return all(value[had[held] | since] > self.dear for held, since in seen.dear)


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
    pile = known.pile + sum(act.choice == DRAW for act in known.acts)
    for seat, choice in known.acts:
        hand = hands.get(seat)
        if choice > 0:
            if hand is not None:
                _play(hand, kind, top, choice, chance)
            top = choice
            continue
        could_draw, pile = pile > 0, pile - (choice == DRAW)
        if hand is None or choice == FORCED:
            continue
        fitting = kind.fitting[top] if top else _always(kind, surely)
        hand.never = [never | fitting for never in hand.never]
        if choice == DRAW:
            hand.dear.append((len(hand.never), 0))
            hand.never.append(0)
        else:
            hand.cheap = could_draw
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
