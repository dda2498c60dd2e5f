"""One table at a time: load, advance, commit, arm."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from chatlama.core.games.alpaka import INFO, Alpaka
from chatlama.core.table.advance import Advance
from chatlama.core.table.intents import Awake, Configure, Join, Press, Relocate, Shown, Start, Stop
from chatlama.core.table.model import Phase, Room, Table, TableId
from chatlama.session import desk as desks
from chatlama.session.desk import NotInstalled
from chatlama.session.ports import Conflict, StoreError
from chatlama.stores.memory import MemoryStore
from tests.fakes import CHAT, EN, HOUSE, NOON, OTHER, Failing, Life, Rig, house, rig, who

ADA, BEN, CEM = who("ada"), who("ben"), who("cem")
T1 = TableId("t1")


class Newer(Alpaka):
    info = replace(INFO, rules=INFO.rules + 1)


async def opened(at: Rig, *people: str) -> Rig:
    life = Life(*people)
    await at.tables.desk.open(replace(life.table, version=1))
    return at


async def act(at: Rig, intent: object, update: str | None = None) -> Advance:
    done = await at.tables.desk.act(T1, intent, update)  # type: ignore[arg-type]
    assert done is not None
    return done


async def test_what_is_done_is_kept_armed_and_answered() -> None:
    at = await opened(rig(), "ada", "ben")
    done = await act(at, Start(ADA))
    kept = await at.store.load(T1)
    assert kept == done.table
    assert kept is not None
    assert kept.position is None
    assert done.table.position is not None
    assert at.timers.due[T1] == NOON.replace(minute=1)


async def test_what_is_refused_is_not_kept() -> None:
    store = Failing()
    at = await opened(rig(store=store), "ada", "ben")
    commits = store.commits
    assert (await act(at, Start(BEN))).answer is not None
    assert store.commits == commits


async def test_a_failing_store_is_told_and_the_same_update_works_afterwards() -> None:
    store = Failing()
    at = await opened(rig(store=store), "ada", "ben")
    store.failures = [StoreError("full")]
    with pytest.raises(StoreError):
        await act(at, Start(ADA), "u1")
    assert (await at.tables.desk.load(T1)) == await store.load(T1)
    assert (await act(at, Start(ADA), "u1")).changed
    assert not (await act(at, Start(ADA), "u1")).changed


async def test_who_comes_second_is_advanced_again_on_the_fresher_table() -> None:
    store = Failing()
    at = await opened(rig(store=store), "ada")

    def quicker(_: Table) -> None:
        kept = store._tables[T1]
        life = Life()
        life.table = kept
        store.put(life.done(Join(BEN)))

    store.before = [quicker]
    done = await act(at, Join(CEM))
    assert [occupant.name for occupant in done.table.seats] == ["Ada", "Ben", "Cem"]
    assert done.table.version == 3


async def test_who_comes_second_with_the_same_is_refused() -> None:
    store = Failing()
    at = await opened(rig(store=store), "ada", "ben")

    def quicker(_: Table) -> None:
        life = Life(seed=7)
        life.table = store._tables[T1]
        store.put(life.done(Start(ADA)))

    store.before = [quicker]
    done = await act(at, Start(ADA))
    assert done.answer is not None
    assert done.answer.id == "game-running"


async def test_a_table_does_not_move_into_a_chat_that_is_taken() -> None:
    at = await opened(rig(), "ada")
    other = replace(Life("ben").table, id=TableId("t2"), rooms=(Room(OTHER.key, EN),), version=1)
    await at.tables.desk.open(other)
    with pytest.raises(Conflict):
        await act(at, Relocate(CHAT.key, OTHER.key))
    assert await at.store.in_chat(CHAT.key) == "t1"


async def test_two_people_in_the_same_moment_both_get_their_answer() -> None:
    at = await opened(rig(), "ada")
    done = await asyncio.gather(*(act(at, Join(by)) for by in (BEN, CEM, BEN)))
    assert [each.changed for each in done] == [True, True, False]
    assert len((await at.store.load(T1)).seats) == 3  # type: ignore[union-attr]


async def test_a_table_that_waits_holds_no_other_up() -> None:
    at = await opened(rig(), "ada")
    async with at.tables.desk.lock(T1):
        waiting = asyncio.create_task(act(at, Join(BEN)))
        other = replace(Life("cem").table, id=TableId("t2"), rooms=(Room(OTHER.key, EN),))
        await at.tables.desk.open(other)
        assert await at.tables.desk.act(TableId("t2"), Join(BEN)) is not None
        assert not waiting.done()
    assert (await waiting).changed


async def test_what_does_not_exist_is_none() -> None:
    at = rig()
    assert await at.tables.desk.load(T1) is None
    assert await at.tables.desk.act(T1, Join(ADA)) is None


async def test_a_table_is_replayed_once_while_it_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(desks, "REPLAYED", 2)
    at = rig()
    for n in range(4):
        life = Life("ada", "ben").start()
        room = Room(f"fake:{n}", EN)
        await at.tables.desk.open(replace(life.table, id=TableId(f"t{n}"), rooms=(room,)))
    assert list(at.tables.desk._recent) == ["t2", "t3"]
    first = await at.tables.desk.load(TableId("t2"))
    assert await at.tables.desk.load(TableId("t2")) is first
    again = await at.tables.desk.load(TableId("t0"))
    assert again is not None
    assert again.position is not None


async def test_a_slow_load_does_not_bring_back_what_was(caplog: pytest.LogCaptureFixture) -> None:
    class Slow(Failing):
        gate: asyncio.Event | None = None

        async def load(self, id: TableId) -> Table | None:
            table = await super().load(id)
            gate, self.gate = self.gate, None
            if gate is not None:
                await gate.wait()
            return table

    store = Slow()
    at = await opened(rig(store=store), "ada")
    at.tables.desk._recent.clear()
    gate = store.gate = asyncio.Event()
    slow = asyncio.create_task(at.tables.desk.load(T1))
    await asyncio.sleep(0)
    changing = asyncio.create_task(act(at, Join(BEN)))
    await asyncio.sleep(0)
    gate.set()
    before, done = await slow, await changing
    assert before is not None
    assert done.table.version == before.version + 1
    assert await at.tables.desk.load(T1) == done.table
    assert not caplog.records


# --- rules that have changed, games that are missing -----------------------------------------


async def test_a_game_that_cannot_go_on_is_given_up_for_the_lobby(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = Failing()
    at = await opened(rig(store=store), "ada", "ben")
    await act(at, Start(ADA))
    later = rig(at=house(Newer()), store=store)
    table = await later.tables.desk.load(T1)
    assert table is not None
    assert (table.phase, table.persons) == (Phase.LOBBY, Life("ada", "ben").table.persons)
    assert await store.load(T1) == table
    assert T1 in later.timers.due
    (record,) = caplog.records
    assert "can't go on" in record.message
    assert (await later.tables.desk.act(T1, Start(ADA))) is not None


async def test_two_who_give_up_the_same_game_agree() -> None:
    store = Failing()
    at = await opened(rig(store=store), "ada", "ben")
    await act(at, Start(ADA))
    later = rig(at=house(Newer()), store=store)

    def quicker(lobby: Table) -> None:
        store.put(lobby)

    store.before = [quicker]
    table = await later.tables.desk.load(T1)
    assert table is not None
    assert table.phase is Phase.LOBBY


async def test_a_closed_table_is_not_brought_back_by_changed_rules() -> None:
    store = Failing()
    at = await opened(rig(store=store), "ada", "ben")
    await act(at, Start(ADA))
    await act(at, Stop(ADA))
    later = rig(at=house(Newer()), store=store)
    table = await later.tables.desk.load(T1)
    assert table is not None
    assert table.phase is Phase.CLOSED
    done = await later.tables.desk.act(T1, Awake())
    assert done is not None
    assert not done.changed


async def test_a_table_whose_game_is_missing_is_left_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = Failing()
    at = await opened(rig(store=store), "ada", "ben")
    kept = await store.load(T1)
    later = rig(at=replace(HOUSE, games={}), store=store)
    with pytest.raises(NotInstalled, match="alpaka"):
        await later.tables.desk.load(T1)
    with pytest.raises(NotInstalled):
        await later.tables.desk.act(T1, Join(CEM))
    assert await store.load(T1) == kept
    assert not caplog.records
    assert (await act(at, Join(CEM))).changed


async def test_after_a_commit_that_failed_nothing_is_assumed_of_what_is_kept() -> None:
    class Late(Failing):
        """It keeps what it says it could not keep."""

        async def commit(self, table: Table, *, expected: int) -> None:
            await MemoryStore.commit(self, table, expected=expected)
            if self.failures:
                raise self.failures.pop(0)

    store = Late()
    at = await opened(rig(store=store), "ada")
    store.failures = [StoreError("the disk may have it")]
    with pytest.raises(StoreError):
        await at.tables.desk.act(T1, Join(BEN), "u9")
    again = await at.tables.desk.act(T1, Join(BEN), "u9")
    assert again is not None
    assert not again.changed
    assert len(again.table.seats) == 2


async def test_forgetting_lets_everything_go() -> None:
    at = await opened(rig(), "ada")
    await at.tables.desk.forget(T1)
    assert await at.tables.desk.load(T1) is None
    assert T1 not in at.timers.due
    await at.tables.desk.forget(T1)


async def test_what_shows_a_table_is_kept_with_it() -> None:
    at = await opened(rig(), "ada")
    await act(at, Shown(CHAT.key, "m1"))
    kept = await at.store.load(T1)
    assert kept is not None
    assert kept.shown == ((CHAT.key, "m1"),)
    await act(at, Configure(ADA, "target", "20"))
    assert (await act(at, Press(ADA, "quit"))).answer is not None
