"""The composition root: the one place that knows every part and puts them together."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from chatlama.config import Config
from chatlama.core.table.model import House, Language, TableId, Times
from chatlama.plugins import Plugins, load
from chatlama.scheduling import Alarms, SystemClock
from chatlama.session.computers import Computers
from chatlama.session.desk import Desk, Seeds
from chatlama.session.painter import Painter
from chatlama.session.ports import Store, StoreError
from chatlama.session.present import Presenter
from chatlama.session.tables import Tables
from chatlama.session.transport import Transport

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


def table_id() -> TableId:
    """Return a new table's id, which nobody can guess."""
    return TableId("".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)))
