"""Stand-ins for the world outside: a clock, alarms, a chat system; and tables to attack with them.

Nothing here sleeps and nothing is random: time passes when a test says so, seeds are counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import blake2b
from itertools import count
from types import MappingProxyType
from typing import Any, TypedDict, Unpack

from chatlama.core.game import AnyGame, Move
from chatlama.core.games.alpaka import GAME as ALPAKA
from chatlama.core.player import Player, Sight, Strength, Thought
from chatlama.core.rng import Rng
from chatlama.core.table.advance import Advance, advance, next_alarm
from chatlama.core.table.house import House, Moment, Times
from chatlama.core.table.intents import (
    AddComputer,
    Choose,
    Configure,
    Confirm,
    Intent,
    Join,
    Press,
    Stamp,
    Start,
    Who,
)
from chatlama.core.table.lobby import open_table
from chatlama.core.table.model import Language, Person, Phase, Room, Table, TableId, UserId
from chatlama.core.text import SEATS, Arg, Seat, text
from chatlama.i18n.catalog import Catalogs, Speech, add_package, catalogs
from chatlama.players.alpaka import MEDIUM
from chatlama.session.computers import Computers
from chatlama.session.desk import Desk
from chatlama.session.painter import Painter
from chatlama.session.ports import Ring, Store
from chatlama.session.present import Presenter
from chatlama.session.tables import Tables
from chatlama.session.token import Token
from chatlama.session.transport import (
    Address,
    Arrived,
    Capabilities,
    Chat,
    Dispatch,
    Handle,
    Incoming,
    Page,
    Pressed,
    Reply,
    Sender,
    Typed,
)
from chatlama.stores.memory import MemoryStore
from tests.core.played import GAMES, prefix_of
from tests.toy import GAME as TOY

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
EN, DE = Language("en"), Language("de")
CHAT = Chat("fake", "group")
OTHER = Chat("fake", "elsewhere")
NONE: Mapping[str, str] = MappingProxyType({})
IDS, UPDATES = count(1), count(1)
PEOPLE = ("ada", "ben", "cem", "dora", "eve", "finn", "gül", "hana")


# --- people, players, the house --------------------------------------------------------------


def user(name: str) -> UserId:
    return UserId(f"fake:{name}")


def who(name: str, *, admin: bool = False, called: str | None = None) -> Who:
    return Who(user(name), name.title() if called is None else called, admin)


class First:
    """A computer player that makes the first legal move."""

    def __init__(
        self, game: str, name: str = "first", strength: Strength = Strength.MEDIUM
    ) -> None:
        self.game = game
        self.name = name
        self.strength = strength

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        yield Thought(sight.moves[0], text("menu"))


class Raising(First):
    """A computer player that fails."""

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        raise RuntimeError("this player always fails")


class Thoughtless(First):
    """A computer player that thinks nothing."""

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        return iter(())


class Endless(First):
    """A computer player that never comes to an end; its last thought is the last move."""

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        yield Thought(sight.moves[0], text("menu"))
        while True:
            yield Thought(sight.moves[-1], text("menu"))


class Nonsense(First):
    """A computer player that answers something that is no legal move."""

    def __init__(self, game: str, name: str, answer: Move) -> None:
        super().__init__(game, name)
        self.answer = answer

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        yield Thought(self.answer, text("menu"))


@dataclass(frozen=True)
class Code:
    """A move that no game knows."""

    code: str


def house(*games: AnyGame, players: Sequence[Player] = (), times: Times | None = None) -> House:
    """Return a house in which Alpaka (and the toy game, if it is named) can be played."""
    installed = {game.info.name: game for game in games or (ALPAKA,)}
    known: Sequence[Player] = players or (
        MEDIUM,
        First("alpaka", "alpaka_hard", Strength.HARD),
        First("toy", "trader"),
    )
    playable = {player.name: player for player in known if player.game in installed}
    return House(installed, playable, (EN, DE), times or Times())


HOUSE = house()
BOTH = house(ALPAKA, TOY)


@cache
def spoken() -> Catalogs:
    """Return what every page of the tests is said with."""
    said = catalogs()
    for name, game in GAMES.items():
        add_package(said, game.info.package, prefix_of(name))
    return said


def alert(id: str, language: str = "en", **args: Arg) -> str:
    """Return what somebody is told with this text, where no seat is named."""
    return spoken()[language].say(text(id, **args), Speech(lambda seat: f"seat {seat}", UTC))


# --- a table alone ---------------------------------------------------------------------------


class Life:
    """One pure table, what happens to it, and the time."""

    def __init__(
        self,
        *people: str,
        computers: int = 0,
        game: str = "alpaka",
        at: House = HOUSE,
        seed: int = 0,
        options: Mapping[str, str] = NONE,
    ) -> None:
        self.house = at
        self.now = NOON
        self.seeds = (blake2b(f"{seed} {n}".encode(), digest_size=16).digest() for n in count())
        host, *others = people or ("ada",)
        room = Room(CHAT.key, EN)
        self.table = open_table(TableId("t1"), who(host), room, game, at, self.moment())
        for name in others:
            self.done(Join(who(name)))
        for _ in range(computers):
            self.done(AddComputer(who(host), Strength.MEDIUM))
        for key, value in options.items():
            self.send(Configure(who(host), key, value))

    def moment(self, update: str | None = None) -> Moment:
        return Moment(self.now, update, next(self.seeds))

    def send(self, intent: Intent, update: str | None = None) -> Advance:
        """Let the intent come and return what became of it; the table is what it made it."""
        became = advance(self.table, intent, self.house, self.moment(update))
        self.table = became.table
        return became

    def done(self, intent: Intent, update: str | None = None) -> Table:
        """Let an intent come that has to change the table."""
        became = self.send(intent, update)
        assert became.changed, f"{intent} was not done: {became.answer}"
        assert became.answer is None
        return became.table

    def refused(self, intent: Intent) -> str:
        """Return the id of the text with which the intent is refused; nothing may change."""
        before = self.table
        became = self.send(intent)
        assert not became.changed
        assert became.table == before
        assert became.answer is not None, f"{intent} was not refused"
        return became.answer.id

    def nothing(self, intent: Intent, update: str | None = None) -> None:
        """Let an intent come that neither changes anything nor is answered."""
        before = self.table
        became = self.send(intent, update)
        assert (became.table, became.changed, became.answer) == (before, False, None)

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    # --- what there is ---

    @property
    def phase(self) -> Phase:
        return self.table.phase

    @property
    def stamp(self) -> Stamp:
        """What a button painted now carries."""
        return Stamp(self.table.number, self.table.step)

    @property
    def state(self) -> Any:  # noqa: ANN401 - every game has its own
        assert self.table.position is not None
        return self.table.position.state

    @property
    def to_move(self) -> tuple[Seat, ...]:
        return () if self.table.position is None else self.table.position.to_move

    @property
    def left(self) -> float | None:
        """Seconds until the table is due."""
        return None if self.table.due is None else (self.table.due - self.now).total_seconds()

    @property
    def alarm(self) -> float | None:
        """Seconds until the table wants to be looked at."""
        at = next_alarm(self.table, self.house.times)
        return None if at is None else (at - self.now).total_seconds()

    @property
    def names(self) -> list[str]:
        return [occupant.name for _, occupant in self.table.present]

    def who_at(self, seat: Seat) -> Who:
        occupant = self.table.seats[seat]
        assert isinstance(occupant, Person)
        return Who(occupant.user, occupant.name)

    @property
    def mover(self) -> Who:
        """The person whose turn it is."""
        return self.who_at(self.to_move[0])

    def codes(self, seat: Seat | None = None) -> list[str]:
        game = self.house.games[self.table.game]
        return [
            move.code for move in game.legal(self.state, self.to_move[0] if seat is None else seat)
        ]

    # --- what happens ---

    def start(self, host: str | None = None) -> Life:
        self.done(Start(self.who_at(SEATS[0]) if host is None else who(host)))
        return self

    def move(self, code: str, seat: Seat | None = None) -> Table:
        """Have the seat, or whoever is first to move, make the move."""
        seat = self.to_move[0] if seat is None else seat
        if not self.table.automatic(seat):
            return self.done(Press(self.who_at(seat), code, self.stamp))
        return self.done(Choose(seat, len(self.table.log), code))

    def score(self) -> Life:
        """Have everybody quit until the round is scored."""
        while self.table.phase is Phase.PLAYING:
            self.move("quit")
        return self

    def confirm(self) -> Life:
        """Have everybody confirm who is there."""
        for seat, _ in self.table.awaited:
            if self.table.phase is Phase.SCORED:
                self.done(Confirm(self.who_at(seat), self.stamp))
        return self

    def finish(self) -> Life:
        """Have everybody quit until the game is over."""
        while self.score().table.phase is Phase.SCORED:
            self.confirm()
        return self


# --- the world -------------------------------------------------------------------------------


class FakeClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> datetime:
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


class FakeTimers:
    """Alarms that ring when a test lets them."""

    def __init__(self) -> None:
        self.due: dict[TableId, datetime] = {}
        self.ring: Ring | None = None

    def start(self, ring: Ring) -> None:
        self.ring = ring

    def set(self, id: TableId, due: datetime | None) -> None:
        if due is None:
            self.due.pop(id, None)
        else:
            self.due[id] = due

    def stop(self) -> None:
        self.ring = None

    def go_off(self, now: datetime) -> list[TableId]:
        """Ring every alarm whose time has passed, once, and return for which tables."""
        ringing = [id for id, due in self.due.items() if due < now]
        for id in ringing:
            del self.due[id]
            assert self.ring is not None
            self.ring(id)
        return ringing


@dataclass(frozen=True)
class Show:
    """One call of ``show``."""

    to: Address
    page: Page | None
    last: Handle | None


class FakeTransport:
    """A chat system that keeps what it shows, and fails as it is told to."""

    name = "fake"

    def __init__(self, *, private: bool = True) -> None:
        self.capabilities = Capabilities()
        self.private = private
        """Whether people's own pages are wanted."""
        self.incoming: list[Incoming] = []
        self.calls: list[Show] = []
        self.messages: dict[Address, dict[Handle, Page]] = {}
        """What every place shows, oldest first."""
        self.failing: dict[Address, list[Exception]] = {}
        """What the next calls for an address raise, first come first."""
        self.lost: dict[Address, list[Exception]] = {}
        """The same, but raised after the page was shown: the answer was lost on its way."""
        self.blocked: dict[Address, asyncio.Event] = {}
        """Calls for these addresses wait."""
        self.nameless: set[str] = set()
        """Who writes without a name."""
        self.admins: dict[Chat, set[str]] = {}
        """Who administers which chat."""
        self.unreached: set[str | None] = set()
        """Who can't be shown their cards."""
        self._handles = count(1)

    async def administers(self, chat: Chat, user: str) -> bool:
        return user in self.admins.get(chat, ())

    async def run(self, dispatch: Dispatch) -> None:
        for each in self.incoming:
            await dispatch(each)

    def wants(self, to: Address) -> bool:
        return self.private

    async def hides(self, to: Address) -> bool:
        return to.user in self.nameless

    def reaches(self, to: Address) -> bool:
        return to.user not in self.unreached

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        self.calls.append(Show(to, page, last))
        if to in self.blocked:
            await self.blocked[to].wait()
        if self.failing.get(to):
            raise self.failing[to].pop(0)
        shown = self.messages.setdefault(to, {})
        if page is None:
            if last is not None:
                shown.pop(last, None)
            return None
        handle = last if last in shown else Handle(f"m{next(self._handles)}")
        shown[handle] = page
        if self.lost.get(to):
            raise self.lost[to].pop(0)
        return handle

    def pages(self, chat: Chat = CHAT, person: str | None = None) -> list[Page]:
        """Return what stands in the chat, or in a person's corner of it, oldest first."""
        return list(self.messages.get(Address(chat, person), {}).values())

    def page(self, chat: Chat = CHAT, person: str | None = None) -> Page:
        """Return the one page that stands there."""
        (only,) = self.pages(chat, person)
        return only

    def shown(self, chat: Chat = CHAT, person: str | None = None) -> int:
        """Return how often something was shown there."""
        return sum(call.to == Address(chat, person) for call in self.calls)


def labels(page: Page) -> dict[str, str]:
    """Return a page's buttons: label to token."""
    return {button.label: button.token for row in page.buttons for button in row}


def codes(page: Page) -> dict[str, str]:
    """Return a page's buttons: code to token."""
    return {button.token.split(".", 3)[3]: button.token for row in page.buttons for button in row}


# --- a session -------------------------------------------------------------------------------


class Failing(MemoryStore):
    """A store that fails, or says that somebody was quicker, as often as it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: list[Exception] = []
        self.before: list[Callable[[Table], None]] = []
        """What happens before the next commits; it may change the store."""
        self.commits = 0

    async def commit(self, table: Table, *, expected: int) -> None:
        if self.before:
            self.before.pop(0)(table)
        if self.failures:
            raise self.failures.pop(0)
        await super().commit(table, expected=expected)
        self.commits += 1

    def put(self, table: Table) -> None:
        """Keep a table as if another process had done so."""
        self._tables[table.id] = replace(table, position=None)
        self._index.put(table)


class How(TypedDict, total=False):
    """How something comes in, if not as usual."""

    update: str
    admin: bool
    language: str | None


@dataclass
class Rig:
    """A whole session over fakes."""

    tables: Tables
    store: Store
    timers: FakeTimers
    clock: FakeClock
    transport: FakeTransport
    failures: list[Exception]
    """What has failed at its tables."""
    updates: Iterator[int] = field(default_factory=lambda: UPDATES)
    stands_failures: bool = False
    """Whether the test means something to fail; else it fails with that."""

    async def send(self, incoming: Incoming) -> Reply:
        """Let something come in and everything that follows from it happen."""
        reply = await self.tables.dispatch(incoming)
        await self.tables.idle()
        if self.failures and not self.stands_failures:
            raise self.failures[0]
        return reply

    def incoming(
        self,
        person: str,
        act: Pressed | Typed | Arrived,
        chat: Chat = CHAT,
        *,
        update: str | None = None,
        admin: bool = False,
        language: str | None = None,
    ) -> Incoming:
        known = self.transport.admins.setdefault(chat, set())
        (known.add if admin else known.discard)(person)
        sender = Sender(person, person.title(), language)
        return Incoming(update or f"u{next(self.updates)}", chat, sender, act)

    async def say(self, person: str, typed: str, chat: Chat = CHAT, **how: Unpack[How]) -> Reply:
        """Have somebody type something."""
        return await self.send(self.incoming(person, Typed(typed), chat, **how))

    async def press(self, person: str, code: str, chat: Chat = CHAT, **how: Unpack[How]) -> Reply:
        """Have somebody press the button with this code, as it is painted now."""
        return await self.send(self.incoming(person, Pressed(await self.token(code)), chat, **how))

    async def token(self, code: str, chat: Chat = CHAT) -> str:
        """Return the token that a button with this code would carry now."""
        table = await self.table(chat)
        return str(Token(table.id, Stamp(table.number, table.step), code))

    async def table(self, chat: Chat = CHAT) -> Table:
        """Return the chat's table, with its position."""
        found = await self.store.in_chat(chat.key)
        assert found is not None, f"no table stands in {chat.key}"
        table = await self.tables.desk.load(found)
        assert table is not None
        return table

    async def wait(self, seconds: float) -> None:
        """Let time pass and alarms ring, one after the other as they come due."""
        until = self.clock.time + timedelta(seconds=seconds)
        while due := sorted(due for due in self.timers.due.values() if due < until):
            self.clock.time = max(self.clock.time, due[0] + timedelta(milliseconds=10))
            self.timers.go_off(self.clock.time)
            await self.tables.idle()
        self.clock.time = max(self.clock.time, until)

    async def open(self, *people: str, computers: int = 0, chat: Chat = CHAT) -> Rig:
        """Have the people sit down at a new table of the chat."""
        host, *others = people
        await self.say(host, "new", chat)
        for name in others:
            await self.say(name, "join", chat)
        for _ in range(computers):
            await self.say(host, ":add:medium", chat)
        return self

    async def mover(self, chat: Chat = CHAT) -> str:
        """Return the person whose turn it is."""
        table = await self.table(chat)
        assert table.position is not None
        occupant = table.seats[table.position.to_move[0]]
        assert isinstance(occupant, Person)
        return occupant.user.partition(":")[2]

    async def score(self, chat: Chat = CHAT) -> None:
        """Have everybody quit until the round is scored."""
        while (await self.table(chat)).phase is Phase.PLAYING:
            await self.say(await self.mover(chat), "quit", chat)


def rig(
    *,
    at: House = HOUSE,
    store: Store | None = None,
    clock: FakeClock | None = None,
    transport: FakeTransport | None = None,
    transports: Mapping[str, FakeTransport] | None = None,
    game: str = "alpaka",
    repeat: bool = False,
) -> Rig:
    """Return a session that has not been started; over a store that was used it is a restart."""
    store = MemoryStore() if store is None else store
    clock = clock or FakeClock()
    transport = transport or FakeTransport()
    timers, numbers = FakeTimers(), count()

    def seeds(name: str) -> bytes:
        return blake2b(f"{name} {0 if repeat else next(numbers)}".encode(), digest_size=16).digest()

    failures: list[Exception] = []

    def fails(error: Exception) -> bool:
        failures.append(error)
        return True

    desk = Desk(at, store, timers, clock, seeds, fails)
    presenter = Presenter(spoken(), UTC)
    computers = Computers(desk)
    painter = Painter(desk, presenter, transports or {"fake": transport}, computers.settle)
    tables = Tables(desk, presenter, painter, computers, lambda: TableId(f"t{next(IDS)}"), game, EN)
    timers.start(tables.ring)
    return Rig(tables, store, timers, clock, transport, failures)
