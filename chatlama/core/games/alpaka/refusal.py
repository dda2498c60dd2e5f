"""Why a move of Alpaka is refused. Here codes are read, only to say what is wrong with them."""

from __future__ import annotations

import re
from typing import assert_never

from chatlama.core.game import Refusal
from chatlama.core.text import Seat, Text, text

from .position import MOVES, Draw, Move, Play, Quit, State, fitting

SEVERAL = re.compile(r"play:(?:[1-6]|al)(?:[+,](?:[1-6]|al))+")
"""Codes that would lay several cards at once."""


def refuse(state: State, seat: Seat, code: str) -> Refusal:
    """Return why the seat may not do this now, in the order of precedence of rulebook G4."""
    move = MOVES.get(code)
    if move is None and not SEVERAL.fullmatch(code):
        return Refusal("not_now", text("alpaka-no-such-move"))
    if state.result is not None:
        return Refusal("not_now", text("alpaka-round-over"))
    if seat in state.standings.gone:
        return Refusal("not_now", text("alpaka-not-in-game"))
    if state.quit[seat]:
        return Refusal("has_quit", text("alpaka-has-quit"))
    if seat != state.turn:
        return Refusal("not_your_turn", text("alpaka-not-your-turn", player=state.turn))
    if move is None:
        return Refusal("one_card_per_turn", text("alpaka-one-card"))
    return _illegal(state, move)


def _illegal(state: State, move: Move) -> Refusal:
    match move:
        case Play(value) if value not in state.hands[state.turn]:
            return Refusal("card_not_in_hand", text("alpaka-not-in-hand", card=value))
        case Play():
            return Refusal("card_does_not_fit", _misfit(state.top, state.rules.englert))
        case Draw() if state.quit.count(False) == 1:
            return Refusal("sole_player_no_draw", text("alpaka-no-draw-alone"))
        case Draw():
            return Refusal("draw_pile_empty", text("alpaka-no-draw-empty"))
        case Quit():
            raise ValueError("quitting is always legal on turn")
        case _:
            assert_never(move)


def _misfit(top: int, englert: bool) -> Text:
    *lower, same, higher = [text("alpaka-card", card=card) for card in fitting(top, englert)]
    if lower:
        return text("alpaka-misfit-englert", top=top, lower=lower[0], same=same, higher=higher)
    return text("alpaka-misfit", top=top, same=same, higher=higher)
