"""The computer players of Alpaka: always legal, and each better than the next weaker one."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from chatlama.core.game import AnyGame, Standings
from chatlama.core.games import alpaka
from chatlama.core.games.alpaka.position import ALPACA, Rules, State, hand_value
from chatlama.core.player import Player, Sight, conclusion, sight_of
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat
from chatlama.players.alpaka import EASY, HARD, LORE, MEDIUM, thumb_of
from chatlama.players.shedding.hard import play_outs
from chatlama.players.shedding.kind import hand_of, mask_of
from chatlama.players.shedding.rounds import World
from tests.players.arena import Anything, Checked, play, wins

GAME: AnyGame = alpaka.GAME
CLASSIC = {"rules": "classic", "target": "40"}
ENGLERT = {"rules": "englert", "target": "40"}
BOTH = pytest.mark.parametrize("options", [CLASSIC, ENGLERT], ids=["classic", "englert"])


@BOTH
@pytest.mark.parametrize(("seats", "least"), [(2, 0.8), (4, 0.5)])
def test_even_an_easy_one_beats_chance_clearly(
    seats: int, least: float, options: dict[str, str]
) -> None:
    """Even shares are .50 and .25; the seeds are fixed, so the count is always the same."""
    assert wins(GAME, options, EASY, Anything(), seats, 10) > least


@BOTH
@pytest.mark.parametrize(("seats", "least"), [(2, 0.55), (4, 0.28)])
def test_medium_beats_easy(seats: int, least: float, options: dict[str, str]) -> None:
    assert wins(GAME, options, MEDIUM, EASY, seats, 60) > least


@pytest.mark.slow
@BOTH
def test_hard_beats_medium(options: dict[str, str]) -> None:
    """Only the roughest failure shows here; ``make bench-players`` measures."""
    assert wins(GAME, options, HARD, MEDIUM, 2, 20) > 0.55


@pytest.mark.slow
@BOTH
def test_it_is_always_legal_in_thousands_of_games(options: dict[str, str]) -> None:
    checked = Checked(MEDIUM)
    for seed in range(1_200):
        play(GAME, options, [Anything(), *[checked] * (1 + seed % 5)], seed)
    assert len(checked.codes) > 50_000


@BOTH
@pytest.mark.parametrize("player", [EASY, MEDIUM, HARD], ids=lambda player: player.name)
def test_it_is_always_legal(player: Player, options: dict[str, str]) -> None:
    checked = Checked(player)
    for seed in range(1 if player is HARD else 40):
        play(GAME, options, [checked] * (2 + seed % 5), seed)
    assert len(checked.codes) > (5 if player is HARD else 2_000)


def sight(
    hand: str,
    top: int,
    *,
    seats: int = 2,
    pile: tuple[int, ...] = (1, 1),
    quit: tuple[int, ...] = (),
    gone: tuple[int, ...] = (),
    englert: bool = False,
    points: tuple[int, ...] = (0,) * 6,
    others: tuple[int, ...] = (1, 2),
    hands: tuple[tuple[int, ...], ...] = (),
) -> Sight[Any, Any]:
    """Return what seat 0 sees with this hand."""
    state = State(
        Rules(englert, 40),
        Standings(points[:seats], frozenset(SEATS[seat] for seat in gone), dealer=Seat(1)),
        (tuple(sorted(map(int, hand))), *(hands or [others] * (seats - 1))),
        tuple(seat in quit or seat in gone for seat in range(seats)),
        top,
        pile,
        Seat(0),
    )
    return sight_of(GAME, state, Seat(0), ENGLERT if englert else CLASSIC)


def chosen(what: Sight[Any, Any], player: Player = MEDIUM, seed: int = 0) -> str:
    return conclusion(player.think(what, Rng(b"player", seed))).move.code


def test_medium_needs_no_chance() -> None:
    for hand in ("1234567", "26", "7", "335"):
        for top in range(1, ALPACA + 1):
            position = sight(hand, top, englert=True)
            assert len({chosen(position, seed=seed) for seed in range(5)}) == 1


@pytest.mark.parametrize("player", [EASY, HARD], ids=lambda player: player.name)
def test_the_same_chance_gives_the_same_thoughts(player: Player) -> None:
    what = sight("2356", 4, seats=3, others=(1, 2, 3, 4))
    once, again = (list(player.think(what, Rng(b"player", 1))) for _ in range(2))
    assert once == again


def test_it_plays_the_equal_card_then_the_next() -> None:
    assert chosen(sight("45", 4)) == "play:4"
    assert chosen(sight("15", 4)) == "play:5"
    assert chosen(sight("17", 6)) == "play:al"
    assert chosen(sight("17", 7)) == "play:al"
    assert chosen(sight("135", 7)) == "play:1"


def test_it_plays_the_dearer_neighbour() -> None:
    """A17; an alpaca costs more than a 2."""
    assert chosen(sight("35", 4, englert=True)) == "play:5"
    assert chosen(sight("26", 1, englert=True)) == "play:2"
    assert chosen(sight("27", 1, englert=True)) == "play:al"
    assert chosen(sight("16", 7, englert=True)) == "play:6"
    assert chosen(sight("345", 4, englert=True)) == "play:4"


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("cards", [2, 3])
def test_it_lays_down_a_cheap_hand_and_draws_with_a_dear_one(seats: int, cards: int) -> None:
    """What is cheap differs when somebody holds two cards or fewer."""
    thumb, seen = thumb_of(Rules(englert=False, target=40), seats), set()
    cheap = thumb.near if cards == 2 else thumb.far
    for hand in combinations_with_replacement((2, 4, 5, 6), 3):
        for some in range(1, 4):
            held = hand[:some]
            what = sight("".join(map(str, held)), 7, seats=seats, others=(3,) * cards)
            expected = "quit" if hand_value(held) <= cheap else "draw"
            assert chosen(what) == expected
            seen.add(expected)
    assert seen == {"draw", "quit"}


def test_who_quit_or_left_is_no_longer_about_to_finish() -> None:
    thumb = thumb_of(Rules(englert=False, target=40), 3)
    assert thumb.near >= 5 > thumb.far
    few = ((1, 2), (1, 2, 3))
    assert chosen(sight("5", 1, seats=3, hands=few)) == "quit"
    assert chosen(sight("5", 1, seats=3, hands=few, quit=(1,))) == "draw"
    two = thumb_of(Rules(englert=False, target=40), 2)
    assert two.far >= 9
    assert chosen(sight("36", 1, seats=3, hands=few, gone=(1,))) == "quit"
    assert chosen(sight("36", 1, seats=3, hands=few)) == "draw"


def test_it_quits_when_nothing_else_is_left() -> None:
    for player in (EASY, MEDIUM, HARD):
        assert chosen(sight("3567", 1, pile=()), player) == "quit"


def test_it_plays_on_alone_while_a_card_fits() -> None:
    """A11"""
    assert chosen(sight("37", 2, quit=(1,))) == "play:3"


def test_hard_sees_where_playing_on_alone_would_lose() -> None:
    """A11: playing ends the game with seat 2 as its winner, quitting does not."""
    what = sight(
        "26", 6, seats=3, quit=(1, 2), englert=True, points=(20, 39, 0), hands=((5,), (1,))
    )
    decision = play_outs(LORE, what, HARD.surprise)
    hands = ((2, 6), (5,), (1,))
    world = World([*map(hand_of, hands)], [*map(mask_of, hands)], [])
    values = [decision.value(world, choice) for choice in range(len(what.moves))]
    assert [move.code for move in what.moves] == ["play:6", "quit"]
    assert values[0] == 0
    assert values[1] > 0


def test_hard_finishes_when_that_wins() -> None:
    what = sight("4", 4, points=(10, 35), others=(7, 6, 5))
    assert chosen(what, HARD) == "play:4"
