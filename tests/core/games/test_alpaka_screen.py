"""What people see of Alpaka: complete in both languages, narrow enough, and giving nothing away."""

from __future__ import annotations

import random

import pytest
from wcwidth import wcswidth

from chatlama.core.game import Outcome, Result, Standings, opening
from chatlama.core.games.alpaka import GAME
from chatlama.core.games.alpaka.position import MOVES, Rules, State
from chatlama.core.rng import Rng
from chatlama.core.screen import Line, Screen, Style
from chatlama.core.text import SEATS, Seat
from chatlama.i18n.catalog import Catalog

from .spoken import Spoken, catalogs_of, codes

CLASSIC = Rules(englert=False, target=40)
ENGLERT = Rules(englert=True, target=80)
LONG_NAMES = ("Ada", "Bartholome", "Cem", "Dorotheana", "Emma Maria", "Friederike")
SPOKEN = catalogs_of(GAME)
CATALOGS = pytest.mark.parametrize("catalog", SPOKEN.values(), ids=SPOKEN)
RNG = Rng(b"screen", 0)
TABLE = Spoken(LONG_NAMES)
say, lines, labels = TABLE.say, TABLE.lines, TABLE.labels


def running(
    *,
    rules: Rules = CLASSIC,
    top: int = 4,
    pile: tuple[int, ...] = (1,) * 23,
    hand: tuple[int, ...] = (1, 1, 3, 4, 5, 7),
    quit_: tuple[bool, ...] = (False, False, True, True),
) -> State:
    standings = Standings((12, 21, 8, 39), frozenset({Seat(3)}), rounds=1, dealer=Seat(3))
    hands = (hand, (2, 2, 6), (1, 2, 3, 3), (5,))
    return State(rules, standings, hands, quit_, top, pile, Seat(0))


def shown(state: State, viewer: int | None = None) -> Screen:
    seat = None if viewer is None else SEATS[viewer]
    moves = () if seat is None else GAME.legal(state, seat)
    return GAME.screen(GAME.view(state, seat), moves)


def ended(*codes: str) -> State:
    """Return the position after these moves in a small round."""
    standings = Standings((12, 38, 0), rounds=1, dealer=Seat(2))
    hands = ((4,), (3, 3, 7), (1, 2, 5, 5))
    state = State(CLASSIC, standings, hands, (False,) * 3, 4, (1, 2), Seat(0))
    for code in codes:
        state = GAME.apply(state, state.turn, MOVES[code], RNG).state
    assert state.result is not None
    return state


def left(state: State, *seats: int) -> State:
    for seat in seats:
        state = GAME.leave(state, SEATS[seat], RNG).state
    return state


def test_the_table_in_german() -> None:
    assert list(lines(SPOKEN["de"], shown(running()))) == [
        "🦙 Alpaka · Runde 2 · bis 40",
        "",
        "Oben: 4    Nachziehstapel: 23",
        "",
        "> Ada         6 Karten  12  ●○○",
        "  Bartholome  3 Karten  21  ●●○",
        "  Cem         raus (4)   8  ○○○○○○○○",
        "  Dorotheana  weg       39  3● 9○",
    ]


def test_the_table_in_english_under_englert() -> None:
    state = running(rules=ENGLERT, top=7, pile=())
    assert list(lines(SPOKEN["en"], shown(state)))[:3] == [
        "🦙 Alpaka · Round 2 · to 80 · Englert",
        "",
        "On top: 🦙    Draw pile: empty",
    ]


def test_the_buttons_everybody_sees_give_nothing_away() -> None:
    screen = shown(running())
    assert codes(screen) == [["play:4", "play:5"], ["draw", "quit"]]
    assert labels(SPOKEN["de"], screen) == [["4 legen", "5 legen"], ["Ziehen", "Aussteigen"]]
    for step in range(20):
        other = GAME.redeal(running(), None, Rng(b"other", step))
        assert shown(other) == screen


def test_the_buttons_under_englert_name_three_cards() -> None:
    screen = shown(running(rules=ENGLERT, top=7))
    assert codes(screen)[0] == ["play:6", "play:al", "play:1"]
    assert labels(SPOKEN["de"], screen)[0] == ["6 legen", "Alpaka legen", "1 legen"]
    assert labels(SPOKEN["en"], screen)[0] == ["Play 6", "Play alpaca", "Play 1"]


@pytest.mark.parametrize(
    "state", [running(pile=()), running(quit_=(False, True, True, True))], ids=["empty", "alone"]
)
def test_drawing_is_no_button_where_it_cannot_be_legal(state: State) -> None:
    assert codes(shown(state))[1] == ["quit"]


def test_a_hand_in_german() -> None:
    screen = shown(running(), 0)
    assert list(lines(SPOKEN["de"], screen)) == [
        "Deine Hand · kostet 23",
        "1 1 3 4 5 🦙",
        "Oben: 4",
    ]
    assert isinstance(screen.lines[1], Line)
    assert screen.lines[1].spans[0].style is Style.MONO
    assert codes(screen) == [["play:4", "play:5"], ["draw", "quit"]]
    assert screen.short is not None
    short = say(SPOKEN["de"], screen.short)
    assert short == "Deine Hand · kostet 23: 1×2 3 4 5 🦙 (oben: 4)"


def test_a_hand_offers_exactly_the_legal_moves() -> None:
    assert codes(shown(running(hand=(1, 2)), 0)) == [["draw", "quit"]]
    assert codes(shown(running(), 1)) == []
    assert codes(shown(running(pile=(), hand=(5,)), 0)) == [["play:5"], ["quit"]]


def test_a_hand_that_was_laid_down_says_so() -> None:
    screen = shown(running(), 2)
    assert next(lines(SPOKEN["de"], screen)) == "Ausgestiegen · kostet 6"
    assert next(lines(SPOKEN["en"], screen)) == "You have quit · costs 6"


@CATALOGS
def test_a_huge_hand_fits_every_place(catalog: Catalog) -> None:
    hand = tuple(sorted((1, 2, 3, 4, 5) * 5 + (6,) * 7 + (7,) * 8))
    screen = shown(running(hand=hand), 0)
    assert max(map(wcswidth, lines(catalog, screen))) <= 40
    assert screen.short is not None
    assert len(say(catalog, screen.short)) <= 200


def test_a_round_that_was_played_out() -> None:
    assert list(lines(SPOKEN["de"], shown(ended("play:4")))) == [
        "🦙 Alpaka · Runde 2 · bis 40",
        "",
        "Rundenende: Ada ist fertig.",
        "",
        "  Ada         -       -1  11",
        "  Bartholome  3 🦙   +13  51",
        "  Cem         1 2 5   +8   8",
        "Ada gibt einen Chip zurück.",
        "",
        "🏆 Cem gewinnt!",
        "  1.  Cem          8",
        "  2.  Ada         11",
        "  3.  Bartholome  51",
    ]


@CATALOGS
@pytest.mark.parametrize("viewer", [None, 0])
def test_the_score_looks_the_same_to_all(catalog: Catalog, viewer: int | None) -> None:
    screen = shown(ended("play:4"), viewer)
    assert list(lines(catalog, screen)) == list(lines(catalog, shown(ended("play:4"))))
    assert screen.buttons == ()


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (["quit", "quit", "quit"], "Rundenende: Alle sind ausgestiegen."),
        (["quit", "draw", "quit"], "Rundenende: Keine Karte passt mehr."),
    ],
)
def test_why_a_round_is_over(codes: list[str], said: str) -> None:
    assert list(lines(SPOKEN["de"], shown(ended(*codes))))[2] == said


def test_who_left_the_round_is_shown_unscored() -> None:
    state = left(running(quit_=(False, False, True, True), hand=(4,)), 1)
    state = GAME.apply(state, Seat(0), MOVES["play:4"], RNG).state
    assert list(lines(SPOKEN["de"], shown(state)))[4:] == [
        "  Ada         -       -1  11",
        "  Bartholome  weg         21",
        "  Cem         1 2 3   +6  14",
        "  Dorotheana  weg         39",
        "Ada gibt einen Chip zurück.",
    ]


def test_an_unscored_end_says_so() -> None:
    state = left(running(quit_=(False, False, False, True)), 0, 1)
    assert list(lines(SPOKEN["de"], shown(state))) == [
        "🦙 Alpaka · Runde 2 · bis 40",
        "",
        "Zu wenige übrig: Die Runde zählt nicht.",
        "",
        "🏆 Cem gewinnt!",
        "  1.  Cem          8",
        "  -   Ada         12  weg",
        "  -   Bartholome  21  weg",
        "  -   Dorotheana  39  weg",
    ]


def test_shared_wins_name_all_winners() -> None:
    outcome = Result(Standings((3, 3, 41)), None, "too_few_players", Outcome((1, 1, 3)))
    state = ended("play:4")._replace(result=outcome)
    assert "🏆 Ada und Bartholome gewinnen!" in lines(SPOKEN["de"], shown(state))
    assert "🏆 Ada and Bartholome win!" in lines(SPOKEN["en"], shown(state))


def test_nobody_wins_where_all_have_left() -> None:
    standings = Standings((1, 2, 3), frozenset(SEATS[:3]))
    nobody = Result(standings, None, "too_few_players", Outcome((None,) * 3))
    said = list(lines(SPOKEN["de"], shown(ended("play:4")._replace(result=nobody))))
    assert said[4:] == [
        "  -  Ada         1  weg",
        "  -  Bartholome  2  weg",
        "  -  Cem         3  weg",
    ]


@CATALOGS
def test_rows_fit_a_phone(catalog: Catalog) -> None:
    chance = random.Random(6)
    standings = opening(6)._replace(points=(79, 69, 59, 9, 0, 77))
    for number in range(40):
        state = GAME.deal(standings, {"rules": "classic", "target": "80"}, Rng(b"wide", number))
        while GAME.to_move(state):
            moves = GAME.legal(state, state.turn)
            move = chance.choice(moves[:-1] or moves)
            state = GAME.apply(state, state.turn, move, RNG).state
            screens = [shown(state), shown(state, chance.randrange(6))]
            for said in (said for each in screens for said in lines(catalog, each)):
                assert wcswidth(said) <= 40 or said.startswith("🏆"), said


@CATALOGS
def test_events_and_refusals_are_said(catalog: Catalog) -> None:
    said = {
        say(catalog, event.text)
        for code in ("play:4", "draw", "quit")
        for event in GAME.apply(running(), Seat(0), MOVES[code], RNG).events
    }
    expected = {
        "de": {"Ada legt eine 4.", "Ada zieht eine Karte.", "Du ziehst eine 1.", "Ada steigt aus."},
        "en": {"Ada plays a 4.", "Ada draws a card.", "You draw a 1.", "Ada quits."},
    }
    assert said == expected[catalog.language]


@pytest.mark.parametrize(
    ("state", "seat", "code", "german", "english"),
    [
        (
            running(),
            0,
            "play:1",
            "Auf die 4 passt nur 4 oder 5.",
            "On the 4 you may only play 4 or 5.",
        ),
        (
            running(top=7, rules=ENGLERT),
            0,
            "play:4",
            "Auf das Alpaka passt nur 6, Alpaka oder 1.",
            "On the alpaca you may only play 6, alpaca or 1.",
        ),
        (
            running(hand=(1,)),
            0,
            "play:al",
            "Du hast kein Alpaka auf der Hand.",
            "You hold no alpaca.",
        ),
        (running(), 1, "draw", "Gerade ist Ada dran.", "It is Ada’s turn."),
    ],
)
def test_refusals_name_the_rule_and_the_card(
    state: State, seat: int, code: str, german: str, english: str
) -> None:
    refusal = GAME.refuse(state, SEATS[seat], code)
    assert say(SPOKEN["de"], refusal.text) == german
    assert say(SPOKEN["en"], refusal.text) == english


@CATALOGS
def test_every_message_is_said(catalog: Catalog) -> None:
    """The lobby's texts, and a rule text short enough for a phone."""
    info = GAME.info
    assert len(say(catalog, info.explanation)) <= 900
    assert info.full is not None
    assert len(say(catalog, info.full)) <= 2_500
    assert say(catalog, info.title) == "Alpaka"
    for option in info.options:
        assert say(catalog, option.label)
        assert all(say(catalog, choice.label) for choice in option.choices)
