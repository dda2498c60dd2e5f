"""From a view to a screen. This module cannot leak: it is never given the state."""

from __future__ import annotations

from collections.abc import Sequence

from chatlama.core.screen import Screen

from .rules import Move, View


def screen(view: View, moves: Sequence[Move]) -> Screen:
    """Return what the viewer sees."""
    return Screen(())
