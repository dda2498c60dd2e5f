"""What computer players know of one shedding game: tables, rules of thumb, chances, words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from chatlama.core.text import Text

from .kind import Kind, Thumb
from .outlook import Outlook


@dataclass(frozen=True, slots=True)
class Why:
    """Why each kind of move is made, in the game's own words; what a hand costs is told."""

    same: Text
    """The equal card is played."""
    next: Text
    """Another card that fits is played."""
    wild: Text
    """The card that fits on everything is played."""
    draw: Callable[[int], Text]
    quit: Callable[[int], Text]
    """To quit is right, for the hand is cheap."""
    only: Text
    """There is no other move."""
    better: Text
    """The search plays another card than rules of thumb would."""
    draw_though: Text
    """The search draws though a card fits."""
    draw_on: Text
    """The search draws though the hand is cheap enough to quit."""
    quit_though: Text
    """The search quits though a card fits."""
    quit_early: Callable[[int], Text]
    """The search quits though the hand is dear."""
    chip: Text
    slip: Text
    """A beginner's move."""


@dataclass(frozen=True, slots=True)
class Lore:
    """One game, as its computer players know it."""

    game: str
    words: str
    """What the ids of its events begin with."""
    why: Why
    kind: Callable[[Any], Kind]
    """Its tables under the rules chosen."""
    thumb: Callable[[Any, int], Thumb]
    """The rules of thumb under the rules chosen, for so many players."""
    outlook: Callable[[Any, int], Outlook]
    """What points are worth under the rules chosen, for so many players."""
    last_starts: bool
    """Whether who ends a round begins the next one (rulebook E9)."""
    wild: int | None = None
    """A card that fits on everything, if there is one."""
