"""Computer players of Alpaka, in three strengths.

Numbers are found by ``bench/tune/shedding.py``; how well they play is measured by
``make bench-players``.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from chatlama.core.games.alpaka.position import DECK, WORTH, Rules, give_back
from chatlama.core.text import Text, text

from .search import Budget
from .shedding.easy import EasyPlayer
from .shedding.hard import HardPlayer
from .shedding.kind import Kind, Thumb, kind
from .shedding.lore import Lore, Why
from .shedding.outlook import Outlook
from .shedding.thumb import ThumbPlayer

THUMBS: Final = {
    False: {2: Thumb(9, 11), 3: Thumb(2, 6), 4: Thumb(2, 5), 5: Thumb(2, 6), 6: Thumb(2, 6)},
    True: {2: Thumb(9, 11), 3: Thumb(4, 6), 4: Thumb(5, 6), 5: Thumb(5, 6), 6: Thumb(5, 7)},
}
"""By whether by the Englert rule, and how many play."""
OUTLOOKS: Final = {
    False: {
        2: Outlook(32, 5.7, 0),
        3: Outlook(24, 4.6, 0),
        4: Outlook(18, 2.8, 0),
        5: Outlook(15, 2.1, 0),
        6: Outlook(13, 1.6, 0),
    },
    True: {
        2: Outlook(61, 8, 0),
        3: Outlook(29, 4.8, 0),
        4: Outlook(20, 2.8, 0),
        5: Outlook(18, 2.4, 0),
        6: Outlook(16, 2.0, 0),
    },
}
"""The same; for five they lie between four and six."""


@cache
def kind_of(rules: Rules) -> Kind:
    """Return the game's tables under these rules."""
    return kind(DECK, rules.fitting, WORTH, give_back, rules.target, highest_pays=rules.englert)


def thumb_of(rules: Rules, players: int) -> Thumb:
    """Return the rules of thumb for so many players."""
    return THUMBS[rules.englert][players]


def outlook_of(rules: Rules, players: int) -> Outlook:
    """Return what points are worth among so many players."""
    return OUTLOOKS[rules.englert][players]


WHY: Final = Why(
    same=Text("alpaka-why-same"),
    next=Text("alpaka-why-next"),
    wild=Text("alpaka-why-next"),
    draw=lambda cost: text("alpaka-why-draw", cost=cost),
    quit=lambda cost: text("alpaka-why-quit", cost=cost),
    only=Text("alpaka-why-only"),
    better=Text("alpaka-why-better"),
    draw_though=Text("alpaka-why-draw-though"),
    draw_on=Text("alpaka-why-draw-on"),
    quit_though=Text("alpaka-why-quit-though"),
    quit_early=lambda cost: text("alpaka-why-quit-early", cost=cost),
    chip=Text("alpaka-why-only"),
    slip=Text("alpaka-why-slip"),
)
LORE: Final = Lore("alpaka", "alpaka", WHY, kind_of, thumb_of, outlook_of, last_starts=False)
EASY: Final = EasyPlayer("alpaka_easy", LORE)
MEDIUM: Final = ThumbPlayer("alpaka_medium", LORE)
HARD: Final = HardPlayer(
    "alpaka_hard",
    LORE,
    Budget(deals=700, batch=20, least=20, gate=1.2, drop=2, sure=3.5),
    surprise=0.01,
)
