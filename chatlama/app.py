"""The composition root: the one place that knows every part and puts them together."""

from __future__ import annotations

import asyncio
import secrets
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from msgspec.structs import asdict

from chatlama.config import Config
from chatlama.core.table.model import House, Language, TableId, Times
from chatlama.core.text import Text
from chatlama.i18n.catalog import Speech
from chatlama.plugins import Plugins, left_out, load
from chatlama.scheduling import Alarms, SystemClock
from chatlama.session.computers import Computers
from chatlama.session.desk import Desk, Seeds
from chatlama.session.painter import Painter
from chatlama.session.ports import Store, StoreError
from chatlama.session.present import Presenter
from chatlama.session.tables import Tables
from chatlama.session.transport import Setup, Transport, TransportError

NAMELESS = Speech(lambda _: "?")
ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 10
SEED_BYTES = 16


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
    store: Store = found[kind](folder)
    return store


@asynccontextmanager
async def session(
    plugins: Plugins,
    config: Config,
    times: Times,
    store: Store,
    transports: Mapping[str, Transport],
    seeds: Seeds,
) -> AsyncIterator[Tables]:
    """Have all tables of the store attended to; they are left as they are at the end."""
    languages = tuple(Language(language) for language in plugins.catalogs)
    house = House(plugins.games, plugins.players, languages, times)
    desk = Desk(house, store, Alarms(), SystemClock(), seeds)
    presenter = Presenter(plugins.catalogs, config.chat.zone, config.chat.language)
    computers = Computers(desk)
    painter = Painter(desk, presenter, transports, computers.settle)
    tables = Tables(
        desk, presenter, painter, computers, table_id, config.chat.game, config.chat.language
    )
    await tables.start()
    try:
        yield tables
    finally:
        await tables.stop()
        await store.close()


async def serve(plugins: Plugins, config: Config, transports: Mapping[str, Transport]) -> None:
    """Serve the chats until cancelled. Raises ``TransportError`` if one can't be served at all."""
    store = open_store(config.store.kind, config.store.path)
    times = config.times()
    async with session(plugins, config, times, store, transports, Chance()) as tables:
        stopped = asyncio.current_task()
        if stopped is not None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.cancel)
        running = [asyncio.create_task(t.run(tables.dispatch)) for t in transports.values()]
        try:
            for task in asyncio.as_completed(running):
                await task
        finally:
            for each in running:
                each.cancel()
            await asyncio.gather(*running, return_exceptions=True)


def connect(
    plugins: Plugins, config: Config, environ: Mapping[str, str]
) -> tuple[dict[str, Transport], list[str]]:
    """Return the chat systems that the settings name, and why others can't be had.

    Raises ``TransportError`` if one that is named can't be set up as it is.
    """
    found, problems = load("transports")
    transports: dict[str, Transport] = {}
    for name, plug in found.items():
        prefix = f"CHATLAMA_{name.upper()}_"
        setup = Setup(
            settings=asdict(getattr(config, name, Config())),
            secrets={k.removeprefix(prefix): v for k, v in environ.items() if k.startswith(prefix)},
            say=lambda message, spoken: plugins.catalogs[spoken].say(Text(message), NAMELESS),
            languages=tuple(plugins.catalogs),
        )
        try:
            transport = plug(setup)
        except TransportError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a plug-in does, the others run
            problems.append(left_out("transports", name, error))
            continue
        if transport is not None:
            transports[name] = transport
    return transports, problems


def table_id() -> TableId:
    """Return a new table's id, which nobody can guess."""
    return TableId("".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)))
