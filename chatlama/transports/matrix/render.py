"""From pages to what the Matrix specification takes: text messages with HTML beside plain text.

The plain ``body`` holds all there is to know, for clients that show no HTML. Columns become
``<pre>``: tables run together in some clients. Nothing that people have written is taken as markup,
and no sign in it can turn the direction of the text around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Any
from urllib.parse import quote

from chatlama.session.transport import Emphasis, Ink, Page, PageButton, PageLine, Piece

from .events import Content
from .keys import keyed

LONGEST = 12_000
"""Bytes of a message's HTML and of its plain text at most: an edit, which holds the text twice,
stays below 40 kB then, and encrypted below the 64 KiB of an event."""
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters, those that turn the direction of text, and halves of a character."""
AGAIN = 4096
"""Texts that are kept as they were made: a table says the same again with every move."""
_SPACES = re.compile("  +")
"""Spaces of which HTML would show one."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How buttons are told: by what is typed, and by which reaction."""

    sign: str = ""
    """What a typed command begins with there."""
    reactions: bool = False
    """Whether buttons can be pressed by reactions."""


def content(page: Page, manner: Manner, heading: str = "") -> dict[str, Any]:
    """Return the message that shows the page, its buttons below it."""
    head: tuple[PageLine, ...] = ((Piece(heading, Ink.STRONG),),) if heading else ()
    legend = tuple(_legend(page, manner))
    tail: tuple[PageLine, ...] = ((), *legend) if legend else ()
    lines = (*head, *page.lines, *tail)
    html = _html(lines)
    if len(html.encode()) > LONGEST:
        lines = (*_fitting((*head, *page.lines), tail), *tail)
        html = _html(lines)
    users = {piece.user for line in page.lines for piece in line if piece.user}
    return {
        "msgtype": "m.text" if page.loud else "m.notice",
        "body": _body(lines),
        "format": "org.matrix.custom.html",
        "formatted_body": html,
        "m.mentions": {"user_ids": sorted(users)} if page.loud and users else {},
    }


def said(text: str) -> dict[str, Any]:
    """Return a short message of words alone."""
    return content(Page(tuple((Piece(line),) for line in text.split("\n"))), Manner())


def edit(new: Content, event: str) -> dict[str, Any]:
    """Return what makes ``new`` what the event shows. Nobody is notified by it."""
    return {
        "msgtype": new["msgtype"],
        "body": f"* {new['body']}",
        "m.mentions": {},
        "m.new_content": new,
        "m.relates_to": {"rel_type": "m.replace", "event_id": event},
    }


@lru_cache(maxsize=AGAIN)
def typed(label: str) -> str:
    """Return what is typed to press a button: its label without signs between the words.

    >>> typed("🤖 Add computer"), typed("Target → 20"), typed("⋯")
    ('Add computer', 'Target 20', '')
    """
    return " ".join(word for word in label.split() if any(map(str.isalnum, word)))


def _legend(page: Page, manner: Manner) -> Iterator[PageLine]:
    """Yield a line for each row of buttons: how each of them is pressed."""
    keys = {button: key for key, button in keyed(page)} if manner.reactions else {}
    for row in page.buttons:
        shown = [pieces for button in row if (pieces := _way(button, keys, manner.sign))]
        if shown:
            between = (Piece(" · " if at else "") for at in range(len(shown)))
            yield tuple(p for each in zip(between, shown, strict=True) for p in (each[0], *each[1]))


def _way(button: PageButton, keys: dict[PageButton, str], sign: str) -> tuple[Piece, ...]:
    key, words = keys.get(button), typed(button.label)
    if not any(map(str.isalpha, words)):  # a number alone may be that of several cards
        words = typed(button.word) or words
    ink = Ink.STRONG if button.emphasis is Emphasis.PRIMARY else Ink.MONO
    named = Piece(f"{sign}{words}", ink) if words else Piece(button.label)
    if key:
        return Piece(f"{key} "), named
    return (named,) if words else ()


def _fitting(lines: Sequence[PageLine], tail: Sequence[PageLine]) -> tuple[PageLine, ...]:
    """Return as many lines as fit into a message together with the last ones."""
    room = LONGEST - _size(tail)
    for at, line in enumerate(lines):
        room -= _size((line,))
        if room < 0:
            return (*lines[:at], (Piece("…"),))
    return tuple(lines)


def _size(lines: Sequence[PageLine]) -> int:
    return len(_html(lines).encode()) + len("<pre><code></code></pre><br>")


def _body(lines: Sequence[PageLine]) -> str:
    return "\n".join(["".join([_clean(piece.text) for piece in line]) for line in lines])


def _html(lines: Sequence[PageLine]) -> str:
    """Return the lines in HTML; neighbours in letters of equal width become one block."""
    parts = []
    for mono, block in groupby(lines, _is_mono):
        if mono:
            rows = "\n".join(["".join([_safe(piece.text) for piece in line]) for line in block])
            parts.append(f"<pre><code>{rows}</code></pre>")
        else:
            parts.append("<br>".join(["".join(map(_inline, line)) for line in block]))
    return "".join(parts)


def _is_mono(line: PageLine) -> bool:
    """Return whether the line is part of a table; a line of buttons holds plain signs, too."""
    return bool(line) and all(piece.ink is Ink.MONO for piece in line)


def _inline(piece: Piece) -> str:
    said = _safe(piece.text)
    if "  " in said:
        said = _SPACES.sub(lambda spaces: "\u00a0" * len(spaces[0]), said)
    match piece.ink:
        case Ink.STRONG:
            said = f"<strong>{said}</strong>"
        case Ink.MONO:
            said = f"<code>{said}</code>"
        case Ink.PLAIN:
            pass
    if piece.user is None:
        return said
    return f'<a href="https://matrix.to/#/{quote(piece.user, safe="@:")}">{said}</a>'


@lru_cache(maxsize=AGAIN)
def _safe(text: str) -> str:
    return escape(_clean(text), quote=True)


def _clean(text: str) -> str:
    return text if text.isprintable() else _UNSAFE.sub("", text)
