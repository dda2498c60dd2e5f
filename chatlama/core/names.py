"""Names as they come from chats, made fit to stand in a line.

People call themselves anything: nothing, 64 characters, text that runs backwards, line breaks.
A tidy name can't break a screen or pretend to be somebody else's line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

LONGEST = 24
"""Characters of a name that are kept."""
DROPPED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that are left out: controls, direction marks, what is no character."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and a sign that look like nothing: with them people have no name that others can see."""
MARKS = {"Mn", "Me"}
"""Unicode categories that stand on the character before."""
STACKED = 2
"""Marks in a row that are kept: two belong to some scripts, more are noise."""
COMPUTERS = ("Ida", "Otto", "Mina", "Emil", "Lola", "Karl", "Rosa", "Theo")
"""What computer players are called, in the order in which they sit down."""


def tidy(name: str, nameless: str = "?") -> str:
    r"""Return the name without what breaks lines, at most ``LONGEST`` characters, never empty.

    >>> tidy("  Ann\u202e\n a ")
    'Ann a'
    """
    seen = "".join(
        " " if each.isspace() else each
        for each in name
        if each.isspace() or (unicodedata.category(each) not in DROPPED and each not in BLANK)
    )
    kept, marks = "", 0
    for character in unicodedata.normalize("NFC", seen):
        marks = marks + 1 if unicodedata.category(character) in MARKS else 0
        if marks <= STACKED and (marks == 0 or kept[-1:].strip()):
            kept += character
    return " ".join(kept.split())[:LONGEST].rstrip() or nameless


def distinct(name: str, taken: Collection[str]) -> str:
    """Return the name, or the name with a number where somebody has it already.

    >>> distinct("Anna", {"Anna"})
    'Anna 2'
    """
    folded = {other.casefold() for other in taken}
    if name.casefold() not in folded:
        return name
    return next(
        numbered
        for k in range(2, len(taken) + 3)
        if (numbered := f"{name[: LONGEST - 2].rstrip()} {k}").casefold() not in folded
    )
