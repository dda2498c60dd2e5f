"""Screens are plain values: declared whole, compared whole."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from chatlama.core.screen import (
    EMPTY,
    Button,
    Line,
    Row,
    Screen,
    Span,
    Style,
    Weight,
    line,
)
from chatlama.core.text import Seat, text


@pytest.mark.parametrize("content", [text("x"), Seat(1), datetime(2026, 1, 1, tzinfo=UTC), "🦙"])
def test_a_line_of_one_span(content: object) -> None:
    assert line(content) == Line((Span(content),))  # type: ignore[arg-type]
    assert line(text("x"), Style.STRONG).spans[0].style is Style.STRONG


def test_an_empty_line_has_no_spans() -> None:
    assert Line() == EMPTY
    assert EMPTY.spans == ()


def test_nothing_stands_out_unless_it_is_said() -> None:
    assert Button(text("x"), "x").weight is Weight.NORMAL
    assert not Row((Seat(0),)).marked
    assert Screen(()) == Screen((), (), None)


def test_equal_screens_are_equal_and_can_be_kept() -> None:
    def made() -> Screen:
        row = Row((Seat(0), text("n", n=1), "●"), marked=True)
        return Screen((line("a"), EMPTY, row), ((Button(text("b"), "b"),),), text("short"))

    assert made() == made()
    assert hash(made()) == hash(made())
