"""Worked cases from a file, and every way in which one can be made to expect something else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeAlias

import yaml

Case: TypeAlias = dict[str, Any]
Way: TypeAlias = tuple[str | int, ...]
"""The keys that lead to a value in a case."""

DATA = Path(__file__).parents[2] / "data"


def cases_of(name: str) -> list[Case]:
    """Return the worked cases of a game."""
    found: list[Case] = yaml.safe_load((DATA / f"cases-{name}.yaml").read_bytes())["games"][name]
    return found


def expectations(
    node: object, whole: Collection[str], tables: Collection[str], where: Way = ()
) -> Iterator[Way]:
    """Yield the way to every value that a case expects.

    ``whole`` names keys that are compared as a whole, ``tables`` those with something expected in
    each row: the last value, or all but the number of players.
    """
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "expect":
                yield from ((*where, key, name) for name in value)
            elif key in whole:
                yield (*where, key)
            elif key in tables:
                for at, row in enumerate(value):
                    last = [k for k in row if k != "players"] if isinstance(row, dict) else [-1]
                    yield from ((*where, key, at, each) for each in last)
            else:
                yield from expectations(value, whole, tables, (*where, key))
    elif isinstance(node, list):
        for at, value in enumerate(node):
            yield from expectations(value, whole, tables, (*where, at))


def changed(case: Case, way: Way, value: Callable[[Any], Any]) -> Case:
    """Return the case with another value there."""
    wrong = deepcopy(case)
    place: Any = wrong
    for key in way[:-1]:
        place = place[key]
    place[way[-1]] = value(place[way[-1]])
    return wrong


def falsified(value: object, one: str, other: str) -> object:
    """Return something that says otherwise; a word becomes one of these cards."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case list():
            return [*value[1:], *value[:1], 8]
        case dict():
            return {**value, "black": 8}
        case _:
            return one if value != one else other
