"""Foppen's worked cases: all hold, and whatever they get wrong or nobody knows is reported."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chatlama.core.cases import check
from chatlama.core.game import Refusal
from chatlama.core.games.fool import GAME
from chatlama.core.games.fool.cases import CASES
from chatlama.core.games.fool.cases.expect import (
    OF_POSITIONS,
    OF_ROUNDS,
    OF_TRICKS,
    POSITION_SEATS,
    ROUND_SEATS,
)
from chatlama.core.games.fool.position import State
from chatlama.core.nodes import by_seat, say
from chatlama.core.text import Seat, text

from .worked import Case, Way, cases_of, changed, expectations, falsified

FOOL = cases_of("fool")

STATE = {
    "players": 4,
    "hands": [["G9", "1"], ["G2", "Y5"], ["G4"], ["B2", "B3"]],
    "leader": 0,
    "plays": [],
}
PLAY = {"seat": 0, "card": "G9", "expect": {"legal": True, "turn": 1}}
CASE = {"id": "T", "what": "a test", "state": STATE, "steps": [PLAY]}
TRICK = {"discs": 1, "plays": [[0, "G10"], [1, "G5"], [2, "G17"], [3, "G2"]]}
FINAL = {"points": [0, 0, 0, 0], "round_points": [1, 2, 3, 4]}


def run(**changes: object) -> tuple[str, ...]:
    """Return what is wrong with the case above if it is changed like this."""
    return check({**CASE, **changes}, CASES)


@pytest.mark.parametrize("case", FOOL, ids=lambda case: str(case["id"]))
def test_every_case_holds(case: Case) -> None:
    assert check(case, CASES) == ()


def test_no_two_cases_share_an_id() -> None:
    assert len({case["id"] for case in FOOL}) == len(FOOL)


def expected(case: Case) -> list[Way]:
    return list(expectations(case, ("legal_moves",), ("decks", "hand_values")))


def otherwise(value: object) -> object:
    return falsified(value, "G3", "G4")


WAYS = [
    pytest.param(case, way, id=".".join(map(str, (case["id"], *way))))
    for case in FOOL
    for way in expected(case)
]


@pytest.mark.parametrize(("case", "way"), WAYS)
def test_a_falsified_expectation_is_reported(case: Case, way: Way) -> None:
    mismatches = check(changed(case, way, otherwise), CASES)
    assert mismatches
    assert all(mismatch.startswith(str(case["id"])) for mismatch in mismatches)


def test_every_key_that_may_be_expected_is_expected_somewhere() -> None:
    used = {str(way[-1]) for case in FOOL for way in expected(case)}
    words = {word + tail for word, seat, tail in map(by_seat, used) if seat is not None}
    assert {*OF_TRICKS, *OF_POSITIONS, *OF_ROUNDS} - used <= {"next_legal", "starter"}
    assert {*POSITION_SEATS, *ROUND_SEATS} - words <= {"gone"}


@pytest.mark.parametrize(
    ("expect", "holds"),
    [
        ({"next_legal": [{"play": "G2"}]}, True),
        ({"next_legal": ["G2", "G2"]}, False),
        ({"next_legal": None}, False),
        ({"gone": []}, True),
        ({"gone": [1]}, False),
        ({"gone": "nobody"}, False),
        ({"hands": "none"}, False),
        ({"hand0": ["1"]}, True),
        ({"hand0": [1]}, True),
        ({"holders": None}, False),
        ({"winner": None, "fools": None}, True),
        ({"round_points": [0]}, False),
    ],
)
def test_what_may_be_written_in_other_ways_too(expect: Mapping[str, object], holds: bool) -> None:
    assert (run(steps=[{**PLAY, "expect": expect}]) == ()) is holds


def test_a_complete_trick_still_has_its_lead_suit() -> None:
    """Said with the winner it is that of the trick that was won; there is no other yet."""
    plays = {"play_through": [[0, "G9"], [1, "G2"], [2, "G4"], [3, "B2"]], "steps": []}
    assert run(**plays, expect={"lead_suit": "G", "winner": 0, "fools": [3]}) == ()
    assert run(**plays, expect={"lead_suit": None}) == ()
    assert run(**plays, expect={"lead_suit": "B"}) == ("T: lead_suit: expected B, got G",)


def test_of_several_the_former_starter_must_be_told() -> None:
    """F17"""
    final = {"points": [0, 0, 0, 0], "round_points": [-1, -1, 0, 0]}
    case = {"id": "T", "final": final, "expect": {"next_starter": 1}}
    assert check(case, CASES) == ("T: next_starter: prev_starter is not told",)
    told = {**case, "final": {**final, "starter": 0}}
    assert check(told, CASES) == ()


class Lenient:
    """The game, but it offers no moves; those that it knows can be made all the same."""

    apply = staticmethod(GAME.apply)
    deal = staticmethod(GAME.deal)
    to_move = staticmethod(GAME.to_move)

    def legal(self, state: State, seat: Seat) -> tuple[()]:
        return ()

    def refuse(self, state: State, seat: Seat, code: str) -> Refusal:
        return Refusal("not_now", text("no"))


def test_a_move_that_is_refused_must_not_be_applicable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatlama.core.games.fool.cases.GAME", Lenient())
    mismatches = run(steps=[{**PLAY, "expect": {"legal": False}}])
    assert mismatches == ("T step 1: the position has changed although the action was refused",)


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {"discs": 2}},
        {"state": {**STATE, "top": "G2"}},
        {"state": {**STATE, "chips0": 1}},
        {"state": {**STATE, "hand4": []}},
        {"state": {**STATE, "players": 5}},
        {"state": {**STATE, "points": [0]}},
        {"state": {**STATE, "leader": 4}},
        {"state": {**STATE, "leader": 0, "holders": [0]}},
        {"state": {**STATE, "plays": [[1, "G2"]]}},
        {"state": {**STATE, "plays": [[seat, "G2"] for seat in range(4)]}},
        {"state": {**STATE, "turn": 2}},
        {"state": {**STATE, "lead_suit": "G"}},
        {"state": {**STATE, "hands": [["X2"], [], [], []]}},
        {"state": {"players": 4, "discs": 1}},
        {"state": {"hands": STATE["hands"]}},
        {"trick": TRICK},
        {"steps": [{**PLAY, "sit": 0}]},
        {"steps": [{"seat": 0, "do": {"fly": True}}]},
        {"steps": [{"seat": 0, "do": {"play": "G9", "leave": True}}]},
        {"steps": [{"seat": 0, "card": []}]},
        {"steps": [{"seat": 0, "card": "G1"}]},
        {"steps": [{"seat": 0}]},
        {"steps": [{"seat": 4, "card": "G9"}]},
        {"steps": [{"seat": 0, "do": {"timeout_after_s": "long"}}]},
        {"steps": [{**PLAY, "expect": {"top": "G9"}}]},
        {"steps": [{**PLAY, "expect": {"quit0": True}}]},
        {"steps": [{**PLAY, "expect": {"hand4": []}}]},
        {"steps": [{**PLAY, "expect": {"points9": 0}}]},
        {"decks": [{"players": 4, "R": 5}]},
        {"decks": [{"players": 3, "cards": 36}]},
        {"hand_values": [[["G2"]]]},
    ],
    ids=say,
)
def test_a_word_that_nobody_knows_is_reported(changes: Mapping[str, object]) -> None:
    mismatches = run(**changes)
    assert mismatches
    assert all(mismatch.startswith("T") for mismatch in mismatches)


@pytest.mark.parametrize(
    "case",
    [
        {"trick": {**TRICK, "suit": "G"}, "expect": {"winner": 2}},
        {"trick": {**TRICK, "discs": 4}, "expect": {"winner": 2}},
        {"trick": {**TRICK, "holders": [3]}, "expect": {"winner": 2}},
        {"trick": {**TRICK, "players": 3}, "expect": {"winner": 2}},
        {"trick": {"plays": [[0, "G2"], [0, "G3"]]}, "expect": {"winner": 2}},
        {"trick": TRICK, "expect": {"turn": 0}},
        {"trick": TRICK, "expect": {"hand0": []}},
        {"trick": TRICK, "expect": {"points0": 0}},
        {"trick": TRICK, "steps": [PLAY]},
        {"final": {**FINAL, "turn": 0}, "expect": {"tens": 0}},
        {"final": {**FINAL, "round_points": [0]}, "expect": {"tens": 0}},
        {"final": FINAL, "expect": {"turn": 0}},
        {"final": FINAL, "expect": {"winner": 0}},
        {"final": FINAL, "expect": {"hand0": []}},
        {"final": FINAL, "expect": {"starter": 0}},
        {"final": FINAL, "expect": {"top": 0}},
    ],
    ids=say,
)
def test_what_a_trick_or_a_settled_round_cannot_tell_is_reported(
    case: Mapping[str, object],
) -> None:
    mismatches = check({"id": "T", **case}, CASES)
    assert mismatches
    assert all(mismatch.startswith("T") for mismatch in mismatches)


def test_a_trick_is_told_with_as_little_as_is_needed() -> None:
    case = {"id": "T", "trick": {"plays": TRICK["plays"]}, "expect": {"winner": 2, "fools": [3]}}
    assert check(case, CASES) == ()
    assert check({"id": "T", "final": FINAL, "expect": {"points": [1, 2, 3, 4]}}, CASES) == ()
