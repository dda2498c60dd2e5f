"""The player of Passt nicht! that looks ahead: it deals what it can't see and plays every move out.

It knows what a person with a good memory knows. The rules of thumb are its model of everybody, its
own next moves included; where nothing speaks clearly against them it does what they would do. It
looks some turns of everybody ahead and not to the end of the round: what a move does shows soon,
and what comes later would only blur it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from chatlama.core.player import Sight, Strength, Thought
from chatlama.core.rng import Rng
from chatlama.players.search import Budget, search

from .medium import usual
from .moves import move_of, numbers
from .outlook import OUTLOOK
from .rounds import Round, seen
from .thumb import pick
from .unseen import Unseen
from .why import reason

HORIZON: Final = 7
"""Turns of each seat that a play-out lasts."""
WORK: Final = 4_200
"""Turns in all play-outs of one decision."""
STEP: Final = 400
"""Turns between two thoughts, unless a single deal takes more."""
BUDGET: Final = Budget(deals=150, batch=1, least=8, gate=1.0, drop=2.0, sure=3.0)


class PlayOuts:
    """One decision, as the search wants it."""

    def __init__(self, sight: Sight[Any, Any], round: Round, choices: Sequence[int]) -> None:
        standings = sight.view.standings
        self.points = [standings.points[seat] for seat in standings.present]
        self.sample = Unseen(round, sight.view, sight.history).deal
        self.seat = round.turn
        self.choices = choices

    def value(self, world: Round, choice: int) -> float:
        round = world.copy()
        over = round.play(self.choices[choice])
        for _ in range(HORIZON * len(self.points)):
            if over:
                break
            over = round.play(pick(round))
        points = [had + got for had, got in zip(self.points, round.scores(), strict=True)]
        return OUTLOOK.chance(points, self.seat, over=over)


@dataclass(frozen=True, slots=True)
class HardPlayer:
    """The player that looks ahead."""

    name: str = "passt_nicht_hard"
    game: str = "passt_nicht"
    strength: Strength = Strength.HARD

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield what the rules of thumb would do, then what the search has found so far."""
        round, choosing = seen(sight.view), sight.view.choosing
        favourite, choices = usual(round, choosing=choosing), numbers(round, sight.moves)
        decision = PlayOuts(sight, round, choices)
        found = search(
            decision,
            len(choices),
            choices.index(favourite),
            budget(HORIZON * len(round.hands) * len(choices)),
            rng,
        )
        for best in found:
            move = move_of(choices[best], choosing=choosing)
            yield Thought(move, reason(round, choices[best], len(sight.moves)))


def budget(deal: int) -> Budget:
    """Return how much is searched if so many turns are played in each deal."""
    deals = max(BUDGET.least, min(BUDGET.deals, WORK // deal))
    return replace(BUDGET, deals=deals, batch=max(1, STEP // deal))
