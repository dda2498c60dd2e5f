"""What a press costs on Telegram: processor time, calls, the start and an idle process.

The peer is python-telegram-bot alone: a handler that makes the same two calls and knows no game,
and an idle bot. Both sides talk to the same stub, or to the same fake server.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from unittest.mock import patch
from urllib.parse import parse_qsl

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, Update
from telegram.ext import Application, CallbackQueryHandler, ContextTypes
from telegram.request import BaseRequest, RequestData

from bench.figures import Better, Figure, Goal, Part, Spread, in_turns, scratch
from chatlama import app
from chatlama.config import Config, load
from chatlama.core.table.house import Times
from chatlama.core.table.model import Phase, TableId
from chatlama.plugins import plugins
from chatlama.session.ports import Store
from chatlama.session.tables import Tables
from chatlama.stores.memory import MemoryStore
from chatlama.stores.tinydb import TinyStore
from chatlama.transports.telegram import budget, transport
from tests.botapi import TOKEN, BotApi, RealClock
from tests.process.evening import Evening, Place

ROUNDS = 11
PRESSES = 60
"""In each round, for each way."""
STARTS = 7
GAMES = 100
SEATS = ((2, 0), (3, 0), (4, 0), (1, 3), (2, 2), (3, 1))
"""People and computers at a table."""
PEOPLE = ("Ada", "Ben", "Cem", "Dora")
CPU_GOAL = Goal(Better.LESS, 1.25)
CALLS_GOAL = Goal(Better.LESS, 1.1, of_ratio=False)
START_GOAL = Goal(Better.LESS, 1.5)
MEMORY_GOAL = Goal(Better.LESS, 10, of_ratio=False)
GROUP = {"id": -1001000000001, "type": "supergroup", "title": "Lama evening"}
BOT = {"id": 7000000001, "is_bot": True, "first_name": "Lama", "username": "lama_test_bot"}
ADA, BEN = 1001, 1002
NO_LIMIT = 1e-6
"""Seconds for which a call to a chat counts, where only work is measured."""
IDLE = (
    "from telegram.ext import Application; import os;"
    "Application.builder().token(os.environ['TOKEN']).base_url(os.environ['URL']).build()"
    ".run_polling()"
)
"""A bot of python-telegram-bot that does nothing."""


# --- a stub in the place of the network ------------------------------------------------------


class Stub(BaseRequest):
    """Answers at once what Telegram would, and counts."""

    def __init__(self) -> None:
        self.updates: asyncio.Queue[bytes] = asyncio.Queue()
        self.calls: list[str] = []
        self.handed = asyncio.Event()
        """Set with the second call after it was cleared."""
        self._known = 0
        self.closed = False
        message = {"message_id": 5, "date": 1_790_000_000, "chat": GROUP, "from": BOT}
        keyboard = [[{"text": row + at, "callback_data": "x" * 20} for at in "12"] for row in "ABC"]
        shown = message | {"text": "table " * 30, "reply_markup": {"inline_keyboard": keyboard}}
        self._answers = {
            "getMe": _answer(BOT),
            "getChatAdministrators": _answer([]),
            "sendMessage": _answer(shown),
            "editMessageText": _answer(shown | {"edit_date": 1_790_000_001}),
        }

    def expect(self, update: bytes) -> None:
        """Bring an update, and wait for two calls."""
        self._known = len(self.calls)
        self.handed.clear()
        self.updates.put_nowait(update)

    def close(self) -> None:
        """Bring nothing any more, and keep nobody waiting."""
        self.closed = True
        self.updates.put_nowait(NOTHING)

    @property
    def read_timeout(self) -> float | None:
        return 5.0

    async def initialize(self) -> None:
        pass

    async def shutdown(self) -> None:
        pass

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *_: object,
        **__: object,
    ) -> tuple[int, bytes]:
        name = url.rpartition("/")[2].partition("?")[0]
        if name == "getUpdates":
            return 200, NOTHING if self.closed else await self.updates.get()
        if request_data is not None:
            assert request_data.json_parameters is not None  # what is sent is made of it
        self.calls.append(name)
        if len(self.calls) >= self._known + 2:
            self.handed.set()
        return 200, self._answers.get(name, ACCEPTED)


def _answer(result: object) -> bytes:
    return json.dumps({"ok": True, "result": result}).encode()


ACCEPTED = _answer(result=True)
NOTHING = _answer(result=[])


def press(number: int, user: int, data: str) -> bytes:
    """Return a press as it comes over the wire."""
    person = {"id": user, "is_bot": False, "first_name": f"P{user}", "language_code": "de"}
    message = {
        "message_id": 5,
        "date": 1_790_000_000,
        "chat": GROUP,
        "from": BOT,
        "text": "table " * 30,
        "reply_markup": {"inline_keyboard": [[{"text": "Ziehen", "callback_data": data}]]},
    }
    query = {
        "id": str(4_000_000_000_000_000_000 + number),
        "from": person,
        "message": message,
        "chat_instance": "1",
        "data": data,
    }
    update = {"update_id": number, "callback_query": query}
    return json.dumps({"ok": True, "result": [update]}).encode()


def configured() -> Config:
    """Return the settings of a bot that has a token and nothing else."""
    environ = {"CHATLAMA_TELEGRAM_TOKEN": TOKEN, "CHATLAMA_CONFIG": os.devnull}
    return load(None, environ, transports=("telegram",))


async def pressed(stub: Stub, update: bytes) -> float:
    """Return the processor time from an update until both calls are handed over."""
    known = len(stub.calls)
    start = time.process_time()
    stub.expect(update)
    await stub.handed.wait()
    took = time.process_time() - start
    for _ in range(20):  # until the next updates are asked for
        await asyncio.sleep(0)
    assert sorted(stub.calls[known:]) == ["answerCallbackQuery", "editMessageText"]
    return took


class Ours:
    """The transport, the session and Alpaka: two people at a table."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.stub = Stub()
        self.tables: Tables
        self.chance = random.Random(1)
        self.numbers = count(1)
        self.step = 0

    async def start(self, stack: AsyncExitStack) -> None:
        found = plugins()
        with patch.object(transport, "AiohttpRequest", lambda **_: self.stub):
            served, _ = app.connect(found, configured())
        session = app.session(found, Config(), Times(), self.store, served, app.Chance())
        self.tables = await stack.enter_async_context(session)
        running = asyncio.create_task(served["telegram"].run(self.tables.dispatch))
        stack.callback(running.cancel)
        await self.quietly(ADA, "new")
        for user in (ADA, BEN):
            await self.quietly(user, await self.token(":join"))

    async def quietly(self, user: int, data: str) -> None:
        """Press something that is not measured."""
        known = len(self.stub.calls)
        self.stub.updates.put_nowait(press(next(self.numbers), user, data))
        while "answerCallbackQuery" not in self.stub.calls[known:]:  # noqa: ASYNC110  # not timed
            await asyncio.sleep(0)
        await self.tables.idle()

    async def id(self) -> TableId:
        (id,) = await self.store.tables()
        return id

    async def token(self, code: str) -> str:
        table = await self.tables.desk.load(await self.id())
        assert table is not None
        return f"{table.id}.{table.number}.{table.step}.{code}"

    async def presses(self, times: int) -> float:
        """Return the mean processor time of moves, in microseconds."""
        took, id = 0.0, await self.id()
        for _ in range(times):
            table = await self.tables.desk.load(id)
            while table is None or table.phase is not Phase.PLAYING:
                await self._deals()
                table = await self.tables.desk.load(id)
            assert table.position is not None
            (seat,) = table.position.to_move
            game = self.tables.desk.house.games[table.game]
            move = self.chance.choice(game.legal(table.position.state, seat))
            update = press(next(self.numbers), (ADA, BEN)[seat], await self.token(move.code))
            took += await pressed(self.stub, update)
            await self.tables.idle()
        return took / times * 1e6

    async def _deals(self) -> None:
        table = await self.tables.desk.load(await self.id())
        assert table is not None
        match table.phase:
            case Phase.SCORED:
                await self.quietly(ADA, await self.token(":ok"))
                await self.quietly(BEN, await self.token(":ok"))
            case Phase.OVER:
                await self.quietly(ADA, await self.token(":again"))
            case _:
                await self.quietly(ADA, await self.token(":start"))


class Bare:
    """A handler that makes the same calls with a page as long as ours, and perhaps a raw save."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.stub = Stub()
        self.numbers = count(1)

    async def start(self, stack: AsyncExitStack) -> None:
        builder = Application.builder().token(TOKEN)
        running = builder.request(self.stub).get_updates_request(self.stub).build()
        running.add_handler(CallbackQueryHandler(self.handle))
        await running.initialize()
        await running.start()
        assert running.updater is not None
        await running.updater.start_polling()
        stack.push_async_callback(running.shutdown)
        stack.push_async_callback(running.stop)
        stack.push_async_callback(running.updater.stop)
        stack.callback(self.stub.close)

    async def handle(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        if self.file is not None:
            raw_save(self.file, str(update.update_id).encode() * 300)
        await query.answer()
        keyboard = InlineKeyboardMarkup(
            [
                [
                    InlineKeyboardButton(f"{row}{at}", callback_data=f"a1b2c3d4e5.1.17.play:{at}")
                    for at in (1, 2)
                ]
                for row in ("play", "draw", "hand")
            ]
        )
        entities = [
            MessageEntity(MessageEntity.BOLD, 30, 7),
            MessageEntity(MessageEntity.PRE, 60, 50),
            MessageEntity(MessageEntity.BOLD, 150, 20),
        ]
        said = f"step {update.update_id} " + "table " * 30
        await query.edit_message_text(said, entities=entities, reply_markup=keyboard)

    async def presses(self, times: int) -> float:
        took = 0.0
        for _ in range(times):
            number = next(self.numbers)
            took += await pressed(self.stub, press(number, ADA, f"a1b2c3d4e5.1.{number}.draw"))
        return took / times * 1e6


def raw_save(file: Path, content: bytes) -> None:
    """Save atomically and durably by the fewest calls there are."""
    new = os.open(f"{file}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(new, content)
    os.fsync(new)
    os.close(new)
    os.replace(f"{file}.new", file)  # noqa: PTH105  # raw
    folder = os.open(file.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def cpu() -> dict[str, Spread]:
    """Measure presses in turns."""
    with (
        tempfile.TemporaryDirectory(prefix="bench-", dir=scratch()) as folder,
        asyncio.Runner() as runner,
        patch.object(budget, "WINDOW", NO_LIMIT),
    ):
        sides: dict[str, Ours | Bare] = {
            "ours": Ours(MemoryStore()),
            "bare": Bare(None),
            "ours saved": Ours(TinyStore(Path(folder) / "data")),
            "bare saved": Bare(Path(folder) / "raw"),
        }
        stack = AsyncExitStack()

        async def start() -> None:
            for side in sides.values():
                await side.start(stack)
                await side.presses(PRESSES)  # once for nothing: what is made at first use is made

        def way(side: Ours | Bare) -> Callable[[int], float]:
            return lambda _: runner.run(side.presses(PRESSES))

        runner.run(start())
        found = in_turns({name: way(side) for name, side in sides.items()}, ROUNDS)
        runner.run(stack.aclose())
    return found


# --- calls of whole games --------------------------------------------------------------------


class Direct(BaseRequest):
    """The fake server without the network between."""

    def __init__(self, server: BotApi) -> None:
        self.server = server

    @property
    def read_timeout(self) -> float | None:
        return 5.0

    async def initialize(self) -> None:
        pass

    async def shutdown(self) -> None:
        pass

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *_: object,
        **__: object,
    ) -> tuple[int, bytes]:
        name, query = f"{url.rpartition('/')[2]}?".split("?")[:2]
        raw = dict(parse_qsl(query))
        raw |= {} if request_data is None else request_data.json_parameters
        answer = await self.server.http._call(name, raw)  # noqa: SLF001  # the fake is ours
        assert isinstance(answer.body, bytes)
        return answer.status, answer.body


async def games(number: int) -> tuple[Spread, Spread]:
    """Return the public calls for each action, and for each move, of so many whole games."""
    found, alone = [], []
    async with BotApi(clock=RealClock()) as server, AsyncExitStack() as stack:
        server.flood.on = False
        plug_ins = plugins()
        with patch.object(transport, "AiohttpRequest", lambda **_: Direct(server)):
            served, _ = app.connect(plug_ins, configured())
        session = app.session(plug_ins, Config(), Times(), MemoryStore(), served, app.Chance())
        tables = await stack.enter_async_context(session)
        running = asyncio.create_task(served["telegram"].run(tables.dispatch))
        stack.callback(running.cancel)
        for at in range(number):
            people, computers = SEATS[at % len(SEATS)]
            named = [server.person(name, language="de") for name in PEOPLE[:people]]
            place = Place(server.group(f"Evening {at}", *named))
            evening = Evening(server, place, named, seed=at)
            await evening.opens(computers=computers, englert=at % 2 > 0, target="40")
            await evening.starts()
            await evening.plays()
            found.append(evening.calls)
            moves = sum(len(player.done) for player in evening.players)
            actions = sum(player.actions for player in evening.players)
            alone.append(evening.calls * actions / moves)
    return Spread(tuple(found)), Spread(tuple(alone))


# --- a process -------------------------------------------------------------------------------


async def begun(server: BotApi, folder: Path, *command: str) -> tuple[float, float, float]:
    """Return milliseconds until a fresh process asks for updates, those in which it computed, and
    its megabytes then."""
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CHATLAMA_", "PYTHON")) and not name.lower().endswith("_proxy")
    }
    env |= {
        "CHATLAMA_TELEGRAM_TOKEN": server.token,
        "CHATLAMA_TELEGRAM_BASE_URL": server.base_url,
        "CHATLAMA_STORE_PATH": str(folder),
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        "TOKEN": server.token,
        "URL": server.base_url,
    }
    start = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, env=env, stderr=asyncio.subprocess.DEVNULL
    )
    await server.until(lambda: server.updates.polled, "updates are asked for", 60)
    took = time.perf_counter() - start
    size, worked = memory(process.pid), processor_time(process.pid)
    process.kill()
    await process.wait()
    await server.until(lambda: not server.updates.polled, "the process has gone", 60)
    return took * 1e3, worked * 1e3, size


def memory(process: int) -> float:
    """Return the megabytes that a process takes of the machine (on Linux)."""
    pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize() / 1e6


def processor_time(process: int) -> float:
    """Return the seconds for which a process has computed, all its threads together (on Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def starts() -> dict[str, Spread]:
    """Start both in turns."""
    commands = {"ours": ("-m", "chatlama", "run"), "bare": ("-c", IDLE)}
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="bench-", dir=scratch()) as folder:
        async with BotApi(clock=RealClock()) as server:
            for command in commands.values():  # once for nothing: it is compiled then
                await begun(server, Path(folder), *command)
            for number in range(STARTS):
                for name in sorted(commands, reverse=number % 2 > 0):
                    took, worked, size = await begun(server, Path(folder), *commands[name])
                    found.setdefault(f"{name} ms", []).append(took)
                    found.setdefault(f"{name} cpu ms", []).append(worked)
                    found.setdefault(f"{name} MB", []).append(size)
    return {name: Spread(tuple(values)) for name, values in found.items()}


def measure() -> Part:
    """Measure everything."""
    took = cpu()
    with patch.object(budget, "WINDOW", NO_LIMIT):
        calls, alone = asyncio.run(games(GAMES))
    fresh = asyncio.run(starts())
    above = Spread(
        tuple(a - b for a, b in zip(fresh["ours MB"].values, fresh["bare MB"].values, strict=True))
    )
    return Part(
        "Telegram: a press, a game, a start",
        f"Presses: {ROUNDS} rounds in one process, {PRESSES} moves of two people in each for every "
        "way, in turns; processor time from the update on the stubbed wire until both calls are "
        "handed over. The peer is a handler of "
        "python-telegram-bot that answers and edits a table of the same size; its raw save is a "
        "new file, fsync, rename, fsync of the folder. Nothing is cached on either side but what "
        f"a table keeps. Calls: {GAMES} games to 40 of one to four people, half of them with "
        "computers, both rule sets, on the strict fake server, since the deal; what all can see "
        f"and Telegram's limit counts. Starts: {STARTS} of each in turns, on the same fake server.",
        (
            Figure("a press, µs", took["ours"], took["bare"], "bare", CPU_GOAL),
            Figure(
                "with a durable save, µs", took["ours saved"], took["bare saved"], "raw", CPU_GOAL
            ),
            Figure("public calls for a move or confirmation", calls, goal=CALLS_GOAL),
            Figure("public calls for a move", alone),
            Figure(
                "start until polling, ms", fresh["ours ms"], fresh["bare ms"], "idle", START_GOAL
            ),
            Figure(
                "of these processor time, ms", fresh["ours cpu ms"], fresh["bare cpu ms"], "idle"
            ),
            Figure("memory then, MB", fresh["ours MB"], fresh["bare MB"], "idle"),
            Figure("memory above it, MB", above, goal=MEMORY_GOAL),
        ),
    )
