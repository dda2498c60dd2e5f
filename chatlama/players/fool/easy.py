"""The player of Foppen that makes the mistakes that people make.

Often it goes by the rules of thumb. In between it is afraid for its dear cards: it plays the
dearest one, whatever comes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from chatlama.core.games.fool.cards import PLAYS, Play, number_of
from chatlama.core.player import Sight, Strength, Thought
from chatlama.core.rng import Rng

from .rounds import seen
from .thumb import pick
from .why import reason

SLIP: Final = 2
"""One decision in so many is a slip."""


@dataclass(frozen=True, slots=True)
class EasyPlayer:
    """The player that makes mistakes."""

    name: str = "fool_easy"
    game: str = "fool"
    strength: Strength = Strength.EASY

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield a move; which decisions are slips is chance."""
        round, moves = seen(sight.view), sight.moves
        card = pick(round) if rng.below(SLIP) else _dearest(moves)
        yield Thought(PLAYS[card], reason(round, card, len(sight.moves)))


def _dearest(moves: Sequence[Play]) -> int:
    return max([move.card for move in moves], key=number_of)
