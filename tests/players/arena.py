"""Where computer players of shedding games are let loose: whole games by the real rules."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from chatlama.core.game import AnyGame, Event, Outcome, opening
from chatlama.core.player import Player, Sight, Strength, Thought, conclusion, sight_of
from chatlama.core.rng import Rng
from chatlama.core.text import Seat, Text


@dataclass(frozen=True, slots=True)
class Anything:
    """Plays any legal move."""

    game: str = ""
    name: str = "anything"
    strength: Strength = Strength.EASY

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        yield Thought(rng.choice(sight.moves), Text("-"))


@dataclass(slots=True)
class Checked:
    """Plays as another and sees to it that every thought is a legal move with a reason."""

    player: Player
    codes: list[str] = field(default_factory=list)
    reasons: set[Text] = field(default_factory=set)
    name: str = "checked"
    game: str = ""
    strength: Strength = Strength.MEDIUM

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        thought = None
        for thought in self.player.think(sight, rng):
            assert thought.move in sight.moves
            yield thought
        assert thought is not None
        self.codes.append(thought.move.code)
        self.reasons.add(thought.why)


def every_choice(game: AnyGame) -> list[dict[str, str]]:
    """Return all options of the game in all combinations."""
    keys = [option.key for option in game.info.options]
    values = [[choice.value for choice in option.choices] for option in game.info.options]
    return [dict(zip(keys, chosen, strict=True)) for chosen in product(*values)]


def turns(
    game: AnyGame, options: Mapping[str, str], players: Sequence[Player], seed: int
) -> Generator[tuple[Any, Sight[Any, Any]], None, Outcome]:
    """Yield each position of a whole game, with what the seat that is to move sees.

    What it returns in the end is the game's outcome.
    """
    standings, step = opening(len(players)), 0
    while True:
        step += 1
        state, history = game.deal(standings, options, Rng(b"%d" % seed, step)), list[Event]()
        while (result := game.result(state)) is None:
            (seat,) = game.to_move(state)
            sight = sight_of(game, state, seat, options, history)
            yield state, sight
            step += 1
            chance = Rng(b"%d" % seed, step)
            move = conclusion(players[seat].think(sight, chance)).move
            done = game.apply(state, seat, move, chance)
            state, history = done.state, [*history, *done.events]
        if result.outcome is not None:
            return result.outcome
        standings = result.standings


def play(
    game: AnyGame, options: Mapping[str, str], players: Sequence[Player], seed: int
) -> Outcome:
    """Return how a whole game ends."""
    playing = turns(game, options, players, seed)
    while True:
        try:
            next(playing)
        except StopIteration as ended:
            outcome: Outcome = ended.value
            return outcome


def wins(
    game: AnyGame,
    options: Mapping[str, str],
    hero: Player,
    others: Player,
    seats: int,
    games: int,
) -> float:
    """Return the hero's share of games, ties split, from every seat; always the same."""
    share = 0.0
    for seed in range(games):
        for seat in range(seats):
            players = [others] * seats
            players[seat] = hero
            winners = play(game, options, players, seed).winners
            share += (Seat(seat) in winners) / len(winners)
    return share / games / seats
