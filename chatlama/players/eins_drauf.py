"""Computer players of Eins drauf, in three strengths.

Numbers are found by ``bench/tune/shedding.py``; how well they play is measured by
``make bench-players``.
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
        2: Outlook(3.69, 9.17, 0.745, 2.29, 3.39),
        3: Outlook(30.8, 10, 0.505, 1.93, 5),
        4: Outlook(35.1, 4.89, 0.212, 2.01, 5.11),
        5: Outlook(28.3, 4.39, 0.778, 2.45, 2.5),
        6: Outlook(27.7, 2.61, 0.946, 1.93, 2.5),
    },
    True: {
        2: Outlook(17.2, 5.95, 0.6, 2.2, 3.04),
        3: Outlook(40, 10, 0.15, 1.62, 5),
        4: Outlook(17.6, 6.21, 0.849, 2.01, 5),
        5: Outlook(33.6, 4.3, 1.08, 1.93, 2.97),
        6: Outlook(25.9, 2.97, 1.05, 2.01, 2.5),
    },
}
"""The same."""


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
    Budget(deals=640, batch=14, least=20, gate=1.2, drop=2, sure=3.5),
    surprise=0.01,
)
