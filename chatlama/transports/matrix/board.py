"""Living messages: a page is edited in place, and posted anew when it must be.

It is posted anew when a chapter begins, when it was taken away, when so much was written since that
it has scrolled away, and when a press stays on it. One of an earlier chapter stays to be read; its
buttons are stale then and say so. Edits notify nobody: who is called to a turn is called by a new
message.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec

from chatlama.session.transport import Gone, Handle, Page, RetryLater, Unreachable

from . import render
from .events import Content
from .keys import PRIMARY, keyed, normal
from .notes import Notes, Shown, arrived
from .outbox import Outbox, Rank
from .reactions import Reactions

log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")

MESSAGE = "m.room.message"
FAR_BELOW = 20
"""Messages in a room after which a table is posted anew."""
NEAR_BELOW = 6
"""The same for a hand: in a direct room nearly all that is written are moves."""
CALL = "call"
"""In a handle: a call to a turn."""
RETURN = 3.0
"""Seconds within which an edit comes back to us."""
GONE = -1
"""Where a message stands that was taken away."""
KEPT = 1000
"""Messages of which is known where they stand."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a page is shown."""

    chat: str
    """The room of the table."""
    room: str
    """The room of the message: the table's, or somebody's direct room."""
    user: str | None = None
    """Whose hand is shown; ``None``: what all see."""
    sign: str = ""
    """What a typed command begins with there."""
    heading: str = ""
    """What stands above the page."""


@dataclass(slots=True)
class Boards:
    """Pages in rooms."""

    outbox: Outbox
    notes: Notes
    reactions: Reactions
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(
        default_factory=WeakValueDictionary, repr=False
    )
    _posted: OrderedDict[str, int] = field(default_factory=OrderedDict)
    """How many messages the room had when the message was posted."""
    _echoes: OrderedDict[str, str] = field(default_factory=OrderedDict)
    """The edit of each message that has come back to us last."""
    _edited: OrderedDict[str, float] = field(default_factory=OrderedDict)
    """When a message was edited last."""
    _written: dict[str, int] = field(default_factory=dict)
    """Messages in each room since the start."""

    def wrote(self, room: str) -> None:
        """Know that something was written there."""
        self._written[room] = self._written.get(room, 0) + 1

    def came_back(self, event: str, to: str) -> None:
        """Know that people see an edit of ours, or something else that we said of a message."""
        _keep(self._echoes, to, event)
        shown = self.notes[to]
        if shown is not None and shown.latest == event:
            self.notes.note(to, arrived(shown))

    def seen(self, event: str) -> Shown | None:
        """Return what people see of a message; ``None`` if it is none of ours.

        An edit that has not come back to us in all that time has done so before a restart.
        """
        shown = self.notes[event]
        if shown is None or self._now() - self._edited.get(event, -RETURN) < RETURN:
            return shown
        return arrived(shown)

    def lost(self, event: str) -> None:
        """Know that a message was taken away."""
        if self.notes[event] is not None:
            self.notes.forget(event)
            self.reactions.withdraw(event)
            _keep(self._posted, event, GONE)

    async def show(self, spot: Spot, page: Page, last: Handle | None, rank: Rank) -> Handle:
        """Show the page and return which message shows it, and in which chapter.

        Raises ``RetryLater`` and ``Unreachable``.
        """
        event, chapter = read(last)
        lock = self._locks.setdefault(f"{spot.chat} {spot.user}", asyncio.Lock())
        async with lock:
            if not event or page.chapter > chapter or self._posted.get(event) == GONE:
                return await self._post(spot, page, event, rank)
            seen = self.notes[event]
            if self._below(spot, event) or (seen is not None and seen.stuck):
                shown = await self._post(spot, page, event, rank)
                await self.take_away(spot.room, Handle(f"{event}:{chapter}"))
                return shown
            await self._edit(spot, page, event, rank)
        return Handle(f"{event}:{max(chapter, page.chapter)}")

    async def call(self, spot: Spot, page: Page, last: Handle | None) -> Handle:
        """Call people to their turn, once, by a message that makes itself heard."""
        if last is not None:
            return last
        calls = f"{spot.chat} {CALL}"
        content = render.content(page, render.Manner(spot.sign))
        before = self.notes.latest(calls, None) or ""
        event = await self.outbox.send(spot.room, MESSAGE, content, Rank.NOW, before)
        self.notes.note(event, Shown(calls, spot.room, None, over=True))
        return Handle(f"{event}:{CALL}")

    async def take_away(self, room: str, last: Handle) -> None:
        """Take a message away; one that can't be is let be. A call has to go: ``RetryLater``."""
        event, _, kind = last.rpartition(":")
        try:
            await self.outbox.redact(room, event, Rank.ASIDE)
        except RetryLater:
            if kind == CALL:
                raise
        except (Gone, Unreachable) as why:
            log.debug("a message stays: %s", why)
        self.lost(event)

    async def answer(
        self, spot: Spot, page: Page, to: str, *, quoted: bool = False, rank: Rank = Rank.NOW
    ) -> None:
        """Answer the event ``to``, ``quoted`` where it is seen what it was.

        Raises ``RetryLater`` and ``Unreachable``.
        """
        content = self._content(spot, page)
        if quoted:
            content["m.relates_to"] = {"m.in_reply_to": {"event_id": to}}
        event = await self.outbox.send(spot.room, MESSAGE, content, rank, to)
        if page.buttons:
            shown = Shown(spot.chat, spot.room, spot.user, aside=True, over=True)
            self._know(page, event, shown, _digest(content), event)

    async def _post(self, spot: Spot, page: Page, last: str, rank: Rank) -> Handle:
        content = self._content(spot, page)
        before = self.notes.latest(spot.chat, spot.user) or last
        event = await self.outbox.send(spot.room, MESSAGE, content, rank, before)
        _keep(self._posted, event, self._written.get(spot.room, 0))
        old = self.notes[before]
        if old is not None:
            self.notes.note(before, replace(old, over=True))
            self.reactions.withdraw(before)
        shown = Shown(spot.chat, spot.room, spot.user)
        self._know(page, event, shown, _digest(content), event)
        return Handle(f"{event}:{page.chapter}")

    async def _edit(self, spot: Spot, page: Page, event: str, rank: Rank) -> None:
        """Have the message show the page; one that says the same already costs nothing."""
        content = self._content(spot, page)
        seen = self.notes[event] or Shown(spot.chat, spot.room, spot.user, latest=event)
        latest = seen.latest
        digest = _digest(content)
        if seen.digest != digest:
            changed = render.edit(content, event)
            latest = await self.outbox.send(spot.room, MESSAGE, changed, rank, latest)
            _keep(self._edited, event, self._now())
        self._know(page, event, self.notes[event] or seen, digest, latest)

    def _now(self) -> float:
        return self.outbox.pace.now()

    def _content(self, spot: Spot, page: Page) -> dict[str, Any]:
        return render.content(page, render.Manner(spot.sign, self.reactions.on), spot.heading)

    def _know(self, page: Page, event: str, seen: Shown, digest: str, latest: str) -> None:
        """Know what the message shows now, and offer its buttons."""
        buttons = tuple(keyed(page))
        tokens = {normal(key): button.token for key, button in buttons}
        waiting = seen.coming is not None if latest == seen.latest else latest != event
        waiting = waiting and self._echoes.get(event) != latest
        now = replace(
            seen,
            digest=digest,
            latest=latest,
            tokens=seen.tokens if waiting else tokens,
            coming=tokens if waiting else None,
            chapter=page.chapter,
            waits=bool(buttons),
        )
        self.notes.note(event, now)
        self.reactions.offer(event, sorted((key for key, _ in buttons), key=_is_minor))

    def _below(self, spot: Spot, event: str) -> bool:
        """Return whether the message has scrolled away."""
        far = FAR_BELOW if spot.user is None else NEAR_BELOW
        return self._written.get(spot.room, 0) - self._posted.get(event, 0) >= far


def read(handle: Handle | None) -> tuple[str, int]:
    """Return which message the handle names, ``""`` if none, and of which chapter."""
    event, _, chapter = (handle or "").rpartition(":")
    return (event, int(chapter)) if event and chapter.isdecimal() else ("", 0)


def _is_minor(key: str) -> bool:
    return key != PRIMARY


def _digest(content: Content) -> str:
    return blake2b(msgspec.json.encode(content), digest_size=8).hexdigest()


def _keep(known: OrderedDict[K, V], key: K, value: V) -> None:
    known[key] = value
    known.move_to_end(key)
    if len(known) > KEPT:
        known.popitem(last=False)
