"""What people see of Eins drauf: complete in both languages, narrow enough, giving nothing away."""

from __future__ import annotations

import random
from itertools import product

import pytest
from wcwidth import wcswidth

from chatlama.core.game import Outcome, Result, Standings, opening
from chatlama.core.games.eins_drauf import GAME
from chatlama.core.games.eins_drauf.position import JOKER, MOVES, Rules, State
from chatlama.core.rng import Rng
from chatlama.core.screen import Line, Screen, Style
from chatlama.core.text import SEATS, Seat
from chatlama.i18n.catalog import Catalog

from .spoken import Spoken, catalogs_of, codes

PLAIN = Rules()
CHIPS = Rules(chips=True)
BOTH = Rules(target=30, joker=True, chips=True)
LONG_NAMES = ("Ada", "Bartholome 🤖", "Cem", "Dorotheana 🤖", "Emma Maria 🤖", "Friederike 🤖")
SPOKEN = catalogs_of(GAME)
CATALOGS = pytest.mark.parametrize("catalog", SPOKEN.values(), ids=SPOKEN)
RNG = Rng(b"screen", 0)
TABLE = Spoken(LONG_NAMES)
say, lines, labels = TABLE.say, TABLE.lines, TABLE.labels


def running(
    *,
    rules: Rules = PLAIN,
    top: int = 6,
    pile: tuple[int, ...] = (1,) * 23,
    hand: tuple[int, ...] = (1, 1, 3, 4, 6, 7),
    quit_: tuple[bool, ...] = (False, False, True, True),
) -> State:
    standings = Standings((12, 21, 8, 39), frozenset({Seat(3)}), rounds=1)
    hands = (hand, (2, 2, 6), (1, 2, 3, 3), (5,))
    return State(rules, standings, hands, quit_, top, pile, Seat(0))


def shown(state: State, viewer: int | None = None) -> Screen:
    seat = None if viewer is None else SEATS[viewer]
    moves = () if seat is None else GAME.legal(state, seat)
    return GAME.screen(GAME.view(state, seat), moves)


def played(*codes: str, rules: Rules = PLAIN, points: tuple[int, ...] = (12, 28, 0)) -> State:
    """Return the position after these moves in a small round."""
    standings = Standings(points, rounds=1)
    hands = ((4,), (3, 3, 7), (1, 2, 5, 5))
    state = State(rules, standings, hands, (False,) * 3, 4, (1, 2), Seat(0))
    for code in codes:
        state = GAME.apply(state, state.turn, MOVES[code], RNG).state
    return state


def left(state: State, *seats: int) -> State:
    for seat in seats:
        state = GAME.leave(state, SEATS[seat], RNG).state
    return state


def test_the_table_in_german() -> None:
    assert list(lines(SPOKEN["de"], shown(running()))) == [
        "🔼 Eins drauf · Runde 2 · bis 40",
        "",
        "Oben: 6    Ziehstapel: 23",
        "",
        "> Ada            6 Karten  12",
        "  Bartholome 🤖  3 Karten  21",
        "  Cem            raus (4)   8",
        "  Dorotheana 🤖  weg       39",
    ]


def test_the_table_in_english_with_everything() -> None:
    state = running(rules=BOTH, top=JOKER, pile=())
    assert list(lines(SPOKEN["en"], shown(state)))[:6] == [
        "🔼 One Up · Round 2 · to 30",
        "With: Wild joker and Chips",
        "",
        "On top: 🃏 (K or A)    Draw pile: empty",
        "",
        "> Ada            6 cards  12  ●○○",
    ]


def test_the_buttons_everybody_sees_give_nothing_away() -> None:
    screen = shown(running(rules=BOTH, pile=(1, JOKER)))
    assert codes(screen) == [["play:6", "play:k", "play:jk"], ["draw", "quit"]]
    assert labels(SPOKEN["de"], screen) == [
        ["6 legen", "König legen", "Joker legen"],
        ["Ziehen", "Aussteigen"],
    ]
    for step in range(20):
        other = GAME.redeal(running(rules=BOTH, pile=(1, JOKER)), None, Rng(b"other", step))
        assert shown(other) == screen
    assert codes(shown(running()))[0] == ["play:6", "play:k"]


def test_a_joker_that_was_laid_is_no_button_any_more() -> None:
    """G5, E12: everybody has seen it; a leaver's may lie beside the round"""
    assert codes(shown(running(rules=BOTH)))[0] == ["play:6", "play:k"]
    beside = running(rules=BOTH)._replace(hands=((1,), (2,), (3,), (JOKER,)))
    assert codes(shown(beside))[0] == ["play:6", "play:k", "play:jk"]


def test_on_a_joker_kings_and_aces_are_offered() -> None:
    screen = shown(running(rules=BOTH, top=JOKER))
    assert labels(SPOKEN["en"], screen)[0] == ["Play king", "Play ace"]


@pytest.mark.parametrize(
    "state", [running(pile=()), running(quit_=(False, True, True, True))], ids=["empty", "alone"]
)
def test_drawing_is_no_button_where_it_cannot_be_legal(state: State) -> None:
    assert codes(shown(state))[1] == ["quit"]


def test_a_hand_in_german() -> None:
    screen = shown(running(hand=(1, 1, 3, 6, 7, 8), rules=BOTH), 0)
    assert list(lines(SPOKEN["de"], screen)) == [
        "Deine Hand · kostet 40",
        "A A 3 6 K 🃏",
        "Oben: 6",
    ]
    assert isinstance(screen.lines[1], Line)
    assert screen.lines[1].spans[0].style is Style.MONO
    assert codes(screen) == [["play:6", "play:k", "play:jk"], ["draw", "quit"]]
    assert screen.short is not None
    short = say(SPOKEN["de"], screen.short)
    assert short == "Deine Hand · kostet 40: A×2 3 6 K 🃏 (oben: 6)"


def test_a_hand_offers_exactly_the_legal_moves() -> None:
    assert codes(shown(running(hand=(1, 2)), 0)) == [["draw", "quit"]]
    assert codes(shown(running(), 1)) == []
    assert codes(shown(running(pile=(), hand=(7,)), 0)) == [["play:k"], ["quit"]]


def test_a_hand_that_was_laid_down_says_so() -> None:
    screen = shown(running(), 2)
    assert next(lines(SPOKEN["de"], screen)) == "Ausgestiegen · kostet 6"
    assert next(lines(SPOKEN["en"], screen)) == "You have quit · costs 6"


@CATALOGS
def test_the_largest_hand_fits_every_place(catalog: Catalog) -> None:
    hand = tuple(sorted((*range(1, 8),) * 7 + (JOKER,)))
    screen = shown(running(hand=hand, rules=BOTH), 0)
    assert max(map(wcswidth, lines(catalog, screen))) <= 40
    assert screen.short is not None
    assert len(say(catalog, screen.short)) <= 200


def test_a_round_that_was_played_out() -> None:
    assert list(lines(SPOKEN["de"], shown(played("play:4")))) == [
        "🔼 Eins drauf · Runde 2 · bis 40",
        "",
        "Rundenende: Ada ist fertig.",
        "",
        "  Ada            -      -10   2",
        "  Bartholome 🤖  3 K    +13  41",
        "  Cem            A 2 5   +8   8",
        "Ada gibt 10 Punkte zurück.",
        "",
        "🏆 Ada gewinnt!",
        "  1.  Ada             2",
        "  2.  Cem             8",
        "  3.  Bartholome 🤖  41",
    ]


def test_the_next_starter_is_named() -> None:
    """E9"""
    state = played("play:4", points=(1, 0, 0))
    assert list(lines(SPOKEN["de"], shown(state)))[-2:] == [
        "Ada gibt 1 Punkt zurück.",
        "Ada beginnt die nächste Runde.",
    ]
    assert list(lines(SPOKEN["en"], shown(left(state, 0))))[-1] == (
        "Bartholome 🤖 begins the next round."
    )


def test_a_chip_is_chosen_when_all_can_see_the_penalties() -> None:
    """E11"""
    state = played("play:4", rules=CHIPS)
    expected = [
        "🔼 Eins drauf · Runde 2 · bis 40",
        "Dabei: Chips",
        "",
        "Rundenende: Ada ist fertig.",
        "",
        "  Ada            -       +0  12",
        "  Bartholome 🤖  3 K    +13  41",
        "  Cem            A 2 5   +8   8",
        "Ada gibt einen Chip zurück: welchen?",
    ]
    for viewer in (None, 0, 1):
        assert list(lines(SPOKEN["de"], shown(state, viewer))) == expected
    assert codes(shown(state)) == codes(shown(state, 0)) == [["chip:black", "chip:white"]]
    assert labels(SPOKEN["de"], shown(state)) == [["Schwarzer Chip (10)", "Weißer Chip (1)"]]
    assert labels(SPOKEN["en"], shown(state)) == [["Black chip (10)", "White chip (1)"]]
    assert codes(shown(state, 1)) == []
    short = shown(state, 1).short
    assert short is not None
    assert say(SPOKEN["de"], short) == (
        "Rundenende: Ada ist fertig. Ada gibt einen Chip zurück: welchen?"
    )
    poor = played("play:4", rules=CHIPS, points=(9, 0, 0))
    assert codes(shown(poor)) == codes(shown(poor, 0)) == [["chip:white"]]


@CATALOGS
@pytest.mark.parametrize("viewer", [None, 0])
def test_the_score_looks_the_same_to_all(catalog: Catalog, viewer: int | None) -> None:
    screen = shown(played("play:4"), viewer)
    assert list(lines(catalog, screen)) == list(lines(catalog, shown(played("play:4"))))
    assert screen.buttons == ()


def test_all_have_quit() -> None:
    said = list(lines(SPOKEN["de"], shown(played("quit", "quit", "quit"))))
    assert said[2] == "Rundenende: Alle sind ausgestiegen."


def test_who_left_the_round_is_shown_unscored() -> None:
    state = left(running(hand=(6,)), 1)
    state = GAME.apply(state, Seat(0), MOVES["play:6"], RNG).state
    assert list(lines(SPOKEN["de"], shown(state)))[4:] == [
        "  Ada            -      -10   2",
        "  Bartholome 🤖  weg         21",
        "  Cem            A 2 3   +6  14",
        "  Dorotheana 🤖  weg         39",
        "Ada gibt 10 Punkte zurück.",
        "Ada beginnt die nächste Runde.",
    ]


def test_an_unscored_end_says_so() -> None:
    assert list(lines(SPOKEN["de"], shown(left(running(), 0, 1)))) == [
        "🔼 Eins drauf · Runde 2 · bis 40",
        "",
        "Zu wenige übrig: Die Runde zählt nicht.",
        "",
        "🏆 Cem gewinnt!",
        "  1.  Cem             8",
        "  -   Ada            12  weg",
        "  -   Bartholome 🤖  21  weg",
        "  -   Dorotheana 🤖  39  weg",
    ]


def test_shared_wins_name_all_winners() -> None:
    outcome = Result(Standings((3, 3, 41)), None, "too_few_players", Outcome((1, 1, 3)))
    state = played("play:4")._replace(result=outcome)
    assert "🏆 Ada und Bartholome 🤖 gewinnen!" in lines(SPOKEN["de"], shown(state))
    assert "🏆 Ada and Bartholome 🤖 win!" in lines(SPOKEN["en"], shown(state))


def test_who_left_after_the_round_stands_below() -> None:
    said = list(lines(SPOKEN["en"], shown(left(played("play:4", points=(1, 0, 0)), 0, 1))))
    assert said[-3:] == [
        "  1.  Cem             8",
        "  -   Ada             0  left",
        "  -   Bartholome 🤖  13  left",
    ]


def test_where_it_is_not_known_who_begins_nothing_is_said_of_it() -> None:
    state = played("play:4", points=(1, 0, 0))
    assert state.result is not None
    standings = state.result.standings._replace(starter=None)
    unknown = state._replace(result=state.result._replace(standings=standings))
    assert list(lines(SPOKEN["en"], shown(unknown)))[-1] == "Ada gives back 1 point."


@CATALOGS
def test_rows_fit_a_phone(catalog: Catalog) -> None:
    """Names of ten letters with a computer's sign, the widest points, all variants."""
    chance = random.Random(6)
    standings = opening(6)._replace(points=(39, 29, 39, 9, 0, 37))
    options = {"target": "40", "joker": "yes", "chips": "yes"}
    for number in range(40):
        state = GAME.deal(standings, options, Rng(b"wide", number))
        while GAME.to_move(state):
            moves = GAME.legal(state, state.turn)
            move = chance.choice(moves[:-1] or moves)
            state = GAME.apply(state, state.turn, move, RNG).state
            screens = [shown(state), shown(state, chance.randrange(6))]
            for said in (said for each in screens for said in lines(catalog, each)):
                whole = said.startswith("🏆") or said.endswith((".", "?"))
                assert wcswidth(said) <= 40 or whole, said
            for each in screens:
                assert each.short is None or len(say(catalog, each.short)) <= 200


@CATALOGS
def test_events_are_said(catalog: Catalog) -> None:
    said = {
        say(catalog, event.text)
        for code in ("play:6", "play:k", "play:jk", "draw", "quit")
        for event in GAME.apply(
            running(rules=BOTH, hand=(6, 7, 8)), Seat(0), MOVES[code], RNG
        ).events
    }
    said |= {
        say(catalog, event.text)
        for code in ("chip:black", "chip:white")
        for event in GAME.apply(played("play:4", rules=CHIPS), Seat(0), MOVES[code], RNG).events
    }
    expected = {
        "de": {
            "Ada legt eine 6.",
            "Ada legt einen König.",
            "Ada legt den Joker.",
            "Ada zieht eine Karte.",
            "Du ziehst ein Ass.",
            "Ada steigt aus.",
            "Ada gibt 10 Punkte zurück.",
            "Ada gibt 1 Punkt zurück.",
        },
        "en": {
            "Ada plays a 6.",
            "Ada plays a king.",
            "Ada plays the joker.",
            "Ada draws a card.",
            "You draw an ace.",
            "Ada quits.",
            "Ada gives back 10 points.",
            "Ada gives back 1 point.",
        },
    }
    assert said == expected[catalog.language]


NINE = (
    "Mit 9 Punkten gibst du einen Chip zurück: einen schwarzen zu 10 oder einen weißen zu 1, "
    "soweit du so viele hast."
)


@pytest.mark.parametrize(
    ("state", "code", "german", "english"),
    [
        (
            running(),
            "play:a",
            "Auf die 6 passt nur 6 oder König.",
            "On the 6 you may only play 6 or king.",
        ),
        (
            running(top=7),
            "play:3",
            "Auf den König passt nur König oder Ass.",
            "On the king you may only play king or ace.",
        ),
        (
            running(top=1, rules=BOTH),
            "play:k",
            "Auf das Ass passt nur Ass, 2 oder der Joker.",
            "On the ace you may only play ace, 2 or the joker.",
        ),
        (
            running(top=JOKER, rules=BOTH),
            "play:3",
            "Auf den Joker passt nur König oder Ass.",
            "On the joker you may only play king or ace.",
        ),
        (
            running(hand=(2,)),
            "play:k",
            "Du hast keinen König auf der Hand.",
            "You hold no king.",
        ),
        (
            running(),
            "chip:black",
            "Gerade wird kein Chip zurückgegeben.",
            "No chip is given back now.",
        ),
        (
            played("play:4", rules=CHIPS),
            "draw",
            "Die Runde ist vorbei: Erst gibt Ada einen Chip zurück.",
            "The round is over: first Ada gives back a chip.",
        ),
        (
            played("play:4", rules=CHIPS, points=(1, 0, 0)),
            "chip:black",
            "Mit 1 Punkt kannst du nur einen weißen Chip zurückgeben.",
            "With 1 point you can give back one white chip only.",
        ),
        (
            played("play:4", rules=CHIPS, points=(9, 0, 0)),
            "chip:black",
            NINE,
            "With 9 points you give back one chip: black for 10, white for 1, if you have as many.",
        ),
    ],
)
def test_refusals_name_the_rule_and_the_card(
    state: State, code: str, german: str, english: str
) -> None:
    refusal = GAME.refuse(state, Seat(0), code)
    assert say(SPOKEN["de"], refusal.text) == german
    assert say(SPOKEN["en"], refusal.text) == english


@CATALOGS
def test_every_choice_and_every_rule_is_said(catalog: Catalog) -> None:
    """The lobby's texts, and rule texts short enough for a phone."""
    info = GAME.info
    assert info.full is not None
    assert len(say(catalog, info.explanation)) <= 900
    assert len(say(catalog, info.full)) <= 3_500
    assert say(catalog, info.title) == {"de": "Eins drauf", "en": "One Up"}[catalog.language]
    for option in info.options:
        assert say(catalog, option.label)
        assert all(say(catalog, choice.label) for choice in option.choices)


@CATALOGS
def test_labels_on_one_hand_are_all_different(catalog: Catalog) -> None:
    """Typed words press buttons."""
    for top, joker in product(range(1, JOKER + 1), (False, True)):
        if top == JOKER and not joker:
            continue
        everything = tuple(range(1, JOKER + joker))
        state = running(top=top, rules=Rules(joker=joker), hand=everything)
        said = [label for row in labels(catalog, shown(state, 0)) for label in row]
        assert len(set(said)) == len(said)
