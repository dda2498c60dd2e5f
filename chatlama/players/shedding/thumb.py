"""A computer player of shedding games: a few rules of thumb, no search, no memory, no chance.

It knows what a person at its seat knows: the view and its legal moves. It plays whenever a card
fits, the equal one first, then the dearest, a wild card last; when none fits it lays down a cheap
hand and draws with a dear one. What counts as cheap depends on how many play, and on whether one of
them is about to finish. Of several chips to give back it takes the dearest.

It plays on alone as long as a card fits. Under the Englert rule stopping can be better (rulebook
A11), but only for who knows what the others laid down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from chatlama.core.game import Move
from chatlama.core.player import Sight, Strength, Thought
from chatlama.core.rng import Rng
from chatlama.core.shedding.position import Draw, Play, Quit, View
from chatlama.core.text import Text

from .kind import FEW, mask_of
from .lore import Lore


@dataclass(frozen=True, slots=True)
class ThumbPlayer:
    """The player by rules of thumb."""

    name: str
    lore: Lore
    strength: Strength = Strength.MEDIUM

    @property
    def game(self) -> str:
        return self.lore.game

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield the move that the rules of thumb prefer, always the same one for one sight."""
        move = preferred(self.lore, sight)
        yield Thought(move, reason(self.lore, sight, move))


def preferred(lore: Lore, sight: Sight[Any, Any]) -> Move:
    """Return the legal move that the rules of thumb prefer."""
    view: View[Any] = sight.view
    moves: Sequence[Move] = sight.moves
    if not isinstance(moves[-1], Quit):
        return moves[0]  # of what is left to choose after a round the best is listed first
    kind, mask = lore.kind(view.rules), mask_of(view.hand or ())
    card = kind.cards[view.top][mask]
    if card:
        return next(move for move in moves if isinstance(move, Play) and move.value == card)
    draw = next((move for move in moves if isinstance(move, Draw)), None)
    if draw is None or kind.value[mask] <= cheap(lore, sight):
        return moves[-1]  # to quit is always possible and listed last
    return draw


def cheap(lore: Lore, sight: Sight[Any, Any]) -> int:
    """Return the value up to which a hand is better laid down than made better."""
    view: View[Any] = sight.view
    thumb = lore.thumb(view.rules, len(view.standings.present))
    near = any(
        0 < count <= FEW and not out and seat != sight.seat
        for seat, (count, out) in enumerate(zip(view.counts, view.quit, strict=True))
    )
    return thumb.near if near else thumb.far


def reason(lore: Lore, sight: Sight[Any, Any], move: Move) -> Text:
    """Return why one would do this, for somebody who learns the game."""
    view: View[Any] = sight.view
    why, usual = lore.why, preferred(lore, sight)
    cost = lore.kind(view.rules).value[mask_of(view.hand or ())]
    match move:
        case Play() if move != usual:
            return why.better
        case Play(value=card):
            return why.same if card == view.top else why.wild if card == lore.wild else why.next
        case Draw():
            match usual:
                case Play():
                    return why.draw_though
                case Quit():
                    return why.draw_on
                case _:
                    return why.draw(cost)
        case Quit() if len(sight.moves) == 1:
            return why.only
        case Quit():
            match usual:
                case Play():
                    return why.quit_though
                case Draw():
                    return why.quit_early(cost)
                case _:
                    return why.quit(cost)
        case _:
            return why.chip
