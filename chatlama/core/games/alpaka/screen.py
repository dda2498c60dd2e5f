"""From a view to a screen. This module cannot leak: it is never given the state.

The table puts the last events, whose turn it is and its own buttons below what is shown here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from chatlama.core.game import Result
from chatlama.core.ranking import ranking
from chatlama.core.screen import EMPTY, Buttons, Line, Row, Screen, Span, Style, line
from chatlama.core.shedding.screen import (
    buttons,
    finisher,
    grouped,
    open_moves,
    piled,
    score,
    shown,
)
from chatlama.core.text import SEATS, Seat, Text, text

from .position import ALPACA, PLAYS, Move, View, hand_value

FACES = ("", *map(str, range(1, ALPACA)), "🦙")


def screen(view: View, moves: Sequence[Move]) -> Screen:
    """Return what the viewer sees: the whole chat the table, a seat its hand, all the score."""
    if view.result is not None:
        return Screen(tuple(_score(view, view.result)))
    if view.hand is None:
        return _table(view)
    return _hand(view, view.hand, moves)


def _table(view: View) -> Screen:
    top = Span(text("alpaka-top", card=FACES[view.top]), Style.STRONG)
    rows = [_row(view, seat) for seat in SEATS[: len(view.counts)]]
    lines = (_header(view), EMPTY, Line((top, Span(text("alpaka-pile", pile=view.pile)))), EMPTY)
    return Screen((*lines, *rows), _buttons(open_moves(view, PLAYS)))


def _header(view: View) -> Line:
    number, target = view.standings.rounds + 1, view.rules.target
    if view.rules.englert:
        return line(text("alpaka-header-englert", round=number, target=target))
    return line(text("alpaka-header", round=number, target=target))


def _row(view: View, seat: Seat) -> Row:
    count, points = view.counts[seat], view.standings.points[seat]
    if seat in view.standings.gone:
        cards = text("alpaka-away")
    elif view.quit[seat]:
        cards = text("alpaka-out", cards=count)
    else:
        cards = text("alpaka-count", cards=count)
    total = f"{points:>2}"
    return Row((seat, cards, total, piled(points)), marked=seat == view.turn)


def _hand(view: View, hand: tuple[int, ...], moves: Sequence[Move]) -> Screen:
    top, cost = FACES[view.top], hand_value(hand)
    out = view.viewer is not None and view.quit[view.viewer]
    title = text("alpaka-hand-out", cost=cost) if out else text("alpaka-hand", cost=cost)
    return Screen(
        (
            line(title, Style.STRONG),
            line(shown(hand, FACES), Style.MONO),
            line(text("alpaka-top", card=top)),
        ),
        _buttons(moves),
        text("alpaka-hand-short", title=title, cards=grouped(hand, FACES), top=top),
    )


def _buttons(moves: Iterable[Move]) -> Buttons:
    return buttons(
        moves,
        play=lambda card: text("alpaka-play", card=card),
        draw=text("alpaka-draw"),
        quit=text("alpaka-quit"),
    )


def _score(view: View, result: Result) -> Iterator[Line | Row]:
    """Say why the round is over, what it brought and, if the game is over, who has won."""
    yield _header(view)
    yield EMPTY
    yield line(_reason(view, result), Style.STRONG)
    away = text("alpaka-away")
    if view.revealed is not None:
        before, after = view.standings.points, result.standings.points
        yield from score(view, view.revealed, after, FACES, away)
        yield from (
            line(text("alpaka-chip", player=seat))
            for seat in view.standings.present
            if after[seat] < before[seat]
        )
    if result.outcome is not None:
        yield from ranking(result.standings, result.outcome, _winners, away)


def _reason(view: View, result: Result) -> Text:
    match result.reason:
        case "empty_hand":
            return text("alpaka-ended-empty", player=finisher(view))
        case "sole_no_fit":
            return text("alpaka-ended-stuck")
        case "all_quit":
            return text("alpaka-ended-quit")
        case _:
            return text("alpaka-ended-unscored")


def _winners(players: tuple[Seat, ...]) -> Text:
    return text("alpaka-winners", players=players, count=len(players))
