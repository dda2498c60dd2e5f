"""One table at a time: load it, advance it, commit it, set its alarm.

Commit, then speak: when ``act`` returns, what was done is kept.
Intents for one table go one after the other; different tables do not wait for each other.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias
from weakref import WeakValueDictionary

from chatlama.core.table.advance import Advance, advance, next_alarm
from chatlama.core.table.house import House, Moment
from chatlama.core.table.intents import Intent
from chatlama.core.table.lobby import abandon
from chatlama.core.table.model import Phase, Table, TableId
from chatlama.core.table.position import ReplayError, replay

from .ports import Clock, Conflict, Store, Taken, Timers

log = logging.getLogger(__name__)

Seeds: TypeAlias = Callable[[str], bytes]
"""Returns fresh secret chance for what its argument names. The name matters only where a game is to
be repeatable: the same name then gives the same chance."""


class NotInstalled(LookupError):
    """The table's game is not installed here; the message says so in one line."""


class GameFailed(Exception):
    """The code of a table's game has failed, as it would again; the message says so in one line."""


@contextmanager
def playing(table: Table) -> Iterator[None]:
    """Have what fails within be the fault of the table's game: no more than that is asked there."""
    try:
        yield
    except Exception as error:
        raise GameFailed(f"{table.game} failed: {error!r}") from error


def logged(error: Exception) -> bool:
    """Log what has failed; return that a game which can't go on for that is given up."""
    log.error("%s", error, exc_info=error)
    return True


REPLAYED = 512
"""Tables whose position is kept in memory; others are replayed when they are touched."""


@dataclass(slots=True)
class Desk:
    """Where tables change."""

    house: House
    store: Store
    timers: Timers
    clock: Clock
    seeds: Seeds
    fails: Callable[[Exception], bool] = logged
    """Is told what has failed, and says whether a game that can't go on for that is given up."""
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    _recent: OrderedDict[TableId, Table] = field(default_factory=OrderedDict)

    def lock(self, key: str) -> asyncio.Lock:
        """Return the lock of a table or chat; it is the same as long as anybody holds it."""
        return self._locks.setdefault(key, asyncio.Lock())

    def moment(self, update: str | None = None, table: Table | None = None) -> Moment:
        """Return now, with chance for the round that may begin at the table."""
        name = "" if table is None else f"round {table.number} {len(table.log)}"
        return Moment(self.clock.now(), update, self.seeds(name))

    async def load(self, id: TableId) -> Table | None:
        """Return the table with its position; ``None`` if there is none.

        Raises ``NotInstalled`` if its game can't be played here.
        """
        table = self._recent.get(id)
        if table is not None:
            return table
        async with self.lock(id):
            return await self._load(id)

    async def open(self, table: Table) -> None:
        """Keep a new table. Raises ``Taken`` if another one stands in its chat."""
        await self.store.commit(table, expected=0)
        self._keep(table)
        self.arm(table)

    async def act(self, id: TableId, intent: Intent, update: str | None = None) -> Advance | None:
        """Return what became of the intent, once that is kept; ``None`` if there is no table.

        Raises ``Taken`` if the table would stand in a chat that another one has, ``NotInstalled``
        if its game can't be played here, ``GameFailed`` if that fails, and ``StoreError``, after
        which the intent may be kept or not: asked for again with the same ``update`` it is done
        once.
        """
        moment = None
        async with self.lock(id):
            while True:
                table = await self._load(id)
                if table is None:
                    return None
                moment = moment or self.moment(update, table)
                with playing(table):
                    done = advance(table, intent, self.house, moment)
                if done.changed:
                    try:
                        await self.store.commit(done.table, expected=table.version)
                    except Taken:
                        raise
                    except Conflict:
                        self._recent.pop(id, None)
                        continue
                    except BaseException:
                        self._recent.pop(id, None)  # nobody knows now what is kept
                        raise
                    self._keep(done.table)
                if done.answer is None:
                    self.arm(done.table)
                return done

    async def give_up(self, id: TableId, error: GameFailed) -> bool:
        """Let people go on in the lobby though their game fails; return whether they now can."""
        if not self.fails(error):
            return False
        async with self.lock(id):
            table = self._recent.get(id) or await self.store.load(id)
            if table is None or table.phase in {Phase.LOBBY, Phase.CLOSED}:
                return False
            await self._abandon(table)
            return True

    async def forget(self, id: TableId) -> None:
        """Let a closed table go."""
        async with self.lock(id):
            await self.store.remove(id)
            self._recent.pop(id, None)
            self.timers.set(id, None)

    async def _load(self, id: TableId) -> Table | None:
        """Return the table, whose lock is held.

        A game whose log can't be followed under today's rules is given up for the lobby.
        """
        table = self._recent.get(id) or await self.store.load(id)
        if table is None or table.phase is Phase.CLOSED:
            return table
        game = self.house.games.get(table.game)
        if game is None:
            raise NotInstalled(f"table {id} needs the game {table.game}, which is not installed")
        try:
            table = replay(table, game)
        except ReplayError as error:
            log.error("table %s: its game can't go on: %s", id, error)  # noqa: TRY400 - one line
            try:
                return await self._abandon(table)
            except Conflict:
                return await self._load(id)  # somebody else has given it up
        self._keep(table)
        return table

    async def _abandon(self, table: Table) -> Table:
        """Return the table, whose lock is held, in its lobby, without its game."""
        self._recent.pop(table.id, None)
        lobby = abandon(table, self.house, self.moment())
        await self.store.commit(lobby, expected=table.version)
        self._keep(lobby)
        self.arm(lobby)
        return lobby

    def arm(self, table: Table) -> None:
        """Set the table's alarm."""
        self.timers.set(table.id, next_alarm(table, self.house.times))

    def _keep(self, table: Table) -> None:
        self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        if len(self._recent) > REPLAYED:
            self._recent.popitem(last=False)
