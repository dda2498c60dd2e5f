"""The computer player of Alpaka: always legal, better than chance, the same for the same sight."""

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
from chatlama.core.games import alpaka
from chatlama.core.games.alpaka.position import ALPACA, Rules, State
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat, Text
from chatlama.players.alpaka import CHEAP_FOR_MORE, CHEAP_FOR_TWO, PLAYER

GAME: AnyGame = alpaka.GAME

ENGLERT = {"rules": "englert", "target": "40"}
CLASSIC = {"rules": "classic", "target": "40"}


class Anything:
    """Plays any legal move."""

    name = "anything"
    game = "alpaka"
    strength = Strength.EASY

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        yield Thought(rng.choice(sight.moves), Text("-"))


class Checked:
    """Plays as another and sees to it that every move is one of the legal ones."""

    name = "checked"
    game = "alpaka"
    strength = Strength.MEDIUM

    def __init__(self, player: Player) -> None:
        self.player = player
        self.moves = 0

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        thought = conclusion(self.player.think(sight, rng))
        assert thought.move in sight.moves
        self.moves += 1
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


@pytest.mark.parametrize("options", [CLASSIC, ENGLERT], ids=["classic", "englert"])
@pytest.mark.parametrize(("seats", "least"), [(2, 0.8), (4, 0.5)])
def test_it_beats_chance_clearly(seats: int, least: float, options: dict[str, str]) -> None:
    """Fair shares are .50 and .25; the seeds are fixed, so the count is always the same."""
    assert wins(seats, options, 60) > least


@pytest.mark.slow
@pytest.mark.parametrize("options", [CLASSIC, ENGLERT], ids=["classic", "englert"])
def test_it_is_always_legal_in_thousands_of_games(options: dict[str, str]) -> None:
    checked = Checked(PLAYER)
    for seed in range(1_200):
        seats = 2 + seed % 5
        players: list[Player] = [Anything(), *[checked] * (seats - 1)]
        play(players, options, seed)
    assert checked.moves > 50_000


def test_it_is_always_legal() -> None:
    checked = Checked(PLAYER)
    for seed in range(60):
        for options in (CLASSIC, ENGLERT):
            play([checked] * (2 + seed % 5), options, seed)
    assert checked.moves > 5_000


def sight(
    hand: str,
    top: int,
    *,
    seats: int = 2,
    pile: tuple[int, ...] = (1, 1),
    quit: tuple[int, ...] = (),
    gone: tuple[int, ...] = (),
    englert: bool = False,
) -> Sight[Any, Any]:
    """Return what seat 0 sees with this hand; everybody else holds 1 and 2."""
    state = State(
        Rules(englert, 40),
        Standings((0,) * seats, frozenset(SEATS[seat] for seat in gone), dealer=Seat(1)),
        (tuple(sorted(map(int, hand))), *[(1, 2)] * (seats - 1)),
        tuple(seat in quit or seat in gone for seat in range(seats)),
        top,
        pile,
        Seat(0),
    )
    return sight_of(GAME, state, Seat(0), ENGLERT if englert else CLASSIC)


def chosen(what: Sight[Any, Any], seed: int = 0) -> str:
    return conclusion(PLAYER.think(what, Rng(b"player", seed))).move.code


def test_it_is_deterministic() -> None:
    for hand in ("1234567", "26", "7", "335"):
        for top in range(1, ALPACA + 1):
            position = sight(hand, top, englert=True)
            assert len({chosen(position, seed) for seed in range(5)}) == 1


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


def test_it_lays_down_a_cheap_hand_and_draws_with_a_dear_one() -> None:
    assert CHEAP_FOR_TWO == 9
    assert chosen(sight("36", 1)) == "quit"
    assert chosen(sight("46", 1)) == "draw"
    assert CHEAP_FOR_MORE == 5
    assert chosen(sight("55", 1, seats=3)) == "quit"
    assert chosen(sight("6", 1, seats=3)) == "draw"


def test_who_left_no_longer_counts() -> None:
    assert chosen(sight("36", 1, seats=3, gone=(2,))) == "quit"
    assert chosen(sight("36", 1, seats=3, quit=(2,))) == "draw"


def test_it_quits_when_nothing_else_is_left() -> None:
    assert chosen(sight("3567", 1, pile=())) == "quit"


def test_it_plays_on_alone_while_a_card_fits() -> None:
    """A11"""
    assert chosen(sight("37", 2, quit=(1,))) == "play:3"
