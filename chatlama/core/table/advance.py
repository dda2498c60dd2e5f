"""What a table becomes: the one function through which every table changes.

Rule 1: ``advance`` is pure and may be run again on a fresher table if another commit came first.
Rule 2: store, alarms and screens are derived from the table that comes out, never the other way.
Rule 3: nothing here knows which chat system a person sits behind.
Rule 4: everything may come twice or late. What was seen is kept with what it did; a button is
stamped; an alarm is checked against the clock and the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias, assert_never

from chatlama.core.text import Text

from . import lobby, play, rest
from .house import House, Moment, Ping, Times
from .intents import (
    AddComputer,
    Again,
    Alarm,
    Awake,
    Choose,
    Configure,
    Confirm,
    Here,
    Intent,
    Join,
    Leave,
    Pause,
    Press,
    Relocate,
    Remove,
    Resume,
    SetStrength,
    Shown,
    Start,
    Stop,
)
from .model import Closing, Phase, Table
from .position import replay

REMEMBERED = 64
"""Updates per table that are known again when they come twice."""

FromNobody: TypeAlias = Alarm | Awake | Choose | Relocate | Shown
"""Intents that come from no person, so that nobody has to be told of them."""


@dataclass(frozen=True, slots=True)
class Advance:
    """What became of an intent."""

    table: Table
    """The table after it; the very same one, with its position, if nothing changed."""
    answer: Text | None = None
    """What the person who acted is told, and nobody else: why nothing changed."""
    changed: bool = False


def advance(table: Table, intent: Intent, house: House, moment: Moment) -> Advance:
    """Return what becomes of the table. Raises ``ReplayError`` if its log can't be followed."""
    if table.phase is Phase.CLOSED:
        return Advance(table, None if isinstance(intent, FromNobody) else Text("table-closed"))
    table = replay(table, house.games[table.game])
    if moment.update is not None and moment.update in table.seen:
        return Advance(table)
    there = table
    if not isinstance(intent, FromNobody):
        there = rest.returned(table, intent.who, house, moment)
    match _decide(there, intent, house, moment):
        case None:
            return Advance(table)
        case Text() as refusal:
            return Advance(table, refusal)
        case after if after is table:
            return Advance(table)
        case after:
            after = rest.asleep(after, house, moment)
            seen = (*after.seen, *((moment.update,) if moment.update else ()))[-REMEMBERED:]
            return Advance(replace(after, version=table.version + 1, seen=seen), changed=True)


def next_alarm(table: Table, times: Times) -> datetime | None:
    """Return when the table wants to be looked at next, if ever: for a ping or because it is due.

    An alarm is due strictly after that time (rulebook A20: more than 90 s).
    """
    if table.phase is Phase.CLOSED:
        return None
    return min((t for t in (table.due, _ping_at(table, times)) if t is not None), default=None)


def _decide(table: Table, intent: Intent, house: House, moment: Moment) -> Table | Text | None:
    match intent:
        case Join() | AddComputer() | SetStrength() | Configure():
            return lobby.agree(table, intent, house, moment)
        case Start():
            return play.start(table, intent, house, moment)
        case Press():
            return play.press(table, intent, house, moment)
        case Choose():
            return play.choose(table, intent, house, moment)
        case Confirm():
            return play.confirm(table, intent, house, moment)
        case Leave(who):
            seat = table.seat_of(who.user)
            return Text("not-seated") if seat is None else play.leave(table, seat, house, moment)
        case Remove():
            return play.remove(table, intent, house, moment)
        case Again():
            return lobby.again(table, intent, house, moment)
        case Pause():
            return rest.pause(table, intent, moment)
        case Resume():
            return rest.resume(table, intent, house, moment)
        case Here():
            return table
        case Stop(who):
            if not lobby.may_manage(table, who):
                return Text("host-only")
            return lobby.close(table, Closing.STOPPED)
        case Relocate(chat, to):
            return _relocate(table, chat, to)
        case Shown(place, handle):
            return _shown(table, place, handle)
        case Alarm():
            return _alarm(table, house, moment)
        case Awake():
            return _awake(table, house.times, moment.now)
        case _:
            assert_never(intent)


def _awake(table: Table, times: Times, now: datetime) -> Table | None:
    """Return the table with its deadline put off as a restart, and today's quiet hours, want it."""
    if table.due is None:
        return None
    due = times.awake(now, max(table.due, now + times.grace), times.notice(table))
    return None if due == table.due else replace(table, due=due)


def _alarm(table: Table, house: House, moment: Moment) -> Table | None:
    if table.due is not None and moment.now > table.due:
        match table.phase:
            case _ if table.paused is not None:
                return lobby.close(table, Closing.IDLE)
            case Phase.PLAYING:
                return play.run_out(table, house, moment)
            case Phase.SCORED:
                return play.deal(table, house, moment)
            case _:
                return lobby.close(table, Closing.IDLE)
    ping = _ping_at(table, house.times)
    if ping is not None and moment.now > ping:
        return replace(table, pinged=table.step)
    return None


def _shown(table: Table, place: str, handle: str | None) -> Table | None:
    kept = tuple((p, h) for p, h in table.shown if p != place)
    shown = kept if handle is None else (*kept, (place, handle))
    return None if set(shown) == set(table.shown) else replace(table, shown=shown)


def _relocate(table: Table, chat: str, to: str) -> Table | None:
    """Return the table in the chat's new place, where none of its messages is."""
    rooms = tuple(replace(room, chat=to) if room.chat == chat else room for room in table.rooms)
    shown = tuple((p, h) for p, h in table.shown if p.partition(" ")[0] != chat)
    return None if rooms == table.rooms else replace(table, rooms=rooms, shown=shown)


def _ping_at(table: Table, times: Times) -> datetime | None:
    """Return when those to move are called to their turn, unless they were or are computers."""
    position = table.position
    if table.phase is not Phase.PLAYING or position is None or table.since is None:
        return None
    if table.paused is not None:
        return None
    called = [s for s, _ in table.awaited if s in position.to_move]
    if not called or table.pinged >= max(position.epochs[s] for s in called):
        return None
    match times.ping:
        case Ping.NEVER:
            return None
        case Ping.ALWAYS:
            at = table.since
        case Ping.LATE if table.due is None:
            return None
        case Ping.LATE:
            at = max(table.since, table.due - times.notice(table))
        case _:
            assert_never(times.ping)
    return at if times.quiet is None else times.quiet.after(at)
