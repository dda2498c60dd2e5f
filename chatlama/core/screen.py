"""What one viewer should see: lines and rows of buttons, free of language and chat system.

A screen is declared whole; transports make what people see equal to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import TypeAlias

from .text import Seat, Text


class Style(Enum):
    """How a span looks; it may add to a text's meaning, never carry it."""

    PLAIN = "plain"
    STRONG = "strong"
    MONO = "mono"


Content: TypeAlias = Text | Seat | datetime | str
"""A text, the mention of a seat's person, a point in time, or signs that every language shares."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line."""

    content: Content
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Line:
    """Spans in reading order; a line without spans is an empty line."""

    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """Cells that stand below those of the neighbouring rows, in letters of equal width."""

    cells: tuple[Text | Seat | str, ...]
    marked: bool = False
    """Whether the eye should find this row first (whose turn it is)."""


class Weight(Enum):
    """How much a button should stand out."""

    NORMAL = "normal"
    PRIMARY = "primary"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press. ``code`` is looked up again among what is legal when it is pressed."""

    label: Text
    code: str
    weight: Weight = Weight.NORMAL
    brief: str = ""
    """The label in a few signs that every language shares, for a list that must be short; what is
    said of the button before it need not be said again. Empty: there is nothing shorter."""
    word: Text | None = None
    """What is typed for it, where no words stand on it; ``None``: what stands on it."""


Buttons: TypeAlias = tuple[tuple[Button, ...], ...]
"""Rows of buttons, top to bottom."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What one viewer sees."""

    lines: tuple[Line | Row, ...]
    buttons: Buttons = ()
    short: Text | None = None
    """The same in at most 200 characters, for places that hold no more."""


EMPTY = Line()
"""A line that separates."""


def line(content: Content, style: Style = Style.PLAIN) -> Line:
    """Return a line of one span."""
    return Line((Span(content, style),))
