"""What people see of Passt nicht!: complete in both languages, narrow, giving nothing away."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest
from wcwidth import wcswidth

from chatlama.core.game import Outcome, Result, Standings
from chatlama.core.games.passt_nicht import GAME
from chatlama.core.games.passt_nicht.position import (
    COLOURS,
    EMPTY,
    JOKER,
    LETTERS,
    MOVES,
    NAMES,
    WISHES,
    Stacks,
    State,
)
from chatlama.core.rng import Rng
from chatlama.core.screen import Line, Screen, Style, Weight
from chatlama.core.text import SEATS, Seat
from chatlama.i18n.catalog import Catalog

from .spoken import Spoken, catalogs_of, codes

LONG_NAMES = ("Ada", "Bartholo 🤖", "Cem", "Dorotheana", "Emma Maria", "Friederik… 🤖")
SPOKEN = catalogs_of(GAME)
CATALOGS = pytest.mark.parametrize("catalog", SPOKEN.values(), ids=SPOKEN)
RNG = Rng(b"screen", 0)
TABLE = Spoken(LONG_NAMES, margin="")
say, lines, labels = TABLE.say, TABLE.lines, TABLE.labels
CARD = {name: card for card, name in enumerate(NAMES)}


def cards(said: str) -> tuple[int, ...]:
    return tuple(CARD[name] for name in said.split())


def layout(said: str) -> Stacks:
    laid = cards(said)
    return tuple(tuple(card for card in laid if card // 6 == at) for at in range(len(COLOURS)))


def position(
    *hands: str,
    layouts: Mapping[int, str] | None = None,
    discards: str = "r3",
    wish: str | None = None,
    points: tuple[int, ...] | None = None,
) -> State:
    laid = layouts or {}
    return State(
        Standings(points or (0,) * len(hands), rounds=1),
        SEATS[0],
        tuple(tuple(sorted(cards(hand))) for hand in hands),
        tuple(layout(laid.get(seat, "")) for seat in range(len(hands))),
        cards(discards),
        cards("y2 " * 23),
        SEATS[0],
        wish,
    )


RUNNING = left = position(
    "r5 g3 b5 b0 jk",
    "y1 p2 p3",
    "y4",
    "r0",
    layouts={0: "g4 g1 r2 y0", 1: "p3 b2"},
    points=(12, -3, 48, 0),
)
"""A table at which the last seat leaves."""
RUNNING = GAME.leave(left, Seat(3), RNG).state


def shown(state: State, viewer: int | None = None) -> Screen:
    seat = None if viewer is None else SEATS[viewer]
    moves = () if seat is None else GAME.legal(state, seat)
    return GAME.screen(GAME.view(state, seat), moves)


def do(state: State, *codes: str) -> State:
    for code in codes:
        assert MOVES[code] in GAME.legal(state, state.turn), code
        state = GAME.apply(state, state.turn, MOVES[code], RNG).state
    return state


# --- the table -------------------------------------------------------------------------------


def test_the_table_in_german() -> None:
    assert list(lines(SPOKEN["de"], shown(RUNNING))) == [
        "🃏 Passt nicht! · Runde 2 · bis 50",
        "",
        "Oben: Rot 3 🔴",
        "Nachziehstapel: 23",
        "",
        "> Ada          ✋5  +7   12",
        "  🔴2 ⭐0 🍀1²",
        "  Bartholo 🤖  ✋3  +5   -3",
        "  🌸3 🔷2",
        "  Cem          ✋1  +0   48",
        "  nichts ausgelegt",
        "  Dorotheana   weg        0",
    ]


def test_the_table_in_english_under_a_wish() -> None:
    state = replace(position("g1", "b1", discards="r3 jk", wish="g"), pile=())
    assert list(lines(SPOKEN["en"], shown(state))) == [
        "🃏 Passt nicht! · Round 2 · to 50",
        "",
        "On top: 🃏, wanted: green 🍀",
        "Draw pile: empty",
        "",
        "> Ada          ✋1  +0    0",
        "  nothing laid",
        "  Bartholo 🤖  ✋1  +0    0",
        "  nothing laid",
    ]
    number = replace(state, wish="4")
    assert "Oben: 🃏, gewünscht: Zahl 4" in lines(SPOKEN["de"], shown(number))


def test_every_layout_is_shown_with_the_height_of_each_stack() -> None:
    state = position("r5", "b1", layouts={0: "b1 " * 12 + "g2", 1: "r1 " * 10 + "y3 " * 10})
    said = list(lines(SPOKEN["de"], shown(state)))
    assert said[6].strip() == "🍀2 🔷1¹²"
    assert said[8].strip() == "🔴1¹⁰⭐3¹⁰"


def test_the_buttons_everybody_sees_are_open_cards() -> None:
    """Tops of the layout that match may be played whatever is in the hand."""
    screen = shown(RUNNING)
    assert codes(screen) == [["top:r2"]]
    assert labels(SPOKEN["de"], screen) == [["Rot 2 aus Auslage 🔴"]]
    assert codes(shown(position("b1", "b5", layouts={0: "g2"}))) == []
    for step in range(20):
        other = GAME.redeal(RUNNING, None, Rng(b"other", step))
        assert shown(other) == screen


def test_a_joker_that_is_held_out_is_seen_by_nobody_else() -> None:
    state = do(RUNNING, "play:jk")
    for viewer in (None, 1, 2):
        assert shown(state, viewer) == shown(RUNNING, viewer)


# --- a hand ----------------------------------------------------------------------------------


def test_a_hand_in_german() -> None:
    screen = shown(RUNNING, 0)
    assert list(lines(SPOKEN["de"], screen)) == [
        "Deine Hand · kostet 23",
        "🔴5  🍀3  🔷0 🔷5  🃏",
        "Auslage +7: 🔴2 ⭐0 🍀1²",
        "Oben: Rot 3 🔴 · Stapel 23",
        "Deine Auslage passt: Du musst ablegen.",
    ]
    assert isinstance(screen.lines[1], Line)
    assert screen.lines[1].spans[0].style is Style.MONO
    assert labels(SPOKEN["de"], screen) == [
        ["Rot 5 ablegen 🔴", "Grün 3 ablegen 🍀"],
        ["Joker ablegen 🃏"],
        ["Rot 2 aus Auslage 🔴"],
    ]
    assert codes(screen) == [["play:r5", "play:g3"], ["play:jk"], ["top:r2"]]
    assert all(b.weight is Weight.PRIMARY for row in screen.buttons for b in row)
    assert screen.short is not None
    assert say(SPOKEN["de"], screen.short).split("\n") == [
        "Deine Hand · kostet 23",
        "🔴5  🍀3  🔷0 🔷5  🃏",
        "Auslage +7: 🔴2 ⭐0 🍀1²",
        "Oben: Rot 3 🔴",
    ]


def test_a_hand_in_english() -> None:
    screen = shown(position("r5 b1 b0", "g2"), 0)
    assert list(lines(SPOKEN["en"], screen)) == [
        "Your hand · costs 6",
        "🔴5  🔷0 🔷1",
        "Layout +0: nothing laid",
        "On top: red 3 🔴 · Pile 23",
    ]
    assert labels(SPOKEN["en"], screen) == [
        ["Red 5: play 🔴"],
        ["Blue 0: lay 🔷", "Blue 1: lay 🔷"],
    ]
    assert labels(SPOKEN["de"], screen)[1] == ["Blau 0 auslegen 🔷", "Blau 1 auslegen 🔷"]


def test_the_wish_is_asked_for_in_the_hand() -> None:
    screen = shown(do(RUNNING, "play:jk"), 0)
    assert next(lines(SPOKEN["de"], screen)) == "🃏 Joker: Was wünschst du dir?"
    assert next(lines(SPOKEN["en"], screen)) == "🃏 Joker: what do you wish for?"
    assert labels(SPOKEN["de"], screen) == [
        ["Rot 🔴", "Pink 🌸", "Gelb ⭐"],
        ["Grün 🍀", "Blau 🔷"],
        ["Zahl 0", "Zahl 1", "Zahl 2"],
        ["Zahl 3", "Zahl 4", "Zahl 5"],
        ["Joker zurücknehmen"],
    ]
    assert [code for row in codes(screen) for code in row] == [
        *(f"wish:{wish}" for wish in WISHES),
        "back",
    ]
    again = shown(do(RUNNING, "play:jk", "back", "play:jk"), 0)
    assert codes(again) == codes(screen)[:-1]


def test_who_is_not_on_turn_sees_the_hand_without_buttons() -> None:
    screen = shown(RUNNING, 1)
    assert screen.buttons == ()
    assert list(lines(SPOKEN["de"], screen))[1] == "🌸2 🌸3  ⭐1"


def test_who_left_has_no_cards() -> None:
    assert list(lines(SPOKEN["de"], shown(RUNNING, 3)))[1] == "-"


def test_each_colour_has_a_sign_and_a_name_of_its_own() -> None:
    """Nobody needs to tell red from green."""
    state = position("r1 p1 y1 g1 b1", "g2", discards="r1")
    for catalog in SPOKEN.values():
        said = [label for row in labels(catalog, shown(state, 0)) for label in row]
        assert len({label.split()[0] for label in said}) == 5
        assert len({label[-1] for label in said}) == 5


@CATALOGS
def test_typed_words_name_one_button(catalog: Catalog) -> None:
    """The beginnings of a hand's labels differ, whatever it holds."""
    chance = random.Random(3)
    for _ in range(200):
        hand = " ".join(chance.choices(NAMES, k=5))
        own = " ".join(chance.choices(NAMES[:-1], k=4))
        screen = shown(position(hand, "g2", layouts={0: own}), 0)
        said = [label.casefold() for row in labels(catalog, screen) for label in row]
        assert len(set(said)) == len(said)
        assert all(len(row) <= 8 for row in screen.buttons)


@CATALOGS
def test_every_hand_fits_an_alert(catalog: Catalog) -> None:
    """The short form and all moves, with the longest layout and wish there are."""
    tops = "r5 p5 y5 g5 b5 "
    high = {0: tops * 12}
    for wish in WISHES:
        for hand in combinations_with_replacement(("r5", "b5", "jk"), 5):
            state = position(" ".join(hand), "g2", layouts=high, discards="jk", wish=wish)
            for each in (state, replace(state, choosing=True)):
                screen = shown(each, 0)
                assert screen.short is not None
                said = TABLE.alert(catalog, screen)
                assert said.startswith(say(catalog, screen.short))
                last = said.split("\n")[-1]
                assert len(re.findall(r"\b\d+[= ]", last)) >= sum(map(len, screen.buttons))


def test_where_an_alert_has_no_room_for_words_moves_are_signs() -> None:
    """Arrows say into the layout or out of it; a move and a wish stand beside their number."""
    high = {0: "r5 p5 y5 g5 b5 " * 12}
    lays = position("r1 p2 y1 g1 b0", "g2", layouts=high, discards="jk", wish="3")
    assert TABLE.alert(SPOKEN["de"], shown(lays, 0)).split("\n")[-1] == (
        "1=🔴1↓ 2=🌸2↓ 3=⭐1↓ 4=🍀1↓ 5=🔷0↓"
    )
    tops = position("r1 p2 y1 b0 jk", "g2", layouts=high, discards="jk", wish="5")
    assert TABLE.alert(SPOKEN["de"], shown(tops, 0)).split("\n")[-1] == (
        "1=🃏 2=🔴5↑ 3=🌸5↑ 4=⭐5↑ 5=🍀5↑ 6=🔷5↑"
    )
    choosing = replace(tops, choosing=True)
    assert TABLE.alert(SPOKEN["de"], shown(choosing, 0)).split("\n")[-1] == (
        "1=🔴 2=🌸 3=⭐ 4=🍀 5=🔷 6=0 7=1 8=2 9=3 10=4 11=5 12=↩"
    )
    little = position("r1", "g2", discards="r5")
    assert TABLE.alert(SPOKEN["de"], shown(little, 0)).endswith("\n1 Rot 1 ablegen 🔴")


@CATALOGS
def test_rows_fit_a_phone(catalog: Catalog) -> None:
    chance = random.Random(6)
    standings = Standings((49, -99, 38, 9, 0, -12))
    for number in range(8):
        state = GAME.deal(standings, {}, Rng(b"wide", number))
        step = 0
        while GAME.to_move(state):
            step += 1
            moves = [*GAME.legal(state, state.turn)]
            move = chance.choice(moves[-2:])
            state = GAME.apply(state, state.turn, move, Rng(b"wide", step)).state
            screens = [shown(state), shown(state, chance.randrange(6))]
            for said in (said for each in screens for said in lines(catalog, each)):
                assert wcswidth(said) <= 40 or said.startswith("🏆"), said


@CATALOGS
def test_the_highest_layout_fits_a_phone(catalog: Catalog) -> None:
    for high in range(6):
        laid = "".join((f"{x}5 " * (12 if at < high else 9)) for at, x in enumerate(LETTERS))
        state = position("r1", "g2", layouts={0: laid}, points=(-99, 0))
        assert max(map(wcswidth, lines(catalog, shown(state)))) <= 40


# --- after the round -------------------------------------------------------------------------


ENDED = do(
    position(
        "r5",
        "y5 jk",
        "y1 y0",
        "g1",
        layouts={0: "b5 b2 g4", 1: "r1", 2: "p3"},
        points=(20, 10, 49, 7),
    ),
    "play:r5",
)


def test_a_round_that_was_played_out() -> None:
    assert list(lines(SPOKEN["de"], shown(ENDED))) == [
        "🃏 Passt nicht! · Runde 2 · bis 50",
        "",
        "Rundenende: Ada ist fertig.",
        "Oben: Rot 5 🔴",
        "",
        "             Plus  Minus  Runde  Stand",
        "Ada           11     0    +11     31",
        "Bartholo 🤖    1   -15    -14     -4",
        "Cem            3    -1     +2     51",
        "Dorotheana     0    -1     -1      6",
        "",
        "Noch auf der Hand:",
        "Bartholo 🤖  ⭐5  🃏",
        "Cem          ⭐0 ⭐1",
        "Dorotheana   🍀1",
        "",
        "🏆 Cem gewinnt!",
        "1.  Cem          51",
        "2.  Ada          31",
        "3.  Dorotheana    6",
        "4.  Bartholo 🤖  -4",
    ]


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (position("r1 g2", "y4", layouts={0: "r5"}), "Deine Auslage passt: Du musst ablegen."),
        (position("r1 jk", "y4", discards="jk", wish="g"), "Nur dein Joker erfüllt den Wunsch."),
        (position("g1 jk", "y4", discards="jk", wish="g"), "Du musst den Wunsch erfüllen."),
        (position("g1 r2", "y4", discards="jk", wish="b"), None),
        (position("r1 r2", "y4"), None),
        (position("r1 g2", "y4"), None),
    ],
    ids=["layout", "joker", "wish", "none-can", "all-match", "free"],
)
def test_a_hand_says_why_nothing_can_be_laid(state: State, why: str | None) -> None:
    """P7, P10b, P10c"""
    said = list(lines(SPOKEN["de"], shown(state, 0)))
    assert said[4:] == ([] if why is None else [why])


def test_a_card_stays_in_one_line() -> None:
    (played,) = GAME.apply(RUNNING, Seat(0), MOVES["play:r5"], RNG).events
    said = TABLE.exactly(SPOKEN["de"], played.text)
    assert said == "Ada legt Rot\N{NO-BREAK SPACE}5\N{NO-BREAK SPACE}🔴 ab."


def test_who_has_left_begins_no_round() -> None:
    """P4, G8"""
    over = do(position("r5", "g2", "b1", "b2"), "play:r5")
    assert "Bartholo 🤖 beginnt die nächste Runde." in lines(SPOKEN["de"], shown(over))
    gone = GAME.leave(over, Seat(1), RNG).state
    assert "Cem beginnt die nächste Runde." in lines(SPOKEN["de"], shown(gone))


def test_nobody_is_said_to_begin_where_that_will_be_drawn() -> None:
    """P4, G3"""
    view = GAME.view(do(position("r5", "g2", "b1", "b2"), "play:r5"), None)
    assert view.result is not None
    result = view.result._replace(standings=view.result.standings._replace(starter=None))
    said = list(lines(SPOKEN["de"], GAME.screen(replace(view, result=result), ())))
    assert said
    assert not any("beginnt" in each for each in said)


def test_a_round_in_which_all_hands_are_empty_but_one_was_left() -> None:
    state = GAME.leave(position("r5", "g2", "b1", points=(1, 2, 3)), Seat(1), RNG).state
    state = replace(do(state, "play:r5"))
    assert list(lines(SPOKEN["en"], shown(state)))[5:] == [
        "             plus  minus  round  total",
        "Ada            0     0     +0      1",
        "Bartholo 🤖               left     2",
        "Cem            0    -1     -1      2",
        "",
        "Still in hand:",
        "Cem  🔷1",
        "",
        "Cem begins the next round.",
    ]


def test_nothing_is_said_of_hands_where_none_is_left() -> None:
    state = do(position("r5", "g2", "b1"), "play:r5")
    state = replace(state, hands=((), (), ()))
    assert "Still in hand:" not in lines(SPOKEN["en"], shown(state))


@CATALOGS
@pytest.mark.parametrize("viewer", [None, 0])
def test_the_score_looks_the_same_to_all(catalog: Catalog, viewer: int | None) -> None:
    screen = shown(ENDED, viewer)
    assert list(lines(catalog, screen)) == list(lines(catalog, shown(ENDED)))
    assert screen.buttons == ()


def test_an_unscored_end_says_so() -> None:
    state = GAME.leave(position("r5", "g2", points=(7, 9)), Seat(1), RNG).state
    assert list(lines(SPOKEN["de"], shown(state))) == [
        "🃏 Passt nicht! · Runde 2 · bis 50",
        "",
        "Zu wenige übrig: Die Runde zählt nicht.",
        "",
        "🏆 Ada gewinnt!",
        "1.  Ada          7",
        "-   Bartholo 🤖  9  weg",
    ]
    assert "Too few are left: the round does not count." in lines(SPOKEN["en"], shown(state))


def test_shared_wins_name_all_winners_and_nobody_wins_where_all_have_left() -> None:
    shared = Result(Standings((53, 53, 1, 0)), None, "too_few_players", Outcome((1, 1, 3, 4)))
    state = replace(ENDED, result=shared)
    assert "🏆 Ada und Bartholo 🤖 gewinnen!" in lines(SPOKEN["de"], shown(state))
    assert "🏆 Ada and Bartholo 🤖 win!" in lines(SPOKEN["en"], shown(state))
    gone = Standings((1, 2, 3, 4), frozenset(SEATS[:4]))
    nobody = Result(gone, None, "too_few_players", Outcome((None,) * 4))
    assert not any(
        "🏆" in said for said in lines(SPOKEN["de"], shown(replace(ENDED, result=nobody)))
    )


# --- what happened and what is refused -------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "code", "german", "english"),
    [
        (RUNNING, "play:r5", ["Ada legt Rot 5 🔴 ab."], ["Ada plays red 5 🔴."]),
        (
            RUNNING,
            "top:r2",
            ["Ada legt Rot 2 🔴 aus der Auslage ab."],
            ["Ada plays red 2 🔴 from the layout."],
        ),
        (position("jk", "g2"), "play:jk", ["Ada legt Joker 🃏 ab."], ["Ada plays joker 🃏."]),
        (
            do(RUNNING, "play:jk"),
            "wish:g",
            ["Ada legt einen Joker. Wunsch: Grün 🍀."],
            ["Ada plays a joker and wishes for green 🍀."],
        ),
        (
            do(RUNNING, "play:jk"),
            "wish:4",
            ["Ada legt einen Joker. Wunsch: Zahl 4."],
            ["Ada plays a joker and wishes for number 4."],
        ),
        (
            position("b1", "g2"),
            "lay:b1",
            ["Ada legt Blau 1 🔷 in die Auslage.", "Du ziehst Gelb 2 ⭐."],
            ["Ada lays blue 1 🔷 into the layout.", "You draw yellow 2 ⭐."],
        ),
        (
            replace(position("b1", "g2", discards="g4 r3"), pile=()),
            "lay:b1",
            [
                "Ada legt Blau 1 🔷 in die Auslage.",
                "Der Ablagestapel wird zum neuen Nachziehstapel gemischt.",
                "Du ziehst Grün 4 🍀.",
            ],
            [
                "Ada lays blue 1 🔷 into the layout.",
                "The discards are shuffled into a new draw pile.",
                "You draw green 4 🍀.",
            ],
        ),
        (
            replace(position("b1 b2", "g2"), pile=()),
            "lay:b1",
            ["Ada legt Blau 1 🔷 in die Auslage.", "Es ist keine Karte mehr zum Ziehen da."],
            ["Ada lays blue 1 🔷 into the layout.", "There is no card left to draw."],
        ),
    ],
)
def test_every_move_is_told(state: State, code: str, german: list[str], english: list[str]) -> None:
    assert MOVES[code] in GAME.legal(state, state.turn)
    events = GAME.apply(state, state.turn, MOVES[code], RNG).events
    assert [say(SPOKEN["de"], event.text) for event in events] == german
    assert [say(SPOKEN["en"], event.text) for event in events] == english


BOUND = position("g1 b1", "y4", layouts={0: "b2 g2"}, discards="r3 jk", wish="g")
BLOCKED = position("r1 b1", "y4", layouts={0: "b3 b0 y3"})


@pytest.mark.parametrize(
    ("state", "seat", "code", "german", "english"),
    [
        (
            position("b1 jk", "g2"),
            0,
            "play:b1",
            "Blau 1 🔷 passt nicht auf Rot 3 🔴: Farbe oder Zahl muss gleich sein.",
            "On red 3 🔴 you can’t play blue 1 🔷: it needs the same colour or number.",
        ),
        (
            position("b1 jk", "g2"),
            0,
            "play:y4",
            "Gelb 4 ⭐ hast du nicht auf der Hand.",
            "You don’t hold yellow 4 ⭐.",
        ),
        (
            BLOCKED,
            0,
            "top:b3",
            "Blau 3 🔷 ist verdeckt: Aus der Auslage geht nur, was oben auf einem Stapel liegt.",
            "In your layout blue 3 🔷 is covered: only the top of a stack can be played.",
        ),
        (
            BLOCKED,
            0,
            "lay:b1",
            "In deiner Auslage passt Gelb 3 ⭐: Du musst ablegen, nicht auslegen.",
            "In your layout yellow 3 ⭐ matches: you must discard, not lay.",
        ),
        (
            position("r1 jk", "g2"),
            0,
            "lay:r1",
            "Rot 1 🔴 passt und darf deshalb nicht in die Auslage, nur auf den Ablagestapel.",
            "You may not lay a card that matches: red 1 🔴 can only be discarded.",
        ),
        (
            BOUND,
            0,
            "lay:b1",
            "Du musst den Wunsch erfüllen: Grün 🍀 oder ein Joker.",
            "You must fulfil the wish: green 🍀 or a joker.",
        ),
        (
            replace(BOUND, wish="4", layouts=(layout("r4"), EMPTY)),
            0,
            "play:b1",
            "Gewünscht ist Zahl 4: Blau 1 🔷 passt nicht.",
            "Wished for is number 4: blue 1 🔷 does not match.",
        ),
        (RUNNING, 1, "play:y1", "Gerade ist Ada dran.", "It is Ada’s turn."),
        (
            RUNNING,
            0,
            "lay:jk",
            "Ein Joker kommt nie in die Auslage.",
            "A joker never goes into the layout.",
        ),
    ],
)
def test_refusals_name_the_rule_and_the_card(
    state: State, seat: int, code: str, german: str, english: str
) -> None:
    refusal = GAME.refuse(state, SEATS[seat], code)
    assert say(SPOKEN["de"], refusal.text) == german
    assert say(SPOKEN["en"], refusal.text) == english


@CATALOGS
def test_every_refusal_is_said(catalog: Catalog) -> None:
    over, chosen = ENDED, do(RUNNING, "play:jk", "back", "play:jk")
    for state, seat, code in (
        (RUNNING, 0, "draw"),
        (over, 0, "play:r5"),
        (RUNNING, 3, "play:r5"),
        (RUNNING, 0, "play:r5+r1"),
        (RUNNING, 0, "top:p1"),
        (RUNNING, 0, "wish:g"),
        (RUNNING, 0, "back"),
        (chosen, 0, "back"),
        (chosen, 0, "lay:b0"),
        (chosen, 0, "wish:9"),
        (position("jk", "g2", discards="jk"), 0, "top:jk"),
        (position("r1 jk", "g2", discards="jk"), 0, "play:r1"),
    ):
        assert say(catalog, GAME.refuse(state, SEATS[seat], code).text)


@CATALOGS
def test_the_rules_are_short_and_complete(catalog: Catalog) -> None:
    info = GAME.info
    assert say(catalog, info.title) == "Passt nicht!"
    assert len(say(catalog, info.explanation)) <= 900
    assert info.full is not None
    assert len(say(catalog, info.full)) <= 3500
    assert info.options == ()


@CATALOGS
def test_whole_games_are_said(catalog: Catalog) -> None:
    """A game of people who all let their time run out, seen by everybody."""
    state = GAME.deal(Standings((0,) * 6), {}, Rng(b"said", 1))
    step = 0
    while GAME.to_move(state):
        step += 1
        done = GAME.apply(state, state.turn, GAME.default(state, state.turn), Rng(b"said", step))
        assert all(say(catalog, event.text) for event in done.events)
        state = done.state
        for viewer in (None, *range(6)):
            screen = shown(state, viewer)
            assert list(lines(catalog, screen))
            assert all(len(row) <= 3 for row in labels(catalog, screen))


def test_jokers_come_last() -> None:
    state = position("jk r1 jk b5", "g2")
    assert state.hands[0][-2:] == (JOKER, JOKER)
    assert list(lines(SPOKEN["de"], shown(state, 0)))[1] == "🔴1  🔷5  🃏 🃏"
