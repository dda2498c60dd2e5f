"""Reactions as buttons: offered on our messages, given back once they were pressed.

Each costs an event, so they are decoration: offered when nothing else is to be sent, and not at all
where the server is known to limit us, unless the settings insist. A press is taken away again, so
that the person can press once more; where we may not do that, the table's next page comes as a
fresh message.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from chatlama.session.transport import Gone, RetryLater, Unreachable

from .keys import normal
from .notes import Notes
from .outbox import Outbox, Rank

log = logging.getLogger(__name__)

TRIES = 3
"""How often a press is tried to be given back."""


class Mode(Enum):
    """Whether reactions are buttons."""

    AUTO = "auto"
    """As long as the server is not known to limit us."""
    ON = "on"
    OFF = "off"


@dataclass(slots=True)
class Reactions:
    """What is offered to be pressed, on all messages of the account."""

    outbox: Outbox
    notes: Notes
    mode: Mode = Mode.AUTO
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _offered: OrderedDict[str, tuple[str, ...]] = field(default_factory=OrderedDict)
    """Keys that are still to be offered, by message; the latest message last."""
    _more: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    @property
    def on(self) -> bool:
        """Whether pages say which reactions press their buttons."""
        return self.mode is Mode.ON or (self.mode is Mode.AUTO and not self.outbox.pace.scarce)

    def offer(self, event: str, keys: Iterable[str]) -> None:
        """Have these keys, and no others any more, offered on the message in a while."""
        shown = self.notes[event]
        seeded = frozenset() if shown is None else shown.seeded
        wanted = tuple(key for key in keys if normal(key) not in seeded)
        self._offered.pop(event, None)
        if wanted and self.on:
            self._offered[event] = wanted
            self._more.set()

    def withdraw(self, event: str) -> None:
        """Offer nothing more on the message."""
        self._offered.pop(event, None)

    async def run(self) -> None:
        """Offer what is to be offered, the latest message's first, until cancelled."""
        while True:
            while self._offered and self.on:
                event, keys = next(reversed(self._offered.items()))
                try:
                    await self._seed(event, keys[0])
                except RetryLater as wait:
                    await self.sleep(wait.after)
                except (Gone, Unreachable) as why:
                    log.debug("no reactions on %s: %s", event, why)
                    self.withdraw(event)
                except Exception:
                    log.exception("no reactions on %s", event)
                    self.withdraw(event)
            self._offered.clear()
            self._more.clear()
            await self._more.wait()

    async def give_back(self, room: str, press: str, event: str) -> None:
        """Take somebody's press away, so that they can press again."""
        for _ in range(TRIES):
            try:
                await self.outbox.redact(room, press, Rank.ASIDE)
            except RetryLater as wait:
                await self.sleep(wait.after)
            except Gone:
                return
            except Unreachable:
                break
            else:
                return
        self.stays(event)

    def stays(self, event: str) -> None:
        """Know that a press stays on the message: the next page there comes as a fresh one."""
        shown = self.notes[event]
        if shown is not None:
            self.notes.note(event, replace(shown, stuck=True))

    async def _seed(self, event: str, key: str) -> None:
        shown = self.notes[event]
        if shown is None:
            self.withdraw(event)
            return
        rank = Rank.ASIDE if self.mode is Mode.ON else Rank.DECORATION
        await self.outbox.react(shown.room, event, key, rank)
        left = tuple(each for each in self._offered.get(event, ()) if each != key)
        if left:
            self._offered[event] = left
        else:
            self.withdraw(event)
        now = self.notes[event]
        if now is not None:
            self.notes.note(event, replace(now, seeded=now.seeded | {normal(key)}))
