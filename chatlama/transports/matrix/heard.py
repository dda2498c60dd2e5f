"""From events of a room to what somebody did there. What concerns nobody here is ``None``.

Nothing is taken as a command that a program may have written (notices) or that corrects something
said before (edits). Whose event it is, is for others to know.
"""

from __future__ import annotations

from dataclasses import dataclass

from .events import Event

SIGN = "!"
"""What a command begins with in a room; in a direct room it may."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message that somebody has written."""

    text: str
    replied: str = ""
    """The event to which it replies, if any."""


@dataclass(frozen=True, slots=True)
class Reacted:
    """A reaction to an event."""

    to: str
    key: str


@dataclass(frozen=True, slots=True)
class TakenAway:
    """An event that is gone."""

    event: str


def heard(event: Event) -> Said | Reacted | TakenAway | None:
    """Return what happened, whoever did it."""
    relation = event.text("m.relates_to", "rel_type")
    match event.kind, relation:
        case "m.room.message", kind if kind != "m.replace":
            return _said(event)
        case "m.reaction", "m.annotation":
            return Reacted(
                event.text("m.relates_to", "event_id"), event.text("m.relates_to", "key")
            )
        case "m.room.redaction", _:
            return TakenAway(event.redacts) if event.redacts else None
        case _:
            return None


def command(said: str, *, direct: bool) -> str | None:
    """Return what is asked of us, without its sign; ``None`` if nothing is.

    >>> command("!join", direct=False), command("4", direct=False), command("4", direct=True)
    ('join', None, '4')
    """
    said = said.strip()
    asked = said.removeprefix(SIGN).strip()
    if not asked or not (direct or (said.startswith(SIGN) and asked[0].isalnum())):
        return None
    return asked


def _said(event: Event) -> Said | None:
    if event.text("msgtype") != "m.text":
        return None
    replied = event.text("m.relates_to", "m.in_reply_to", "event_id")
    body = event.text("body")
    return Said(_unquoted(body) if replied else body, replied)


def _unquoted(body: str) -> str:
    """Return a reply without the quotation that some clients write above it."""
    lines = body.split("\n")
    quoted = next((at for at, line in enumerate(lines) if not line.startswith(">")), len(lines))
    return "\n".join(lines[quoted:]).strip()
