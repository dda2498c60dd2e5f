"""The clock, and the alarms behind ``Timers``: one APScheduler job per table.

An alarm only says that it may be time; the table decides whether anything is due. So nothing is
stored here: after a restart the alarms are set again from the tables.

Nearly every move puts its table's alarm off, and setting a job anew is a good part of what a move
costs. So a job whose alarm was put off stays as it is; when it comes too early it is set again.

What APScheduler does by default and must not: it drops a job that is more than a second late
(``misfire_grace_time``), it drops one that is due while its forerunner still runs
(``max_instances``), and it runs plain functions in threads.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from apscheduler.jobstores.base import JobLookupError
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from chatlama.core.table.model import TableId
from chatlama.session.ports import Ring

AFTER = timedelta(milliseconds=10)
"""How long after its due time an alarm rings: the last instant of a limit is within it."""


class SystemClock:
    """The computer's time."""

    def now(self) -> datetime:
        """Return the time now, in UTC."""
        return datetime.now(UTC)


class Alarms:
    """``Timers`` that ring in the event loop in which they were started."""

    def __init__(self) -> None:
        """Ring nothing yet; alarms may be set."""
        log = logging.getLogger("apscheduler")
        if log.level == logging.NOTSET:
            log.setLevel(logging.WARNING)  # it tells of every job at level INFO
        self._ring: Ring | None = None
        self._due: dict[TableId, datetime] = {}
        """When each table's alarm is to ring."""
        self._jobs: dict[TableId, datetime] = {}
        """For which time each table's job was set: that, or an earlier one."""
        self._scheduler = AsyncIOScheduler(
            timezone=UTC,
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1 << 30},
        )

    def start(self, ring: Ring) -> None:
        """Begin to ring, in the running event loop."""
        self._ring = ring
        self._scheduler.start()

    def set(self, id: TableId, due: datetime | None) -> None:
        """Make this the table's only alarm, strictly after ``due``; ``None`` clears it.

        A time that has passed rings at once.
        """
        if due is None:
            self._due.pop(id, None)
            if self._jobs.pop(id, None) is not None:
                with suppress(JobLookupError):  # it is on its way
                    self._scheduler.remove_job(id)
            return
        self._due[id] = due
        if id not in self._jobs or due < self._jobs[id]:
            self._jobs[id] = due
            self._scheduler.add_job(
                self._go_off,
                "date",
                run_date=due + AFTER,
                args=(id,),
                id=id,
                replace_existing=True,
            )

    def stop(self) -> None:
        """Ring no more."""
        # APScheduler ends a step of the event loop later; until then nothing may ring either.
        begun = self._ring is not None
        self._ring = None
        if begun:
            self._scheduler.shutdown(wait=False)

    async def _go_off(self, id: TableId) -> None:
        set_for, due = self._jobs.pop(id, None), self._due.get(id)
        if self._ring is None or set_for is None or due is None:
            return
        if due > set_for:
            self.set(id, due)
        else:
            del self._due[id]
            self._ring(id)
