"""Tables on disk: a TinyDB file for each, in a data folder that one process writes.

``<folder>/tables/<id>.json`` is a TinyDB file with one document, the table's record.

Rule 1: a commit that returned is on the disk, and outlives a crash and a loss of power.
Rule 2: a file that is no table harms no other: it is set aside under another name, and named in
the log. One that the system does not let us read stays where it is, named as well.
Rule 3: an idle table costs an entry of the index; its file is opened for a load or a commit only.
Rule 4: what comes from outside, such as an id in a button, never becomes a path unless it is known.

The store blocks inside its async methods, on purpose: a commit is one fsync of a small file, some
tenths of a millisecond on a disk, less than handing it to a thread and back under load. It also
makes each method whole: nothing else runs between its check and its write.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tinydb.table import Document
from tinydb.table import Table as TinyTable

from chatlama.core.table.model import Table, TableId
from chatlama.session.entries import UnreadableRecord
from chatlama.session.folder import Held
from chatlama.session.ports import StoreError
from chatlama.session.record import from_document, to_document

from .atomic import TEMPORARY, AtomicStorage, Unsynced, delete, replace, sweep, sync_folder
from .index import Index

_LOG = logging.getLogger(__name__)
_DOCUMENT = 1
"""The id of the only document in a file."""
_MEND = "choose another folder with CHATLAMA_STORE_PATH"


class TinyStore:
    """A ``Store`` that one process at a time keeps in a folder."""

    def __init__(self, folder: Path | str) -> None:
        """Take the folder, making it if need be, and know every table in it.

        Raises ``StoreError`` if another process has it, or if it can't be made, read or written.
        """
        self._folder = Path(folder)
        self._files = os.fspath(self._folder / "tables")
        self._index = Index()
        self._unsynced = False
        """Whether a change is in the folder that the disk may not know."""
        self._lock = _locked(self._folder)
        try:
            with self._telling("used"):
                files = Path(self._files)
                files.mkdir(mode=0o700, exist_ok=True)
                replace(f"{self._files}/probe{TEMPORARY}", b"")  # no table can have that name
                sweep(files)
                self._read_index()
        except BaseException:
            self._lock.let_go()
            raise

    async def load(self, id: TableId) -> Table | None:
        """Return the table without its position; ``None`` if there is none (any more)."""
        if id not in self._index:
            return None
        with self._telling("read"):
            self._sync()
            table = self._read(self._path(id))
            if table is None:
                os.stat(self._files)  # noqa: PTH116 - if all are gone, it is the disk that is
        if table is None:
            self._index.drop(id)
        else:
            self._index.put(table)
        return table

    async def commit(self, table: Table, *, expected: int) -> None:
        """Keep the table durably if the kept version is ``expected``, else raise ``Conflict``.

        Raises ``StoreError`` if it can't be written. Then the kept table is as before, complete;
        or, if the very last step failed, as committed: ``load`` says which.
        """
        self._index.admit(table, expected)
        document = Document(to_document(table), _DOCUMENT)
        try:
            # A TinyDB object around it would hold no more, and take a fiftieth of the commit.
            TinyTable(AtomicStorage(self._path(table.id), anew=True), "_default").insert(document)
        except OSError as error:
            if isinstance(error, Unsynced):
                self._unsynced = True
                self._index.put(table)
            raise StoreError(_message(self._folder, "written", error)) from error
        self._unsynced = False
        self._index.put(table)

    async def remove(self, id: TableId) -> None:
        """Forget the table, if it is there."""
        if id not in self._index:
            return
        with self._telling("written"):
            try:
                delete(self._path(id))
            except Unsynced:
                self._index.drop(id)
                raise
        self._unsynced = False
        self._index.drop(id)

    async def in_chat(self, chat: str) -> TableId | None:
        """Return the table that stands in the chat and is not closed."""
        return self._index.in_chat(chat)

    async def tables(self) -> Sequence[TableId]:
        """Return every table that is kept, closed ones included."""
        return self._index.ids()

    async def close(self) -> None:
        """Let another process have the folder."""
        self._lock.let_go()

    def _path(self, id: str) -> str:
        return f"{self._files}/{id}.json"

    def _read_index(self) -> None:
        names = os.listdir(self._files)  # noqa: PTH208  # ten thousand names need no objects
        for name in sorted(names):
            if not name.endswith(".json"):
                continue
            path = f"{self._files}/{name}"
            try:
                table = self._read(path)
            except OSError as error:
                _LOG.warning("%s can't be read (%s): its table is left out", path, _why(error))
                continue
            if table is None:
                continue
            rival = self._index.rival(table)
            if rival is not None:
                _LOG.warning("table %s stands where %s does, which its chat has", table.id, rival)
            self._index.put(table)

    def _read(self, path: str) -> Table | None:
        """Return the table in the file; set the file aside if it holds none."""
        try:
            table = _table(AtomicStorage(path).read())
            if table is not None and self._path(table.id) != path:
                raise UnreadableRecord(f"it holds table {table.id}")
        except ValueError as error:
            aside = _set_aside(Path(path))
            _LOG.warning("%s is no table (%s): it was set aside as %s", path, error, aside.name)
            return None
        return table

    def _sync(self) -> None:
        """Make durable what a failure left open, before anybody builds on it."""
        if self._unsynced:
            sync_folder(self._files)
            self._unsynced = False

    @contextmanager
    def _telling(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._unsynced = self._unsynced or isinstance(error, Unsynced)
            raise StoreError(_message(self._folder, what, error)) from error


def _locked(folder: Path) -> Held:
    """Return what holds the data folder."""
    try:
        lock = Held.take(folder)
    except OSError as error:
        raise StoreError(_message(folder, "used", error)) from error
    if lock is None:
        raise StoreError(f"data folder {folder} is in use by another chatlama; stop it or {_MEND}")
    return lock


def _table(content: object) -> Table | None:
    """Return the table in what a file holds; ``None`` if there is no file."""
    match content:
        case None:
            return None
        case {"_default": {"1": document, **others}, **rest} if not others and not rest:
            return from_document(document)
        case _:
            raise UnreadableRecord("no TinyDB file with one document")


def _set_aside(path: Path) -> Path:
    """Rename a file so that nobody takes it for a table; return its new path."""
    aside = path.with_name(f"{path.name}.unreadable")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.unreadable-{number}")
    return path.rename(aside)


def _message(folder: Path, what: str, error: OSError) -> str:
    return f"data folder {folder} can't be {what}: {_why(error)}; mend that or {_MEND}"


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__
