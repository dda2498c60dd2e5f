"""What a page becomes in Telegram: what a phone can show of it."""

from __future__ import annotations

from typing import Any

import pytest

from chatlama.session.transport import Page, PageButton
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
