"""What a store knows of its tables without reading them: versions, and who stands in which chat.

Rule 1: a commit is accepted if the kept version is the expected one and the table enters no chat
in which another open table stands. ``admit`` says so before anything is written.
Rule 2: an open table stands in all its rooms, a closed one in none.
Rule 3: two open tables can stand in one chat only if somebody put their files there. Then the chat
has the one that was known first, and the other can be played to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chatlama.core.table.model import Phase, Table, TableId
from chatlama.session.ports import Conflict, Taken


class _Entry(NamedTuple):
    version: int
    chats: tuple[str, ...]


class Index:
    """The versions and chats of the tables that are kept."""

    __slots__ = ("_chats", "_entries")

    def __init__(self) -> None:
        """Know no table."""
        self._entries: dict[TableId, _Entry] = {}
        self._chats: dict[str, TableId] = {}

    def __contains__(self, id: TableId) -> bool:
        return id in self._entries

    def ids(self) -> Sequence[TableId]:
        """Return every table."""
        return tuple(self._entries)

    def in_chat(self, chat: str) -> TableId | None:
        """Return the open table that stands in the chat."""
        return self._chats.get(chat)

    def admit(self, table: Table, expected: int) -> None:
        """Raise ``Conflict`` if the table may not be kept; change nothing."""
        entry = self._entries.get(table.id)
        version = 0 if entry is None else entry.version
        if version != expected:
            raise Conflict(f"table {table.id} has version {version}, not {expected}")
        rival = self.rival(table)
        if rival is not None:
            raise Taken(f"table {rival} stands in a chat that table {table.id} enters")

    def rival(self, table: Table) -> TableId | None:
        """Return another open table that stands in a chat which this one enters."""
        entry = self._entries.get(table.id)
        before = () if entry is None else entry.chats
        chats = _chats(table)
        if chats == before:
            return None
        others = (self._chats.get(chat, table.id) for chat in chats if chat not in before)
        return next((other for other in others if other != table.id), None)

    def put(self, table: Table) -> None:
        """Know the table as it is now; a chat that is taken stays the other table's."""
        chats = _chats(table)
        entry = self._entries.get(table.id)
        if entry is None or entry.chats != chats:
            self.drop(table.id)
            for chat in chats:
                self._chats.setdefault(chat, table.id)
        self._entries[table.id] = _Entry(table.version, chats)

    def drop(self, id: TableId) -> None:
        """Know the table no more."""
        entry = self._entries.pop(id, None)
        for chat in () if entry is None else entry.chats:
            if self._chats.get(chat) == id:
                del self._chats[chat]


def _chats(table: Table) -> tuple[str, ...]:
    return () if table.phase is Phase.CLOSED else tuple([room.chat for room in table.rooms])
