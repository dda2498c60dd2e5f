"""Receiving: what happens in our rooms, once, in order, also what happened while we were away.

The library's own loop is not used: it forgets what it had not handled yet, and runs in circles at
top speed on a dead token (docs/adr/0013). Nor does it see batches that are nothing to it
(``plain``). Here a position is kept once everything before it has been handled; after a crash the
rest comes again. Rooms are handled side by side, each in its own
order, so one that is slow holds up no other. Where the server leaves a gap, it is filled. A device
without a position begins now: nothing old is handled. What can't be decrypted waits for its key.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol
from urllib.parse import quote, urlencode

from aiohttp import ClientError
from nio import (
    AsyncClient,
    MegolmEvent,
    RoomInfo,
    RoomKeyEvent,
    SyncError,
    SyncResponse,
)
from nio import (
    Event as NioEvent,
)
from nio.exceptions import LocalProtocolError

from chatlama.session.transport import RetryLater, TransportError

from .calls import DEAD, Refused, Sleep, call, path
from .events import Event
from .gaps import between, we_came
from .lanes import Lanes, backoff
from .plain import KEYS, Plain, event_of, plain
from .sealed import Sealed

log = logging.getLogger(__name__)

WAIT = 30.0
"""Seconds that the server waits for something to happen."""
LATER = 15.0
"""Seconds more that its answer may take."""
FIRST = 300.0
"""Seconds that the state of all rooms may take to arrive."""
REMEMBERED = 5000
"""Events that are known to have been handled, should they come again."""
STUBBORN = 3
"""How often a batch that makes the library stumble is asked for again before it is let pass."""
NONE: dict[str, list[str]] = {"types": []}
FILTER = {
    "presence": NONE,
    "account_data": NONE,
    "room": {"timeline": {"limit": 100}, "ephemeral": NONE, "account_data": NONE},
}


def _query(*, first: bool) -> str:
    asked = {
        "filter": json.dumps(FILTER),
        "full_state": json.dumps(first),
        "timeout": 0 if first else int(1000 * WAIT),
    }
    return f"{path('sync')}?{urlencode(asked)}"


ALL, NEW = _query(first=True), _query(first=False)
"""What is asked for at the start, and then over and over."""


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
    lanes: Lanes
    dead: str
    """What is said when the server does not know our token any more."""
    ready: asyncio.Event
    """Set when the state of all rooms is there."""
    sleep: Sleep = asyncio.sleep
    _sealed: Sealed = field(init=False)
    _seen: OrderedDict[str, None] = field(default_factory=OrderedDict)
    """Events that were handled, the latest ones."""
    _keys: object = None
    """How many keys are left as far as the library knows."""

    def __post_init__(self) -> None:
        """Have what can't be read wait for its key."""
        self._sealed = Sealed(self.client, self.ears.unreadable, self.sleep)

    async def run(self) -> None:
        """Receive until cancelled. Raises ``TransportError`` if the token is dead."""
        since = self.lanes.position
        first, failures = True, 0
        try:
            while True:
                answer = await self._ask(since, failures, first=first)
                if answer is None:
                    failures += 1
                    await self.sleep(backoff(failures))
                    continue
                if isinstance(answer, Plain):
                    self._open(answer)
                else:
                    await self._receive(answer, since)
                    self._count(answer, first=first)
                await self._tend()
                since, failures = answer.next_batch, 0
                if first:
                    first = False
                    self.ready.set()
                    self.ears.begin()
                await self.lanes.room_for_more()
        finally:
            await self._sealed.end()
            await self.lanes.end()

    async def _ask(self, since: str, failures: int, *, first: bool) -> Plain | SyncResponse | None:
        """Return what is new; ``None`` if that can't be had now. Raises ``TransportError``."""
        where = f"{ALL if first else NEW}{f'&since={quote(since)}' if since else ''}"
        try:
            told = await call(self.client, "GET", where, within=FIRST if first else WAIT + LATER)
        except RetryLater as error:
            log.warning("no news from Matrix, trying again: %s", error.__cause__ or "no answer")
            return None
        except Refused as error:
            if error.code in DEAD:
                raise TransportError(self.dead) from error
            log.warning("no news from Matrix, trying again: %s", error)
            return None
        try:
            talk = None if first else plain(told, self.client.rooms, self._keys)
            return talk or await self._by_library(told)
        except Exception:
            log.exception("the library can't read what Matrix has sent")
            if failures < STUBBORN:  # else it lets it pass, unread
                self.client.next_batch = ""
            return None

    async def _by_library(self, told: dict[str, Any]) -> SyncResponse | None:
        """Return what is new once the library knows it; ``None`` if it is no such answer."""
        answer = SyncResponse.from_dict(told)
        if isinstance(answer, SyncError):
            log.warning("no news from Matrix, trying again: %s", answer.message)
            return None
        await self.client.receive_response(answer)
        self._keys = told.get(KEYS)
        return answer

    def _open(self, talk: Plain) -> None:
        """Have all that people said handled, each room after what it is doing already."""
        tasks = [
            self.lanes.then(room, partial(self._all, events)) for room, events in talk.rooms.items()
        ]
        self.lanes.reach(talk.next_batch, tasks)

    async def _receive(self, answer: SyncResponse, since: str) -> None:
        """Have all of a batch handled, each room after what it is doing already."""
        tasks = [
            self.lanes.then(room, partial(self._once, event))
            for key in answer.to_device_events
            if isinstance(key, RoomKeyEvent)
            for room, opened in self._sealed.opened(key.session_id)
            for event in _events(room, [opened])
        ]
        for room in answer.rooms.leave:
            self.client.rooms.pop(room, None)
            self.ears.put_out(room)
        for room, info in answer.rooms.invite.items():
            state = tuple(_events(room, info.invite_state))
            tasks.append(self.lanes.then(room, partial(self.ears.invited, room, state)))
        for room, info in answer.rooms.join.items():
            for event in _events(room, info.state):
                self.ears.learn(event)
            for event in _events(room, info.timeline.events):
                self.ears.learn(event)
            if since:
                tasks.append(self.lanes.then(room, partial(self._happened, room, info, since)))
        self.lanes.reach(answer.next_batch, tasks)

    async def _happened(self, room: str, info: RoomInfo, since: str) -> None:
        """Hand on what happened in a room since the position, and since we came there."""
        events = list(info.timeline.events)
        me, start = self.client.user_id, info.timeline.prev_batch
        if start and info.timeline.limited and not any(we_came(me, each) for each in events):
            missing = await between(self.client, room, since, start, self.sleep)
            events = [*missing, *events]
        came = max((at for at, each in enumerate(events) if we_came(me, each)), default=0)
        for each in events[came:]:
            if isinstance(each, MegolmEvent):
                if each.event_id not in self._seen:
                    self._sealed.add(room, each)
            else:
                for event in _events(room, [each]):
                    await self._once(event)

    async def _all(self, events: Iterable[Event]) -> None:
        for each in events:
            await self._once(each)

    async def _once(self, event: Event) -> None:
        await self.ready.wait()
        if event.id in self._seen:
            return
        await self.lanes.taken(lambda: self.ears.hear(event))
        self._seen[event.id] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)

    def _count(self, answer: SyncResponse, *, first: bool) -> None:
        """Know which keys are due."""
        olm = self.client.olm
        if answer.device_key_count.signed_curve25519 == 0:
            olm.uploaded_key_count = 0  # the library takes none for not told
        if first:  # what changed while we were away may not be told
            for room in self.client.rooms.values():
                if room.encrypted:
                    olm.users_for_key_query.update(room.users)

    async def _tend(self) -> None:
        """Do what encryption needs after each batch. What fails is due again after the next."""
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


def _events(room: str, found: Iterable[NioEvent]) -> Iterator[Event]:
    """Yield the events that have the shape of one, without those that are still locked."""
    for each in found:
        if not isinstance(each, MegolmEvent):
            content = each.source.get("content", getattr(each, "content", None))
            told = event_of(  # the library takes some contents out
                room,
                each.source,
                content,
                before=getattr(each, "prev_membership", None) or "",
                encrypted=bool(getattr(each, "decrypted", False)),
            )
            if told is not None:
                yield told
