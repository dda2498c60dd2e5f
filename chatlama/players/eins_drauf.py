"""Computer players of Eins drauf, in three strengths.

Numbers are found by ``bench/tune.py``; how well they play is measured by ``make bench-players``.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from chatlama.core.games.eins_drauf.position import DECK, JOKER, WORTH, Rules, give_back

from .search import Budget
from .shedding.easy import EasyPlayer
from .shedding.hard import HardPlayer
from .shedding.kind import Kind, Thumb, kind
from .shedding.lore import Lore
from .shedding.outlook import Outlook
from .shedding.thumb import ThumbPlayer
from .shedding.unseen import Trust

THUMBS: Final = {
    False: {2: Thumb(9, 11), 3: Thumb(2, 5), 4: Thumb(2, 5), 5: Thumb(2, 5), 6: Thumb(2, 5)},
    True: {2: Thumb(9, 11), 3: Thumb(2, 5), 4: Thumb(2, 5), 5: Thumb(2, 5), 6: Thumb(2, 5)},
}
"""By whether with the joker, and how many play."""
OUTLOOKS: Final = {
    False: {
        2: Outlook(60, 8, 0),
        3: Outlook(60, 8, 0),
        4: Outlook(60, 8, 0),
        5: Outlook(60, 8, 0),
        6: Outlook(60, 8, 0),
    },
    True: {
        2: Outlook(60, 8, 0),
        3: Outlook(60, 8, 0),
        4: Outlook(60, 8, 0),
        5: Outlook(60, 8, 0),
        6: Outlook(60, 8, 0),
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


LORE: Final = Lore("eins_drauf", "eins-drauf", kind_of, thumb_of, outlook_of, last_starts=True)
EASY: Final = EasyPlayer("eins_drauf_easy", LORE)
MEDIUM: Final = ThumbPlayer("eins_drauf_medium", LORE)
HARD: Final = HardPlayer(
    "eins_drauf_hard",
    LORE,
    Budget(deals=400, batch=20, least=40, gate=1.5, drop=2.5, sure=4),
    Trust(doubt=0.1, tries=4, slack=0),
)
