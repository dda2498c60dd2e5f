"""The composition root: the one place that knows every part and puts them together."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from pathlib import Path

from chatlama.config import Config, Section
from chatlama.config.settings import SECTIONS
from chatlama.core.table.house import House, Times
from chatlama.core.table.model import Language, TableId
from chatlama.core.text import Text
from chatlama.i18n.catalog import Speech
from chatlama.plugins import Plugins, check_methods, left_out, load, methods, reason
from chatlama.scheduling import Alarms, SystemClock
from chatlama.session.computers import Computers
from chatlama.session.desk import Desk, Seeds, logged
from chatlama.session.painter import Painter
from chatlama.session.ports import Store, StoreError
from chatlama.session.present import Presenter
from chatlama.session.setup import Setup
from chatlama.session.tables import Tables
from chatlama.session.transport import Transport, TransportError

log = logging.getLogger(__name__)

NAMELESS = Speech(lambda _: "?")
ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 10
SEED_BYTES = 16


class Unserved(Exception):
    """No chat system is left, as the last one failed; the message says in one line how."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Where seeds come from: the system's secret chance, or a name that makes games repeatable."""

    repeat: str | None = None

    def __call__(self, name: str) -> bytes:
        """Return the seed for what ``name`` names."""
        if self.repeat is None:
            return secrets.token_bytes(SEED_BYTES)
        return blake2b(f"{self.repeat}\n{name}".encode(), digest_size=SEED_BYTES).digest()


def open_store(kind: str, folder: Path) -> Store:
    """Return the store of this kind for the data folder. Raises ``StoreError``."""
    found, problems = load("stores")
    if kind not in found:
        named = next((problem for problem in problems if f" {kind} " in problem), None)
        raise StoreError(named or f"there is no store {kind}; choose one of {', '.join(found)}")
    try:
        store: Store = found[kind](folder)
        check_methods(store, methods(Store))
    except StoreError:
        raise
    except (Exception, SystemExit) as error:
        raise StoreError(left_out("stores", kind, error)) from error
    return store


@asynccontextmanager
async def session(
    plugins: Plugins,
    config: Config,
    times: Times,
    store: Store,
    transports: Mapping[str, Transport],
    seeds: Seeds,
    only: Collection[TableId] | None = None,
    pace: timedelta = timedelta(),
    fails: Callable[[Exception], bool] = logged,
) -> AsyncIterator[Tables]:
    """Have the tables of the store, or ``only`` these, attended to.

    They are left as they are at the end, and the store is closed whatever happens. ``fails`` is
    told what fails at a table, and says whether its game is given up for that.
    """
    languages = tuple(Language(language) for language in plugins.catalogs)
    house = House(plugins.games, plugins.players, languages, times)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        desk = Desk(house, store, Alarms(), SystemClock(), seeds, fails)
        presenter = Presenter(plugins.catalogs, config.chat.zone, config.chat.language)
        computers = Computers(desk)
        painter = Painter(desk, presenter, transports, computers.settle, pace=pace.total_seconds())
        tables = Tables(
            desk, presenter, painter, computers, table_id, config.chat.game, config.chat.language
        )
        stack.push_async_callback(tables.stop)
        await tables.start(only)
        yield tables


async def serve(plugins: Plugins, config: Config, transports: Mapping[str, Transport]) -> None:
    """Serve the chats until cancelled, or until there is no chat system left.

    One that fails is named in the log, and the others go on. If it was the last one, its
    ``TransportError`` is raised, or ``Unserved`` if it is nothing that a person could mend.
    """
    store = open_store(config.store.kind, config.store.path)
    stopped = asyncio.current_task()
    if stopped is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.cancel)
    served = dict(transports)
    async with (
        session(
            plugins, config, config.times(), store, served, Chance(), pace=config.table.pace
        ) as tables,
        AsyncExitStack() as stack,
    ):
        running = {asyncio.create_task(t.run(tables.dispatch)): name for name, t in served.items()}
        stack.push_async_callback(_end, running)
        stack.push_async_callback(tables.stop)  # painters first: they need chats that are served
        while served:
            done, _ = await asyncio.wait(
                [task for task, name in running.items() if name in served],
                return_when=asyncio.FIRST_COMPLETED,
            )
            for task in done:
                del served[running[task]]
                _tell(
                    running[task], None if task.cancelled() else task.exception(), last=not served
                )


async def _end(running: Collection[asyncio.Task[None]]) -> None:
    for each in running:
        each.cancel()
    await asyncio.gather(*running, return_exceptions=True)


def _tell(name: str, error: BaseException | None, *, last: bool) -> None:
    """Say why a chat system is served no more: to the log, or to the caller if it was the last."""
    if error is None:
        return
    if not isinstance(error, TransportError):  # that one says all there is to say
        log.debug("%s failed", name, exc_info=error)
        error = Unserved(f"{name} failed: {reason(error)}")
    if last:
        raise error
    log.error("%s is served no more: %s", name, error)


def connect(plugins: Plugins, config: Config) -> tuple[dict[str, Transport], list[str]]:
    """Return the chat systems that the settings name, and why others can't be had.

    Raises ``TransportError`` if one that is named can't be set up as it is, and there is no other.
    """
    found, problems = load("transports")
    transports: dict[str, Transport] = {}
    wrong: list[TransportError] = []
    for name, plug in found.items():
        written = config.transports.get(name, Section())
        setup = Setup(
            name=name,
            settings=written.settings,
            variables=written.variables,
            say=lambda message, spoken: plugins.catalogs[spoken].say(Text(message), NAMELESS),
            languages=tuple(plugins.catalogs),
            language=config.chat.language,
            file=written.file,
            folder=config.store.path,
        )
        try:
            if name in SECTIONS:
                raise ValueError(f"[{name}] is a section of the settings")  # noqa: TRY301 - below
            transport = plug(setup)
            if transport is not None:
                check_methods(transport, methods(Transport))
        except TransportError as error:
            wrong.append(error)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it does, the others run
            problems.append(left_out("transports", name, error))
        else:
            if transport is not None:
                transports[name] = transport
    if wrong and not transports:
        raise wrong[0]
    return transports, [*problems, *map(str, wrong)]


def table_id() -> TableId:
    """Return a new table's id, which nobody can guess."""
    return TableId("".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)))
