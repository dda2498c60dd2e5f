"""A homeserver in small, for the table side alone: rooms, events, limits; and people in them.

It knows what a client shows: edits applied, what was taken away left out. Time is a test's.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from chatlama.core.table.house import House
from chatlama.core.table.model import Table, TableId
from chatlama.session.computers import Computers
from chatlama.session.desk import Desk
from chatlama.session.painter import Painter
from chatlama.session.present import Presenter
from chatlama.session.tables import Tables
from chatlama.session.transport import (
    Address,
    Capabilities,
    Chat,
    Dispatch,
    Gone,
    Handle,
    Page,
    Unreachable,
)
from chatlama.stores.memory import MemoryStore
from chatlama.transports.matrix.calls import Limited
from chatlama.transports.matrix.events import Event
from chatlama.transports.matrix.notes import Notes
from chatlama.transports.matrix.outbox import Pace
from chatlama.transports.matrix.reactions import Mode
from chatlama.transports.matrix.talk import Talk, talk
from tests.fakes import BOTH, EN, FakeClock, FakeTimers, spoken

ME = "@lama:hs"
ADA, BEN, EVE = "@ada:hs", "@ben:hs", "@eve:hs"
ROOM = "!room:hs"


@dataclass
class Time:
    """A clock that stands until a test moves it."""

    seconds: float = 1000.0
    _sleeping: list[tuple[float, int, asyncio.Event]] = field(default_factory=list)
    _order: Any = field(default_factory=count)

    def now(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        heapq.heappush(self._sleeping, (self.seconds + seconds, next(self._order), woken))
        await woken.wait()

    async def pass_by(self, seconds: float) -> None:
        """Let time pass, and what waits for it happen in its order."""
        until = self.seconds + seconds
        while self._sleeping and self._sleeping[0][0] <= until:
            at, _, woken = heapq.heappop(self._sleeping)
            self.seconds = max(self.seconds, at)
            woken.set()
            await settled()
        self.seconds = until


async def settled() -> None:
    """Return when nothing happens any more that time would not have to bring."""
    for _ in range(60):
        await asyncio.sleep(0)


@dataclass
class Message:
    """What a client shows of an event."""

    id: str
    content: dict[str, Any]
    edits: int = 0
    keys: list[str] = field(default_factory=list)

    @property
    def body(self) -> str:
        said: str = self.content["body"]
        return said

    def key(self, label: str) -> str:
        """Return the key of the reaction that presses a button."""
        pairs = (way.partition(" ") for line in self.body.split("\n") for way in line.split(" · "))
        return next(key for key, _, named in pairs if named == label)


@dataclass
class Server:
    """What the wire sends to, and the rooms there are."""

    time: Time
    me: str = ME
    members: dict[str, dict[str, str]] = field(default_factory=dict)
    """Room to person to membership."""
    directs: dict[str, str] = field(default_factory=dict)
    """Room to whose direct room it is."""
    sent: list[tuple[str, str, Mapping[str, Any]]] = field(default_factory=list)
    """Every event of ours: room, type, content."""
    messages: dict[str, list[Message]] = field(default_factory=dict)
    redacted: list[str] = field(default_factory=list)
    burst: float | None = None
    """Events that are allowed at once; ``None``: there is no limit."""
    interval: float = 5.0
    weak: set[str] = field(default_factory=set)
    """Rooms where we can't take other people's events away."""
    closed: set[str] = field(default_factory=set)
    """People who can't be invited."""
    failing: list[Exception] = field(default_factory=list)
    """What the next sends raise, after they have arrived."""
    refused: int = 0
    hears: Callable[[Event], Awaitable[None]] | None = None
    """Told of our own events, as of everybody's."""
    late: list[Event] | None = None
    """Our own events that have not come back to us yet; ``None``: they do at once."""
    _coming: set[asyncio.Future[None]] = field(default_factory=set)
    _left: float = 0.0
    _counted: float = 0.0
    _txns: dict[str, str] = field(default_factory=dict)
    _ids: Any = field(default_factory=lambda: count(1))

    # -- the wire

    async def send(self, room: str, kind: str, content: Mapping[str, Any], txn: str) -> str:
        await asyncio.sleep(0)
        if txn in self._txns:
            return self._txns[txn]
        if self.me not in self.members.get(room, {}):
            raise Unreachable("we are not there")
        self._limit()
        event = f"$ours{next(self._ids)}"
        self._txns[txn] = event
        self.sent.append((room, kind, content))
        relation = content.get("m.relates_to", {})
        shown = self.messages.setdefault(room, [])
        if kind == "m.room.message" and relation.get("rel_type") == "m.replace":
            for each in shown:
                if each.id == relation["event_id"]:
                    each.content, each.edits = content["m.new_content"], each.edits + 1
        elif kind == "m.room.message":
            shown.append(Message(event, dict(content)))
        self._comes_back(Event(room, event, self.me, kind, content))
        if self.failing:
            raise self.failing.pop(0)
        return event

    def _comes_back(self, event: Event) -> None:
        if self.late is not None:
            self.late.append(event)
        elif self.hears is not None:
            task = asyncio.ensure_future(self.hears(event))
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)

    async def redact(self, room: str, event: str, txn: str) -> None:
        await asyncio.sleep(0)
        if not event.startswith("$ours") and room in self.weak:
            raise Unreachable("that is not allowed")
        self._limit()
        self.redacted.append(event)
        self.messages[room] = [m for m in self.messages.get(room, []) if m.id != event]

    async def react(self, room: str, event: str, key: str, txn: str) -> str:
        content = {"m.relates_to": {"rel_type": "m.annotation", "event_id": event, "key": key}}
        found = next((m for m in self.messages.get(room, []) if m.id == event), None)
        if found is None:
            raise Gone("no such message")
        sent = await self.send(room, "m.reaction", content, txn)
        found.keys.append(key)
        return sent

    def _limit(self) -> None:
        if self.burst is None:
            return
        now = self.time.now()
        self._left = min(self.burst, self._left + (now - self._counted) / self.interval)
        self._counted = now
        if self._left < 1 - 1e-9:
            self.refused += 1
            raise Limited((1 - self._left) * self.interval)
        self._left -= 1

    def limit(self, burst: float = 10, interval: float = 5) -> None:
        """Allow so much from now on."""
        self.burst, self.interval = burst, interval
        self._left, self._counted = burst, self.time.now()

    # -- the rooms

    def here(self, room: str) -> bool:
        return self.me in self.joined(room)

    def joined(self, room: str) -> Collection[str]:
        return [user for user, how in self.members.get(room, {}).items() if how == "join"]

    def invited(self, room: str) -> Collection[str]:
        return [user for user, how in self.members.get(room, {}).items() if how == "invite"]

    def title(self, room: str) -> str:
        return "Card round" if room == ROOM else ""

    def name(self, room: str, user: str) -> str:
        return user[1:].partition(":")[0].title()

    def level(self, room: str, user: str) -> float:
        return 0.0

    def administers(self, room: str, user: str) -> bool:
        return False

    def may_redact(self, room: str) -> bool:
        return room not in self.weak

    def encrypted(self, room: str) -> bool:
        return room in self.directs

    def direct(self, user: str) -> tuple[str, ...]:
        return tuple(room for room, whose in self.directs.items() if whose == user)

    def direct_with(self, room: str) -> str | None:
        return self.directs.get(room)

    async def create_direct(self, user: str) -> str:
        await asyncio.sleep(0)
        if user in self.closed:
            raise Unreachable("no invitations")
        room = f"!direct{len(self.directs)}:hs"
        self.directs[room] = user
        self.members[room] = {self.me: "join", user: "invite"}
        return room

    async def invite(self, room: str, user: str) -> None:
        await asyncio.sleep(0)
        self.members[room][user] = "invite"


class Lines(list[bytes]):
    """A journal in memory."""

    full: bool = False

    def read(self) -> list[bytes]:
        return list(self)

    def add(self, line: bytes) -> None:
        if self.full:
            raise OSError("no room")
        self.append(line)

    def replace(self, lines: Iterable[bytes]) -> None:
        if self.full:
            raise OSError("no room")
        self[:] = lines


class Side:
    """The table side as the session sees it."""

    name = "matrix"
    capabilities = Capabilities(sign="!")

    def __init__(self) -> None:
        self.talk: Talk

    async def run(self, dispatch: Dispatch) -> None:
        raise NotImplementedError

    async def administers(self, chat: Chat, user: str) -> bool:
        return False

    def wants(self, to: Address) -> bool:
        return True

    async def hides(self, to: Address) -> bool:
        return False

    def reaches(self, to: Address) -> bool:
        return self.talk.reaches(to)

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        return await self.talk.show(to, page, last)


@dataclass
class Hall:
    """A session, its table side, a server, and people."""

    time: Time
    server: Server
    tables: Tables
    store: MemoryStore
    talk: Talk
    timers: FakeTimers
    clock: FakeClock
    journal: Lines
    _ids: Any = field(default_factory=lambda: count(1))

    async def idle(self) -> None:
        await settled()

    async def say(self, user: str, text: str, room: str = ROOM, replies: str = "") -> str:
        """Have somebody write something; return the event."""
        content: dict[str, Any] = {"msgtype": "m.text", "body": text}
        if replies:
            content["m.relates_to"] = {"m.in_reply_to": {"event_id": replies}}
        return await self.happens(user, room, "m.room.message", content)

    async def react(self, user: str, key: str, to: str, room: str = ROOM) -> str:
        relation = {"rel_type": "m.annotation", "event_id": to, "key": key}
        return await self.happens(user, room, "m.reaction", {"m.relates_to": relation})

    async def happens(
        self, user: str, room: str, kind: str, content: dict[str, Any], key: str | None = None
    ) -> str:
        event = Event(room, f"$theirs{next(self._ids)}", user, kind, content, key)
        await self.talk.take(event)
        await self.idle()
        return event.id

    async def comes(self, user: str, room: str) -> None:
        """Have somebody accept an invitation."""
        self.server.members[room][user] = "join"
        await self.happens(user, room, "m.room.member", {"membership": "join"}, user)

    def direct(self, user: str) -> str:
        (room,) = self.server.direct(user)
        return room

    async def befriend(self, *people: str) -> None:
        """Have people who are in their direct rooms already."""
        for user in people:
            room = await self.server.create_direct(user)
            self.server.members[room][user] = "join"

    async def open(self, *people: str) -> None:
        """Have the people sit down at a new table."""
        await self.befriend(*people)
        await self.say(people[0], "!new")
        for user in people[1:]:
            await self.say(user, "!join")

    def seen(self, room: str = ROOM) -> list[Message]:
        """Return what stands in the room of ours, oldest first."""
        return self.server.messages.get(room, [])

    def last(self, room: str = ROOM) -> Message:
        return self.seen(room)[-1]

    def hand(self, user: str) -> Message:
        """Return the one hand in the person's direct room."""
        return self.last(self.direct(user))

    async def table(self) -> Table:
        found = await self.store.in_chat(f"matrix:{ROOM}")
        assert found is not None
        table = await self.tables.desk.load(found)
        assert table is not None
        return table

    async def mover(self) -> str:
        table = await self.table()
        assert table.position is not None
        occupant = table.seats[table.position.to_move[0]]
        return str(getattr(occupant, "user", "")).partition(":")[2]


@asynccontextmanager
async def hall(
    *,
    mode: Mode = Mode.OFF,
    at: House = BOTH,
    store: MemoryStore | None = None,
    server: Server | None = None,
    time: Time | None = None,
    journal: Lines | None = None,
    game: str = "alpaka",
    limited: bool = False,
) -> AsyncIterator[Hall]:
    """Have a hall; over a store, a server and notes that were used it is a restart."""
    time = time or (server.time if server else Time())
    server = server or Server(time, members={ROOM: dict.fromkeys((ME, ADA, BEN, EVE), "join")})
    store = store or MemoryStore()
    timers, clock, side, numbers = FakeTimers(), FakeClock(), Side(), count()
    desk = Desk(at, store, timers, clock, lambda _: next(numbers).to_bytes(16, "big"))
    computers = Computers(desk)
    painter = Painter(
        desk, Presenter(spoken(), None), {"matrix": side}, computers.settle, time.sleep
    )
    ids: Callable[[], TableId] = lambda: TableId(f"t{next(numbers)}")  # noqa: E731 - one line
    tables = Tables(desk, Presenter(spoken(), None), painter, computers, ids, game, EN)
    journal = journal or Lines()
    notes = Notes(journal)
    pace = Pace(time.now, limited)
    side.talk = talk(server, server, server, tables.dispatch, notes, mode, pace, time.sleep)
    server.hears = side.talk.take
    seeding = asyncio.create_task(side.talk.reactions.run())
    found = Hall(time, server, tables, store, side.talk, timers, clock, journal)
    try:
        await tables.start()
        await settled()
        yield found
    finally:
        seeding.cancel()
        await asyncio.gather(seeding, return_exceptions=True)
        await side.talk.answers.finish(0)
        await side.talk.directs.stop()
        await tables.stop()
