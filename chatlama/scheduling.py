"""The clock, and the alarms behind ``Timers``: one APScheduler job per table.

An alarm only says that it may be time; the table decides whether anything is due. So nothing is
stored here: after a restart the alarms are set again from the tables.

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
        if due is not None:
            self._scheduler.add_job(
                self._go_off,
                "date",
                run_date=due + AFTER,
                args=(id,),
                id=id,
                replace_existing=True,
            )
            return
        with suppress(JobLookupError):
            self._scheduler.remove_job(id)

    def stop(self) -> None:
        """Ring no more."""
        # APScheduler ends a step of the event loop later; until then nothing may ring either.
        begun = self._ring is not None
        self._ring = None
        if begun:
            self._scheduler.shutdown(wait=False)

    async def _go_off(self, id: TableId) -> None:
        if self._ring is not None:
            self._ring(id)
