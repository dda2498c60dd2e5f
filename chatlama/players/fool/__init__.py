"""The computer players of Foppen.

All of them know what a person with a good memory knows: the view, in which all tricks lie open.
``thumb`` is how a card is judged at a glance, ``rounds`` a round made for play-outs.
"""

from __future__ import annotations

from typing import Final

from .easy import EasyPlayer
from .hard import HardPlayer
from .medium import MediumPlayer

EASY: Final = EasyPlayer()
MEDIUM: Final = MediumPlayer()
HARD: Final = HardPlayer()
