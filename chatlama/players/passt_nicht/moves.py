"""Moves of Passt nicht! as play-outs number them: which of the legal ones is meant.

A joker and its wish are one number there and two moves at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from chatlama.core.games.passt_nicht.position import (
    JOKER,
    LAYS,
    PLAYS,
    SAID,
    UNCOVERS,
    WISHES,
    Back,
    Lay,
    Move,
    Play,
    Uncover,
    Wish,
)

from .rounds import LAID, OWN, WISHED, Round
from .thumb import wishes

FEW = 2
"""Wishes that are tried before a joker is played; once it is, all of them are."""


def move_of(number: int, *, choosing: bool) -> Move:
    """Return the move; of a joker and its wish the one that is to be made now."""
    if number < OWN:
        return PLAYS[number]
    if number < LAID:
        return UNCOVERS[number - OWN]
    if number < WISHED:
        return LAYS[number - LAID]
    return SAID[WISHES[number - WISHED]] if choosing else PLAYS[JOKER]


def numbers(round: Round, moves: Sequence[Move]) -> list[int]:
    """Return what there is to choose from; a joker is never taken back."""
    found = []
    for move in moves:
        match move:
            case Play(card):
                if card == JOKER and len(round.hands[round.turn]) > 1:
                    found += wishes(round)[:FEW]
                else:
                    found.append(card)
            case Uncover(card):
                found.append(OWN + card)
            case Lay(card):
                found.append(LAID + card)
            case Wish(wish):
                found.append(WISHED + WISHES.index(wish))
            case Back():
                pass
            case _:
                assert_never(move)
    return found
