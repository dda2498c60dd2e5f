"""A whole bot in one loop: sessions over a store in memory, Telegram over the strict fake server.

Time is the fake server's: it stands still until a test moves it. Nothing sleeps.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any

from chatlama.core.table.house import House, Times
from chatlama.core.table.model import Language, Phase, Table, TableId
from chatlama.core.text import Text
from chatlama.i18n.catalog import Speech
from chatlama.plugins import Plugins, plugins
from chatlama.session.computers import Computers
from chatlama.session.desk import Desk
from chatlama.session.painter import Painter
from chatlama.session.present import Presenter
from chatlama.session.setup import Setup
from chatlama.session.tables import Tables
from chatlama.session.transport import Chat as Place
from chatlama.stores.memory import MemoryStore
from chatlama.transports.telegram import Telegram, plug
from tests.botapi import Answer, BotApi, Chat, Person, Seen
from tests.fakes import FakeTimers

NOWHERE = Path(os.devnull)
"""A data folder in which nothing can be kept."""
HAND = "🂠 My hand"
MENU = "⋯"
OPEN = "Open a table"


@cache
def installed() -> Plugins:
    return plugins()


def setup(
    server: BotApi,
    secrets: Mapping[str, str] | None = None,
    folder: Path = NOWHERE,
    **settings: Any,  # noqa: ANN401 - any setting
) -> Setup:
    """Return what the transport is made from, as the app would."""
    said = installed().catalogs
    return Setup(
        name="telegram",
        settings={"base_url": server.base_url} | settings,
        variables={"TOKEN": server.token} if secrets is None else secrets,
        say=lambda name, language: said[language].say(Text(name), Speech(lambda _: "?")),
        languages=tuple(said),
        folder=folder,
    )


@dataclass
class Time:
    """The fake server's clock, as each part of the program wants it."""

    server: BotApi
    asleep: set[asyncio.Task[Any] | None] = field(default_factory=set)

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.seconds(), UTC)

    def seconds(self) -> float:
        return self.server.fake_clock.now()

    async def sleep(self, seconds: float) -> None:
        """Return when the test has moved time on."""
        woken = asyncio.Event()
        self.server.fake_clock.at(self.seconds() + seconds, woken.set)
        task = asyncio.current_task()
        self.asleep.add(task)
        try:
            await woken.wait()
        finally:
            self.asleep.discard(task)


@dataclass
class Club:
    """The bot at work, and what a test does to it."""

    server: BotApi
    time: Time
    store: MemoryStore
    timers: FakeTimers
    telegram: Telegram
    tables: Tables
    running: asyncio.Task[None]

    async def settled(self) -> None:
        """Return when everything that can happen without more time has happened."""
        if not self.running.done():
            await self.server.fetched()
        while busy := self._busy():
            await asyncio.wait(busy, timeout=0.05)

    def _busy(self) -> list[asyncio.Task[Any]]:
        painter = self.tables.painter
        painting = [task for id, task in painter._tasks.items() if id not in painter._resting]
        sending = [*self.telegram._answers, *self.telegram._hands._sending]
        return [task for task in (*painting, *sending) if task not in self.time.asleep]

    async def press(
        self, person: Person, label: str, chat: Chat | None, thread: int | None = None
    ) -> Answer:
        """Have somebody press the newest button of this label, and all that follows happen."""
        answer = await person.taps(label, chat, thread)
        await self.settled()
        return answer

    async def says(
        self, person: Person, chat: Chat | None, text: str, thread: int | None = None
    ) -> None:
        person.says(chat, text, thread)
        await self.settled()

    async def wait(self, seconds: float, step: float = 1.0) -> None:
        """Let time pass: alarms ring, what rests wakes up."""
        while seconds > 0:
            self.server.advance(min(step, seconds))
            seconds -= step
            self.timers.go_off(self.time.now())
            for _ in range(9):
                await asyncio.sleep(0)  # whoever slept gets up
            await asyncio.gather(*self.tables._rung)
            await self.settled()

    async def table(self, chat: Chat, thread: int | None = None) -> Table:
        """Return the table in the chat, with its position."""
        place = Place("telegram", f"{chat.id}" if thread is None else f"{chat.id}/{thread}")
        found = await self.store.in_chat(place.key)
        assert found is not None, f"no table in {place}"
        table = await self.tables.desk.load(found)
        assert table is not None
        return table

    async def open(
        self, chat: Chat, host: Person, *others: Person, thread: int | None = None
    ) -> Seen:
        """Have the people sit down at a new table by buttons; return the table's message."""
        await self.says(host, chat, f"/new@{self.server.bot.username}", thread)
        for person in others:
            await self.press(person, "Join", chat, thread)
        return host.last(chat, thread)

    async def start(
        self, chat: Chat, host: Person, *others: Person, thread: int | None = None
    ) -> Seen:
        """Have a game begin; return the table's message."""
        await self.open(chat, host, *others, thread=thread)
        await self.press(host, "Start", chat, thread)
        return host.last(chat, thread)

    async def mover(self, chat: Chat, *people: Person, thread: int | None = None) -> Person:
        """Return whose turn it is among the people."""
        table = await self.table(chat, thread)
        assert table.position is not None
        seat = table.position.to_move[0]
        user = dict(table.persons)[seat].user
        return next(person for person in people if user == f"telegram:{person.id}")

    async def score(self, chat: Chat, *people: Person) -> None:
        """Have everybody quit until the round is scored."""
        while (await self.table(chat)).phase is Phase.PLAYING:
            await self.press(await self.mover(chat, *people), "Quit", chat)

    async def stop(self) -> None:
        """End the process, as SIGTERM does."""
        self.running.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await self.running
        await self.tables.stop()


@asynccontextmanager
async def club(
    server: BotApi,
    *,
    game: str = "alpaka",
    store: MemoryStore | None = None,
    times: Times | None = None,
    secret: str = "",
    folder: Path = NOWHERE,
    **settings: Any,  # noqa: ANN401 - any setting
) -> AsyncIterator[Club]:
    """Have the bot at work; over a store that was used it is a restart."""
    found, time = installed(), Time(server)
    store = MemoryStore() if store is None else store
    house = House(
        found.games,
        found.players,
        tuple(map(Language, found.catalogs)),
        times or Times(),
    )
    timers, numbers = FakeTimers(), count()

    def seeds(name: str) -> bytes:
        return blake2b(f"{name} {next(numbers)}".encode(), digest_size=16).digest()

    secrets = {"TOKEN": server.token, "SECRET": secret}
    made = plug(setup(server, secrets, folder, **settings))
    assert made is not None
    made.ways.clock = time.seconds
    made.now = made._budget.now = made._hands.now = made._admins.now = time.seconds
    made.sleep = time.sleep
    desk = Desk(house, store, timers, time, seeds)
    presenter = Presenter(found.catalogs, UTC)
    computers = Computers(desk)
    painter = Painter(desk, presenter, {"telegram": made}, computers.settle, time.sleep)
    ids = count(1)
    tables = Tables(
        desk,
        presenter,
        painter,
        computers,
        lambda: TableId(f"t{len(store._tables)}x{next(ids)}"),
        game,
        Language("en"),
    )
    await tables.start()
    running = asyncio.create_task(made.run(tables.dispatch), name="telegram")
    at = Club(server, time, store, timers, made, tables, running)
    try:
        await at.settled()
        yield at
    finally:
        server.faults.clear()
        await at.stop()
