"""What a Matrix client shows: rooms with messages as they look now. Pure.

Edits are shown in the place of what they change, what was taken away is not shown, reactions stand
with their message. What can't be decrypted, or is by a device that the client does not trust, is
not shown; that it came is remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, TypeAlias

Fields: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """A message as it looked at one moment; it doesn't change when the message does."""

    id: str
    room: str
    by: str
    """The sender's user id."""
    text: str
    html: str
    notice: bool
    mentions: tuple[str, ...]
    """Whom it notified when it came: an edit notifies nobody."""
    encrypted: bool
    trust: str | None
    """What the client thinks of the device, where it judges devices."""
    edits: int = 0
    reactions: tuple[tuple[str, str], ...] = ()
    """Keys, each with who pressed it, in the order in which they came."""
    order: int = field(default=0, compare=False)
    content: Fields = field(default_factory=dict, compare=False, repr=False)

    @property
    def keys(self) -> tuple[str, ...]:
        """What can be pressed: each key once."""
        return tuple(dict.fromkeys(key for key, _ in self.reactions))


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody asks one into a room."""

    room: str
    by: str
    direct: bool


@dataclass(frozen=True, slots=True)
class Heard:
    """An event of a room."""

    room: str
    event: Fields
    encrypted: bool


@dataclass(slots=True)
class Timeline:
    """Everything that one person's client knows."""

    me: str
    changed: Callable[[], None]
    """Told of every change."""
    invitations: dict[str, Invitation] = field(default_factory=dict)
    rooms: set[str] = field(default_factory=set)
    """Where one is."""
    direct: dict[str, str] = field(default_factory=dict)
    """Rooms to which one was asked for a talk between two, and by whom."""
    members: dict[str, dict[str, str]] = field(default_factory=dict)
    """Of each room, each user's membership."""
    state: dict[tuple[str, str], Fields] = field(default_factory=dict)
    """Of a room and a kind, the content for the empty key."""
    unreadable: list[tuple[str, Fields]] = field(default_factory=list)
    """Events that could not be decrypted when they came, each with its room."""
    hidden: list[Seen] = field(default_factory=list)
    """Messages that are not shown, as their sender's device is not trusted."""
    withheld: list[Fields] = field(default_factory=list)
    """What one was told of keys that one is not given."""
    heard: list[Heard] = field(default_factory=list)
    """Every event, as it came or was decrypted."""
    _messages: dict[str, Seen] = field(default_factory=dict)
    _gone: set[str] = field(default_factory=set)
    _known: set[str] = field(default_factory=set)
    _pressed: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    """Of a reaction's event: the message, the key, who."""
    _orders: count[int] = field(default_factory=lambda: count(1))

    def sees(self, room: str) -> list[Seen]:
        """Return the room's messages, the newest last."""
        return [seen for seen in self._messages.values() if seen.room == room]

    # --- what comes --------------------------------------------------------------------------

    def invited(self, room: str, state: list[Fields]) -> None:
        """Take in an invitation with what is told of the room."""
        for event in state:
            mine = event.get("type") == "m.room.member" and event.get("state_key") == self.me
            if mine and event["content"].get("membership") == "invite":
                direct = event["content"].get("is_direct") is True
                self.invitations[room] = Invitation(room, event["sender"], direct)
                if direct:
                    self.direct[room] = event["sender"]
        self.changed()

    def joined(self, room: str, state: list[Fields]) -> None:
        """Take in that one is in a room, and its state."""
        self.rooms.add(room)
        self.invitations.pop(room, None)
        for event in state:
            self._learn(room, event)
        self.changed()

    def left(self, room: str) -> None:
        self.rooms.discard(room)
        self.invitations.pop(room, None)
        self.changed()

    def event(
        self,
        room: str,
        event: Fields,
        *,
        encrypted: bool = False,
        trust: str | None = None,
        hidden: bool = False,
    ) -> None:
        """Take in one event of a room, decrypted if it was encrypted."""
        if event["event_id"] in self._known:
            return
        self._known.add(event["event_id"])
        self.heard.append(Heard(room, event, encrypted))
        self._learn(room, event)
        match event["type"]:
            case "m.room.message":
                self._message(room, event, encrypted, trust, hidden)
            case "m.reaction":
                self._reaction(event)
            case "m.room.redaction":
                self._redaction(event)
            case _:
                pass
        self.changed()

    def _learn(self, room: str, event: Fields) -> None:
        if "state_key" not in event:
            return
        if event["type"] == "m.room.member":
            membership = event["content"].get("membership", "leave")
            self.members.setdefault(room, {})[event["state_key"]] = membership
        elif event["state_key"] == "":
            self.state[room, event["type"]] = event["content"]

    def _message(
        self, room: str, event: Fields, encrypted: bool, trust: str | None, hidden: bool
    ) -> None:
        content = event["content"]
        if "body" not in content:  # it was taken away before it came
            return
        relation = content.get("m.relates_to", {})
        if relation.get("rel_type") == "m.replace":
            old = self._messages.get(relation["event_id"])
            if old is not None and old.by == event["sender"] and not hidden:
                new = content["m.new_content"]
                self._messages[old.id] = replace(
                    old,
                    text=new["body"],
                    html=new.get("formatted_body", ""),
                    edits=old.edits + 1,
                    encrypted=old.encrypted and encrypted,
                    trust=trust,
                    content=new,
                )
            return
        seen = Seen(
            id=event["event_id"],
            room=room,
            by=event["sender"],
            text=content["body"],
            html=content.get("formatted_body", ""),
            notice=content.get("msgtype") == "m.notice",
            mentions=tuple(content.get("m.mentions", {}).get("user_ids", ())),
            encrypted=encrypted,
            trust=trust,
            order=next(self._orders),
            content=content,
        )
        if hidden:
            self.hidden.append(seen)
        elif seen.id not in self._gone:
            self._messages[seen.id] = seen

    def _reaction(self, event: Fields) -> None:
        relation = event["content"].get("m.relates_to", {})
        message, key = relation.get("event_id"), relation.get("key")
        old = self._messages.get(message)
        if old is None or event["event_id"] in self._gone:
            return
        self._pressed[event["event_id"]] = message, key, event["sender"]
        reactions = (*old.reactions, (key, event["sender"]))
        self._messages[message] = replace(old, reactions=reactions)

    def _redaction(self, event: Fields) -> None:
        gone = event.get("redacts") or event["content"].get("redacts")
        self._gone.add(gone)
        if gone in self._messages:
            del self._messages[gone]
        elif gone in self._pressed:
            message, key, by = self._pressed.pop(gone)
            if (old := self._messages.get(message)) is not None:
                left = list(old.reactions)
                left.remove((key, by))
                self._messages[message] = replace(old, reactions=tuple(left))

    def is_gone(self, event: str) -> bool:
        """Return whether somebody has taken an event away."""
        return event in self._gone
