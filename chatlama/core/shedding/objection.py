"""What stands against a move of a shedding game, told apart as finely as a person is told.

Here codes are read, only to say what is wrong with them. The words are the games' own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum

from chatlama.core.text import Seat

from .position import Draw, Play, R, Shed, State


class Objection(Enum):
    """What stands against a move; the value is the rulebook's reason code where there is one."""

    NO_SUCH_MOVE = "no such move"
    ROUND_OVER = "the round is over"
    NOT_IN_GAME = "not in the game"
    HAS_QUIT = "has_quit"
    NOT_YOUR_TURN = "not_your_turn"
    ONE_CARD_PER_TURN = "one_card_per_turn"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    CARD_DOES_NOT_FIT = "card_does_not_fit"
    SOLE_PLAYER_NO_DRAW = "sole_player_no_draw"
    DRAW_PILE_EMPTY = "draw_pile_empty"

    @property
    def reason(self) -> str:
        """The rulebook's reason code (G4)."""
        return "not_now" if self in NOT_NOW else self.value


NOT_NOW = frozenset({Objection.NO_SUCH_MOVE, Objection.ROUND_OVER, Objection.NOT_IN_GAME})


def objection(state: State[R], seat: Seat, code: str, moves: Mapping[str, Shed]) -> Objection:
    """Return the first that stands against the code, in the order of precedence of rulebook G4.

    Raises ``ValueError`` if the move is legal.
    """
    move = moves.get(code)
    if move is None and not lays_several(code, moves):
        return Objection.NO_SUCH_MOVE
    if state.result is not None:
        return Objection.ROUND_OVER
    if seat in state.standings.gone:
        return Objection.NOT_IN_GAME
    if state.quit[seat]:
        return Objection.HAS_QUIT
    if seat != state.turn:
        return Objection.NOT_YOUR_TURN
    match move:
        case None:
            return Objection.ONE_CARD_PER_TURN
        case Play(card) if card not in state.hands[seat]:
            return Objection.CARD_NOT_IN_HAND
        case Play(card) if card not in state.rules.fitting[state.top]:
            return Objection.CARD_DOES_NOT_FIT
        case Draw() if state.quit.count(False) == 1:
            return Objection.SOLE_PLAYER_NO_DRAW
        case Draw() if not state.pile:
            return Objection.DRAW_PILE_EMPTY
        case _:
            raise ValueError(f"{code} is legal")


def lays_several(code: str, moves: Mapping[str, Shed]) -> bool:
    """Return whether the code would lay several cards at once: ``play:4+4``."""
    head, _, cards = code.partition(":")
    names = re.split("[+,]", cards)
    return head == "play" and len(names) > 1 and all(f"play:{name}" in moves for name in names)
