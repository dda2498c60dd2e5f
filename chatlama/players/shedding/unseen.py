"""What one seat can't see, dealt as everybody's play makes likely.

An opponent's cards are followed from when they came to the hand, those it has played since among
them. Others are taken to play by the rules of thumb: a deal is the less likely the more of what
they did it leaves unexplained. Deals come out of a chain: each is the last one with a few cards
exchanged, and an exchange that explains less is rarely made. In the long run every deal comes up
as often as it is likely (Metropolis).

Rule 1: what is certain is certain: counts, all cards seen, the size of the pile. What is inferred
is likely only: people surprise, and then the deals that need the fewest surprises are drawn.
Rule 2: a history that doesn't agree with what is seen is left out: the deal is then a fair one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from .kind import ALL, BIT, DRAW, FEW, ONE, QUIT, SAFE, Kind, Thumb, hand_of, mask_of
from .rounds import World

HAND = 6
"""Cards dealt to each seat (rulebook A2, E1)."""
FORCED = -2
"""A seat's quitting that says nothing of its hand: its time had run out."""
SWAPS = 6
"""Exchanges that are tried between two deals."""
BEFORE = 12
"""Exchanges that are tried before the first deal, for each card an opponent has had."""
APART = 0.4
"""The share of exchanges among cards that opponents have had; the others are with the pile."""
ANY = 1_000
"""More deeds than there are in a round."""


class Act(NamedTuple):
    """What a seat did."""

    seat: int
    choice: int
    """A card, ``DRAW``, ``QUIT`` or ``FORCED``."""


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


class _Deed(NamedTuple):
    """What an opponent did, and when."""

    top: int
    """The card on top, 0 if it was the one turned up first."""
    choice: int
    cheap: int
    """Up to what cost the rules of thumb would have quit."""


class Unseen:
    """Deals the cards that one seat does not see."""

    def __init__(self, known: Known, surprise: float) -> None:
        """``surprise``: how likely others do what rules of thumb don't; 1: play tells nothing."""
        self.known = known
        self.surprise = surprise
        seats = range(len(known.counts))
        self.deeds = dict(_deeds(known)) if surprise < 1 else {}
        opponents = [seat for seat in seats if seat != known.me and known.counts[seat]]
        self.told = [seat for seat in opponents if self.deeds.get(seat)]
        self.open = [seat for seat in opponents if not self.deeds.get(seat)]
        self.early = [seat for seat in self.told if not self.deeds[seat][0].top]
        """Who did something on the card turned up first, which is forgotten."""
        self.follows = next((act.choice for act in known.acts if act.choice > 0), 0)
        """What was played on it."""
        self.hands = [0] * len(seats)
        self.masks = [0] * len(seats)
        self.hands[known.me] = hand_of(known.hand)
        self.masks[known.me] = mask_of(known.hand)
        self.held: list[list[int]] = [[] for _ in seats]
        """The cards each opponent has had, from the oldest to the newest."""
        self.slots: list[tuple[int, int]] = []
        """Where each card is of those whose play tells something."""
        self.amiss = [ANY] * len(seats)
        """How much of what each has done is unexplained."""
        self.rest: list[int] = []
        """The draw pile, and whatever else nobody holds."""
        self.first = known.top

    def shuffle(self, chance: Random) -> None:
        """Deal once at random, and go along the chain until that is forgotten."""
        known, held = self.known, self.held
        self.rest = rest = sorted(_pool(known), key=lambda _: chance.random())
        if self.follows:
            fitting, bit = known.kind.fitting, BIT[self.follows]
            at = next((at for at, card in enumerate(rest) if fitting[card] & bit), 0)
            self.first = rest.pop(at)
        for seat in self.open:
            held[seat] = [rest.pop() for _ in range(known.counts[seat])]
        for seat in self.told:
            held[seat] = self._likely(seat)
            self._goes((seat,), lambda: 1.0)
        self.slots = [(seat, at) for seat in self.told for at in range(len(held[seat]))]
        self._exchange(chance, BEFORE * len(self.slots))

    def _likely(self, seat: int) -> list[int]:
        """Return cards a seat may have had, those out of the rest that it did not play among them.

        What it played came as late as it can have come; none of the others could be played before.
        """
        kind, deeds, rest = self.known.kind, self.deeds[seat], self.rest
        came = [0] * HAND + [at for at, deed in enumerate(deeds, 1) if deed.choice == DRAW]
        cards = [0] * len(came)
        for at, deed in enumerate(deeds):
            if deed.choice > 0:
                free = [to for to, since in enumerate(came) if since <= at and not cards[to]]
                cards[free[-1]] = deed.choice
        for to, since in enumerate(came):
            if cards[to]:
                continue
            never = 0
            for top, choice, _ in deeds[since:]:
                for card in kind.prefer[top or self.first]:
                    if card == choice:
                        break
                    never |= BIT[card]
            at = next((at for at, card in enumerate(rest) if not never & BIT[card]), 0)
            cards[to] = rest.pop(at)
        return cards

    def deal(self, chance: Random) -> World:
        """Return a world; ``shuffle`` once before."""
        random, rest, one, bit = chance.random, self.rest, ONE, BIT
        if self.slots:
            self._exchange(chance, SWAPS)
        hands, masks = self.hands[:], self.masks[:]
        for seat in self.open:
            rest += self.held[seat]
        for seat in self.open:
            cards = self.held[seat]
            hand = mask = 0
            for at in range(len(cards)):
                drawn = int(random() * len(rest))
                rest[drawn], rest[-1] = rest[-1], rest[drawn]
                cards[at] = card = rest.pop()
                hand += one[card]
                mask |= bit[card]
            hands[seat], masks[seat] = hand, mask
        cut = int(random() * len(rest))
        return World(hands, masks, rest[cut:] + rest[:cut])

    def _exchange(self, chance: Random, times: int) -> None:
        """Try so many exchanges of two cards, and then one of the card that was turned up first."""
        random, rest, slots = chance.random, self.rest, self.slots
        for _ in range(times):
            seat, at = slots[int(random() * len(slots))]
            if rest and random() > APART:
                other, place, to = seat, rest, int(random() * len(rest))
            else:
                other, to = slots[int(random() * len(slots))]
                place = self.held[other]
            cards = self.held[seat]
            if cards[at] == place[to]:
                continue
            cards[at], place[to] = place[to], cards[at]
            if not self._goes((seat,) if seat == other else (seat, other), random):
                cards[at], place[to] = place[to], cards[at]
        if self.follows and rest:
            to = int(random() * len(rest))
            if self.known.kind.fitting[rest[to]] & BIT[self.follows]:
                self.first, rest[to] = rest[to], self.first
                if self.early and not self._goes(self.early, random):
                    self.first, rest[to] = rest[to], self.first

    def _goes(self, seats: Sequence[int], random: Callable[[], float]) -> bool:
        """Return whether an exchange is made that changed what these seats have had."""
        most = 0
        for seat in seats:
            most += self.amiss[seat]
        while random() < self.surprise:
            most += 1
        found = []
        for seat in seats:
            explained = self._explained(seat, most)
            if explained is None:
                return False
            most -= explained[0]
            found.append(explained)
        for seat, explained in zip(seats, found, strict=True):
            self.amiss[seat], self.hands[seat], self.masks[seat] = explained
        return True

    def _explained(self, seat: int, most: int) -> tuple[int, int, int] | None:
        """Return how much of a seat's deeds its cards don't explain, and the hand it has then.

        Each value that it could have played and did not counts, so that a chain far from all that
        explains them finds its way. None if it is more than ``most``, or what it played it can't
        have had.
        """
        kind, held, first, one, bit = self.known.kind, self.held[seat], self.first, ONE, BIT
        usual, value, fitting = kind.cards, kind.value, kind.fitting
        at, hand, mask = HAND, 0, 0
        for card in held[:HAND]:
            hand += one[card]
            mask |= bit[card]
        left = most
        for top, choice, cheap in self.deeds[seat]:
            card = usual[top or first][mask]
            if choice > 0:
                if card != choice:
                    if not mask & bit[choice]:
                        return None
                    left -= 1
                hand -= one[choice]
                if not hand & ALL[choice]:
                    mask ^= bit[choice]
            elif choice == DRAW:
                if card:
                    left -= (mask & fitting[top or first]).bit_count()
                if value[mask] <= cheap:
                    left -= 1
                card = held[at]
                at += 1
                hand += one[card]
                mask |= bit[card]
            else:
                if card:
                    left -= (mask & fitting[top or first]).bit_count()
                if value[mask] > cheap:
                    left -= 1
            if left < 0:
                return None
        return most - left, hand, mask


def _pool(known: Known) -> list[int]:
    """Return all cards that the seat does not see, nor has seen in this round."""
    left = list(known.kind.deck)
    seen = [act.choice for act in known.acts if act.choice > 0] or [known.top]
    for card in (*known.hand, *seen):
        left.remove(card)
    return left


def _deeds(known: Known) -> Iterator[tuple[int, tuple[_Deed, ...]]]:
    """Yield what each opponent did, of those whose deeds agree with how many cards they have."""
    seats = range(len(known.counts))
    after = [HAND] * len(seats)
    for seat, choice in known.acts:
        after[seat] += (choice == DRAW) - (choice > 0)
    agrees = [now == count for now, count in zip(after, known.counts, strict=True)]
    deeds: list[list[_Deed]] = [[] for _ in seats]
    playing = {seat: HAND for seat in seats if agrees[seat]}
    top = 0 if any(act.choice > 0 for act in known.acts) else known.top
    pile = known.pile + sum(act.choice == DRAW for act in known.acts)
    for seat, choice in known.acts:
        near = any(count <= FEW for other, count in playing.items() if other != seat)
        cheap = known.thumb.near if near else known.thumb.far
        if choice == QUIT and (not pile or len(playing) == 1):
            cheap = SAFE  # there was nothing else to do
        if choice != FORCED:
            deeds[seat].append(_Deed(top, choice, cheap))
        if choice < 0:
            playing.pop(seat, None)
        elif seat in playing:
            playing[seat] += 1 if choice == DRAW else -1
        if choice > 0:
            top = choice
        pile -= choice == DRAW
    for seat in seats:
        if agrees[seat] and seat != known.me:
            yield seat, tuple(deeds[seat])
