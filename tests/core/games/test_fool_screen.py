"""What people see of Foppen: complete in both languages, narrow enough, and giving nothing away."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from wcwidth import wcswidth

from chatlama.core.game import Outcome, Result, Standings, opening
from chatlama.core.games.fool import GAME
from chatlama.core.games.fool.cards import DECKS, JOKER, MOVES, cards_for
from chatlama.core.games.fool.position import Deal, State, Trick
from chatlama.core.games.fool.tricks import lead_suit
from chatlama.core.rng import Rng
from chatlama.core.screen import Line, Screen
from chatlama.core.text import SEATS, Seat, Text
from chatlama.i18n.catalog import Catalog

from .spoken import Spoken, catalogs_of, codes

LONG_NAMES = (
    "Ada 🤖",
    "Bartholome 🤖",
    "Cem",
    "Dorotheana 🤖",
    "Emma Maria",
    "Friederike 🤖",
    "Gerhardine",
    "Hieronymus 🤖",
)
SPOKEN = catalogs_of(GAME)
CATALOGS = pytest.mark.parametrize("catalog", SPOKEN.values(), ids=SPOKEN)
RNG = Rng(b"screen", 0)
TABLE = Spoken(LONG_NAMES)
say, lines, labels = TABLE.say, TABLE.lines, TABLE.labels


def cards(said: str) -> tuple[int, ...]:
    return tuple(MOVES[f"play:{each}"].card for each in said.split())


def position(
    *hands: str,
    plays: str = "",
    points: tuple[int, ...] = (0, -79, 20, 3, -12),
    ticks: int = 3,
    gone: frozenset[Seat] = frozenset(),
) -> State:
    seats = len(hands)
    standings = Standings(points[:seats], gone, rounds=1, ticks=ticks)
    order = standings.present
    played = cards(plays)
    return State(
        Trick(Deal(standings, Seat(0), DECKS[len(order)].discs), order, (), ()),
        tuple(tuple(sorted(cards(hand))) for hand in hands),
        played,
        lead_suit(played),
        order[len(played)],
    )


def do(state: State, *said: str) -> State:
    for each in said:
        state = GAME.apply(state, state.turn, MOVES[f"play:{each}"], RNG).state
    return state


def left(state: State, *seats: int) -> State:
    for seat in seats:
        state = GAME.leave(state, SEATS[seat], RNG).state
    return state


def shown(state: State, viewer: int | None = None) -> Screen:
    seat = None if viewer is None else SEATS[viewer]
    moves = () if seat is None else GAME.legal(state, seat)
    return GAME.screen(GAME.view(state, seat), moves)


def running() -> State:
    """Return the second trick of a round, Cem having sat in the first; Ada is fooled."""
    hands = ["g2 g7 y9 o3 1 1", "g10 g12 b4 o9", "g17 y2 y3 b8", "o4 o5 b2", ""]
    state = position(*hands, gone=frozenset({Seat(4)}))
    return do(state, "g2", "g10", "g17", "o4", "y3")


def ended(points: tuple[int, ...] = (0, -40, 20, 3), ticks: int = 3) -> State:
    state = position("g5", "g9 1", "g7", "o2 o3 b4", points=points, ticks=ticks)
    return do(state, "g5", "g9", "g7", "o2")


def test_the_table_in_german() -> None:
    assert list(lines(SPOKEN["de"], shown(running()))) == [
        "🤡 Foppen · Runde 2 · +10: 3 von 6",
        "",
        "Anspielfarbe: ⭐ Gelb (Cem begann)",
        "Letzter Stich an Cem · 🤡 Dorotheana 🤖 setzt aus",
        "",
        "                 ✋  jetzt  zuvor  Pkt",
        "> Ada 🤖          5         🟩 2     0",
        "  Bartholome 🤖   3         🟩 10  -79",
        "  Cem             2  ⭐ 3   🟩 17   20",
        "  Dorotheana 🤖   2  🤡     🔶 4     3",
        "  Emma Maria     -   weg           -12",
    ]


def test_the_table_in_english_when_nothing_is_played_yet() -> None:
    state = position("g2 1", "1 g10", "1 g17", "o4 g3")
    assert list(lines(SPOKEN["en"], shown(state)))[:6] == [
        "🤡 Fool! · Round 2 · +10: 3 of 6",
        "",
        "New trick: lead suit still open",
        "",
        "                 ✋  now  last  pts",
        "> Ada 🤖          2               0",
    ]
    assert "Lead suit still open (Ada 🤖 led)" in lines(SPOKEN["en"], shown(do(state, "1")))


def test_the_table_has_no_buttons_that_could_tell_what_somebody_holds() -> None:
    assert shown(running()).buttons == ()


def test_a_hand_in_german() -> None:
    screen = shown(running(), 0)
    assert list(lines(SPOKEN["de"], screen)) == [
        "Deine Hand · 5 Karten · kostet 29",
        "  🟩 Grün    7",
        "  ⭐ Gelb    9",
        "  🔶 Orange  3",
        "  🃏         1 1",
        "",
        "Anspielfarbe: ⭐ Gelb (Cem begann)",
        "Stich: Cem ⭐ 3",
        "Letzter Stich an Cem · 🤡 Dorotheana 🤖 setzt aus",
        "Letzter Stich: Ada 🤖 🟩 2, Bartholome 🤖 🟩 10, Cem 🟩 17 und Dorotheana 🤖 🔶 4",
    ]
    assert codes(screen) == [["play:y9"], ["play:1"]]
    assert labels(SPOKEN["de"], screen) == [["⭐ 9"], ["🃏 1"]]
    assert screen.short is not None
    short = say(SPOKEN["de"], screen.short)
    assert short == "Deine Hand · 5 Karten · kostet 29: 🟩 7 ⭐ 9 🔶 3 🃏 1 1 (Stich: ⭐ 3)"


def test_a_long_suit_goes_on_in_the_next_line() -> None:
    hand = " ".join(f"g{number}" for number in range(12, 24))
    said = list(lines(SPOKEN["de"], shown(position(hand, "g2", "g3", "g4"), 0)))
    assert said[1] == "  🟩 Grün  12 13 14 15 16 17 18 19 20"
    assert said[2] == "           21 22 23"
    assert max(map(wcswidth, said)) <= 40


def test_a_sign_and_its_number_stay_in_one_line() -> None:
    screen = shown(running(), 0)
    assert screen.short is not None
    assert "🟩\N{NO-BREAK SPACE}7" in TABLE.exactly(SPOKEN["de"], screen.short)
    button = screen.buttons[0][0]
    assert TABLE.exactly(SPOKEN["de"], button.label) == "⭐\N{NO-BREAK SPACE}9"


def test_a_hand_offers_exactly_the_legal_moves() -> None:
    assert codes(shown(running(), 1)) == []
    state = do(running(), "y9")
    assert codes(shown(state, 1)) == [["play:g12"], ["play:o9"], ["play:b4"]]


def test_a_fools_hand_says_that_it_sits_out() -> None:
    screen = shown(running(), 3)
    assert next(lines(SPOKEN["de"], screen)) == "🤡 Du setzt aus · 2 Karten · kostet 7"
    assert next(lines(SPOKEN["en"], screen)) == "🤡 You sit out this trick · 2 cards · costs 7"
    assert screen.buttons == ()


def test_a_last_card_is_one_card() -> None:
    state = position("g5", "g9", "g7", "o2")
    assert next(lines(SPOKEN["de"], shown(state, 0))) == "Deine Hand · 1 Karte · kostet 5"
    assert next(lines(SPOKEN["en"], shown(state, 0))) == "Your hand · 1 card · costs 5"


@CATALOGS
def test_the_widest_hand_and_trick_fit_every_place(catalog: Catalog) -> None:
    """12 cards at most, of the longest deck; seven cards before one's own."""
    greens, oranges = [" ".join(f"{suit}{n}" for n in range(10, 22)) for suit in "go"]
    mixed = "g10 g11 g12 y10 y11 o10 o11 b10 b11 1 1 1"
    others = ["o10", "o11", "o12", "o13", "o14", "o15", "o16"]
    for hand in (greens, oranges, mixed):
        state = position(*others, hand, plays=" ".join(others), points=(-79,) * 8)
        screen = shown(state, 7)
        said = list(lines(catalog, screen))
        assert max(map(wcswidth, said[: said.index("")])) <= 40
        assert max(map(len, screen.buttons)) <= 8
        assert screen.short is not None
        assert TABLE.alert(catalog, screen).startswith(say(catalog, screen.short))
        fool = state._replace(trick=state.trick._replace(fools=(Seat(7),)))
        sitting = shown(fool, 7).short
        assert sitting is not None
        assert len(say(catalog, sitting).encode("utf-16-le")) // 2 <= 200


def test_where_an_alert_has_no_room_a_suit_is_told_once() -> None:
    hand = "g10 g11 g12 y10 y11 y12 b10 b11 b12 1 1"
    others = ["o10", "o11", "o12", "o13", "o14", "o15", "o16"]
    state = position(*others, hand, plays=" ".join(others), points=(-79,) * 8)
    assert TABLE.alert(SPOKEN["de"], shown(state, 7)).split("\n")[-1] == (
        "1=🟩10 2=11 3=12 4=⭐10 5=11 6=12 7=🔵10 8=11 9=12 10=🃏1"
    )


def test_many_cards_of_a_suit_are_split_evenly() -> None:
    hand = " ".join(f"g{n}" for n in range(2, 9))
    state = position(hand, "g9", "g10", "o2")
    assert list(map(len, shown(state, 0).buttons)) == [4, 3]


@CATALOGS
def test_labels_are_unambiguous_among_the_buttons_of_a_hand(catalog: Catalog) -> None:
    everything = [card for card in cards_for(8) if card != JOKER]
    hand = tuple(sorted([*random.Random(2).sample(everything, 12), JOKER, JOKER]))
    state = position("g5", "g9", "g7", "o2")
    state = state._replace(hands=(hand, *state.hands[1:]))
    said = [label for row in labels(catalog, shown(state, 0)) for label in row]
    assert len(set(said)) == len(said) == 13


def test_a_round_that_was_played_out() -> None:
    assert list(lines(SPOKEN["de"], shown(ended()))) == [
        "🤡 Foppen · Runde 2 · +10: 5 von 6",
        "",
        "Rundenende: Ada 🤖 und Cem haben keine Karten mehr.",
        "Letzter Stich: Ada 🤖 🟩 5, Bartholome 🤖 🟩 9, Cem 🟩 7 und Dorotheana 🤖 🔶 2",
        "Bartholome 🤖 macht den Stich, Dorotheana 🤖 wird zum Narren.",
        "",
        "                 Runde  Pkt",
        "  Ada 🤖           +10   10",
        "  Bartholome 🤖     -5  -45",
        "  Cem              +10   30",
        "  Dorotheana 🤖     -7   -4",
        "",
        "Bartholome 🤖: 🃏 1",
        "Dorotheana 🤖: 🔶 3 🔵 4",
        "",
        "Bartholome 🤖 beginnt die nächste Runde.",
    ]


def test_nobody_is_said_to_begin_where_that_will_be_drawn() -> None:
    view = GAME.view(ended(), None)
    assert view.result is not None
    result = view.result._replace(standings=view.result.standings._replace(starter=None))
    said = list(lines(SPOKEN["de"], GAME.screen(replace(view, result=result), ())))
    assert said[-2:] == ["Dorotheana 🤖: 🔶 3 🔵 4", ""]


def test_an_empty_hand_that_was_fooled_brings_nothing() -> None:
    state = do(position("g5", "g9 1", "g7 y2", "g8 o3"), "g5", "g9", "g7", "g8")
    said = list(lines(SPOKEN["de"], shown(state)))
    assert said[2] == "Rundenende: Ada 🤖 hat keine Karten mehr."
    assert said[7] == "  Ada 🤖          🤡 0    0"


def test_a_game_that_ends_with_the_sixth_ten() -> None:
    assert list(lines(SPOKEN["de"], shown(ended(ticks=4))))[14:] == [
        "",
        "Das war +10 Nummer 6: Die Partie ist zu Ende.",
        "",
        "🏆 Cem gewinnt!",
        "  1.  Cem             30",
        "  2.  Ada 🤖          10",
        "  3.  Dorotheana 🤖   -4",
        "  4.  Bartholome 🤖  -45",
    ]


def test_a_game_that_ends_at_minus_eighty() -> None:
    said = list(lines(SPOKEN["de"], shown(ended(points=(0, -75, -10, 3)))))
    assert said[15:18] == [
        "Bartholome 🤖 steht bei -80 oder tiefer: Die Partie ist zu Ende.",
        "",
        "🏆 Ada 🤖 gewinnt!",
    ]
    said = list(lines(SPOKEN["en"], shown(ended(points=(0, -75, -10, -73)))))
    assert said[15] == "Bartholome 🤖 and Dorotheana 🤖 stand at -80 or below: the game is over."


def test_a_game_that_ends_because_somebody_left_after_the_round() -> None:
    said = list(lines(SPOKEN["de"], shown(left(ended(), 0))))
    assert said[15:] == [
        "Zu wenige übrig: Die Partie ist zu Ende.",
        "",
        "🏆 Cem gewinnt!",
        "  1.  Cem             30",
        "  2.  Dorotheana 🤖   -4",
        "  3.  Bartholome 🤖  -45",
        "  -   Ada 🤖          10  weg",
    ]


@CATALOGS
@pytest.mark.parametrize("viewer", [None, 0])
def test_the_score_looks_the_same_to_all(catalog: Catalog, viewer: int | None) -> None:
    screen = shown(ended(), viewer)
    assert list(lines(catalog, screen)) == list(lines(catalog, shown(ended())))
    assert screen.buttons == ()


def test_who_left_the_round_is_shown_unscored() -> None:
    state = position("g5", "g9 1", "g7", "o2 o3 b4", "", gone=frozenset({Seat(4)}))
    said = list(lines(SPOKEN["de"], shown(do(state, "g5", "g9", "g7", "o2"))))
    assert said[11] == "  Emma Maria     weg    -12"


def test_an_unscored_end_says_so() -> None:
    assert list(lines(SPOKEN["de"], shown(left(position("g5", "g9 1", "g7", "o2"), 0)))) == [
        "🤡 Foppen · Runde 2 · +10: 3 von 6",
        "",
        "Zu wenige übrig: Die Runde zählt nicht.",
        "",
        "🏆 Cem gewinnt!",
        "  1.  Cem             20",
        "  2.  Dorotheana 🤖    3",
        "  3.  Bartholome 🤖  -79",
        "  -   Ada 🤖           0  weg",
    ]


def test_shared_wins_name_all_winners_and_nobody_wins_where_all_have_left() -> None:
    state = ended()
    for ranks, said in (((1, 1, 3, 4), 1), ((None,) * 4, 0)):
        result = Result(Standings((3, 3, 1, 0)), None, "too_few_players", Outcome(ranks))
        screen = shown(state._replace(trick=state.trick._replace(result=result)))
        german = list(lines(SPOKEN["de"], screen))
        assert german.count("🏆 Ada 🤖 und Bartholome 🤖 gewinnen!") == said
        english = list(lines(SPOKEN["en"], screen))
        assert english.count("🏆 Ada 🤖 and Bartholome 🤖 win!") == said


@CATALOGS
@pytest.mark.parametrize("seats", range(4, 9))
def test_rows_fit_a_phone(catalog: Catalog, seats: int) -> None:
    chance = random.Random(6)
    standings = opening(seats)._replace(points=(-79,) * seats, rounds=98)
    state = GAME.deal(standings, {}, Rng(b"wide", 0))
    while GAME.to_move(state):
        move = chance.choice(GAME.legal(state, state.turn))
        state = GAME.apply(state, state.turn, move, RNG).state
        for viewer in (None, chance.randrange(seats)):
            screen = shown(state, viewer)
            free = {
                say(catalog, span.content)
                for each in screen.lines
                if isinstance(each, Line)
                for span in each.spans
                if isinstance(span.content, Text)
            }
            for said in lines(catalog, screen):
                assert wcswidth(said) <= 40 or said in free, said
            short = "" if screen.short is None else say(catalog, screen.short)
            assert len(short.encode("utf-16-le")) // 2 <= 200


def test_events_name_every_move() -> None:
    state = position("1 g5 g6", "g9 1", "g7 g8", "o2 o3")
    said = {"de": list[str](), "en": list[str]()}
    for code in ("g5", "1", "g7", "o2"):
        done = GAME.apply(state, state.turn, MOVES[f"play:{code}"], RNG)
        state = done.state
        for language, told in said.items():
            told.extend(say(SPOKEN[language], event.text) for event in done.events)
    assert said["de"] == [
        "Ada 🤖 spielt 🟩 Grün 5 aus.",
        "Bartholome 🤖 legt eine 🃏 1.",
        "Cem legt 🟩 Grün 7.",
        "Dorotheana 🤖 wirft 🔶 Orange 2 ab.",
        "Cem macht den Stich, Dorotheana 🤖 wird zum Narren.",
    ]
    assert said["en"] == [
        "Ada 🤖 leads 🟩 green 5.",
        "Bartholome 🤖 plays a 🃏 1.",
        "Cem plays 🟩 green 7.",
        "Dorotheana 🤖 discards 🔶 orange 2.",
        "Cem takes the trick; Dorotheana 🤖 is the fool.",
    ]


def test_two_fools_are_named_together() -> None:
    hands = ["g10 o2", "g11 o3", "y3 o4", "o3 y9", "g4 o5", "g20 o6", "g8 o7"]
    state = position(*hands, points=(0,) * 7)
    state = do(state, "g10", "g11", "y3", "o3", "g4", "g20")
    done = GAME.apply(state, state.turn, MOVES["play:g8"], RNG)
    assert say(SPOKEN["de"], done.events[-1].text) == (
        "Friederike 🤖 macht den Stich, Dorotheana 🤖 und Cem werden zu Narren."
    )
    assert list(lines(SPOKEN["en"], shown(done.state)))[3] == (
        "Last trick: Friederike 🤖 · 🤡 Dorotheana 🤖 and Cem sit out"
    )


@pytest.mark.parametrize(
    ("seat", "code", "german", "english"),
    [
        (
            1,
            "play:y5",
            "Du musst 🟩 Grün bedienen. Nur eine 1 geht immer.",
            "You must follow 🟩 green. Only a 1 is always allowed.",
        ),
        (1, "play:o7", "Du hast 🔶 Orange 7 nicht auf der Hand.", "You don’t hold 🔶 orange 7."),
        (2, "play:1", "Gerade ist Bartholome 🤖 dran.", "It is Bartholome 🤖’s turn."),
        (1, "play:1+1", "Nur eine Karte pro Stich.", "Just one card to a trick."),
        (1, "wish", "So eine Karte gibt es bei Foppen nicht.", "There is no such card in Fool!"),
    ],
)
def test_refusals_name_the_rule_and_the_card(
    seat: int, code: str, german: str, english: str
) -> None:
    state = position("g9", "g2 y5", "g4", "b2", plays="g10")
    refusal = GAME.refuse(state, SEATS[seat], code)
    assert say(SPOKEN["de"], refusal.text) == german
    assert say(SPOKEN["en"], refusal.text) == english


@CATALOGS
def test_every_message_is_said(catalog: Catalog) -> None:
    """The rules short and in full, and what is told of leaving and to those who can't play."""
    info = GAME.info
    assert say(catalog, info.title) == {"de": "Foppen", "en": "Fool!"}[catalog.language]
    assert len(say(catalog, info.explanation)) <= 900
    assert info.full is not None
    assert len(say(catalog, info.full)) <= 3500
    five = position("g5", "g9 1", "g7", "o2", "o3")
    for event in GAME.leave(five, Seat(0), RNG).events:
        assert {"de": "zu viert", "en": "4 players"}[catalog.language] in say(catalog, event.text)
    gone = position("g5", "g9", "g7", "o2", "", gone=frozenset({Seat(4)}))
    assert say(catalog, GAME.refuse(gone, Seat(4), "play:o2").text)
    assert say(catalog, GAME.refuse(running(), Seat(3), "play:o5").text)
    assert say(catalog, GAME.refuse(ended(), Seat(3), "play:o3").text)
