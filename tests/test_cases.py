"""Worked cases: all of them hold, and the runner notices everything that does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from chatlama.cases import Report, check_file, check_games
from chatlama.core.cases import Acted, check
from chatlama.core.game import Refusal
from chatlama.core.games.alpaka import GAME
from chatlama.core.games.alpaka.cases import CASES, AlpakaCases
from chatlama.core.games.alpaka.position import State
from chatlama.core.nodes import (
    Fields,
    Unreadable,
    by_seat,
    fields,
    flag,
    flags,
    listed,
    marked,
    number,
    pair_of,
    per_seat,
    same,
    say,
)
from chatlama.core.shedding.cases.expect import ANSWERS, SEAT_ANSWERS
from chatlama.core.shedding.cases.start import Position
from chatlama.core.text import Seat, text
from chatlama.plugins import load

FILE = Path(__file__).parent / "data" / "cases.yaml"
ALPAKA: list[dict[str, Any]] = yaml.safe_load(FILE.read_bytes())["games"]["alpaka"]
ADAPTERS = {"alpaka": CASES}

STATE = {"hands": [["4", "5"], ["6"], ["1"]], "turn": 0, "top": "4", "draw": ["2"]}
PLAY = {"seat": 0, "do": {"play": "4"}, "expect": {"legal": True, "top": "4"}}
CASE = {"id": "T", "what": "a test", "state": STATE, "steps": [PLAY]}


def run(**changes: object) -> tuple[str, ...]:
    """Return what is wrong with the case above if it is changed like this."""
    return check({**CASE, **changes}, CASES)


def one(**changes: object) -> str:
    (mismatch,) = run(**changes)
    return mismatch


# --- the cases themselves --------------------------------------------------------------------


@pytest.mark.parametrize("case", ALPAKA, ids=lambda case: str(case["id"]))
def test_every_case_holds(case: dict[str, Any]) -> None:
    assert check(case, CASES) == ()


@pytest.mark.parametrize("path", sorted(FILE.parent.glob("cases-*.yaml")), ids=lambda p: p.stem)
def test_every_case_of_other_games_holds(path: Path) -> None:
    """Each game's own file, through the adapters that are installed."""
    report = check_file(path, load("cases")[0])
    assert report.mismatches == report.missing == report.errors == ()
    assert report.cases


def test_the_file_is_reported_in_one_line() -> None:
    report = check_file(FILE, ADAPTERS)
    assert report.lines == (f"{len(ALPAKA)} cases, 0 mismatches",)
    assert report.status == 0


def test_no_two_cases_share_an_id() -> None:
    assert len({case["id"] for case in ALPAKA}) == len(ALPAKA)


# --- everything that is expected is compared -------------------------------------------------


def expectations(
    node: object, where: tuple[str | int, ...] = ()
) -> Iterator[tuple[str | int, ...]]:
    """Yield the way to every value that a case expects."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "expect":
                yield from ((*where, key, name) for name in value)
            elif key in {"legal_moves", "options_legal"}:
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
    for case in ALPAKA
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


@pytest.mark.parametrize(("case", "way"), WAYS)
def test_null_is_compared_too(case: dict[str, Any], way: tuple[Any, ...]) -> None:
    place, expected = deepcopy(case), case
    wrong = place
    for key in way[:-1]:
        place, expected = place[key], expected[key]
    place[way[-1]] = None
    says_the_same = expected[way[-1]] is None or (way[-1] == "winners" and not expected[way[-1]])
    assert (check(wrong, CASES) == ()) is says_the_same


def test_every_key_that_may_be_expected_is_expected_somewhere() -> None:
    used = {str(way[-1]) for case in ALPAKA for way in expectations(case)}
    words = {word + tail for word, seat, tail in map(by_seat, used) if seat is not None}
    assert ANSWERS.keys() - used <= {"draw", "dealer", "gone"}
    assert SEAT_ANSWERS.keys() - words <= {"gone"}


@pytest.mark.parametrize(
    ("expect", "holds"),
    [
        ({"draw": ["2"]}, True),
        ({"draw": [2]}, True),
        ({"draw": None}, False),
        ({"dealer": None}, True),
        ({"gone": []}, True),
        ({"gone": [1]}, False),
        ({"gone0": False}, True),
        ({"top": 4}, True),
        ({"hands": "none"}, False),
        ({"hand0": "none"}, False),
        ({"penalty": [0]}, False),
        ({"quit": "none"}, False),
        ({"turn": True}, False),
        ({"legal_moves": [{"draw": True}, {"quit": True}]}, True),
        ({"next_legal": [{"draw": True}, {"quit": True}, {"quit": True}]}, False),
        ({"discard": [4, "4"]}, True),
        ({"quit": [1, 1]}, False),
        ({"round_points": [0, 0, 0]}, False),
        ({"starter": 0}, False),
    ],
)
def test_what_may_be_written_in_other_ways_too(expect: Fields, holds: bool) -> None:
    assert (run(steps=[{**PLAY, "expect": expect}]) == ()) is holds


def test_a_mismatch_says_where_what_and_how() -> None:
    wrong = {**PLAY, "expect": {"top": "5"}}
    assert one(steps=[wrong]) == "T step 1: top: expected 5, got 4"
    assert one(steps=[], attempts=[wrong]) == "T attempt 1: top: expected 5, got 4"
    assert one(expect={"turn": 2}) == "T: turn: expected 2, got 1"
    assert one(legal_moves=[]) == (
        "T: legal_moves: expected [], got [{draw: true}, {play: 4}, {play: 5}, {quit: true}]"
    )
    assert one(hand_values=[[["AL"], 9]]) == "T: hand_values row 1: expected 9, got 10"
    assert one(targets=[20, 40]) == "T: targets all: expected [20, 40], got [20, 40, 60, 80]"


def test_all_targets_can_be_listed() -> None:
    assert check({"id": "T", "targets": [20, 40, 60, 80]}, CASES) == ()


def test_attempts_start_from_the_same_position_and_steps_do_not() -> None:
    again = {"seat": 0, "do": {"play": "4"}}
    assert run(steps=[], attempts=[again, again]) == ()
    assert one(steps=[again, again]) == "T step 2: refused: not_your_turn"


def test_expectations_of_the_case_are_compared_after_the_steps() -> None:
    assert run(expect={"hand0": ["5"], "turn": 1, "legal": True}) == ()


def test_a_leaver_may_be_said_to_pay_nothing_or_not_at_all() -> None:
    """A21c; a seat that stays and pays nothing pays 0."""
    state = {**STATE, "left": [2], "quit1": True, "hands": [["4"], ["6"], ["1"]]}
    for penalty in ([0, 6, None], [0, 6, 0]):
        assert run(state=state, steps=[{**PLAY, "expect": {"penalty": penalty}}]) == ()
    assert run(state=state, steps=[{**PLAY, "expect": {"penalty2": 0}}]) == ()
    assert run(state=state, steps=[{**PLAY, "expect": {"penalty": [None, 6, None]}}])
    assert run(state=state, steps=[{**PLAY, "expect": {"penalty": [0, 6, 1]}}])


# --- refusals --------------------------------------------------------------------------------


REFUSED = {"seat": 0, "do": {"play": "6"}}


def test_a_refusal_is_a_mismatch_unless_it_is_expected() -> None:
    assert one(steps=[REFUSED]) == "T step 1: refused: card_not_in_hand"
    assert one(steps=[{**REFUSED, "expect": {"turn": 0}}]) == "T step 1: refused: card_not_in_hand"
    assert run(steps=[{**REFUSED, "expect": {"legal": False}}]) == ()
    assert run(steps=[{**REFUSED, "expect": {"reason": "card_not_in_hand"}}]) == ()
    assert one(steps=[{**REFUSED, "expect": {"legal": True}}]) == (
        "T step 1: legal: expected true, got false"
    )
    assert one(steps=[{**PLAY, "expect": {"legal": False}}]) == (
        "T step 1: legal: expected false, got true"
    )
    assert one(steps=[{**PLAY, "expect": {"reason": "has_quit"}}]) == (
        "T step 1: reason: expected has_quit, got null"
    )


class Careless(AlpakaCases):
    """Refuses like Alpaka, but turns the card all the same."""

    def act(self, position: Position, step: Fields) -> Acted[Position]:
        acted = super().act(position, step)
        if acted.legal:
            return acted
        turned = replace(position, state=position.state._replace(top=1))
        return replace(acted, position=turned)


def test_what_is_refused_changes_nothing() -> None:
    step = {**REFUSED, "expect": {"legal": False}}
    (mismatch,) = check({**CASE, "steps": [step]}, Careless())
    assert mismatch == "T step 1: the position has changed although the action was refused"


class Lenient:
    """The game, but it offers no moves; those that it knows can be made all the same."""

    apply = staticmethod(GAME.apply)
    deal = staticmethod(GAME.deal)
    info = GAME.info

    def legal(self, state: State, seat: Seat) -> tuple[()]:
        return ()

    def refuse(self, state: State, seat: Seat, code: str) -> Refusal:
        return Refusal("not_now", text("no"))


def test_a_move_that_is_refused_must_not_be_applicable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AlpakaCases, "words", replace(CASES.words, game=cast("Any", Lenient())))
    mismatches = run(steps=[{**PLAY, "expect": {"legal": False}}])
    assert mismatches == ("T step 1: the position has changed although the action was refused",)


# --- options ---------------------------------------------------------------------------------


@pytest.mark.parametrize("said", [{"expect": {"legal": False}}, {"options_legal": False}])
def test_options_that_are_refused_can_be_expected(said: Fields) -> None:
    case = {"id": "T", "options": {"target": 50}}
    assert check({**case, **said}, CASES) == ()
    assert check({"id": "T", "options": {"target": 60}, **said}, CASES) == (
        "T: legal: expected false, got true",
    )


def test_options_that_are_refused_are_a_mismatch_otherwise() -> None:
    assert one(options={"target": 50}).startswith("T: refused: ")
    mismatches = run(options={"target": 50}, expect={"legal": False, "top": "4"})
    assert mismatches == ("T: top: nothing to compare with, the game was refused",)


def test_options_can_be_tried_one_by_one() -> None:
    tried = [{"options": {"target": 50}, "expect": {"legal": True}}]
    assert one(steps=[], attempts=tried).startswith("T attempt 1: refused: ")


def test_a_table_that_cannot_be_dealt_is_a_mismatch() -> None:
    assert check({"id": "T", "setup_counts": [[7, 13]]}, CASES) == ("T: 7 players",)


# --- words that nobody knows -----------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"stepps": []},
        {"state": {**STATE, "wish": None}},
        {"state": {**STATE, "hand0_count": 2}},
        {"state": {**STATE, "chips0": 2}},
        {"state": {"players": 3, "top": "4"}},
        {"options": {"joker": True}},
        {"steps": [{**PLAY, "sit": 0}]},
        {"steps": [{"seat": 0, "do": {"fly": True}}]},
        {"steps": [{"seat": 0, "do": {"play": "4", "draw": True}}]},
        {"steps": [{"seat": 0, "do": {"draw": False}}]},
        {"steps": [{"seat": 0, "do": {"play": []}}]},
        {"steps": [{"seat": 0, "do": {"play": "8"}}]},
        {"steps": [{"seat": 0, "do": {"timeout_after_s": "long"}}]},
        {"steps": [{"seat": 3, "do": {"draw": True}}]},
        {"steps": [{"seat": "0", "do": {"draw": True}}]},
        {"steps": [{"do": {"draw": True}}]},
        {"steps": [{"seat": 0}]},
        {"steps": [{**PLAY, "expect": {"layout0": {}}}]},
        {"steps": [{**PLAY, "expect": {"wish": None}}]},
        {"steps": [{**PLAY, "expect": {"hand7": []}}]},
        {"steps": [{**PLAY, "expect": {"quit": [9]}}]},
        {"steps": [{**PLAY, "expect": None}]},
        {"steps": ["play"]},
        {"steps": {"seat": 0}},
        {"expect": {"tens": 0}},
        {"expect": []},
        {"attempts": [{"options": {"target": 20}, "expect": {"legal": True}, "stepp": 1}]},
        {"final_list": []},
        {"state_list": [{"state": STATE, "expect": {"turn": 0}, "other": 1}]},
        {"play_through": [[0]]},
        {"play_through": [[0, "4"]]},
        {"fits_table": [["4", True]]},
        {"return_table": {}},
        {"state": {**STATE, "turn": None}},
        {"state": {**STATE, "hands": []}},
        {"state": {**STATE, "hand4": ["4"]}},
        {"state": {**STATE, "players": 2}},
        {"state": {**STATE, "points": [1]}},
        {"state": {**STATE, "points": ["1", "2", "3"]}},
        {"state": {**STATE, "quit": [True]}},
        {"state": {**STATE, "quit5": True}},
        {"state": {**STATE, "quit0": 1}},
        {"state": {**STATE, "draw": ["Z"]}},
        {"state": {**STATE, "discard": ["3"]}},
        {"state": {**STATE, "discard": []}},
        {"state": "none"},
        {"options": {"englert": 1}},
        {"options": {"target": "much"}},
        {"options": {"rules": "classic", "englert": True}},
        {"options": {"rules": "englert", "englert": False}},
        {"options": {"short": True}},
        {"state": {**STATE, "draw_count": 2}},
        {"state": {**{k: STATE[k] for k in STATE if k != "draw"}, "draw_count": 52}},
        {"state": {**{k: STATE[k] for k in STATE if k != "draw"}, "draw_count": -1}},
        {"state": {**STATE, "discard_count": 0}},
        {"state": {**STATE, "discard": ["3", "4"], "discard_count": 3}},
        {"state": {**STATE, "starter": 3}},
        {"state": {"players": 3, "points": [1]}},
        {"state": {"players": 3, "quit1": True}},
        {"state": {**STATE, "discard_count": 2}, "expect": {"discard": ["4", "4"]}},
    ],
    ids=say,
)
def test_a_word_that_nobody_knows_is_reported(changes: Mapping[str, object]) -> None:
    mismatches = run(**changes)
    assert mismatches
    assert all(mismatch.startswith("T") for mismatch in mismatches)


def test_a_draw_pile_of_which_the_size_is_told_has_cards_that_lie_nowhere_else() -> None:
    state = {key: value for key, value in STATE.items() if key != "draw"} | {"draw_count": 51}
    pile = CASES.start({"state": state}).state.pile
    everything = Counter([*pile, 4, 5, 6, 1, 4])
    assert everything == Counter(list(range(1, 8)) * 8)


def test_that_nothing_may_be_done_is_checked() -> None:
    """An empty list says something; the position is not passed over."""
    mismatch = one(steps=[], legal_moves=[])
    assert mismatch.startswith("T: legal_moves: expected [], got [{draw: true}")


def test_an_unknown_word_stops_nothing_else() -> None:
    wrong = {**PLAY, "expect": {"wish": None, "top": "5"}}
    assert run(steps=[wrong], stepps=[]) == (
        "T: unknown key stepps",
        "T step 1: wish: unknown key",
        "T step 1: top: expected 5, got 4",
    )


@pytest.mark.parametrize("case", [{}, {"steps": []}, {"state": STATE}, {"expect": {}}], ids=say)
def test_a_case_that_checks_nothing_is_a_mismatch(case: Fields) -> None:
    assert check({"id": "T", **case}, CASES)[0] == "T: checks nothing"


def test_what_is_no_case_is_a_mismatch() -> None:
    assert check("AL-01", CASES) == ("a case is a mapping, not AL-01",)
    assert check({"steps": []}, CASES) == ("case without id: checks nothing",)


class Failing(AlpakaCases):
    """A game with a fault."""

    def act(self, position: Position, step: Fields) -> Acted[Position]:
        raise ZeroDivisionError("by nothing")


def test_a_game_that_fails_stops_no_other_case() -> None:
    assert check(CASE, Failing()) == ("T step 1: ZeroDivisionError: by nothing",)


def test_a_key_with_no_answer_is_reported() -> None:
    """The next dealer can be told only where the state tells this one."""
    over = {**STATE, "hands": [["4"], ["6"], ["1"]]}
    assert one(state=over, steps=[{**PLAY, "expect": {"next_dealer": 0}}]) == (
        "T step 1: next_dealer: the state names no dealer"
    )


# --- what other games need -------------------------------------------------------------------


class Short(AlpakaCases):
    """A game whose steps name a card, as those of tricks do."""

    actions = frozenset({"seat", "card"})

    def act(self, position: Position, step: Fields) -> Acted[Position]:
        return super().act(position, {"seat": step["seat"], "do": {"play": step["card"]}})


def test_a_play_through_is_a_row_of_steps() -> None:
    case = {**CASE, "steps": [], "expect": {"turn": 2, "top": "4", "hand1": ["6"]}}
    state = {**STATE, "hands": [["4", "5"], ["6", "4"], ["1"]]}
    assert check({**case, "state": state, "play_through": [[0, "4"], [1, "4"]]}, Short()) == ()
    assert check({**case, "play_through": [[0, "6"]], "expect": {}}, Short()) == (
        "T play 1: refused: card_not_in_hand",
    )


def test_positions_can_be_listed() -> None:
    items = [{"state": STATE, "expect": {"turn": turn}} for turn in (0, 1)]
    assert check({"id": "T", "options": {"englert": True}, "state_list": items}, CASES) == (
        "T state 2: turn: expected 1, got 0",
    )


# --- nodes -----------------------------------------------------------------------------------


def test_nodes_are_compared_strictly() -> None:
    assert same([1, {"a": None}], (1, {"a": None}))
    assert not same(True, 1)
    assert not same([1, 2], [2, 1])
    assert not same([1], [1, 2])
    assert not same({"a": 1}, {"b": 1})
    assert not same({"a": 1}, {"a": 2})
    assert not same(None, 0)


@pytest.mark.parametrize(
    "read",
    [
        lambda: fields([], "x"),
        lambda: listed("4", "x"),
        lambda: pair_of([1], "x"),
        lambda: number(True, "x"),
        lambda: number("1", "x"),
        lambda: flag(1, "x"),
        lambda: flags([True], 2, "x"),
        lambda: flags([2], 2, "x"),
        lambda: flags([1, 1], 2, "x"),
        lambda: marked({"quit2": True}, "quit", 2),
        lambda: per_seat({"hand1": []}, "hand", "hands", ()),
    ],
)
def test_a_node_of_another_form_is_unreadable(read: Callable[[], object]) -> None:
    with pytest.raises(Unreadable):
        read()


# --- files and what is reported --------------------------------------------------------------


def test_a_mismatch_or_a_missing_game_is_status_1() -> None:
    wrong = {**CASE, "expect": {"turn": 2}}
    report = check_games({"alpaka": [wrong, CASE]}, ADAPTERS)
    assert report == Report(2, ("T: turn: expected 2, got 1",))
    assert report.status == 1
    assert report.lines == ("T: turn: expected 2, got 1", "2 cases, 1 mismatches")
    absent = check_games({"fool": [{}, {}], "alpaka": [CASE]}, ADAPTERS)
    assert absent == Report(1, (), ("fool",))
    assert absent.status == 1
    assert absent.lines == ("fool: this game is not installed", "1 cases, 0 mismatches")


def test_a_game_without_a_list_of_cases_is_a_mismatch() -> None:
    report = check_games({"alpaka": None}, ADAPTERS)
    assert report.mismatches == ("alpaka: a list of cases is needed, not null",)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"games",
        b"games: []",
        b"cases: {alpaka: []}",
        b"version: 2\ngames: {}",
        b"games: {alpaka: [",
        b"games: {alpaka: 2001-99-99}",
        b"\xff\xfe\xfa",
        b"games: !!python/object:os.system {}",
        b"games: {alpaka: &a [*a]}",
        b"games: {alpaka: [&a {id: T, state: {hands: *a}}]}",
        b"games: {alpaka: [" + b"[" * 330 + b"]" * 330 + b"]}",
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_and_status_2(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "cases.yaml"
    path.write_bytes(content)
    report = check_file(path, ADAPTERS)
    assert report.status == 2
    (line,) = report.lines
    assert line.startswith(f"{path}: ")
    assert "\n" not in line


def test_what_stands_in_several_places_may_be_written_once(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    case = "{id: T, state: *s, legal_moves: [{play: '4'}, {draw: true}, {quit: true}]}"
    position = "{hands: [['4'], ['1']], turn: 0, top: '4', draw: ['1']}"
    path.write_text(f"shared: &s {position}\ngames: {{alpaka: [{case}, {case}]}}\n", "utf-8")
    assert check_file(path, ADAPTERS) == Report(cases=2)


def test_a_file_that_is_not_there_is_status_2(tmp_path: Path) -> None:
    for path in (tmp_path / "none.yaml", tmp_path):
        report = check_file(path, ADAPTERS)
        assert report.status == 2
        assert len(report.lines) == 1


def test_cards_that_yaml_could_take_for_truth_stay_letters(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text("games: {Y: [], N: [], on: []}", encoding="utf-8")
    assert check_file(path, ADAPTERS).missing == ("Y", "N", "true")
