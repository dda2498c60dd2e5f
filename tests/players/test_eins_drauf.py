"""The computer players of Eins drauf: always legal, and each better than the next weaker one."""

from __future__ import annotations

from typing import Any

import pytest

from chatlama.core.game import AnyGame, Standings
from chatlama.core.games import eins_drauf
from chatlama.core.games.eins_drauf.position import JOKER, Rules, State
from chatlama.core.player import Player, Sight, conclusion, sight_of
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat
from chatlama.i18n.catalog import Speech
from chatlama.players.eins_drauf import EASY, HARD, MEDIUM, thumb_of
from tests.core.games.spoken import catalogs_of
from tests.players.arena import Anything, Checked, play, wins

GAME: AnyGame = eins_drauf.GAME
PLAIN = GAME.info.defaults()
ALL = {"target": "30", "joker": "yes", "chips": "yes"}
BOTH = pytest.mark.parametrize("options", [PLAIN, ALL], ids=["plain", "all"])


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
def test_it_is_always_legal_and_returns_the_dearer_chip(
    player: Player, options: dict[str, str]
) -> None:
    checked = Checked(player)
    for seed in range(2 if player is HARD else 40):
        play(GAME, options, [checked] * (2 + seed % 5), seed)
    assert len(checked.codes) > (10 if player is HARD else 2_000)
    if options is ALL and player is not HARD:
        assert {"play:jk", "chip:black", "chip:white"} <= set(checked.codes)


def sight(
    hand: str,
    top: int,
    *,
    seats: int = 2,
    pile: tuple[int, ...] = (1, 1),
    out: tuple[int, ...] = (),
    points: int = 0,
    others: tuple[int, ...] = (1, 2),
) -> Sight[Any, Any]:
    """Return what seat 0 sees with this hand."""
    state = State(
        Rules(joker=True, chips=True),
        Standings((points, *[0] * (seats - 1))),
        (tuple(sorted(map(int, hand))), *[others] * (seats - 1)),
        tuple(seat in out for seat in range(seats)),
        top,
        pile,
        SEATS[0],
    )
    return sight_of(GAME, state, Seat(0), ALL)


def chosen(what: Sight[Any, Any], player: Player = MEDIUM, seed: int = 0) -> str:
    return conclusion(player.think(what, Rng(b"player", seed))).move.code


def test_medium_needs_no_chance() -> None:
    for hand in ("12345678", "26", "7", "335"):
        for top in range(1, JOKER + 1):
            assert len({chosen(sight(hand, top), seed=seed) for seed in range(5)}) == 1


@pytest.mark.parametrize("player", [EASY, HARD], ids=lambda player: player.name)
def test_the_same_chance_gives_the_same_thoughts(player: Player) -> None:
    what = sight("2356", 4, seats=3, others=(1, 2, 3, 4))
    once, again = (list(player.think(what, Rng(b"player", 1))) for _ in range(2))
    assert once == again


def test_it_plays_the_equal_card_then_the_next_then_the_joker() -> None:
    assert chosen(sight("458", 4)) == "play:4"
    assert chosen(sight("158", 4)) == "play:5"
    assert chosen(sight("178", 4)) == "play:jk"
    assert chosen(sight("17", JOKER)) == "play:k"


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("cards", [2, 3])
def test_it_lays_down_a_cheap_hand_and_draws_with_a_dear_one(seats: int, cards: int) -> None:
    """What is cheap differs when somebody holds two cards or fewer."""
    thumb = thumb_of(Rules(joker=True, chips=True), seats)
    cheap, seen = thumb.near if cards == 2 else thumb.far, set()
    for hand, value in (
        ("1", 1),
        ("2", 2),
        ("4", 4),
        ("14", 5),
        ("26", 8),
        ("136", 10),
        ("246", 12),
    ):
        expected = "quit" if value <= cheap else "draw"
        top = 2 if hand in {"1", "4", "14"} else 4 if hand == "2" else 7 if "1" not in hand else 4
        assert chosen(sight(hand, top, seats=seats, others=(3,) * cards)) == expected
        seen.add(expected)
    assert seen == ({"draw", "quit"} if cheap else {"draw"})


def test_even_one_point_can_be_too_dear_and_is_said_so() -> None:
    said = conclusion(MEDIUM.think(sight("1", 3, seats=4, others=(3,) * 3), Rng(b"player", 1))).why
    spoken, nobody = catalogs_of(GAME), Speech(str)
    assert spoken["de"].say(said, nobody).startswith("Nichts passt, und mit 1 Punkt ")
    assert spoken["en"].say(said, nobody).startswith("Nothing fits, and 1 point is too much")


def test_it_quits_when_nothing_else_is_left() -> None:
    """E4, E5"""
    for player in (EASY, MEDIUM, HARD):
        assert chosen(sight("3567", 1, pile=()), player) == "quit"
        assert chosen(sight("3567", 1, out=(1,)), player) == "quit"
    assert chosen(sight("37", 2, out=(1,))) == "play:3"


def test_it_gives_back_the_dearer_chip() -> None:
    """E11"""
    for player in (EASY, MEDIUM, HARD):
        assert chosen(sight("", 1, points=12), player) == "chip:black"
        assert chosen(sight("", 1, points=9), player) == "chip:white"


def test_hard_finishes_when_that_wins() -> None:
    assert chosen(sight("4", 4, points=0, others=(7, 6, 5)), HARD) == "play:4"
