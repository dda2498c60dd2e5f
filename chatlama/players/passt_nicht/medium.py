"""The player of Passt nicht! that goes by the rules of thumb. It needs no chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chatlama.core.player import Sight, Strength, Thought
from chatlama.core.rng import Rng

from .moves import move_of
from .rounds import Round, seen
from .thumb import pick, wishes
from .why import reason


@dataclass(frozen=True, slots=True)
class MediumPlayer:
    """The player by rules of thumb."""

    name: str = "passt_nicht_medium"
    game: str = "passt_nicht"
    strength: Strength = Strength.MEDIUM

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield the move that the rules of thumb prefer, always the same one for one sight."""
        round, choosing = seen(sight.view), sight.view.choosing
        number = usual(round, choosing=choosing)
        yield Thought(move_of(number, choosing=choosing), reason(round, number, len(sight.moves)))


def usual(round: Round, *, choosing: bool) -> int:
    """Return what the rules of thumb do; a joker that is held out is played."""
    return wishes(round)[0] if choosing else pick(round)
