"""Texts are values without language; seats are numbers that can be told from numbers."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from datetime import UTC, datetime

import pytest

from chatlama.core.text import SEATS, Seat, Text, text


def test_arguments_are_sorted_so_that_equal_texts_are_equal() -> None:
    assert text("x", b=1, a=2) == text("x", a=2, b=1)
    assert text("x", b=1, a=2).args == (("a", 2), ("b", 1))
    assert text("x") == Text("x")


def test_a_message_may_have_an_argument_called_id() -> None:
    assert text("x", id=1).args == (("id", 1),)


def test_texts_are_frozen_and_can_be_kept_in_sets() -> None:
    inner = text("inner", due=datetime(2026, 1, 1, tzinfo=UTC))
    said = text("outer", player=Seat(1), many=(Seat(2), inner), n=1)
    assert len({said, text("outer", n=1, many=(Seat(2), inner), player=Seat(1))}) == 1
    with pytest.raises(FrozenInstanceError):
        said.id = "other"  # type: ignore[misc]


def test_a_seat_is_a_number_that_says_what_it_is() -> None:
    assert Seat(3) == 3
    assert hash(Seat(3)) == hash(3)
    assert repr(Seat(3)) == "Seat(3)"
    assert ["a", "b"][Seat(1)] == "b"
    assert not hasattr(Seat(1), "__dict__")


def test_seats_are_made_once() -> None:
    assert tuple(range(16)) == SEATS
    assert all(isinstance(seat, Seat) for seat in SEATS)
