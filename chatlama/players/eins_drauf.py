"""A computer player of Eins drauf by the rules of thumb of all shedding games.

The figures are shares of games won, counted over 2,000 games to 40 points. Keeping the joker for
when nothing else fits wins .54 against playing it as the dearest card (two players), .26 (four).
"""

from __future__ import annotations

from typing import Final

from chatlama.core.games.eins_drauf.position import JOKER, WORTH
from chatlama.core.text import Text

from .shedding import ThumbPlayer, Why

CHEAP_FOR_TWO: Final = 9
"""Thresholds of 3/5/7/9/11/13 win .47/.47/.49/.49/.49/.47 against 9; with the joker 5/7/9/11/13 win
.47/.48/.50/.49/.47."""
CHEAP_FOR_MORE: Final = 3
"""Thresholds of 1/2/3/4/5 win .34/.34/.35/.34/.31 against 3 with three players (fair: .33),
.26/.26/.26/.25/.23 with four, .16/.16/.16/.16/.15 with six."""

WHY: Final = Why(
    play=Text("eins-drauf-why-play"),
    draw=Text("eins-drauf-why-draw"),
    quit=Text("eins-drauf-why-quit"),
    other=Text("eins-drauf-why-chip"),
)
PLAYER: Final = ThumbPlayer(
    "eins_drauf_medium", "eins_drauf", WHY, WORTH, CHEAP_FOR_TWO, CHEAP_FOR_MORE, wild=JOKER
)
