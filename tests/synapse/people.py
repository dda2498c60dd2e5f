"""People in Matrix rooms: they see what their client shows, write, and press reactions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

from tests.botapi.waiting import until
from tests.synapse.account import Account
from tests.synapse.clients import Client
from tests.synapse.timeline import Seen, Timeline

T = TypeVar("T")

PATIENCE = 60.0
"""Real seconds after which a test has waited in vain."""


class Changes:
    """Tells whoever listens that somebody's screen has changed."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[], None]] = []

    def __call__(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)


@dataclass(eq=False)
class Person:
    """Somebody with an account and one client."""

    name: str
    account: Account
    timeline: Timeline
    client: Client
    changes: Changes
    welcoming: bool = True
    """Whether every invitation is accepted at once."""
    _accepting: dict[str, asyncio.Task[Any]] = field(default_factory=dict)
    _pressed: dict[tuple[str, str], str] = field(default_factory=dict)
    """Of a message and a key, one's own reaction."""

    @property
    def id(self) -> str:
        """The user id, ``@ada:localhost``."""
        return self.account.user

    async def __aenter__(self) -> Self:
        self.changes.listen(self._welcome)
        await self.client.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*self._accepting.values())
        await self.client.stop()

    # --- seeing ------------------------------------------------------------------------------

    def sees(self, room: str) -> list[Seen]:
        """Return the messages of a room, the newest last."""
        return self.timeline.sees(room)

    def direct(self, other: str) -> list[str]:
        """Return the rooms for two in which one is with somebody who asked one there."""
        rooms = self.timeline.direct.items()
        return [room for room, by in rooms if by == other and room in self.timeline.rooms]

    async def until(
        self, condition: Callable[[], T | None], what: str, patience: float = PATIENCE
    ) -> T:
        """Return what a condition says as soon as that is something."""
        return await until(self.changes, condition, f"{self.name}: {what}", patience)

    async def waits_for(
        self, fits: Callable[[Seen], bool], room: str, what: str = "a message"
    ) -> Seen:
        """Return the newest message that fits, as soon as there is one."""

        def found() -> Seen | None:
            return next((seen for seen in reversed(self.sees(room)) if fits(seen)), None)

        try:
            return await self.until(found, what)
        except AssertionError as error:
            shown = "\n---\n".join(seen.text for seen in self.sees(room)[-5:])
            raise AssertionError(f"{error}; {self.name} sees:\n{shown}") from None

    async def is_in(self, room: str) -> None:
        """Return when the client shows the room."""
        await self.until(lambda: room in self.timeline.rooms, "the room is there")

    # --- doing -------------------------------------------------------------------------------

    async def says(self, room: str, text: str, **more: Any) -> str:  # noqa: ANN401  # JSON
        """Write into a room, encrypted if it is; return the event's id."""
        content = {"msgtype": "m.text", "body": text, "m.mentions": {}} | more
        return await self.client.send(room, "m.room.message", content)

    async def edits(self, room: str, event: str, text: str) -> str:
        """Change one's own message."""
        new = {"msgtype": "m.text", "body": text}
        relation = {"rel_type": "m.replace", "event_id": event}
        more = {"m.new_content": new, "m.relates_to": relation}
        return await self.says(room, f"* {text}", **more)

    async def replies(self, to: Seen, text: str) -> str:
        """Answer a message."""
        relation = {"m.in_reply_to": {"event_id": to.id}}
        return await self.says(to.room, text, **{"m.relates_to": relation})

    async def reacts(self, to: Seen, key: str) -> str:
        """Press a reaction; as clients do it, take it away first where one has pressed it."""
        mine = self._pressed.pop((to.id, key), None)
        if mine is not None and not self.timeline.is_gone(mine):
            await self.account.redact(to.room, mine)
        relation = {"rel_type": "m.annotation", "event_id": to.id, "key": key}
        made = await self.account.send(to.room, "m.reaction", {"m.relates_to": relation})
        self._pressed[to.id, key] = made
        return made

    async def creates(
        self,
        name: str,
        *others: str,
        encrypted: bool = False,
        **fields: Any,  # noqa: ANN401  # JSON
    ) -> str:
        """Create a room, ask others into it, and return its id once it is shown."""
        state = fields.pop("initial_state", [])
        if encrypted:
            state = [*state, {"type": "m.room.encryption", "content": ENCRYPTED}]
        room = await self.account.create(
            name=name, invite=list(others), initial_state=state, **fields
        )
        await self.is_in(room)
        return room

    async def encrypts(self, room: str) -> None:
        """Have the room encrypted from now on."""
        await self.account.set(room, "m.room.encryption", ENCRYPTED)
        key = (room, "m.room.encryption")
        await self.until(lambda: key in self.timeline.state, "the room is encrypted")

    async def asks(self, room: str, other: str) -> None:
        """Invite somebody."""
        await self.account.act(room, "invite", user_id=other)

    async def joins(self, room: str) -> None:
        await self.account.act(room, "join")
        await self.is_in(room)

    async def leaves(self, room: str) -> None:
        await self.account.act(room, "leave")

    async def empowers(self, room: str, other: str, level: int) -> None:
        """Give somebody a power level."""
        levels = await self.account.state(room, "m.room.power_levels")
        levels.setdefault("users", {})[other] = level
        await self.account.set(room, "m.room.power_levels", levels)

    def _welcome(self) -> None:
        for room in self.timeline.invitations:
            if self.welcoming and room not in self._accepting:
                self._accepting[room] = asyncio.create_task(self.account.act(room, "join"))


ENCRYPTED = {"algorithm": "m.megolm.v1.aes-sha2"}
