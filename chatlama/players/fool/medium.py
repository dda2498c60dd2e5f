"""The player of Foppen that goes by the rules of thumb. It needs no chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chatlama.core.games.fool.cards import PLAYS
from chatlama.core.player import Sight, Strength, Thought
from chatlama.core.rng import Rng

from .rounds import seen
from .thumb import pick
from .why import reason


@dataclass(frozen=True, slots=True)
class MediumPlayer:
    """The player by rules of thumb."""

    name: str = "fool_medium"
    game: str = "fool"
    strength: Strength = Strength.MEDIUM

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield the move that the rules of thumb prefer, always the same one for one sight."""
        round = seen(sight.view)
        card = pick(round)
        yield Thought(PLAYS[card], reason(round, card, len(sight.moves)))
