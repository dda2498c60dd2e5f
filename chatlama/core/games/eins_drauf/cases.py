"""The words of Eins drauf in worked cases: cards, options, the choice of a chip.

The rest is as in all shedding games.
"""

from __future__ import annotations

from typing import Final

from chatlama.core.cases import Seen
from chatlama.core.game import Options
from chatlama.core.nodes import Fields, Node, Unreadable, flag, number, only, say
from chatlama.core.shedding.cases import SheddingCases, Words

from . import GAME
from .position import ACE, JOKER, KING, MOVES, TARGETS, give_back, hand_value, payable
from .rules import penalised

__all__ = ["CASES"]

LONG, SHORT = TARGETS


def _options(named: Fields) -> Options:
    only(named, ("target", "short", "joker", "chips"), "options")
    chosen = GAME.info.defaults()
    if "target" in named:
        chosen["target"] = str(number(named["target"], "target"))
    if "short" in named:
        short = str(SHORT if flag(named["short"], "short") else LONG)
        if chosen["target"] != short and "target" in named:
            raise Unreadable(f"options: short and target: {chosen['target']}")
        chosen["target"] = short
    for variant in ("joker", "chips"):
        chosen[variant] = "yes" if flag(named.get(variant, False), variant) else "no"
    return chosen


class EinsDraufCases(SheddingCases):
    """The adapter of Eins drauf."""

    tables = SheddingCases.tables | {"chip_choice"}
    words = Words(
        GAME,
        names={ACE: "A", **{card: str(card) for card in range(2, KING)}, KING: "K", JOKER: "JK"},
        moves=MOVES,
        options=_options,
        result=penalised,
        hand_value=hand_value,
        give_back=give_back,
    )

    def row(self, case: Fields, key: str, row: tuple[Node, ...]) -> Seen:
        """Return the comparison of one row of a table."""
        match key, row:
            case "chip_choice", (points, name, answer):
                return Seen(answer, _left(number(points, key), say(name)))
            case _:
                return super().row(case, key, row)


def _left(points: int, name: str) -> Node:
    """Return the points left after the choice, or why it can't be made (rulebook E11)."""
    chips = {chip.name: chip for chip in payable(points)}
    if name in chips:
        return points - chips[name].worth
    return points if name == "none" and not chips else "no_such_chip"


CASES: Final = EinsDraufCases()
