"""The player of Passt nicht! that makes the mistakes that people make.

Often it goes by the rules of thumb. In between it is glad of every card that matches and discards
it, though a card laid would count; it lays without looking what it covers, and wishes at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from chatlama.core.player import Sight, Strength, Thought
from chatlama.core.rng import Rng

from .medium import usual
from .moves import move_of, numbers
from .rounds import OWN, seen
from .why import reason

SLIP: Final = 2
"""One decision in so many is a slip."""


@dataclass(frozen=True, slots=True)
class EasyPlayer:
    """The player that makes mistakes."""

    name: str = "passt_nicht_easy"
    game: str = "passt_nicht"
    strength: Strength = Strength.EASY

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield a move; which decisions are slips is chance."""
        round, choosing = seen(sight.view), sight.view.choosing
        if rng.below(SLIP):
            number = usual(round, choosing=choosing)
        else:
            number = _slip(numbers(round, sight.moves), rng)
        yield Thought(move_of(number, choosing=choosing), reason(round, number, len(sight.moves)))


def _slip(choices: Sequence[int], rng: Rng) -> int:
    """Return any card from the hand that matches, else anything."""
    return rng.choice([number for number in choices if number < OWN] or choices)
