"""How long a turn may last. Nothing here reads a clock: the time that has passed comes in."""

from __future__ import annotations

from datetime import timedelta

TURN = timedelta(seconds=90)
"""How long a seat may think (rulebook A20)."""


def overdue(waited: timedelta, limit: timedelta = TURN) -> bool:
    """Return whether the time is up: the last instant of the limit still belongs to the player.

    >>> overdue(timedelta(seconds=90)), overdue(timedelta(seconds=91))
    (False, True)
    """
    return waited > limit
