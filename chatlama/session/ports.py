"""What the session needs from the outside world, transports aside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol, TypeAlias

from chatlama.core.table.model import Table, TableId


class Conflict(Exception):
    """Somebody else committed first: the version is not the expected one."""


class Taken(Conflict):
    """Another open table stands in a chat that this one enters."""


class StoreError(Exception):
    """The store can't be used; the message says in one line what is wrong and how to mend it."""


class Store(Protocol):
    """Keeps tables over a crash. What ``commit`` accepted is there for ever after.

    The entry point in the group ``chatlama.stores`` is a ``Callable[[Path], Store]``: it is given
    the data folder, and raises ``StoreError`` if the store can't be used.

    Every method may raise ``StoreError``. After that nothing may be assumed of what it was to do:
    it may be kept or not, and the same is asked for again.
    """

    async def load(self, id: TableId) -> Table | None:
        """Return the table without its position; ``None`` if there is none (any more)."""

    async def commit(self, table: Table, *, expected: int) -> None:
        """Keep the table durably if the kept version is ``expected`` (0: it is new).

        Raises ``Conflict`` if it is another one, and ``Taken`` if the table would enter a room in
        which another open table stands; then nothing is changed.
        """

    async def remove(self, id: TableId) -> None:
        """Forget the table, if it is there."""

    async def in_chat(self, chat: str) -> TableId | None:
        """Return the table that stands in the chat (a ``Room.chat``) and is not closed."""

    async def tables(self) -> Sequence[TableId]:
        """Return every table that is kept, closed ones included."""

    async def close(self) -> None:
        """Let go of everything; the store is not used afterwards."""


class Clock(Protocol):
    """The time."""

    def now(self) -> datetime:
        """Return the time now, in UTC."""


Ring: TypeAlias = Callable[[TableId], None]
"""What is called when an alarm goes off; it returns at once and may be called too often."""


class Timers(Protocol):
    """One alarm per table. It may ring late or twice; the table decides whether anything is due."""

    def start(self, ring: Ring) -> None:
        """Begin to ring."""

    def set(self, id: TableId, due: datetime | None) -> None:
        """Make this the table's only alarm, strictly after ``due``; ``None`` clears it."""

    def stop(self) -> None:
        """Ring no more."""
