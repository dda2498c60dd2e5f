"""Making what places show equal to what their tables are.

Level-triggered: a table is marked, and what it is when its turn comes is painted; what it was in
between is skipped. So painting may be asked for too often, be late, and be repeated after a crash.
Nothing is painted while a computer is to move. Each table has a painter of its own: one that must
wait delays no other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field

from chatlama.core.table import screens
from chatlama.core.table.intents import Shown
from chatlama.core.table.model import Phase, Room, Table, TableId
from chatlama.core.text import Seat

from .desk import Desk, GameFailed, NotInstalled, playing
from .positions import positioned
from .present import Presenter
from .transport import Address, Chat, Gone, Handle, Page, RetryLater, Transport, Unreachable

log = logging.getLogger(__name__)

Settle = Callable[[TableId], Awaitable[int]]
"""Lets computers move until a person is to, and returns how many moves they made."""


TRIES = 6
"""How often what fails is tried, a little later each time, until the table changes again."""


@dataclass(frozen=True, slots=True)
class Place:
    """Something that can show one page: a chat, a person's own corner of it, a call to a turn."""

    key: str
    """Names the place among all of a table's, for what is kept of it."""
    address: Address


@dataclass(slots=True)
class Painter:
    """Paints tables in the background."""

    desk: Desk
    presenter: Presenter
    transports: Mapping[str, Transport]
    settle: Settle
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    pace: float = 0.0
    """Seconds that computers' moves wait to be shown: a human moment, however many they are."""
    _marked: set[TableId] = field(default_factory=set)
    _tasks: dict[TableId, asyncio.Task[None]] = field(default_factory=dict)
    _resting: dict[TableId, asyncio.Event] = field(default_factory=dict)
    _moved: set[TableId] = field(default_factory=set)
    _pages: dict[tuple[TableId, str], Page] = field(default_factory=dict)

    def mark(self, id: TableId) -> None:
        """Have the table painted as it then is; returns at once."""
        self._marked.add(id)
        if id in self._resting:
            self._resting[id].set()
        if id not in self._tasks:
            self._tasks[id] = asyncio.create_task(self._run(id), name=f"paint {id}")

    def anew(self, id: TableId) -> None:
        """Have the table painted even where its page is thought to be shown, in a new message."""
        self._forget(id)
        self._moved.add(id)
        self.mark(id)

    async def idle(self) -> None:
        """Return when nothing is left to paint."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def stop(self) -> None:
        """Stop painting."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, id: TableId) -> None:
        failures = 0
        try:
            while id in self._marked:
                self._marked.discard(id)
                try:
                    await self._attend(id)
                except RetryLater as wait:
                    self._marked.add(id)
                    await self._rest(id, wait.after)
                except NotInstalled as error:
                    log.error("%s", error)  # noqa: TRY400 - one line says it all
                except Exception:
                    failures += 1
                    log.exception("table %s could not be painted", id)
                    if failures < TRIES:
                        self._marked.add(id)
                        await self._rest(id, 2.0**failures)
                else:
                    failures = 0
        finally:
            del self._tasks[id]

    async def _attend(self, id: TableId) -> None:
        """Let the table's computers move and paint what becomes of that."""
        try:
            if await self.settle(id) and self.pace:
                await self.sleep(self.pace)
            table = await self.desk.load(id)
            if table is not None:
                await self._paint(table)
        except GameFailed as error:
            if await self.desk.give_up(id, error):
                self._marked.add(id)

    async def _rest(self, id: TableId, seconds: float) -> None:
        """Wait, but no longer than until there is something new: it may be for another place."""
        woken = self._resting[id] = asyncio.Event()
        both = {asyncio.ensure_future(each) for each in (self.sleep(seconds), woken.wait())}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._resting[id]
            for each in both:
                each.cancel()

    async def _paint(self, table: Table) -> None:
        """Paint every place; one that can't be painted now keeps none of the others waiting."""
        waits: list[RetryLater] = []
        failed: list[Exception] = []
        for place, page in self._wanted(table):
            try:
                await self._show(table, place, page)
            except RetryLater as wait:
                waits.append(wait)
            except Exception as error:  # noqa: BLE001 - raised below, after the other places
                failed.append(error)
        if failed:
            raise failed[0]
        if waits:
            raise min(waits, key=lambda wait: wait.after)
        if table.phase is Phase.CLOSED:
            await self.desk.forget(table.id)
            self._forget(table.id)

    def _forget(self, id: TableId) -> None:
        for known in [key for key in self._pages if key[0] == id]:
            del self._pages[known]
        self._moved.discard(id)

    def _wanted(self, table: Table) -> Iterator[tuple[Place, Page | None]]:
        """Yield every place that can be shown something now, and what: the public page first."""
        for room in table.rooms:
            if chat_of(room.chat).transport not in self.transports:
                continue  # a chat system that is not set up (any more)
            places = dict(self._wanted_in(room, table))
            yield from places.items()
            known = {place.key for place in places}
            for key, _ in table.shown:  # of people who have left, and of calls that were followed
                chat, _, rest = key.partition(" ")
                if chat == room.chat and key not in known:
                    person = rest.partition(":")[2] or None
                    yield Place(key, Address(chat_of(chat), person)), None

    def _wanted_in(self, room: Room, table: Table) -> Iterator[tuple[Place, Page | None]]:
        chat, say = chat_of(room.chat), self.presenter.page
        with playing(table):
            board = say(screens.public(table, self.desk.house), table, room.language)
            page = positioned(board, table, self.desk.house)
        yield Place(room.chat, Address(chat)), page
        call = screens.ping(table)
        if call is not None:  # each has a name of its own, so that no call passes for a later one
            said = say(call, table, room.language, loud=True)
            yield Place(f"{room.chat} ping {table.pinged}", Address(chat)), said
        wants = self.transports[chat.transport].wants
        for seat, person in table.persons:
            own = Address(chat, person.user.partition(":")[2])
            if wants(own):
                with playing(table):
                    hand = self.hand(table, seat, person.language or room.language)
                yield Place(f"{room.chat} {person.user}", own), hand

    def hand(self, table: Table, seat: Seat, language: str | None) -> Page | None:
        """Return the page of one seat's hand, ``None`` if there is none now."""
        screen = screens.hand(table, seat, self.desk.house)
        if screen is None:
            return None
        page = self.presenter.page(screen, table, language)
        return positioned(page, table, self.desk.house)

    async def _show(self, table: Table, place: Place, page: Page | None) -> None:
        known = (table.id, place.key)
        last = dict(table.shown).get(place.key)
        moves = table.id in self._moved and place.key == place.address.chat.key
        if self._pages.get(known) == page and not moves and (page is not None or last is None):
            return
        transport = self.transports[place.address.chat.transport]
        try:
            if moves:
                if last is not None:
                    await self._reach(transport, place.address, None, last)
                self._moved.discard(table.id)
                last = None
            handle = await self._reach(transport, place.address, page, last)
        except Unreachable as why:
            log.warning("table %s can't be shown in %s: %s", table.id, place.key, why)
            return
        if page is None:
            self._pages.pop(known, None)
        else:
            self._pages[known] = page
        if handle != last:
            await self.desk.act(table.id, Shown(place.key, handle))

    async def _reach(
        self, transport: Transport, to: Address, page: Page | None, last: str | None
    ) -> Handle | None:
        try:
            return await transport.show(to, page, None if last is None else Handle(last))
        except Gone:
            return None if page is None else await transport.show(to, page, None)


def chat_of(key: str) -> Chat:
    """Return the chat that the key of a room names."""
    transport, _, place = key.partition(":")
    return Chat(transport, place)
