"""How long a turn may last, and when nobody is hurried. Nothing here reads a clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo

TURN = timedelta(seconds=90)
"""How long a seat may think (rulebook A20)."""


def overdue(waited: timedelta, limit: timedelta = TURN) -> bool:
    """Return whether the time is up: the last instant of the limit still belongs to the player.

    >>> overdue(timedelta(seconds=90)), overdue(timedelta(seconds=91))
    (False, True)
    """
    return waited > limit


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours of every day in which nobody is called and no time runs out."""

    begin: time
    end: time
    """When they are over: that instant is not quiet any more."""
    zone: tzinfo | None = None
    """Where it is so late; ``None``: where this machine is."""

    @property
    def open(self) -> timedelta:
        """How long of a day is not quiet, unless the clocks are changed."""
        begin, end = (timedelta(hours=t.hour, minutes=t.minute) for t in (self.begin, self.end))
        return (begin - end) % timedelta(days=1)

    def after(self, moment: datetime) -> datetime:
        """Return the moment itself, or the end of the quiet hours in which it falls.

        >>> night = Quiet(time(22), time(7), UTC)
        >>> night.after(datetime(2026, 11, 30, 23, tzinfo=UTC)).isoformat()
        '2026-12-01T07:00:00+00:00'
        """
        local = moment.astimezone(self.zone)
        now, today = local.time(), local.date()
        if self.begin <= self.end:
            ends = today if self.begin <= now < self.end else None
        elif now >= self.begin:
            ends = today + timedelta(days=1)
        else:
            ends = today if now < self.end else None
        if ends is None:
            return moment
        # Where the clocks are put back an hour comes twice, and the quiet hours may end in both.
        end = self.end.replace(fold=local.fold)
        # Where they are put forward it may not come at all: then all that is open may be left out.
        return self.after(datetime.combine(ends, end, self.zone).astimezone(UTC))
