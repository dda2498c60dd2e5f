"""What a page becomes in Telegram: what a phone can show of it."""

from __future__ import annotations

from typing import Any

import pytest

from chatlama.session.transport import Ink, Page, PageButton, Piece
from chatlama.transports.telegram import render


def rows(page: Page) -> list[list[str]]:
    markup: dict[str, Any] = render.keyboard(page) or {"inline_keyboard": []}
    return [[button["text"] for button in row] for row in markup["inline_keyboard"]]


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (["Play 4", "Play 5"], [["Play 4", "Play 5"]]),
        (["x" * 20, "y"], [["x" * 20, "y"]]),
        (["x" * 21, "y"], [["x" * 21], ["y"]]),
        (["x" * 60, "y"], [["x" * 60], ["y"]]),
        (["x" * 13, "y", "z", "w"], [["x" * 13, "y", "z"], ["w"]]),
        (["", ""], [["", ""]]),
        ([], []),
    ],
)
def test_a_row_is_broken_where_a_phone_would_cut_its_buttons(
    labels: list[str], shown: list[list[str]]
) -> None:
    row = tuple(PageButton(label, f"t.0.0.:{at}") for at, label in enumerate(labels))
    assert rows(Page((), (row,))) == shown


@pytest.mark.parametrize("ink", [Ink.PLAIN, Ink.STRONG, Ink.MONO])
def test_a_page_ends_with_the_last_line_that_fits_counted_as_telegram_counts(ink: Ink) -> None:
    """A letter may be two of the 4096 that a message has (Bot API, MessageEntity)."""
    lines = [(Piece("🦙" * 20, ink),)] * 300
    said, entities = render.text(Page(tuple(lines)))
    length = len(said.encode("utf-16-le")) // 2
    assert 4096 - 41 < length <= 4096
    assert said == "\n".join(["🦙" * 20] * ((length + 1) // 41))
    assert all(one["offset"] + one["length"] <= length for one in entities)


@pytest.mark.parametrize(
    ("said", "shown"),
    [("🦙" * 100, "🦙" * 100), ("🦙" * 101, "🦙" * 99 + "…")],
    ids=["fits", "longer"],
)
def test_an_alert_is_cut_where_telegram_would_refuse_it(said: str, shown: str) -> None:
    assert render.alert(said) == shown
    assert len(shown.encode("utf-16-le")) // 2 <= 200
