"""Alarms ring once they are due, in the event loop, and never too seldom. Nothing here sleeps."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from chatlama.core.table.model import TableId
from chatlama.scheduling import Alarms, SystemClock

A, B = TableId("a"), TableId("b")
PAST = datetime(2020, 1, 1, tzinfo=UTC)
FUTURE = datetime(2100, 1, 1, tzinfo=UTC)


class Bell:
    """Notes who rang, and lets a test wait for it."""

    def __init__(self) -> None:
        self.rung: list[TableId] = []
        self._heard = asyncio.Event()

    def __call__(self, id: TableId) -> None:
        self.rung.append(id)
        self._heard.set()

    async def until(self, number: int) -> None:
        """Wait until it has rung so often."""
        async with asyncio.timeout(60):
            while len(self.rung) < number:
                self._heard.clear()
                await self._heard.wait()


@pytest.fixture
async def alarms() -> AsyncIterator[Alarms]:
    alarms = Alarms()
    yield alarms
    alarms.stop()


def set_for(alarms: Alarms) -> dict[str, datetime]:
    """Return the table and the time of every alarm that is set."""
    return {job.id: job.trigger.run_date for job in alarms._scheduler.get_jobs()}


def test_the_clock_tells_the_time_in_utc() -> None:
    before = datetime.now(UTC)
    now = SystemClock().now()
    assert before <= now <= datetime.now(UTC)
    assert now.tzinfo is UTC


async def test_a_time_that_has_passed_rings_at_once_however_long_ago(alarms: Alarms) -> None:
    bell = Bell()
    alarms.start(bell)
    alarms.set(A, PAST)
    await bell.until(1)
    assert bell.rung == [A]
    assert set_for(alarms) == {}


async def test_an_alarm_set_before_the_start_rings_after_it(alarms: Alarms) -> None:
    bell = Bell()
    alarms.set(A, PAST)
    alarms.set(B, FUTURE)
    alarms.start(bell)
    await bell.until(1)
    assert bell.rung == [A]
    assert [*set_for(alarms)] == [B]


async def test_it_rings_strictly_after_the_due_time(alarms: Alarms) -> None:
    rung = asyncio.get_running_loop().create_future()
    alarms.start(lambda _: rung.set_result(SystemClock().now()))
    due = SystemClock().now() + timedelta(milliseconds=20)
    alarms.set(A, due)
    async with asyncio.timeout(60):
        assert await rung > due


async def test_an_alarm_in_the_future_waits_until_just_after_its_time(alarms: Alarms) -> None:
    alarms.start(Bell())
    alarms.set(A, FUTURE)
    assert set_for(alarms) == {A: FUTURE + timedelta(milliseconds=10)}


async def test_an_alarm_that_is_put_off_costs_no_job_and_rings_once_after_the_new_time(
    alarms: Alarms, monkeypatch: pytest.MonkeyPatch
) -> None:
    bell, rung = Bell(), list[datetime]()
    first = SystemClock().now() + timedelta(milliseconds=20)
    last = first + timedelta(milliseconds=40)

    def ring(id: TableId) -> None:
        rung.append(SystemClock().now())
        bell(id)

    alarms.start(ring)
    alarms.set(A, first)
    with monkeypatch.context() as patched:
        patched.setattr(alarms._scheduler, "add_job", lambda *_, **__: pytest.fail("a new job"))
        for put_off in range(1, 5):
            alarms.set(A, first + timedelta(milliseconds=10 * put_off))
    await bell.until(1)
    assert rung[0] > last
    assert set_for(alarms) == {}


async def test_a_table_has_one_alarm_the_newest(alarms: Alarms) -> None:
    bell = Bell()
    alarms.start(bell)
    alarms.set(A, FUTURE)
    alarms.set(A, FUTURE - timedelta(days=1))
    assert [*set_for(alarms).values()] == [FUTURE + timedelta(days=-1, milliseconds=10)]
    alarms.set(A, FUTURE)
    alarms.set(A, PAST)
    await bell.until(1)
    assert bell.rung == [A]
    assert set_for(alarms) == {}


async def test_clearing_takes_the_alarm_away_and_no_other(alarms: Alarms) -> None:
    alarms.start(Bell())
    alarms.set(A, FUTURE)
    alarms.set(B, FUTURE)
    alarms.set(A, None)
    alarms.set(A, None)
    assert [*set_for(alarms)] == [B]


async def test_a_cleared_alarm_does_not_ring(alarms: Alarms) -> None:
    bell = Bell()
    alarms.start(bell)
    alarms.set(A, PAST)
    alarms.set(A, None)
    alarms.set(B, PAST)
    await bell.until(1)
    assert bell.rung == [B]


async def test_an_alarm_set_while_it_rings_rings_again(
    alarms: Alarms, caplog: pytest.LogCaptureFixture
) -> None:
    """APScheduler would drop a job whose forerunner has not quite ended."""
    bell = Bell()

    def ring(id: TableId) -> None:
        bell(id)
        if len(bell.rung) < 20:
            alarms.set(A, PAST)
            alarms._scheduler._process_jobs()  # the worst moment: within the ringing

    alarms.start(ring)
    alarms.set(A, PAST)
    await bell.until(20)
    assert not caplog.records


async def test_many_alarms_that_are_due_together_all_ring(alarms: Alarms) -> None:
    bell = Bell()
    alarms.start(bell)
    ids = [TableId(f"t{i}") for i in range(300)]
    for id in ids:
        alarms.set(id, PAST)
    await bell.until(300)
    assert sorted(bell.rung) == sorted(ids)


async def test_it_rings_in_the_event_loop(alarms: Alarms) -> None:
    threads: list[threading.Thread] = []
    bell = Bell()

    def ring(id: TableId) -> None:
        threads.append(threading.current_thread())
        bell(id)

    alarms.start(ring)
    alarms.set(A, PAST)
    await bell.until(1)
    assert threads == [threading.current_thread()]


async def test_after_the_stop_nothing_rings(alarms: Alarms) -> None:
    bell = Bell()
    alarms.start(bell)
    alarms.set(A, PAST)
    alarms.stop()
    alarms.stop()
    for _ in range(10):
        await asyncio.sleep(0)
    assert bell.rung == []


async def test_alarms_that_never_began_can_be_stopped(alarms: Alarms) -> None:
    alarms.set(A, FUTURE)
    alarms.stop()


async def test_one_ring_that_fails_is_logged_and_stops_no_other(
    alarms: Alarms, caplog: pytest.LogCaptureFixture
) -> None:
    bell = Bell()

    def ring(id: TableId) -> None:
        if id == A:
            raise RuntimeError("no")
        bell(id)

    alarms.start(ring)
    alarms.set(A, PAST)
    alarms.set(B, PAST)
    await bell.until(1)
    assert bell.rung == [B]
    assert "RuntimeError: no" in caplog.text


async def test_alarms_are_not_logged(alarms: Alarms, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    bell = Bell()
    alarms.start(bell)
    alarms.set(A, PAST)
    await bell.until(1)
    alarms.stop()
    assert not caplog.records
