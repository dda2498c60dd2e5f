"""What a button carries: which table, which game and step it was painted for, and its code.

A token says nothing of who may press it: the seat always comes from who pressed.
"""

from __future__ import annotations

from dataclasses import dataclass

from chatlama.core.table.intents import Stamp
from chatlama.core.table.model import TableId

LONGEST = 64
"""Bytes of a token at most (Bot API, InlineKeyboardButton.callback_data)."""

OPEN = "new"
"""The token of a button that opens a table: it belongs to none."""


@dataclass(frozen=True, slots=True)
class Token:
    """A button of a table."""

    table: TableId
    stamp: Stamp
    code: str

    def __str__(self) -> str:
        return f"{beginning(self.table, self.stamp)}{self.code}"


def beginning(table: TableId, stamp: Stamp) -> str:
    """Return how the tokens of all buttons of one painting begin; the code follows."""
    return f"{table}.{stamp.number}.{stamp.step}."


def read(token: str) -> Token | None:
    """Return what the string says; ``None`` if no button ever carried it.

    >>> str(read("k3v9.1.17.play:4"))
    'k3v9.1.17.play:4'
    """
    if len(token) > LONGEST:
        return None
    match token.split(".", 3):
        case [table, number, step, code] if number.isdecimal() and step.isdecimal():
            return Token(TableId(table), Stamp(int(number), int(step)), code)
        case _:
            return None
