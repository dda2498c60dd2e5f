"""How numbers are found: by climbing, and by fitting chances to what happened.

What is tried plays one seat in a field of the best so far, all candidates on the same deals, from
every seat. It takes their place if it is ahead by more than chance explains; the climb ends when
nobody is. Every round of the climb has deals of its own.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from math import log
from random import Random
from typing import TypeVar

T = TypeVar("T")

GATE = 2.0
"""Standard errors by which a candidate must be ahead."""
FINALISTS = 4
ROUNDS = 12
NOTHING = 1e-6
"""Less surprise by this many nats is no better fit."""


def climb(
    best: T,
    nearby: Callable[[T], Iterable[T]],
    shares: Callable[[T, T, range], Sequence[float]],
    even: float,
    deals: int,
) -> T:
    """Return what nobody nearby beats; ``shares`` says what a hero in a field wins of each deal."""
    for number in range(ROUNDS):
        few = range(number * 2 * deals, number * 2 * deals + deals // 4)
        many = range(few.stop, few.stop + deals)
        ahead = {it: _ahead(shares(it, best, few), even) for it in nearby(best) if it != best}
        finalists = sorted(ahead, key=lambda it: -ahead[it])[:FINALISTS]
        last = {it: _ahead(shares(it, best, many), even) for it in finalists}
        winner = max(last, key=lambda it: last[it])
        said = "\n".join(f"    {z:+.1f} {it}" for it, z in last.items())
        print(f"  {best}\n    is challenged by (standard errors):\n{said}", flush=True)
        if last[winner] < GATE:
            break
        best = winner
    return best


def _ahead(shares: Sequence[float], even: float) -> float:
    """Return by how many standard errors the mean share is more than even; 0 if all are."""
    spread = statistics.stdev(shares) / len(shares) ** 0.5
    return (statistics.fmean(shares) - even) / spread if spread else 0.0


def share(points: Sequence[int], seat: int, best: Callable[[Sequence[int]], int]) -> float:
    """Return the seat's share of a game that ended like this; ``best``: ``max`` or ``min`` wins."""
    won = best(points)
    return (points[seat] == won) / [*points].count(won)


def from_every_seat(
    ended: Callable[[Sequence[T], Random], Sequence[int]],
    seats: int,
    best: Callable[[Sequence[int]], int],
) -> Callable[[T, T, range], list[float]]:
    """Return what says a hero's share, in a field of others, for each deal from every seat.

    ``ended`` says with how many points a game ends among those who play it.
    """

    def shares(hero: T, field: T, deals: range) -> list[float]:
        found = []
        for number in deals:
            total = 0.0
            for seat in range(seats):
                playing = [field] * seats
                playing[seat] = hero
                total += share(ended(playing, Random(f"tune {number}")), seat, best)
            found.append(total / seats)
        return found

    return shares


def fit(
    start: Sequence[float], surprise: Callable[[Sequence[float]], float]
) -> tuple[tuple[float, ...], float]:
    """Return the numbers with the least surprise, and that: each is tried larger and smaller."""
    best, least, step = tuple(start), surprise(start), 2.0
    while step > 1.02:
        tries = chain.from_iterable(
            ((*best[:at], best[at] * by, *best[at + 1 :]) for by in (step, 1 / step))
            for at in range(len(best))
        )
        found = min(((surprise(it), it) for it in tries), key=lambda each: each[0])
        if found[0] < least - NOTHING:
            least, best = found
        else:
            step = step**0.5
    return best, least


def surprised(chances: Iterable[tuple[float, float]]) -> float:
    """Return the mean surprise that shares of won games are, given the chances to win them."""
    return statistics.fmean([-share * log(max(chance, 1e-9)) for chance, share in chances])
