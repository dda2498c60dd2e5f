"""What every store promises (``ports.Store``)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from chatlama.core.table.model import Closing, Phase, Position, Table, TableId
from chatlama.core.text import SEATS
from chatlama.session.ports import Conflict, Store
from chatlama.stores.memory import MemoryStore
from chatlama.stores.tinydb import TinyStore

from .samples import a_table, rooms

Making: TypeAlias = Callable[[Path], Store]

STORES: dict[str, Making] = {
    "memory": lambda _: MemoryStore(),
    "tinydb": lambda folder: TinyStore(folder / "data"),
}


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    store = STORES[request.param](tmp_path)
    yield store
    await store.close()


def closed(table: Table) -> Table:
    return replace(table, phase=Phase.CLOSED, closing=Closing.STOPPED, version=table.version + 1)


async def everything(store: Store, *chats: str) -> object:
    tables = sorted(await store.tables())
    return (
        [await store.load(id) for id in tables],
        tables,
        [await store.in_chat(chat) for chat in chats],
    )


async def test_a_store_begins_empty(store: Store) -> None:
    assert await everything(store, "c1") == ([], [], [None])
    assert await store.load(TableId("a")) is None


async def test_what_was_committed_is_loaded(store: Store) -> None:
    table = a_table("a", "c1")
    await store.commit(table, expected=0)
    assert await store.load(table.id) == table
    assert await store.in_chat("c1") == "a"
    assert list(await store.tables()) == ["a"]


async def test_a_commit_replaces_the_whole_table(store: Store) -> None:
    table = a_table("a", moves=40)
    await store.commit(table, expected=0)
    after = replace(table, version=2, log=(), seats=(), seen=(), due=None)
    await store.commit(after, expected=1)
    assert await store.load(table.id) == after


async def test_the_position_is_not_kept(store: Store) -> None:
    position = Position("hidden", b"secret", 1, 1, (1,), (SEATS[0],))
    await store.commit(replace(a_table("a"), position=position), expected=0)
    kept = await store.load(TableId("a"))
    assert kept is not None
    assert kept.position is None


@pytest.mark.parametrize("expected", [0, 1, 3])
async def test_another_version_than_the_expected_is_a_conflict_that_changes_nothing(
    store: Store, expected: int
) -> None:
    table = a_table("a", "c1")
    await store.commit(table, expected=0)
    await store.commit(replace(table, version=2), expected=1)
    before = await everything(store, "c1", "c2")
    other = replace(table, rooms=rooms(["c2"]), version=expected + 1, log=())
    with pytest.raises(Conflict):
        await store.commit(other, expected=expected)
    assert await everything(store, "c1", "c2") == before
    await store.commit(replace(table, version=3), expected=2)


async def test_a_table_that_is_not_kept_has_no_version_to_expect(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.commit(a_table("a", "c1", version=5), expected=4)
    assert await everything(store, "c1") == ([], [], [None])


async def test_a_new_table_in_a_taken_chat_is_a_conflict_that_changes_nothing(
    store: Store,
) -> None:
    await store.commit(a_table("a", "c1"), expected=0)
    before = await everything(store, "c1", "c2", "c3")
    with pytest.raises(Conflict):
        await store.commit(a_table("b", "c2", "c1", "c3"), expected=0)
    assert await everything(store, "c1", "c2", "c3") == before
    await store.commit(a_table("b", "c2", "c3"), expected=0)
    assert await store.in_chat("c3") == "b"


async def test_closing_frees_the_chat_and_keeps_the_table(store: Store) -> None:
    table = a_table("a", "c1")
    await store.commit(table, expected=0)
    await store.commit(closed(table), expected=1)
    assert await store.in_chat("c1") is None
    assert await store.load(table.id) == closed(table)
    await store.commit(a_table("b", "c1"), expected=0)
    assert await store.in_chat("c1") == "b"
    assert sorted(await store.tables()) == ["a", "b"]


async def test_removing_a_closed_table_leaves_the_next_one_its_chat(store: Store) -> None:
    table = a_table("a", "c1")
    await store.commit(table, expected=0)
    await store.commit(closed(table), expected=1)
    await store.commit(a_table("b", "c1"), expected=0)
    await store.remove(table.id)
    assert await store.in_chat("c1") == "b"
    assert list(await store.tables()) == ["b"]


async def test_a_table_moves_from_chat_to_chat(store: Store) -> None:
    table = a_table("a", "c1", "c2")
    await store.commit(table, expected=0)
    await store.commit(replace(table, rooms=rooms(["c2", "c3"]), version=2), expected=1)
    found = [await store.in_chat(chat) for chat in ("c1", "c2", "c3")]
    assert found == [None, "a", "a"]
    await store.commit(a_table("b", "c1"), expected=0)


async def test_a_table_that_moves_into_a_taken_chat_is_a_conflict_that_changes_nothing(
    store: Store,
) -> None:
    await store.commit(a_table("a", "c1"), expected=0)
    await store.commit(a_table("b", "c2"), expected=0)
    before = await everything(store, "c1", "c2")
    with pytest.raises(Conflict):
        await store.commit(a_table("a", "c2", version=2), expected=1)
    assert await everything(store, "c1", "c2") == before
    await store.commit(a_table("a", "c1", version=2), expected=1)


async def test_a_removed_table_is_forgotten_and_may_come_again(store: Store) -> None:
    await store.commit(a_table("a", "c1"), expected=0)
    await store.remove(TableId("a"))
    await store.remove(TableId("a"))
    assert await everything(store, "c1") == ([], [], [None])
    await store.commit(a_table("a", "c1"), expected=0)
    assert await store.in_chat("c1") == "a"


@pytest.mark.parametrize("id", ["", "..", "../a", "a/../b", "A", "a.json", "a\0", "a" * 300])
async def test_no_id_leads_anywhere_else(store: Store, id: str) -> None:
    await store.commit(a_table("a", "c1"), expected=0)
    assert await store.load(TableId(id)) is None
    await store.remove(TableId(id))
    assert list(await store.tables()) == ["a"]


async def test_reopening_sees_the_same(tmp_path: Path) -> None:
    store = TinyStore(tmp_path)
    for id in ("a", "b", "c", "d"):
        await store.commit(a_table(id, f"c-{id}"), expected=0)
    await store.commit(closed(a_table("b", "c-b")), expected=1)
    await store.commit(a_table("c", "c-x", "c-y", version=2, moves=100), expected=1)
    await store.remove(TableId("d"))
    chats = ("c-a", "c-b", "c-c", "c-d", "c-x", "c-y")
    before = await everything(store, *chats)
    await store.close()
    again = TinyStore(tmp_path)
    assert await everything(again, *chats) == before
    with pytest.raises(Conflict):
        await again.commit(a_table("c", "c-x", version=2), expected=1)
    await again.commit(a_table("c", "c-x", version=3), expected=2)
    await again.close()
