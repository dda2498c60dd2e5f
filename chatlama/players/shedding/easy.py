"""A player of shedding games that plays sensibly and makes the mistakes that people make.

Often it goes by the rules of thumb. In between it gets rid of the dearest card that fits, though
the equal one would leave more to play; it hopes on with a hand that is cheap enough to quit, or
loses heart with one that is a little too dear.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from chatlama.core.game import Move
from chatlama.core.player import Sight, Strength, Thought
from chatlama.core.rng import Rng
from chatlama.core.shedding.position import Play, Quit, View

from .kind import BIT, mask_of
from .lore import Lore
from .thumb import cheap, preferred, reason

SLIP: Final = 2
"""One decision in so many is a slip."""
DISHEARTENED: Final = 8
"""By how many points a hand may be too dear for it to lose heart."""


@dataclass(frozen=True, slots=True)
class EasyPlayer:
    """The player that makes mistakes."""

    name: str
    lore: Lore
    strength: Strength = Strength.EASY

    @property
    def game(self) -> str:
        return self.lore.game

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield a move; which decisions are slips is chance."""
        slips = len(sight.moves) > 1 and isinstance(sight.moves[-1], Quit) and not rng.below(SLIP)
        usual = preferred(self.lore, sight)
        move = self._slip(sight) if slips else usual
        why = reason(self.lore, sight, move) if move == usual else self.lore.why.slip
        yield Thought(move, why)

    def _slip(self, sight: Sight[Any, Any]) -> Move:
        view: View[Any] = sight.view
        moves: Sequence[Move] = sight.moves
        value = self.lore.kind(view.rules).value
        plays = [move for move in moves if isinstance(move, Play)]
        if plays:
            return max(plays, key=lambda play: value[BIT[play.value]])
        over = value[mask_of(view.hand or ())] - cheap(self.lore, sight)
        if over > DISHEARTENED:
            return preferred(self.lore, sight)
        return moves[-1] if over > 0 else moves[-2]  # without plays: draw, if one may, then quit
