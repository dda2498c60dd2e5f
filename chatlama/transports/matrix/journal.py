"""A file of lines that grows with every change, readable by us alone.

What was added is there after the process was killed, at a hundredth of what a flush of the disk
costs at every change; if the machine stops, the last of it may be lost or torn.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from chatlama.session.transport import TransportError

from .kept import replace


@dataclass(slots=True)
class Journal:
    """One such file; it stays open from the first line that is added on."""

    path: Path
    _file: int | None = None

    def read(self) -> list[bytes]:
        """Return all lines, of which any may be torn. Raises ``TransportError``."""
        try:
            return self.path.read_bytes().splitlines()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise TransportError(f"{self.path} can't be read: {error.strerror}") from error

    def add(self, line: bytes) -> None:
        """Write a line behind the others. Raises ``OSError``."""
        if self._file is None:
            how = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
            self._file = os.open(self.path, how, 0o600)
        os.write(self._file, line + b"\n")

    def replace(self, lines: Iterable[bytes]) -> None:
        """Hold these lines and no others. Raises ``OSError``."""
        self.close()
        replace(self.path, b"".join(line + b"\n" for line in lines))

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
