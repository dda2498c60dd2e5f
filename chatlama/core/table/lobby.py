"""Life between games: sitting down, agreeing on the rules, closing the table.

Who may do what: anybody joins and leaves; the host and the chat's administrators add and remove,
agree on rules and start (``play.start``); anybody seated takes a finished game back to the lobby.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import assert_never

from chatlama.core.game import AnyGame
from chatlama.core.names import COMPUTERS, distinct, tidy
from chatlama.core.player import Strength
from chatlama.core.text import Seat, Text, text

from .house import House, Moment
from .intents import AddComputer, Again, Configure, Join, SetStrength, Who
from .model import (
    Closing,
    Computer,
    Language,
    Occupant,
    Person,
    Phase,
    Room,
    Table,
    TableId,
    options_of,
)

LEAVING = {"out": False, "computer": True}
"""What may become of the seat of a person who leaves a game: whether a computer takes it over."""
HINTS = {"off": False, "on": True}
"""Whether people may be given hints."""


def open_table(id: TableId, who: Who, room: Room, game: str, house: House, moment: Moment) -> Table:
    """Return a new table in ``room`` at which ``who`` sits and is host."""
    info = house.games[game].info
    return replace(
        enter_lobby(
            Table(
                id=id,
                rooms=(room,),
                host=who.user,
                game=game,
                options=tuple(info.defaults().items()),
                turn=house.times.turn,
                seats=(_person(who, ()),),
                rules=info.rules,
            ),
            house,
            moment,
        ),
        version=1,
        seen=(moment.update,) if moment.update else (),
    )


def enter_lobby(table: Table, house: House, moment: Moment) -> Table:
    """Return the table in the lobby, its clock begun anew, without those who left its game."""
    return replace(
        table,
        phase=Phase.LOBBY,
        seats=tuple(occupant for _, occupant in table.present),
        log=(),
        position=None,
        confirmed=frozenset(),
        pinged=-1,
        roster=table.roster + 1,
        paused=None,
        asked=None,
        since=moment.now,
        due=house.times.deadline(moment.now, house.times.lobby),
    )


def abandon(table: Table, house: House, moment: Moment) -> Table:
    """Return the table in the lobby, without its game, whose log can't be followed any more."""
    return replace(enter_lobby(table, house, moment), broken=True, version=table.version + 1)


def agree(
    table: Table,
    intent: Join | AddComputer | SetStrength | Configure,
    house: House,
    moment: Moment,
) -> Table | Text | None:
    """Return the table as agreed, or why it can't be agreed; ``None`` if it is so already."""
    if table.phase not in {Phase.LOBBY, Phase.OVER}:
        return _too_late(table, intent)
    after: Table | Text | None
    before = table if table.phase is Phase.LOBBY else enter_lobby(table, house, moment)
    match intent:
        case Join(who):
            after = _join(before, who, house)
        case AddComputer(roster=int(roster)) | SetStrength(roster=roster) if roster != table.roster:
            return None
        case AddComputer(who, strength):
            after = _add(before, who, strength, house)
        case SetStrength():
            after = _set_strength(before, intent, house)
        case Configure(who, key, value):
            after = _configure(before, who, key, value, house)
        case _:
            assert_never(intent)
    return enter_lobby(after, house, moment) if isinstance(after, Table) else after


def again(table: Table, intent: Again, house: House, moment: Moment) -> Table | Text | None:
    """Return the table in the lobby after a game."""
    if table.seat_of(intent.who.user) is None:
        return Text("not-seated")
    if table.phase is not Phase.OVER or _stale(table, intent):
        return None
    return enter_lobby(table, house, moment)


def vacate(table: Table, seat: Seat, house: House, moment: Moment) -> Table:
    """Return the lobby without the seat's occupant; closed if no person is left."""
    seats = tuple(occupant for s, occupant in table.present if s != seat)
    return host_passes(enter_lobby(replace(table, seats=seats), house, moment), seat)


def host_passes(table: Table, seat: Seat) -> Table:
    """Return the table with a host who is there: the next person from ``seat`` on, clockwise.

    A table that no person sits at is closed.
    """
    people = table.persons
    if not people:
        return close(table, Closing.EMPTY)
    if any(person.user == table.host for _, person in people):
        return table
    following = [person for s, person in people if s >= seat]
    return replace(table, host=(following or [person for _, person in people])[0].user)


def close(table: Table, closing: Closing) -> Table:
    """Return the table closed for good."""
    closed = replace(table, phase=Phase.CLOSED, closing=closing, due=None, since=None)
    return replace(closed, paused=None, asked=None)


def may_manage(table: Table, who: Who) -> bool:
    """Return whether ``who`` may add, remove, agree on rules, start, pause and stop.

    While the host is absent everybody who sits here may.
    """
    if who.admin or who.user == table.host:
        return True
    absent = any(person.user == table.host and person.absent for _, person in table.persons)
    return absent and table.seat_of(who.user) is not None


def _too_late(table: Table, intent: Join | AddComputer | SetStrength | Configure) -> Text:
    """Return why nothing can be agreed during a game; who left it may join the next one only."""
    if not isinstance(intent, Join):
        return Text("game-running")
    seated = table.seat_of(intent.who.user) is not None
    return Text("already-seated") if seated else Text("join-later")


def _join(table: Table, who: Who, house: House) -> Table | Text:
    if table.seat_of(who.user) is not None:
        return Text("already-seated")
    seats = table.seats
    if len(seats) >= house.games[table.game].info.max_seats:
        computers = [s for s, o in enumerate(seats) if isinstance(o, Computer)]
        if not computers:
            return Text("table-full")
        seats = (*seats[: computers[-1]], *seats[computers[-1] + 1 :])
    return replace(table, seats=(*seats, _person(who, seats)))


def _add(table: Table, who: Who, strength: Strength, house: House) -> Table | Text:
    if not may_manage(table, who):
        return Text("host-only")
    if strength not in house.strengths(table.game):
        return Text("no-computer")
    if len(table.seats) >= house.games[table.game].info.max_seats:
        return Text("table-full")
    return replace(table, seats=(*table.seats, a_computer(table, strength)))


def a_computer(table: Table, strength: Strength) -> Computer:
    """Return a computer that is called as nobody at the table is."""
    taken = {occupant.name for occupant in table.seats}
    name = next((n for n in COMPUTERS if n not in taken), COMPUTERS[0])
    return Computer(distinct(name, taken), strength)


def _set_strength(table: Table, intent: SetStrength, house: House) -> Table | Text | None:
    if not may_manage(table, intent.who):
        return Text("host-only")
    if intent.strength not in house.strengths(table.game):
        return Text("no-computer")
    seats = tuple(
        replace(occupant, strength=intent.strength)
        if seat == intent.seat and isinstance(occupant, Computer)
        else occupant
        for seat, occupant in table.present
    )
    return None if seats == table.seats else replace(table, seats=seats)


def _configure(table: Table, who: Who, key: str, value: str, house: House) -> Table | Text | None:
    if not may_manage(table, who):
        return Text("host-only")
    match key:
        case "game":
            after = _choose_game(table, value, house)
        case "language":
            after = _choose_language(table, value, house)
        case "turn":
            after = _choose_turn(table, value, house)
        case "leaving" if value in LEAVING:
            after = replace(table, takeover=LEAVING[value])
        case "hints" if value in HINTS:
            after = replace(table, hints=HINTS[value])
        case _:
            after = _choose_option(table, key, value, house.games[table.game])
    return None if after == table else after


def _choose_game(table: Table, value: str, house: House) -> Table | Text:
    game = house.games.get(value)
    if game is None:
        return Text("no-such-choice")
    if len(table.seats) > game.info.max_seats:
        return text("too-many-players", max=game.info.max_seats)
    if value == table.game:
        return table
    played = house.strengths(value)
    seats = tuple(o for o in table.seats if played or not isinstance(o, Computer))
    options = tuple(game.info.defaults().items())
    rules = game.info.rules
    return replace(table, game=value, options=options, seats=seats, rules=rules)


def _choose_language(table: Table, value: str, house: House) -> Table | Text:
    if value not in house.languages:
        return Text("no-such-choice")
    first, *others = table.rooms
    return replace(table, rooms=(Room(first.chat, Language(value)), *others))


def _choose_turn(table: Table, value: str, house: House) -> Table | Text:
    turns = {turn_value(turn): turn for turn in house.times.turns}
    if value not in turns:
        return Text("no-such-choice")
    return replace(table, turn=turns[value])


def _choose_option(table: Table, key: str, value: str, game: AnyGame) -> Table | Text:
    option = next((o for o in game.info.options if o.key == key), None)
    if option is None or value not in {choice.value for choice in option.choices}:
        return Text("no-such-choice")
    return replace(table, options=tuple((options_of(table, game.info) | {key: value}).items()))


def turn_value(turn: timedelta | None) -> str:
    """Return how a turn time is named in a code: whole seconds, ``off`` for no limit."""
    return "off" if turn is None else str(int(turn.total_seconds()))


def _person(who: Who, seats: tuple[Occupant, ...]) -> Person:
    name = distinct(tidy(who.name), {occupant.name for occupant in seats})
    return Person(who.user, name, who.language)


def _stale(table: Table, intent: Again) -> bool:
    return intent.stamp is not None and intent.stamp.number != table.number
