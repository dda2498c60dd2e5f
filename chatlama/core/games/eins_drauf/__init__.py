"""Eins drauf, put together: rules, screens, and what is known of it before anybody plays."""

from __future__ import annotations

from chatlama.core.game import Choice, Game, GameInfo, Option, Result
from chatlama.core.shedding import rounds
from chatlama.core.text import text

from . import refusal, rules, screen
from .position import FACES, TARGETS, Move, State, View
from .rules import SHEDDING

__all__ = ["GAME"]

YES_OR_NO = (Choice("no", text("eins-drauf-no")), Choice("yes", text("eins-drauf-yes")))

INFO = GameInfo(
    name="eins_drauf",
    title=text("eins-drauf-title"),
    rules=1,
    min_seats=2,
    max_seats=6,
    package=__name__,
    explanation=text("eins-drauf-rules-text"),
    full=text("eins-drauf-rules-full"),
    options=(
        Option(
            "target",
            text("eins-drauf-target"),
            tuple(Choice(str(n), text("eins-drauf-points", points=n)) for n in TARGETS),
        ),
        Option("joker", text("eins-drauf-joker"), YES_OR_NO),
        Option("chips", text("eins-drauf-chips"), YES_OR_NO),
    ),
    moves=(
        *(
            (f"play:{face}", text("eins-drauf-play", card=card))
            for card, face in enumerate(FACES, 1)
        ),
        ("draw", text("eins-drauf-draw")),
        ("quit", text("eins-drauf-quit")),
    ),
    typed=(text("eins-drauf-card", card=1), text("eins-drauf-draw"), text("eins-drauf-quit")),
    open_moves=True,
    implied="play:",
)


class EinsDrauf:
    info = INFO
    deal = staticmethod(rules.deal)
    to_move = staticmethod(rounds.to_move)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    leave = staticmethod(rules.leave)
    default = staticmethod(rules.default)
    refuse = staticmethod(refusal.refuse)
    view = staticmethod(rules.view)
    redeal = SHEDDING.redeal
    screen = staticmethod(screen.screen)

    def result(self, state: State) -> Result | None:
        return state.result


GAME: Game[State, Move, View] = EinsDrauf()
