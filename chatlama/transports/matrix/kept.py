"""What the account keeps on disk: small JSON files that only we may read, replaced whole."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from chatlama.session.transport import TransportError

SECTOR = 512
"""Bytes that any disk writes whole."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One file of texts by name, mode 0600."""

    path: Path

    def read(self) -> dict[str, str]:
        """Return what was kept, nothing if nothing was. Raises ``TransportError``."""
        try:
            found = json.loads(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise TransportError(f"{self.path} can't be read: {error}") from error
        if not isinstance(found, dict) or not all(isinstance(v, str) for v in found.values()):
            raise TransportError(f"{self.path} does not hold what chatlama has written")
        return found

    def write(self, texts: Mapping[str, str]) -> None:
        """Keep this, instead of what was kept, also if the machine stops now.

        Raises ``OSError``; then what was kept before still is.
        """
        replace(self.path, json.dumps(dict(texts)).encode())


@dataclass(slots=True)
class Position:
    """Up to where everything is handled: one file, mode 0600, written in place.

    It is written with every batch, so nothing is waited for: if the process is killed the last one
    is there, and if the machine loses its power one of the last ones. What lies between is handled
    again, which changes nothing. It is shorter than a disk writes at once, so it is never half.
    """

    path: Path
    _file: int | None = None

    def read(self) -> str:
        """Return the position; ``""`` if there is none. Raises ``TransportError``."""
        return Kept(self.path).read().get("since", "")

    def write(self, since: str) -> None:
        """Keep this one. Raises ``OSError``."""
        content = msgspec.json.encode({"since": since}).ljust(SECTOR)
        if self._file is not None and len(content) == SECTOR:
            os.pwrite(self._file, content, 0)
            return
        self.close()
        replace(self.path, content)
        if len(content) == SECTOR:
            self._file = os.open(self.path, os.O_WRONLY)

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def replace(path: Path, content: bytes) -> None:
    """Have the file hold this, and be readable by us alone. Raises ``OSError``."""
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123 - a descriptor
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
