"""What the lobby looks like: who sits there, what is agreed, and a button for each next choice.

A button names the value that it sets, so pressing it twice does what pressing it once does.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import TypeVar

from chatlama.core.game import AnyGame
from chatlama.core.player import Strength
from chatlama.core.screen import EMPTY, Button, Buttons, Line, Row, Screen, Style, Weight, line
from chatlama.core.text import Seat, Text, text

from .house import House
from .lobby import HINTS, LEAVING, turn_value
from .model import Computer, Table, options_of

T = TypeVar("T")


def lobby(table: Table, house: House, menu: Button) -> Screen:
    """Return what the whole chat sees of the lobby; ``menu`` opens what else can be done."""
    game = house.games[table.game]
    lines: list[Line | Row] = [line(text("lobby-title", game=game.info.title), Style.STRONG)]
    lines.extend(
        Row((seat, _role(table, seat, house)), marked=seat == table.seat_of(table.host))
        for seat, _ in table.present
    )
    lines.append(EMPTY)
    lines.extend(line(text("setting", name=n, value=v)) for n, v in _settings(table, game))
    missing = game.info.min_seats - len(table.seats)
    said = text("lobby-missing", missing=missing) if missing > 0 else text("lobby-ready")
    lines.extend((EMPTY, line(said)))
    if table.broken:
        lines.append(line(Text("given-up")))
    return Screen(tuple(lines), _lobby_buttons(table, house, menu))


def _role(table: Table, seat: Seat, house: House) -> Text:
    computer = table.seats[seat]
    if isinstance(computer, Computer):
        return _strength_text(_plays(computer, table.game, house))
    return text("role-host") if seat == table.seat_of(table.host) else text("role-guest")


def _plays(computer: Computer, game: str, house: House) -> Strength:
    """Return how well the computer plays this game, which may lack what was chosen for another."""
    player = house.player(game, computer.strength)
    return computer.strength if player is None else player.strength


def _strength_text(strength: Strength) -> Text:
    return text("strength", strength=strength.value)


def _settings(table: Table, game: AnyGame) -> tuple[tuple[Text, Text], ...]:
    chosen = options_of(table, game.info)
    options = tuple(
        (option.label, choice.label)
        for option in game.info.options
        for choice in option.choices
        if choice.value == chosen[option.key]
    )
    manners = (
        (table.takeover, (text("setting-leaving"), text("leaving", value="computer"))),
        (table.hints, (text("setting-hints"), text("hints", value="on"))),
    )
    told = (setting for unusual, setting in manners if unusual)
    return (*options, (text("setting-turn"), turn_text(table.turn)), *told)


def manners(table: Table) -> tuple[Button, ...]:
    """Return a button for each setting that is seldom changed, which names its next value."""
    leaving = _following(tuple(LEAVING), _key(LEAVING, table.takeover))
    hints = _following(tuple(HINTS), _key(HINTS, table.hints))
    return (
        _set("leaving", leaving, text("setting-leaving"), text("leaving", value=leaving)),
        _set("hints", hints, text("setting-hints"), text("hints", value=hints)),
    )


def _key(values: Mapping[str, bool], chosen: bool) -> str:
    return next(key for key, value in values.items() if value is chosen)


def _lobby_buttons(table: Table, house: House, menu: Button) -> Buttons:
    game = house.games[table.game]
    people = [Button(text("button-join"), ":join")]
    computers = [(seat, o) for seat, o in table.present if isinstance(o, Computer)]
    strengths = house.strengths(table.game)
    usual = house.usual(table.game)
    if usual is not None and len(table.seats) < game.info.max_seats:
        people.append(Button(text("button-add"), f":add:{usual.value}:{table.roster}"))
    if computers:
        last, _ = computers[-1]
        people.append(
            Button(text("button-remove", player=last), f":remove:{last:d}:{table.roster}")
        )
    rated = [_next_strength(table, *each, house) for each in computers if len(strengths) > 1]
    weight = Weight.PRIMARY if len(table.seats) >= game.info.min_seats else Weight.NORMAL
    return (
        tuple(people),
        *_pairs(tuple(rated)),
        *_pairs(_choices(table, house)),
        (Button(text("button-start"), ":start", weight), menu),
    )


def _next_strength(table: Table, seat: Seat, computer: Computer, house: House) -> Button:
    """Return the button that gives a computer another strength, and names it."""
    following = _following(house.strengths(table.game), _plays(computer, table.game, house))
    return Button(
        text("button-strength", player=seat, strength=_strength_text(following)),
        f":strength:{seat:d}:{following.value}:{table.roster}",
    )


def _choices(table: Table, house: House) -> tuple[Button, ...]:
    """Return one button for each setting, which names what it would be set to next."""
    info = house.games[table.game].info
    chosen = options_of(table, info)
    buttons = []
    if len(house.games) > 1:
        names = tuple(house.games)
        name = _following(names, table.game)
        title = house.games[name].info.title
        buttons.append(_set("game", name, text("setting-game"), title))
    for option in info.options:
        values = tuple(choice.value for choice in option.choices)
        value = _following(values, chosen[option.key])
        label = option.choices[values.index(value)].label
        buttons.append(_set(option.key, value, option.label, label))
    turns = house.times.turns
    turn = _following(turns, table.turn)
    buttons.append(_set("turn", turn_value(turn), text("setting-turn"), turn_text(turn)))
    language = _following(house.languages, table.rooms[0].language)
    label = text("language", code=language)
    buttons.append(_set("language", language, text("setting-language"), label))
    return tuple(buttons)


def _set(key: str, value: str, name: Text, label: Text) -> Button:
    return Button(text("button-set", name=name, value=label), f":set:{key}:{value}")


def _following(items: tuple[T, ...], item: T) -> T:
    at = items.index(item) + 1 if item in items else 0
    return items[at % len(items)]


def _pairs(buttons: tuple[Button, ...]) -> Buttons:
    return tuple(buttons[i : i + 2] for i in range(0, len(buttons), 2))


def turn_text(turn: timedelta | None) -> Text:
    """Return a turn time in words."""
    if turn is None:
        return Text("time-off")
    seconds = int(turn.total_seconds())
    for size, said in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds % size == 0 and seconds >= 2 * size:
            return text("time", count=seconds // size, unit=said)
    return text("time", count=seconds, unit="seconds")
