"""Batches in which people just talk: read without the library, which has no use for them.

Most batches hold nothing but messages and reactions that came as they are. The library would check
them against a schema, which costs as much as a move. All else is the library's: what concerns
keys, devices, who is where, or came encrypted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from .events import Event

Json = Mapping[str, Any]

KEYS = "device_one_time_keys_count"
"""How many keys of ours the server has left, by algorithm."""
TALK = {"m.room.message", "m.reaction", "m.room.redaction"}
_UNUSED = {
    "device_unused_fallback_key_types",
    "org.matrix.msc2732.device_unused_fallback_key_types",
}
_UNREAD = {"unread_notifications", "unread_thread_notifications"}


@dataclass(frozen=True, slots=True)
class Plain:
    """A batch in which people just talk."""

    next_batch: str
    rooms: Mapping[str, tuple[Event, ...]]


def plain(told: Json, rooms: Collection[str], keys: object) -> Plain | None:
    """Return the batch if there is nothing in it but talk in these rooms, else ``None``.

    ``keys`` is what the library was told last of how many are left.
    """
    position = told.get("next_batch")
    if not isinstance(position, str) or told.get(KEYS) != keys:
        return None
    happened = told.get("rooms") or {}
    if any(happened[how] for how in happened if how != "join"):
        return None
    if not _empty(told, {"next_batch", "rooms", KEYS, *_UNUSED}):
        return None
    found = {}
    for room, news in (happened.get("join") or {}).items():
        timeline = news.get("timeline") or {}
        events = timeline.get("events") or ()
        if room not in rooms or timeline.get("limited") or not _empty(news, {"timeline", *_UNREAD}):
            return None
        if not all(map(_is_talk, events)):
            return None
        said = (event_of(room, source, source.get("content")) for source in events)
        found[room] = tuple(each for each in said if each is not None)
    return Plain(position, found)


def event_of(
    room: str, source: Json, content: object, *, before: str = "", encrypted: bool = False
) -> Event | None:
    """Return what the server sent as an event; ``None`` if it has not the shape of one."""
    kind, sender, id = source.get("type"), source.get("sender"), source.get("event_id", "")
    if not (isinstance(kind, str) and isinstance(sender, str) and isinstance(id, str)):
        return None
    if not isinstance(content, dict):
        return None
    redacts = source.get("redacts") or content.get("redacts")
    key = source.get("state_key")
    return Event(
        room=room,
        id=id,
        sender=sender,
        kind=kind,
        content=content,
        key=key if isinstance(key, str) else None,
        redacts=redacts if isinstance(redacts, str) else None,
        before=before,
        encrypted=encrypted,
    )


def _is_talk(source: object) -> bool:
    if not isinstance(source, dict) or "state_key" in source:
        return False
    return source.get("type") in TALK


def _empty(told: object, beside: Collection[str] = ()) -> bool:
    """Return whether nothing is told, beside what stands under these names."""
    if isinstance(told, dict):
        return all(name in beside or _empty(each) for name, each in told.items())
    return not told
