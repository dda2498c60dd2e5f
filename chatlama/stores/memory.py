"""Tables in memory: for a game in the terminal and for tests. Nothing outlives the process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from chatlama.core.table.model import Table, TableId

from .index import Index


class MemoryStore:
    """A ``Store`` that keeps every promise but the one to outlive a crash."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep nothing yet; the data folder, which every store is given, is left alone."""
        self._tables: dict[TableId, Table] = {}
        self._index = Index()

    async def load(self, id: TableId) -> Table | None:
        """Return the table without its position; ``None`` if there is none."""
        return self._tables.get(id)

    async def commit(self, table: Table, *, expected: int) -> None:
        """Keep the table if the kept version is ``expected``, else raise ``Conflict``."""
        self._index.admit(table, expected)
        self._tables[table.id] = replace(table, position=None)
        self._index.put(table)

    async def remove(self, id: TableId) -> None:
        """Forget the table, if it is there."""
        self._index.drop(id)
        self._tables.pop(id, None)

    async def in_chat(self, chat: str) -> TableId | None:
        """Return the table that stands in the chat and is not closed."""
        return self._index.in_chat(chat)

    async def tables(self) -> Sequence[TableId]:
        """Return every table that is kept, closed ones included."""
        return self._index.ids()

    async def close(self) -> None:
        """Let go of nothing: there is nothing to let go of."""
