"""What the account keeps on disk: small JSON files that only we may read, replaced whole."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from chatlama.session.transport import TransportError


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
