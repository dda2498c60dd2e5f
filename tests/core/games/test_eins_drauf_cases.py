"""The worked cases of Eins drauf: all hold, and what they get wrong or nobody knows is reported."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chatlama.core.cases import check
from chatlama.core.games.eins_drauf.cases import CASES
from chatlama.core.nodes import say

from .worked import Case, Way, cases_of, changed, expectations, falsified

EINS_DRAUF = cases_of("eins_drauf")

STATE = {"hands": [["A", "5"], ["6"], ["K"]], "turn": 0, "top": "K", "draw": ["2"]}
PLAY = {"seat": 0, "do": {"play": "A"}, "expect": {"legal": True, "top": "A"}}
CASE = {"id": "T", "what": "a test", "state": STATE, "steps": [PLAY]}


def run(**changes: object) -> tuple[str, ...]:
    """Return what is wrong with the case above if it is changed like this."""
    return check({**CASE, **changes}, CASES)


@pytest.mark.parametrize("case", EINS_DRAUF, ids=lambda case: str(case["id"]))
def test_every_case_holds(case: Case) -> None:
    assert check(case, CASES) == ()


def test_no_two_cases_share_an_id() -> None:
    assert len({case["id"] for case in EINS_DRAUF}) == len(EINS_DRAUF)


def expected(case: Case) -> list[Way]:
    return list(expectations(case, ("legal_moves", "options_legal", "targets"), CASES.tables))


def otherwise(value: object) -> object:
    return falsified(value, "3", "2")


WAYS = [
    pytest.param(case, way, id=".".join(map(str, (case["id"], *way))))
    for case in EINS_DRAUF
    for way in expected(case)
]


@pytest.mark.parametrize(("case", "way"), WAYS)
def test_a_falsified_expectation_is_reported(case: Case, way: Way) -> None:
    mismatches = check(changed(case, way, otherwise), CASES)
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
