"""The search: the same deals for every choice, and no faith in what chance explains."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from chatlama.core.rng import Rng
from chatlama.players.search import Budget, search

BUDGET = Budget(deals=400, batch=20, least=60, gate=2, drop=3, sure=5)


class Lottery:
    """Each choice is worth the luck of the deal and something of its own; luck is large."""

    def __init__(self, *worth: float, noise: float = 0.2) -> None:
        self.worth = worth
        self.noise = noise
        self.tried: Counter[int] = Counter()
        self.worlds: list[float] = []

    def sample(self, chance: Random) -> float:
        self.worlds.append(chance.random())
        return self.worlds[-1]

    def value(self, world: float, choice: int) -> float:
        self.tried[choice] += 1
        own = Random(f"{world} {choice}").random() * self.noise
        return world + self.worth[choice] + own


def thoughts(lottery: Lottery, favourite: int = 0, seed: int = 0) -> list[int]:
    return list(search(lottery, len(lottery.worth), favourite, BUDGET, Rng(b"search", seed)))


def test_a_single_choice_needs_no_deal() -> None:
    lottery = Lottery(0.5)
    assert thoughts(lottery) == [0]
    assert not lottery.worlds


def test_the_first_thought_is_the_rule_of_thumbs() -> None:
    for favourite in range(3):
        assert thoughts(Lottery(0, 0, 0), favourite)[0] == favourite


@pytest.mark.parametrize("best", range(4))
def test_it_finds_what_is_better_though_luck_is_larger(best: int) -> None:
    worth = [0.0] * 4
    worth[best] = 0.1
    assert thoughts(Lottery(*worth))[-1] == best


def test_without_a_real_difference_it_stays_with_the_rule_of_thumb() -> None:
    """Rule 2; of many equal lotteries a gate of two standard errors lets a few through."""
    left = sum(thoughts(Lottery(0, 0), 1, seed)[-1] != 1 for seed in range(100))
    assert left < 7


def test_every_choice_meets_the_same_deals() -> None:
    lottery = Lottery(0, 0.001, 0.002)
    thoughts(lottery)
    assert set(lottery.tried.values()) == {len(lottery.worlds)} == {BUDGET.deals}


def test_it_depends_on_chance_alone() -> None:
    once, again, other = Lottery(0, 0.01), Lottery(0, 0.01), Lottery(0, 0.01)
    assert thoughts(once) == thoughts(again)
    thoughts(other, seed=1)
    assert once.worlds == again.worlds != other.worlds


def test_it_ends_when_it_is_sure_and_gives_up_what_is_worse() -> None:
    sure = Lottery(0, 0.5)
    assert thoughts(sure)[-1] == 1
    assert len(sure.worlds) == BUDGET.least
    hopeless = Lottery(0, -0.5, 0)
    thoughts(hopeless)
    assert hopeless.tried[1] == BUDGET.least < hopeless.tried[2]
    assert thoughts(Lottery(0, -0.5))[-1] == 0


def test_a_certain_difference_counts_however_small() -> None:
    assert thoughts(Lottery(0, 0.001, noise=0))[-1] == 1
    assert thoughts(Lottery(0, 0, noise=0))[-1] == 0
