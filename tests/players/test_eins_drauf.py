"""The computer player of Eins drauf: always legal, better than chance, the same for one sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from chatlama.core.game import (
    AnyGame,
    Outcome,
    Player,
    Sight,
    Standings,
    Strength,
    Thought,
    conclusion,
    opening,
    sight_of,
)
from chatlama.core.games import eins_drauf
from chatlama.core.games.eins_drauf.position import JOKER, Rules, State
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat, Text
from chatlama.players.eins_drauf import CHEAP_FOR_MORE, CHEAP_FOR_TWO, PLAYER

GAME: AnyGame = eins_drauf.GAME
PLAIN = GAME.info.defaults()
ALL = {"target": "30", "joker": "yes", "chips": "yes"}


class Anything:
    """Plays any legal move."""

    name = "anything"
    game = "eins_drauf"
    strength = Strength.EASY

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        yield Thought(rng.choice(sight.moves), Text("-"))


class Checked:
    """Plays as another and sees to it that every move is one of the legal ones."""

    name = "checked"
    game = "eins_drauf"
    strength = Strength.MEDIUM

    def __init__(self, player: Player) -> None:
        self.player = player
        self.codes: list[str] = []

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        thought = conclusion(self.player.think(sight, rng))
        assert thought.move in sight.moves
        self.codes.append(thought.move.code)
        yield thought


def play(players: list[Player], options: dict[str, str], seed: int) -> Outcome:
    """Return how a whole game ends."""
    standings, rng = opening(len(players)), Rng(b"game", seed)
    while True:
        state = GAME.deal(standings, options, rng)
        while (result := GAME.result(state)) is None:
            (seat,) = GAME.to_move(state)
            sight = sight_of(GAME, state, seat, options)
            move = conclusion(players[seat].think(sight, rng)).move
            state = GAME.apply(state, seat, move, rng).state
        if result.outcome is not None:
            return result.outcome
        standings = result.standings


def wins(seats: int, options: dict[str, str], games: int) -> float:
    """Return the share of games won against players of chance, ties split, from every seat."""
    share = 0.0
    for seed in range(games):
        players: list[Player] = [Anything()] * seats
        players[seed % seats] = PLAYER
        winners = play(players, options, seed).winners
        share += (seed % seats in winners) / len(winners)
    return share / games


@pytest.mark.parametrize("options", [PLAIN, ALL], ids=["plain", "all"])
@pytest.mark.parametrize(("seats", "least"), [(2, 0.8), (4, 0.5)])
def test_it_beats_chance_clearly(seats: int, least: float, options: dict[str, str]) -> None:
    """Fair shares are .50 and .25; the seeds are fixed, so the count is always the same."""
    assert wins(seats, options, 60) > least


@pytest.mark.slow
@pytest.mark.parametrize("options", [PLAIN, ALL], ids=["plain", "all"])
def test_it_is_always_legal_in_thousands_of_games(options: dict[str, str]) -> None:
    checked = Checked(PLAYER)
    for seed in range(1_200):
        players: list[Player] = [Anything(), *[checked] * (1 + seed % 5)]
        play(players, options, seed)
    assert len(checked.codes) > 50_000


def test_it_is_always_legal_and_returns_the_dearer_chip() -> None:
    checked = Checked(PLAYER)
    for seed in range(60):
        for options in (PLAIN, ALL):
            play([checked] * (2 + seed % 5), options, seed)
    assert len(checked.codes) > 5_000
    assert {"play:jk", "chip:black", "chip:white"} <= set(checked.codes)


def sight(
    hand: str,
    top: int,
    *,
    seats: int = 2,
    pile: tuple[int, ...] = (1, 1),
    out: tuple[int, ...] = (),
    points: int = 0,
) -> Sight[Any, Any]:
    """Return what seat 0 sees with this hand; everybody else holds 1 and 2."""
    state = State(
        Rules(joker=True, chips=True),
        Standings((points, *[0] * (seats - 1))),
        (tuple(sorted(map(int, hand))), *[(1, 2)] * (seats - 1)),
        tuple(seat in out for seat in range(seats)),
        top,
        pile,
        SEATS[0],
    )
    return sight_of(GAME, state, Seat(0), ALL)


def chosen(what: Sight[Any, Any], seed: int = 0) -> str:
    return conclusion(PLAYER.think(what, Rng(b"player", seed))).move.code


def test_it_is_deterministic() -> None:
    for hand in ("12345678", "26", "7", "335"):
        for top in range(1, JOKER + 1):
            assert len({chosen(sight(hand, top), seed) for seed in range(5)}) == 1


def test_it_plays_the_equal_card_then_the_next_then_the_joker() -> None:
    assert chosen(sight("458", 4)) == "play:4"
    assert chosen(sight("158", 4)) == "play:5"
    assert chosen(sight("178", 4)) == "play:jk"
    assert chosen(sight("17", JOKER)) == "play:k"


def test_it_lays_down_a_cheap_hand_and_draws_with_a_dear_one() -> None:
    assert CHEAP_FOR_TWO == 9
    assert chosen(sight("36", 1)) == "quit"
    assert chosen(sight("46", 1)) == "draw"
    assert CHEAP_FOR_MORE == 3
    assert chosen(sight("33", 1, seats=3)) == "quit"
    assert chosen(sight("4", 1, seats=3)) == "draw"


def test_it_quits_when_nothing_else_is_left() -> None:
    """E4, E5"""
    assert chosen(sight("3567", 1, pile=())) == "quit"
    assert chosen(sight("3567", 1, out=(1,))) == "quit"
    assert chosen(sight("37", 2, out=(1,))) == "play:3"


def test_it_gives_back_the_dearer_chip() -> None:
    """E11"""
    assert chosen(sight("", 1, points=12)) == "chip:black"
    assert chosen(sight("", 1, points=9)) == "chip:white"
