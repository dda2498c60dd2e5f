"""Chance that is the same on every Python, for ever."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatlama.core.rng import Rng

SEED = b"chatlama"


# Whoever changes one of these changes the cards of every game that is being played.


def test_numbers_are_those_they_always_were() -> None:
    rng = Rng(SEED, 7)
    assert [f"{rng.below(2**64):016x}" for _ in range(4)] == [
        "d233313d348a4183",
        "1ee71d01ae8fa3cd",
        "96f68ce72a9dfa32",
        "84dc286147a274df",
    ]
    assert "".join(f"{Rng(bytes(32), n).below(16):x}" for n in range(32)) == (
        "5a2626017dbcbfef1105e9be8434dacd"
    )


def test_shuffles_are_those_they_always_were() -> None:
    assert bytes(Rng(SEED, 7).shuffled(range(56))).hex() == (
        "321120101806252f140e13021f280b2b0d090c2a1c040f2e3715293522162d24"
        "05030a0731001a171208262c33231b1d19361e2101302734"
    )
    assert bytes(Rng(b"", 0).shuffled(range(16))).hex() == "01050c09000f0803070b0e02040a060d"


def test_forks_and_choices_are_those_they_always_were() -> None:
    assert f"{Rng(SEED, 7).fork(1).below(2**64):016x}" == "260775eaa23ed11e"
    assert Rng(SEED, 7).choice("abcdefgh") == "g"


# --- equally likely --------------------------------------------------------------------------


def surprise(counts: Counter[object], kinds: int) -> float:
    """Return chi-squared per degree of freedom: about 1 if all kinds are equally likely."""
    expected = counts.total() / kinds
    spread = sum((count - expected) ** 2 for count in counts.values())
    missing = (kinds - len(counts)) * expected**2
    return (spread + missing) / expected / (kinds - 1)


@pytest.mark.parametrize("n", [2, 3, 6, 56, 255, 256, 257])
def test_numbers_are_equally_likely(n: int) -> None:
    rng = Rng(SEED, n)
    counts = Counter[object](rng.below(n) for _ in range(5_000))
    assert surprise(counts, n) < (3 if n < 10 else 1.5)


@pytest.mark.parametrize("n", [2, 3, 6])
def test_the_first_numbers_of_steps_are_equally_likely(n: int) -> None:
    """Each step of a game uses the beginning of its stream only."""
    counts = Counter[object](Rng(SEED, step).below(n) for step in range(5_000))
    assert surprise(counts, n) < 3


def test_orders_are_equally_likely() -> None:
    rng = Rng(SEED, 1)
    counts = Counter[object](rng.shuffled("abcd") for _ in range(2_400))
    assert set(counts) == set(permutations("abcd"))
    assert surprise(counts, factorial(4)) < 1.8


def test_every_card_comes_to_every_place() -> None:
    shuffles = [Rng(SEED, step).shuffled(range(56)) for step in range(560)]
    for place in (0, 1, 28, 54, 55):
        assert surprise(Counter[object](cards[place] for cards in shuffles), 56) < 1.8


@given(st.integers(1, 10**30), st.binary(max_size=40), st.integers(0, 2**63))
def test_numbers_lie_in_the_range(n: int, seed: bytes, step: int) -> None:
    assert 0 <= Rng(seed, step).below(n) < n


# --- streams ---------------------------------------------------------------------------------


@given(st.lists(st.integers(), max_size=70), st.integers(0, 1_000))
def test_a_shuffle_keeps_every_card(cards: list[int], step: int) -> None:
    before = list(cards)
    assert sorted(Rng(SEED, step).shuffled(cards)) == sorted(cards)
    assert cards == before


def test_nothing_and_one_card_can_be_shuffled() -> None:
    assert Rng(SEED, 0).shuffled(()) == ()
    assert Rng(SEED, 0).shuffled("a") == ("a",)


def stream(rng: Rng) -> tuple[int, ...]:
    return tuple(rng.below(2**32) for _ in range(3))


def test_a_stream_can_be_had_again() -> None:
    assert stream(Rng(SEED, 5)) == stream(Rng(SEED, 5))


def test_seeds_steps_and_forks_have_streams_of_their_own() -> None:
    streams = [
        *(Rng(SEED, step) for step in range(20)),
        Rng(b"chatlamb", 0),
        Rng(SEED + bytes(1), 0),
        Rng(bytes(1) + SEED, 0),
        *(Rng(SEED, 0).fork(label) for label in range(20)),
        Rng(SEED, 1).fork(0),
        Rng(SEED, 0).fork(0).fork(0),
        Rng(SEED, 0).fork(0).fork(1),
        Rng(SEED, 0).fork(1).fork(0),
    ]
    numbers = [set(stream(rng)) for rng in streams]
    assert not any(one & other for one, other in combinations(numbers, 2))


def test_a_fork_does_not_depend_on_what_was_drawn_before() -> None:
    rng = Rng(SEED, 0)
    before = stream(rng.fork(3))
    stream(rng)
    assert stream(rng.fork(3)) == before


def test_forking_does_not_disturb_the_stream() -> None:
    rng, other = Rng(SEED, 0), Rng(SEED, 0)
    rng.fork(1).below(10)
    assert stream(rng) == stream(other)


def test_the_seed_is_not_shown() -> None:
    assert "secret" not in repr(Rng(b"secret", 0))
