"""Foppen, put together: its rules, its screens, and what is known of it before anybody plays."""

from __future__ import annotations

from chatlama.core.game import Game, GameInfo, Options, Result, Standings
from chatlama.core.rng import Rng
from chatlama.core.text import text

from . import redeal, refusal, rules, screen
from .cards import DECKS, MOVES, Play
from .events import card_text
from .position import State, View

__all__ = ["GAME"]

INFO = GameInfo(
    name="fool",
    title=text("fool-title"),
    rules=1,
    min_seats=min(DECKS),
    max_seats=max(DECKS),
    package=__name__,
    explanation=text("fool-rules-text"),
    full=text("fool-rules-full"),
    moves=tuple((code, card_text(play.card)) for code, play in MOVES.items()),
    typed=(text("fool-face", suit="y", number=7), text("fool-face", suit="joker", number=1)),
    implied="play:",
)


class Fool:
    info = INFO
    apply = staticmethod(rules.apply)
    to_move = staticmethod(rules.to_move)
    legal = staticmethod(rules.legal)
    refuse = staticmethod(refusal.refuse)
    leave = staticmethod(rules.leave)
    default = staticmethod(rules.default)
    view = staticmethod(rules.view)
    redeal = staticmethod(redeal.redeal)
    screen = staticmethod(screen.screen)

    def deal(self, standings: Standings, options: Options, rng: Rng) -> State:
        return rules.deal(standings, rng)

    def result(self, state: State) -> Result | None:
        return state.trick.result


GAME: Game[State, Play, View] = Fool()
