"""Games played at random, for tests of what every game promises.

Chance is seeded, so a test that fails once fails always.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from chatlama.core.game import AnyGame, Event, Move, Public, Result, Standings, Step, opening
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat
from chatlama.plugins import load
from tests.toy import GAME as TOY

GAMES: dict[str, AnyGame] = {**load("games")[0], TOY.info.name: TOY}
"""Every installed game, and the toy that uses what they may not."""

CAP = 300
"""Rounds after which a game is left unfinished: it could go on for ever (rulebook G7)."""
CHOOSER = 1_000_000
"""The step whose stream chooses the moves, behind all steps of a game."""
LEAVES = 60
"""One in so many actions is that a seat leaves."""
FEW, MANY = 600, 10_000
"""Positions of each game that tests look at; few enough to be kept, or many."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position met in play, and what was done there."""

    game: AnyGame
    options: dict[str, str]
    standings: Standings
    """As the round was dealt; whoever left since is gone."""
    state: Any
    seed: bytes
    step: int
    seat: Seat | None = None
    """Who acted here; ``None`` if the round was over."""
    move: Move | None = None
    """What the seat did; ``None`` if it left."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[: len(self.standings.points)]

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        return (None, *self.seats)

    @property
    def result(self) -> Result | None:
        found: Result | None = self.game.result(self.state)
        return found

    def chance(self) -> Rng:
        """Return the chance of this step, always the same."""
        return Rng(self.seed, self.step)

    def world(self, viewer: Seat | None, salt: int = 0) -> Any:  # noqa: ANN401 - a game's state
        """Return another position that looks the same to the viewer."""
        return self.game.redeal(self.state, viewer, Rng(self.seed, CHOOSER + 1 + self.step + salt))

    def legal(self) -> list[tuple[Seat, Move]]:
        """Return everything that may be done here."""
        return [(s, move) for s in self.seats for move in self.game.legal(self.state, s)]


def heard(step: Step[Any], viewer: Seat | None) -> list[Event]:
    """Return what the viewer is told of a step."""
    return [event for event in step.events if isinstance(event, Public) or event.seat == viewer]


def combinations(game: AnyGame) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield every number of seats with every combination of options."""
    chosen = [[(o.key, choice.value) for choice in o.choices] for o in game.info.options]
    for seats in range(game.info.min_seats, game.info.max_seats + 1):
        for options in product(*chosen):
            yield seats, dict(options)


def any_move(scene: Scene, chance: Rng) -> tuple[Seat, Move]:
    """Return one of all that may be done."""
    return chance.choice(scene.legal())


def whole_game(
    game: AnyGame,
    seats: int,
    options: dict[str, str],
    seed: bytes,
    choose: Callable[[Scene, Rng], tuple[Seat, Move]] = any_move,
    leaves: int = LEAVES,
) -> Iterator[Scene]:
    """Yield all positions of a game of chance, up to ``CAP`` rounds.

    One in ``leaves`` actions is that a seat leaves.
    """
    chooser, standings, step = Rng(seed, CHOOSER), opening(seats), 0
    for _ in range(CAP):
        state = game.deal(standings, options, Rng(seed, step))
        while (result := game.result(state)) is None:
            step += 1
            scene = Scene(game, options, standings, state, seed, step)
            if chooser.below(leaves):
                seat, move = choose(scene, chooser)
                yield replace(scene, seat=seat, move=move)
                state = game.apply(state, seat, move, scene.chance()).state
            else:
                seat = chooser.choice(standings.present)
                yield replace(scene, seat=seat)
                state = game.leave(state, seat, scene.chance()).state
                standings = standings._replace(gone=standings.gone | {seat})
        step += 1
        yield Scene(game, options, standings, state, seed, step)
        standings = result.standings
        if result.outcome is not None:
            return


def prefix_of(name: str) -> str:
    """Return how the ids of all texts of a game begin."""
    return f"{name.replace('_', '-')}-"


@dataclass(frozen=True, slots=True)
class Scenes:
    """Positions of whole games, with every number of seats and combination of options."""

    name: str
    least: int
    """How many there are at least."""

    def __iter__(self) -> Iterator[Scene]:
        yield from _kept(self) if self.least <= FEW else self.played()

    @property
    def game(self) -> AnyGame:
        return GAMES[self.name]

    def games(self) -> Iterator[list[Scene]]:
        """Yield whole games until there are enough positions."""
        count = number = 0
        while count < self.least:
            for seats, options in combinations(self.game):
                seed = f"{self.name} {seats} {sorted(options.items())} {number}".encode()
                played = list(whole_game(self.game, seats, options, seed))
                count += len(played)
                yield played
            number += 1

    def played(self) -> Iterator[Scene]:
        for scenes in self.games():
            yield from scenes


@cache
def _kept(scenes: Scenes) -> tuple[Scene, ...]:
    """Return all ends and leaves, and of the rest evenly as many as are wanted."""
    played = tuple(scenes.played())
    every = max(len(played) // scenes.least, 1)
    return tuple(s for at, s in enumerate(played) if s.move is None or at % every == 0)


few = pytest.mark.parametrize("scenes", [pytest.param(Scenes(n, FEW), id=n) for n in GAMES])
"""Run the test on thousands of positions of every game."""
many = pytest.mark.parametrize(
    "scenes",
    [
        pytest.param(Scenes(name, least), id=f"{name}-{least}", marks=marks)
        for name in GAMES
        for least, marks in ((FEW, ()), (MANY, pytest.mark.slow))
    ],
)
"""The same; among the slow tests on many more."""
