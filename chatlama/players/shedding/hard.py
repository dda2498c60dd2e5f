"""A player of shedding games that looks ahead: it deals what it can't see and plays every move out.

It knows what a person with a good memory knows. The rules of thumb are its model of everybody, its
own next moves included; where nothing speaks clearly against them it does what they would do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from chatlama.core.game import Event, Move
from chatlama.core.player import Sight, Strength, Thought
from chatlama.core.rng import Rng
from chatlama.core.shedding.position import Play, Quit, View
from chatlama.players.search import Budget, search

from .kind import DRAW, QUIT
from .lore import Lore
from .outlook import Outlook
from .rounds import Round, World
from .thumb import preferred, reason
from .unseen import FORCED, Act, Known, Unseen


class PlayOuts:
    """One decision, as the search wants it."""

    def __init__(
        self, round: Round, outlook: Outlook, unseen: Unseen, choices: Sequence[int], starts: bool
    ) -> None:
        self.round = round
        self.outlook = outlook
        self.unseen = unseen
        self.choices = choices
        self.starts = starts
        self.shuffled = False
        self.chances: dict[tuple[int, ...], float] = {}

    def sample(self, chance: Random) -> World:
        if not self.shuffled:
            self.unseen.shuffle(chance)
            self.shuffled = True
        return self.unseen.deal(chance)

    def value(self, world: World, choice: int) -> float:
        points, last = self.round.play_out(world, self.choices[choice])
        if not self.starts:
            last = -1
        key = (*points, last)
        chance = self.chances.get(key)
        if chance is None:
            chance = self.chances[key] = self.outlook.chance(
                points, self.round.present, self.round.kind.target, self.round.active[0], last
            )
        return chance


@dataclass(frozen=True, slots=True)
class HardPlayer:
    """The player that looks ahead."""

    name: str
    lore: Lore
    budget: Budget
    """Its deals are those against one opponent who is in the round, its batches those at a table of
    two; with more they are smaller in proportion, for each deal takes longer."""
    surprise: float
    """How likely it takes people to do what the rules of thumb don't (``Unseen``)."""
    strength: Strength = Strength.HARD

    @property
    def game(self) -> str:
        return self.lore.game

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield what the rules of thumb would do, then what the search has found so far."""
        usual = preferred(self.lore, sight)
        moves: Sequence[Move] = sight.moves
        if len(moves) == 1 or not isinstance(moves[-1], Quit):
            yield Thought(usual, reason(self.lore, sight, usual))
            return
        decision = play_outs(self.lore, sight, self.surprise)
        playing, seats = max(len(decision.round.active), 2), len(decision.round.counts)
        deals, batch = self.budget.deals * 2 // playing, self.budget.batch * 2 // seats
        budget = replace(self.budget, deals=deals, batch=batch)
        for best in search(decision, len(moves), moves.index(usual), budget, rng):
            yield Thought(moves[best], reason(self.lore, sight, moves[best]))


def search_choices(sight: Sight[Any, Any]) -> tuple[int, ...]:
    """Return the seat's legal moves as numbers."""
    return tuple(
        move.value if isinstance(move, Play) else QUIT if isinstance(move, Quit) else DRAW
        for move in sight.moves
    )


def play_outs(lore: Lore, sight: Sight[Any, Any], surprise: float) -> PlayOuts:
    """Return the decision that the seat has before it."""
    view: View[Any] = sight.view
    kind = lore.kind(view.rules)
    present = view.standings.present
    thumb = lore.thumb(view.rules, len(present))
    seats = len(view.counts)
    active = tuple(
        seat % seats
        for seat in range(sight.seat, sight.seat + seats)
        if not view.quit[seat % seats]
    )
    round = Round(
        kind,
        (thumb.far,) * seats,
        (thumb.near,) * seats,
        view.standings.points,
        present,
        active,
        view.counts,
        view.top,
        view.pile,
    )
    acts = tuple(acts_of(lore, sight.history))
    known = Known(kind, thumb, sight.seat, view.hand or (), view.counts, view.top, view.pile, acts)
    outlook = lore.outlook(view.rules, len(present))
    return PlayOuts(
        round, outlook, Unseen(known, surprise), search_choices(sight), lore.last_starts
    )


def acts_of(lore: Lore, history: Sequence[Event]) -> Iterator[Act]:
    """Yield what seats did, oldest first."""
    late = None
    for event in history:
        text = event.text
        args: dict[str, Any] = dict(text.args)
        if text.id == "late":
            late = args["player"]
        elif text.id == f"{lore.words}-played":
            yield Act(args["player"], args["card"])
        elif text.id == f"{lore.words}-drew":
            yield Act(args["player"], DRAW)
        elif text.id == f"{lore.words}-quits":
            yield Act(args["player"], FORCED if args["player"] == late else QUIT)
