"""What a move costs on Matrix: processor time, from the sync that brings it to the last edit.

The peer is matrix-nio alone: a callback that sends as many edits as long as ours and knows no game,
after a raw save. Both sides have the same client, which talks to the same stub.
"""

from __future__ import annotations

import asyncio
import gc
import json
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any

from nio import AsyncClient, AsyncClientConfig, MatrixRoom, RoomMessageText

from bench.figures import Better, Figure, Goal, Part, Spread, in_turns, scratch
from bench.saves import raw
from chatlama import app
from chatlama.config import Config
from chatlama.core.table.house import Times
from chatlama.core.table.model import Phase, Table
from chatlama.plugins import plugins
from chatlama.session.tables import Tables
from chatlama.session.transport import (
    Address,
    Capabilities,
    Chat,
    Dispatch,
    Handle,
    Incoming,
    Page,
    Reply,
)
from chatlama.stores.tinydb import TinyStore
from chatlama.transports.matrix.doors import NioDoors
from chatlama.transports.matrix.ears import Ears, Phrases
from chatlama.transports.matrix.invites import Invites
from chatlama.transports.matrix.journal import Journal
from chatlama.transports.matrix.kept import Position
from chatlama.transports.matrix.lanes import Lanes
from chatlama.transports.matrix.notes import Notes
from chatlama.transports.matrix.outbox import Pace
from chatlama.transports.matrix.reactions import Mode
from chatlama.transports.matrix.rooms import ENCRYPTED, KnownRooms
from chatlama.transports.matrix.settings import Settings
from chatlama.transports.matrix.sync import Sync
from chatlama.transports.matrix.talk import Talk, talk
from chatlama.transports.matrix.wire import NioWire

ROUNDS = 11
MOVES = 40
"""In each round, for each way."""
GOAL = Goal(Better.LESS, 1.3)
ME, ADA, BEN = "@lama:hs", "@ada:hs", "@ben:hs"
ROOM = "!room:hs"
DIRECTS = {ADA: "!ada:hs", BEN: "!ben:hs"}
Json = dict[str, Any]


# --- a stub in the place of the network ------------------------------------------------------


class Answer:
    """What aiohttp would return."""

    content_disposition = None
    content_type = "application/json"

    def __init__(self, body: bytes) -> None:
        self.status = 200
        self.headers: Mapping[str, str] = {}
        self._body = body

    async def json(self, **_: object) -> Any:  # noqa: ANN401  # JSON
        return json.loads(self._body)

    async def read(self) -> bytes:
        return self._body

    def release(self) -> None:
        pass


class Stub(AsyncClient):  # type: ignore[misc]  # it has no types
    """A client that is answered at once, and counts what it sends."""

    def __init__(self) -> None:
        config = AsyncClientConfig(encryption_enabled=False, store_sync_tokens=False)
        super().__init__("http://hs", ME, config=config)
        self.access_token, self.user_id, self.device_id = "token", ME, "DEVICE"
        self.batches: asyncio.Queue[bytes] = asyncio.Queue()
        self.sent = 0
        self._numbers = count(1)

    async def send(
        self, method: str, path: str, data: object = None, *_: object, **__: object
    ) -> Any:  # noqa: ANN401  # as aiohttp
        if "/sync" in path:
            return Answer(await self.batches.get())
        if "/send/" in path or "/redact/" in path:
            assert data is not None  # what is sent is made of it
            self.sent += 1
            return Answer(b'{"event_id": "$e%d"}' % next(self._numbers))
        return Answer(b"{}")

    def brings(self, room: str, *events: Json) -> None:
        """Have the next sync bring these."""
        self.batches.put_nowait(batch({room: events}))


def batch(rooms: Mapping[str, tuple[Json, ...]]) -> bytes:
    """Return what a sync answers."""
    joined = {
        room: {
            "timeline": {"limited": False, "prev_batch": "p", "events": list(events)},
            "state": {"events": []},
            "ephemeral": {"events": []},
            "account_data": {"events": []},
            "unread_notifications": {},
        }
        for room, events in rooms.items()
    }
    return json.dumps(
        {
            "next_batch": f"s{time.monotonic_ns()}",
            "device_one_time_keys_count": {"signed_curve25519": 50},
            "device_lists": {"changed": [], "left": []},
            "to_device": {"events": []},
            "rooms": {"join": joined, "invite": {}, "leave": {}},
        }
    ).encode()


def event(number: int, sender: str, kind: str, content: Json, key: str | None = None) -> Json:
    state = {} if key is None else {"state_key": key}
    return {
        "type": kind,
        "sender": sender,
        "event_id": f"$theirs{number}",
        "origin_server_ts": 1_790_000_000_000 + number,
        "content": content,
        **state,
    }


def written(number: int, sender: str, text: str) -> Json:
    return event(number, sender, "m.room.message", {"msgtype": "m.text", "body": text})


# --- both sides ------------------------------------------------------------------------------


class Receiving(Sync):
    """Receives without encryption, which the library has none of here."""

    def _count(self, answer: object, *, first: bool) -> None:
        pass

    async def _tend(self) -> None:
        pass


class Side:
    """The table side of the transport, without the account's."""

    name = "matrix"
    capabilities = Capabilities(sign="!")
    talk: Talk

    def __init__(self, *, hands: bool) -> None:
        self.hands = hands

    async def run(self, dispatch: Dispatch) -> None:
        raise NotImplementedError

    async def administers(self, chat: Chat, user: str) -> bool:
        return False

    def wants(self, to: Address) -> bool:
        return self.hands

    async def hides(self, to: Address) -> bool:
        return False

    def reaches(self, to: Address) -> bool:
        return self.talk.reaches(to)

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        return await self.talk.show(to, page, last)


class Ours:
    """The transport, the session and Alpaka: two people at a table, a word for each move."""

    def __init__(self, folder: Path, *, hands: bool) -> None:
        self.folder, self.hands = folder, hands
        self.client = Stub()
        self.numbers = count(1)
        self.edits = 0
        self.moves = 0
        self.tables: Tables
        self.taken = asyncio.Event()
        """Set when something that was said is kept."""

    async def start(self, stack: AsyncExitStack) -> None:
        (self.folder / "matrix").mkdir(parents=True)
        found, side = plugins(), Side(hands=self.hands)
        store = TinyStore(self.folder / "tables")
        session = app.session(found, Config(), Times(), store, {"matrix": side}, app.Chance())
        self.tables = await stack.enter_async_context(session)
        client, ready = self.client, asyncio.Event()
        rooms = KnownRooms(ME, {user: (room,) for user, room in DIRECTS.items()})
        doors, wire = NioDoors(client, rooms), NioWire(client)
        notes = Notes(Journal(self.folder / "matrix" / "messages.jsonl"))
        side.talk = talk(
            wire, rooms, doors, self._dispatch, notes, Mode.OFF, Pace(time.monotonic), asyncio.sleep
        )
        settings = Settings("http://hs", ME, "", "token", "DEVICE", (), 100, 100, "off", "keep")
        ears = Ears(
            rooms,
            side.talk,
            wire,
            doors,
            Invites(settings, rooms, doors, asyncio.sleep),
            Phrases("", "", ""),
            time.monotonic,
        )
        lanes = Lanes(Position(self.folder / "matrix" / "position.json"))
        self.client.batches.put_nowait(batch(self._rooms()))
        running = asyncio.create_task(Receiving(client, ears, lanes, "", ready).run())
        stack.push_async_callback(client.close)
        stack.callback(running.cancel)
        await ready.wait()
        self.store = store
        for user, said in ((ADA, "!new"), (BEN, "!join")):
            await self._says(user, said)

    async def _dispatch(self, incoming: Incoming) -> Reply:
        reply = await self.tables.dispatch(incoming)
        self.taken.set()
        return reply

    def _rooms(self) -> dict[str, tuple[Json, ...]]:
        def made(*people: str, encrypted: bool) -> tuple[Json, ...]:
            state = [event(next(self.numbers), ME, "m.room.create", {"room_version": "11"}, "")]
            algorithm = {"algorithm": "m.megolm.v1.aes-sha2"}
            if encrypted:
                state.append(event(next(self.numbers), ME, ENCRYPTED, algorithm, ""))
            for user in (ME, *people):
                told = {"membership": "join", "displayname": user[1:4].title()}
                state.append(event(next(self.numbers), user, "m.room.member", told, user))
            return tuple(state)

        directs = {room: made(user, encrypted=True) for user, room in DIRECTS.items()}
        return {ROOM: made(ADA, BEN, encrypted=False), **directs}

    async def _says(self, user: str, said: str) -> float:
        """Return the processor time from what somebody writes until nothing is left to do."""
        number = next(self.numbers)
        start = time.process_time()
        self.client.brings(ROOM, written(number, user, said))
        await self.taken.wait()
        self.taken.clear()
        await self.tables.idle()
        return time.process_time() - start

    async def _table(self) -> Table:
        (id,) = await self.store.tables()
        table = await self.tables.desk.load(id)
        assert table is not None
        return table

    async def costs(self, moves: int) -> float:
        """Return the mean processor time of moves, in microseconds."""
        took = 0.0
        for _ in range(moves):
            while (table := await self._table()).phase is not Phase.PLAYING:
                await self._deals(table)
            assert table.position is not None
            (seat,) = table.position.to_move
            pile = any(
                move.code == "draw"
                for move in self.tables.desk.house.games["alpaka"].legal(table.position.state, seat)
            )
            before, version = self.client.sent, table.step
            took += await self._says((ADA, BEN)[seat], "!draw" if pile else "!quit")
            assert (await self._table()).step > version
            self.edits, self.moves = self.edits + self.client.sent - before, self.moves + 1
        return took / moves * 1e6

    async def _deals(self, table: Table) -> None:
        match table.phase:
            case Phase.SCORED:
                for user in (ADA, BEN):
                    await self._says(user, "!next")
            case Phase.OVER:
                await self._says(ADA, "!next")
            case _:
                await self._says(ADA, "!start")


class Bare:
    """A callback of matrix-nio that saves and sends edits."""

    def __init__(self, file: Path, edits: int) -> None:
        self.file, self.edits = file, edits
        self.client = Stub()
        self.numbers = count(1)
        self.said = 0

    async def start(self, stack: AsyncExitStack) -> None:
        self.client.rooms[ROOM] = MatrixRoom(ROOM, ME)
        self.client.add_event_callback(self.hears, RoomMessageText)
        stack.push_async_callback(self.client.close)

    async def hears(self, room: MatrixRoom, heard: RoomMessageText) -> None:
        raw(str(self.file), heard.event_id.encode() * 300)
        said = f"{heard.event_id} " + "table " * 60
        new = {
            "msgtype": "m.notice",
            "body": said,
            "format": "org.matrix.custom.html",
            "formatted_body": f"<strong>{said}</strong>",
            "m.mentions": {},
        }
        relation = {"rel_type": "m.replace", "event_id": "$table"}
        changed = {**new, "body": f"* {said}", "m.new_content": new, "m.relates_to": relation}
        for _ in range(self.edits):
            await self.client.room_send(room.room_id, "m.room.message", changed)
            self.said += 1

    async def costs(self, moves: int) -> float:
        took = 0.0
        for _ in range(moves):
            start, before = time.process_time(), self.said
            self.client.brings(ROOM, written(next(self.numbers), ADA, "!draw"))
            await self.client.sync(timeout=30_000, since="s")
            took += time.process_time() - start
            assert self.said == before + self.edits
        return took / moves * 1e6


def cpu() -> tuple[dict[str, Spread], dict[str, float]]:
    """Measure moves in turns; return what was found, and how many edits a move of ours is."""
    with (
        tempfile.TemporaryDirectory(prefix="bench-", dir=scratch()) as folder,
        asyncio.Runner() as runner,
    ):
        ours = {
            "the table": Ours(Path(folder) / "table", hands=False),
            "and hands": Ours(Path(folder) / "hands", hands=True),
        }
        sides: dict[str, Ours | Bare] = {
            **ours,
            "one edit": Bare(Path(folder) / "one", 1),
            "three edits": Bare(Path(folder) / "three", 3),
        }
        stack = AsyncExitStack()

        async def start() -> None:
            for side in sides.values():
                await side.start(stack)
                await side.costs(MOVES)  # once for nothing: what is made at first use is made

        def way(side: Ours | Bare) -> Callable[[int], float]:
            return lambda _: runner.run(side.costs(MOVES))

        runner.run(start())
        gc.collect()
        gc.freeze()  # as ``chatlama run`` does
        found = in_turns({name: way(side) for name, side in sides.items()}, ROUNDS)
        gc.unfreeze()
        runner.run(stack.aclose())
    return found, {name: side.edits / side.moves for name, side in ours.items()}


def measure() -> Part:
    """Return what a move costs."""
    found, edits = cpu()
    table, hands = found["the table"], found["and hands"]
    one = Figure("a move, one edit, µs", table, found["one edit"], "bare, one edit", GOAL)
    three = Figure("with two hands, µs", hands, found["three edits"], "bare, three edits")
    both = Figure("the same beside one edit, µs", hands, found["one edit"], "bare, one edit")
    how = (
        f"{ROUNDS} rounds in turns, {MOVES} moves of Alpaka in each, typed by two people in a "
        "room; processor time from the answer of the sync until nothing is left to do, the "
        "network's part stubbed, nothing encrypted. A move is a durable save of the table, the "
        f"position and {edits['the table']:.1f} edits: the table's. With hands, which then are "
        "shown in the direct rooms of those who hold them, each move changes theirs, too: "
        f"{edits['and hands']:.1f} edits. Bare is the library's own loop and callback with one "
        "raw durable save, which sends text that is there already."
    )
    return Part("Matrix: a move", how, (one, three, both))
