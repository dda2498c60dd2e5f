"""What the server has left out of a batch, because there was too much of it.

It is read backwards, from where the batch begins to where we had got to, or had come into the room.
"""

from __future__ import annotations

from aiohttp import ClientError
from nio import AsyncClient, Event, MessageDirection, RoomMemberEvent, RoomMessagesResponse

from .calls import Sleep
from .lanes import backoff

FILLED = 1000
"""Events of a gap at most."""


async def between(
    client: AsyncClient, room: str, since: str, until: str, sleep: Sleep
) -> list[Event]:
    """Return what happened in the room between two positions, oldest first."""
    found: list[Event] = []
    start: str | None = until
    failures = 0
    while start and len(found) < FILLED:
        try:
            answer = await client.room_messages(
                room, start, end=since, direction=MessageDirection.back, limit=100
            )
        except (ClientError, TimeoutError):
            answer = None
        if isinstance(answer, RoomMessagesResponse):
            found += answer.chunk
            start = answer.end if answer.chunk else None
            if any(we_came(client.user_id, each) for each in answer.chunk):
                break
        elif answer is not None and answer.status_code in ("M_FORBIDDEN", "M_NOT_FOUND"):
            break
        else:
            failures += 1
            await sleep(backoff(failures))
    return found[::-1]


def we_came(me: str, event: Event) -> bool:
    """Return whether we came into the room by it."""
    ours = isinstance(event, RoomMemberEvent) and event.state_key == me
    return ours and event.membership == "join" and event.prev_membership != "join"
