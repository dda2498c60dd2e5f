"""Two hundred tables at which hard computers think, and somebody who presses a button elsewhere.

How long a press takes while nobody thinks and while all the tables do, in turns; and for how long a
step of a thought keeps the event loop from everything else.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bench.figures import Better, Figure, Goal, Part, Spread
from chatlama import app
from chatlama.config import Config
from chatlama.core.player import Player, Sight, Strength, Thought
from chatlama.core.rng import Rng
from chatlama.core.table.house import Times
from chatlama.core.table.intents import AddComputer, Configure, Start, Who
from chatlama.core.table.lobby import open_table
from chatlama.core.table.model import Language, Phase, Room, TableId, UserId
from chatlama.plugins import Plugins, plugins
from chatlama.session.tables import Tables
from chatlama.session.transport import (
    Address,
    Capabilities,
    Chat,
    Dispatch,
    Handle,
    Incoming,
    Page,
    Sender,
    Typed,
)
from chatlama.stores.memory import MemoryStore

NAME = "hall"
TABLES = 200
SEATS = 4
GAMES = ("alpaka", "eins_drauf", "fool", "passt_nicht")
ROUNDS = 3
SECONDS = 4.0
PAUSE = 0.01
"""Seconds between two presses."""
TURNS = 4
"""Turns of the event loop that a press takes on its way in: what comes over a network is read,
unpacked and handed on by one task after the other."""
TIMES = Times(turn=None, confirm=None, lobby=None)


@dataclass(frozen=True, slots=True)
class Screens:
    """A chat system that shows everything at once and keeps nothing."""

    name: str = NAME
    capabilities: Capabilities = field(default_factory=Capabilities)

    async def run(self, dispatch: Dispatch) -> None:
        """Nobody writes of their own accord."""

    async def administers(self, chat: Chat, user: str) -> bool:
        return False

    def wants(self, to: Address) -> bool:
        return True

    def reaches(self, to: Address) -> bool:
        return True

    async def hides(self, to: Address) -> bool:
        return False

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        return None if page is None else last or Handle("m")


@dataclass(slots=True)
class Timed:
    """A player whose steps are timed, and whose choices are counted."""

    player: Player
    taken: list[float] = field(default_factory=list)
    """Milliseconds of processor time."""
    chosen: int = 0

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def game(self) -> str:
        return self.player.game

    @property
    def strength(self) -> Strength:
        return self.player.strength

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        start = time.thread_time()
        for thought in self.player.think(sight, rng):
            self.taken.append(1e3 * (time.thread_time() - start))
            yield thought
            start = time.thread_time()
        self.chosen += 1


@dataclass(slots=True)
class Presses:
    """How long presses took."""

    time: list[float] = field(default_factory=list)
    """Milliseconds from the press to the answer, by the clock: on a busy machine mostly others'."""
    work: list[float] = field(default_factory=list)
    """Milliseconds of processor time that this process spent meanwhile, on whatever it was."""


@dataclass(slots=True)
class Hall:
    """All tables, and what was measured at them."""

    tables: Tables
    open: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while the many tables play."""

    async def seat(self, chat: Chat, game: str, *, computers: int) -> TableId:
        """Open a table for one person and hard computers, and begin."""
        desk, host = self.tables.desk, Who(UserId(f"{NAME}:ada"), "Ada")
        table = open_table(
            app.table_id(), host, Room(chat.key, Language("en")), game, desk.house, desk.moment()
        )
        await desk.open(table)
        for _ in range(computers):
            await desk.act(table.id, AddComputer(host, Strength.HARD))
        await desk.act(table.id, Configure(host, "target", "80"))
        await desk.act(table.id, Start(host))
        return table.id

    async def play(self, chat: Chat, id: TableId) -> None:
        """Play at one of the many tables whenever the hall is open; the person by default moves.

        People don't all press in the same instant: each takes a second, more or less.
        """
        chance = random.Random(id)
        while True:
            await self.open.wait()
            await asyncio.sleep(chance.uniform(0, 2))
            await self.tables.computers.settle(id)
            table = await self.tables.desk.load(id)
            assert table is not None
            typed = "next" if table.phase is Phase.SCORED else "start"
            if table.phase is Phase.PLAYING and table.position is not None:
                seat = table.position.to_move[0]
                game = self.tables.desk.house.games[table.game]
                typed = game.default(table.position.state, seat).code
            await self.tables.dispatch(asked(chat, typed))

    async def presses(self, chat: Chat, seconds: float) -> Presses:
        """Return how long after each press somebody had their answer, at their own table."""
        taken = Presses()
        until = time.perf_counter() + seconds
        while (pressed := time.perf_counter() + PAUSE) < until:
            await asyncio.sleep(PAUSE)
            came = time.process_time()
            for _ in range(TURNS):
                await asyncio.sleep(0)
            await self.tables.dispatch(asked(chat, "quit"))
            taken.work.append(1e3 * (time.process_time() - came))
            taken.time.append(1e3 * (time.perf_counter() - pressed))
        return taken


def asked(chat: Chat, typed: str) -> Incoming:
    return Incoming(f"u{time.perf_counter_ns()}", chat, Sender("ada", "Ada"), Typed(typed))


@dataclass(slots=True)
class Found:
    """What was measured."""

    alone: list[Presses] = field(default_factory=list)
    beside: list[Presses] = field(default_factory=list)
    players: list[Timed] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)

    @property
    def chosen(self) -> int:
        return sum(player.chosen for player in self.players)


async def measured(found: Found) -> None:
    """Measure: in each round the press alone, then beside tables that think."""
    there = plugins()
    found.players = [Timed(p) for p in there.players.values() if p.strength is Strength.HARD]
    known = Plugins(there.games, {p.name: p for p in found.players}, there.catalogs, ())
    served = {NAME: Screens()}
    made = app.session(known, Config(), TIMES, MemoryStore(), served, app.Chance("bench"))
    async with made as tables:
        hall, quiet = Hall(tables), Chat(NAME, "quiet")
        await hall.seat(quiet, "alpaka", computers=1)
        rooms = [Chat(NAME, f"room {number}") for number in range(TABLES)]
        playing = [
            asyncio.create_task(hall.play(room, await hall.seat(room, game, computers=SEATS - 1)))
            for room, game in zip(rooms, GAMES * (TABLES // len(GAMES)), strict=True)
        ]
        for _ in range(ROUNDS):
            await tables.idle()
            found.alone.append(await hall.presses(quiet, SECONDS / 2))
            hall.open.set()
            before = found.chosen
            found.beside.append(await hall.presses(quiet, SECONDS))
            found.moves.append((found.chosen - before) / SECONDS)
            hall.open.clear()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def measure() -> Part:
    """Return the figures of presses beside thinkers."""
    found = Found()
    asyncio.run(measured(found))

    def within(taken: list[list[float]], share: float) -> Spread:
        return Spread(tuple(sorted(each)[int(share * (len(each) - 1))] for each in taken))

    def press(name: str, share: float) -> Figure:
        ours, peers = ([each.time for each in some] for some in (found.beside, found.alone))
        return Figure(name, within(ours, share), within(peers, share), "alone")

    def work(name: str, share: float, most: float) -> Figure:
        ours, peers = ([each.work for each in some] for some in (found.beside, found.alone))
        goal = Goal(Better.LESS, most, of_ratio=False)
        return Figure(name, within(ours, share), within(peers, share), "alone", goal)

    def step(name: str, share: float, most: float) -> Iterator[Figure]:
        goal = Goal(Better.LESS, most, of_ratio=False)
        for each in found.players:
            yield Figure(f"{name}, ms: {each.game}", within([each.taken], share), goal=goal)

    presses = statistics.mean(len(each.time) for each in found.beside)
    steps = sum(len(player.taken) for player in found.players)
    return Part(
        "Thinking: a press while hard computers think at 200 tables",
        f"{TABLES} tables of {SEATS}, a quarter of them for each game: one person who after a "
        f"second makes the default move, and hard computers. In {ROUNDS} rounds of "
        f"{SECONDS:.0f} s they all play, and somebody at a table of their own presses "
        f"a button every {1e3 * PAUSE:.0f} ms "
        f"({presses:.0f} presses a round), which takes {TURNS} turns of the event loop to come in, "
        "timed up to the answer; the work done meanwhile is this process's processor time, "
        "whatever it was for, and says the same on a busy machine. The peer is the same "
        "press before each round, while nobody thinks. All in one process, in memory. "
        f"{steps:,} steps of thoughts were timed, by their processor time.",
        (
            work("work done before a press is answered, ms", 0.5, 3),
            work("the same, 95 of 100 presses, ms", 0.95, 5),
            press("a press, ms", 0.5),
            press("95 of 100 presses within, ms", 0.95),
            press("the slowest press, ms", 1),
            *step("999 of 1,000 steps within", 0.999, 3),
            *step("the longest step", 1, 5),
            Figure("computers' moves in a second", Spread(tuple(found.moves))),
        ),
    )
