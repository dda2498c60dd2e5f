"""Tables as they come about: computers play whole games through the intents of a table."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from chatlama.core.games.alpaka import GAME
from chatlama.core.player import Strength, conclusion, sight_of
from chatlama.core.rng import Rng
from chatlama.core.table.advance import advance
from chatlama.core.table.house import House, Moment
from chatlama.core.table.intents import (
    AddComputer,
    Choose,
    Confirm,
    Intent,
    Press,
    Shown,
    Start,
    Who,
)
from chatlama.core.table.lobby import open_table
from chatlama.core.table.model import Language, Person, Phase, Room, Table, TableId, UserId
from chatlama.players.alpaka import MEDIUM

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOUSE = House({"alpaka": GAME}, {MEDIUM.name: MEDIUM}, (Language("en"), Language("de")))


def game(number: int, moves: int | None = None) -> Table:
    """Return a table for four at which a game to 40 was played, or that many moves of it.

    A person is host and presses what a computer in the same seat would choose.
    """
    chance = random.Random(number)
    host = Who(UserId(f"telegram:{10**9 + number}"), f"Anna {number}")
    room = Room(f"telegram:-{10**12 + number}", Language("de"))
    now, update = NOON, 10**8 + 1000 * number

    def moment(intent: Intent | None) -> Moment:
        nonlocal now, update
        now, update = now + timedelta(seconds=2), update + 1
        came = None if isinstance(intent, Choose | Shown) else f"telegram:{update}"
        return Moment(now, came, chance.randbytes(16))

    def done(table: Table, intent: Intent) -> Table:
        after = advance(table, intent, HOUSE, moment(intent))
        assert after.changed, after.answer
        return after.table

    table = open_table(TableId(f"t{number}"), host, room, "alpaka", HOUSE, moment(None))
    assert dict(table.options)["target"] == "40"
    for _ in range(3):
        table = done(table, AddComputer(host, Strength.MEDIUM))
    table = done(done(table, Shown(room.chat, f"{chance.randrange(10**6)}")), Start(host))
    made = 0
    while table.phase is not Phase.OVER and made != moves:
        position = table.position
        assert position is not None
        if table.phase is Phase.SCORED:
            table = done(table, Confirm(host))
            continue
        (seat,) = position.to_move
        sight = sight_of(GAME, position.state, seat, dict(table.options), position.history)
        code = conclusion(MEDIUM.think(sight, Rng(b"", 0))).move.code
        person = isinstance(table.seats[seat], Person)
        intent = Press(host, code) if person else Choose(seat, position.step, code)
        table = done(table, intent)
        made += 1
    return table


def likeness(table: Table, number: int) -> Table:
    """Return another table in the same position: its people, chat and updates are its own."""
    assert isinstance(table.seats[0], Person)
    host = UserId(f"telegram:{2 * 10**9 + number}")
    chat = f"telegram:-{2 * 10**12 + number}"
    person = Person(host, f"Berta {number}")
    return replace(
        table,
        id=TableId(f"u{number}"),
        rooms=(Room(chat, table.rooms[0].language),),
        host=host,
        seats=(person, *table.seats[1:]),
        seen=tuple(f"telegram:{5 * 10**8 + 100 * number + at}" for at in range(len(table.seen))),
        shown=((chat, f"{number}"),),
    )
