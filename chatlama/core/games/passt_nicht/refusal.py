"""Why a move of Passt nicht! is refused. Here codes are read, only to say what is wrong with them.

Nothing is told that the seat could not see: the same view gets the same answer.
"""

from __future__ import annotations

import re
from typing import assert_never

from chatlama.core.game import Refusal
from chatlama.core.text import Seat, text

from .position import JOKER, MOVES, NAMES, Back, Lay, Move, Play, State, Uncover, Wish
from .position import tops as visible
from .rules import matches, may_lay
from .words import card_text, wish_text

CARD = "(?:[rpygb][0-5]|jk)"
SEVERAL = re.compile(rf"(?:play|top|lay):{CARD}(?:[+,]{CARD})+")
"""Codes that would use several cards at once."""
NEVER: dict[str, Move] = {move.code: move for move in (Lay(JOKER), Uncover(JOKER))}
"""Moves that no rule allows anywhere."""
FOREIGN_WISH = Wish("")
"""A wish for what does not exist."""


def refuse(state: State, seat: Seat, code: str) -> Refusal:
    """Return why the seat may not do this now, in the order of precedence of rulebook G4."""
    move = _read(code)
    if move is None and not SEVERAL.fullmatch(code):
        return Refusal("not_now", text("passt-nicht-no-such-move"))
    if state.result is not None:
        return Refusal("not_now", text("passt-nicht-round-over"))
    if seat in state.standings.gone:
        return Refusal("not_now", text("passt-nicht-not-in-game"))
    if seat != state.turn:
        return Refusal("not_your_turn", text("passt-nicht-not-your-turn", player=state.turn))
    if move is None:
        return Refusal("one_card_per_turn", text("passt-nicht-one-card"))
    return _choosing(move) if state.choosing else _illegal(state, move)


def _read(code: str) -> Move | None:
    if code.startswith("wish:"):
        return MOVES.get(code, FOREIGN_WISH)
    return NEVER.get(code) or MOVES.get(code)


def _choosing(move: Move) -> Refusal:
    """Return why a joker that is held out needs something else next."""
    match move:
        case Wish():
            return Refusal("wish_invalid", text("passt-nicht-no-such-wish"))
        case Back():
            return Refusal("wish_required", text("passt-nicht-no-second-back"))
        case _:
            return Refusal("wish_required", text("passt-nicht-wish-first"))


def _illegal(state: State, move: Move) -> Refusal:
    match move:
        case Play(card) if card not in state.hands[state.turn]:
            return _not_in_hand(card)
        case Uncover(card) if card not in visible(state.layouts[state.turn]):
            return _not_on_top(state, card)
        case Play(card) | Uncover(card):
            return _misfit(state, card)
        case Lay(card):
            return _no_laying(state, card)
        case Wish():
            return Refusal("wish_invalid", text("passt-nicht-wish-without-joker"))
        case Back():
            return Refusal("not_now", text("passt-nicht-nothing-to-take-back"))
        case _:
            assert_never(move)


def _not_in_hand(card: int) -> Refusal:
    if card == JOKER:
        return Refusal("card_not_in_hand", text("passt-nicht-no-joker"))
    return Refusal("card_not_in_hand", text("passt-nicht-not-in-hand", card=card_text(card)))


def _not_on_top(state: State, card: int) -> Refusal:
    if any(card in stack for stack in state.layouts[state.turn]):
        return Refusal("card_not_on_top", text("passt-nicht-covered", card=card_text(card)))
    return Refusal("card_not_in_hand", text("passt-nicht-not-in-layout", card=card_text(card)))


def _misfit(state: State, card: int) -> Refusal:
    if card in matches(state):
        raise ValueError(f"{NAMES[card]} may be discarded")
    what = card_text(card)
    if state.wish is not None:
        said = text("passt-nicht-not-wished", card=what, wish=wish_text(state.wish))
    else:
        said = text("passt-nicht-misfit", card=what, top=card_text(state.discards[-1]))
    return Refusal("card_does_not_match", said)


def _no_laying(state: State, card: int) -> Refusal:
    """Return why the card may not be laid, in the order of precedence of rulebook G4."""
    hand, layout = state.hands[state.turn], state.layouts[state.turn]
    matching, what = matches(state), card_text(card)
    if card not in hand:
        return _not_in_hand(card)
    if card == JOKER:
        return Refusal("joker_not_in_layout", text("passt-nicht-no-joker-there"))
    if not may_lay(state, state.turn):
        if state.wish is not None:
            said = text("passt-nicht-must-fulfil", wish=wish_text(state.wish))
            return Refusal("wish_must_be_fulfilled", said)
        fitting = next(top for top in visible(layout) if top in matching)
        return Refusal(
            "layout_top_matches", text("passt-nicht-top-matches", card=card_text(fitting))
        )
    if card in matching:
        return Refusal("card_matches", text("passt-nicht-card-matches", card=what))
    raise ValueError(f"{NAMES[card]} may be laid")
