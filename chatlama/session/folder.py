"""A folder that one process at a time writes: a store's, or what a transport keeps.

Like the contract with transports it imports nothing else of this package.
"""

from __future__ import annotations

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self


@dataclass(slots=True)
class Held:
    """A folder that is this process's until it is let go, or the process is gone."""

    _lock: int | None

    @classmethod
    def take(cls, folder: Path) -> Self | None:
        """Return the folder, made if need be; ``None`` if it is another's.

        Raises ``OSError`` if it can't be made or written.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, mode=0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock)
            if isinstance(error, BlockingIOError):
                return None
            raise
        return cls(lock)

    def let_go(self) -> None:
        """Let another process have it; may be called again."""
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)
