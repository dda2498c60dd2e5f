"""Worked cases of Passt nicht!: whatever a case says is compared, and nothing is passed over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chatlama.core.cases import check
from chatlama.core.game import Refusal
from chatlama.core.games.passt_nicht import GAME
from chatlama.core.games.passt_nicht.cases import CASES
from chatlama.core.games.passt_nicht.cases.expect import ANSWERS, SEAT_ANSWERS
from chatlama.core.games.passt_nicht.cases.notation import say_move
from chatlama.core.games.passt_nicht.cases.start import deal
from chatlama.core.games.passt_nicht.position import JOKER, Back, State
from chatlama.core.nodes import Fields, Unreadable, by_seat, say
from chatlama.core.text import Seat, text

from .worked import Case, Way, cases_of, changed, expectations, falsified

FOUND = cases_of("passt_nicht")

STATE = {"hands": [["R5", "B1"], ["G2"], ["Y4"]], "turn": 0, "top": "R3", "draw": ["Y2"]}
PLAY = {"seat": 0, "do": {"discard": "R5", "from": "hand"}, "expect": {"legal": True}}
CASE = {"id": "T", "what": "a test", "state": STATE, "steps": [PLAY]}


def run(**changes: object) -> tuple[str, ...]:
    """Return what is wrong with the case above if it is changed like this."""
    return check({**CASE, **changes}, CASES)


def one(**changes: object) -> str:
    (mismatch,) = run(**changes)
    return mismatch


@pytest.mark.parametrize("case", FOUND, ids=lambda case: str(case["id"]))
def test_every_case_holds(case: Case) -> None:
    assert check(case, CASES) == ()


def test_no_two_cases_share_an_id() -> None:
    assert len({case["id"] for case in FOUND}) == len(FOUND)


def expected(case: Case) -> list[Way]:
    return list(expectations(case, ("legal_moves", "options_legal"), CASES.tables))


def otherwise(value: object) -> object:
    return falsified(value, "B0", "B1")


WAYS = [(case, way) for case in FOUND for way in expected(case)]


def test_every_falsified_expectation_is_reported() -> None:
    for case, way in WAYS:
        mismatches = check(changed(case, way, otherwise), CASES)
        assert mismatches, (case["id"], way)
        assert all(mismatch.startswith(str(case["id"])) for mismatch in mismatches)


def test_null_is_compared_too() -> None:
    for case, way in WAYS:
        place: Any = case
        for key in way:
            place = place[key]
        same = place is None or (way[-1] == "winners" and not place)
        same = same or (
            str(way[-1]).startswith("round_points") and place == 0 and "leave" in say(case)
        )
        assert (check(changed(case, way, lambda _: None), CASES) == ()) is same, (case["id"], way)


def test_every_key_that_may_be_expected_is_expected_somewhere() -> None:
    used = {str(way[-1]) for _, way in WAYS}
    words = {word + tail for word, seat, tail in map(by_seat, used) if seat is not None}
    words |= {key.rstrip("0123456789") for key in used}
    assert ANSWERS.keys() <= used | {"legal_moves"}
    assert SEAT_ANSWERS.keys() <= words


def test_a_mismatch_says_where_what_and_how() -> None:
    assert one(steps=[{**PLAY, "expect": {"top": "R3"}}]) == "T step 1: top: expected R3, got R5"
    assert one(steps=[], legal_moves=[{"lay": "B1"}]) == (
        "T: legal_moves: expected [{lay: B1}], got [{discard: R5, from: hand}, {lay: B1}]"
    )
    wished = {**STATE, "discard": ["JK"], "wish": {"number": 4}}
    del wished["top"]
    assert one(state=wished, steps=[], expect={"wish": {"colour": "red"}}) == (
        "T: wish: expected {colour: red}, got {number: 4}"
    )
    for told, holds in ((["Y2"], True), (["Y2", "Y2"], False), (["Y2", "R0"], False)):
        lay = {"seat": 0, "do": {"lay": "B1"}, "expect": {"hand0_drawn_from": told}}
        assert (run(steps=[lay]) == ()) is holds
    lay = {"seat": 0, "do": {"lay": "B1"}, "expect": {"hand0_drawn_from": ["G1"]}}
    assert one(steps=[lay]) == "T step 1: hand0_drawn_from: expected [G1], got [Y2]"


def test_drawing_what_was_just_laid_is_drawing() -> None:
    state = {**STATE, "draw": ["B1"]}
    lay = {"seat": 0, "do": {"lay": "B1"}, "expect": {"hand0_drawn_from": ["B1"]}}
    assert run(state=state, steps=[lay]) == ()


def test_a_leaver_may_be_said_to_score_nothing_or_not_at_all() -> None:
    """G8; a seat that stays and scores nothing scores 0."""
    state = {**STATE, "hands": [["R5"], ["G2"], ["Y4"]], "left": [2]}
    for points in ([0, -2, None], [0, -2, 0]):
        assert run(state=state, steps=[{**PLAY, "expect": {"round_points": points}}]) == ()
    assert run(state=state, steps=[{**PLAY, "expect": {"round_points": [None, -2, 0]}}])
    assert run(state=state, steps=[{**PLAY, "expect": {"round_points2": 0, "score2": None}}]) == ()


def test_what_may_be_written_in_other_ways_too() -> None:
    for expect, holds in (
        ({"hands": "none"}, False),
        ({"hand0": "none"}, False),
        ({"layouts": "none"}, False),
        ({"layout0": "none"}, False),
        ({"left": "none"}, False),
        ({"left": [False, False, False]}, True),
        ({"round_points": [0]}, False),
        ({"legal_moves": "none"}, False),
        ({"legal_moves": ["pass"]}, False),
        ({"turn": True}, False),
        ({"starter": None}, True),
        ({"next_starter": None}, True),
    ):
        assert (run(steps=[], expect=expect) == ()) is holds, expect


def test_the_next_starter_can_be_told_only_where_the_state_tells_this_one() -> None:
    over = {**STATE, "hands": [["R5"], ["G2"], ["Y4"]]}
    assert one(state=over, steps=[{**PLAY, "expect": {"next_starter": 1}}]) == (
        "T step 1: next_starter: the state names no starter"
    )


class Lenient:
    """The game, but it offers no moves; those that it knows can be made all the same."""

    apply = staticmethod(GAME.apply)

    def legal(self, state: State, seat: Seat) -> tuple[()]:
        return ()

    def refuse(self, state: State, seat: Seat, code: str) -> Refusal:
        return Refusal("not_now", text("no"))


def test_a_move_that_is_refused_must_not_be_applicable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatlama.core.games.passt_nicht.cases.GAME", Lenient())
    mismatches = run(steps=[{**PLAY, "expect": {"legal": False}}])
    assert mismatches == ("T step 1: the position has changed although the action was refused",)


def test_a_joker_that_is_refused_halfway_changes_nothing() -> None:
    state = {**STATE, "hands": [["JK", "B1"], ["G2"], ["Y4"]]}
    joker = {"seat": 0, "do": {"discard": "JK", "from": "hand"}}
    refused = {**joker, "expect": {"reason": "wish_required", "hand0": ["B1", "JK"], "turn": 0}}
    taken = {**joker, "do": {**joker["do"], "wish": {"number": 0}}}  # type: ignore[dict-item]
    assert run(state=state, steps=[refused, taken], expect={"turn": 1, "top": "JK"}) == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"stepps": []},
        {"state": {**STATE, "quit": []}},
        {"state": {**STATE, "hand0_count": 2}},
        {"state": {"players": 3, "top": "R3"}},
        {"state": {**STATE, "top": "R9"}},
        {"state": {**STATE, "discard": ["R4"]}},
        {"state": {**STATE, "discard": []}},
        {"state": {**STATE, "wish": {"number": 4}}},
        {"state": {**STATE, "top": "JK", "wish": {"number": 9}}},
        {"state": {**STATE, "layouts": [{"orange": ["R1"]}, {}, {}]}},
        {"state": {**STATE, "layouts": [{"red": ["B1"]}, {}, {}]}},
        {"state": {**STATE, "layouts": [{"red": ["JK"]}, {}, {}]}},
        {"state": {**STATE, "layouts": [{}]}},
        {"state": {**STATE, "points": [0]}},
        {"state": {**STATE, "starter": 3}},
        {"state": "none"},
        {"options": {"joker": True}},
        {"options": {"target": "much"}},
        {"state": {**STATE, "draw_count": 9}},
        {"steps": [{**PLAY, "sit": 0}]},
        {"steps": [{"seat": 0, "do": {"fly": True}}]},
        {"steps": [{"seat": 0, "do": {"leave": False}}]},
        {"steps": [{"seat": 0, "do": {"discard": "R5", "onto": "B1"}}]},
        {"steps": [{"seat": 0, "do": {"discard": "R5", "from": "pile"}}]},
        {"steps": [{"seat": 0, "do": {"discard": []}}]},
        {"steps": [{"seat": 0, "do": {"discard": "JK", "wish": {"suit": "red"}}}]},
        {"steps": [{"seat": 0, "do": {"lay": "B1", "from": "layout"}}]},
        {"steps": [{"seat": 0, "do": {"draw": True, "quit": True}}]},
        {"steps": [{"seat": 0, "do": {"timeout_after_s": "long"}}]},
        {"steps": [{"seat": 3, "do": {"lay": "B1"}}]},
        {"steps": [{"do": {"lay": "B1"}}]},
        {"steps": [{"seat": 0}]},
        {"steps": [{**PLAY, "expect": {"penalty": []}}]},
        {"steps": [{**PLAY, "expect": {"quit0": False}}]},
        {"steps": [{**PLAY, "expect": {"hand7": []}}]},
        {"hand_values": [[["R1"]]]},
        {"match_table": [["R1", "R2"]]},
        {"layout_values": [[["R1"], 1]]},
        {"setup_counts": [[7, 28]]},
    ],
    ids=say,
)
def test_a_word_that_nobody_knows_is_reported(changes: Fields) -> None:
    mismatches = run(**changes)
    assert mismatches
    assert all(mismatch.startswith("T") for mismatch in mismatches)


def test_a_joker_as_first_card_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """P3"""

    def careless(seats: int, step: int) -> State:
        return replace(deal(seats, step), discards=(JOKER,))

    monkeypatch.setattr("chatlama.core.games.passt_nicht.cases.deal", careless)
    assert one(state={}, steps=[], setup_counts=[[2, 53]]) == (
        "T: setup_counts row 1: expected 53, got a joker is the first card up"
    )


def test_half_a_move_is_no_word_of_cases() -> None:
    with pytest.raises(Unreadable, match="half"):
        say_move(Back())
