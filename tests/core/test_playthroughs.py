"""Whole games, written down as the chat and whoever is to move saw them, in every language.

One file for each game and language. Read them aloud before you accept a change:
``pytest tests/core/test_playthroughs.py --snapshot-update``, then the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from chatlama.core.game import AnyGame
from chatlama.core.player import Strength, conclusion, sight_of
from chatlama.core.rng import Rng
from chatlama.core.screen import Screen
from chatlama.core.table import screens
from chatlama.core.table.advance import advance, next_alarm
from chatlama.core.table.house import House, Moment
from chatlama.core.table.intents import (
    AddComputer,
    Alarm,
    Choose,
    Configure,
    Confirm,
    Here,
    Intent,
    Join,
    Leave,
    Pause,
    Press,
    Resume,
    Start,
    Who,
)
from chatlama.core.table.lobby import open_table
from chatlama.core.table.model import (
    Computer,
    Language,
    Person,
    Phase,
    Room,
    Table,
    TableId,
    UserId,
    options_of,
)
from chatlama.core.text import Seat
from chatlama.i18n.catalog import LANGUAGES, Catalogs, add_package, catalogs
from chatlama.plugins import load
from chatlama.session import token
from chatlama.session.present import Presenter
from chatlama.session.transport import Page

from .played import GAMES

PEOPLE = [Who(UserId(f"terminal:{name}"), name) for name in ("Ada", "Ben", "Cem", "Dana", "Eva")]
ADA, BEN, *OTHERS = PEOPLE
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
SHORT = {
    "alpaka": {"target": "20"},
    "eins_drauf": {"target": "30", "joker": "yes", "chips": "yes"},
}
"""Options that make a game short."""
WRITTEN = 20
"""Turns that are written down in full; of later ones the action alone, and the scores."""
SEEDS = {"alpaka": 7, "toy": 20, "passt_nicht": 9, "eins_drauf": 328}
"""What makes a short game that shows much."""


class Written(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@dataclass
class Playthrough:
    """A table being played at, and what is written down of it."""

    house: House
    presenter: Presenter
    language: Language
    table: Table
    chance: Rng
    now: datetime = NOON
    turns: int = 0
    lines: list[str] = field(default_factory=list)
    hands: dict[Seat, Screen] = field(default_factory=dict)

    @property
    def game(self) -> AnyGame:
        return self.house.games[self.table.game]

    def do(self, intent: Intent, said: str, wait: timedelta = 7 * SECOND) -> None:
        """Write down what becomes of an intent that comes after some time."""
        self.now += wait
        seed = b"round" + self.table.step.to_bytes(2, "big") + bytes([self.chance.below(256)])
        done = advance(self.table, intent, self.house, Moment(self.now, seed=seed))
        self.table = done.table
        self.lines += [""] if self.turns <= WRITTEN else []
        self.lines.append(f"## {self.now:%H:%M:%S} {said}")
        if done.answer is not None:
            answer = self.presenter.say(done.answer, self.table, self.language)
            self.lines.append(f"({answer})")
        if done.changed and (self.turns <= WRITTEN or self.table.phase is not Phase.PLAYING):
            self.show("", screens.public(self.table, self.house))
            if (call := screens.ping(self.table)) is not None:
                self.show("called", call)

    def show(self, to: str, screen: Screen) -> None:
        page = self.presenter.page(screen, self.table, self.language)
        self.lines += [f"[{to}]"] if to else []
        self.lines += [f"  {line}".rstrip() for line in page.text.split("\n")]
        self.lines += buttons(page)
        self.lines += [f"  short: {page.short}"] if page.short else []

    def page_of(self, seat: Seat, name: str) -> None:
        """Write down the hand of a seat, unless nothing has changed since the last one."""
        shown = screens.hand(self.table, seat, self.house)
        assert shown is not None
        if self.hands.get(seat) != shown and self.turns <= WRITTEN:
            self.hands[seat] = shown
            self.show(name, shown)

    def play(self) -> None:
        """Play to the end; on the way a refusal, a move too late and somebody who leaves."""
        while self.table.phase is not Phase.OVER:
            if self.table.phase is Phase.SCORED:
                done = self.table.confirmed
                person = next(p for seat, p in self.table.persons if seat not in done)
                self.do(Confirm(Who(person.user, person.name)), f"{person.name}: ok")
            else:
                self.turns += 1
                self.turn()

    def turn(self) -> None:
        position = self.table.position
        assert position is not None
        seat = position.to_move[0]
        occupant = self.table.seats[seat]
        moves = self.game.legal(position.state, seat)
        name, code = occupant.name, self.chance.choice(moves).code
        if isinstance(occupant, Computer):
            options = options_of(self.table, self.game.info)
            sight = sight_of(self.game, position.state, seat, options, position.history)
            player = self.house.player(self.table.game, occupant.strength)
            assert player is not None
            code = conclusion(player.think(sight, self.chance)).move.code
            self.do(Choose(seat, position.step, code), f"{name}: {code}", SECOND)
            return
        self.page_of(seat, name)
        who = Who(occupant.user, name)
        match self.turns:
            case 2:
                self.do(Press(who, "nonsense"), f"{name}: nonsense")
                other = next(w for w in (ADA, BEN) if w != who)
                self.do(Press(other, code), f"{other.name}: {code}")
            case 3:
                while self.table.step == position.step:
                    alarm = next_alarm(self.table, self.house.times)
                    assert alarm is not None
                    self.do(Alarm(), "the clock", alarm + SECOND - self.now)
            case 9:
                self.do(Leave(BEN), "Ben leaves")
            case _:
                self.do(Press(who, code), f"{name}: {code}")


def buttons(page: Page) -> Iterator[str]:
    """Yield each row of buttons with what stands on them and the code that they send."""
    for row in page.buttons:
        read = [(button.label, token.read(button.token)) for button in row]
        yield "  " + " ".join(
            f"[{label}]{{{found.code if found else '?'}}}" for label, found in read
        )


def spoken() -> Catalogs:
    found = catalogs()
    for game in GAMES.values():
        add_package(found, game.info.package)
    return found


def playthrough(name: str, language: Language, seed: int) -> str:
    game, players = GAMES[name], load("players")[0]
    house = House({name: game}, players, tuple(map(Language, LANGUAGES)))
    moment = Moment(NOON)
    table = open_table(TableId("t"), ADA, Room("terminal:here", language), name, house, moment)
    chance = Rng(b"playthrough", seed)
    play = Playthrough(house, Presenter(spoken(), UTC), language, table, chance)
    play.lines.append(f"## {NOON:%H:%M:%S} Ada: new")
    play.show("", screens.public(table, house))
    play.do(Join(BEN), "Ben: join")
    computers = house.strengths(name)
    for other in OTHERS[: game.info.min_seats - 1]:
        if computers:
            play.do(AddComputer(ADA, Strength.MEDIUM), "Ada adds a computer")
        else:
            play.do(Join(other), f"{other.name}: join")
    for key, value in SHORT.get(name, {}).items():
        play.do(Configure(ADA, key, value), f"Ada: {key} = {value}")
    play.do(Start(BEN), "Ben: start")
    play.do(Start(ADA), "Ada: start")
    play.play()
    return "\n".join((*play.lines, ""))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_reads_well(name: str, language: str, snapshot: SnapshotAssertion) -> None:
    written = playthrough(name, Language(language), SEEDS.get(name, 0))
    assert written == snapshot(extension_class=Written)


def slow_evening(language: Language) -> str:
    """Return a slow table of three people who pause, go away, come back, leave and stay away."""
    house = House({"alpaka": GAMES["alpaka"]}, load("players")[0], tuple(map(Language, LANGUAGES)))
    room = Room("terminal:here", language)
    table = open_table(TableId("t"), ADA, room, "alpaka", house, Moment(NOON))
    chance = Rng(b"playthrough", 0)
    play = Playthrough(house, Presenter(spoken(), UTC), language, table, chance)
    cem = OTHERS[0]
    play.do(Join(BEN), "Ben: join")
    play.do(Join(cem), "Cem: join")
    play.do(AddComputer(ADA, Strength.HARD), "Ada adds a computer")
    chosen = (("target", "80"), ("leaving", "computer"), ("hints", "on"), ("turn", "259200"))
    for key, value in chosen:
        play.do(Configure(ADA, key, value), f"Ada: {key} = {value}")
    play.show("menu", screens.menu(play.table, ADA))
    play.do(Start(ADA), "Ada: start")
    play.do(Pause(BEN), "Ben: pause")
    play.do(Pause(ADA), "Ada: pause")
    play.do(Press(BEN, "quit"), "Ben: quit")
    play.do(Resume(BEN), "Ben: resume")
    play.do(Resume(ADA), "Ada: resume", timedelta(hours=5))
    play.do(Leave(cem), "Cem leaves")
    until_away(play, BEN, ADA)
    play.do(Here(BEN), "Ben looks at his hand")
    play.do(Leave(BEN), "Ben leaves")
    alarm = next_alarm(play.table, house.times)
    assert alarm is not None
    play.do(Alarm(), "the clock", alarm + SECOND - play.now)
    return "\n".join((*play.lines, ""))


def until_away(play: Playthrough, *away: Who) -> None:
    """Have these people miss their turns until they are absent; everybody else quits."""
    users = {who.user for who in away}
    while not users <= {p.user for _, p in play.table.persons if p.absent}:
        position, table = play.table.position, play.table
        assert position is not None
        seat = next(iter(position.to_move), None)
        occupant = None if seat is None else table.seats[seat]
        if seat is not None and table.automatic(seat):
            play.do(Choose(seat, position.step, "quit"), f"{table.seats[seat].name}: quit", SECOND)
        elif isinstance(occupant, Person) and occupant.user not in users:
            play.do(Press(Who(occupant.user, occupant.name), "quit"), f"{occupant.name}: quit")
        else:
            alarm = next_alarm(table, play.house.times)
            assert alarm is not None
            play.do(Alarm(), "the clock", alarm + SECOND - play.now)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slow_evening_reads_well(language: str, snapshot: SnapshotAssertion) -> None:
    assert slow_evening(Language(language)) == snapshot(extension_class=Written)
