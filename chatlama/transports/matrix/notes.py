"""What the transport remembers of its own messages, over a restart.

Each change is added to a journal, which is written anew when it has become long. Should the last of
it be lost, a press finds an older button, which is stale and says so; it never presses anything
else.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import msgspec

log = logging.getLogger(__name__)

KEPT = 1000
"""Messages that are remembered, the latest ones."""
LINES = 5 * KEPT
"""Lines of the journal after which it is written anew."""


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
    aside: bool = False
    """Whether it is an answer to somebody, not the table's message."""
    over: bool = False
    """Whether it is kept up to date no more, but still there to be read and pressed."""


class Lines(Protocol):
    """Where lines are kept; see ``Journal``."""

    def read(self) -> list[bytes]:
        """Return all lines."""

    def add(self, line: bytes) -> None:
        """Write a line behind the others. Raises ``OSError``."""

    def replace(self, lines: Iterable[bytes]) -> None:
        """Hold these lines and no others. Raises ``OSError``."""


@dataclass(slots=True)
class Notes:
    """The memory of one account."""

    journal: Lines
    _shown: OrderedDict[str, Shown] = field(default_factory=OrderedDict)
    _hands: dict[tuple[str, str], str] = field(default_factory=dict)
    """The message that shows somebody's hand at a table now."""
    _latest: OrderedDict[tuple[str, str | None], str] = field(default_factory=OrderedDict)
    """The message that was posted last for a table, or somebody's hand there, gone or not."""
    _lines: int = LINES
    """Lines in the journal; it is written anew at once if that failed or was never done."""

    def __post_init__(self) -> None:
        """Remember what was kept; a line that can't be read is given up."""
        for line in self.journal.read():
            try:
                event, shown = msgspec.json.decode(line, type=tuple[str, Shown | None])
            except (msgspec.MsgspecError, UnicodeDecodeError):
                log.info("what a message showed is forgotten")
            else:
                self._know(event, None if shown is None else arrived(shown))

    def __getitem__(self, event: str) -> Shown | None:
        """Return what the message shows; ``None`` if that is not known."""
        return self._shown.get(event)

    def note(self, event: str, shown: Shown) -> None:
        """Know what the message shows."""
        before = self._shown.get(event)
        self._know(event, shown)
        if before is None or before.latest != shown.latest or arrived(before) != arrived(shown):
            self._keep(event, shown)

    def forget(self, event: str) -> None:
        """Know that the message is gone."""
        if event in self._shown:
            self._know(event, None)
            self._keep(event, None)

    def _know(self, event: str, shown: Shown | None) -> None:
        before = self._shown.pop(event, None)
        if before is not None and self.hand(before.user, before.chat) == event:
            del self._hands[before.user or "", before.chat]
        if before is None and shown is not None and not shown.aside:
            self._latest[shown.chat, shown.user] = event
            if len(self._latest) > KEPT:
                self._latest.popitem(last=False)
        if shown is not None:
            self._shown[event] = shown
            if shown.user is not None and not shown.over:
                self._hands[shown.user, shown.chat] = event
            if len(self._shown) > KEPT:
                self._know(next(iter(self._shown)), None)

    def _keep(self, event: str, shown: Shown | None) -> None:
        """Keep a change; if that fails all is kept with the next one."""
        try:
            if self._lines < LINES:
                self._lines += 1
                self.journal.add(msgspec.json.encode((event, shown)))
            else:
                self.journal.replace(map(msgspec.json.encode, self._shown.items()))
                self._lines = len(self._shown)
        except OSError as error:
            self._lines = LINES
            log.warning("what Matrix messages show can't be kept: %s", error)

    def latest(self, chat: str, user: str | None) -> str | None:
        """Return the message that was posted last for the table, or for the person's hand.

        It may be gone.
        """
        return self._latest.get((chat, user))

    def hand(self, user: str | None, chat: str) -> str | None:
        """Return the message that shows the person's hand at a table now."""
        return None if user is None else self._hands.get((user, chat))

    def hands(self) -> Iterator[tuple[str, Shown]]:
        """Yield all messages that show a hand now, the latest first."""
        current = set(self._hands.values())
        for event, shown in reversed(self._shown.items()):
            if event in current:
                yield event, shown


def arrived(shown: Shown) -> Shown:
    """Return what is known of a message once its latest edit is what people see."""
    return shown if shown.coming is None else replace(shown, tokens=shown.coming, coming=None)
