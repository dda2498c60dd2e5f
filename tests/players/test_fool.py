"""The computer player of Foppen: always legal, better than others, the same for the same sight."""

from __future__ import annotations

import pytest

from chatlama.core.game import conclusion, opening, sight_of
from chatlama.core.games import fool
from chatlama.core.games.fool.cards import JOKER, OPEN, SUITS, Play, card_of
from chatlama.core.games.fool.position import Deal, Done, State, Trick
from chatlama.core.games.fool.tricks import lead_suit
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat
from chatlama.players.fool import PLAYER

GAME = fool.GAME


def chosen(state: State, who: str, rng: Rng) -> Play:
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
    while (result := GAME.result(state)) is None:
        state = GAME.apply(state, state.turn, chosen(state, who[state.turn], rng), rng).state
    assert result.scores is not None
    return tuple(score for score in result.scores if score is not None)


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


@pytest.mark.parametrize("seats", [4, 6, 8])
@pytest.mark.parametrize("other", ["chance", "default"])
def test_it_beats_chance_and_the_default_move_clearly(other: str, seats: int) -> None:
    """The seeds are fixed, so the count is always the same."""
    assert lead(other, seats, 100) > 5


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_it_is_always_legal_among_its_like(seats: int) -> None:
    for seed in range(8):
        scores(["player"] * seats, seed)


def cards(names: str) -> tuple[int, ...]:
    return tuple(
        JOKER if name == "1" else card_of(SUITS.index(name[0]), int(name[1:]))
        for name in names.split()
    )


SHOWN = cards("b8 b7 b6 g2")


def choice(
    hand: str, plays: str = "", *, void: int | None = None, discs: int = 1, seed: int = 0
) -> str:
    """Return what seat 0 of four does; the others hold five cards and played before it.

    In a trick before everybody but ``void`` followed blue, which that seat has none of.
    """
    on_table = cards(plays)
    order = (*SEATS[4 - len(on_table) : 4], *SEATS[: 4 - len(on_table)])
    tricks: tuple[Done, ...] = ()
    if void is not None:
        before = tuple(seat for seat in SEATS[:4] if seat != void)
        tricks = (Done((*before, SEATS[void]), SHOWN, SUITS.index("b"), before[0], ()),)
    state = State(
        Trick(Deal(opening(4), Seat(0), discs), order, (), tricks),
        (tuple(sorted(cards(hand))), *[cards("y2 y3 y4 y5 y6")] * 3),
        on_table,
        lead_suit(on_table) if on_table else OPEN,
        SEATS[0],
    )
    sight = sight_of(GAME, state, Seat(0), {})
    return conclusion(PLAYER.think(sight, Rng(b"player", seed))).move.code


def test_chance_does_not_matter() -> None:
    for hand in ("g5 b4 1", "y7 o2", "g2 g17 1"):
        assert len({choice(hand, "o9 g4", seed=seed) for seed in range(5)}) == 1


def test_it_plays_its_dearest_card_if_it_is_safe() -> None:
    """F9: with a discard on the table no follower is a fool, with a lower one no discard is."""
    assert choice("g3 g5 g9", "g10 y2 g4") == "play:g9"
    assert choice("y4 o5 g9", "b7 y3 b4") == "play:g9"


def test_it_gets_rid_of_a_one_once_others_discarded() -> None:
    """F6, F9: a "1" counts as having followed."""
    assert choice("g5 g9 1", "g10 y2 g4") == "play:1"
    assert choice("o5 y9 1", "g10 y2 g4") == "play:1"


def test_two_discs_make_fools_of_followers_too() -> None:
    """F10: one discard takes the first disc only."""
    assert choice("g3 g5 1", "g10 y2 g4", discs=2) == "play:g5"


def test_it_does_not_make_itself_a_fool_with_a_one() -> None:
    assert choice("g5 g9 1", "g10 g12 g4") == "play:g9"


def test_it_gives_the_dearest_card_that_is_not_the_worst() -> None:
    assert choice("g5 g12 1", "g13 g10 g6") == "play:g12"


def test_a_fool_in_any_case_throws_the_dearest_card() -> None:
    assert choice("y4 o12 b8", "g10 g12 g4") == "play:o12"


def test_it_leads_what_somebody_has_shown_to_lack() -> None:
    """F9: who discards makes the leader safe."""
    assert choice("g9 o8 b2 y9", void=2) == "play:b2"
    assert choice("g14 o3 b2 y3") == "play:g14"
