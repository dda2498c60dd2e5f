"""The worked cases of Eins drauf: all hold, and what they get wrong or nobody knows is reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from chatlama.core.cases import check
from chatlama.core.games.eins_drauf.cases import CASES
from chatlama.core.nodes import say

FILE = Path(__file__).parents[2] / "data" / "cases-eins_drauf.yaml"
EINS_DRAUF: list[dict[str, Any]] = yaml.safe_load(FILE.read_bytes())["games"]["eins_drauf"]

STATE = {"hands": [["A", "5"], ["6"], ["K"]], "turn": 0, "top": "K", "draw": ["2"]}
PLAY = {"seat": 0, "do": {"play": "A"}, "expect": {"legal": True, "top": "A"}}
CASE = {"id": "T", "what": "a test", "state": STATE, "steps": [PLAY]}


def run(**changes: object) -> tuple[str, ...]:
    """Return what is wrong with the case above if it is changed like this."""
    return check({**CASE, **changes}, CASES)


@pytest.mark.parametrize("case", EINS_DRAUF, ids=lambda case: str(case["id"]))
def test_every_case_holds(case: dict[str, Any]) -> None:
    assert check(case, CASES) == ()


def test_no_two_cases_share_an_id() -> None:
    assert len({case["id"] for case in EINS_DRAUF}) == len(EINS_DRAUF)


def expectations(
    node: object, where: tuple[str | int, ...] = ()
) -> Iterator[tuple[str | int, ...]]:
    """Yield the way to every value that a case expects."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "expect":
                yield from ((*where, key, name) for name in value)
            elif key in {"legal_moves", "options_legal", "targets"}:
                yield (*where, key)
            elif key in CASES.tables:
                yield from ((*where, key, row, -1) for row in range(len(value)))
            else:
                yield from expectations(value, (*where, key))
    elif isinstance(node, list):
        for at, value in enumerate(node):
            yield from expectations(value, (*where, at))


def falsified(value: object) -> object:
    """Return something that says otherwise."""
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
            return "3" if value != "3" else "2"


WAYS = [
    pytest.param(case, way, id=".".join(map(str, (case["id"], *way))))
    for case in EINS_DRAUF
    for way in expectations(case)
]


@pytest.mark.parametrize(("case", "way"), WAYS)
def test_a_falsified_expectation_is_reported(case: dict[str, Any], way: tuple[Any, ...]) -> None:
    wrong = deepcopy(case)
    place: Any = wrong
    for key in way[:-1]:
        place = place[key]
    place[way[-1]] = falsified(place[way[-1]])
    mismatches = check(wrong, CASES)
    assert mismatches
    assert all(mismatch.startswith(str(case["id"])) for mismatch in mismatches)


@pytest.mark.parametrize(
    "changes",
    [
        {"stepps": []},
        {"state": {**STATE, "wish": None}},
        {"options": {"englert": True}},
        {"options": {"joker": "yes"}},
        {"options": {"chips": 1}},
        {"options": {"target": "40"}},
        {"options": {"target": 40, "short": True}},
        {"options": {"short": 30}},
        {"steps": [{"seat": 0, "do": {"fly": True}}]},
        {"steps": [{"seat": 0, "do": {"chip": "black", "draw": True}}]},
        {"steps": [{"seat": 0, "do": {"play": "AL"}}]},
        {"steps": [{**PLAY, "expect": {"layout0": {}}}]},
        {"chip_choice": [[1, "white"]]},
        {"chip_choice": [["many", "white", 0]]},
        {"chip_choice": {}},
    ],
    ids=say,
)
def test_a_word_that_nobody_knows_is_reported(changes: Mapping[str, object]) -> None:
    mismatches = run(**changes)
    assert mismatches
    assert all(mismatch.startswith("T") for mismatch in mismatches)
