"""Delivers updates to a webhook: in order within a lane, side by side between lanes, at least once.

A lane is a chat for messages and a person for presses. What is not answered with 2xx comes again
after a growing pause. The real server insists on https; this one takes any address.
"""

from __future__ import annotations

import asyncio
import random
import re
from typing import Any, TypeAlias

from aiohttp import ClientError, ClientSession, ClientTimeout

from tests.botapi.clock import Clock
from tests.botapi.errors import faulty
from tests.botapi.updates import Updates, Waiting

Fields: TypeAlias = dict[str, Any]

HEADER = "X-Telegram-Bot-Api-Secret-Token"
LONGEST_SECRET = 256


class Webhook:
    """Where updates go unless they are polled."""

    def __init__(self, clock: Clock, updates: Updates) -> None:
        self._clock = clock
        self._updates = updates
        self._busy: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._session: ClientSession | None = None
        self._secret = ""
        self._connections = 40
        self._failure: Fields = {}
        self.url = ""
        self.shuffle: random.Random | None = None
        """Chance that decides which lane goes first; without it the oldest does."""
        self.repeat = 0
        """So many deliveries will come again although they were answered well."""
        self.deliveries: list[tuple[int, int]] = []
        """Update id and status of every attempt, 0 for no answer."""

    def set(self, params: Fields) -> bool:
        secret = params.get("secret_token", "")
        if len(secret) > LONGEST_SECRET:
            raise faulty("secret token is too long")
        if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
            raise faulty("secret token contains unallowed characters")
        self.url, self._secret = params["url"], secret
        self._connections = params.get("max_connections", 40)
        self._failure = {}
        self._updates.woken = self._pump if self.url else None
        self._pump()
        return True

    def unset(self) -> bool:
        self.url = ""
        self._updates.woken = None
        return True

    def info(self) -> Fields:
        return {
            "url": self.url,
            "has_custom_certificate": False,
            "pending_update_count": len(self._updates.pending()),
            "max_connections": self._connections,
            "allowed_updates": sorted(self._updates.allowed),
            **self._failure,
        }

    async def close(self) -> None:
        self.unset()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _pump(self) -> None:
        heads: dict[str, Waiting] = {}
        for waiting in self._updates.pending():
            heads.setdefault(waiting.lane, waiting)
        ready = [head for lane, head in heads.items() if lane not in self._busy]
        if self.shuffle is not None:
            self.shuffle.shuffle(ready)
        for head in ready[: max(0, self._connections - len(self._tasks))]:
            self._start(head, 1.0)

    def _start(self, waiting: Waiting, pause: float) -> None:
        if not self.url:
            self._busy.discard(waiting.lane)
            return
        self._busy.add(waiting.lane)
        task = asyncio.get_running_loop().create_task(self._deliver(waiting, pause))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, waiting: Waiting, pause: float) -> None:
        status = await self._post(waiting)
        self.deliveries.append((waiting.id, status))
        good = 200 <= status < 300
        if good and self.repeat:
            self.repeat, good = self.repeat - 1, False
            pause = 0.0
        if good:
            self._busy.discard(waiting.lane)
            self._updates.confirm(waiting.id)
            if task := asyncio.current_task():
                self._tasks.discard(task)
            if self.url:
                self._pump()
        elif pause == 0.0:
            self._start(waiting, 1.0)
        else:
            words = f"Wrong response from the webhook: {status}"
            self._failure = {"last_error_date": int(self._clock.now()), "last_error_message": words}
            self._clock.at(self._clock.now() + pause, lambda: self._start(waiting, pause * 2))
        self._updates.changed()

    async def _post(self, waiting: Waiting) -> int:
        if self._session is None:
            self._session = ClientSession(timeout=ClientTimeout(total=5))
        headers = {HEADER: self._secret} if self._secret else {}
        try:
            async with self._session.post(
                self.url, json=waiting.content, headers=headers
            ) as response:
                return response.status
        except (ClientError, TimeoutError):
            return 0
