"""People who are away, seats that are taken over, pauses, and hours in which nobody is hurried."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from chatlama.core.clock import Quiet
from chatlama.core.games.alpaka import GAME as ALPAKA
from chatlama.core.player import Strength
from chatlama.core.screen import Line
from chatlama.core.table import screens
from chatlama.core.table.advance import next_alarm
from chatlama.core.table.house import Ping, Times
from chatlama.core.table.intents import (
    Alarm,
    Awake,
    Choose,
    Configure,
    Confirm,
    Here,
    Join,
    Leave,
    Pause,
    Press,
    Resume,
    Start,
    Stop,
    Who,
    read,
)
from chatlama.core.table.model import (
    Closing,
    Computer,
    Paused,
    Person,
    Phase,
    Played,
    Rest,
    TakenOver,
)
from chatlama.core.table.position import replay
from chatlama.core.text import Seat, Text
from tests.core.played import GAMES
from tests.fakes import BOTH, HOUSE, NOON, First, Life, house, user, who

ADA, BEN, CEM = who("ada"), who("ben"), who("cem")
TURN = 90
DAY = 24 * 60 * 60


def begun(*people: str, computers: int = 0) -> Life:
    """Return a long game of these people."""
    return Life(*people, computers=computers, options={"target": "80"}).start()


def miss(life: Life) -> None:
    """Have the turn run out."""
    assert life.left is not None
    life.wait(life.left + 1)
    life.done(Alarm())


def away(life: Life, *names: str) -> Life:
    """Have these people miss turns until they are absent; the others move."""
    for _ in range(99):
        absent = [p.user for _, p in life.table.persons if p.absent]
        if life.table.paused or set(map(user, names)) <= set(absent):
            return life
        if life.phase is Phase.SCORED:
            miss(life)
            continue
        seat = life.to_move[0]
        occupant = life.table.seats[seat]
        if life.table.automatic(seat):
            life.done(Choose(seat, len(life.table.log), "quit"))
        elif isinstance(occupant, Person) and occupant.user in map(user, names):
            miss(life)
        else:
            life.move("quit")
    raise AssertionError("they never went away")


def until_turn_of(life: Life, seat: Seat) -> None:
    """Have everybody else quit until it is this seat's turn."""
    while life.phase is Phase.SCORED or life.to_move[0] != seat:
        if life.phase is Phase.SCORED:
            life.confirm()
        else:
            life.move("quit")


def told(life: Life) -> list[str]:
    """Return the ids of the texts on the board, one to a line."""
    lines = [
        line for line in screens.public(life.table, life.house).lines if isinstance(line, Line)
    ]
    return [
        span.content.id for line in lines for span in line.spans if isinstance(span.content, Text)
    ]


def buttons(life: Life) -> set[str]:
    return {button.code for row in screens.public(life.table, life.house).buttons for button in row}


# --- absent people ---------------------------------------------------------------------------


def test_who_misses_two_turns_in_a_row_is_absent_and_a_computer_plays() -> None:
    life = away(begun("ada", "ben", "cem"), "ben")
    ben = life.table.seat_of(user("ben"))
    assert ben is not None
    assert life.table.automatic(ben)
    assert "absent" in told(life)
    until_turn_of(life, ben)
    life.done(Choose(ben, len(life.table.log), "quit"))
    assert life.table.log[-1] == Played(ben, "quit") or life.table.phase is Phase.SCORED


def test_one_missed_turn_is_forgiven_with_the_next_thing_that_one_does() -> None:
    life = Life("ada", "ben").start()
    late = life.mover
    miss(life)
    (missed,) = [p.missed for _, p in life.table.persons if p.user == late.user]
    assert missed == 1
    assert "absent" not in told(life)
    life.done(Here(late))
    assert all(p.missed == 0 for _, p in life.table.persons)
    life.nothing(Here(late))


@pytest.mark.parametrize("back", ["looks", "confirms", "moves", "leaves"])
def test_whatever_the_person_does_they_are_back_at_once(back: str) -> None:
    life = away(begun("ada", "ben", "cem"), "ben")
    ben = life.table.seat_of(user("ben"))
    assert ben is not None
    if back == "confirms":
        life.score()
        life.done(Confirm(BEN))
    if back == "moves":
        until_turn_of(life, ben)
        life.done(Press(BEN, "quit"))
    if back == "looks":
        life.done(Here(BEN))
    if back == "leaves":
        life.done(Leave(BEN))
        assert ben in life.table.gone
    else:
        assert not life.table.automatic(ben)
        assert "absent" not in told(life)


def test_what_is_refused_does_not_bring_anybody_back_by_itself() -> None:
    """A refusal changes nothing; the session says ``Here`` before it asks."""
    life = away(begun("ada", "ben", "cem"), "ben")
    assert life.refused(Configure(BEN, "target", "60")) == "game-running"
    life.done(Here(BEN))


def test_a_computer_s_move_for_who_has_come_back_is_too_late() -> None:
    life = away(begun("ada", "ben", "cem"), "ben")
    ben = life.table.seat_of(user("ben"))
    assert ben is not None
    until_turn_of(life, ben)
    life.done(Here(BEN))
    life.nothing(Choose(ben, len(life.table.log), "quit"))


def test_nobody_waits_for_the_confirmation_of_who_is_absent() -> None:
    life = away(begun("ada", "ben", "cem"), "ben")
    life.score()
    life.done(Confirm(ADA))
    assert life.table.phase is Phase.SCORED
    assert life.done(Confirm(CEM)).phase is Phase.PLAYING


def test_who_is_absent_is_not_called() -> None:
    life = away(begun("ada", "ben", "cem"), "ben")
    ben = life.table.seat_of(user("ben"))
    assert ben is not None
    until_turn_of(life, ben)
    assert life.alarm == life.left
    assert screens.ping(life.table) is None


def test_where_absence_is_off_the_rules_text_alone_holds() -> None:
    life = Life("ada", "ben", at=house(ALPAKA, times=Times(absent=False))).start()
    for _ in range(6):
        miss(life)
    assert all(p.missed == 0 for _, p in life.table.persons)
    assert life.table.paused is None


def test_while_the_host_is_absent_everybody_seated_may_do_what_the_host_may() -> None:
    life = away(begun("ada", "ben", "cem"), "ada")
    assert life.refused(Stop(who("finn"))) == "host-only"
    life.done(Stop(BEN))
    assert life.table.closing is Closing.STOPPED


def test_absence_outlasts_the_game_so_that_the_next_one_does_not_wait_either() -> None:
    life = away(begun("ada", "ben", "cem"), "ben").finish()
    life.done(Start(ADA))
    ben = life.table.seat_of(user("ben"))
    assert ben is not None
    assert life.table.automatic(ben)


# --- nobody is there -------------------------------------------------------------------------


def test_computers_do_not_play_on_for_nobody() -> None:
    life = away(begun("ada", computers=2), "ada")
    assert life.table.paused == Paused(Rest.NOBODY, timedelta(seconds=TURN if life.to_move else 45))
    assert "paused-nobody" in told(life)
    assert not {"turn-until", "confirm-until", "confirm"} & set(told(life))
    assert life.left == DAY
    computer = next((s for s in life.to_move if life.table.automatic(s)), Seat(1))
    life.nothing(Choose(computer, len(life.table.log), "quit"))


def test_a_game_for_which_nobody_is_there_goes_on_with_the_first_who_comes_back() -> None:
    life = away(begun("ada", "ben"), "ada", "ben")
    assert life.table.paused is not None
    life.wait(3600)
    life.done(Here(BEN))
    assert life.table.paused is None
    assert life.left in {TURN, 45}
    (ada,) = [p for _, p in life.table.persons if p.user == ADA.user]
    assert ada.absent


def test_a_move_wakes_a_game_and_counts() -> None:
    life = away(begun("ada", computers=3), "ada")
    assert life.table.paused is not None
    if life.phase is Phase.SCORED:
        life.done(Confirm(ADA))
    else:
        assert life.refused(Press(ADA, "quit")) == "alpaka-has-quit"
        life.done(Here(ADA))
    assert life.phase is Phase.PLAYING
    assert life.table.paused is None


def test_a_table_that_nobody_comes_back_to_closes_and_says_so() -> None:
    life = away(begun("ada", computers=1), "ada")
    life.wait(DAY + 1)
    life.done(Alarm())
    assert (life.phase, life.table.closing) == (Phase.CLOSED, Closing.IDLE)
    assert life.table.paused is None


def test_an_administrator_can_not_wake_a_game_that_nobody_plays() -> None:
    life = away(begun("ada", computers=1), "ada")
    assert life.refused(Resume(who("hana", admin=True))) == "paused-nobody"


def test_who_leaves_an_absent_people_s_table_leaves_it_asleep() -> None:
    life = away(begun("ada", "ben", "cem"), "ben")
    life.done(Leave(CEM))
    life.done(Leave(ADA))
    if life.phase in {Phase.PLAYING, Phase.SCORED}:
        assert life.table.paused is not None
        assert life.table.paused.why is Rest.NOBODY


# --- a computer takes over -------------------------------------------------------------------


def test_who_leaves_is_out_unless_the_host_chose_a_computer() -> None:
    life = Life("ada", "ben", "cem").start()
    life.done(Leave(BEN))
    assert life.table.gone


def test_a_computer_takes_over_the_seat_of_who_leaves() -> None:
    life = Life("ada", "ben", "cem")
    assert life.refused(Configure(BEN, "leaving", "computer")) == "host-only"
    assert life.refused(Configure(ADA, "leaving", "nonsense")) == "no-such-choice"
    life.done(Configure(ADA, "leaving", "computer"))
    life.nothing(Configure(ADA, "leaving", "computer"))
    life.start()
    seat = life.table.seat_of(user("ben"))
    assert seat is not None
    before = life.state
    life.done(Leave(BEN))
    assert life.state == before
    assert not life.table.gone
    assert life.table.seats[seat] == Computer("Ida", Strength.MEDIUM)
    assert life.table.log[-1] == TakenOver(seat, "Ben")
    assert "taken-over" in told(life)
    again = replay(replace(life.table, position=None), ALPAKA)
    assert again.position == life.table.position
    life.score()
    assert life.confirm().table.phase is Phase.PLAYING


def test_whose_seat_was_taken_over_joins_the_next_game_and_not_this_one() -> None:
    life = Life("ada", "ben", "cem")
    life.done(Configure(ADA, "leaving", "computer"))
    life.start().done(Leave(BEN))
    assert life.refused(Join(BEN)) == "join-later"
    assert life.refused(Join(CEM)) == "already-seated"
    life.finish().done(Join(BEN))
    assert life.names == ["Ada", "Ida", "Cem", "Ben"]


def test_the_last_person_leaves_no_computer_behind() -> None:
    life = Life("ada", computers=1)
    life.done(Configure(ADA, "leaving", "computer"))
    life.start().done(Leave(ADA))
    assert (life.phase, life.table.closing) == (Phase.CLOSED, Closing.EMPTY)


def test_where_no_computer_plays_the_game_who_leaves_is_out() -> None:
    life = Life("ada", "ben", "cem", at=house(ALPAKA, players=[First("chess")]))
    life.done(Configure(ADA, "leaving", "computer"))
    life.start().done(Leave(BEN))
    assert life.table.gone


def test_a_half_made_choice_is_completed_by_who_takes_over() -> None:
    life = Life("ada", "ben", "cem", game="toy", at=BOTH)
    life.done(Configure(ADA, "leaving", "computer"))
    life.start()
    for _ in range(9):
        seat = life.to_move[0]
        life.move(life.codes(seat)[0], seat)
        assert life.table.position is not None
        if life.table.position.midway:
            break
    assert life.table.position is not None
    assert life.table.position.midway
    stamp = life.stamp
    life.done(Leave(life.who_at(seat)))
    assert life.stamp == stamp
    life.done(Choose(seat, len(life.table.log), life.codes(seat)[0]))


def test_a_seat_is_taken_over_while_scores_are_read() -> None:
    life = Life("ada", "ben", "cem")
    life.done(Configure(ADA, "leaving", "computer"))
    life.start().score()
    life.done(Confirm(ADA))
    life.done(Confirm(CEM))
    life.done(Leave(BEN))
    assert life.phase is Phase.PLAYING


# --- pauses ----------------------------------------------------------------------------------


def test_the_host_pauses_at_once_and_time_stands_still() -> None:
    life = Life("ada", "ben").start()
    life.wait(30)
    life.done(Pause(ADA))
    assert life.table.paused == Paused(Rest.AGREED, timedelta(seconds=60))
    assert next_alarm(life.table, life.house.times) is None
    assert "paused" in told(life)
    assert ":resume" in buttons(life)
    assert not {"draw", "quit"} & buttons(life)
    seat = life.to_move[0]
    own = screens.hand(life.table, seat, HOUSE)
    assert own is not None
    assert not own.buttons
    assert life.refused(Press(life.mover, "quit")) == "paused"
    assert life.refused(Pause(ADA)) == "paused"
    life.wait(DAY)
    life.done(Resume(ADA))
    assert life.left == 60
    assert life.refused(Resume(ADA)) == "not-paused"
    life.move("quit")


def test_after_a_pause_there_is_time_to_find_back() -> None:
    life = Life("ada", "ben").start()
    life.wait(85)
    life.done(Pause(ADA))
    life.done(Resume(ADA))
    assert life.left == 30


def test_without_a_turn_time_there_is_none_after_a_pause_either() -> None:
    life = Life("ada", "ben", options={"turn": "off"}).start()
    life.done(Pause(ADA))
    assert life.table.paused == Paused(Rest.AGREED, None)
    life.done(Resume(ADA))
    assert life.left is None


def test_others_ask_the_host_by_a_button() -> None:
    life = Life("ada", "ben").start()
    life.done(Pause(BEN))
    assert life.table.paused is None
    assert "asks-pause" in told(life)
    life.nothing(Pause(BEN))
    (code,) = {":pause"} & buttons(life)
    intent = read(code, ADA)
    assert intent is not None
    life.done(intent)
    assert life.table.paused is not None
    assert life.table.asked is None
    life.done(Resume(BEN))
    assert "asks-resume" in told(life)
    life.done(Resume(ADA))
    assert not {"asks-pause", "asks-resume"} & set(told(life))


def test_the_request_goes_with_who_made_it() -> None:
    life = Life("ada", "ben", "cem").start()
    life.done(Pause(BEN))
    life.done(Leave(BEN))
    assert life.table.asked is None


def test_a_pause_is_for_games() -> None:
    life = Life("ada", "ben")
    assert life.refused(Pause(ADA)) == "no-game"
    assert life.refused(Resume(ADA)) == "no-game"
    assert life.refused(Pause(CEM)) == "not-seated"
    life.start().finish()
    assert life.refused(Pause(ADA)) == "no-game"


def test_scores_wait_in_a_pause() -> None:
    life = Life("ada", "ben").start().score()
    life.done(Pause(ADA))
    assert ":ok" not in buttons(life)
    assert life.refused(Confirm(BEN)) == "paused"
    life.done(Resume(ADA))
    life.confirm()
    assert life.phase is Phase.PLAYING


def test_who_leaves_in_a_pause_does_not_end_it() -> None:
    life = Life("ada", "ben", "cem").start()
    life.done(Pause(ADA))
    life.done(Leave(life.mover if life.to_move != (0,) else BEN))
    assert life.phase is Phase.PLAYING
    assert life.table.paused is not None
    assert life.table.due is None
    life.done(Resume(ADA))
    assert life.left == TURN


def test_a_game_that_ends_in_a_pause_is_over() -> None:
    life = Life("ada", "ben").start()
    life.done(Pause(ADA))
    life.done(Leave(BEN))
    assert life.phase is Phase.OVER
    assert life.table.paused is None
    assert life.left == 1800


def test_the_menu_offers_a_pause_or_its_end() -> None:
    def offered(by: Who) -> set[str]:
        return {button.code for row in screens.menu(life.table, by).buttons for button in row}

    life = Life("ada", "ben").start()
    assert ":pause" in offered(BEN)
    assert ":pause" in offered(who("hana", admin=True))
    assert ":pause" not in offered(CEM)
    life.done(Pause(ADA))
    assert ":resume" in offered(BEN)
    assert ":pause" not in offered(BEN)


def test_the_lobby_s_menu_offers_the_host_what_is_seldom_changed() -> None:
    life = Life("ada", "ben")
    codes = [button.code for row in screens.menu(life.table, ADA).buttons for button in row]
    assert {":set:leaving:computer", ":set:hints:on"} < set(codes)
    for code in (":set:leaving:computer", ":set:hints:on"):
        intent = read(code, ADA)
        assert intent is not None
        life.done(intent)
    assert (life.table.takeover, life.table.hints) == (True, True)
    codes = [button.code for row in screens.menu(life.table, ADA).buttons for button in row]
    assert {":set:leaving:out", ":set:hints:off"} < set(codes)
    life.start()
    assert ":hint" in {b.code for row in screens.menu(life.table, BEN).buttons for b in row}
    assert ":hint" not in {b.code for row in screens.menu(life.table, CEM).buttons for b in row}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_for_by_who_is_absent(game: str) -> None:
    """A seat that a computer plays for is asked for moves as any other."""
    name = "first"
    at = house(GAMES[game], players=[First(game, name)])
    people = [f"n{number}" for number in range(GAMES[game].info.min_seats)]
    life = Life(*people, game=game, at=at).start(people[0])
    miss(life)
    assert life.phase in {Phase.PLAYING, Phase.SCORED, Phase.OVER}


# --- quiet hours -----------------------------------------------------------------------------

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = Quiet(time(22), time(7), BERLIN)
SIESTA = Quiet(time(13), time(15), UTC)


@pytest.mark.parametrize(
    ("quiet", "moment", "after"),
    [
        (NIGHT, "2026-11-30T20:59:59+00:00", "2026-11-30T20:59:59+00:00"),
        (NIGHT, "2026-11-30T21:00:00+00:00", "2026-12-01T06:00:00+00:00"),
        (NIGHT, "2026-12-01T05:59:59+00:00", "2026-12-01T06:00:00+00:00"),
        (NIGHT, "2026-12-01T06:00:00+00:00", "2026-12-01T06:00:00+00:00"),
        (NIGHT, "2026-10-24T22:30:00+00:00", "2026-10-25T06:00:00+00:00"),
        (NIGHT, "2026-03-28T22:30:00+00:00", "2026-03-29T05:00:00+00:00"),
        (SIESTA, "2026-11-30T12:59:00+00:00", "2026-11-30T12:59:00+00:00"),
        (SIESTA, "2026-11-30T13:00:00+00:00", "2026-11-30T15:00:00+00:00"),
        (SIESTA, "2026-11-30T16:30:00+02:00", "2026-11-30T15:00:00+00:00"),
        (SIESTA, "2026-11-30T15:00:00+00:00", "2026-11-30T15:00:00+00:00"),
    ],
)
def test_what_falls_into_quiet_hours_is_moved_to_their_end(
    quiet: Quiet, moment: str, after: str
) -> None:
    """Also in the nights in which clocks are changed."""
    found = quiet.after(datetime.fromisoformat(moment))
    assert found == datetime.fromisoformat(after)


def of_day() -> st.SearchStrategy[time]:
    return st.builds(time, st.integers(0, 23), st.sampled_from([0, 1, 10, 30, 59]))


@given(of_day(), of_day(), st.integers(0, 3 * 24 * 60), st.sampled_from(["03-28", "10-24"]))
@example(time(22), time(2, 30), 13 * 60 + 10, "10-24")  # within the hour that comes again
@example(time(2, 1), time(2), 0, "03-28")  # open for a minute of the hour that is left out
def test_what_is_moved_to_the_end_of_quiet_hours_is_not_in_them_and_never_earlier(
    begin: time, end: time, minutes: int, day: str
) -> None:
    """In the nights in which clocks are changed, where hours end that come twice or not at all."""
    quiet = Quiet(begin, end, BERLIN)
    moment = datetime.fromisoformat(f"2026-{day}T12:00:00+00:00") + timedelta(minutes=minutes)
    found = quiet.after(moment)
    days = 1 if quiet.open > timedelta(hours=1) else 2  # one day's open hour may not come at all
    assert moment <= found <= moment + days * timedelta(hours=25)
    assert quiet.after(found) == found


def test_where_no_zone_is_set_it_is_the_machine_s() -> None:
    quiet = Quiet(time(0), time(23, 59, 59, 999999))
    assert quiet.after(NOON) > NOON
    assert quiet.after(NOON).tzinfo is UTC


def at_night(**times: object) -> Life:
    quiet = Quiet(time(12, 1), time(20), UTC)
    return Life("ada", "ben", at=house(ALPAKA, times=Times(quiet=quiet, **times)))  # type: ignore[arg-type]


def test_no_turn_ends_in_quiet_hours_and_a_late_call_comes_when_they_are_over() -> None:
    life = at_night().start()
    assert life.table.due == NOON.replace(hour=20, second=30)
    assert next_alarm(life.table, life.house.times) == NOON.replace(hour=20)
    life.now = NOON.replace(hour=20, second=1)
    life.done(Alarm())
    assert screens.ping(life.table) is not None
    life.nothing(Alarm())
    miss(life)


@given(
    of_day(),
    of_day(),
    st.integers(0, 3 * 24 * 60),
    st.sampled_from(Times().turns[:6]),
    st.sampled_from(["03-28", "06-01", "10-24"]),
)
def test_calls_and_deadlines_keep_out_of_quiet_hours_and_apart(
    begin: time, end: time, minutes: int, turn: timedelta, day: str
) -> None:
    """Whenever a turn begins: there is time after its call, and it is no shorter than agreed."""
    assume(begin != end)
    quiet = Quiet(begin, end, BERLIN)
    times = Times(quiet=quiet, turn=turn)
    life = Life("ada", "ben", at=house(ALPAKA, times=times))
    life.now += datetime.fromisoformat(f"2026-{day}T12:00:00+00:00") - NOON
    life.wait(60 * minutes)
    life.start()
    due, call = life.table.due, next_alarm(life.table, times)
    assert due is not None
    assert call is not None
    assert due >= life.now + turn
    assert quiet.after(call) == call
    assert call == life.now or due - call >= times.notice(life.table) > timedelta()
    if quiet.open > timedelta(hours=2):  # else the clocks may be put past all the open time
        assert quiet.after(due) == due
        life.nothing(Awake())


def test_a_deadline_shortly_after_quiet_hours_leaves_time_after_the_call() -> None:
    life = at_night(turns=(timedelta(hours=8),), turn=timedelta(hours=8)).start()
    assert next_alarm(life.table, life.house.times) == NOON.replace(hour=20)
    assert life.table.due == NOON.replace(hour=21)


def test_a_deadline_in_quiet_hours_is_put_off_though_its_call_would_come_before_them() -> None:
    hour = timedelta(hours=1)
    life = at_night(turns=(hour,), turn=hour)
    life.now = NOON - timedelta(minutes=55)
    life.start()
    assert next_alarm(life.table, life.house.times) == NOON.replace(hour=20)
    assert life.table.due == NOON.replace(hour=20, minute=7, second=30)


@pytest.mark.parametrize(
    ("turn", "before"),
    [("20", 20), ("90", 30), ("180", 30), ("600", 75), ("3600", 450), ("86400", 3 * 3600)],
)
def test_who_has_long_is_called_long_before(turn: str, before: int) -> None:
    """Rulebook A20's turn is called 30 s before its end; one of days hours before."""
    life = Life("ada", "ben", options={"turn": turn}).start()
    assert life.left == int(turn)
    assert life.alarm == int(turn) - before


def test_after_a_pause_a_long_turn_is_called_at_once_if_little_is_left_and_only_once() -> None:
    life = Life("ada", "ben", options={"turn": "86400"}).start()
    life.wait(23 * 3600)
    life.done(Pause(ADA))
    assert life.alarm is None
    life.done(Resume(ADA))
    assert life.left == 3600
    assert next_alarm(life.table, life.house.times) == life.now
    life.wait(1)
    life.done(Alarm())
    life.nothing(Alarm())
    assert life.alarm == 3599


def test_without_a_late_call_time_runs_out_when_quiet_hours_are_over() -> None:
    life = at_night(ping=Ping.NEVER).start()
    assert life.table.due == NOON.replace(hour=20)


def test_nobody_is_called_in_quiet_hours_at_the_beginning_of_a_turn_either() -> None:
    life = at_night(ping=Ping.ALWAYS)
    life.now = NOON.replace(hour=13)
    life.start()
    assert next_alarm(life.table, life.house.times) == NOON.replace(hour=20)


def test_neither_a_restart_nor_a_pause_puts_a_deadline_into_quiet_hours() -> None:
    life = at_night(ping=Ping.NEVER).start()
    late = replace(life.table, due=NOON + timedelta(seconds=50))
    for due in (NOON - timedelta(seconds=10), NOON + timedelta(minutes=3)):
        life.table, life.now = replace(late, due=due), NOON + timedelta(minutes=2)
        life.done(Awake())
        assert life.table.due == NOON.replace(hour=20)
        life.nothing(Awake())
    life.done(Pause(ADA))
    life.nothing(Awake())
    life.done(Resume(ADA))
    assert life.table.due == NOON + timedelta(hours=8) or life.left == 8 * 3600 - 120


def test_a_turn_that_ran_out_during_a_restart_is_not_put_off_into_quiet_hours() -> None:
    """Twenty seconds before they begin: thirty seconds more would be within them."""
    quiet = Quiet(time(12, 30), time(18), UTC)
    life = Life("ada", "ben", at=house(ALPAKA, times=Times(quiet=quiet)))
    life.wait(28 * 60)
    life.start()
    life.done(Press(life.mover, "quit"))
    assert life.left == 90
    life.wait(100)
    life.done(Awake())
    assert next_alarm(life.table, life.house.times) == NOON.replace(hour=18)
    assert life.table.due == NOON.replace(hour=18, second=30)


def test_a_lobby_is_not_closed_in_quiet_hours() -> None:
    life = at_night(ping=Ping.NEVER)
    assert life.table.due == NOON.replace(hour=20)
    life.done(Join(CEM))


def test_turn_times_reach_from_20_seconds_to_3_days_or_off() -> None:
    life = Life("ada", "ben")
    for value in ("20", str(3 * DAY), "off"):
        life.done(Configure(ADA, "turn", value))
    life.done(Configure(ADA, "turn", str(3 * DAY)))
    assert life.start().left == 3 * DAY
