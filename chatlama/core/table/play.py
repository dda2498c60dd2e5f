"""Life during a game: starting, moving, confirming, running out of time, leaving."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from chatlama.core.text import Seat, Text, text

from .house import House, Moment
from .intents import Choose, Confirm, Press, Remove, Stamp, Start
from .lobby import a_computer, enter_lobby, host_passes, may_manage, vacate
from .model import Dealt, Entry, Left, Person, Phase, Played, Position, Scored, Table, TakenOver
from .position import checksum, follow
from .rest import missed

MOST_DEFAULTS = 8
"""Moves that one choice by default may take; a game that needs more would never end its turn."""


def start(table: Table, intent: Start, house: House, moment: Moment) -> Table | Text | None:
    """Return the table with the first round of a new game dealt."""
    if table.phase not in {Phase.LOBBY, Phase.OVER}:
        return Text("game-running")
    if not may_manage(table, intent.who):
        return Text("host-only")
    if intent.stamp is not None and intent.stamp.number != table.number:
        return _stale(table)
    info = house.games[table.game].info
    lobby = enter_lobby(table, house, moment)
    if len(lobby.seats) < info.min_seats:
        return text("too-few-players", min=info.min_seats)
    begun = replace(lobby, number=table.number + 1, rules=info.rules, broken=False)
    return deal(begun, house, moment)


def deal(table: Table, house: House, moment: Moment) -> Table:
    """Return the table with the next round dealt."""
    return _go_on(replace(table, confirmed=frozenset()), house, moment, Dealt(moment.seed))


def press(table: Table, intent: Press, house: House, moment: Moment) -> Table | Text:
    """Return the table after a person's move, or why it can't be made."""
    seat = table.seat_of(intent.who.user)
    if seat is None:
        return Text("not-seated")
    position = table.position
    if position is None:
        return Text("no-game")
    if _is_stale(table, intent.stamp, seat):
        return _stale(table)
    if table.paused is not None:
        return Text("paused")
    return _move(table, position, seat, intent.code, house, moment)


def choose(table: Table, intent: Choose, house: House, moment: Moment) -> Table | Text | None:
    """Return the table after a computer's move; ``None`` if it comes too late."""
    position = table.position
    if table.phase is not Phase.PLAYING or position is None or intent.step != position.step:
        return None
    if table.paused is not None or not table.automatic(intent.seat):
        return None
    return _move(table, position, intent.seat, intent.code, house, moment)


def confirm(table: Table, intent: Confirm, house: House, moment: Moment) -> Table | Text | None:
    """Return the table with this confirmation; the next round begins with the last one."""
    seat = table.seat_of(intent.who.user)
    if seat is None:
        return Text("not-seated")
    if table.phase is not Phase.SCORED or _is_stale(table, intent.stamp, seat):
        return _stale(table)
    if table.paused is not None:
        return Text("paused")
    if seat in table.confirmed:
        return None
    return _confirmed(replace(table, confirmed=table.confirmed | {seat}), house, moment)


def run_out(table: Table, house: House, moment: Moment) -> Table:
    """Return the table after the game chose by default for everybody whose time is over."""
    for seat in turn_of(table):
        table = missed(_choose_by_default(table, seat, house, moment), seat, house)
    return table


def leave(table: Table, seat: Seat, house: House, moment: Moment) -> Table:
    """Return the table without the seat's occupant; closed if no person is left."""
    table = replace(table, asked=None) if table.asked == seat else table
    match table.phase:
        case Phase.LOBBY:
            return vacate(table, seat, house, moment)
        case Phase.OVER:
            return host_passes(follow(table, house.games[table.game], Left(seat)), seat)
        case _:
            gone = _taken_over(table, seat, house) or _go_on(table, house, moment, Left(seat))
            after = host_passes(gone, seat)
            return _confirmed(after, house, moment) if after.phase is Phase.SCORED else after


def _taken_over(table: Table, seat: Seat, house: House) -> Table | None:
    """Return the table with a computer in a person's seat; ``None`` if none takes it over."""
    occupant, strength = table.seats[seat], house.usual(table.game)
    alone = len(table.persons) == 1
    if not table.takeover or alone or strength is None or not isinstance(occupant, Person):
        return None
    computer = a_computer(table, strength)
    seats = (*table.seats[:seat], computer, *table.seats[seat + 1 :])
    entry = TakenOver(seat, occupant.name)
    return follow(replace(table, seats=seats), house.games[table.game], entry)


def remove(table: Table, intent: Remove, house: House, moment: Moment) -> Table | Text | None:
    """Return the table without somebody whom the host or an administrator takes away."""
    if not may_manage(table, intent.who):
        return Text("host-only")
    if intent.roster != table.roster:
        return _stale(table)
    if intent.seat not in {seat for seat, _ in table.present}:
        return None
    return leave(table, intent.seat, house, moment)


def turn_of(table: Table) -> tuple[Seat, ...]:
    """Return who is to move, as far as a round is played."""
    position = table.position
    return () if table.phase is not Phase.PLAYING or position is None else position.to_move


def _choose_by_default(table: Table, seat: Seat, house: House, moment: Moment) -> Table:
    """Return the table after the seat's default moves: as many as complete one choice."""
    game = house.games[table.game]
    for made in range(MOST_DEFAULTS):
        if table.position is None or seat not in turn_of(table):
            break
        code = game.default(table.position.state, seat).code
        table = _go_on(table, house, moment, Played(seat, code, late=made == 0))
        if table.position is not None and not table.position.midway:
            break
    else:
        raise RuntimeError(f"seat {seat}: no choice by default is ever complete")
    return table


def _move(
    table: Table, position: Position, seat: Seat, code: str, house: House, moment: Moment
) -> Table | Text:
    game = house.games[table.game]
    if code in {move.code for move in game.legal(position.state, seat)}:
        return _go_on(table, house, moment, Played(seat, code))
    return game.refuse(position.state, seat, code).text


def _go_on(table: Table, house: House, moment: Moment, entry: Entry) -> Table:
    """Return the table after one more entry of its log, in the phase to which that leads."""
    game, times = house.games[table.game], house.times
    after = follow(table, game, entry)
    position = after.position
    result = position.result if position else None
    if position is None or result is None:
        return _next_turn(after, house, moment.now)
    after = follow(after, game, Scored(checksum(result)))
    if result.outcome is not None:
        return _enter(after, Phase.OVER, times.lobby, house, moment.now)
    if table.phase is Phase.SCORED:
        return after
    return _enter(after, Phase.SCORED, times.confirm, house, moment.now)


def _next_turn(table: Table, house: House, now: datetime) -> Table:
    """Return the running round, its clock begun anew if somebody is to make another choice."""
    position = table.position
    begins = position is not None and any(
        position.epochs[seat] == position.step for seat in position.to_move
    )
    return _enter(table, Phase.PLAYING, table.turn, house, now) if begins else table


def _enter(
    table: Table, phase: Phase, time: timedelta | None, house: House, now: datetime
) -> Table:
    """Return the table in a phase that begins now, or when the pause is over."""
    if table.paused is not None and phase is not Phase.OVER:
        return replace(table, phase=phase, since=now, paused=replace(table.paused, left=time))
    due = house.times.deadline(now, time, house.times.notice_in(phase, table.turn))
    return replace(table, phase=phase, since=now, paused=None, due=due)


def _confirmed(table: Table, house: House, moment: Moment) -> Table:
    """Return the table with the next round dealt if everybody who is there has confirmed."""
    if all(seat in table.confirmed for seat, _ in table.awaited):
        return deal(table, house, moment)
    return table


def _is_stale(table: Table, stamp: Stamp | None, seat: Seat) -> bool:
    """Return whether a button offers the seat something that has been decided since."""
    if stamp is None:
        return False
    epochs = table.position.epochs if table.position else ()
    return stamp.number != table.number or stamp.step < epochs[seat]


def _stale(table: Table) -> Text:
    to_move = turn_of(table)
    return text("stale-turn", players=to_move) if to_move else Text("stale")
