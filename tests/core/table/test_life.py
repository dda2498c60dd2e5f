"""The life of a table by examples: each promise of table life is one test."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from chatlama.core.game import Options, Public, Standings, Step
from chatlama.core.games.alpaka import GAME as ALPAKA
from chatlama.core.games.alpaka import INFO, Alpaka
from chatlama.core.games.alpaka.position import State
from chatlama.core.names import COMPUTERS, LONGEST
from chatlama.core.player import Strength
from chatlama.core.rng import Rng
from chatlama.core.screen import Button, Line, Row, line
from chatlama.core.table import lobby_screen, screens
from chatlama.core.table.advance import REMEMBERED, advance, next_alarm
from chatlama.core.table.house import House, Ping, Times
from chatlama.core.table.intents import (
    AddComputer,
    Again,
    Alarm,
    Awake,
    Choose,
    Configure,
    Confirm,
    Join,
    Leave,
    Pause,
    Press,
    Relocate,
    Remove,
    Resume,
    SetStrength,
    Shown,
    Stamp,
    Start,
    Stop,
    Who,
    read,
)
from chatlama.core.table.lobby import abandon, enter_lobby
from chatlama.core.table.model import Closing, Computer, Dealt, Left, Person, Phase, Played, Scored
from chatlama.core.table.play import turn_of
from chatlama.core.table.position import ReplayError, follow, replay
from chatlama.core.text import SEATS, Seat, Text, text
from tests.fakes import BOTH, EN, HOUSE, NONE, PEOPLE, First, Life, house, user, who
from tests.toy import GAME as TOY
from tests.toy import SURE, Markt, Move
from tests.toy import State as Trade

ADA, BEN, CEM = who("ada"), who("ben"), who("cem")
MEDIUM = Strength.MEDIUM


def turns(**changed: object) -> House:
    return house(times=replace(Times(), **changed))  # type: ignore[arg-type] # any field of it


def said(life: Life) -> list[str]:
    """Return the ids of what the round's players could all see happen."""
    position = life.table.position
    assert position is not None
    return [event.text.id for event in position.history if isinstance(event, Public)]


def begun(
    *people: str, first: int = 0, at: House = HOUSE, options: Mapping[str, str] = NONE
) -> Life:
    """Return a game in which this seat begins."""
    for seed in range(99):
        life = Life(*people, at=at, seed=seed, options=options).start()
        if life.to_move == (first,):
            return life
    raise AssertionError("this seat never begins")


# --- sitting down ----------------------------------------------------------------------------


def test_who_opens_sits_down_and_is_host() -> None:
    table = Life("ada").table
    assert (table.phase, table.host, table.version) == (Phase.LOBBY, user("ada"), 1)
    assert [occupant.name for occupant in table.seats] == ["Ada"]
    assert dict(table.options)["target"] == "40"


def test_people_sit_in_the_order_in_which_they_join() -> None:
    life = Life("ada", "ben")
    life.done(Join(CEM))
    assert life.names == ["Ada", "Ben", "Cem"]
    assert life.table.host == user("ada")


def test_a_full_table_takes_nobody() -> None:
    life = Life(*PEOPLE[:6])
    assert life.refused(Join(who("hana"))) == "table-full"
    assert life.refused(AddComputer(ADA, MEDIUM)) == "table-full"


def test_at_a_full_table_a_person_takes_the_last_computer_s_seat() -> None:
    life = Life("ada", "ben", computers=4)
    life.done(Join(CEM))
    assert life.names == ["Ada", "Ben", "Ida", "Otto", "Mina", "Cem"]
    life.done(Join(who("dora")))
    assert life.names == ["Ada", "Ben", "Ida", "Otto", "Cem", "Dora"]


def test_computers_have_names_of_their_own_and_are_players_of_the_game() -> None:
    life = Life("ada")
    life.done(Join(who("ben", called="ida")))
    life.done(AddComputer(ADA, MEDIUM))
    assert life.names == ["Ada", "ida", "Ida 2"]
    assert life.refused(AddComputer(ADA, Strength.EASY)) == "no-computer"


def test_each_computer_has_a_strength_of_its_own_and_a_button_that_names_the_next() -> None:
    life = Life("ada", "ben", computers=2)
    before = life.table.roster
    life.done(SetStrength(ADA, Seat(3), Strength.HARD, before))
    assert life.table.seats[2:] == (Computer("Ida", MEDIUM), Computer("Otto", Strength.HARD))
    now = life.table.roster
    assert {c for c in buttons(life) if ":strength" in c} == {
        f":strength:2:hard:{now}",
        f":strength:3:medium:{now}",
    }
    for code in (
        f":strength:2:hard:{before}",
        f":strength:3:hard:{now}",
        f":strength:0:hard:{now}",
    ):
        intent = read(code, ADA)
        assert intent is not None
        life.nothing(intent)
    assert life.refused(SetStrength(BEN, Seat(2), Strength.HARD, now)) == "host-only"
    assert life.refused(SetStrength(ADA, Seat(2), Strength.EASY, now)) == "no-computer"
    assert life.start().refused(SetStrength(ADA, Seat(2), MEDIUM, life.table.roster))


def test_a_strength_outlasts_a_game_that_lacks_it() -> None:
    life = Life("ada", at=BOTH)
    life.done(AddComputer(ADA, Strength.HARD))
    life.done(Configure(ADA, "game", "toy"))
    assert "medium" in str(screens.public(life.table, BOTH))
    assert "hard" not in str(screens.public(life.table, BOTH))
    assert not [code for code in buttons(life) if ":strength" in code]
    life.done(Configure(ADA, "game", "alpaka"))
    assert life.table.seats[1] == Computer("Ida", Strength.HARD)


def test_a_strength_that_is_not_installed_is_played_by_the_nearest() -> None:
    players = [First("alpaka", strength.value, strength) for strength in (Strength.EASY, MEDIUM)]
    at = house(ALPAKA, players=[*players, First("toy", "trader")])
    assert at.strengths("alpaka") == (Strength.EASY, MEDIUM)
    played = [at.player("alpaka", strength) for strength in Strength]
    assert [player and player.name for player in played] == ["easy", "medium", "medium"]
    assert at.strengths("toy") == ()
    assert at.player("toy", MEDIUM) is None


def test_computers_have_names_when_all_are_taken() -> None:
    class Long(Alpaka):
        info = replace(INFO, max_seats=12)

    life = Life("ada", computers=len(COMPUTERS) + 1, at=house(Long()))
    assert len(set(life.names)) == len(COMPUTERS) + 2
    assert life.names[-1] == "Ida 2"


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("", "?"),
        (" \t\n", "?"),
        ("\u202eevil", "evil"),
        ("Ada\nBen is to move", "Ada Ben is to move"),
        ("x" * 64, "x" * LONGEST),
        ("🦙" * 64, "🦙" * LONGEST),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("A\u0301\u0301\u0301\u0301da", "Á\u0301\u0301da"),
        ("Ada\u200b\u2066", "Ada 2"),
        ("ADA", "ADA 2"),
        ("\ud800", "?"),
    ],
)
def test_any_name_is_made_fit_and_its_own(called: str, name: str) -> None:
    life = Life("ada")
    life.done(Join(who("ben", called=called)))
    assert life.names == ["Ada", name]


def test_many_of_the_same_name_stay_apart() -> None:
    life = Life("ada")
    for person in PEOPLE[1:6]:
        life.done(Join(who(person, called="y" * 64)))
    assert len(set(life.names)) == 6
    assert all(len(name) <= LONGEST for name in life.names)


# --- agreeing --------------------------------------------------------------------------------


def test_every_choice_of_every_option_can_be_agreed_on_and_is_played() -> None:
    for option in INFO.options:
        for choice in option.choices:
            life = Life("ada", "ben", options={option.key: choice.value})
            assert dict(life.table.options)[option.key] == choice.value
            life.start()
    assert (
        Life("ada", "ben", options={"rules": "englert", "target": "80"}).start().state.rules.target
        == 80
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("target", "41"),
        ("target", ""),
        ("rules", "40"),
        ("colour", "red"),
        ("", ""),
        ("turn", "1"),
        ("turn", "90.0"),
        ("language", "xx"),
        ("game", "chess"),
    ],
)
def test_what_is_no_choice_is_refused(key: str, value: str) -> None:
    assert Life("ada").refused(Configure(ADA, key, value)) == "no-such-choice"


@pytest.mark.parametrize(
    ("key", "value"),
    [("target", "40"), ("rules", "classic"), ("turn", "90"), ("language", "en"), ("game", "toy")],
)
def test_agreeing_twice_does_what_agreeing_once_does(key: str, value: str) -> None:
    life = Life("ada", at=BOTH)
    life.send(Configure(ADA, key, value))
    life.nothing(Configure(ADA, key, value))


def test_turn_time_and_language_are_the_table_s() -> None:
    life = Life("ada", "ben", options={"turn": "off", "language": "de"})
    assert life.table.turn is None
    assert life.table.rooms[0].language == "de"
    life.done(Configure(ADA, "turn", "600"))
    assert life.start().left == 600


def test_another_game_brings_its_options_and_its_computers() -> None:
    life = Life("ada", "ben", computers=1, at=BOTH, options={"target": "60"})
    life.done(Configure(ADA, "game", "toy"))
    assert life.table.options == (("rounds", "2"),)
    assert life.names == ["Ada", "Ben", "Ida"]
    assert life.table.seats[2] == Computer("Ida", MEDIUM)
    life.done(Configure(ADA, "game", "alpaka"))
    assert dict(life.table.options)["target"] == "40"


def test_a_game_without_computers_leaves_them_behind() -> None:
    life = Life("ada", "ben", computers=1, at=house(ALPAKA, TOY, players=[First("alpaka")]))
    life.done(Configure(ADA, "game", "toy"))
    assert life.names == ["Ada", "Ben"]


def test_a_game_that_seats_fewer_is_refused() -> None:
    life = Life(*PEOPLE[:5], at=BOTH)
    assert life.refused(Configure(ADA, "game", "toy")) == "too-many-players"
    life.done(Leave(who("eve")))
    life.done(Configure(ADA, "game", "toy"))
    assert life.refused(Join(who("eve"))) == "table-full"


def test_too_few_cannot_start() -> None:
    life = Life("ada")
    assert life.refused(Start(ADA)) == "too-few-players"
    life.done(AddComputer(ADA, MEDIUM))
    life.done(Start(ADA))


# --- leaving ---------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["lobby", "playing", "scored", "over"])
def test_when_the_host_leaves_the_next_person_is_host(phase: str) -> None:
    life = Life("ada", "ben", "cem")
    if phase != "lobby":
        life.start()
    if phase == "scored":
        life.score()
    if phase == "over":
        life.finish()
    life.done(Leave(ADA))
    assert life.table.host == user("ben")
    life.done(Leave(BEN))
    assert life.table.host == user("cem")
    life.done(Leave(CEM))
    assert (life.phase, life.table.closing) == (Phase.CLOSED, Closing.EMPTY)
    assert life.table.due is None


def test_the_next_host_is_the_next_person_clockwise_computers_left_out() -> None:
    life = Life("ada")
    life.done(AddComputer(ADA, MEDIUM))
    life.done(Join(BEN))
    life.done(Join(CEM))
    life.done(Leave(ADA))
    assert life.table.host == user("ben")
    life.done(Join(ADA))  # Ida, Ben, Cem, Ada
    life.done(Leave(BEN))
    assert life.table.host == user("cem")
    life.done(Leave(CEM))
    assert life.table.host == user("ada")


def test_who_leaves_as_a_guest_leaves_the_host_host() -> None:
    life = Life("ada", "ben").start()
    life.done(Leave(BEN))
    assert life.table.host == user("ada")


@pytest.mark.parametrize("started", [False, True])
def test_computers_do_not_play_on_when_no_person_is_left(started: bool) -> None:
    life = Life("ada", computers=2)
    if started:
        life.start()
    life.done(Leave(ADA))
    assert life.table.closing is Closing.EMPTY
    assert next_alarm(life.table, HOUSE.times) is None


def test_leaving_mid_turn_passes_the_turn_and_begins_its_clock() -> None:
    life = begun("ada", "ben", "cem")
    life.wait(60)
    life.done(Leave(ADA))
    assert (life.to_move, life.left) == ((1,), 90)
    assert life.names == ["Ben", "Cem"]
    assert said(life) == ["left"]


def test_leaving_out_of_turn_leaves_the_turn_and_its_clock() -> None:
    life = begun("ada", "ben", "cem")
    life.wait(60)
    life.done(Leave(CEM))
    assert (life.to_move, life.left) == ((0,), 30)


def test_the_second_last_to_leave_ends_the_game() -> None:
    life = Life("ada", "ben").start()
    life.done(Leave(ADA))
    assert life.phase is Phase.OVER
    assert life.table.position is not None
    assert life.table.position.result is not None
    assert life.table.position.result.scores is None
    assert life.left == 1800
    assert life.refused(Start(BEN)) == "too-few-players"


def test_leaving_ends_a_round_in_which_all_others_had_quit() -> None:
    life = begun("ada", "ben", "cem")
    life.move("quit")
    life.move("quit")
    if life.phase is Phase.PLAYING:
        life.done(Leave(CEM))
    assert life.phase is Phase.SCORED


def test_leaving_while_others_must_confirm_does_not_hold_them_up() -> None:
    life = Life("ada", "ben", "cem").start().score()
    life.done(Confirm(ADA))
    life.done(Confirm(BEN))
    life.done(Leave(CEM))
    assert (life.phase, life.names) == (Phase.PLAYING, ["Ada", "Ben"])


def test_leaving_while_others_must_confirm_does_not_hurry_them() -> None:
    life = Life("ada", "ben", "cem").start().score()
    life.wait(10)
    life.done(Confirm(ADA))
    life.done(Leave(ADA))
    assert (life.phase, life.left) == (Phase.SCORED, 35)
    life.done(Confirm(CEM))
    life.done(Confirm(BEN))
    assert life.phase is Phase.PLAYING


def test_a_game_ends_if_too_few_are_left_after_a_scoring() -> None:
    life = Life("ada", "ben").start().score()
    life.done(Leave(BEN))
    assert (life.phase, life.left) == (Phase.OVER, 1800)


def test_who_left_a_game_may_join_again_once_it_is_over() -> None:
    life = Life("ada", "ben", "cem").start()
    life.done(Leave(CEM))
    assert life.refused(Join(CEM)) == "join-later"
    assert life.refused(Press(CEM, "quit")) == "not-seated"
    life.finish()
    life.done(Join(CEM))
    assert (life.phase, life.names) == (Phase.LOBBY, ["Ada", "Ben", "Cem"])


def test_who_leaves_after_the_end_has_left_the_next_game() -> None:
    life = Life("ada", "ben", "cem").start().finish()
    life.done(Leave(BEN))
    assert (life.phase, life.names) == (Phase.OVER, ["Ada", "Cem"])
    life.done(Start(ADA))
    assert (life.names, life.table.number) == (["Ada", "Cem"], 2)


# --- removing and closing --------------------------------------------------------------------


def test_the_host_removes_whom_the_menu_names() -> None:
    life = Life("ada", "ben", "cem").start()
    life.done(Remove(ADA, Seat(1), life.table.roster))
    assert life.names == ["Ada", "Cem"]
    life.nothing(Remove(ADA, Seat(1), life.table.roster))
    life.nothing(Remove(ADA, Seat(9), life.table.roster))


def test_an_old_lobby_button_removes_nobody_else() -> None:
    life = Life("ada", "ben", "cem")
    old = life.table.roster
    life.done(Leave(BEN))
    assert life.refused(Remove(ADA, Seat(1), old)) == "stale"
    assert life.names == ["Ada", "Cem"]


def test_an_administrator_removes_a_host_who_is_away() -> None:
    life = Life("ada", "ben", "cem").start()
    life.done(Remove(who("eve", admin=True), Seat(0), life.table.roster))
    assert life.table.host == user("ben")


def test_host_and_administrator_close_the_table() -> None:
    for closer in (ADA, who("eve", admin=True)):
        life = Life("ada", "ben").start()
        life.done(Stop(closer))
        assert (life.phase, life.table.closing) == (Phase.CLOSED, Closing.STOPPED)
        assert life.alarm is None


def test_a_closed_table_stays_closed_under_changed_rules() -> None:
    life = Life("ada", "ben").start()
    life.done(Stop(ADA))
    stored = replace(life.table, position=None, rules=99)
    became = advance(stored, Alarm(), HOUSE, life.moment())
    assert (became.table, became.changed) == (stored, False)


# --- what is old, doubled or out of order ----------------------------------------------------


def test_the_same_update_twice_does_once() -> None:
    life = begun("ada", "ben")
    life.done(Press(ADA, "draw", life.stamp), update="u1")
    life.nothing(Press(ADA, "draw", life.stamp), update="u1")
    life.nothing(Press(ADA, "draw"), update="u1")


def test_an_update_that_was_refused_may_come_again() -> None:
    life = begun("ada", "ben")
    assert life.send(Press(BEN, "draw"), "u1").answer is not None
    assert life.send(Press(BEN, "draw"), "u1").answer is not None
    assert life.table.seen == ()


def test_only_the_newest_updates_are_remembered() -> None:
    life = Life("ada")
    for n in range(REMEMBERED + 9):
        life.done(Configure(ADA, "target", "20" if n % 2 else "60"), update=f"u{n}")
    assert life.table.seen == tuple(f"u{n}" for n in range(9, REMEMBERED + 9))


def test_opening_is_remembered_too() -> None:
    table = Life("ada").table
    assert table.seen == ()


def test_a_second_press_tells_whose_turn_it_is_and_changes_nothing() -> None:
    life = begun("ada", "ben", "cem")
    press = Press(ADA, "draw", life.stamp)
    life.done(press)
    became = life.send(press)
    assert became.answer == text("stale-turn", players=(Seat(1),))
    assert not became.changed


def test_buttons_of_an_earlier_step_are_stale_and_later_ones_are_not() -> None:
    life = begun("ada", "ben", "cem")
    at_the_deal = life.stamp
    life.done(Press(ADA, "draw", life.stamp))
    assert life.refused(Press(BEN, "draw", at_the_deal)) == "stale-turn"  # it became Ben's turn
    life.done(Press(BEN, "draw", life.stamp))
    assert life.refused(Press(CEM, "draw", at_the_deal)) == "stale-turn"


def test_a_button_stays_fresh_while_nothing_is_decided_for_the_seat() -> None:
    life = begun("ada", "ben", "cem")
    painted = life.stamp
    life.done(Leave(CEM))
    life.done(Press(ADA, "draw", painted))


def test_presses_out_of_order_do_what_still_holds() -> None:
    life = begun("ada", "ben", "cem")
    first = life.stamp
    life.done(Press(ADA, "quit", first))
    assert life.refused(Press(ADA, "draw", first)) == "stale-turn"
    assert life.refused(Press(ADA, "draw")) == "alpaka-has-quit"


def test_buttons_of_an_old_round_are_stale() -> None:
    life = Life("ada", "ben").start()
    old = life.stamp
    life.score().confirm()
    assert life.phase is Phase.PLAYING
    assert life.refused(Press(life.mover, "quit", old)) == "stale-turn"
    assert life.refused(Confirm(ADA, old)) == "stale-turn"


def test_a_confirmation_of_an_old_round_confirms_nothing() -> None:
    life = Life("ada", "ben").start().score()
    old = life.stamp
    life.confirm().score()
    assert life.refused(Confirm(ADA, old)) == "stale"


def test_buttons_of_an_old_game_are_stale() -> None:
    life = Life("ada", "ben", options={"target": "20"}).start()
    old = life.stamp
    life.finish()
    over = life.stamp
    life.done(Start(ADA, over))
    assert life.table.number == 2
    assert life.refused(Press(life.mover, "quit", old)) == "stale-turn"
    life.nothing(Again(ADA, over))
    life.finish()
    life.nothing(Again(ADA, over))
    assert life.refused(Start(ADA, over)) == "stale"
    assert life.refused(Confirm(ADA, over)) == "stale"
    life.done(Again(ADA, life.stamp))
    life.done(Start(ADA, life.stamp))


def test_a_start_button_pressed_twice_starts_once() -> None:
    life = Life("ada", "ben")
    press = Start(ADA, life.stamp)
    life.done(press)
    assert life.refused(press) == "game-running"


def test_a_typed_word_is_always_fresh() -> None:
    life = begun("ada", "ben")
    life.done(Press(ADA, "draw"))
    life.done(Press(BEN, "draw"))


def test_a_move_that_is_not_legal_is_refused_in_the_game_s_words() -> None:
    life = begun("ada", "ben")
    missing = next(n for n in range(1, 7) if n not in life.state.hands[0])
    assert life.refused(Press(ADA, f"play:{missing}")) == "alpaka-not-in-hand"
    assert life.refused(Press(ADA, "no such move")) == "alpaka-no-such-move"
    assert life.refused(Press(BEN, "draw")) == "alpaka-not-your-turn"


# --- computers -------------------------------------------------------------------------------


def with_computer(first: int) -> Life:
    for seed in range(99):
        life = Life("ada", computers=1, seed=seed).start()
        if life.to_move == (first,):
            return life
    raise AssertionError("this seat never begins")


def test_a_computer_s_choice_counts_for_its_position_only() -> None:
    life = with_computer(1)
    step = life.table.step
    life.nothing(Choose(Seat(1), step - 1, "draw"))
    life.nothing(Choose(Seat(1), step + 1, "draw"))
    life.done(Choose(Seat(1), step, "draw"))
    life.nothing(Choose(Seat(1), step, "draw"))


def test_a_computer_chooses_for_no_person_and_nothing_illegal() -> None:
    life = with_computer(0)
    life.nothing(Choose(Seat(0), len(life.table.log), "draw"))
    assert life.refused(Choose(Seat(1), len(life.table.log), "draw")) == "alpaka-not-your-turn"
    life.score()
    life.nothing(Choose(Seat(1), len(life.table.log), "draw"))


def test_computers_confirm_nothing() -> None:
    life = Life("ada", computers=2).start().score()
    life.done(Confirm(ADA))
    assert life.phase is Phase.PLAYING


# --- the clock -------------------------------------------------------------------------------


def test_a_turn_lasts_90_seconds_and_not_an_instant_less() -> None:
    life = begun("ada", "ben", "cem", at=turns(ping=Ping.NEVER))
    assert (life.left, life.alarm) == (90, 90)
    life.wait(90)
    life.nothing(Alarm())
    life.wait(1)
    life.done(Alarm())
    assert life.table.log[-1] == Played(Seat(0), "quit", late=True)
    assert said(life) == ["late", "alpaka-quits"]
    assert (life.to_move, life.left) == ((1,), 90)


def test_every_turn_has_its_own_time() -> None:
    life = begun("ada", "ben")
    life.wait(80)
    life.move("draw")
    assert life.left == 90


def test_who_plays_on_alone_has_time_for_every_turn() -> None:
    for seed in range(99):
        life = Life("ada", "ben", seed=seed).start()
        life.move("quit")
        plays = [code for code in life.codes() if code.startswith("play")] if life.left else []
        if life.phase is Phase.PLAYING and plays:
            life.wait(50)
            mover = life.to_move
            life.move(plays[0])
            if life.phase is Phase.PLAYING:
                assert (life.to_move, life.left) == (mover, 90)
                return
    raise AssertionError("nobody ever plays on alone")


def test_an_alarm_for_what_has_passed_does_nothing() -> None:
    life = begun("ada", "ben", at=turns(ping=Ping.NEVER))
    life.wait(89)
    life.move("draw")
    life.wait(2)
    life.nothing(Alarm())
    life.nothing(Alarm())


def test_a_late_alarm_does_once_what_was_due() -> None:
    life = begun("ada", "ben", "cem")
    life.wait(10_000)
    life.done(Alarm())
    assert life.to_move == (1,)
    life.nothing(Alarm())


def test_without_turn_time_nobody_is_ever_late() -> None:
    life = Life("ada", "ben", options={"turn": "off"}).start()
    assert (life.left, life.alarm) == (None, None)
    life.wait(10**6)
    life.nothing(Alarm())
    assert screens.ping(life.table) is None


def test_a_computer_that_never_answers_runs_out_of_time() -> None:
    life = with_computer(1)
    life.wait(91)
    life.done(Alarm())
    assert life.table.log[-1] == Played(Seat(1), "quit", late=True)


def test_all_who_choose_at_once_run_out_of_time_at_once() -> None:
    life = Life("ada", "ben", "cem", game="toy", at=BOTH).start()
    assert life.to_move == (0, 1, 2)
    life.done(Press(BEN, life.codes(Seat(1))[0]))
    life.wait(91)
    life.done(Alarm())
    played = [entry for entry in life.table.log if isinstance(entry, Played)]
    assert [entry.seat for entry in played] == [1, 0, 0, 1, 2, 2]  # an offer, then being sure
    assert [entry.late for entry in played] == [False, True, False, True, True, False]


class Endless(Markt):
    """No choice is ever complete."""

    def to_move(self, state: Trade) -> tuple[Seat, ...]:
        return (Seat(0),)

    def legal(self, state: Trade, seat: Seat) -> Sequence[Move]:
        return (SURE,)

    def default(self, state: Trade, seat: Seat) -> Move:
        return SURE

    def apply(self, state: Trade, seat: Seat, move: Move, rng: Rng) -> Step[Trade]:
        return Step(state, midway=True)


def test_a_choice_by_default_that_never_ends_is_an_error_of_its_game() -> None:
    """Else it would be made again and again, at once, for its time is over."""
    life = Life("ada", "ben", game="toy", at=house(Endless())).start()
    life.wait(91)
    with pytest.raises(RuntimeError):
        life.send(Alarm())


def test_a_round_that_is_not_over_though_nobody_is_to_move_is_an_error_of_its_game() -> None:
    life = Life("ada", "ben", game="toy", at=house(Nobody()))
    with pytest.raises(ReplayError):
        life.send(Start(ADA))


def test_rules_are_told_in_short_and_in_full() -> None:
    life = Life("ada")
    short, full = (screens.rules(life.table, HOUSE, full=each) for each in (False, True))
    info = HOUSE.games["alpaka"].info
    assert (short.lines[1], full.lines[1]) == (line(info.explanation), line(info.full or ""))
    assert [button.code for row in short.buttons for button in row] == [":rules:full"]
    assert not full.buttons


def test_a_lobby_says_that_its_game_was_given_up_until_the_next_begins() -> None:
    life = begun("ada", "ben")
    life.table = abandon(life.table, HOUSE, life.moment())
    said = line(Text("given-up"))
    assert said in screens.public(life.table, HOUSE).lines
    life.start()
    assert not life.table.broken


def test_nobody_can_tell_from_a_stamp_that_a_choice_is_half_made() -> None:
    life = Life("ada", "ben", game="toy", at=BOTH).start()
    stamp = life.stamp
    life.done(Press(ADA, life.codes(Seat(0))[1]))
    assert life.stamp == stamp
    assert life.table.position is not None
    assert life.table.position.midway
    life.done(Press(ADA, "back", stamp))
    life.done(Press(ADA, life.codes(Seat(0))[0], stamp))
    life.done(Press(ADA, "sure", stamp))
    assert life.stamp != stamp


def test_half_a_choice_does_not_begin_the_clock_anew() -> None:
    life = Life("ada", "ben", game="toy", at=BOTH).start()
    for _ in range(3):
        life.wait(20)
        life.done(Press(ADA, life.codes(Seat(0))[1]))
        life.done(Press(ADA, "back"))
    assert life.left == 30


class Nobody(Markt):
    """Nobody is ever to move."""

    def to_move(self, state: Trade) -> tuple[Seat, ...]:
        return ()


class Hasty(Markt):
    """The first to be sure is sure for all."""

    def apply(self, state: Trade, seat: Seat, move: Move, rng: Rng) -> Step[Trade]:
        sure = (True,) * len(state.sure) if move is SURE else state.sure
        return super().apply(state, seat, move, rng) if not all(sure) else self.trade(state, seat)

    def trade(self, state: Trade, seat: Seat) -> Step[Trade]:
        return Step(replace(state, sure=(True,) * len(state.sure), trader=seat))


def test_what_the_first_default_ends_the_others_are_not_late_for() -> None:
    life = Life("ada", "ben", game="toy", at=house(Hasty())).start()
    for seat in (Seat(0), Seat(1)):
        life.move(life.codes(seat)[0], seat)
    life.wait(91)
    life.done(Alarm())
    late = [entry.seat for entry in life.table.log if isinstance(entry, Played) and entry.late]
    assert (late, life.to_move) == ([0], (0,))


def test_the_next_round_begins_at_once_when_all_have_confirmed() -> None:
    life = Life("ada", "ben", computers=1).start().score()
    assert (life.phase, life.left) == (Phase.SCORED, 45)
    life.wait(5)
    life.done(Confirm(ADA, life.stamp))
    life.nothing(Confirm(ADA))
    assert (life.phase, life.left) == (Phase.SCORED, 40)
    life.done(Confirm(BEN, life.stamp))
    assert (life.phase, life.table.confirmed) == (Phase.PLAYING, frozenset())


def test_the_next_round_begins_after_45_seconds_without_them() -> None:
    life = Life("ada", "ben").start().score()
    life.wait(45)
    life.nothing(Alarm())
    life.wait(1)
    life.done(Alarm())
    assert life.phase is Phase.PLAYING


def test_a_lobby_in_which_nothing_happens_closes() -> None:
    life = Life("ada")
    life.wait(1799)
    life.done(Join(BEN))
    life.wait(1800)
    life.nothing(Alarm())
    life.wait(1)
    life.done(Alarm())
    assert (life.phase, life.table.closing) == (Phase.CLOSED, Closing.IDLE)


def test_everything_that_changes_a_lobby_renews_its_time() -> None:
    life = Life("ada")
    for intent in (
        Join(BEN),
        AddComputer(ADA, MEDIUM),
        Configure(ADA, "turn", "off"),
        Leave(BEN),
        Configure(ADA, "target", "20"),
    ):
        life.wait(1000)
        life.done(intent)
        assert life.left == 1800
    life.wait(1000)
    life.done(Remove(ADA, Seat(1), life.table.roster))
    assert life.left == 1800
    life.wait(1000)
    life.refused(Join(ADA))
    assert life.left == 800


def test_an_end_that_nobody_looks_at_closes_the_table() -> None:
    life = Life("ada", "ben").start().finish()
    life.wait(1801)
    life.done(Alarm())
    assert life.table.closing is Closing.IDLE


def test_every_time_can_be_switched_off() -> None:
    off = turns(turn=None, confirm=None, lobby=None)
    life = Life("ada", "ben", at=off)
    assert life.alarm is None
    assert life.start().alarm is None
    assert life.score().alarm is None
    life.wait(10**6)
    life.nothing(Alarm())
    life.nothing(Awake())
    assert life.finish().alarm is None


@pytest.mark.parametrize("after", [0, 59, 60, 61, 89, 90, 91, 5000])
def test_after_a_restart_no_deadline_falls_within_30_seconds_and_none_comes_sooner(
    after: float,
) -> None:
    life = begun("ada", "ben")
    life.wait(after)
    before = life.table.due
    life.send(Awake())
    assert life.left == max(90 - after, 30)
    assert before is not None
    assert life.table.due is not None
    assert life.table.due >= before
    life.nothing(Awake())


# --- the ping --------------------------------------------------------------------------------


def test_a_late_ping_comes_once_names_the_time_and_goes_with_the_move() -> None:
    life = begun("ada", "ben")
    assert (life.alarm, screens.ping(life.table)) == (60, None)
    life.wait(60)
    life.nothing(Alarm())
    life.wait(1)
    life.done(Alarm())
    call = screens.ping(life.table)
    assert call is not None
    assert life.table.due is not None
    (spans,) = [line.spans for line in call.lines if isinstance(line, Line)]
    assert [span.content for span in spans] == [
        Seat(0),
        text("ping-until", count=1, due=life.table.due),
    ]
    life.nothing(Alarm())
    assert life.alarm == 29
    life.move("draw")
    assert screens.ping(life.table) is None
    assert life.alarm == 60


def test_a_ping_goes_when_time_runs_out() -> None:
    life = begun("ada", "ben", "cem")
    life.wait(61)
    life.done(Alarm())
    life.wait(30)
    life.done(Alarm())
    assert life.to_move == (1,)
    assert screens.ping(life.table) is None


def test_a_ping_stays_when_somebody_else_leaves_and_does_not_come_again() -> None:
    life = begun("ada", "ben", "cem")
    life.wait(61)
    life.done(Alarm())
    life.done(Leave(CEM))
    assert screens.ping(life.table) is not None
    assert life.alarm == 29
    life.nothing(Alarm())


def test_always_pings_at_once_and_only_once_a_turn() -> None:
    life = begun("ada", "ben", at=turns(ping=Ping.ALWAYS))
    assert life.alarm == 0
    life.wait(1)
    life.done(Alarm())
    assert screens.ping(life.table) is not None
    assert life.alarm == 89
    life.move("draw")
    assert screens.ping(life.table) is None
    assert life.alarm == 0


def test_always_pings_without_a_turn_time_too() -> None:
    life = begun("ada", "ben", at=turns(ping=Ping.ALWAYS), options={"turn": "off"})
    life.wait(1)
    life.done(Alarm())
    call = screens.ping(life.table)
    assert call is not None
    assert isinstance(call.lines[0], Line)
    assert call.lines[0].spans[-1].content == text("ping", count=1)
    assert life.alarm is None


def test_never_never_pings() -> None:
    life = begun("ada", "ben", at=turns(ping=Ping.NEVER))
    life.wait(90)
    life.nothing(Alarm())
    assert screens.ping(life.table) is None


def test_computers_are_not_called() -> None:
    life = with_computer(1)
    assert life.alarm == 90
    life.wait(61)
    life.nothing(Alarm())


def test_nobody_is_called_between_rounds() -> None:
    life = begun("ada", "ben")
    life.wait(61)
    life.done(Alarm())
    life.score()
    assert screens.ping(life.table) is None
    assert screens.ping(Life().table) is None
    assert life.alarm == 45


def test_a_short_turn_is_pinged_at_its_beginning() -> None:
    life = begun("ada", "ben", at=turns(ping_before=timedelta(minutes=9)))
    assert life.alarm == 0


# --- the log ---------------------------------------------------------------------------------


def stored(life: Life) -> Life:
    life.table = replace(life.table, position=None)
    return life


def test_a_stored_table_goes_on_where_it_was() -> None:
    life = begun("ada", "ben")
    life.move("draw")
    before = life.table.position
    stored(life)
    life.done(Press(BEN, "draw"))
    assert before is not None
    assert life.table.position is not None
    assert life.table.position.step == before.step + 1


class Stumbling(Alpaka):
    """Rules that have changed and do not say so."""

    def deal(self, standings: Standings, options: Options, rng: Rng) -> State:
        raise KeyError(options["no-such-option"])


class Dearer(Alpaka):
    """Rules that score differently and do not say so."""

    def result(self, state: State) -> Any:  # noqa: ANN401 - a result or none
        over = super().result(state)
        return over and over._replace(reason="other")


class Newer(Alpaka):
    """Rules that have changed and say so."""

    info = replace(INFO, rules=INFO.rules + 1)


@pytest.mark.parametrize("changed", [Newer(), Dearer(), Stumbling()])
def test_a_log_that_cannot_be_followed_is_noticed_and_the_seats_are_kept(changed: Alpaka) -> None:
    life = Life("ada", "ben", "cem", computers=1).start().score().confirm()
    life.done(Leave(CEM))
    life.house = house(changed)
    with pytest.raises(ReplayError):
        stored(life).send(Alarm())
    lobby = abandon(life.table, life.house, life.moment())
    assert (lobby.phase, lobby.log, lobby.version) == (Phase.LOBBY, (), life.table.version + 1)
    assert [occupant.name for occupant in lobby.seats] == ["Ada", "Ben", "Ida"]
    assert lobby.host == user("ada")
    life.table = lobby
    if not isinstance(changed, Stumbling):
        life.start("ada")
        assert life.table.rules == changed.info.rules


@pytest.mark.parametrize(
    "entries",
    [
        (Played(Seat(0), "quit"),),
        (Dealt(b""), Played(Seat(0), "no such move")),
        (Dealt(b""), Dealt(b"")),
        (Dealt(b""), Scored("00000000")),
    ],
)
def test_entries_that_cannot_follow_each_other_are_noticed(entries: Sequence[Any]) -> None:
    table = replace(Life("ada", "ben").table, log=tuple(entries))
    with pytest.raises(ReplayError):
        replay(table, ALPAKA)


def test_no_round_follows_a_finished_game() -> None:
    life = Life("ada", "ben").start().finish()
    with pytest.raises(ReplayError):
        follow(life.table, ALPAKA, Dealt(b""))
    after = follow(life.table, ALPAKA, Left(Seat(0)))
    assert after.step == life.table.step + 1


def test_chance_comes_with_the_intent_and_is_kept_in_the_log_alone() -> None:
    life = begun("ada", "ben")
    (dealt,) = [entry for entry in life.table.log if isinstance(entry, Dealt)]
    assert len(dealt.seed) == 16
    assert dealt.seed.hex() not in repr(life.table)
    assert repr(dealt.seed) not in repr(life.table)
    moment = life.moment()
    assert repr(moment.seed) not in repr(moment)
    assert repr(life.state.hands) not in repr(life.table.position)


# --- the chat --------------------------------------------------------------------------------


def test_what_shows_the_table_is_kept_and_forgotten() -> None:
    life = Life("ada")
    life.done(Shown("fake:group", "m1"))
    life.nothing(Shown("fake:group", "m1"))
    life.done(Shown("fake:group ping", "m2"))
    life.done(Shown("fake:group", "m3"))
    assert dict(life.table.shown) == {"fake:group": "m3", "fake:group ping": "m2"}
    life.done(Shown("fake:group ping", None))
    life.nothing(Shown("fake:group ping", None))
    assert dict(life.table.shown) == {"fake:group": "m3"}


def test_a_chat_that_gets_another_name_keeps_its_table() -> None:
    life = Life("ada")
    life.done(Shown("fake:group", "m1"))
    life.done(Shown("fake:group ping", "m2"))
    life.nothing(Relocate("fake:elsewhere", "fake:larger"))
    life.done(Relocate("fake:group", "fake:larger"))
    assert [room.chat for room in life.table.rooms] == ["fake:larger"]
    assert life.table.shown == ()
    assert life.table.rooms[0].language == EN


# --- codes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "intent"),
    [
        (":join", Join(ADA)),
        (":leave", Leave(ADA)),
        (":add:medium", AddComputer(ADA, MEDIUM)),
        (":add:medium:3", AddComputer(ADA, MEDIUM, 3)),
        (":strength:2:hard:3", SetStrength(ADA, Seat(2), Strength.HARD, 3)),
        (":strength:2:strong:3", None),
        (":strength:99:hard:3", None),
        (":pause", Pause(ADA)),
        (":resume", Resume(ADA)),
        (":remove:1:7", Remove(ADA, Seat(1), 7)),
        (":set:target:60", Configure(ADA, "target", "60")),
        (":start", Start(ADA, Stamp(1, 2))),
        (":ok", Confirm(ADA, Stamp(1, 2))),
        (":again", Again(ADA, Stamp(1, 2))),
        (":stop", Stop(ADA)),
        ("play:7", Press(ADA, "play:7", Stamp(1, 2))),
        ("quit", Press(ADA, "quit", Stamp(1, 2))),
        ("", None),
        (":", None),
        (":hand", None),
        (":join:", None),
        (":add", None),
        (":set:target", None),
        (":set:a:b:c", None),
        (":remove:1", None),
        (":remove:16:1", None),
        (":remove:-1:1", None),
        (":remove:1:x", None),
        (":remove:1:²", None),
        (":remove:1:" + "9" * 5000, None),
    ],
)
def test_a_code_asks_for_one_thing_or_for_nothing(code: str, intent: object) -> None:
    assert read(code, ADA, Stamp(1, 2)) == intent


# --- screens ---------------------------------------------------------------------------------


def buttons(life: Life) -> dict[str, Button]:
    return {
        button.code: button
        for row in screens.public(life.table, life.house).buttons
        for button in row
    }


def offered(life: Life, by: Who) -> set[str]:
    return {button.code for row in screens.menu(life.table, by).buttons for button in row}


def test_the_lobby_offers_what_can_be_done() -> None:
    life = Life("ada", at=BOTH)
    assert set(buttons(life)) == {
        ":join",
        ":add:medium:1",
        ":set:game:toy",
        ":set:rules:englert",
        ":set:target:20",
        ":set:turn:180",
        ":set:language:de",
        ":start",
        ":menu",
    }
    life.done(AddComputer(ADA, MEDIUM))
    assert f":remove:1:{life.table.roster}" in buttons(life)


def test_the_button_for_a_computer_pressed_twice_adds_one() -> None:
    life = Life("ada")
    (code,) = [code for code in buttons(life) if code.startswith(":add")]
    intent = read(code, ADA)
    assert intent is not None
    life.done(intent)
    life.nothing(intent)
    assert len(life.table.seats) == 2


def test_an_option_that_a_game_has_gained_since_has_its_default() -> None:
    life = Life("ada", "ben")
    life.table = replace(life.table, options=(("target", "20"),))
    assert ":set:rules:englert" in buttons(life)
    life.start()
    assert not life.state.rules.englert


def test_setting_buttons_go_round_all_choices() -> None:
    life = Life("ada", at=BOTH)
    seen = []
    for _ in range(2 * len(HOUSE.times.turns)):
        (code,) = [code for code in buttons(life) if code.startswith(":set:turn:")]
        seen.append(code)
        intent = read(code, ADA)
        assert intent is not None
        life.done(intent)
    assert len(set(seen)) == len(HOUSE.times.turns)


def test_a_setting_that_is_no_choice_any_more_leads_back_to_one() -> None:
    life = Life("ada")
    life.table = replace(life.table, turn=timedelta(seconds=7))
    assert ":set:turn:90" in buttons(life)


def test_a_full_lobby_offers_no_computer_and_a_game_without_one_neither() -> None:
    assert not any(code.startswith(":add") for code in buttons(Life(*PEOPLE[:6])))
    assert not any(
        code.startswith(":add")
        for code in buttons(Life("ada", at=house(Alpaka(), players=[First("chess")])))
    )


ALWAYS = {":rules", ":help", ":status"}
"""What everybody may look at."""


def test_the_menu_offers_each_what_they_may_do() -> None:
    life = Life("ada", "ben", computers=1)
    roster = life.table.roster
    assert offered(life, ADA) == {
        *ALWAYS,
        ":leave",
        ":set:leaving:computer",
        ":set:hints:on",
        f":remove:1:{roster}",
        f":remove:2:{roster}",
        ":stop",
    }
    assert offered(life, BEN) == {*ALWAYS, ":leave"}
    assert offered(life, CEM) == ALWAYS
    assert f":remove:0:{roster}" in offered(life, who("eve", admin=True))
    life.start()
    assert f":remove:2:{life.table.roster}" not in offered(life, ADA)
    assert f":remove:1:{life.table.roster}" in offered(life, ADA)


def test_a_hand_is_there_while_a_round_is_played() -> None:
    life = begun("ada", "ben")
    own = screens.hand(life.table, Seat(0), HOUSE)
    other = screens.hand(life.table, Seat(1), HOUSE)
    assert own is not None
    assert other is not None
    assert {b.code for row in own.buttons for b in row} == set(life.codes())
    assert not other.buttons
    assert screens.hand(Life().table, Seat(0), HOUSE) is None
    assert screens.hand(life.score().table, Seat(0), HOUSE) is None


def test_whose_turn_it_is_stands_on_every_page_of_a_round() -> None:
    for turn, kinds in (("90", ("turn-until", "your-turn-until")), ("off", ("turn", "your-turn"))):
        life = begun("ada", "ben", options={"turn": turn})
        own = screens.hand(life.table, Seat(0), HOUSE)
        assert own is not None
        found = [
            line.spans[0].content.id
            for screen in (screens.public(life.table, HOUSE), own)
            for line in screen.lines[-1:]
            if isinstance(line, Line) and isinstance(line.spans[0].content, Text)
        ]
        assert tuple(found) == kinds


def test_no_page_of_a_game_without_its_position() -> None:
    life = stored(begun("ada", "ben"))
    with pytest.raises(ValueError, match="position"):
        screens.public(life.table, HOUSE)
    assert screens.hand(life.table, Seat(0), HOUSE) is None
    assert screens.ping(life.table) is None
    assert turn_of(life.table) == ()


@pytest.mark.parametrize(
    ("seconds", "count", "unit"),
    [
        (45, 45, "seconds"),
        (90, 90, "seconds"),
        (180, 3, "minutes"),
        (7200, 2, "hours"),
        (172800, 2, "days"),
    ],
)
def test_a_turn_time_is_said_in_the_unit_that_fits(seconds: int, count: int, unit: str) -> None:
    assert lobby_screen.turn_text(timedelta(seconds=seconds)) == text(
        "time", count=count, unit=unit
    )


@pytest.mark.parametrize("closing", Closing)
def test_a_closed_table_says_why(closing: Closing) -> None:
    table = replace(Life().table, phase=Phase.CLOSED, closing=closing)
    (line,) = screens.public(table, HOUSE).lines
    assert isinstance(line, Line)
    assert line.spans[0].content == Text(f"closed-{closing.value}")


def test_who_confirms_is_told_of_until_nobody_is_missing() -> None:
    for at, id in ((HOUSE, "confirm-until"), (turns(confirm=None), "confirm")):
        life = Life("ada", "ben", at=at).start().score()
        life.done(Confirm(ADA))
        last = screens.public(life.table, at).lines[-1]
        assert isinstance(last, Line)
        said = last.spans[0].content
        assert isinstance(said, Text)
        assert (said.id, dict(said.args)["players"]) == (id, (Seat(1),))


def test_the_rules_are_those_of_the_game_that_is_chosen() -> None:
    life = Life(at=BOTH)
    life.done(Configure(ADA, "game", "toy"))
    assert TOY.info.title in {
        span.content
        for line in screens.rules(life.table, BOTH).lines
        if isinstance(line, Line)
        for span in line.spans
    }


def test_the_lobby_shows_who_is_what() -> None:
    life = Life("ada", "ben", computers=1)
    rows = [line for line in screens.public(life.table, HOUSE).lines if isinstance(line, Row)]
    assert [row.cells[1] for row in rows] == [
        Text("role-host"),
        Text("role-guest"),
        text("strength", strength="medium"),
    ]
    assert [row.marked for row in rows] == [True, False, False]


def test_every_person_keeps_language_and_user() -> None:
    life = Life("ada")
    life.done(Join(Who(user("ben"), "Ben", language=EN)))
    assert life.table.seats[1] == Person(user("ben"), "Ben", EN)


def test_entering_the_lobby_forgets_the_game() -> None:
    life = Life("ada", "ben").start().finish()
    lobby = enter_lobby(life.table, HOUSE, life.moment())
    assert (lobby.log, lobby.position, lobby.confirmed, lobby.pinged) == ((), None, frozenset(), -1)
    assert lobby.number == 1
    assert re.fullmatch("[0-9]+", str(lobby.roster))
    assert SEATS[: len(lobby.seats)] == (Seat(0), Seat(1))
