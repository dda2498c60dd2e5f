"""Which way down the ladder each person has gone in each chat, over restarts.

One small file in the data folder. It is a comfort, not a promise: what can't be read or written
only means that somebody presses "my hand" twice once more. What people were shown stays out of it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import TypeAlias

import msgspec

from .places import Spot, to_chat
from .recent import Recent

log = logging.getLogger(__name__)

MOST = 4096
"""People in chats that are remembered, each in some forty bytes."""
LASTS = 30 * 24 * 3600
"""Seconds after which a better way is tried again: clients are updated, and slips happen."""


class Way(IntEnum):
    """How somebody is shown what others must not see, from the best to the plainest."""

    EPHEMERAL = 1
    ALERT = 2
    PRIVATE = 3


Step: TypeAlias = tuple[Way, int]
"""The way, and when it was taken, in seconds since 1970."""


@dataclass(slots=True)
class Ways:
    """The ways that people have gone down themselves."""

    file: Path | None = None
    """Where they are kept; ``None``: nowhere."""
    clock: Callable[[], float] = time.time
    """Seconds since 1970."""
    _steps: Recent[str, Step] = field(default_factory=lambda: Recent(MOST), repr=False)

    def __post_init__(self) -> None:
        """Read what was kept."""
        if self.file is None or not self.file.exists():
            return
        try:
            kept = msgspec.json.decode(self.file.read_bytes(), type=Mapping[str, Step])
        except (OSError, ValueError) as error:
            log.warning("%s is begun anew: %s", self.file, error)
            return
        for name, step in kept.items():
            self._steps.put(name, step)

    def of(self, spot: Spot, user: int) -> Way | None:
        """Return the way that the person takes there; ``None`` if it is not known."""
        name = _name(spot, user)
        step = self._steps.get(name)
        if step is not None and self.clock() - step[1] > LASTS:
            self._steps.forget(name)
            return None
        return None if step is None else step[0]

    def take(self, spot: Spot, user: int, way: Way) -> None:
        """Remember that the person goes this way from now on."""
        self._steps.put(_name(spot, user), (way, int(self.clock())))
        if self.file is None:
            return
        written = self.file.with_name(f"{self.file.name}.new")
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            written.write_bytes(msgspec.json.encode(dict(self._steps.items())))
            written.replace(self.file)
        except OSError as error:
            log.warning("%s is not kept: %s", self.file, error)


def _name(spot: Spot, user: int) -> str:
    return f"{to_chat(spot).id} {user}"
