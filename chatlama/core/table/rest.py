"""When a game stands still: a pause that the host agrees to, or nobody who is there.

People who have missed turns in a row are absent: computers play for them, and nothing waits for
them, until they do anything at the table. If all are absent the game stands still until one of them
does; after a long time the table closes (``advance``).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from chatlama.core.text import Seat, Text

from .house import House, Moment
from .intents import Pause, Resume, Who
from .lobby import may_manage
from .model import Paused, Person, Phase, Rest, Table

GAME = {Phase.PLAYING, Phase.SCORED}
"""In which phases a game goes on, or stands still."""


def missed(table: Table, seat: Seat, house: House) -> Table:
    """Return the table after a turn whose time ran out in this seat."""
    occupant = table.seats[seat]
    if not isinstance(occupant, Person) or not house.times.absent:
        return table
    return _with(table, seat, replace(occupant, missed=occupant.missed + 1))


def returned(table: Table, who: Who, house: House, moment: Moment) -> Table:
    """Return the table with ``who``, who has done something, not absent; the same if nothing was.

    A game that stood still for want of people goes on.
    """
    seat, person = next(((s, p) for s, p in table.persons if p.user == who.user), (None, None))
    if seat is None or person is None or not person.missed:
        return table
    table = _with(table, seat, replace(person, missed=0))
    if table.paused is not None and table.paused.why is Rest.NOBODY:
        return _go_on(table, table.paused, house, moment)
    return table


def asleep(table: Table, house: House, moment: Moment) -> Table:
    """Return the table, standing still if a game goes on and nobody is there."""
    if table.phase not in GAME or table.paused is not None or table.awaited:
        return table
    paused = Paused(Rest.NOBODY, house.times.confirm if table.phase is Phase.SCORED else table.turn)
    due = house.times.deadline(moment.now, house.times.wait)
    return replace(table, paused=paused, due=due, asked=None)


def pause(table: Table, intent: Pause, moment: Moment) -> Table | Text | None:
    """Return the table standing still, or with the host asked for it."""
    refused = _refused(table, intent.who)
    if refused is not None:
        return refused
    if table.paused is not None:
        return Text("paused")
    if not may_manage(table, intent.who):
        return _ask(table, intent.who)
    left = None if table.due is None else max(table.due - moment.now, timedelta())
    return replace(table, paused=Paused(Rest.AGREED, left), due=None, asked=None)


def resume(table: Table, intent: Resume, house: House, moment: Moment) -> Table | Text | None:
    """Return the table going on, or with the host asked for it."""
    refused = _refused(table, intent.who)
    if refused is not None:
        return refused
    if table.paused is None:
        return Text("not-paused")
    if table.paused.why is Rest.NOBODY:
        return Text("paused-nobody")
    if not may_manage(table, intent.who):
        return _ask(table, intent.who)
    return _go_on(table, table.paused, house, moment)


def _refused(table: Table, who: Who) -> Text | None:
    if table.seat_of(who.user) is None and not may_manage(table, who):
        return Text("not-seated")
    return None if table.phase in GAME else Text("no-game")


def _ask(table: Table, who: Who) -> Table | None:
    seat = table.seat_of(who.user)
    return None if table.asked == seat else replace(table, asked=seat)


def _go_on(table: Table, paused: Paused, house: House, moment: Moment) -> Table:
    """Return the table going on: with what was left of the time, but no less than the grace."""
    left = None if paused.left is None else max(paused.left, house.times.grace)
    table = replace(table, paused=None, asked=None, since=moment.now)
    due = house.times.deadline(moment.now, left, house.times.notice(table))
    return replace(table, due=due)


def _with(table: Table, seat: Seat, person: Person) -> Table:
    return replace(table, seats=(*table.seats[:seat], person, *table.seats[seat + 1 :]))
