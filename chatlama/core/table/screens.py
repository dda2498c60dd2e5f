"""What each viewer of a table should see, derived from the table alone.

The game shows its board and hands; the table puts the lobby, the last moves, whose turn it is and
the buttons of table life around them. Nothing here is remembered: the same table gives the same
screens.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from chatlama.core.game import Event, Private, Public
from chatlama.core.screen import (
    EMPTY,
    Button,
    Buttons,
    Line,
    Screen,
    Span,
    Style,
    Weight,
    line,
)
from chatlama.core.text import Seat, Text, text

from . import lobby_screen
from .house import House
from .intents import Who
from .lobby import may_manage
from .model import Closing, Computer, Paused, Phase, Position, Rest, Table
from .play import turn_of
from .rest import GAME

RECENT = 6
"""Events of the round that are seen at most."""

LAST = 3
"""Of these, how many are still seen when the round is over."""

HAND = Button(text("button-hand"), ":hand")
MENU = Button(text("button-menu"), ":menu")
PAUSE = Button(text("button-pause"), ":pause")
RESUME = Button(text("button-resume"), ":resume", Weight.PRIMARY)


def public(table: Table, house: House) -> Screen:
    """Return what the whole chat sees."""
    match table.phase:
        case Phase.LOBBY:
            return lobby_screen.lobby(table, house, MENU)
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
            told = (*_recent(table, table.position), *_rest_lines(table))
            lines = (*board.lines, EMPTY, *told, _turn_line(table))
            moves = board.buttons if _moving(table) else ()
            buttons = (*_rest_buttons(table), *moves, (HAND, MENU))
        case Phase.SCORED:
            last = (*_recent(table, table.position)[-LAST:], *_rest_lines(table))
            lines = (*board.lines, EMPTY, *last, *_confirm_lines(table))
            ok = (Button(text("button-next"), ":ok", Weight.PRIMARY),) if _moving(table) else ()
            buttons = (*_rest_buttons(table), (*ok, MENU))
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
    offered = seat in position.to_move and _moving(table)
    moves = game.legal(position.state, seat) if offered else ()
    screen = game.screen(game.view(position.state, seat), moves)
    own = _told(table, position, seat)
    turn = _turn_line(table, seat) if _moving(table) else line(Text("paused"), Style.STRONG)
    return replace(screen, lines=(*screen.lines, *own, turn))


def ping(table: Table) -> Screen | None:
    """Return the call to those whose turn it is, if they were called; it ends with their move."""
    position = table.position
    if position is None or table.phase is not Phase.PLAYING or table.paused is not None:
        return None
    called = [
        seat
        for seat, _ in table.awaited
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
    if table.hints and seated and table.phase is Phase.PLAYING:
        rows.append((Button(text("button-hint"), ":hint"),))
    if table.phase in GAME and (seated or may_manage(table, who)):
        rows.append((RESUME if table.paused else PAUSE,))
    if seated:
        rows.append((Button(text("button-leave"), ":leave"),))
    if may_manage(table, who):
        if table.phase is Phase.LOBBY:
            rows.extend((button,) for button in lobby_screen.manners(table))
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


def _moving(table: Table) -> bool:
    """Return whether moves are taken: all but in a pause that the host has agreed to."""
    return table.paused is None or table.paused.why is not Rest.AGREED


def _rest_lines(table: Table) -> tuple[Line, ...]:
    """Return who is absent, whether the game stands still, and who would have it so."""
    lines = []
    absent = tuple(seat for seat, person in table.persons if person.absent)
    if absent and table.awaited:
        lines.append(line(text("absent", players=absent, count=len(absent))))
    match table.paused:
        case Paused(Rest.AGREED):
            lines.append(line(Text("paused"), Style.STRONG))
        case Paused(Rest.NOBODY):
            lines.append(line(Text("paused-nobody"), Style.STRONG))
        case _:
            pass
    if table.asked is not None:
        asks = text("asks-resume", player=table.asked)
        lines.append(line(asks if table.paused else text("asks-pause", player=table.asked)))
    return tuple(lines)


def _rest_buttons(table: Table) -> Buttons:
    if table.paused is not None and table.paused.why is Rest.AGREED:
        return ((RESUME,),)
    return ((PAUSE,),) if table.asked is not None else ()


def _turn_line(table: Table, viewer: Seat | None = None) -> Line:
    to_move = turn_of(table)
    count, due = len(to_move), _ends(table)
    if viewer in to_move:
        said = Text("your-turn") if due is None else text("your-turn-until", due=due)
    elif due is None:
        said = text("turn", players=to_move, count=count)
    else:
        said = text("turn-until", players=to_move, count=count, due=due)
    return line(said, Style.STRONG)


def _confirm_lines(table: Table) -> tuple[Line, ...]:
    missing = tuple(seat for seat, _ in table.awaited if seat not in table.confirmed)
    if not missing:
        return ()
    due = _ends(table)
    if due is None:
        return (line(text("confirm", players=missing)),)
    return (line(text("confirm-until", players=missing, due=due)),)


def _ends(table: Table) -> datetime | None:
    """Return when the turn or the confirmation ends; while a game stands still it does not."""
    return None if table.paused is not None else table.due


def _closing(table: Table) -> Text:
    match table.closing:
        case Closing.STOPPED:
            return Text("closed-stopped")
        case Closing.IDLE:
            return Text("closed-idle")
        case _:
            return Text("closed-empty")
