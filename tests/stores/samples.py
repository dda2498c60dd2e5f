"""Tables for the tests of the stores."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from chatlama.core.player import Strength
from chatlama.core.table.model import (
    Computer,
    Dealt,
    Language,
    Person,
    Phase,
    Played,
    Room,
    Table,
    TableId,
    UserId,
)
from chatlama.core.text import SEATS

T = TypeVar("T")
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def a_table(id: str, *chats: str, version: int = 1, moves: int = 3) -> Table:
    """Return a table in the middle of a game."""
    return Table(
        id=TableId(id),
        rooms=rooms(chats or (f"chat:{id}",)),
        host=UserId("telegram:1"),
        game="alpaka",
        options=(("end", "40"),),
        turn=timedelta(seconds=90),
        seats=(
            Person(UserId("telegram:1"), "Ada", Language("de")),
            Computer("Ben", Strength.MEDIUM),
        ),
        phase=Phase.PLAYING,
        number=1,
        rules=1,
        roster=2,
        log=(Dealt(bytes(32)), *(Played(SEATS[i % 2], f"play:{i % 7}") for i in range(moves))),
        confirmed=frozenset(SEATS[:1]),
        since=NOON,
        due=NOON + timedelta(seconds=90),
        version=version,
        seen=("telegram:4711",),
        shown=(("chat:1", "99"),),
    )


def rooms(chats: Sequence[str]) -> tuple[Room, ...]:
    """Return a room in each chat."""
    return tuple(Room(chat, Language("de")) for chat in chats)


def run(step: Coroutine[Any, Any, T]) -> T:
    """Return what a store's method returns, without an event loop: it never waits."""
    try:
        step.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    raise AssertionError("the store waited")
