"""The rooms we are in: who is there and may do what, and the direct room of each person.

All of it follows from the state of the rooms, which ``learn`` is told event by event; nothing here
asks a server.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from .events import Content, Event

MEMBER = "m.room.member"
ENCRYPTED = "m.room.encryption"
KICK, BAN, REDACT, STATE = 50.0, 50.0, 50.0, 50.0
"""What these need where a room does not say (Matrix specification, m.room.power_levels)."""
CREATOR = 100.0
"""The power of who made a room that says nothing of power."""
LONGEST = 40
"""Characters of the name of a room or a person that are told."""
TOLD = 4
"""People after whom a room without a name is called."""
OWNED = 12
"""The first version of rooms whose makers have all power, for ever."""


class Rooms(Protocol):
    """The rooms we are in, as the last batch that was handled left them."""

    @property
    def me(self) -> str:
        """Our own user id."""

    def here(self, room: str) -> bool:
        """Return whether we are in the room."""

    def joined(self, room: str) -> Collection[str]:
        """Return everybody who is in the room, us too."""

    def invited(self, room: str) -> Collection[str]:
        """Return everybody who is invited and has not come yet."""

    def title(self, room: str) -> str:
        """Return what the room is called, in one short line: without a name, after who is there."""

    def name(self, room: str, user: str) -> str:
        """Return what the person is called in the room, in one short line of any characters."""

    def level(self, room: str, user: str) -> float:
        """Return the person's power there; who made a room of version 12 has infinite power."""

    def administers(self, room: str, user: str) -> bool:
        """Return whether the person may put others out and take their messages away."""

    def may_redact(self, room: str) -> bool:
        """Return whether we may take other people's events away."""

    def encrypted(self, room: str) -> bool:
        """Return whether what is sent there is encrypted."""

    def direct(self, user: str) -> tuple[str, ...]:
        """Return the direct rooms with the person that we are in, the best one first.

        They are encrypted, and nobody else is in them. Ones that the person has joined come
        before ones to which the person is only invited.
        """

    def direct_with(self, room: str) -> str | None:
        """Return with whom the room is a direct one; ``None``: it is none."""


class Doors(Protocol):
    """Ways for people into rooms."""

    async def create_direct(self, user: str) -> str:
        """Make an encrypted direct room, invite the person, and return it, known from then on.

        Raises ``RetryLater``, or ``Unreachable`` if the person can't be invited.
        """

    async def invite(self, room: str, user: str) -> None:
        """Invite somebody who has left back into the room. Raises as ``create_direct``."""


@dataclass(slots=True)
class Room:
    """What is known of a room that we are in."""

    state: dict[tuple[str, str], Event] = field(default_factory=dict)
    """The state that matters here, by type and state key."""
    people: dict[str, set[str]] = field(default_factory=dict)
    """Everybody who is or was there, by membership."""

    def content(self, kind: str, key: str = "") -> Content:
        """Return what a piece of state holds; nothing if there is none."""
        found = self.state.get((kind, key))
        return {} if found is None else found.content

    @property
    def creators(self) -> frozenset[str]:
        """Who made it."""
        made = self.state.get(("m.room.create", ""))
        if made is None:
            return frozenset()
        others = made.content.get("additional_creators") if self.owned else ()
        more = others if isinstance(others, list | tuple) else ()
        return frozenset({made.sender, *(each for each in more if isinstance(each, str))})

    @property
    def owned(self) -> bool:
        """Whether its makers have all power there."""
        version = self.content("m.room.create").get("room_version")
        return isinstance(version, str) and version.isdecimal() and int(version) >= OWNED

    def put(self, event: Event) -> None:
        """Know a piece of its state."""
        if event.kind == MEMBER:
            self.people.get(self.member(event.key or ""), set()).discard(event.key or "")
        self.state[event.kind, event.key or ""] = event
        if event.kind == MEMBER:
            self.people.setdefault(self.member(event.key or ""), set()).add(event.key or "")

    def member(self, user: str) -> str:
        """Return the person's membership; ``""`` if there never was one."""
        told = self.content(MEMBER, user).get("membership")
        return told if isinstance(told, str) else ""

    def level(self, user: str) -> float:
        """Return the person's power."""
        if self.owned and user in self.creators:
            return float("inf")
        levels = self.content("m.room.power_levels")
        if not levels:
            return CREATOR if user in self.creators else 0.0
        users = levels.get("users")
        told = users.get(user) if isinstance(users, Mapping) else None
        return _number(told, _number(levels.get("users_default"), 0.0))

    def needs(self, what: str, otherwise: float) -> float:
        """Return the power that ``kick``, ``redact`` and the like need."""
        return _number(self.content("m.room.power_levels").get(what), otherwise)

    def needs_for(self, kind: str, default: str, otherwise: float) -> float:
        """Return the power that sending an event of this type needs."""
        events = self.content("m.room.power_levels").get("events")
        told = events.get(kind) if isinstance(events, Mapping) else None
        return _number(told, self.needs(default, otherwise))

    def follows(self) -> str:
        """Return the room whose place this one takes by its maker's word; ``""`` if none."""
        predecessor = self.content("m.room.create").get("predecessor")
        found = predecessor.get("room_id") if isinstance(predecessor, Mapping) else None
        return found if isinstance(found, str) else ""

    def successor(self) -> tuple[str, str]:
        """Return the room that takes this one's place, and who said so; ``""`` if none.

        It counts only from somebody whose power is enough to say so.
        """
        said = self.state.get(("m.room.tombstone", ""))
        if said is None:
            return "", ""
        may = self.level(said.sender) >= self.needs_for("m.room.tombstone", "state_default", STATE)
        return (said.text("replacement_room"), said.sender) if may else ("", "")


@dataclass(slots=True)
class KnownRooms:
    """The rooms of one account."""

    me: str
    listed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Direct rooms by person, as the account keeps them (``m.direct``)."""
    _rooms: dict[str, Room] = field(default_factory=dict)
    _members: dict[str, dict[str, None]] = field(default_factory=dict)
    """Rooms in which somebody else is or was, by person, the first one first."""

    def learn(self, event: Event) -> None:
        """Know a piece of state."""
        if event.key is None:
            return
        room = self._rooms.setdefault(event.room, Room())
        room.put(event)
        if event.kind == MEMBER and event.key != self.me:
            self._members.setdefault(event.key, {})[event.room] = None

    def forget(self, room: str) -> None:
        """Know that we are not in the room any more."""
        for kind, user in self._rooms.pop(room, Room()).state:
            if kind == MEMBER and user in self._members:
                self._members[user].pop(room, None)
                if not self._members[user]:
                    del self._members[user]

    def at(self, room: str) -> Room:
        """Return what is known of a room; nothing is known of one that we are not in."""
        return self._rooms.get(room) or Room()

    def all(self) -> Iterable[str]:
        """Return every room that we are in."""
        return tuple(self._rooms)

    def here(self, room: str) -> bool:
        """As ``Rooms``."""
        return self.me in self.joined(room)

    def membership(self, room: str, user: str) -> str:
        """Return ``join``, ``invite``, ``leave``, ``ban`` or ``knock``; ``""``: was never there."""
        return self.at(room).member(user)

    def joined(self, room: str) -> Collection[str]:
        """As ``Rooms``."""
        return self.at(room).people.get("join", ())

    def invited(self, room: str) -> Collection[str]:
        """As ``Rooms``."""
        return self.at(room).people.get("invite", ())

    def title(self, room: str) -> str:
        """As ``Rooms``."""
        found = self.at(room)
        names = found.content("m.room.name").get("name"), _alias(found)
        named = next((said for each in names if (said := _line(each))), "")
        people = sorted(self.name(room, user) for user in {*self.joined(room)} - {self.me})
        return named or ", ".join(people[:TOLD]) + (" …" if people[TOLD:] else "")

    def name(self, room: str, user: str) -> str:
        """As ``Rooms``."""
        told = self.at(room).content(MEMBER, user).get("displayname")
        return _line(told) or _line(user.removeprefix("@").partition(":")[0])

    def level(self, room: str, user: str) -> float:
        """As ``Rooms``."""
        return self.at(room).level(user)

    def administers(self, room: str, user: str) -> bool:
        """As ``Rooms``."""
        found = self.at(room)
        level = found.level(user)
        return level >= found.needs("kick", KICK) and level >= found.needs("redact", REDACT)

    def may_redact(self, room: str) -> bool:
        """As ``Rooms``."""
        found = self.at(room)
        sending = found.needs_for("m.room.redaction", "events_default", 0.0)
        return found.level(self.me) >= max(found.needs("redact", REDACT), sending)

    def encrypted(self, room: str) -> bool:
        """As ``Rooms``."""
        return (ENCRYPTED, "") in self.at(room).state

    def direct(self, user: str) -> tuple[str, ...]:
        """As ``Rooms``: those listed, and those that we made and could not list any more."""
        listed = self.listed.get(user, ())
        found = [room for room in listed if self._between(room, user)]
        for room in self._members.get(user, ()):
            if room not in found and self._ours(room) and self._between(room, user):
                found.append(room)
        order = {each: at for at, each in enumerate(("join", "invite"))}
        return tuple(sorted(found, key=lambda room: order.get(self.membership(room, user), 2)))

    def direct_with(self, room: str) -> str | None:
        """As ``Rooms``."""
        others = {*self.joined(room), *self.invited(room)} - {self.me}
        if not others:
            others = {user for user, rooms in self.listed.items() if room in rooms}
        if len(others) != 1:
            return None
        (user,) = others
        return user if room in self.direct(user) else None

    def _between(self, room: str, user: str) -> bool:
        """Return whether the room is encrypted, and nobody but the person and us is in it."""
        others = {*self.joined(room), *self.invited(room)} - {self.me, user}
        return self.here(room) and self.encrypted(room) and not others

    def _ours(self, room: str) -> bool:
        """Return whether we have made the room."""
        made = self.at(room).state.get(("m.room.create", ""))
        return made is not None and made.sender == self.me


def _alias(room: Room) -> object:
    return room.content("m.room.canonical_alias").get("alias")


def _line(told: object) -> str:
    """Return a name as one short line; ``""`` if it is none."""
    return " ".join(told.split())[:LONGEST].rstrip() if isinstance(told, str) else ""


def _number(raw: Any, otherwise: float) -> float:  # noqa: ANN401 - as somebody sent it
    """Return a power, which old rooms may write as text."""
    if isinstance(raw, str) and raw.strip().lstrip("+-").isdecimal():
        raw = int(raw)
    if isinstance(raw, int | float) and not isinstance(raw, bool):
        return float(raw)
    return otherwise
