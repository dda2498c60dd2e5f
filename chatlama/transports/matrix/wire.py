"""The one narrow thing that sends into rooms, and says refusals in our words.

What is sent is encrypted where the room is. A send is never cut off in the middle: whoever waits
for it may be cancelled, the send goes on. Sends into one room keep their order. Sending the same
again under the same ``txn`` is harmless: the server answers with the event that is there already.
It does not wait out a rate limit and repeats nothing: that is the outbox's.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from aiohttp import ClientError
from nio import AsyncClient, ErrorResponse, Response
from nio.crypto import OlmDevice
from nio.exceptions import LocalProtocolError, OlmTrustError

from chatlama.session.transport import Gone, RetryLater, Unreachable

from .calls import SOON, Limited, Refused, call, path
from .events import Content

REACTION = "m.reaction"
SELDOM = 60.0
"""Seconds between two tries to share keys with devices that could not be given them."""
NOT_ALLOWED = frozenset({"M_FORBIDDEN", "M_TOO_LARGE", "M_BAD_JSON", "M_INVALID_PARAM"})


class Wire(Protocol):
    """What sends into rooms.

    Everything raises ``RetryLater`` under a rate limit or while the server can't be reached,
    ``Unreachable`` where we are not, or may not do that, and ``Gone`` if the event that it is
    about does not exist. An ``txn`` is ASCII, unique for what is sent, and the same when the same
    is sent again.
    """

    async def send(self, room: str, kind: str, content: Content, txn: str) -> str:
        """Send an event into the room and return its id."""

    async def redact(self, room: str, event: str, txn: str) -> None:
        """Take an event away; one that has gone is gone."""

    async def react(self, room: str, event: str, key: str, txn: str) -> str:
        """Put a reaction to an event and return its id; ``""`` if it was there already."""


@dataclass(slots=True)
class NioWire:
    """What sends by matrix-nio."""

    client: AsyncClient = field(repr=False)
    now: Callable[[], float] = time.monotonic
    _tried: dict[str, float] = field(default_factory=dict)
    """When the keys of a person were asked for in vain, and shared again in a room."""
    _turns: defaultdict[str, asyncio.Lock] = field(
        default_factory=lambda: defaultdict(asyncio.Lock), repr=False
    )
    _going: set[asyncio.Task[str]] = field(default_factory=set, repr=False)

    async def send(self, room: str, kind: str, content: Content, txn: str) -> str:
        """As ``Wire``: it is encrypted for every device of everybody who is in the room."""
        return await self._whole(room, lambda: self._send(room, kind, content, txn))

    async def redact(self, room: str, event: str, txn: str) -> None:
        """As ``Wire``."""
        await self._whole(room, lambda: self._redact(room, event, txn))

    async def react(self, room: str, event: str, key: str, txn: str) -> str:
        """As ``Wire``. It is not encrypted: everybody's server reads it."""
        relation = {"rel_type": "m.annotation", "event_id": event, "key": key}
        try:
            return await self.send(room, REACTION, {"m.relates_to": relation}, txn)
        except _Duplicate:
            return ""

    def joined(self, room: str) -> None:
        """Have what is sent from now on encrypted anew: somebody came, or was invited.

        The keys of before were shared without them, and the library would not share them again.
        """
        if self.client.olm is not None:
            self.client.invalidate_outbound_session(room)

    async def finish(self, within: float) -> None:
        """Return when all that is being sent has arrived, or after so many seconds."""
        if self._going:
            await asyncio.wait(self._going, timeout=within)

    async def _whole(self, room: str, sending: Callable[[], Awaitable[str]]) -> str:
        task = asyncio.create_task(self._in_turn(room, sending))
        self._going.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[str]) -> None:
        self._going.discard(task)
        if not task.cancelled():
            task.exception()  # known to whoever waited for it, if anybody still did

    async def _in_turn(self, room: str, sending: Callable[[], Awaitable[str]]) -> str:
        async with self._turns[room]:
            try:
                return await sending()
            except (ClientError, TimeoutError) as error:
                self._mend(room)
                raise RetryLater(SOON) from error
            except (LocalProtocolError, OlmTrustError) as error:
                self._mend(room)
                raise RetryLater(SOON) from error
            except BaseException:
                self._mend(room)
                raise

    async def _send(self, room: str, kind: str, content: Content, txn: str) -> str:
        if room not in self.client.rooms:
            raise Unreachable(f"we are not in {room}")
        if kind == REACTION or not self.client.rooms[room].encrypted:
            return await self._put(content, "send", room, kind, txn)
        await self._share_keys(room)
        sent = await self.client.room_send(
            room, kind, dict(content), txn, ignore_unverified_devices=True
        )
        return str(_checked(sent).event_id)

    async def _redact(self, room: str, event: str, txn: str) -> str:
        return await self._put({}, "redact", room, event, txn)

    async def _put(self, content: Content, how: str, room: str, what: str, txn: str) -> str:
        """Send what is not encrypted, and return the event that it is."""
        where = path("rooms", room, how, what, txn)
        try:
            answer = await call(self.client, "PUT", where, dict(content))
        except Refused as error:
            raise _meaning(error.code, error.status, str(error)) from error
        if not isinstance(answer.get("event_id"), str):
            raise RetryLater(SOON)
        return str(answer["event_id"])

    async def _share_keys(self, room: str) -> None:
        """Have every device in an encrypted room hold the key of what is sent next.

        The library would neither ask for devices that are new nor notice that a key did not arrive.
        Devices for which there is no key to share with are tried again now and then; what was sent
        before, they never read.
        """
        olm, known = self.client.olm, self.client.rooms[room]
        if olm is None or not known.encrypted:
            return
        if not known.members_synced:
            _checked(await self.client.joined_members(room))
        if self._due(*self.client.users_for_key_query):
            _checked(await self.client.keys_query())
            self._try(*self.client.users_for_key_query)  # their servers do not answer
        session = olm.outbound_group_sessions.get(room)
        again = session is not None and session.shared and self._lacking(room)
        if again and self._due(room):
            self._try(room)
            session.shared = False  # with those who hold it already, it is not shared again
        if olm.should_share_group_session(room):
            _checked(await self.client.share_group_session(room, ignore_unverified_devices=True))
            if any(olm.session_store.get(each.curve25519) for each in self._lacking(room)):
                olm.outbound_group_sessions[room].shared = False
                raise RetryLater(SOON)

    def _lacking(self, room: str) -> list[OlmDevice]:
        """Return the devices in the room that do not hold the key of what is sent."""
        olm = self.client.olm
        session = olm.outbound_group_sessions[room]
        held = session.users_shared_with | session.users_ignored
        return [
            device
            for user in self.client.rooms[room].users
            for device in olm.device_store.active_user_devices(user)
            if (user, device.id) not in held
            and device.id != self.client.device_id
            and not olm.is_device_blacklisted(device)
        ]

    def _due(self, *what: str) -> bool:
        """Return whether any of these has not been tried in vain for a while."""
        now = self.now()
        return any(now - self._tried.get(each, -SELDOM) >= SELDOM for each in what)

    def _try(self, *what: str) -> None:
        self._tried.update(dict.fromkeys(what, self.now()))

    def _mend(self, room: str) -> None:
        """Let go of what a failed sharing of keys leaves behind: all later sends wait for it."""
        left = self.client.sharing_session.pop(room, None)
        if left is not None:
            left.set()
            with contextlib.suppress(LocalProtocolError):
                self.joined(room)


class _Duplicate(Unreachable):
    """The same reaction of ours is there already."""


def _checked(answer: Response) -> Response:
    """Return the answer; raise what a refusal means."""
    if isinstance(answer, ErrorResponse):
        raise refusal(answer)
    return answer


def refusal(answer: ErrorResponse) -> Gone | RetryLater | Unreachable:
    """Return the server's refusal in our words."""
    said = f"{answer.status_code} {answer.message}"
    status = getattr(answer.transport_response, "status", 0)
    if answer.status_code == "M_LIMIT_EXCEEDED" or status == 429:  # noqa: PLR2004 - too many
        return Limited(_wait(answer))
    return _meaning(answer.status_code, status, said)


def _meaning(code: str | None, status: int, said: str) -> Gone | RetryLater | Unreachable:
    match code:
        case "M_DUPLICATE_ANNOTATION":
            return _Duplicate(said)
        case "M_NOT_FOUND":
            return Gone(said)
        case _ if code in NOT_ALLOWED:
            return Unreachable(said)
        case _ if status in range(400, 500) and status not in (401, 408):
            return Unreachable(said)
        case _:
            return RetryLater(SOON)


def _wait(answer: ErrorResponse) -> float:
    """Return for how many seconds the server wants to be left alone."""
    if answer.retry_after_ms is not None:
        return max(0.0, float(answer.retry_after_ms) / 1000)
    told: str = getattr(answer.transport_response, "headers", {}).get("Retry-After", "")
    return float(told) if told.isdecimal() else SOON
