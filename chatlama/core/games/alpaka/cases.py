"""Alpaka's words in worked cases: its cards and options; the rest is as in all shedding games."""

from __future__ import annotations

from typing import Final

from chatlama.core.game import Options
from chatlama.core.nodes import Fields, Unreadable, flag, number, only, say
from chatlama.core.shedding.cases import SheddingCases, Words

from . import GAME
from .position import ALPACA, MOVES, give_back, hand_value

__all__ = ["CASES"]


def _options(named: Fields) -> Options:
    only(named, ("englert", "rules", "target"), "options")
    chosen = GAME.info.defaults()
    if "rules" in named:
        chosen["rules"] = say(named["rules"])
    if "englert" in named:
        rules = "englert" if flag(named["englert"], "englert") else "classic"
        if chosen["rules"] != rules and "rules" in named:
            raise Unreadable(f"options: englert and rules: {chosen['rules']}")
        chosen["rules"] = rules
    if "target" in named:
        chosen["target"] = str(number(named["target"], "target"))
    return chosen


class AlpakaCases(SheddingCases):
    """Alpaka's adapter."""

    words = Words(
        GAME,
        names={card: str(card) for card in range(1, ALPACA)} | {ALPACA: "AL"},
        moves=MOVES,
        options=_options,
        result=GAME.result,
        hand_value=hand_value,
        give_back=give_back,
    )


CASES: Final = AlpakaCases()
