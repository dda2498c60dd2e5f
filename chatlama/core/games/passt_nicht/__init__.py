"""Passt nicht!, put together: its rules, its screens, and what is known of it before a game."""

from __future__ import annotations

from chatlama.core.game import Game, GameInfo, Options, Result, Standings, Step
from chatlama.core.rng import Rng
from chatlama.core.text import Seat, text

from . import refusal, rounds, rules, screen
from .position import ALL, Move, State, View

__all__ = ["GAME"]

INFO = GameInfo(
    name="passt_nicht",
    title=text("passt-nicht-title"),
    rules=1,
    min_seats=2,
    max_seats=6,
    package=__name__,
    explanation=text("passt-nicht-rules-text"),
    full=text("passt-nicht-full-rules"),
    moves=tuple((move.code, screen.label(move)) for move in ALL),
    typed=(
        text("passt-nicht-face", colour="blue", number=4),
        text("passt-nicht-button-number", number=3),
    ),
    implied="play:",
)


class PasstNicht:
    info = INFO
    to_move = staticmethod(rules.to_move)
    legal = staticmethod(rules.legal)
    refuse = staticmethod(refusal.refuse)
    apply = staticmethod(rules.apply)
    default = staticmethod(rules.default)
    view = staticmethod(rules.view)
    redeal = staticmethod(rules.redeal)
    screen = staticmethod(screen.screen)

    def deal(self, standings: Standings, options: Options, rng: Rng) -> State:
        return rounds.deal(standings, rng)

    def leave(self, state: State, seat: Seat, rng: Rng) -> Step[State]:
        return rounds.leave(state, seat)

    def result(self, state: State) -> Result | None:
        return state.result


GAME: Game[State, Move, View] = PasstNicht()
