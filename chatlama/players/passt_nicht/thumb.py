"""The rules of thumb of Passt nicht!, in numbers: what a move does to layouts and hand, at once.

They look at what everybody sees and at one hand, never at the others'. They lay whenever they may,
dear cards first and onto dear tops; else they discard what the next player's layout must answer,
rather from the hand; and they go out as soon as they can. They are quick enough to play everybody
in a play-out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chatlama.core.games.passt_nicht.position import JOKER, WISHES

from .rounds import COLOUR, FITS, LAID, OWN, WISH, WISHED, WORTH, Round

NOTHING: Final = 99
"""More than any card is worth."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """What things are worth, in points. All is found by ``bench.tune.passt_nicht``.

    Against one opponent a joker and dear cards are better kept than against several.
    """

    lay: float
    """Each point laid: it counts, and it costs no more."""
    rid: float
    """Each point discarded from the hand: less than one, for it is a card not laid."""
    joker: float
    """A joker discarded: enough to save a good card of the layout, too little to do it instead of
    laying one."""
    risk: float
    """What each visible point may lose its owner."""
    block: float
    """Each point that a match costs the next player."""
    own: float
    """What a wish is worth less for each card of the own layout that it binds."""
    tie: float
    """What a wish gains by each card that can follow it from the own hand."""


FOR_TWO: Final = Thumb(lay=2, rid=0, joker=0.85, risk=0.25, block=0.5, own=1, tie=0.01)
FOR_MORE: Final = Thumb(lay=2, rid=0.3, joker=3, risk=0.25, block=0.5, own=0.5, tie=0.01)


def thumb_for(seats: int) -> Thumb:
    """Return what things are worth among so many players."""
    return FOR_TWO if seats == 2 else FOR_MORE  # noqa: PLR2004 - players, as in the names


def pick(round: Round, thumb: Thumb | None = None) -> int:
    """Return the move that the rules of thumb make, those for so many players unless others are."""
    hand, key = round.hands[round.turn], round.key
    thumb = thumb or thumb_for(len(round.hands))
    fits = FITS[key]
    if len(hand) == 1 and fits[hand[0]]:
        return hand[0]
    mine, following = round.layouts[round.turn], _following(round)
    best, move, bound = -1e9, JOKER, False
    for stack in mine:
        if stack and fits[stack[-1]]:
            bound, card = True, stack[-1]
            below = 1 + WORTH[stack[-2]] if len(stack) > 1 else 0
            worth = thumb.risk * (1 + WORTH[card] - below) - WORTH[card]
            worth += thumb.block * _blocked(card, following)
            if worth > best:
                best, move = worth, OWN + card
    duty = key >= WISH
    for card in hand:
        if fits[card]:
            bound = bound or duty
            if card == JOKER:
                worth = thumb.joker
            else:
                worth = thumb.rid * WORTH[card] + thumb.block * _blocked(card, following)
            if worth > best:
                best, move = worth, card
    if not bound:
        block = thumb.block * _blocked(key, following)
        for card in hand:
            if not fits[card]:
                stack = mine[COLOUR[card]]
                covered = 1 + WORTH[stack[-1]] if stack else 0
                worth = thumb.lay * WORTH[card] + block - thumb.risk * (1 + WORTH[card] - covered)
                if worth > best:
                    best, move = worth, LAID + card
    return wishes(round, thumb)[0] if move == JOKER else move


def wishes(round: Round, thumb: Thumb | None = None) -> list[int]:
    """Return the moves that play a joker, the best wish first.

    A wish should bind the next player's layout, not one's own; of wishes that are equal in this,
    the one that most of the own cards can follow.
    """
    thumb = thumb or thumb_for(len(round.hands))
    hand, following = round.hands[round.turn], _following(round)
    mine = [stack[-1] for stack in round.layouts[round.turn] if stack]

    def worth(wish: int) -> float:
        fits = FITS[WISH + wish]
        own = sum([fits[card] for card in mine])
        held = sum([fits[card] for card in hand])
        return _blocked(WISH + wish, following) - thumb.own * own + thumb.tie * held

    return [WISHED + wish for wish in sorted(range(len(WISHES)), key=worth, reverse=True)]


def _following(round: Round) -> list[int]:
    """Return what lies visible before the next player."""
    seat = round.turn + 1
    layout = round.layouts[seat if seat < len(round.layouts) else 0]
    return [stack[-1] for stack in layout if stack]


def _blocked(key: int, following: Sequence[int]) -> int:
    """Return what matching the key costs the next player at least, 0 if he need not."""
    fits, least = FITS[key], NOTHING
    for card in following:
        if fits[card] and WORTH[card] < least:
            least = WORTH[card]
    return 1 + least if least < NOTHING else 0
