"""Why a move of Eins drauf is refused, in words."""

from __future__ import annotations

from typing import assert_never

from chatlama.core.game import Refusal
from chatlama.core.shedding.objection import Objection, objection
from chatlama.core.text import Seat, Text, text

from .position import MOVES, PLAYS, SHEDS, State, payable
from .rules import is_choosing

CARDS = {play.code: card for card, play in PLAYS.items()}


def refuse(state: State, seat: Seat, code: str) -> Refusal:
    """Return why the seat may not do this now (rulebook G4)."""
    if is_choosing(state):
        return _choosing(state, seat, code)
    if code in MOVES and code not in SHEDS:
        return Refusal("not_now", text("eins-drauf-no-chip-now"))
    why = objection(state, seat, code, SHEDS)
    return Refusal(why.reason, _said(why, state, code))


def _choosing(state: State, seat: Seat, code: str) -> Refusal:
    """Return why not, while all wait for the finisher's chip (rulebook E11)."""
    player, points = state.turn, state.standings.points[state.turn]
    if not code.startswith("chip:"):
        return Refusal("not_now", text("eins-drauf-chip-first", player=player))
    if seat in state.standings.gone:
        return Refusal("not_now", text("eins-drauf-not-in-game"))
    if state.quit[seat]:
        return Refusal("has_quit", text("eins-drauf-has-quit"))
    if seat != player:
        return Refusal("not_your_turn", text("eins-drauf-not-your-turn", player=player))
    if code in {chip.code for chip in payable(points)}:
        raise ValueError(f"{code} is legal")
    return Refusal("no_such_chip", text("eins-drauf-no-such-chip", points=points))


def _said(why: Objection, state: State, code: str) -> Text:
    match why:
        case Objection.NO_SUCH_MOVE:
            return text("eins-drauf-no-such-move")
        case Objection.ROUND_OVER:
            return text("eins-drauf-round-over")
        case Objection.NOT_IN_GAME:
            return text("eins-drauf-not-in-game")
        case Objection.HAS_QUIT:
            return text("eins-drauf-has-quit")
        case Objection.NOT_YOUR_TURN:
            return text("eins-drauf-not-your-turn", player=state.turn)
        case Objection.ONE_CARD_PER_TURN:
            return text("eins-drauf-one-card")
        case Objection.CARD_NOT_IN_HAND:
            return text("eins-drauf-not-in-hand", card=CARDS[code])
        case Objection.CARD_DOES_NOT_FIT:
            return _misfit(state)
        case Objection.SOLE_PLAYER_NO_DRAW:
            return text("eins-drauf-no-draw-alone")
        case Objection.DRAW_PILE_EMPTY:
            return text("eins-drauf-no-draw-empty")
        case _:
            assert_never(why)


def _misfit(state: State) -> Text:
    top, cards = state.top, state.rules.fitting[state.top]
    one, other, *joker = [text("eins-drauf-card", card=card) for card in cards]
    if joker:
        return text("eins-drauf-misfit-joker", top=top, one=one, other=other)
    return text("eins-drauf-misfit", top=top, one=one, other=other)
