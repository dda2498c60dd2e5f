"""What happened in a room, decrypted and checked for shape, in no library's types.

``sync`` makes these, in the order of the room; ``rooms`` learns from them who is there, ``heard``
what somebody did. Nothing here knows where they come from or what they mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Content: TypeAlias = Mapping[str, Any]
"""What an event holds: JSON as somebody sent it, so anything may be missing or of another type."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a room."""

    room: str
    id: str
    sender: str
    kind: str
    """Its type, of what was decrypted: ``m.room.message``, ``m.reaction``, ``m.room.member`` …"""
    content: Content = field(repr=False)
    key: str | None = None
    """The state key; ``None``: it is no state of the room."""
    redacts: str | None = None
    """The event that was taken away by it, if it is an ``m.room.redaction``."""
    before: str = ""
    """The membership that it has changed, if it is an ``m.room.member``."""
    encrypted: bool = False
    """Whether it came encrypted. Reactions and redactions never do."""

    def text(self, *path: str) -> str:
        """Return the text at the path in the content; ``""`` if there is none."""
        found: object = self.content
        for name in path:
            found = found.get(name) if isinstance(found, Mapping) else None
        return found if isinstance(found, str) else ""
