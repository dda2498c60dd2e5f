"""The numbers of shedding games' players: what is cheap enough to quit, and what points are worth.

    python -m bench.tune.shedding thumbs     # Thumb: for each game, rules and number of players
    python -m bench.tune.shedding outlook    # Outlook: with the thumbs that are installed

A second word names the game, or the rules, to do only those.

Thumbs are found by climbing (``climb``), in whole games without the rules. Outlooks are fitted: of
games among the installed thumbs, the standings after every round are kept with who won in the end,
and the numbers are those under which what happened was most likely. The search for them begins at
those that are installed, and what is 0 there stays so. How well they do is said of other games.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import product
from math import log
from random import Random

from bench.tune import climb
from chatlama.core.games.alpaka import position as alpaka_position
from chatlama.core.games.eins_drauf import position as eins_drauf_position
from chatlama.players import alpaka, eins_drauf
from chatlama.players.shedding.kind import Kind, Thumb, hand_of, mask_of
from chatlama.players.shedding.lore import Lore
from chatlama.players.shedding.outlook import Outlook
from chatlama.players.shedding.rounds import Round, World

DEALS = 1_500
"""Games of which each is played from every seat, for one candidate."""
GAMES = 8_000
"""Games to which an outlook is fitted."""
OTHERS = 4_000
"""Games by which it is judged."""
PLAYERS = range(2, 7)


@dataclass(frozen=True, slots=True)
class Task:
    """What one set of numbers is for."""

    lore: Lore
    rules: object
    said: str


def tasks() -> Iterator[Task]:
    for englert in (False, True):
        rules = alpaka_position.Rules(englert, 40)
        yield Task(alpaka.LORE, rules, f"alpaka, englert={englert}")
    for joker in (False, True):
        said = f"eins_drauf, joker={joker}"
        yield Task(eins_drauf.LORE, eins_drauf_position.Rules(joker=joker), said)


# --- whole games, without the rules ----------------------------------------------------------


def deal(kind: Kind, seats: int, chance: Random) -> tuple[World, int, tuple[int, ...]]:
    """Return what is dealt, the card on top and how many cards everybody has."""
    cards = list(kind.deck)
    chance.shuffle(cards)
    hands = [cards[6 * seat : 6 * seat + 6] for seat in range(seats)]
    top, pile = cards[6 * seats], cards[6 * seats + 1 :]
    return World([*map(hand_of, hands)], [*map(mask_of, hands)], pile), top, (6,) * seats


def games(
    kind: Kind, thumbs: Sequence[Thumb], chance: Random, *, last_starts: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield everybody's points after each round of a game, and who begins the next one."""
    seats = len(thumbs)
    everybody = tuple(range(seats))
    far, near = tuple(t.far for t in thumbs), tuple(t.near for t in thumbs)
    points, starter = (0,) * seats, chance.randrange(seats)
    while max(points) < kind.target:
        world, top, counts = deal(kind, seats, chance)
        active = everybody[starter:] + everybody[:starter]
        pile = len(world.pile)
        # A seat on turn has to choose, and thumbs are what is left to everybody after a choice:
        # the first choice is what a thumb would do.
        round = Round(kind, far, near, points, everybody, active, counts, top, pile)
        mask = world.masks[starter]
        choice = kind.cards[top][mask] or -(kind.value[mask] <= far[starter])
        ended = round.play_out(world, choice)
        points = tuple(ended.points)
        starter = ended.last if last_starts else (starter + 1) % seats
        yield points, starter


# --- thumbs ----------------------------------------------------------------------------------


def wins(task: Task, seats: int) -> Callable[[Thumb, Thumb, range], list[float]]:
    """Return what says a hero's share, in a field of others, for each deal from every seat."""
    kind, last_starts = task.lore.kind(task.rules), task.lore.last_starts

    def ended(thumbs: Sequence[Thumb], chance: Random) -> tuple[int, ...]:
        *_, (points, _) = games(kind, thumbs, chance, last_starts=last_starts)
        return points

    return climb.from_every_seat(ended, seats, min)


def nearby(thumb: Thumb) -> set[Thumb]:
    """Return thumbs that differ a little in one number or both."""
    steps = product((-3, -1, 0, 1, 3), repeat=2)
    return {Thumb(max(thumb.far + far, 0), max(thumb.near + near, 0)) for far, near in steps}


# --- outlooks --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """The standings after a round, and what became of them."""

    points: tuple[int, ...]
    target: int
    starter: int
    shares: tuple[float, ...]


def seen(task: Task, seats: int, numbers: range) -> list[Seen]:
    """Return the standings of many games among thumbs, and how each ended."""
    kind, thumb, found = task.lore.kind(task.rules), task.lore.thumb(task.rules, seats), []
    for number in numbers:
        # Half of the games go to a distant target: little and much is left to play in them.
        to = (
            replace(kind, target=(40, 40, 80, 60)[number % 4])
            if task.lore.game == "alpaka"
            else kind
        )
        chance = Random(f"outlook {number}")
        rounds = list(games(to, [thumb] * seats, chance, last_starts=task.lore.last_starts))
        last = rounds[-1][0]
        shares = tuple(climb.share(last, seat, min) for seat in range(seats))
        found += [Seen(points, to.target, starter, shares) for points, starter in rounds[:-1]]
    return found


def misfit(outlook: Outlook, scenes: Sequence[Seen]) -> float:
    """Return how unlikely what happened was, in nats for each scene."""
    total = 0.0
    everybody = tuple(range(len(scenes[0].points)))
    for scene in scenes:
        for seat, won in enumerate(scene.shares):
            if won:
                chance = outlook.chance(scene.points, everybody, scene.target, seat, scene.starter)
                total -= won * log(chance)
    return total / len(scenes)


def fit(task: Task, seats: int) -> Outlook:
    """Return the outlook under which what happened was most likely."""
    scenes, before = seen(task, seats, range(GAMES)), task.lore.outlook(task.rules, seats)
    best, _ = climb.fit(astuple(before), lambda numbers: misfit(Outlook(*numbers), scenes))
    others = seen(task, seats, range(GAMES, GAMES + OTHERS))
    was, now, even = misfit(before, others), misfit(Outlook(*best), others), log(seats)
    print(f"  {seats} players: {now:.4f} nats a scene, {was:.4f} before, {even:.4f} without any")
    return Outlook(*best)


def main(what: str, only: str = "") -> None:
    for task in tasks():
        if only not in task.said:
            continue
        print(f"{task.said}:", flush=True)
        for seats in PLAYERS:
            if what == "thumbs":
                thumb = climb.climb(
                    task.lore.thumb(task.rules, seats), nearby, wins(task, seats), 1 / seats, DEALS
                )
                print(f"  {seats}: {thumb}", flush=True)
            else:
                numbers = ", ".join(f"{number:.3g}" for number in astuple(fit(task, seats)))
                print(f"  {seats}: Outlook({numbers})", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
