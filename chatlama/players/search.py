"""A search for games with hidden cards: every choice on the same deals, played out, counted.

A simulator deals what can't be seen, plays a choice out by rules of thumb and says what came of it
for the seat that thinks: its chance to win the whole game. This file knows neither cards nor moves;
it counts.

Rule 1: choices are compared on the same deals, so the luck of a deal meets all of them.
Rule 2: what the rules of thumb would do is done unless another choice is better by more than chance
explains. Small samples lie: without this gate a hundred deals play worse than no search at all.
Rule 3: deals are counted and clocks never looked at: the same chance leads to the same choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeVar

from chatlama.core.rng import Rng

W = TypeVar("W")

HANDFUL = 8
"""Deals of which nothing can be said yet."""


class Simulator(Protocol[W]):
    """One decision of one seat in a form that can be played out thousands of times."""

    def sample(self, chance: Random) -> W:
        """Return a world: what is hidden from the seat, drawn from all that fits what it knows."""

    def value(self, world: W, choice: int) -> float:
        """Return what comes of the choice in this world, from 0 to 1; the world stays as it is.

        It is the seat's chance to win the game, ties shared, after everybody has played the round
        out by rules of thumb.
        """


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is searched."""

    deals: int
    """Deals after which the search ends at the latest."""
    batch: int
    """Deals between two thoughts; together they must take less than 3 ms."""
    least: int
    """Deals before which nothing is concluded."""
    gate: float
    """By how many standard errors a choice must be better than the rules of thumb's (rule 2)."""
    drop: float
    """By how many standard errors a choice must be worse to be tried no longer."""
    sure: float
    """By how many standard errors the best choice must be better to end the search at once."""


class Estimate:
    """How much better or worse a choice did than the favourite, on the deals tried so far."""

    __slots__ = ("choice", "deals", "squares", "total")

    def __init__(self, choice: int) -> None:
        self.choice = choice
        self.deals = 0
        self.total = 0.0
        self.squares = 0.0

    @property
    def lead(self) -> float:
        """The mean difference, positive if the choice did better."""
        return self.total / self.deals

    @property
    def z(self) -> float:
        """The mean difference in its standard errors; 0 if all came to the same, or few were tried.

        Of a handful of deals the spread is not known yet.
        """
        if self.deals < HANDFUL:
            return 0.0
        variance = self.squares - self.total * self.total / self.deals
        if variance <= 1e-12:  # noqa: PLR2004 - what is left of nothing after rounding
            return 0.0 if abs(self.lead) < 1e-9 else self.total * float("inf")  # noqa: PLR2004 - as above
        return float(self.total / (variance * self.deals / (self.deals - 1)) ** 0.5)


def search(
    simulator: Simulator[W], choices: int, favourite: int, budget: Budget, rng: Rng
) -> Iterator[int]:
    """Yield the best of so many choices after each batch of deals; the last one counts.

    ``favourite`` is what the rules of thumb would do.
    """
    yield favourite
    if choices == 1:
        return
    chance = Random(rng.below(1 << 64))  # noqa: S311 - deals of a play-out are no secret
    sample, value = simulator.sample, simulator.value
    rivals = [Estimate(choice) for choice in range(choices) if choice != favourite]
    done = 0
    while done < budget.deals:
        for _ in range(min(budget.batch, budget.deals - done)):
            world = sample(chance)
            usual = value(world, favourite)
            for rival in rivals:
                difference = value(world, rival.choice) - usual
                rival.deals += 1
                rival.total += difference
                rival.squares += difference * difference
            done += 1
        best = max(rivals, key=lambda rival: rival.lead)
        z = best.z
        yield best.choice if z > budget.gate else favourite
        if done < budget.least:
            continue
        rivals = [rival for rival in rivals if rival.z > -budget.drop]
        if not rivals or (z > budget.sure and len(rivals) == 1):
            return
