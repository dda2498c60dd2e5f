"""Language-free text: a message id and its arguments. Catalogs turn it into words.

The core never holds a sentence in any language; ids are literals so that a test can compare them
with the catalogs.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias


class Seat(int):
    """A place at the table, counted clockwise from 0. Catalogs print it as its player's name."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Seat({int(self)})"


@dataclass(frozen=True, slots=True)
class Text:
    """A message to be said in some language."""

    id: str
    """The message's id in the Fluent catalogs."""
    args: tuple[tuple[str, Arg], ...] = ()
    """Named arguments, sorted by name."""


Arg: TypeAlias = "str | int | Seat | datetime | Text | tuple[Arg, ...]"
"""What a message may be told: a datetime is said as the time of day, a tuple as a list."""


def text(id: str, /, **args: Arg) -> Text:
    """Return the message ``id`` with these arguments.

    >>> text("turn-of", player=Seat(1)).args
    (('player', Seat(1)),)
    """
    return Text(id, tuple(sorted(args.items())))


SEATS = tuple(Seat(i) for i in range(16))
"""Every seat any table may have: made once, because games ask for them on every move."""
