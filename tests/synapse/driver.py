"""A strict Matrix client in a process of its own; runs in `.venv-strict`, imports nothing of ours.

It gives keys only to devices that their owner has cross-signed, and says of every message whether
the sender's device is one of those: what a client does that follows the specification to the
letter. It has set up its own cross-signing before it says that it is ready.

    driver.py URL USER DEVICE TOKEN FOLDER

Lines of JSON come in (``{"ask": 1, "room": …, "type": …, "content": …}`` sends an event) and go
out: what was asked for, and everything that was synchronized, in order. The end of standard input
ends it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import Any, TypeAlias

from mautrix.client import Client
from mautrix.client.state_store import MemoryStateStore
from mautrix.crypto import OlmMachine, PgCryptoStore
from mautrix.crypto.store import StateStore
from mautrix.errors import DecryptionError
from mautrix.types import (
    DeviceLists,
    DeviceOTKCount,
    Event,
    EventType,
    StateEvent,
    ToDeviceEvent,
    TrustState,
)
from mautrix.util.async_db import Database

Fields: TypeAlias = dict[str, Any]

LEAST = TrustState.CROSS_SIGNED_TOFU
"""Devices below that get no keys, and what they send is not shown."""
POLL = 30_000
"""Milliseconds for which the server may hold a request that has no answer yet."""
MANY = json.dumps({"room": {"timeline": {"limit": 200}}, "presence": {"types": []}})


def say(**what: Any) -> None:  # noqa: ANN401  # JSON
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class Rooms(StateStore):  # type: ignore[misc]  # mautrix is not installed where types are checked
    """What encryption has to know of rooms."""

    def __init__(self, known: MemoryStateStore) -> None:
        self.known = known

    async def is_encrypted(self, room: str) -> bool:
        return bool(await self.known.is_encrypted(room))

    async def get_encryption_info(self, room: str) -> Any:  # noqa: ANN401  # mautrix's
        return await self.known.get_encryption_info(room)

    async def find_shared_rooms(self, user: str) -> list[str]:
        rooms = self.known.members.items()
        return [r for r, there in rooms if user in there and await self.is_encrypted(r)]


class Strict:
    """One device."""

    def __init__(self, url: str, user: str, device: str, token: str, folder: Path) -> None:
        self.known = MemoryStateStore()
        self.client = Client(
            user, device, base_url=url, token=token, state_store=self.known, sync_store=None
        )
        self.database = Database.create(
            f"sqlite:{folder / 'keys.db'}", upgrade_table=PgCryptoStore.upgrade_table
        )
        self.keys = PgCryptoStore(user, "pickle", self.database)
        self.machine = OlmMachine(self.client, self.keys, Rooms(self.known))
        self.machine.send_keys_min_trust = self.machine.share_keys_min_trust = LEAST
        self.client.crypto = self.machine
        self.since: str | None = None
        self.waiting: list[tuple[str, Fields]] = []
        """Events that could not be decrypted yet."""

    async def start(self) -> None:
        """Have a signed device."""
        await self.database.start()
        await self.keys.open()
        new = not await self.keys.get_device_id()
        await self.keys.put_device_id(self.client.device_id)
        await self.machine.load()
        if new:
            await self.machine.share_keys(0)
            await self.machine.generate_recovery_key()
        say(ready=True)

    async def sync(self) -> None:
        """Tell everything that happens, for ever."""
        while True:
            answer = await self.client.api.request(
                "GET",
                "/_matrix/client/v3/sync",
                query_params={"timeout": POLL if self.since else 0, "filter": MANY}
                | ({"since": self.since} if self.since else {}),
            )
            await self.take(answer)
            self.since = answer["next_batch"]
            say(synced=True)

    async def take(self, answer: Fields) -> None:
        """Take in one answer: keys first, as what follows may need them."""
        changed = answer.get("device_lists", {}).get("changed", [])
        await self.machine.handle_device_lists(DeviceLists(changed=changed, left=[]))
        left = answer.get("device_one_time_keys_count", {}).get("signed_curve25519", 0)
        await self.machine.handle_otk_count(DeviceOTKCount(signed_curve25519=left, curve25519=0))
        for event in answer.get("to_device", {}).get("events", []):
            await self.key(event)
        rooms = answer.get("rooms", {})
        for room, what in rooms.get("invite", {}).items():
            say(invited=room, state=what["invite_state"]["events"])
        for room in rooms.get("leave", {}):
            say(left=room)
        waiting, self.waiting = self.waiting, []
        for room, event in waiting:
            await self.show(room, event, again=True)
        for room, what in rooms.get("join", {}).items():
            state = what.get("state", {}).get("events", [])
            for event in state:
                await self.learn(room, event)
            say(joined=room, state=state)
            for event in what.get("timeline", {}).get("events", []):
                await self.learn(room, event)
                await self.show(room, event)

    async def key(self, event: Fields) -> None:
        match event["type"]:
            case "m.room.encrypted":
                await self.machine.handle_to_device_event(ToDeviceEvent.deserialize(event))
            case "m.room_key.withheld":
                say(withheld=event)
            case _:
                pass

    async def learn(self, room: str, event: Fields) -> None:
        if "state_key" in event:
            found = StateEvent.deserialize(event | {"room_id": room})
            found.type = found.type.with_class(EventType.Class.STATE)
            await self.known.update_state(found)
            if event["type"] == "m.room.member":
                await self.machine.handle_member_event(found)

    async def show(self, room: str, event: Fields, *, again: bool = False) -> None:
        if event["type"] != "m.room.encrypted" or not event["content"]:
            say(room=room, event=event)
            return
        try:
            found = await self.machine.decrypt_megolm_event(
                Event.deserialize(event | {"room_id": room})
            )
        except DecryptionError as error:
            self.waiting.append((room, event))
            if not again:
                say(room=room, unreadable=event, why=repr(error))
            return
        trust = found["mautrix"]["trust_state"]
        content = found.content.serialize()
        kind = found.type.serialize()
        clear = event | {"type": kind, "content": content}
        say(room=room, event=clear, trust=str(trust), hidden=trust < LEAST)

    async def obey(self) -> None:
        """Do what is asked for until nobody can ask any more."""
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
        )
        while line := await reader.readline():
            asked = json.loads(line)
            try:
                kind = EventType.find(asked["type"], EventType.Class.MESSAGE)
                sent = await self.client.send_message_event(asked["room"], kind, asked["content"])
            except Exception as error:  # noqa: BLE001  # whoever asked has to know
                say(answer=asked["ask"], error=repr(error))
            else:
                say(answer=asked["ask"], sent=sent)


async def main(url: str, user: str, device: str, token: str, folder: str) -> None:
    strict = Strict(url, user, device, token, Path(folder))
    await strict.start()
    doing = {asyncio.create_task(strict.sync()), asyncio.create_task(strict.obey())}
    done, others = await asyncio.wait(doing, return_when=asyncio.FIRST_COMPLETED)
    for each in others:
        each.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await strict.database.stop()
    await strict.client.api.session.close()
    for each in done:
        each.result()


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    asyncio.run(main(*sys.argv[1:]))
