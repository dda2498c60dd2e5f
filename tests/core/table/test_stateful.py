"""A table under any sequence of intents, sensible or not, and what that reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, time, timedelta
from itertools import cycle
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from chatlama.core.clock import Quiet
from chatlama.core.games.alpaka import GAME as ALPAKA
from chatlama.core.player import Strength
from chatlama.core.rng import Rng
from chatlama.core.table import screens
from chatlama.core.table.advance import REMEMBERED, Advance, advance, next_alarm
from chatlama.core.table.house import House, Ping, Times
from chatlama.core.table.intents import (
    AddComputer,
    Again,
    Alarm,
    Awake,
    Choose,
    Configure,
    Confirm,
    Here,
    Intent,
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
from chatlama.core.table.model import Computer, Left, Phase, Played, Rest, Table, TakenOver
from chatlama.core.table.position import replay
from chatlama.core.text import SEATS, Seat
from chatlama.session.token import LONGEST, Token
from tests.fakes import CHAT, NOON, PEOPLE, Life, house, user, who
from tests.toy import GAME as TOY

ASKING = {":hand", ":menu", ":rules", ":help", ":status", ":hint"}
"""Codes that look at something and change nothing."""
CROWD = [who(name) for name in PEOPLE[:7]]
NAMES = ["", "Ada", "ada", "y" * 64, "\u202eevil\n", "🦙"]
SETTINGS = [
    ("target", "20"),
    ("target", "60"),
    ("rules", "englert"),
    ("rounds", "3"),
    ("turn", "off"),
    ("turn", "90"),
    ("language", "de"),
    ("leaving", "computer"),
    ("leaving", "computer"),
    ("leaving", "out"),
    ("hints", "on"),
    ("hints", "nonsense"),
    ("game", "toy"),
    ("game", "alpaka"),
    ("game", "chess"),
    ("colour", "red"),
]
TIMES = (
    Times(),
    Times(ping=Ping.ALWAYS, turn=timedelta(seconds=45)),
    Times(ping=Ping.NEVER, turn=None, lobby=None, confirm=None),
    Times(quiet=Quiet(time(12, 30), time(18), UTC)),
)

CODES = ["play:1", "play:4", "draw", "quit", "sure", "back", "open", "sell"]

people = st.sampled_from(CROWD)
seldom = st.sampled_from([False, False, False, True])


def admin(somebody: Who) -> Who:
    return replace(somebody, admin=True)


class Tables(RuleBasedStateMachine):
    """One chat's tables, one after the other."""

    game: ClassVar[str]
    reached: ClassVar[Counter[str]]

    @initialize(
        seed=st.integers(0, 999),
        times=st.sampled_from(TIMES),
        joined=st.integers(0, 5),
        computers=st.integers(0, 2),
        started=st.booleans(),
        leaving=st.sampled_from(["out", "computer"]),
    )
    def sit_down(
        self,
        seed: int,
        times: Times,
        joined: int,
        computers: int,
        leaving: str,
        *,
        started: bool,
    ) -> None:
        self.house: House = house(ALPAKA, TOY, times=times)
        self.sent: list[Intent] = []
        self.updates = 0
        self.open(seed)
        most = self.house.games[self.game].info.max_seats
        for somebody in CROWD[1 : min(joined + 1, most)]:
            self.send(Join(somebody))
        for _ in range(computers):
            self.send(AddComputer(CROWD[0], Strength.MEDIUM))
        if started:
            self.send(Configure(CROWD[0], "target", "80"))
            self.send(Configure(CROWD[0], "leaving", leaving))
            self.send(Start(CROWD[0]))

    def open(self, seed: int) -> None:
        self.life = Life(CROWD[0].user.partition(":")[2], game=self.game, at=self.house, seed=seed)
        self.life.now = max(self.life.now, getattr(self, "now", NOON))

    @property
    def table(self) -> Table:
        return self.life.table

    # --- sending, and what holds of every step ---

    def send(self, intent: Intent, update: str | None = None) -> Advance:
        before, moment = self.table, self.life.moment(update)
        became = advance(before, intent, self.house, moment)
        again = advance(replace(before, position=None), intent, self.house, moment)
        after = became.table
        assert (again.table, again.answer, again.changed) == (after, became.answer, became.changed)
        assert after.position == again.table.position or after.phase is Phase.CLOSED
        if became.changed:
            assert after.version == before.version + 1
            assert became.answer is None
            assert replace(after, version=before.version) != before
        else:
            assert after == before
        self.life.table = after
        self.note(intent, became, before)
        return became

    def note(self, intent: Intent, became: Advance, before: Table) -> None:
        kind, after = type(intent).__name__, became.table
        came = "done" if became.changed else "refused" if became.answer else "nothing"
        self.reached[f"{kind} {came}"] += 1
        self.reached[f"{kind} in {before.phase.value}"] += 1
        self.reached[f"phase {after.phase.value}"] += 1
        if became.answer is not None:
            self.reached[f"refusal {became.answer.id}"] += 1
        if after.closing is not None and before.closing is None:
            self.reached[f"closed {after.closing.value}"] += 1
        if after.host != before.host:
            self.reached["host passed on"] += 1
        if after.pinged > before.pinged:
            self.reached["pinged"] += 1
        entries = after.log[len(before.log) :] if after.number == before.number else ()
        if any(isinstance(entry, Played) and entry.late for entry in entries):
            self.reached["late"] += 1
        if any(isinstance(entry, TakenOver) for entry in entries):
            self.reached[f"taken over in {before.phase.value}"] += 1
        self.note_rest(before, after)
        result = after.position.result if after.position else None
        if became.changed and result is not None and entries:
            self.reached[f"round {result.reason}"] += 1
        if became.changed and any(isinstance(entry, Left) for entry in entries):
            self.reached[f"left in {before.phase.value}"] += 1

    def note_rest(self, before: Table, after: Table) -> None:
        """Note who went away or came back, and what stands still or goes on."""
        there, still = (
            {person.user for _, person in table.persons if person.absent}
            for table in (before, after)
        )
        if still - there:
            self.reached["went away"] += 1
        if there - still:
            self.reached["came back"] += 1
        if after.paused is not None and before.paused is None:
            self.reached[f"paused {after.paused.why.value} in {after.phase.value}"] += 1
        if before.paused is not None and after.paused is None:
            self.reached[f"after {before.paused.why.value} {after.phase.value}"] += 1
        if after.asked is not None and before.asked is None:
            self.reached["asked the host"] += 1
        quiet, due = self.house.times.quiet, after.due
        if quiet is not None and due is not None and quiet.after(self.life.now) != self.life.now:
            self.reached["in quiet hours"] += 1

    def remember(self, intent: Intent) -> None:
        self.sent = [*self.sent, intent][-20:]

    @property
    def stamp(self) -> Stamp:
        return self.life.stamp

    # --- what sensible people do ---

    @rule(somebody=people, called=st.sampled_from(NAMES))
    def join(self, somebody: Who, called: str) -> None:
        self.send(Join(replace(somebody, name=called or somebody.name)))

    @precondition(lambda self: self.table.phase is not Phase.CLOSED)
    @rule(data=st.data())
    def press_a_button_that_is_shown(self, data: st.DataObject) -> None:
        by = data.draw(people)
        found = [code for code in self.buttons(by) if code != ":stop"]
        code = data.draw(st.sampled_from(sorted(found)))
        if code not in ASKING:
            intent = read(code, by, self.stamp)
            assert intent is not None
            self.remember(intent)
            self.send(intent)

    @precondition(lambda self: self.table.phase is Phase.PLAYING)
    @rule(data=st.data(), moves=st.integers(1, 6), update=st.booleans())
    def move(self, data: st.DataObject, moves: int, *, update: bool) -> None:
        for _ in range(moves):
            if not self.moving:
                return
            seat = data.draw(st.sampled_from(self.life.to_move))
            self.move_as(seat, data.draw(st.sampled_from(self.life.codes(seat))), update=update)

    @property
    def moving(self) -> bool:
        """Whether moves are taken from everybody who is to make one."""
        return self.table.phase is Phase.PLAYING and self.table.paused is None

    def move_as(self, seat: Seat, code: str, *, update: bool = False) -> None:
        self.updates += 1
        if self.table.automatic(seat):
            intent: Intent = Choose(seat, len(self.table.log), code)
        else:
            intent = Press(self.life.who_at(seat), code, self.stamp)
        self.remember(intent)
        assert self.send(intent, f"u{self.updates}" if update else None).changed
        if update:
            self.deliver_twice(intent)

    def deliver_twice(self, intent: Intent) -> None:
        for again in (intent, Leave(CROWD[0]), Stop(admin(CROWD[1]))):
            became = self.send(again, self.table.seen[-1])
            assert (became.changed, became.answer) == (False, None)
        self.reached["the same update twice"] += 1

    @precondition(lambda self: self.table.phase is Phase.PLAYING)
    @rule()
    def have_the_round_end(self) -> None:
        for _ in range(60):
            if self.moving:
                codes = self.life.codes()
                self.move_as(self.life.to_move[0], "quit" if "quit" in codes else codes[0])

    @precondition(lambda self: self.table.phase is Phase.PLAYING)
    @rule()
    def have_the_round_end_with_cards_laid(self) -> None:
        for _ in range(60):
            if self.moving:
                self.move_as(self.life.to_move[0], self.life.codes()[0])

    @precondition(lambda self: self.table.phase is Phase.SCORED)
    @rule(all_but=st.integers(0, 1))
    def confirm(self, all_but: int) -> None:
        for seat, _ in self.table.persons[all_but:]:
            if self.table.phase is Phase.SCORED:
                self.send(Confirm(self.life.who_at(seat), self.stamp))

    @precondition(lambda self: self.table.phase in {Phase.LOBBY, Phase.OVER})
    @rule(as_host=st.booleans(), by=people)
    def start(self, by: Who, *, as_host: bool) -> None:
        self.send(Start(Who(self.table.host, "host") if as_host else by, self.stamp))

    @rule(data=st.data(), by=people, as_host=st.booleans(), administers=st.booleans())
    def agree(self, data: st.DataObject, by: Who, *, as_host: bool, administers: bool) -> None:
        by = (
            Who(self.table.host, "host", administers) if as_host else replace(by, admin=administers)
        )
        seat, roster = data.draw(st.sampled_from(SEATS[:7])), self.table.roster
        computers = (s for s, o in self.table.present if isinstance(o, Computer))
        computer = next(computers, seat)
        asked: list[Intent] = [
            *(Configure(by, *one) for one in SETTINGS),
            *(AddComputer(by, strength) for strength in Strength),
            *(
                SetStrength(by, each, s, roster)
                for s in Strength
                for each in (computer, computer, seat)
            ),
            *(Remove(by, seat, roster - old) for old in (0, 0, 1)),
        ]
        self.send(data.draw(st.sampled_from(asked)))

    @precondition(lambda self: self.table.phase is Phase.LOBBY)
    @rule(strength=st.sampled_from(Strength))
    def have_the_computers_play_so_well(self, strength: Strength) -> None:
        host = Who(self.table.host, "host")
        for seat, _ in self.table.present:
            self.send(SetStrength(host, seat, strength, self.table.roster))

    @rule(
        by=people, what=st.sampled_from([Leave, Leave, Again, Confirm, Start, Stop]), as_host=seldom
    )
    def ask(self, by: Who, what: Callable[[Who], Intent], *, as_host: bool) -> None:
        self.send(what(Who(self.table.host, "host") if as_host else by))

    @precondition(lambda self: self.table.phase is Phase.CLOSED)
    @rule(seed=st.integers(0, 999))
    def open_another(self, seed: int) -> None:
        self.now = self.life.now
        self.open(seed)

    @precondition(lambda self: self.table.log)
    @rule(staying=st.sampled_from([0, 1, 1, 2, 3]))
    def break_up(self, staying: int) -> None:
        for seat, person in self.table.persons[staying:]:
            self.send(Leave(Who(person.user, person.name)))
            left = seat in self.table.gone or isinstance(self.table.seats[seat], Computer)
            assert self.table.phase is Phase.CLOSED or left

    # --- what is not sensible, comes twice, late or never ---

    @rule(
        by=people,
        code=st.sampled_from(CODES) | st.text(max_size=12),
        number=st.integers(0, 2),
        back=st.integers(0, 9),
    )
    def press_something_old(self, by: Who, code: str, number: int, back: int) -> None:
        intent = read(code, by, Stamp(number, max(self.table.step - back, 0)))
        if intent is not None:
            became = self.send(intent)
            assert not became.changed or code in CODES

    @precondition(lambda self: self.table.log)
    @rule(
        seat=st.sampled_from(SEATS[:3]),
        codes=st.lists(
            st.sampled_from([*(f"play:{n}" for n in range(1, 7)), *CODES]), min_size=3, max_size=8
        ),
        on_turn=st.booleans(),
    )
    def type_what_may_not_fit(self, seat: Seat, codes: list[str], *, on_turn: bool) -> None:
        seat = self.life.to_move[0] if on_turn and self.life.to_move else seat
        if seat in {s for s, _ in self.table.persons}:
            by = self.life.who_at(seat)
            for code in codes:
                paused = self.table.paused
                still = paused is not None and paused.why is Rest.AGREED
                legal = self.table.phase is Phase.PLAYING and code in self.life.codes(seat)
                assert self.send(Press(by, code)).changed == (legal and not still)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def press_again(self, data: st.DataObject) -> None:
        intent = data.draw(st.sampled_from(self.sent))
        became = self.send(intent)
        if isinstance(intent, Press | Choose) and intent is not self.sent[-1]:
            self.reached["an old press again"] += 1
        if isinstance(intent, Choose) and intent.step != len(self.table.log):
            assert not became.changed

    @rule(
        seat=st.sampled_from(SEATS[:4]),
        back=st.integers(-1, 2),
        code=st.sampled_from(["quit", "draw", "sell", "nonsense"]),
    )
    def choose_nonsense(self, seat: Seat, back: int, code: str) -> None:
        if seat < len(self.table.seats):
            self.send(Choose(seat, len(self.table.log) - back, code))

    @rule(seconds=st.sampled_from([1, 46, 61, 61, 91, 1801]), renewed=st.booleans())
    def wait_and_ring(self, seconds: int, *, renewed: bool) -> None:
        if renewed and self.moving:  # a turn begins
            self.move_as(self.life.to_move[0], self.life.codes()[0])
        self.life.wait(seconds)
        due = next_alarm(self.table, self.house.times)
        became = self.send(Alarm())
        assert became.answer is None
        assert became.changed == (due is not None and self.life.now > due)
        assert not self.send(Alarm()).changed or self.house.times.ping is Ping.LATE

    @precondition(lambda self: self.table.phase in {Phase.PLAYING, Phase.SCORED})
    @rule(seconds=st.sampled_from([1, 100]))
    def run_out(self, seconds: int) -> None:
        if self.table.due is not None:
            due = self.table.due
            self.life.now = max(self.life.now, due)
            assert self.send(Alarm()).table.due == due
            self.life.wait(seconds)
            assert self.send(Alarm()).changed

    @precondition(lambda self: self.moving)
    @rule(turns=st.integers(2, 40), back=st.booleans())
    def let_people_miss_their_turns(self, turns: int, *, back: bool) -> None:
        for _ in range(turns):
            if self.table.due is None or self.table.paused or not self.table.log:
                break
            seat = next(iter(self.life.to_move), None)
            if self.moving and seat is not None and self.table.automatic(seat):
                self.move_as(seat, self.life.codes(seat)[-1])
            elif self.table.phase in {Phase.PLAYING, Phase.SCORED}:
                self.life.now = max(self.life.now, self.table.due) + timedelta(seconds=1)
                assert self.send(Alarm()).changed
        if back:
            for seat, person in self.table.persons:
                by = self.life.who_at(seat)
                assert self.send(Here(by)).changed == (person.missed > 0)

    @precondition(lambda self: self.table.paused and self.table.paused.why is Rest.NOBODY)
    @rule()
    def come_back(self) -> None:
        seat = next(seat for seat, person in self.table.persons if person.missed)
        assert self.send(Here(self.life.who_at(seat))).changed

    @precondition(lambda self: self.table.phase in {Phase.PLAYING, Phase.SCORED})
    @rule(
        data=st.data(),
        what=st.sampled_from([Pause, Resume]),
        as_host=st.booleans(),
        go_on=st.booleans(),
    )
    def ask_for_a_pause(
        self,
        data: st.DataObject,
        what: Callable[[Who], Intent],
        *,
        as_host: bool,
        go_on: bool,
    ) -> None:
        by = Who(self.table.host, "host") if as_host else data.draw(people)
        self.send(what(by))
        if go_on:
            self.send(Resume(by))

    @precondition(lambda self: self.table.phase in {Phase.PLAYING, Phase.SCORED, Phase.OVER})
    @rule(data=st.data(), codes=st.permutations(CODES))
    def type_out_of_turn(self, data: st.DataObject, codes: list[str]) -> None:
        waiting = [seat for seat, _ in self.table.persons if seat not in self.life.to_move]
        if waiting:
            by = self.life.who_at(data.draw(st.sampled_from(waiting)))
            assert not any(self.send(Press(by, code)).changed for code in codes)

    @rule(seconds=st.sampled_from([0, 20, 70, 100]))
    def restart(self, seconds: int) -> None:
        self.life.wait(seconds)
        before = self.table.due
        self.life.table = replace(self.table, position=None)
        self.send(Awake())
        if before is None:
            return
        times, due = self.house.times, self.table.due
        wanted = max(before, self.life.now + times.grace)
        assert due is not None
        assert due >= wanted
        told = (wanted, wanted - times.ping_before)  # when time is over, and when it is called
        if times.quiet is None or all(times.quiet.after(at) == at for at in told):
            assert due == wanted

    @rule(
        handle=st.sampled_from(["m1", "m2", None]),
        place=st.sampled_from(["", " ping"]),
        to=st.sampled_from([CHAT.key, "fake:larger"]),
    )
    def show(self, handle: str | None, place: str, to: str) -> None:
        self.send(Shown(CHAT.key + place, handle))
        self.send(Relocate(self.table.rooms[0].chat, to))

    # --- what always holds ---

    def buttons(self, by: Who) -> set[str]:
        seat = self.table.seat_of(by.user)
        own = None if seat is None else screens.hand(self.table, seat, self.house)
        seen = (screens.public(self.table, self.house), screens.menu(self.table, by), own)
        return {b.code for screen in seen if screen for row in screen.buttons for b in row}

    @invariant()
    def it_can_be_replayed(self) -> None:
        table = self.table
        if table.phase is not Phase.CLOSED:
            game = self.house.games[table.game]
            assert replay(replace(table, position=None), game).position == table.position

    @invariant()
    def somebody_is_to_move_while_a_round_is_played_and_only_then(self) -> None:
        table = self.table
        if table.phase is Phase.CLOSED:
            return
        playing = table.phase is Phase.PLAYING
        assert playing == bool(self.life.to_move)
        assert (table.position is None) == (table.phase is Phase.LOBBY) == (table.log == ())
        if table.position is not None:
            assert table.position.step == len(table.log)
            assert table.position.offered == table.step <= len(table.log)
            assert (table.position.result is None) == playing
        present = {seat for seat, _ in table.present}
        assert present >= set(self.life.to_move)

    @invariant()
    def it_is_due_if_there_is_a_limit(self) -> None:
        table, times = self.table, self.house.times
        if table.paused is not None:
            assert table.phase in {Phase.PLAYING, Phase.SCORED}
            assert (table.due is None) == (table.paused.why is Rest.AGREED)
            assert table.paused.why is Rest.AGREED or not table.awaited
            return
        limit = {
            Phase.LOBBY: times.lobby,
            Phase.OVER: times.lobby,
            Phase.PLAYING: table.turn,
            Phase.SCORED: times.confirm,
            Phase.CLOSED: None,
        }[table.phase]
        assert (table.due is None) == (limit is None)
        assert table.awaited or table.phase not in {Phase.PLAYING, Phase.SCORED}
        if times.quiet is not None and table.due is not None:
            assert times.quiet.after(table.due) == table.due
        alarm = next_alarm(table, times)
        assert table.due is None or (alarm is not None and alarm <= table.due)
        assert (table.closing is not None) == (table.phase is Phase.CLOSED)

    @invariant()
    def people_sit_there_and_one_of_them_is_host(self) -> None:
        table = self.table
        if table.phase is not Phase.CLOSED:
            assert table.persons
            assert table.seat_of(table.host) is not None

    @invariant()
    def seats_are_in_order(self) -> None:
        table = self.table
        names = [occupant.name.casefold() for _, occupant in table.present]
        users = [person.user for _, person in table.persons]
        assert len(set(names)) == len(names)
        assert len(set(users)) == len(users)
        assert all(name.strip() and "\n" not in name for name in names)
        info = self.house.games[table.game].info
        assert len(table.seats) <= info.max_seats
        if table.phase in {Phase.PLAYING, Phase.SCORED}:
            assert len(table.present) >= info.min_seats
        if table.phase is Phase.LOBBY:
            assert not table.gone
        assert table.confirmed <= set(SEATS[: len(table.seats)])
        awaited = {seat for seat, _ in table.awaited}
        scored = table.phase is Phase.SCORED and table.paused is None
        assert not scored or not awaited <= set(table.confirmed)

    @invariant()
    def what_is_remembered_is_bounded(self) -> None:
        assert len(self.table.seen) <= REMEMBERED
        assert len(set(self.table.seen)) == len(self.table.seen)

    @invariant()
    def every_page_can_be_built_and_every_button_means_something(self) -> None:
        public = screens.public(self.table, self.house)
        shown = [screens.menu(self.table, by) for by in (*CROWD[:3], admin(CROWD[-1]))]
        shown += [
            own
            for seat, _ in self.table.persons
            if (own := screens.hand(self.table, seat, self.house)) is not None
        ]
        for by, screen in zip(cycle(CROWD), [public, *shown], strict=False):
            for code in (button.code for row in screen.buttons for button in row):
                assert code in ASKING or read(code, by, self.stamp) is not None, code
                assert len(str(Token(self.table.id, self.stamp, code))) <= LONGEST
        screens.rules(self.table, self.house)
        screens.ping(self.table)

    @invariant()
    def no_page_but_one_s_own_depends_on_a_hand(self) -> None:
        table = self.table
        if table.position is None or table.phase is Phase.CLOSED:
            return
        game = self.house.games[table.game]
        viewers: list[Seat | None] = [None, *(seat for seat, _ in table.persons[:2])]
        for viewer in viewers:
            rng = Rng(b"another world", table.version)
            state: Any = game.redeal(table.position.state, viewer, rng)
            other = replace(table, position=replace(table.position, state=state))
            if viewer is None:
                here, there = screens.public(table, self.house), screens.public(other, self.house)
                assert (here, screens.ping(table)) == (there, screens.ping(other))
            else:
                own = screens.hand(table, viewer, self.house)
                assert own == screens.hand(other, viewer, self.house)


# --- what was reached ------------------------------------------------------------------------

EVERYWHERE = {
    *(f"phase {phase.value}" for phase in Phase),
    *(f"{intent.__name__} done" for intent in (Join, Leave, AddComputer, Remove, Configure, Start)),
    *(f"{intent.__name__} done" for intent in (Press, Confirm, Stop, Choose, Alarm, Awake)),
    *(f"SetStrength {came}" for came in ("refused", "nothing")),
    *(f"{intent.__name__} done" for intent in (Shown, Relocate)),
    *(f"{intent.__name__} refused" for intent in (Join, Leave, AddComputer, Remove, Configure)),
    *(f"{intent.__name__} refused" for intent in (Start, Press, Confirm, Again, Stop)),
    *(f"{intent.__name__} nothing" for intent in (Configure, Choose, Alarm, Awake, Shown)),
    *(
        f"refusal {id}"
        for id in (
            "already-seated",
            "not-seated",
            "table-full",
            "table-closed",
            "game-running",
            "join-later",
            "no-game",
            "host-only",
            "no-computer",
            "no-such-choice",
            "too-few-players",
            "stale",
            "stale-turn",
            "paused",
            "not-paused",
        )
    ),
    *(f"closed {closing}" for closing in ("stopped", "empty", "idle")),
    *(f"left in {phase}" for phase in ("playing", "scored", "over")),
    *(f"taken over in {phase}" for phase in ("playing", "scored")),
    "paused agreed in playing",
    "paused agreed in scored",
    "paused nobody in playing",
    *(f"after {why.value} {phase}" for why in Rest for phase in ("playing", "closed")),
    "went away",
    "came back",
    "asked the host",
    "in quiet hours",
    "host passed on",
    "pinged",
    "late",
    "an old press again",
    "the same update twice",
}
REACHED = {
    "alpaka": {
        "SetStrength done",
        "paused nobody in scored",
        "round all_quit",
        "round empty_hand",
        "round sole_no_fit",
        "round too_few_players",
        "refusal alpaka-not-your-turn",
        "refusal alpaka-has-quit",
        "refusal alpaka-not-in-hand",
        "refusal alpaka-misfit",
        "refusal alpaka-round-over",
        "refusal alpaka-no-such-move",
    },
    "toy": {
        "round sold",
        "round too_few_players",
        "refusal toy-not-now",
        "refusal toy-not-your-turn",
    },
}
"""What a run has to have reached for its invariants to mean anything."""
BATCH = 30
"""Games, or what there is of them, per batch."""


def attack(game: str, batches: int, most: int, steps: int) -> None:
    """Run batch after batch, each with its own seed, until all was reached that is to be."""
    machine: type[Tables] = type("Tables", (Tables,), {"game": game, "reached": Counter()})
    missing = expected = EVERYWHERE | REACHED[game]
    for batch in range(most):
        run_state_machine_as_test(
            seed(batch)(machine),
            settings=settings(
                max_examples=BATCH,
                stateful_step_count=steps,
                database=None,
                deadline=None,
                phases=[Stage.generate],
                suppress_health_check=list(HealthCheck),
            ),
        )
        missing = expected - set(machine.reached)
        if batch + 1 >= batches and not missing:
            return
    reached = sorted(machine.reached.items())
    told = "\n".join(f"{times:7} {what}" for what, times in reached)
    pytest.fail(f"never reached: {sorted(missing)}\n{told}")


@pytest.mark.parametrize("game", sorted(REACHED))
def test_a_table_stands_any_sequence_of_intents(game: str) -> None:
    attack(game, batches=2, most=15, steps=40)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(REACHED))
def test_a_table_stands_very_many(game: str) -> None:
    attack(game, batches=12, most=15, steps=60)


def test_hosts_are_people_of_the_crowd() -> None:
    assert {user(name) for name in PEOPLE[:7]} == {somebody.user for somebody in CROWD}
