"""Names from chats can neither break a screen nor pretend to be somebody else."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatlama.core.names import COMPUTERS, DROPPED, LONGEST, distinct, tidy


@pytest.mark.parametrize(
    ("name", "tidied"),
    [
        ("Ada", "Ada"),
        ("", "?"),
        (" \t\n", "?"),
        ("\u200b\u202e", "?"),
        ("\u3164", "?"),
        ("\u2800 \u115f\u1160\uffa0", "?"),
        ("\ufe0f\u0301", "?"),
        ("A \u0301da", "A da"),
        ("a\u200d\u0301", "á"),
        ("Ada\nis the winner", "Ada is the winner"),
        ("A\u2028d\u2029a\x00\x1b[1m", "A d a[1m"),
        ("\u202eadA", "adA"),
        ("a" * 40, "a" * LONGEST),
        ("a" * (LONGEST - 1) + " bc", "a" * (LONGEST - 1)),
        ("e\u0301", "é"),
        ("Z\u0351\u0352\u0351\u0352o", "Z\u0351\u0352o"),
        ("Łukasz Çelik", "Łukasz Çelik"),
        ("🦙🂠", "🦙🂠"),
    ],
)
def test_a_name_is_tidied(name: str, tidied: str) -> None:
    assert tidy(name) == tidied


def test_who_has_no_name_is_called_as_the_caller_says() -> None:
    assert tidy("\n", nameless="nobody") == "nobody"


@given(st.text())
def test_a_tidy_name_is_one_short_line(name: str) -> None:
    tidied = tidy(name)
    assert 0 < len(tidied) <= LONGEST
    assert tidied == tidied.strip()
    assert len(tidied.splitlines()) == 1
    assert not {unicodedata.category(character) for character in tidied} & DROPPED


@given(st.text())
def test_tidying_twice_is_tidying_once(name: str) -> None:
    assert tidy(tidy(name)) == tidy(name)


def test_a_name_that_is_free_is_kept() -> None:
    assert distinct("Ada", {"Ben"}) == "Ada"
    assert distinct("Ada", ()) == "Ada"


def test_a_name_that_is_taken_gets_a_number_whatever_its_case() -> None:
    assert distinct("ADA", ["Ada"]) == "ADA 2"
    assert distinct("Ada", ["Ada", "ada 2", "Ada 3"]) == "Ada 4"


@given(st.lists(st.text(max_size=30).map(tidy), max_size=12))
def test_nobody_at_a_table_is_called_like_another(names: list[str]) -> None:
    taken: list[str] = []
    for name in names:
        taken.append(distinct(name, taken))
    assert len({name.casefold() for name in taken}) == len(taken)
    assert all(len(name) <= LONGEST + 1 for name in taken)


def test_computers_are_called_differently() -> None:
    assert len({name.casefold() for name in COMPUTERS}) == len(COMPUTERS)
    assert all(tidy(name) == name for name in COMPUTERS)
