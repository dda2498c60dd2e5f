"""What is measured, and how it is said: beside a peer in the same run, in turns.

Rule 1: ways that are compared take turns, each round in another order, so load on the machine
meets all of them. A ratio is taken within its round; what is said is the median of the rounds.
Rule 2: a round times each way long enough that the clock's own cost is nothing.
"""

from __future__ import annotations

import gc
import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Better(Enum):
    """Which way is good."""

    MORE = "≥"
    LESS = "≤"


@dataclass(frozen=True, slots=True)
class Spread:
    """What was found in all rounds."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def __truediv__(self, other: Spread) -> Spread:
        """Return the ratio, round by round."""
        return Spread(tuple(a / b for a, b in zip(self.values, other.values, strict=True)))

    def __str__(self) -> str:
        middle, low, high = (short(v) for v in (self.median, min(self.values), max(self.values)))
        return middle if low == high else f"{middle} ({low}..{high})"


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure should be."""

    better: Better
    value: float
    of_ratio: bool = True
    """Whether it is about the ratio; else about our own figure."""

    def met(self, figure: Figure) -> bool:
        found = figure.ratio if self.of_ratio else figure.ours
        if found is None:
            raise ValueError(f"{figure.name}: a goal for a ratio needs a peer")
        more = self.better is Better.MORE
        return found.median >= self.value if more else found.median <= self.value

    def __str__(self) -> str:
        return f"{self.better.value} {short(self.value)}{' times' if self.of_ratio else ''}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    name: str
    ours: Spread
    peer: Spread | None = None
    beside: str = ""
    """What the peer is."""
    goal: Goal | None = None

    @property
    def ratio(self) -> Spread | None:
        """Ours in peers."""
        if self.peer is None:
            return None
        if len(self.ours.values) == len(self.peer.values):
            return self.ours / self.peer
        return Spread((self.ours.median / self.peer.median,))


@dataclass(frozen=True, slots=True)
class Part:
    """What one part of the benchmarks found."""

    title: str
    how: str
    """How it was measured."""
    figures: tuple[Figure, ...]


def one(value: float) -> Spread:
    """Return what was found once."""
    return Spread((value,))


def in_turns(ways: Mapping[str, Callable[[int], float]], rounds: int) -> dict[str, Spread]:
    """Return what each way finds in each round; a way is told which round it is."""
    order = random.Random(0)
    found: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds):
        turns = list(ways)
        order.shuffle(turns)
        for name in turns:
            gc.collect()
            found[name].append(ways[name](number))
    return {name: Spread(tuple(values)) for name, values in found.items()}


def short(value: float) -> str:
    """Return the number with three digits that count, or all before the point.

    >>> short(123456.0), short(1.2345), short(0.0)
    ('123,456', '1.23', '0')
    """
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) < 10 else f"{value:.1f}"


def table(figures: Sequence[Figure]) -> str:
    """Return the figures as a Markdown table that can also be read as it is."""
    rows = [("figure", "ours", "peer", "ratio", "goal", "")]
    for f in figures:
        verdict = "" if f.goal is None else ("met" if f.goal.met(f) else "MISSED")
        peer = "" if f.peer is None else f"{f.beside}: {f.peer}"
        rows.append(
            (f.name, str(f.ours), peer, str(f.ratio or ""), str(f.goal or ""), verdict),
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))} |"
        for row in rows
    ]
    lines.insert(1, f"|{'|'.join('-' * (width + 2) for width in widths)}|")
    return "\n".join(lines)


def scratch() -> Path:
    """Return where benchmarks write: a disk, not where temporary files may be kept in memory."""
    folder = Path("build")
    folder.mkdir(exist_ok=True)
    return folder
