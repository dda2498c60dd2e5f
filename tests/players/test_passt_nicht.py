"""The computer player of Passt nicht!: always legal, better than others, the same for the same."""

from __future__ import annotations

import pytest

from chatlama.core.game import conclusion, opening, sight_of
from chatlama.core.games import passt_nicht
from chatlama.core.games.passt_nicht.position import EMPTY, NAMES, Move, Stacks, State, colour
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat
from chatlama.players.passt_nicht import PLAYER

GAME = passt_nicht.GAME

LONG = 1_000
"""Moves after which a round counts as one without end (rulebook G7)."""


def chosen(state: State, who: str, rng: Rng) -> Move:
    """Return what the player, chance or the clock would do."""
    moves = GAME.legal(state, state.turn)
    if who == "chance":
        return rng.choice(moves)
    if who == "default":
        return GAME.default(state, state.turn)
    code = conclusion(PLAYER.think(sight_of(GAME, state, state.turn, {}), rng)).move.code
    return next(move for move in moves if move.code == code)


def scores(who: list[str], seed: int) -> tuple[int, ...]:
    """Return what each seat gets in a round."""
    rng = Rng(b"round", seed)
    state = GAME.deal(opening(len(who)), {}, rng)
    for _ in range(LONG):
        if (result := GAME.result(state)) is not None:
            assert result.scores is not None
            return tuple(score for score in result.scores if score is not None)
        state = GAME.apply(state, state.turn, chosen(state, who[state.turn], rng), rng).state
    pytest.fail("no end")


def lead(other: str, seats: int, rounds: int) -> float:
    """Return how many points a round it makes more than each other seat, from every seat."""
    total = 0.0
    for seed in range(rounds):
        who = [other] * seats
        who[seed % seats] = "player"
        got = scores(who, seed)
        mine = got[seed % seats]
        total += mine - (sum(got) - mine) / (seats - 1)
    return total / rounds


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("other", ["chance", "default"])
def test_it_beats_chance_and_the_default_move_clearly(other: str, seats: int) -> None:
    """The seeds are fixed, so the count is always the same."""
    assert lead(other, seats, 120) > 2.5


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_it_comes_to_an_end_among_its_like(seats: int) -> None:
    for seed in range(25):
        scores(["player"] * seats, seed)


def cards(names: str) -> tuple[int, ...]:
    return tuple(sorted(NAMES.index(name) for name in names.split()))


def layout(names: str) -> Stacks:
    """Return stacks of the cards, laid in this order."""
    laid = [NAMES.index(name) for name in names.split()]
    return tuple(tuple(card for card in laid if colour(card) == c) for c in range(len(EMPTY)))


def choice(
    hand: str,
    top: str = "r3",
    own: str = "",
    following: str = "",
    *,
    wish: str | None = None,
    choosing: bool = False,
    seed: int = 0,
) -> str:
    """Return what seat 0 of three does; nobody else has laid more than ``following``."""
    state = State(
        opening(3),
        Seat(0),
        (cards(hand), cards("g0 g1"), cards("b0 b1")),
        (layout(own), layout(following), EMPTY),
        cards(top),
        cards("y0 y1"),
        SEATS[0],
        wish,
        choosing,
    )
    sight = sight_of(GAME, state, Seat(0), {})
    return conclusion(PLAYER.think(sight, Rng(b"player", seed))).move.code


def test_chance_does_not_matter() -> None:
    for hand in ("g5 b4 r1", "r1 g3", "jk y0 g1"):
        assert len({choice(hand, own="r4", seed=seed) for seed in range(5)}) == 1


def test_it_lays_the_dearest_card_onto_the_dearest_top() -> None:
    assert choice("g1 g4 b2 r5") == "lay:g4"
    assert choice("g4 b4", own="b5") == "lay:b4"


def test_it_goes_out_when_it_can() -> None:
    assert choice("r5") == "play:r5"
    assert choice("jk", own="r5") == "play:jk"
    assert choice("r0", own="p3", following="p4") == "play:r0"


def test_it_pays_from_the_hand_rather_than_from_the_layout() -> None:
    """P7: a top that matches forbids to lay."""
    assert choice("r1 g5", own="r5") == "play:r1"
    assert choice("jk g5", own="r5") == "play:jk"


def test_it_keeps_a_joker_while_it_can_lay() -> None:
    assert choice("jk g4") == "lay:g4"


def test_it_binds_the_next_players_layout() -> None:
    assert choice("r1 r2 g5", own="r5") == "play:r2"
    assert choice("r1 r2 g5", own="r5", following="b1") == "play:r1"
    assert choice("jk g5", following="b4", choosing=True) in {"wish:b", "wish:4"}


def test_it_does_not_bind_its_own_layout_by_a_wish() -> None:
    assert choice("jk g5", own="y4", following="b4 y4", choosing=True) == "wish:b"


def test_of_equal_wishes_it_has_what_it_holds() -> None:
    assert choice("jk g5", choosing=True) == "wish:g"


def test_it_never_takes_a_joker_back() -> None:
    for own in ("", "r5", "b4 g1 y2 p3 r0"):
        assert choice("jk g5", own=own, choosing=True).startswith("wish:")
