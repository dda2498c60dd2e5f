"""A computer player of Alpaka by the rules of thumb of all shedding games.

The figures are shares of games won, counted over at least 1,500 games to 40 points. Playing the
next card before the equal one wins .15 instead of .50 (two players), .10 instead of .25 (four).
Between the neighbours that the Englert rule allows, the dearer one first wins .55 against the
higher one first (two players), .32 (four).
"""

from __future__ import annotations

from typing import Final

from chatlama.core.games.alpaka.position import WORTH
from chatlama.core.text import Text

from .shedding import ThumbPlayer, Why

CHEAP_FOR_TWO: Final = 9
"""Thresholds of 3/5/7/9/11/13 win .42/.45/.48/.49/.49/.46 against 9; under the Englert rule
6/9/12/15 win .46/.49/.49/.45."""
CHEAP_FOR_MORE: Final = 5
"""With four players thresholds of 3/5/7/9/11/13 win .27/.29/.28/.25/.19/.16 against 9 (fair: .25),
and 3/5/7 win .25/.25/.22 against 5; under the Englert rule 5/7/9 win .26/.26/.24 against 7."""

WHY: Final = Why(
    play=Text("alpaka-why-play"),
    draw=Text("alpaka-why-draw"),
    quit=Text("alpaka-why-quit"),
    other=Text("alpaka-why-quit"),
)
PLAYER: Final = ThumbPlayer("alpaka_medium", "alpaka", WHY, WORTH, CHEAP_FOR_TWO, CHEAP_FOR_MORE)
