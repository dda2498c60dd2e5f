"""What the table shows to somebody never depends on what that person can't know.

The position of a table in play is exchanged for another that looks the same to the viewer, and
what others were told in private for something else: the viewer's screens stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice, product
from typing import Any, cast

import pytest

from chatlama.core.game import AnyGame, Event, Private
from chatlama.core.rng import Rng
from chatlama.core.screen import Line, Screen, line
from chatlama.core.table import screens
from chatlama.core.table.advance import advance
from chatlama.core.table.house import House, Moment
from chatlama.core.table.intents import Alarm, Confirm, Intent, Join, Leave, Press, Start, Who
from chatlama.core.table.lobby import open_table
from chatlama.core.table.model import Language, Phase, Position, Room, Table, TableId, UserId
from chatlama.core.text import SEATS, Seat, text
from tests.core.played import GAMES, combinations
from tests.core.test_leaks import Around, Shown

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
MOST = 300
"""Intents after which a table is left."""


def who(number: int) -> Who:
    return Who(UserId(f"terminal:{number:d}"), f"N{number:d}")


def house_of(game: AnyGame) -> House:
    return House({game.info.name: game}, {}, (Language("en"),))


def tables(game: AnyGame, seats: int, options: dict[str, str], seed: int) -> Iterator[Table]:
    """Yield a table as it is after each intent of a game of chance: number n sits at seat n."""
    name, house = game.info.name, house_of(game)
    chance, now = Rng(b"table", seed), NOW
    table = open_table(TableId("t"), who(0), Room("c", Language("en")), name, house, Moment(now))
    table = replace(table, options=tuple(options.items()))
    begin: list[Intent] = [*(Join(who(n)) for n in range(1, seats)), Start(who(0))]
    for number in range(MOST):
        if begin:
            intent = begin.pop(0)
        elif table.phase is Phase.PLAYING:
            intent = some_intent(table, game, chance)
        elif table.phase is Phase.SCORED:
            intent = Alarm() if chance.below(2) else Confirm(who(table.present[0][0]))
        else:
            return
        now += timedelta(seconds=100 if isinstance(intent, Alarm) else 1)
        done = advance(table, intent, house, Moment(now, seed=bytes([number % 256])))
        assert done.changed or isinstance(intent, Confirm)
        table = done.table
        if table.position is not None:
            yield table


def some_intent(table: Table, game: AnyGame, chance: Rng) -> Intent:
    assert table.position is not None
    match chance.below(40):
        case 0:
            return Alarm()
        case 1:
            return Leave(who(chance.choice(table.present)[0]))
        case _:
            seat = chance.choice(table.position.to_move)
            code = chance.choice(game.legal(table.position.state, seat)).code
            return Press(who(seat), code)


def elsewhere(table: Table, game: AnyGame, viewer: Seat | None, chance: Rng) -> Table:
    """Return the table in another world that looks the same to the viewer."""
    position = table.position
    assert position is not None
    history = tuple(hidden(event, viewer) for event in position.history)
    state = game.redeal(position.state, viewer, chance)
    return replace(table, position=replace(position, state=state, history=history))


def hidden(event: Event, viewer: Seat | None) -> Event:
    match event:
        case Private(seat) if seat != viewer:
            return Private(seat, text("something-else"))
        case _:
            return event


def shown(table: Table, viewer: Seat | None, house: House) -> tuple[Screen | None, ...]:
    """Return all screens that reach the viewer."""
    everybody = (screens.public(table, house), screens.ping(table), screens.rules(table, house))
    if viewer is None:
        return everybody
    own = screens.menu(table, who(viewer))
    return (*everybody, screens.hand(table, viewer, house), own)


def check(game: AnyGame, most: int, games: int = 1) -> None:
    """Compare every viewer's screens, for each number of seats and combination of options."""
    house = house_of(game)
    for (seats, options), seed in product(combinations(game), range(games)):
        for number, table in enumerate(islice(tables(game, seats, options, seed), most)):
            for viewer in (None, *SEATS[:seats]):
                other = elsewhere(table, game, viewer, Rng(b"elsewhere", number))
                assert shown(other, viewer, house) == shown(table, viewer, house), viewer


@pytest.mark.parametrize("name", GAMES)
def test_screens_of_a_table_show_nothing_hidden(name: str) -> None:
    check(GAMES[name], most=30)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_screens_of_whole_games_at_a_table_show_nothing_hidden(name: str) -> None:
    check(GAMES[name], MOST, games=6)


class Chatty(Around):
    """Puts something hidden on the screen through the view."""

    def view(self, state: object, viewer: Seat | None) -> Shown:
        return Shown(self.game.view(state, viewer), hash(state))

    def screen(self, view: Shown, moves: Sequence[Any]) -> Screen:
        screen: Screen = self.game.screen(view.view, moves)
        return replace(screen, lines=(*screen.lines, line(text("x", extra=view.extra))))


@pytest.mark.parametrize("name", GAMES)
def test_a_leak_onto_a_screen_is_caught(name: str) -> None:
    with pytest.raises(AssertionError):
        check(cast(AnyGame, Chatty(GAMES[name])), most=30)


def test_a_private_event_told_to_others_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a table would that showed the last event whoever it was for."""

    def told(_table: Table, position: Position, _seat: Seat) -> tuple[Line, ...]:
        return tuple(line(event.text) for event in position.history[-1:])

    monkeypatch.setattr(screens, "_told", told)
    with pytest.raises(AssertionError):
        check(GAMES["toy"], most=30)
