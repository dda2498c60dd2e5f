"""Receiving: what happens in our rooms, once, in order, also what happened while we were away.

The library's own loop is not used: it forgets what it had not handled yet, and runs in circles at
top speed on a dead token (docs/adr/0010). Here a position is kept once everything before it has
been handled; after a crash the rest comes again. Rooms are handled side by side, each in its own
order, so one that is slow holds up no other. Where the server leaves a gap, it is filled. A device
without a position begins now: nothing old is handled. What can't be decrypted waits for its key.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from aiohttp import ClientError
from nio import (
    AsyncClient,
    MegolmEvent,
    MessageDirection,
    RoomInfo,
    RoomKeyEvent,
    RoomMemberEvent,
    RoomMessagesResponse,
    SyncError,
    SyncResponse,
)
from nio import (
    Event as NioEvent,
)
from nio.exceptions import EncryptionError, LocalProtocolError

from chatlama.session.transport import NotKept, TransportError

from .calls import DEAD, SLOWEST, Sleep
from .events import Event
from .kept import Kept

log = logging.getLogger(__name__)

WAIT = 30.0
"""Seconds that the server waits for something to happen."""
FIRST = 300.0
"""Seconds that the state of all rooms may take to arrive."""
PATIENCE = 10.0
"""Seconds after which the key of a message is missed."""
FORGOTTEN = 3600.0
"""Seconds more after which it is waited for no longer."""
AHEAD = 50
"""Batches that may be asked for while older ones are still being handled."""
REMEMBERED = 5000
"""Events that are known to have been handled, should they come again."""
FILLED = 1000
"""Events of a gap at most."""
STUBBORN = 3
"""How often a batch that makes the library stumble is asked for again before it is let pass."""
NONE: dict[str, list[str]] = {"types": []}
FILTER = {
    "presence": NONE,
    "account_data": NONE,
    "room": {"timeline": {"limit": 100}, "ephemeral": NONE, "account_data": NONE},
}


class Ears(Protocol):
    """Who is told what happened."""

    def learn(self, event: Event) -> None:
        """Know a piece of state, old or new, in the order of its room; at once."""

    async def hear(self, event: Event) -> None:
        """Take in what somebody did. Raises ``NotKept`` if it must be handed in again."""

    async def invited(self, room: str, state: tuple[Event, ...]) -> None:
        """Take in that we are invited into a room, of which this is known."""

    def put_out(self, room: str) -> None:
        """Know that we are not in a room any more; at once."""

    async def unreadable(self, room: str, sender: str, event: str) -> None:
        """Take in that somebody's message could not be decrypted."""

    def begin(self) -> None:
        """Know that the state of all rooms is there."""


@dataclass(slots=True)
class Sync:
    """Receives for one account."""

    client: AsyncClient = field(repr=False)
    ears: Ears
    kept: Kept
    """Keeps the position."""
    dead: str
    """What is said when the server does not know our token any more."""
    ready: asyncio.Event
    """Set when the state of all rooms is there."""
    sleep: Sleep = asyncio.sleep
    _open: deque[tuple[str, list[asyncio.Task[None]]]] = field(default_factory=deque)
    """Positions that are not kept yet, and what must be done before each is."""
    _last: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    """What each room is doing."""
    _seen: OrderedDict[str, None] = field(default_factory=OrderedDict)
    _locked: dict[str, list[tuple[str, MegolmEvent]]] = field(default_factory=dict)
    """Messages that wait for their key, by its session."""
    _aside: set[asyncio.Task[None]] = field(default_factory=set)

    async def run(self) -> None:
        """Receive until cancelled. Raises ``TransportError`` if the token is dead."""
        since = self.kept.read().get("since", "")
        first, failures = True, 0
        try:
            while True:
                try:
                    answer = await self._ask(since, first=first)
                    if isinstance(answer, SyncError):
                        self._refused(answer)
                except (ClientError, TimeoutError, _NotNow) as error:
                    failures += 1
                    self.client.next_batch = ""
                    why = str(error) or type(error).__name__
                    log.warning("no news from Matrix, trying again: %s", why)
                    await self.sleep(_backoff(failures))
                    continue
                except Exception:
                    failures += 1
                    log.exception("the library can't read what Matrix has sent")
                    if failures < STUBBORN:  # else it lets it pass, unread
                        self.client.next_batch = ""
                    await self.sleep(_backoff(failures))
                    continue
                await self._receive(answer, since)
                await self._tend(answer, first=first)
                since, failures = answer.next_batch, 0
                if first:
                    first = False
                    self.ready.set()
                    self.ears.begin()
                while len(self._open) > AHEAD:
                    await asyncio.wait(self._open[0][1])
        finally:
            await self._end()

    async def _ask(self, since: str, *, first: bool) -> SyncResponse | SyncError:
        async with asyncio.timeout(FIRST if first else 3 * WAIT):
            return await self.client.sync(
                timeout=0 if first else int(1000 * WAIT),
                sync_filter=FILTER,
                since=since or None,
                full_state=first,
            )

    def _refused(self, error: SyncError) -> None:
        if error.status_code in DEAD:
            raise TransportError(self.dead)
        raise _NotNow(error.message)

    async def _receive(self, answer: SyncResponse, since: str) -> None:
        """Have all of a batch handled, each room after what it is doing already."""
        tasks = [*self._unlock(answer)]
        for room in answer.rooms.leave:
            self.client.rooms.pop(room, None)
            self.ears.put_out(room)
        for room, info in answer.rooms.invite.items():
            state = tuple(_events(room, info.invite_state))
            tasks.append(self._then(room, partial(self.ears.invited, room, state)))
        for room, info in answer.rooms.join.items():
            for event in _events(room, info.state):
                self.ears.learn(event)
            for event in _events(room, info.timeline.events):
                self.ears.learn(event)
            if since:
                tasks.append(self._then(room, partial(self._happened, room, info, since)))
        self._open.append((answer.next_batch, tasks))
        for task in tasks:
            task.add_done_callback(self._keep)
        self._keep()

    async def _happened(self, room: str, info: RoomInfo, since: str) -> None:
        """Hand on what happened in a room since the position, and since we came there."""
        events = list(info.timeline.events)
        if info.timeline.limited:
            events = [*await self._gap(room, info.timeline.prev_batch, since), *events]
        came = max((at for at, each in enumerate(events) if self._we_came(each)), default=0)
        for each in events[came:]:
            if isinstance(each, MegolmEvent):
                self._lock(room, each)
            else:
                for event in _events(room, [each]):
                    await self._once(event)

    async def _once(self, event: Event) -> None:
        if event.id in self._seen:
            return
        await self._taken(lambda: self.ears.hear(event))
        self._seen[event.id] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)

    async def _gap(self, room: str, start: str | None, since: str) -> list[NioEvent]:
        """Return what the server has left out of a batch, oldest first."""
        found: list[NioEvent] = []
        failures = 0
        while start and len(found) < FILLED:
            try:
                answer = await self.client.room_messages(
                    room, start, end=since, direction=MessageDirection.back, limit=100
                )
            except (ClientError, TimeoutError):
                answer = None
            if isinstance(answer, RoomMessagesResponse):
                found += answer.chunk
                start = answer.end if answer.chunk else None
                if any(self._we_came(each) for each in answer.chunk):
                    break
            elif answer is not None and answer.status_code in ("M_FORBIDDEN", "M_NOT_FOUND"):
                break
            else:
                failures += 1
                await self.sleep(_backoff(failures))
        return found[::-1]

    def _we_came(self, event: NioEvent) -> bool:
        """Return whether we came into the room by it."""
        ours = isinstance(event, RoomMemberEvent) and event.state_key == self.client.user_id
        return ours and event.membership == "join" and event.prev_membership != "join"

    def _lock(self, room: str, event: MegolmEvent) -> None:
        """Have a message wait for its key."""
        if event.sender == self.client.user_id or event.event_id in self._seen:
            return
        waiting = (room, event)
        self._locked.setdefault(event.session_id, []).append(waiting)
        task = asyncio.create_task(self._missed(waiting))
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def _missed(self, waiting: tuple[str, MegolmEvent]) -> None:
        room, event = waiting
        await self.sleep(PATIENCE)
        if waiting in self._locked.get(event.session_id, ()):
            await self.ears.unreadable(room, event.sender, event.event_id)
        await self.sleep(FORGOTTEN)
        left = [each for each in self._locked.pop(event.session_id, ()) if each is not waiting]
        if left:
            self._locked[event.session_id] = left

    def _unlock(self, answer: SyncResponse) -> Iterable[asyncio.Task[None]]:
        """Have messages handled whose keys have come."""
        for key in answer.to_device_events:
            if not isinstance(key, RoomKeyEvent):
                continue
            for room, locked in self._locked.pop(key.session_id, ()):
                try:
                    opened = self.client.decrypt_event(locked)
                except EncryptionError as error:
                    log.info("a message in %s stays unreadable: %s", room, error)
                    continue
                for event in _events(room, [opened]):
                    yield self._then(room, partial(self._once, event))

    def _then(self, room: str, doing: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Have something done once the room has done all that came before."""
        before = self._last.get(room)

        async def after() -> None:
            if before is not None:
                await asyncio.wait([before])
            await self._taken(doing)

        task = asyncio.create_task(after(), name=f"matrix {room}")
        self._last[room] = task
        task.add_done_callback(partial(self._at_rest, room))
        return task

    def _at_rest(self, room: str, task: asyncio.Task[None]) -> None:
        if self._last.get(room) is task:
            del self._last[room]

    async def _taken(self, doing: Callable[[], Awaitable[None]]) -> None:
        """Have it taken in, however often that must be tried; what can't be is dropped."""
        failures = 0
        while True:
            try:
                await doing()
            except NotKept as error:
                failures += 1
                log.warning("what happened in Matrix is not kept, it is tried again: %s", error)
                await self.sleep(_backoff(failures))
            except Exception:
                log.exception("something that happened in Matrix is dropped")
                return
            else:
                return

    def _keep(self, _: object = None) -> None:
        """Keep the position behind which everything is handled."""
        position = ""
        while self._open and all(task.done() for task in self._open[0][1]):
            position = self._open.popleft()[0]
        if position:
            try:
                self.kept.write({"since": position})
            except OSError as error:
                log.warning("the position in Matrix is not kept: %s", error)

    async def _tend(self, answer: SyncResponse, *, first: bool) -> None:
        """Do what encryption needs after each batch. What fails is due again after the next."""
        olm = self.client.olm
        if answer.device_key_count.signed_curve25519 == 0:
            olm.uploaded_key_count = 0  # the library takes none for not told
        if first:  # what changed while we were away may not be told
            for room in self.client.rooms.values():
                if room.encrypted:
                    olm.users_for_key_query.update(room.users)
        try:
            await self.client.send_to_device_messages()
            if self.client.should_upload_keys:
                await self.client.keys_upload()
            if self.client.should_query_keys:
                await self.client.keys_query()
            if self.client.should_claim_keys:
                await self.client.keys_claim(self.client.get_users_for_key_claiming())
        except (ClientError, TimeoutError, LocalProtocolError) as error:
            log.info("keys are tended later: %s", error)

    async def _end(self) -> None:
        """Give up what is not done; it comes again."""
        tasks = [*self._aside, *(task for _, tasks in self._open for task in tasks)]
        self._open.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _NotNow(Exception):
    """The server does not answer as it should."""


def _backoff(failures: int) -> float:
    """Return after how many seconds to try again; not all who wait do so at the same time."""
    return min(2.0 ** (failures - 1), SLOWEST) * random.uniform(0.5, 1.0)  # noqa: S311 - no secret


def _events(room: str, found: Iterable[NioEvent]) -> Iterator[Event]:
    """Yield the events that have the shape of one, without those that are still locked."""
    for each in found:
        source = each.source
        content = source.get("content", getattr(each, "content", None))  # it takes some out
        told = source.get("type"), source.get("sender"), source.get("event_id", "")
        if isinstance(each, MegolmEvent) or not isinstance(content, dict):
            continue
        if not all(isinstance(text, str) for text in told):
            continue
        kind, sender, id = told
        redacts = source.get("redacts") or content.get("redacts")
        key = source.get("state_key")
        yield Event(
            room=room,
            id=id,
            sender=sender,
            kind=kind,
            content=content,
            key=key if isinstance(key, str) else None,
            redacts=redacts if isinstance(redacts, str) else None,
            encrypted=bool(getattr(each, "decrypted", False)),
        )
