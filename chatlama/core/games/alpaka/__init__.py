"""Alpaka, put together: its rules, its screens, and what is known of it before anybody plays."""

from __future__ import annotations

from chatlama.core.game import Choice, Game, GameInfo, Option, Result
from chatlama.core.shedding import rounds
from chatlama.core.shedding.position import QUIT
from chatlama.core.text import Seat, text

from . import refusal, rules, screen
from .position import FACES, TARGETS, Move, State, View
from .rules import SHEDDING

__all__ = ["GAME"]

INFO = GameInfo(
    name="alpaka",
    title=text("alpaka-title"),
    rules=1,
    min_seats=2,
    max_seats=6,
    package=__name__,
    explanation=text("alpaka-rules-text"),
    full=text("alpaka-rules-full"),
    options=(
        Option(
            "rules",
            text("alpaka-rules"),
            (Choice("classic", text("alpaka-classic")), Choice("englert", text("alpaka-englert"))),
        ),
        Option(
            "target",
            text("alpaka-target"),
            tuple(Choice(str(n), text("alpaka-points", points=n)) for n in TARGETS),
        ),
    ),
    moves=(
        *((f"play:{face}", text("alpaka-play", card=card)) for card, face in enumerate(FACES, 1)),
        ("draw", text("alpaka-draw")),
        ("quit", text("alpaka-quit")),
    ),
    typed=(text("alpaka-card", card=4), text("alpaka-draw"), text("alpaka-quit")),
    open_moves=True,
    implied="play:",
)


class Alpaka:
    info = INFO
    deal = staticmethod(rules.deal)
    to_move = staticmethod(rounds.to_move)
    legal = SHEDDING.legal
    apply = SHEDDING.apply
    leave = SHEDDING.leave
    refuse = staticmethod(refusal.refuse)
    view = staticmethod(rounds.view)
    redeal = SHEDDING.redeal
    screen = staticmethod(screen.screen)

    def default(self, state: State, seat: Seat) -> Move:
        """Return the move of a seat whose time has run out: it quits the round (rulebook A20)."""
        return QUIT

    def result(self, state: State) -> Result | None:
        return state.result


GAME: Game[State, Move, View] = Alpaka()
