"""Ways into rooms and out of them: joining, leaving, inviting, and making direct rooms.

A direct room is made once for each person, and listed in the account's ``m.direct`` so that every
client of the account takes it for one. It counts as there when its state has arrived.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field

from nio import AsyncClient

from chatlama.session.transport import RetryLater, Unreachable

from .calls import Refused, call, path
from .rooms import ENCRYPTED, KnownRooms

ARRIVAL = 30.0
"""Seconds within which a room that we made arrives."""


@dataclass(slots=True)
class NioDoors:
    """What the account does with its memberships. Everything raises ``RetryLater``."""

    client: AsyncClient = field(repr=False)
    rooms: KnownRooms
    _making: defaultdict[str, asyncio.Lock] = field(
        default_factory=lambda: defaultdict(asyncio.Lock), repr=False
    )
    _arrived: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    async def load(self) -> None:
        """Know which direct rooms the account lists."""
        try:
            listed = await call(self.client, "GET", self._list)
        except Refused:  # there is no list yet
            return
        self.rooms.listed = {
            user: tuple(room for room in rooms if isinstance(room, str))
            for user, rooms in listed.items()
            if isinstance(rooms, list)
        }

    async def join(self, room: str, via: str) -> None:
        """Join a room, by way of a server that is in it. Raises ``Refused``."""
        where = path("join", room)
        await call(self.client, "POST", f"{where}?via={via}&server_name={via}", {})

    async def leave(self, room: str) -> None:
        """Leave a room, or decline to come into it. Raises ``Refused``."""
        await call(self.client, "POST", path("rooms", room, "leave"), {})

    async def invite(self, room: str, user: str) -> None:
        """Invite somebody into a room. Raises ``Unreachable`` if that can't be."""
        try:
            await call(self.client, "POST", path("rooms", room, "invite"), {"user_id": user})
        except Refused as error:
            raise Unreachable(str(error)) from error

    async def create_direct(self, user: str) -> str:
        """Make an encrypted direct room, invite the person, and return it once it is there.

        Returns the one that is there already. Raises ``Unreachable`` if the person can't be
        invited.
        """
        async with self._making[user]:
            known = self.rooms.direct(user)
            if known:
                return known[0]
            try:
                made = await call(self.client, "POST", path("createRoom"), _direct(user))
                room = str(made["room_id"])
                await self.list(user, room)
            except (Refused, KeyError) as error:
                raise Unreachable(f"no direct room with {user}: {error}") from error
            await self._arrival(room)
            return room

    async def list(self, user: str, room: str) -> None:
        """Have the room listed as one of the person's direct rooms. Raises ``Refused``."""
        rooms = self.rooms.listed.get(user, ())
        if room not in rooms:
            listed = {**self.rooms.listed, user: (room, *rooms)}
            await call(self.client, "PUT", self._list, listed)
            self.rooms.listed = listed

    def arrived(self) -> None:
        """Let everybody who waits for a room look again."""
        self._arrived.set()
        self._arrived = asyncio.Event()

    async def _arrival(self, room: str) -> None:
        try:
            async with asyncio.timeout(ARRIVAL):
                while not self.rooms.encrypted(room):
                    await self._arrived.wait()
        except TimeoutError as error:
            raise RetryLater(0) from error

    @property
    def _list(self) -> str:
        return path("user", self.rooms.me, "account_data", "m.direct")


def _direct(user: str) -> dict[str, object]:
    return {
        "preset": "trusted_private_chat",
        "is_direct": True,
        "invite": [user],
        "initial_state": [
            {
                "type": ENCRYPTED,
                "state_key": "",
                "content": {"algorithm": "m.megolm.v1.aes-sha2"},
            }
        ],
    }
