"""Receiving updates: one counts as received when what it did is stored.

Updates are taken side by side, so a slow table holds up no other. The offset, by which Telegram
learns what has been received, only rises past updates that are done; after a crash the others come
again. An update that can't be stored is tried again and again, and polling goes on meanwhile. One
that makes the program stumble is logged and dropped: else it would come for ever.

Telegram tells of a hundred updates at a time, from the offset on. So one that can't be kept must
not hold up all that come behind it: when ninety-nine others are done, it is given up. While none at
all can be kept nothing is given up: they are safe where they are until the store is back.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from telegram import Bot
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError
from telegram.request import BaseRequest

from chatlama.session.transport import NotKept, TransportError

from . import wire
from .calls import quietly, seconds
from .wire import Update

log = logging.getLogger(__name__)

KINDS = ("message", "callback_query", "my_chat_member")
"""What is asked for; edited commands, for instance, are not."""
ALLOWED = quote(json.dumps(KINDS))
LONG_POLL = 50
"""Seconds that a request for updates waits at the server (Bot API, getUpdates: 50 at most)."""
MARGIN = 10
"""Seconds more after which such a request is given up."""
PATIENCE = 30.0
"""Seconds for which another poller may still be going away after a restart."""
QUIET = 10.0
"""Seconds without a conflict after which another poller is taken to be gone. An answer alone does
not say so: two pollers take turns at getting one."""
SLOWEST = 30.0
"""Seconds between two tries at most."""

WINDOW = 100
"""Updates that Telegram tells of at a time (Bot API, getUpdates: limit)."""
PAUSE = 0.25
"""Seconds after which updates are asked for again while some are still being taken in."""
UNKNOWN_BOT = "Telegram does not know this bot: check CHATLAMA_TELEGRAM_TOKEN"
RIVAL = "another program receives this bot's updates: stop it, or use a token of its own"

Take = Callable[[Update], Awaitable[None]]
"""Takes in one update and returns once what it did is kept; raises ``NotKept`` if it can't be."""


@dataclass(slots=True)
class Inbox:
    """Updates, from Telegram to the session."""

    bot: Bot = field(repr=False)
    request: BaseRequest = field(repr=False)
    """What updates are asked for with: a way of their own to the network."""
    take: Take = field(repr=False)
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now: Callable[[], float] = time.monotonic
    _rival: tuple[float, float] | None = None
    """When another poller was noticed first, and last."""
    _offset: int = 0
    _open: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    _done: set[int] = field(default_factory=set)

    async def poll(self) -> None:
        """Receive until cancelled. Raises ``TransportError`` if that has become pointless."""
        failures = 0
        try:
            while True:
                try:
                    updates = await self._ask()
                except InvalidToken:  # which says the token
                    raise TransportError(UNKNOWN_BOT) from None
                except Conflict as error:
                    await self._contend(error)
                except RetryAfter as error:
                    await self.sleep(seconds(error))
                except TelegramError as error:
                    failures += 1
                    log.warning("no updates from Telegram, trying again: %s", error)
                    await self.sleep(min(2.0**failures, SLOWEST))
                else:
                    failures = 0
                    await self._receive(updates)
        finally:
            await self.close()

    def read(self, told: object) -> Update | None:
        """Return the update; ``None`` if it can't be read, which is logged."""
        try:
            return wire.update(told)
        except ValueError as error:
            number = told.get("update_id") if isinstance(told, dict) else None
            log.error("update %s can't be read: %s", number, error)  # noqa: TRY400 - says where
            return None

    async def deliver(self, update: Update) -> None:
        """Have the update taken in, however often that must be tried."""
        failures = 0
        while not await self.offer(update):
            failures += 1
            await self.sleep(min(2.0**failures, SLOWEST))

    async def offer(self, update: Update) -> bool:
        """Return whether the update is done with: what it did is kept, or it can't be taken in."""
        try:
            await self.take(update)
        except NotKept as error:
            log.warning("update %s is not kept, it is tried again: %s", update.update_id, error)
            return False
        except Exception:
            log.exception("update %s is dropped", update.update_id)
        return True

    async def close(self) -> None:
        """Give up what is not done; it comes again."""
        tasks = list(self._open.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _give_up(self, number: int) -> None:
        log.error("update %s is given up: it can't be kept, and others wait behind it", number)
        self._open.pop(number).cancel()
        self._done.add(number)

    async def _contend(self, error: Conflict) -> None:
        """Wait for another poller to go away; raise ``TransportError`` if it does not."""
        if "webhook" in error.message:
            await quietly(self.bot.delete_webhook())
        now = self.now()
        first, last = self._rival or (now, now)
        self._rival = (now if now - last > QUIET else first, now)
        if now - self._rival[0] > PATIENCE:
            raise TransportError(RIVAL) from error
        await self.sleep(1.0)

    async def _ask(self) -> tuple[Update, ...]:
        """Return what is new. What can't be read is done with: the rest must not wait for it."""
        wait = 0 if self._open else LONG_POLL
        asked = f"offset={self._offset}&timeout={wait}&allowed_updates={ALLOWED}"
        url = f"{self.bot.base_url}/getUpdates?{asked}"
        told: Any = await self.request.post(url, read_timeout=LONG_POLL + MARGIN)
        updates = []
        for one in told:
            update = self.read(one)
            if update is None:
                self._done.add(one["update_id"])
            else:
                updates.append(update)
        return tuple(updates)

    async def _receive(self, updates: tuple[Update, ...]) -> None:
        """Take in what is new, wait a little for it, and move the offset past what is done."""
        for update in updates:
            number = update.update_id
            if number not in self._open and number not in self._done:
                task = asyncio.create_task(self.deliver(update), name=f"update {number}")
                self._open[number] = task
        if self._open:
            await asyncio.wait(self._open.values(), timeout=PAUSE)
        finished = {number for number, task in self._open.items() if task.done()}
        self._done |= finished
        self._open = {n: task for n, task in self._open.items() if n not in finished}
        if self._done and len(self._open) + len(self._done) >= WINDOW and self._open:
            self._give_up(min(self._open))
        if self._open:
            self._offset = min(self._open)
        elif self._done:
            self._offset = max(self._done) + 1
        self._done = {number for number in self._done if number >= self._offset}
