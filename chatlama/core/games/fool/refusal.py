"""Why a move of Foppen is refused. Here codes are read, only to say what is wrong with them."""

from __future__ import annotations

import re

from chatlama.core.game import Refusal
from chatlama.core.text import Seat, text

from .cards import JOKER, MOVES, OPEN, SUITS, suit_of
from .events import SIGNS, not_in_hand
from .position import State
from .rules import follows

_CARD = r"(?:[gyob]\d{1,2}|1)"
SEVERAL = re.compile(rf"play:{_CARD}(?:[+,]{_CARD})+")
"""Codes that would play several cards at once."""


def refuse(state: State, seat: Seat, code: str) -> Refusal:
    """Return why the seat may not do this now, in the order of precedence of rulebook G4."""
    move, trick = MOVES.get(code), state.trick
    if move is None and not SEVERAL.fullmatch(code):
        return Refusal("not_now", text("fool-no-such-move"))
    if trick.result is not None:
        return Refusal("not_now", text("fool-round-over"))
    if seat in trick.deal.standings.gone:
        return Refusal("not_now", text("fool-not-in-game"))
    if seat in trick.fools:
        return Refusal("sits_out", text("fool-sits-out"))
    if seat != state.turn:
        return Refusal("not_your_turn", text("fool-not-your-turn", player=state.turn))
    if move is None:
        return Refusal("one_card_per_turn", text("fool-one-card"))
    if move.card not in state.hands[seat]:
        return Refusal("card_not_in_hand", not_in_hand(move.card))
    suit = state.suit
    if (
        suit in (OPEN, suit_of(move.card))
        or move.card == JOKER
        or not follows(state.hands[seat], suit)
    ):
        raise ValueError(f"{code} is legal")
    said = text("fool-must-follow", suit=SUITS[suit], sign=SIGNS[suit])
    return Refusal("must_follow_suit", said)
