"""What the transport remembers of its own messages, over a restart.

It is kept a little later than it changes, as it does with every move. Should the last of it be
lost, a press finds an older button, which is stale and says so; it never presses anything else.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import msgspec

log = logging.getLogger(__name__)

SOON = 2.0
"""Seconds after which a change is kept."""
KEPT = 1000
"""Messages that are remembered, the latest ones."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A message of ours, and the page that it shows."""

    chat: str
    """The room of the table."""
    room: str
    """Where the message is."""
    user: str | None
    """Whose hand it shows; ``None``: what all see."""
    digest: str = ""
    """Names what the message says."""
    latest: str = ""
    """The event that made it say so: the message itself or its latest edit."""
    tokens: Mapping[str, str] = field(default_factory=dict)
    """What each reaction presses, by the normal form of its key."""
    coming: Mapping[str, str] | None = None
    """The same as soon as its latest edit has come back to us: before, people press what they saw
    before."""
    seeded: frozenset[str] = frozenset()
    """Keys, in their normal form, that we have offered there."""
    chapter: int = 0
    """The page's."""
    waits: bool = False
    """Whether the page waits for somebody to press."""
    stuck: bool = False
    """Whether somebody's press stays on it, so that they could not press that again."""
    over: bool = False
    """Whether it is kept up to date no more, but still there to be read and pressed."""


@dataclass(slots=True)
class Notes:
    """The memory of one account."""

    write: Callable[[bytes], None] = field(repr=False)
    """Keeps the notes as a whole. Raises ``OSError``."""
    _shown: OrderedDict[str, Shown] = field(default_factory=OrderedDict)
    _hands: dict[tuple[str, str], str] = field(default_factory=dict)
    """The message that shows somebody's hand at a table now."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    def read(cls, written: bytes | None, write: Callable[[bytes], None]) -> Notes:
        """Return what was kept; what can't be read is given up, which costs a message or two."""
        notes = cls(write)
        if written is not None:
            try:
                kept = msgspec.json.decode(written, type=dict[str, Shown])
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                log.warning("what Matrix messages showed is forgotten: %s", error)
            else:
                for event, shown in kept.items():
                    notes.note(event, arrived(shown))
                notes._changed.clear()
        return notes

    def __getitem__(self, event: str) -> Shown | None:
        """Return what the message shows; ``None`` if that is not known."""
        return self._shown.get(event)

    def note(self, event: str, shown: Shown) -> None:
        """Know what the message shows."""
        if self._shown.get(event) != shown:
            self._shown[event] = shown
            self._changed.set()
        self._shown.move_to_end(event)
        if shown.user is not None:
            if not shown.over:
                self._hands[shown.user, shown.chat] = event
            elif self.hand(shown.user, shown.chat) == event:
                del self._hands[shown.user, shown.chat]
        while len(self._shown) > KEPT:
            self.forget(next(iter(self._shown)))

    def forget(self, event: str) -> None:
        """Know that the message is gone."""
        shown = self._shown.pop(event, None)
        if shown is None:
            return
        self._changed.set()
        if shown.user is not None and self.hand(shown.user, shown.chat) == event:
            del self._hands[shown.user, shown.chat]

    def hand(self, user: str, chat: str) -> str | None:
        """Return the message that shows the person's hand at a table now."""
        return self._hands.get((user, chat))

    def hands(self) -> Iterator[tuple[str, Shown]]:
        """Yield all messages that show a hand now, the latest first."""
        current = set(self._hands.values())
        for event, shown in reversed(self._shown.items()):
            if event in current:
                yield event, shown

    async def run(self, sleep: Callable[[float], Awaitable[None]]) -> None:
        """Keep what changes, not each change on its own, until cancelled."""
        while True:
            await self._changed.wait()
            await sleep(SOON)
            self.save()

    def save(self) -> None:
        """Keep what has changed; if that fails it is tried again with the next change."""
        if not self._changed.is_set():
            return
        self._changed.clear()
        try:
            self.write(msgspec.json.encode(self._shown))
        except OSError as error:
            log.warning("what Matrix messages show can't be kept: %s", error)


def arrived(shown: Shown) -> Shown:
    """Return what is known of a message once its latest edit is what people see."""
    return shown if shown.coming is None else replace(shown, tokens=shown.coming, coming=None)
