"""What computer players know of one shedding game: tables, rules of thumb, chances, words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .kind import Kind, Thumb
from .outlook import Outlook


@dataclass(frozen=True, slots=True)
class Lore:
    """One game, as its computer players know it."""

    game: str
    words: str
    """What the ids of its texts begin with."""
    kind: Callable[[Any], Kind]
    """Its tables under the rules chosen."""
    thumb: Callable[[Any, int], Thumb]
    """The rules of thumb under the rules chosen, for so many players."""
    outlook: Callable[[Any, int], Outlook]
    """What points are worth under the rules chosen, for so many players."""
    last_starts: bool
    """Whether who ends a round begins the next one (rulebook E9)."""
