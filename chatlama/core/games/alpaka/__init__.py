"""Alpaka, put together: its rules, its screens, and what is known of it before anybody plays."""

from __future__ import annotations

from chatlama.core.game import Choice, Game, GameInfo, Option, Result, Step
from chatlama.core.rng import Rng
from chatlama.core.text import Seat, text

from . import refusal, rules, screen
from .position import QUIT, Move, State, View

__all__ = ["GAME"]

INFO = GameInfo(
    name="alpaka",
    title=text("alpaka-title"),
    rules=1,
    min_seats=2,
    max_seats=6,
    package=__name__,
    explanation=text("alpaka-rules-text"),
    options=(
        Option(
            "rules",
            text("alpaka-rules"),
            (Choice("classic", text("alpaka-classic")), Choice("englert", text("alpaka-englert"))),
        ),
        Option(
            "target",
            text("alpaka-target"),
            tuple(Choice(str(n), text("alpaka-points", points=n)) for n in rules.TARGETS),
        ),
    ),
    implied="play:",
)


class Alpaka:
    info = INFO
    deal = staticmethod(rules.deal)
    to_move = staticmethod(rules.to_move)
    legal = staticmethod(rules.legal)
    refuse = staticmethod(refusal.refuse)
    view = staticmethod(rules.view)
    redeal = staticmethod(rules.redeal)
    screen = staticmethod(screen.screen)

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        return rules.apply(state, seat, move)

    def leave(self, state: State, seat: Seat, rng: Rng) -> Step[State]:
        return rules.leave(state, seat)

    def default(self, state: State, seat: Seat) -> Move:
        """Return the move of a seat whose time has run out: it quits the round (rulebook A20)."""
        return QUIT

    def result(self, state: State) -> Result | None:
        return state.result


GAME: Game[State, Move, View] = Alpaka()
