"""Tokens: everything that ever stood on a button comes back, nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatlama.core.table.intents import Stamp
from chatlama.core.table.model import TableId
from chatlama.session.token import LONGEST, Token, read

ids = st.from_regex(r"[a-z0-9]{1,12}", fullmatch=True).map(TableId)
counts = st.integers(0, 10**6)
codes = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=32)


@given(ids, counts, counts, codes)
def test_what_stood_on_a_button_comes_back(id: TableId, number: int, step: int, code: str) -> None:
    token = Token(id, Stamp(number, step), code)
    assert read(str(token)) == token
    assert len(str(token)) <= LONGEST


@given(st.text(max_size=80))
def test_garbage_is_no_token_and_never_raises(garbage: str) -> None:
    token = read(garbage)
    assert token is None or len(garbage) <= LONGEST


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        ".",
        "...",
        "t1",
        "t1.1",
        "t1.1.2",
        "t1.x.2.quit",
        "t1.1.-2.quit",
        "t1.1..quit",
        "t1.².1.q",
    ],
)
def test_what_no_button_carried_is_no_token(garbage: str) -> None:
    assert read(garbage) is None


def test_a_number_that_is_too_long_is_no_token() -> None:
    assert read(f"t1.{'9' * 5000}.1.quit") is None


def test_a_code_may_hold_the_sign_that_parts_a_token() -> None:
    token = read("t1.1.2.play.7")
    assert token is not None
    assert token.code == "play.7"
