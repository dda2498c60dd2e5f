"""A homeserver's people in one test: fresh accounts each time, gone with it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Self

import aiohttp

from tests.synapse.account import Account, register
from tests.synapse.clients import Everyday, Strict
from tests.synapse.homeserver import Homeserver
from tests.synapse.people import Changes, Person
from tests.synapse.timeline import Timeline

_NUMBERS = count(1)
"""Of accounts: a homeserver outlives a test."""
_UNLIMITED = {"messages_per_second": 0, "burst_count": 0}


class Town:
    """Where people meet."""

    def __init__(self, server: Homeserver, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.changes = Changes()
        self._stack = AsyncExitStack()
        self._http: aiohttp.ClientSession
        self._warden: Account | None = None

    async def __aenter__(self) -> Self:
        self._http = await self._stack.enter_async_context(aiohttp.ClientSession())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def account(self, name: str) -> Account:
        """Return a new account that nobody uses yet."""
        return await register(self._http, self.server, f"{_ascii(name)}{next(_NUMBERS)}", name)

    async def person(self, name: str, *, strict: bool = False, welcoming: bool = True) -> Person:
        """Return somebody new, whose client runs."""
        account = await self.account(name)
        if self.server.limited:
            await self.frees(account.user)
        return await self.uses(name, account, strict=strict, welcoming=welcoming)

    async def uses(
        self, name: str, account: Account, *, strict: bool = False, welcoming: bool = True
    ) -> Person:
        """Return somebody with a client on a device that has none yet."""
        timeline = Timeline(account.user, self.changes)
        folder = self.folder / f"{_ascii(name)}-{account.device}"
        kind = Strict if strict else Everyday
        client = kind(account, timeline, folder)
        person = Person(name, account, timeline, client, self.changes, welcoming)
        return await self._stack.enter_async_context(person)

    async def frees(self, user: str) -> None:
        """Lift the homeserver's limits for somebody."""
        if self._warden is None:
            name = f"warden{next(_NUMBERS)}"
            self._warden = await register(self._http, self.server, name, name, admin=True)
        path = f"/_synapse/admin/v1/users/{user}/override_ratelimit"
        await self._warden.call("POST", path, _UNLIMITED)


def _ascii(name: str) -> str:
    return "".join(c for c in name.lower() if c.isascii() and c.isalnum()) or "somebody"
