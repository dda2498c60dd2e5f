"""How well computer players play: whole games by the real rules, in a field of others.

    python -m bench.players                          # what docs/figures.md reports, for hours
    python -m bench.players alpaka --deals 50        # the first figures of one game, in minutes

Ctrl-C ends a field early: what was played until then is said.

One seat is the hero's, all others are its field. Each deal is played once from every seat, with
the same cards, so the luck of cards and seats meets everybody; the shares of its games make one
figure. What is said is their mean with its 95 % interval. Shared wins count as shares. Players are
told what they are told at a table and nothing else: their sight, and chance of their own.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from chatlama.core.game import AnyGame, Event, opening
from chatlama.core.player import Player, Sight, Strength, Thought, sight_of
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Text
from chatlama.plugins import load

ROUNDS = 200
"""Rounds after which a game is given up and shared by all (rulebook G7)."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays against whom."""

    game: str
    seats: int
    hero: str
    """A strength, or ``random``."""
    others: str
    deals: int
    """Deals that are reported; each is played from every seat."""
    goal: float | None = None
    """The share that is wanted."""
    surely: float | None = None
    """What the interval's lower end should be above."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options that are not the default."""

    def __str__(self) -> str:
        special = "".join(f", {key} {value}" for key, value in self.options.items())
        return f"{self.game}, {self.seats} seats{special}: {self.hero} in {self.others}"


def fields(game: str) -> Iterator[Field]:
    """Yield what is reported of a game."""
    match game:
        case "alpaka" | "eins_drauf":
            special = {"rules": "englert"} if game == "alpaka" else {"joker": "yes", "chips": "yes"}
            yield Field(game, 2, "hard", "medium", 1_000, goal=0.65, surely=0.61)
            yield Field(game, 4, "hard", "medium", 500, goal=0.35, surely=0.32)
            yield Field(game, 4, "hard", "medium", 150, options=special)
            yield Field(game, 2, "hard", "medium", 300, options=special)
            yield Field(game, 6, "hard", "medium", 60)
        case "fool":
            yield Field(game, 4, "hard", "medium", 250, goal=0.40)
            yield Field(game, 6, "hard", "medium", 40)
        case _:
            yield Field(game, 2, "hard", "medium", 500, goal=0.60)
            yield Field(game, 4, "hard", "medium", 100)
    few = 4 if game == "fool" else 2
    for seats in {few, 4}:
        yield Field(game, seats, "medium", "easy", 500)
        yield Field(game, seats, "easy", "random", 500)


# --- playing -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Anything:
    """Makes any legal move."""

    game: str
    name: str = "anything"
    strength: Strength = Strength.EASY

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        yield Thought(rng.choice(sight.moves), Text("-"))


@dataclass(slots=True)
class Cost:
    """Processor time that the hero's decisions took, in milliseconds."""

    decisions: list[float] = field(default_factory=list)
    """Each decision in which there was something to decide."""
    steps: list[float] = field(default_factory=list)
    """The longest step of each."""


def decide(player: Player, sight: Sight[Any, Any], rng: Rng, cost: Cost | None) -> Thought:
    """Return the player's last thought."""
    thoughts, clock = player.think(sight, rng), time.process_time
    start = before = clock()
    longest, last = 0.0, None
    for last in thoughts:  # noqa: B007 - it is returned
        now = clock()
        longest, before = max(longest, now - before), now
    assert last is not None
    if cost is not None and len(sight.moves) > 1:
        cost.decisions.append((clock() - start) * 1e3)
        cost.steps.append(max(longest, clock() - before) * 1e3)
    return last


def shares(
    game: AnyGame,
    options: Mapping[str, str],
    players: Sequence[Player],
    seed: bytes,
    hero: int,
    cost: Cost,
) -> float:
    """Play one game and return the hero's share of it."""
    standings = opening(len(players))
    for number in range(ROUNDS):
        deal = seed + number.to_bytes(2, "big")
        state = game.deal(standings, options, Rng(deal, 0))
        history: list[Event] = []
        step = 0
        while (result := game.result(state)) is None:
            step += 1
            seat = game.to_move(state)[0]
            sight = sight_of(game, state, seat, options, history)
            chance = Rng(b"player" + seat.to_bytes(1, "big") + deal, step)
            thought = decide(players[seat], sight, chance, cost if seat == hero else None)
            done = game.apply(state, seat, thought.move, Rng(deal, step))
            state = done.state
            history += done.events
        if result.outcome is not None:
            return float(SEATS[hero] in result.outcome.winners) / len(result.outcome.winners)
        standings = result.standings
    return 1 / len(players)


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a field."""

    field: Field
    shares: tuple[float, ...]
    """The hero's share of each deal."""
    cost: Cost

    @property
    def mean(self) -> float:
        return statistics.fmean(self.shares)

    @property
    def half(self) -> float:
        """Half the 95 % interval."""
        return 1.96 * statistics.stdev(self.shares) / sqrt(len(self.shares))

    def __str__(self) -> str:
        goal, surely = self.field.goal, self.field.surely
        wanted = "" if goal is None else f"≥ {goal:.0%}"
        met = ""
        if goal is not None:
            low = surely is None or self.mean - self.half > surely
            met = "met" if self.mean >= goal and low else "MISSED"
        games = len(self.shares) * self.field.seats
        return (
            f"| {self.field} | {self.mean:.1%} | {self.mean - self.half:.1%} to "
            f"{self.mean + self.half:.1%} | {1 / self.field.seats:.1%} | {games:,} | "
            f"{_milliseconds(self.cost)} | {wanted} | {met} |"
        )


HEAD = """\
| game, seats: hero in a field of | wins | 95 % interval | even | games | a decision, ms | goal | |
|---|---|---|---|---|---|---|---|"""


def _milliseconds(cost: Cost) -> str:
    ordered, steps = sorted(cost.decisions), sorted(cost.steps)
    if not ordered:
        return ""
    at = int(len(ordered) * 0.95)
    return f"{statistics.median(ordered):.1f}, p95 {ordered[at]:.1f}, step p95 {steps[at]:.1f}"


def play(
    field: Field, game: AnyGame, players: Mapping[str, Player], stream: str, deals: int
) -> Found:
    """Return how the field's hero does."""
    options, cost = {**game.info.defaults(), **field.options}, Cost()
    hero, other, found = players[field.hero], players[field.others], []
    with suppress(KeyboardInterrupt):  # what was played until then counts
        for number in range(deals):
            seed = f"{stream} {number} ".encode()
            share = 0.0
            for seat in SEATS[: field.seats]:
                at = [other] * field.seats
                at[seat] = hero
                share += shares(game, options, at, seed, seat, cost)
            found.append(share / field.seats)
    return Found(field, tuple(found), cost)


def players_of(game: str) -> dict[str, Player]:
    """Return the installed players of a game by what they are called here."""
    installed = load("players")[0].values()
    return {
        "random": Anything(game),
        **{player.strength.value: player for player in installed if player.game == game},
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make bench-players", description=__doc__)
    parser.add_argument("games", nargs="*", help="all, if none is named")
    parser.add_argument("--deals", type=int, help="so many deals for each field")
    parser.add_argument("--seats", type=int, help="only fields of so many")
    parser.add_argument("--hero", help="only fields with this hero: hard, medium, easy")
    parser.add_argument(
        "--stream", default="reported", help="name of the deals; tuning has its own"
    )
    wanted = parser.parse_args()
    games: dict[str, AnyGame] = load("games")[0]
    print(HEAD, flush=True)
    for name in wanted.games or games:
        players = players_of(name)
        for what in fields(name):
            if wanted.seats not in (None, what.seats) or wanted.hero not in (None, what.hero):
                continue
            if what.hero in players and what.others in players:
                deals = wanted.deals or what.deals
                print(play(what, games[name], players, wanted.stream, deals), flush=True)


if __name__ == "__main__":
    main()
