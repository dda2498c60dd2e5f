"""Hints: what the strongest computer would do in a person's place, and why."""

from __future__ import annotations

from chatlama.core.player import Strength
from chatlama.core.table import screens
from chatlama.core.table.model import Table, UserId
from chatlama.core.table.play import turn_of
from chatlama.core.text import Text, text

from .computers import Computers

HINT = "hint"
"""The text that is a hint; it may tell what its person holds."""


async def hint(table: Table, user: UserId, computers: Computers) -> Text:
    """Return the hint for the person alone, or why there is none."""
    seat, position = table.seat_of(user), table.position
    if seat is None:
        return Text("not-seated")
    if not table.hints:
        return Text("hints-off")
    hand = screens.hand(table, seat, computers.desk.house)
    if position is None or hand is None or not hand.buttons:
        still = table.paused is not None and seat in turn_of(table)
        return Text("paused") if still else Text("hint-not-now")
    thought = await computers.thought(table, position, seat, Strength.HARD)
    buttons = [button for row in hand.buttons for button in row]
    label = next((b.label for b in buttons if thought and b.code == thought.move.code), None)
    if thought is None or label is None:
        return Text("no-computer")
    return text("hint", move=label, why=thought.why)
