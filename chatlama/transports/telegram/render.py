"""From pages to what the Bot API takes: text with entities, keyboards, alerts.

Entities are used instead of markup, so nothing is ever escaped and a name can't break a message.
Offsets and lengths count UTF-16 code units (Bot API, MessageEntity).
"""

from __future__ import annotations

from collections.abc import Iterator

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    MessageEntity,
    User,
)

from chatlama.session.transport import Emphasis, Ink, Page, PageButton, PageLine, Piece

LONGEST_TEXT = 4096
"""Characters of a message (Bot API, sendMessage)."""
LONGEST_ALERT = 200
"""Characters of an alert (Bot API, answerCallbackQuery)."""
STYLES = {Emphasis.PRIMARY: "success", Emphasis.DANGER: "danger"}
"""Bot API 9.4, InlineKeyboardButton.style; older clients show no colour."""


def text(page: Page) -> tuple[str, tuple[MessageEntity, ...]]:
    """Return the page's lines and their entities.

    Neighbouring lines in letters of equal width become one block, so that columns stay columns.
    """
    said = ""
    at = 0
    entities: list[MessageEntity] = []
    block: int | None = None
    for line in page.lines:
        mono = _is_mono(line)
        if said:
            said, at = said + "\n", at + 1
        if mono and block is None:
            block = at
        if not mono and block is not None:
            entities.append(MessageEntity(MessageEntity.PRE, block, at - 1 - block))
            block = None
        for piece in line:
            size = _utf16(piece.text)
            if not mono and size:
                entities.extend(_entities(piece, at, size))
            said, at = said + piece.text, at + size
    if block is not None:
        entities.append(MessageEntity(MessageEntity.PRE, block, at - block))
    return said[:LONGEST_TEXT], tuple(entities)


def keyboard(page: Page) -> InlineKeyboardMarkup | None:
    """Return the page's buttons; ``None`` if it has none."""
    rows = tuple(tuple(_button(button) for button in row) for row in page.buttons if row)
    return InlineKeyboardMarkup(rows) if rows else None


def alert(said: str) -> str:
    """Return what fits into an alert."""
    return said if len(said) <= LONGEST_ALERT else said[: LONGEST_ALERT - 1] + "…"


def _button(button: PageButton) -> InlineKeyboardButton:
    return InlineKeyboardButton(
        button.label, callback_data=button.token, style=STYLES.get(button.emphasis)
    )


def _is_mono(line: PageLine) -> bool:
    return bool(line) and all(piece.ink is Ink.MONO for piece in line)


def _entities(piece: Piece, at: int, size: int) -> Iterator[MessageEntity]:
    if piece.user is not None and piece.user.isdecimal():
        person = User(int(piece.user), piece.text, is_bot=False)
        yield MessageEntity(MessageEntity.TEXT_MENTION, at, size, user=person)
    match piece.ink:
        case Ink.STRONG:
            yield MessageEntity(MessageEntity.BOLD, at, size)
        case Ink.MONO:
            yield MessageEntity(MessageEntity.CODE, at, size)
        case Ink.PLAIN:
            pass


def _utf16(said: str) -> int:
    return len(said.encode("utf-16-le")) // 2
