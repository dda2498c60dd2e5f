"""What each viewer of a table should see, derived from the table alone.

The game shows its board and hands; the table puts the lobby, the last moves, whose turn it is and
the buttons of table life around them. Nothing here is remembered: the same table gives the same
screens.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from chatlama.core.game import AnyGame, Event, Private, Public, Strength
from chatlama.core.screen import (
    EMPTY,
    Button,
    Buttons,
    Line,
    Row,
    Screen,
    Span,
    Style,
    Weight,
    line,
)
from chatlama.core.text import Seat, Text, text

from .intents import Who
from .lobby import may_manage, turn_value
from .model import Closing, Computer, House, Phase, Position, Table, options_of
from .play import turn_of

T = TypeVar("T")

RECENT = 6
"""Events of the round that are seen at most."""

LAST = 3
"""Of these, how many are still seen when the round is over."""

HAND = Button(text("button-hand"), ":hand")
MENU = Button(text("button-menu"), ":menu")


def public(table: Table, house: House) -> Screen:
    """Return what the whole chat sees."""
    match table.phase:
        case Phase.LOBBY:
            return _lobby(table, house)
        case Phase.CLOSED:
            return Screen((line(_closing(table)),))
        case _:
            return _game(table, house)


def _game(table: Table, house: House) -> Screen:
    game = house.games[table.game]
    if table.position is None:
        raise ValueError("a table is shown with its position")
    board = game.screen(game.view(table.position.state, None), ())
    match table.phase:
        case Phase.PLAYING:
            lines = (*board.lines, EMPTY, *_recent(table, table.position), _turn_line(table))
            buttons = (*board.buttons, (HAND, MENU))
        case Phase.SCORED:
            last = _recent(table, table.position)[-LAST:]
            lines = (*board.lines, EMPTY, *last, *_confirm_lines(table))
            buttons = ((Button(text("button-next"), ":ok", Weight.PRIMARY), MENU),)
        case _:
            lines = board.lines
            buttons = ((Button(text("button-again"), ":again", Weight.PRIMARY), MENU),)
    return Screen(lines, buttons)


def hand(table: Table, seat: Seat, house: House) -> Screen | None:
    """Return what one seat sees of its own; ``None`` while no round is played."""
    position = table.position
    if table.phase is not Phase.PLAYING or position is None:
        return None
    game = house.games[table.game]
    moves = game.legal(position.state, seat) if seat in position.to_move else ()
    screen = game.screen(game.view(position.state, seat), moves)
    own = _told(table, position, seat)
    return replace(screen, lines=(*screen.lines, *own, _turn_line(table, seat)))


def ping(table: Table) -> Screen | None:
    """Return the call to those whose turn it is, if they were called; it ends with their move."""
    position = table.position
    if position is None or table.phase is not Phase.PLAYING:
        return None
    called = [
        seat
        for seat, _ in table.persons
        if seat in position.to_move and position.epochs[seat] <= table.pinged
    ]
    if not called:
        return None
    count, due = len(called), table.due
    said = text("ping-until", count=count, due=due) if due else text("ping", count=count)
    names = [span for seat in called for span in (Span(", "), Span(seat))][1:]
    return Screen((Line((*names, Span(said))),))


def menu(table: Table, who: Who) -> Screen:
    """Return what one person may do at the table beside playing."""
    seated = table.seat_of(who.user) is not None
    rows = [
        (Button(text("button-rules"), ":rules"), Button(text("button-help"), ":help")),
        (Button(text("button-status"), ":status"),),
    ]
    if seated:
        rows.append((Button(text("button-leave"), ":leave"),))
    if may_manage(table, who):
        rows.extend(
            (Button(text("button-remove", player=seat), f":remove:{seat:d}:{table.roster}"),)
            for seat, occupant in table.present
            if getattr(occupant, "user", None) != who.user
            and (table.phase is Phase.LOBBY or not isinstance(occupant, Computer))
        )
        rows.append((Button(text("button-stop"), ":stop", Weight.DANGER),))
    return Screen((line(Text("menu")),), tuple(rows))


def rules(table: Table, house: House, *, full: bool = False) -> Screen:
    """Return the rules of the game that is chosen: in short, or in full if there is more."""
    info = house.games[table.game].info
    if full and info.full is not None:
        return Screen((line(info.title, Style.STRONG), line(info.full)))
    more = ((Button(text("button-rules-full"), ":rules:full"),),) if info.full is not None else ()
    return Screen((line(info.title, Style.STRONG), line(info.explanation)), more)


def _lobby(table: Table, house: House) -> Screen:
    game = house.games[table.game]
    lines: list[Line | Row] = [line(text("lobby-title", game=game.info.title), Style.STRONG)]
    lines.extend(
        Row((seat, _role(table, seat)), marked=seat == table.seat_of(table.host))
        for seat, _ in table.present
    )
    lines.append(EMPTY)
    lines.extend(line(text("setting", name=n, value=v)) for n, v in _settings(table, game))
    missing = game.info.min_seats - len(table.seats)
    said = text("lobby-missing", missing=missing) if missing > 0 else text("lobby-ready")
    lines.extend((EMPTY, line(said)))
    if table.broken:
        lines.append(line(Text("rules-changed")))
    return Screen(tuple(lines), _lobby_buttons(table, house))


def usual(strengths: tuple[Strength, ...]) -> Strength:
    """Return how well a computer plays unless somebody says otherwise."""
    return Strength.MEDIUM if Strength.MEDIUM in strengths else strengths[0]


def _role(table: Table, seat: Seat) -> Text:
    if isinstance(table.seats[seat], Computer):
        return text("role-computer")
    return text("role-host") if seat == table.seat_of(table.host) else text("role-guest")


def _settings(table: Table, game: AnyGame) -> tuple[tuple[Text, Text], ...]:
    chosen = options_of(table, game.info)
    options = tuple(
        (option.label, choice.label)
        for option in game.info.options
        for choice in option.choices
        if choice.value == chosen[option.key]
    )
    return (*options, (text("setting-turn"), turn_text(table.turn)))


def _lobby_buttons(table: Table, house: House) -> Buttons:
    game = house.games[table.game]
    people = [Button(text("button-join"), ":join")]
    computers = [seat for seat, o in table.present if isinstance(o, Computer)]
    strengths = house.strengths(table.game)
    if strengths and len(table.seats) < game.info.max_seats:
        people.append(Button(text("button-add"), f":add:{usual(strengths).value}:{table.roster}"))
    if computers:
        last = computers[-1]
        people.append(
            Button(text("button-remove", player=last), f":remove:{last:d}:{table.roster}")
        )
    weight = Weight.PRIMARY if len(table.seats) >= game.info.min_seats else Weight.NORMAL
    return (
        tuple(people),
        *_pairs(_choices(table, house)),
        (Button(text("button-start"), ":start", weight), MENU),
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


def _recent(table: Table, position: Position) -> tuple[Line, ...]:
    told = [event.text for event in _latest(table, position) if isinstance(event, Public)]
    return tuple(line(said) for said in told)


def _told(table: Table, position: Position, seat: Seat) -> tuple[Line, ...]:
    """Return what the seat alone was told lately, at most the last of it."""
    told = [e for e in _latest(table, position) if isinstance(e, Private) and e.seat == seat]
    return tuple(line(event.text) for event in told[-1:])


def _latest(table: Table, position: Position) -> tuple[Event, ...]:
    """Return what happened since about one round of turns: as much as is seen at a time."""
    public = [at for at, event in enumerate(position.history) if isinstance(event, Public)]
    count = min(RECENT, len(table.present) + 1)
    return position.history[public[-count] :] if len(public) > count else position.history


def _turn_line(table: Table, viewer: Seat | None = None) -> Line:
    to_move = turn_of(table)
    count, due = len(to_move), table.due
    if viewer in to_move:
        said = Text("your-turn") if due is None else text("your-turn-until", due=due)
    elif due is None:
        said = text("turn", players=to_move, count=count)
    else:
        said = text("turn-until", players=to_move, count=count, due=due)
    return line(said, Style.STRONG)


def _confirm_lines(table: Table) -> tuple[Line, ...]:
    missing = tuple(seat for seat, _ in table.persons if seat not in table.confirmed)
    if table.due is None:
        return (line(text("confirm", players=missing)),)
    return (line(text("confirm-until", players=missing, due=table.due)),)


def _closing(table: Table) -> Text:
    match table.closing:
        case Closing.STOPPED:
            return Text("closed-stopped")
        case Closing.IDLE:
            return Text("closed-idle")
        case _:
            return Text("closed-empty")
