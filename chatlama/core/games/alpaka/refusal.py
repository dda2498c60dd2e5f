"""Why a move of Alpaka is refused, in words."""

from __future__ import annotations

from typing import assert_never

from chatlama.core.game import Refusal
from chatlama.core.shedding.objection import Objection, objection
from chatlama.core.text import Seat, Text, text

from .position import MOVES, PLAYS, State

CARDS = {play.code: card for card, play in PLAYS.items()}


def refuse(state: State, seat: Seat, code: str) -> Refusal:
    """Return why the seat may not do this now (rulebook G4)."""
    why = objection(state, seat, code, MOVES)
    return Refusal(why.reason, _said(why, state, code))


def _said(why: Objection, state: State, code: str) -> Text:
    match why:
        case Objection.NO_SUCH_MOVE:
            return text("alpaka-no-such-move")
        case Objection.ROUND_OVER:
            return text("alpaka-round-over")
        case Objection.NOT_IN_GAME:
            return text("alpaka-not-in-game")
        case Objection.HAS_QUIT:
            return text("alpaka-has-quit")
        case Objection.NOT_YOUR_TURN:
            return text("alpaka-not-your-turn", player=state.turn)
        case Objection.ONE_CARD_PER_TURN:
            return text("alpaka-one-card")
        case Objection.CARD_NOT_IN_HAND:
            return text("alpaka-not-in-hand", card=CARDS[code])
        case Objection.CARD_DOES_NOT_FIT:
            return _misfit(state.top, state.rules.fitting[state.top])
        case Objection.SOLE_PLAYER_NO_DRAW:
            return text("alpaka-no-draw-alone")
        case Objection.DRAW_PILE_EMPTY:
            return text("alpaka-no-draw-empty")
        case _:
            assert_never(why)


def _misfit(top: int, fitting: tuple[int, ...]) -> Text:
    *lower, same, higher = [text("alpaka-card", card=card) for card in fitting]
    if lower:
        return text("alpaka-misfit-englert", top=top, lower=lower[0], same=same, higher=higher)
    return text("alpaka-misfit", top=top, same=same, higher=higher)
