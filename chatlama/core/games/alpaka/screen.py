"""From a view to a screen. This module cannot leak: it is never given the state.

The table puts the last events, whose turn it is and its own buttons below what is shown here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from chatlama.core.game import Outcome, Result
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
from chatlama.core.text import SEATS, Seat, Text, text

from .position import (
    ALPACA,
    DRAW,
    PLAYS,
    QUIT,
    Draw,
    Move,
    Play,
    Quit,
    View,
    chips,
    fitting,
    hand_value,
)

FACES = ("", *map(str, range(1, ALPACA)), "🦙")
TIMES = "\N{MULTIPLICATION SIGN}"
NOTHING = "-"
MANY = 13
"""Cards in a hand that are still shown one by one: they fill a phone's line."""
CHIPS = 9
"""Chips that are still shown one by one."""


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
    return Screen((*lines, *rows), _buttons(_open_moves(view)))


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
    return Row((seat, cards, total, _chips(points)), marked=seat == view.turn)


def _chips(points: int) -> str:
    black, white = chips(points)
    if black + white <= CHIPS:
        return "●" * black + "○" * white
    return f"{black}● {white}○"


def _open_moves(view: View) -> Iterator[Move]:
    """Say what the seat on turn may do, whatever it holds: that gives nothing away."""
    yield from (PLAYS[card] for card in fitting(view.top, view.rules.englert))
    if view.pile and view.quit.count(False) > 1:
        yield DRAW
    yield QUIT


def _hand(view: View, hand: Sequence[int], moves: Sequence[Move]) -> Screen:
    top, cost = FACES[view.top], hand_value(hand)
    out = view.viewer is not None and view.quit[view.viewer]
    title = text("alpaka-hand-out", cost=cost) if out else text("alpaka-hand", cost=cost)
    return Screen(
        (
            line(title, Style.STRONG),
            line(_cards(hand), Style.MONO),
            line(text("alpaka-top", card=top)),
        ),
        _buttons(moves),
        text("alpaka-hand-short", title=title, cards=_grouped(hand), top=top),
    )


def _cards(hand: Sequence[int]) -> str:
    return " ".join(FACES[card] for card in hand) if len(hand) <= MANY else _grouped(hand)


def _grouped(hand: Iterable[int]) -> str:
    """Return each face once, with how often it is there if more than once."""
    counts = Counter(hand).items()
    return " ".join(FACES[card] if n == 1 else f"{FACES[card]}{TIMES}{n}" for card, n in counts)


def _buttons(moves: Iterable[Move]) -> Buttons:
    plays, others = [], []
    for move in moves:
        match move:
            case Play(card):
                plays.append(Button(text("alpaka-play", card=card), move.code, Weight.PRIMARY))
            case Draw():
                others.append(Button(text("alpaka-draw"), move.code))
            case Quit():
                others.append(Button(text("alpaka-quit"), move.code, Weight.DANGER))
            case _:
                assert_never(move)
    return tuple(tuple(row) for row in (plays, others) if row)


def _score(view: View, result: Result) -> Iterator[Line | Row]:
    """Say why the round is over, what it brought and, if the game is over, who has won."""
    yield _header(view)
    yield EMPTY
    yield line(_reason(view, result), Style.STRONG)
    if result.scores is not None and view.revealed is not None:
        yield EMPTY
        before, after = view.standings.points, result.standings.points
        for seat, hand in enumerate(view.revealed):
            total, change = f"{after[seat]:>2}", f"{after[seat] - before[seat]:+3d}"
            if result.scores[seat] is None:
                yield Row((SEATS[seat], text("alpaka-away"), "", total))
            else:
                values = " ".join(FACES[card] for card in sorted(set(hand)))
                yield Row((SEATS[seat], values or NOTHING, change, total))
        yield from (
            line(text("alpaka-chip", player=seat))
            for seat in view.standings.present
            if after[seat] < before[seat]
        )
    if result.outcome is not None:
        yield from _ranking(result, result.outcome)


def _reason(view: View, result: Result) -> Text:
    match result.reason:
        case "empty_hand":
            done = [seat for seat in view.standings.present if not (view.revealed or ())[seat]]
            return text("alpaka-ended-empty", player=done[0])
        case "sole_no_fit":
            return text("alpaka-ended-stuck")
        case "all_quit":
            return text("alpaka-ended-quit")
        case _:
            return text("alpaka-ended-unscored")


def _ranking(result: Result, outcome: Outcome) -> Iterator[Line | Row]:
    """Say who has won, then everybody in order; who left stands below, unranked (A21b)."""
    yield EMPTY
    if winners := outcome.winners:
        said = text("alpaka-winners", players=winners, count=len(winners))
        yield line(said, Style.STRONG)
    points = result.standings.points
    places = [(rank or len(points) + 1, SEATS[seat]) for seat, rank in enumerate(outcome.ranks)]
    for place, seat in sorted(places):
        total = f"{points[seat]:>2}"
        if outcome.ranks[seat] is None:
            yield Row((NOTHING, seat, total, text("alpaka-away")))
        else:
            yield Row((f"{place}.", seat, total))
