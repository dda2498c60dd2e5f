"""Who wins a trick, who is made a fool, and what a round brings.

Rule 1: cards are worst in this order: discards before those that follow, then the lower number,
then the one played later. The best card wins, the worst make fools (F8-F10), so a trick's winner is
never its fool (F11). A "1" follows as the lowest card of the lead suit (F6).
Rule 2: the game ends once a round is scored, at -80 or with the sixth award of +10 (F18); leavers
neither win nor end it nor begin a round (G8).
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from operator import getitem

from chatlama.core.game import Result, Standings, clockwise
from chatlama.core.ranking import ranked
from chatlama.core.text import SEATS, Seat

from .cards import DECKS, JOKER, NUMBER, OPEN, SHIFT, penalty, suit_of

PRIZE = 10
"""What an empty hand brings (rulebook F15)."""
LIMIT = -80
"""The total at which the game ends …"""
TICKS = 6
"""… and the number of prizes with which it ends (rulebook F18)."""

_FOLLOWED = NUMBER + 1
_WORTH = tuple(
    tuple(
        [
            [
                ((card & NUMBER) + _FOLLOWED * (card >> SHIFT in {suit, OPEN})) * len(SEATS) - place
                for card in range(JOKER + 1)
            ]
            for place in range(max(DECKS))
        ]
    )
    for suit in range(OPEN + 1)
)
"""For each lead suit and place in the order of play: what each card is worth (rule 1)."""


def lead_suit(plays: Sequence[int]) -> int:
    """Return the suit of the first card that is no "1", ``OPEN`` if there is none (F5, F7)."""
    return next((suit_of(card) for card in plays if card != JOKER), OPEN)


def judge(plays: Sequence[int], suit: int, discs: int) -> tuple[int, tuple[int, ...]]:
    """Return who wins a complete trick and who takes a disc, the worst first (rule 1).

    Seats are told as places in the order of play, counted from 0.
    """
    worth = list(map(getitem, _WORTH[suit], plays))
    if discs == 1:
        return worth.index(max(worth)), (worth.index(min(worth)),)
    order = sorted(worth)
    return worth.index(order[-1]), tuple(map(worth.index, order[:discs]))


def round_scores(
    hands: Sequence[Sequence[int]], fools: Sequence[Seat], gone: AbstractSet[Seat]
) -> tuple[int | None, ...]:
    """Return what the round brings each seat (rulebook F15); ``fools`` are the last trick's."""
    return tuple(
        [
            None if seat in gone else -penalty(hand) if hand else 0 if seat in fools else PRIZE
            for seat, hand in enumerate(hands)
        ]
    )


def settle(before: Standings, starter: Seat, scores: Sequence[int | None], tens: int) -> Result:
    """Return the result of a scored round, and with it of the game if it is over (F16-F19)."""
    points = tuple([had + (got or 0) for had, got in zip(before.points, scores, strict=True)])
    ticks = before.ticks + tens
    present = before.present
    after = Standings(
        points,
        before.gone,
        before.rounds + 1,
        starter=next_starter(points, present, starter),
        ticks=ticks,
    )
    over = ticks >= TICKS or min([points[seat] for seat in present]) <= LIMIT
    return Result(after, tuple(scores), "empty_hand", ranked(after, max) if over else None)


def next_starter(points: Sequence[int], present: Sequence[Seat], former: Seat) -> Seat | None:
    """Return who has the fewest points; of several the next clockwise from ``former`` (F17).

    The former starter himself comes last. ``None`` if nobody is present.
    """
    order = [seat for seat in clockwise(former, len(points)) if seat in present]
    return min(order, key=points.__getitem__, default=None)
