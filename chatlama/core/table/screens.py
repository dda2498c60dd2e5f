"""What each viewer of a table should see, derived from the table alone.

The game shows its board and hands; the table puts the lobby, the last moves, whose turn it is and
the buttons of table life around them. Nothing here is remembered: the same table gives the same
screens.
"""

from __future__ import annotations

from dataclasses import replace

from chatlama.core.game import Event, Private, Public
from chatlama.core.screen import (
    EMPTY,
    Button,
    Line,
    Screen,
    Span,
    Style,
    Weight,
    line,
)
from chatlama.core.text import Seat, Text, text

from . import lobby_screen
from .intents import Who
from .lobby import may_manage
from .model import Closing, Computer, House, Phase, Position, Table
from .play import turn_of

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
