"""The player of Foppen that looks ahead: it deals what it can't see and plays every card out.

It knows what a person with a good memory knows. The rules of thumb are its model of everybody, its
own next moves included; where nothing speaks clearly against them it does what they would do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from chatlama.core.games.fool.cards import JOKER, NUMBER, OPEN, PLAYS, SHIFT
from chatlama.core.games.fool.position import View
from chatlama.core.games.fool.tricks import PRIZE
from chatlama.core.player import Sight, Strength, Thought
from chatlama.core.rng import Rng
from chatlama.players.search import Budget, search

from .outlook import OUTLOOK
from .rounds import Round, seen
from .thumb import pick
from .unseen import Unseen
from .why import reason

WORK: Final = 2_000
"""Cards that are played in all play-outs of one decision, if each goes to the end of the round."""
STEP: Final = 280
"""Cards that are played between two thoughts, at most."""
CHOICES: Final = 8
"""Cards that are tried, at most: those that the rules of thumb like best."""
BUDGET: Final = Budget(deals=150, batch=1, least=8, gate=1.0, drop=2.0, sure=3.0)


class PlayOuts:
    """One decision, as the search wants it."""

    def __init__(self, view: View, round: Round, seat: int, cards: Sequence[int]) -> None:
        standings = view.standings
        self.unseen = Unseen(round, seat)
        self.seat = seat
        self.cards = cards
        self.points = [standings.points[other] for other in standings.present]
        self.ticks = standings.ticks
        self.sample = self.unseen.deal
        self.chances: dict[tuple[int, ...], float] = {}

    def value(self, world: Round, choice: int) -> float:
        round = world.copy()
        over = round.play(self.cards[choice])
        while not over:
            over = round.play(pick(round))
        scores = tuple(round.scores())
        chance = self.chances.get(scores)
        if chance is None:
            after = [had + got for had, got in zip(self.points, scores, strict=True)]
            ticks = self.ticks + scores.count(PRIZE)
            chance = self.chances[scores] = OUTLOOK.chance(after, ticks, self.seat)
        return chance


@dataclass(frozen=True, slots=True)
class HardPlayer:
    """The player that looks ahead."""

    name: str = "fool_hard"
    game: str = "fool"
    strength: Strength = Strength.HARD

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield what the rules of thumb would do, then what the search has found so far."""
        view: View = sight.view
        round = seen(view)
        left = cards_left(round)
        cards = liked(round, min(len(sight.moves), CHOICES, max(2, STEP // left)))
        seat = view.standings.present.index(sight.seat)
        decision = PlayOuts(view, round, seat, cards)
        for best in search(decision, len(cards), 0, budget(len(cards) * left), rng):
            yield Thought(PLAYS[cards[best]], reason(round, cards[best], len(sight.moves)))


def liked(round: Round, count: int) -> list[int]:
    """Return so many of the legal cards, the one that the rules of thumb like best first.

    The next one is what they would play without it.
    """
    rest, cards = round.copy(), list[int]()
    hand = rest.hands[rest.order[len(rest.keys)]]
    follows = rest.suit != OPEN and hand[rest.suit] > 0
    while len(cards) < count:
        card = JOKER if follows and not hand[rest.suit] else pick(rest)
        cards.append(card)
        suit = card >> SHIFT
        gone = hand[OPEN] if card == JOKER else 1 << (card & NUMBER)
        hand[suit] -= gone
        rest.held[suit] -= gone
    return cards


def cards_left(round: Round) -> int:
    """Return about how many cards will be played until the round is over."""
    return (len(round.counts) - round.discs) * (min(round.counts) + 1)


def budget(deal: int) -> Budget:
    """Return how much is searched if so many cards are played in each deal."""
    deals = max(BUDGET.least, min(BUDGET.deals, WORK // deal))
    return replace(BUDGET, deals=deals, batch=max(1, STEP // deal))
