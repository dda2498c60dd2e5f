"""Computer players of Eins drauf, in three strengths.

Numbers are found by ``bench/tune.py``; how well they play is measured by ``make bench-players``.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from chatlama.core.games.eins_drauf.position import DECK, JOKER, WORTH, Rules, give_back
from chatlama.core.text import Text, text

from .search import Budget
from .shedding.easy import EasyPlayer
from .shedding.hard import HardPlayer
from .shedding.kind import Kind, Thumb, kind
from .shedding.lore import Lore, Why
from .shedding.outlook import Outlook
from .shedding.thumb import ThumbPlayer

THUMBS: Final = {
    False: {2: Thumb(9, 11), 3: Thumb(2, 5), 4: Thumb(0, 2), 5: Thumb(2, 5), 6: Thumb(2, 5)},
    True: {2: Thumb(9, 10), 3: Thumb(0, 5), 4: Thumb(0, 5), 5: Thumb(0, 5), 6: Thumb(0, 5)},
}
"""By whether with the joker, and how many play."""
OUTLOOKS: Final = {
    False: {
        2: Outlook(78, 17.4, 1.2),
        3: Outlook(108, 16.7, 0.5),
        4: Outlook(75, 11.1, 0.6),
        5: Outlook(60, 8.2, 0.6),
        6: Outlook(47, 6.0, 0.7),
    },
    True: {
        2: Outlook(89, 10.4, 0.3),
        3: Outlook(112, 13.7, 0.2),
        4: Outlook(59, 13.7, 0.9),
        5: Outlook(52, 10, 1.0),
        6: Outlook(46, 7.3, 1.1),
    },
}
"""The same; for five they lie between four and six."""


@cache
def kind_of(rules: Rules) -> Kind:
    """Return the game's tables under these rules."""
    deck = (*DECK, JOKER) if rules.joker else DECK
    return kind(deck, rules.fitting, WORTH, give_back, rules.target, wild=JOKER)


def thumb_of(rules: Rules, players: int) -> Thumb:
    """Return the rules of thumb for so many players."""
    return THUMBS[rules.joker][players]


def outlook_of(rules: Rules, players: int) -> Outlook:
    """Return what points are worth among so many players."""
    return OUTLOOKS[rules.joker][players]


WHY: Final = Why(
    same=Text("eins-drauf-why-same"),
    next=Text("eins-drauf-why-next"),
    wild=Text("eins-drauf-why-wild"),
    draw=lambda cost: text("eins-drauf-why-draw", cost=cost),
    quit=lambda cost: text("eins-drauf-why-quit", cost=cost),
    only=Text("eins-drauf-why-only"),
    better=Text("eins-drauf-why-better"),
    draw_though=Text("eins-drauf-why-draw-though"),
    draw_on=Text("eins-drauf-why-draw-on"),
    quit_though=Text("eins-drauf-why-quit-though"),
    quit_early=lambda cost: text("eins-drauf-why-quit-early", cost=cost),
    chip=Text("eins-drauf-why-chip"),
    slip=Text("eins-drauf-why-slip"),
)
LORE: Final = Lore(
    "eins_drauf", "eins-drauf", WHY, kind_of, thumb_of, outlook_of, last_starts=True, wild=JOKER
)
EASY: Final = EasyPlayer("eins_drauf_easy", LORE)
MEDIUM: Final = ThumbPlayer("eins_drauf_medium", LORE)
HARD: Final = HardPlayer(
    "eins_drauf_hard",
    LORE,
    Budget(deals=540, batch=14, least=20, gate=1.2, drop=2, sure=3.5),
    surprise=0.01,
)
