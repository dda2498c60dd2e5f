"""Chance as a value: the same seed and step give the same cards on every Python, for ever.

A stream is keyed by a secret seed and the number of the step it serves, so no step's chance can
be foretold from another's, and a retried step draws the same cards again. Nothing here is drawn
from the operating system: the shell brings the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import shake_256
from math import factorial
from typing import TypeVar

T = TypeVar("T")

SPARE = 16
"""Bytes drawn beyond what a number needs: the bias of a remainder stays below 2**-120."""


class Rng:
    """A stream of chance that belongs to one step. Making one costs nothing until it is used."""

    __slots__ = ("_count", "_seed", "_step")

    def __init__(self, seed: bytes, step: int) -> None:
        self._seed = seed
        self._step = step
        self._count = 0

    def below(self, n: int) -> int:
        """Return a number of ``range(n)``, each equally likely.

        >>> Rng(b"seed", 0).below(1)
        0
        """
        size = SPARE + n.bit_length() // 8
        head = (self._step << 64 | self._count).to_bytes(16, "big")
        self._count += 1
        return int.from_bytes(shake_256(head + self._seed).digest(size), "big") % n

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in an order of which each is equally likely.

        One number below ``len(items)!`` names the order, so a shuffle costs one digest.
        """
        order = self.below(_factorial(len(items)))
        cards = list(items)
        for last in range(len(cards) - 1, 0, -1):
            order, at = divmod(order, last + 1)
            cards[last], cards[at] = cards[at], cards[last]
        return tuple(cards)

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely. ``items`` must not be empty."""
        return items[self.below(len(items))]

    def fork(self, label: int) -> Rng:
        """Return an independent stream of the same seed, e.g. for one play-out of many."""
        return Rng(self._seed + label.to_bytes(8, "big"), self._step)


_factorial = cache(factorial)
