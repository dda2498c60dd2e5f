"""From pages to what the Bot API takes: text with entities, keyboards, alerts.

Entities are used instead of markup, so nothing is ever escaped and a name can't break a message.
Offsets and lengths count UTF-16 code units (Bot API, MessageEntity).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from telegram.constants import MessageEntityType

from chatlama.session.transport import Emphasis, Ink, Page, PageButton, PageLine, Piece

Fields: TypeAlias = dict[str, Any]
"""An object of the Bot API as it is sent."""

LONGEST_TEXT = 4096
"""Characters of a message (Bot API, sendMessage)."""
LONGEST_ALERT = 200
"""Characters of an alert (Bot API, answerCallbackQuery)."""
WIDEST = 8
"""Buttons in a row at most (not documented)."""
PHONE = 40
"""Letters that stand on a row's buttons together where a phone shows all of them. Buttons of a row
are equally wide, and what does not fit on one is cut off."""
STYLES = {Emphasis.PRIMARY: "success", Emphasis.DANGER: "danger"}
"""Bot API 9.4, InlineKeyboardButton.style; older clients show no colour."""


def text(page: Page) -> tuple[str, list[Fields]]:
    """Return the page's lines and their entities.

    Neighbouring lines in letters of equal width become one block, so that columns stay columns.
    """
    said = ""
    at = 0
    entities: list[Fields] = []
    block: int | None = None
    for line in page.lines:
        mono = _is_mono(line)
        if at + 1 + sum(_utf16(piece.text) for piece in line) > LONGEST_TEXT:
            break
        if said:
            said, at = said + "\n", at + 1
        if mono and block is None:
            block = at
        if not mono and block is not None:
            entities.append(_entity(MessageEntityType.PRE, block, at - 1 - block))
            block = None
        for piece in line:
            size = _utf16(piece.text)
            if not mono and size:
                entities.extend(_entities(piece, at, size))
            said, at = said + piece.text, at + size
    if block is not None:
        entities.append(_entity(MessageEntityType.PRE, block, at - block))
    return said, entities


def keyboard(page: Page, *, positions: bool = False) -> Fields | None:
    """Return the page's buttons, with its numbers below if asked for; ``None`` if it has none."""
    numbers = page.positions if positions else ()
    rows = [part for row in page.buttons if row for part in _broken(row)]
    rows += [numbers[at : at + WIDEST] for at in range(0, len(numbers), WIDEST)]
    return {"inline_keyboard": [list(map(_button, row)) for row in rows]} if rows else None


def alert(said: str) -> str:
    """Return what fits into an alert."""
    if _utf16(said) <= LONGEST_ALERT:
        return said
    while _utf16(said) >= LONGEST_ALERT:
        said = said[:-1]
    return said + "…"


def short(page: Page) -> str:
    """Return the page as an alert: in short, and what its numbers would press.

    The moves are named in full where there is room, else in brief; if even that does not fit, what
    can be pressed is the more important.
    """
    said = page.short or page.text
    buttons = [button for row in page.buttons for button in row]
    pairs = list(zip(page.positions, buttons, strict=False))
    if not pairs:
        return alert(said)
    moves = " · ".join(f"{number.label} {button.label}" for number, button in pairs)
    brief = " ".join(f"{number.label}={button.brief or button.label}" for number, button in pairs)
    forms = (f"{said}\n{moves}", f"{said}\n{brief}", moves)
    return next((form for form in forms if _utf16(form) <= LONGEST_ALERT), alert(brief))


def _broken(row: Sequence[PageButton]) -> Iterator[Sequence[PageButton]]:
    """Yield the row in as many parts as it takes to read all that stands on its buttons."""
    fitting = max(1, PHONE // max(1, *(len(button.label) for button in row)))
    for at in range(0, len(row), fitting):
        yield row[at : at + fitting]


def _button(button: PageButton) -> Fields:
    shown = {"text": button.label, "callback_data": button.token}
    style = STYLES.get(button.emphasis)
    return shown if style is None else shown | {"style": style}


def _is_mono(line: PageLine) -> bool:
    return bool(line) and all(piece.ink is Ink.MONO for piece in line)


def _entities(piece: Piece, at: int, size: int) -> Iterator[Fields]:
    if piece.user is not None and piece.user.isdecimal():
        person = {"id": int(piece.user), "is_bot": False, "first_name": piece.text}
        yield _entity(MessageEntityType.TEXT_MENTION, at, size) | {"user": person}
    match piece.ink:
        case Ink.STRONG:
            yield _entity(MessageEntityType.BOLD, at, size)
        case Ink.MONO:
            yield _entity(MessageEntityType.CODE, at, size)
        case Ink.PLAIN:
            pass


def _entity(kind: MessageEntityType, at: int, size: int) -> Fields:
    return {"type": kind.value, "offset": at, "length": size}


def _utf16(said: str) -> int:
    return len(said) if said.isascii() else len(said.encode("utf-16-le")) // 2
