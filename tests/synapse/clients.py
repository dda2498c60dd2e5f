"""The two clients that people have. Each tells a timeline all that it synchronizes.

``Everyday`` is nio in this process: it encrypts for every device and shows what anybody sends.
``Strict`` is mautrix in a process of its own (driver.py): only cross-signed devices count.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from nio import (
    AsyncClient,
    AsyncClientConfig,
    MegolmEvent,
    RoomSendResponse,
    SyncResponse,
    UnknownToDeviceEvent,
)

from tests.synapse.account import Account
from tests.synapse.environments import interpreter
from tests.synapse.timeline import Timeline

Fields: TypeAlias = dict[str, Any]

POLL = 30_000
"""Milliseconds for which the server may hold a request that has no answer yet."""
FILTER = {"room": {"timeline": {"limit": 200}}, "presence": {"types": []}}
DRIVER = Path(__file__).with_name("driver.py")
PATIENCE = 30.0
"""Seconds for ending well."""
LONGEST = 1 << 24
"""Bytes of one line from the driver."""
logging.getLogger("nio").setLevel(logging.ERROR)  # it warns of all that it can't read


class Client(Protocol):
    """What somebody uses."""

    async def start(self) -> None:
        """Return when all that has happened so far is shown."""

    async def stop(self) -> None:
        """End; what is kept in the folder stays."""

    async def send(self, room: str, kind: str, content: Fields) -> str:
        """Send an event, encrypted if the room is, and return its id."""


class Everyday:
    """nio with a store of its own."""

    def __init__(self, account: Account, timeline: Timeline, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.timeline = timeline
        config = AsyncClientConfig(
            store_sync_tokens=False, encryption_enabled=True, max_timeouts=5, pickle_key="pickle"
        )
        self.nio = AsyncClient(
            account.server.url, account.user, account.device, str(folder), config=config
        )
        self.nio.restore_login(account.user, account.device, account.token)
        self._since: str | None = None
        self._running: asyncio.Task[None] | None = None
        self._waiting: list[tuple[str, MegolmEvent]] = []

    async def start(self) -> None:
        if self.nio.should_upload_keys:
            await self.nio.keys_upload()
        await self._sync(0)
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running
        await self.nio.close()

    async def send(self, room: str, kind: str, content: Fields) -> str:
        sent = await self.nio.room_send(room, kind, content, ignore_unverified_devices=True)
        assert isinstance(sent, RoomSendResponse), sent
        return str(sent.event_id)

    async def _run(self) -> None:
        while True:
            await self._sync(POLL)

    async def _sync(self, wait: int) -> None:
        answer = await self.nio.sync(wait, FILTER, self._since)
        assert isinstance(answer, SyncResponse), answer
        self._since = answer.next_batch
        await self.nio.send_to_device_messages()
        if self.nio.should_upload_keys:
            await self.nio.keys_upload()
        if self.nio.should_query_keys:
            await self.nio.keys_query()
        self._take(answer)

    def _take(self, answer: SyncResponse) -> None:
        for event in answer.to_device_events:
            if isinstance(event, UnknownToDeviceEvent) and event.type == "m.room_key.withheld":
                self.timeline.withheld.append(event.source)
        for room, what in answer.rooms.invite.items():
            self.timeline.invited(room, [_whole(each) for each in what.invite_state])
        for room in answer.rooms.leave:
            self.timeline.left(room)
        if answer.to_device_events:  # perhaps a key
            waiting, self._waiting = self._waiting, []
            for room, event in waiting:
                self._show(room, event, again=True)
        for room, what in answer.rooms.join.items():
            self.timeline.joined(room, [each.source for each in what.state])
            for event in what.timeline.events:
                self._show(room, event)

    def _show(self, room: str, event: Any, *, again: bool = False) -> None:  # noqa: ANN401  # nio's
        if again:
            with suppress(Exception):
                event = self.nio.decrypt_event(event)
        if isinstance(event, MegolmEvent):
            self._waiting.append((room, event))
            if not again:
                self.timeline.unreadable.append((room, event.source))
                self.timeline.changed()
            return
        self.timeline.event(room, event.source, encrypted=bool(event.decrypted))


class Strict:
    """mautrix with a store of its own, behind a pipe."""

    def __init__(self, account: Account, timeline: Timeline, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.account = account
        self.timeline = timeline
        self.folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._synced = asyncio.Event()
        self._asked: dict[int, asyncio.Future[str]] = {}
        self._numbers = count(1)

    @property
    def said(self) -> str:
        return (self.folder / "log").read_text("utf-8")

    async def start(self) -> None:
        account = self.account
        with (self.folder / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(interpreter("strict"), DRIVER, account.server.url),
                *(account.user, account.device, account.token, self.folder),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                limit=LONGEST,
            )
        self._reading = asyncio.create_task(self._read())
        synced = asyncio.create_task(self._synced.wait())
        await asyncio.wait({synced, self._reading}, return_when=asyncio.FIRST_COMPLETED)
        synced.cancel()
        assert self._synced.is_set(), f"the strict client does not run: {self.said}"

    async def stop(self) -> None:
        if self._process is not None and self._reading is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._reading
                    await self._process.wait()
            finally:
                with suppress(ProcessLookupError):
                    self._process.kill()

    async def send(self, room: str, kind: str, content: Fields) -> str:
        number = next(self._numbers)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        line = json.dumps({"ask": number, "room": room, "type": kind, "content": content})
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        await self._process.stdin.drain()
        return await answer

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            while line := await self._process.stdout.readline():
                self._take(json.loads(line))
        finally:
            for asked in self._asked.values():
                asked.set_exception(AssertionError(f"the strict client has ended: {self.said}"))

    def _take(self, told: Fields) -> None:
        match told:
            case {"answer": int() as number, "sent": str() as sent}:
                self._asked.pop(number).set_result(sent)
            case {"answer": int() as number, "error": error}:
                self._asked.pop(number).set_exception(AssertionError(error))
            case {"synced": _}:
                self._synced.set()
            case {"invited": room, "state": state}:
                self.timeline.invited(room, state)
            case {"joined": room, "state": state}:
                self.timeline.joined(room, state)
            case {"left": room}:
                self.timeline.left(room)
            case {"withheld": event}:
                self.timeline.withheld.append(event)
            case {"room": room, "unreadable": event}:
                self.timeline.unreadable.append((room, event))
                self.timeline.changed()
            case {"room": room, "event": event, "trust": trust, "hidden": hidden}:
                self.timeline.event(room, event, encrypted=True, trust=trust, hidden=hidden)
            case {"room": room, "event": event}:
                self.timeline.event(room, event)
            case _:
                assert told == {"ready": True}, told


def _whole(event: Any) -> Fields:  # noqa: ANN401  # nio's
    """Return an event of an invitation: nio takes some contents out of their source."""
    source: Fields = event.source
    return {"content": getattr(event, "content", {})} | source
