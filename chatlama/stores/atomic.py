"""A storage for TinyDB that replaces its file as a whole, or not at all.

TinyDB's own storage overwrites in place: killed at the wrong moment it leaves a file that is no
JSON. Here the new content goes to a second file in the same folder and takes the first one's name
once it has reached the disk. Nothing here knows what a table is, or keeps two processes apart.

Rule 1: the order is write, fsync of the file, rename, fsync of the folder.
Rule 2: whatever happens in between, the file holds the old content or the new, complete.
Rule 3: what a crash leaves behind ends in ``.tmp``; ``sweep`` takes it away.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from tinydb.storages import Storage

TEMPORARY = ".tmp"
"""How the name of a file ends that is not there yet."""


class Unsynced(OSError):
    """The file has its new content, but the folder may forget that if the power fails now."""


class AtomicStorage(Storage):
    """One JSON file: read once, written through, always complete."""

    def __init__(self, path: Path | str, *, anew: bool = False) -> None:
        """Stand for the file at ``path``; its folder is there.

        ``anew``: what the file holds is not read, as if there were none. The first write puts
        something whole in its place, and costs no reading.
        """
        self._path = os.fspath(path)
        self._read = anew
        self._kept: dict[str, dict[str, Any]] | None = None

    def read(self) -> dict[str, dict[str, Any]] | None:
        """Return what is stored, ``None`` if there is no file.

        Raises ``ValueError`` if it is no TinyDB file, ``OSError`` if it can't be read.
        """
        if not self._read:
            self._kept = _read_json(self._path)
            self._read = True
        return self._kept

    def write(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        """Store ``data`` durably; see ``replace`` for what a failure leaves."""
        # What is kept in memory is forgotten first: after a failure the file is asked again.
        self._kept, self._read = None, False
        replace(self._path, msgspec.json.encode(data))
        self._kept = {name: dict(table) for name, table in data.items()}
        self._read = True


# Below, paths are strings and files descriptors: with pathlib and file objects a save took a
# tenth longer.


def replace(path: str, content: bytes) -> None:
    """Make ``content`` what the file holds, over a crash and a loss of power.

    Raises ``OSError`` if that failed and the file is as it was, and ``Unsynced`` if it failed so
    late that the file has its new content already.
    """
    temporary = path + TEMPORARY
    try:
        file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            rest = memoryview(content)
            while rest:  # a system that is short of room may take a part
                rest = rest[os.write(file, rest) :]
            os.fsync(file)
        finally:
            os.close(file)
        os.replace(temporary, path)  # noqa: PTH105  # see above
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108  # see above
        raise
    sync_folder(os.path.dirname(path))  # noqa: PTH120  # see above


def delete(path: str) -> None:
    """Make the file be gone, over a crash and a loss of power; errors as in ``replace``."""
    Path(path).unlink(missing_ok=True)
    sync_folder(os.path.dirname(path))  # noqa: PTH120  # see above


def sync_folder(folder: str) -> None:
    """Make the names in the folder durable; raise ``Unsynced`` if that failed."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise Unsynced(*error.args) from error


def sweep(folder: Path) -> int:
    """Take away what writers that were killed left in the folder; return how many files.

    Only who alone writes there may call this.
    """
    left = [path for path in folder.iterdir() if path.name.endswith(TEMPORARY)]
    for path in left:
        path.unlink(missing_ok=True)
    return len(left)


def _read_json(path: str) -> dict[str, dict[str, Any]] | None:
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123  # see above
            content = file.read()
    except FileNotFoundError:
        return None
    try:
        return msgspec.json.decode(content, type=dict[str, dict[str, Any]])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"no TinyDB file: {' '.join(str(error).split())}") from error
