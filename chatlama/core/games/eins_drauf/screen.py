"""From a view to a screen. This module cannot leak: it is never given the state.

The table puts the last events, whose turn it is and its own buttons below what is shown here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from chatlama.core.game import Result
from chatlama.core.ranking import ranking
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
from chatlama.core.shedding.position import Hands, Shed
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

from .position import JOKER, PLAYS, Chip, Move, View, hand_value, payable
from .rules import begins

FACES = ("", "A", "2", "3", "4", "5", "6", "K", "🃏")


def screen(view: View, moves: Sequence[Move]) -> Screen:
    """Return what the viewer sees: the whole chat the table, a seat its hand, all the score."""
    if view.result is not None:
        return Screen(tuple(_score(view, view.result)))
    if view.revealed is not None:
        return _choice(view, view.revealed, moves)
    if view.hand is None:
        return _table(view)
    return _hand(view, view.hand, moves)


# --- while a round goes on -------------------------------------------------------------------


def _table(view: View) -> Screen:
    pile = Span(text("eins-drauf-pile", pile=view.pile))
    rows = [_row(view, seat) for seat in SEATS[: len(view.counts)]]
    lines = (*_header(view), EMPTY, Line((*_top(view, Style.STRONG), pile)), EMPTY)
    return Screen((*lines, *rows), _buttons(open_moves(view, PLAYS)))


def _header(view: View) -> Iterator[Line]:
    number, rules = view.standings.rounds + 1, view.rules
    yield line(text("eins-drauf-header", round=number, target=rules.target))
    chosen = ((rules.joker, text("eins-drauf-joker")), (rules.chips, text("eins-drauf-chips")))
    if variants := tuple(name for on, name in chosen if on):
        yield line(text("eins-drauf-with", variants=variants))


def _top(view: View, style: Style = Style.PLAIN) -> Iterator[Span]:
    yield Span(text("eins-drauf-top", card=FACES[view.top]), style)
    if view.top == JOKER:
        yield Span(text("eins-drauf-on-joker"))


def _row(view: View, seat: Seat) -> Row:
    count, points = view.counts[seat], view.standings.points[seat]
    if seat in view.standings.gone:
        cards = text("eins-drauf-away")
    elif view.quit[seat]:
        cards = text("eins-drauf-out", cards=count)
    else:
        cards = text("eins-drauf-count", cards=count)
    chips = (piled(points),) if view.rules.chips else ()
    return Row((seat, cards, f"{points:>2}", *chips), marked=seat == view.turn)


def _hand(view: View, hand: tuple[int, ...], moves: Sequence[Move]) -> Screen:
    top, cost = FACES[view.top], hand_value(hand)
    out = view.viewer is not None and view.quit[view.viewer]
    title = text("eins-drauf-hand-out", cost=cost) if out else text("eins-drauf-hand", cost=cost)
    return Screen(
        (line(title, Style.STRONG), line(shown(hand, FACES), Style.MONO), Line(tuple(_top(view)))),
        _buttons(moves),
        text("eins-drauf-hand-short", title=title, cards=grouped(hand, FACES), top=top),
    )


def _buttons(moves: Iterable[Move]) -> Buttons:
    """Return the cards, what else can be done, and the chips, each in a row."""
    sheds: list[Shed] = []
    chips: list[Button] = []
    for move in moves:
        if isinstance(move, Chip):
            weight = Weight.NORMAL if chips else Weight.PRIMARY
            chips.append(Button(text("eins-drauf-chip", points=move.worth), move.code, weight))
        else:
            sheds.append(move)
    rows = buttons(
        sheds,
        play=lambda card: text("eins-drauf-play", card=card),
        draw=text("eins-drauf-draw"),
        quit=text("eins-drauf-quit"),
    )
    return (*rows, tuple(chips)) if chips else rows


# --- after a round ---------------------------------------------------------------------------


def _choice(view: View, hands: Hands, moves: Sequence[Move]) -> Screen:
    """Show the penalties while the finisher chooses a chip; everybody knows which (E11)."""
    player, before = view.turn, view.standings.points
    open_chips = payable(before[player]) if view.viewer is None else moves
    points = [had + hand_value(hand) for had, hand in zip(before, hands, strict=True)]
    over = text("eins-drauf-ended-empty", player=player)
    asked = text("eins-drauf-chooses", player=player)
    lines = (
        *_header(view),
        EMPTY,
        line(over, Style.STRONG),
        *score(view, hands, points, FACES, text("eins-drauf-away")),
        line(asked),
    )
    return Screen(lines, _buttons(open_chips), text("eins-drauf-both", first=over, second=asked))


def _score(view: View, result: Result) -> Iterator[Line | Row]:
    """Say why the round is over, what it brought and, if the game is over, who has won."""
    yield from _header(view)
    yield EMPTY
    yield line(_reason(view, result), Style.STRONG)
    away = text("eins-drauf-away")
    if view.revealed is not None:
        before, after = view.standings.points, result.standings.points
        yield from score(view, view.revealed, after, FACES, away)
        yield from (
            line(text("eins-drauf-returned", player=seat, points=before[seat] - after[seat]))
            for seat in view.standings.present
            if after[seat] < before[seat]
        )
    if result.outcome is not None:
        yield from ranking(result.standings, result.outcome, _winners, away)
    elif (starter := begins(result.standings)) is not None:
        yield line(text("eins-drauf-begins", player=starter))


def _reason(view: View, result: Result) -> Text:
    match result.reason:
        case "empty_hand":
            return text("eins-drauf-ended-empty", player=finisher(view))
        case "all_quit":
            return text("eins-drauf-ended-quit")
        case _:
            return text("eins-drauf-ended-unscored")


def _winners(players: tuple[Seat, ...]) -> Text:
    return text("eins-drauf-winners", players=players, count=len(players))
