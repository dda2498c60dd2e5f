"""From a view to a screen. This module cannot leak: it is never given the state.

The table puts the last events, whose turn it is and its own buttons below what is shown here. There
are no public buttons: which cards may be played would tell what somebody holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from chatlama.core.game import Result, Standings
from chatlama.core.ranking import ranking
from chatlama.core.screen import (
    EMPTY,
    Button,
    Buttons,
    Line,
    Row,
    Screen,
    Style,
    Weight,
    line,
)
from chatlama.core.text import SEATS, Seat, Text, text

from .cards import OPEN, SUITS, Play, number_of, penalty, suit_of
from .events import SIGNS, face_text
from .position import Done, Hands, View
from .tricks import LIMIT, TICKS

FOOL = "🤡"
HELD = "✋"
"""Stands above the number of cards held."""
NOTHING = "-"
LONG = 9
"""Numbers of a suit that stand in a line: with its name they fit a phone."""
GAP = "\N{NO-BREAK SPACE}"
"""Stands between a sign and its number."""
WIDE = 6
"""Buttons in a row: with a sign and two digits they still fit a phone."""


def screen(view: View, moves: Sequence[Play]) -> Screen:
    """Return what the viewer sees: the whole chat the table, a seat its hand, all the score."""
    if view.result is not None:
        return Screen(tuple(_score(view, view.result)))
    if view.hand is None:
        return Screen(tuple(_table(view)))
    return _hand(view, view.hand, moves)


# --- the table -------------------------------------------------------------------------------


def _table(view: View) -> Iterator[Line | Row]:
    yield _header(view)
    yield EMPTY
    yield line(_lead(view), Style.STRONG)
    if view.last is not None:
        yield line(_taken(view.last))
    yield EMPTY
    head = (text("fool-now"), text("fool-before"), text("fool-sum"))
    yield Row(("", HELD, *head))
    yield from (_row(view, seat) for seat in SEATS[: len(view.counts)])


def _header(view: View) -> Line:
    number = view.standings.rounds + 1
    ticks = (view.standings if view.result is None else view.result.standings).ticks
    return line(text("fool-header", round=number, ticks=ticks, limit=TICKS))


def _lead(view: View) -> Text:
    """Say who leads this trick and which suit binds."""
    leader = view.order[0]
    if not view.plays:
        return text("fool-leads")
    if view.suit == OPEN:
        return text("fool-lead-open", player=leader)
    sign = SIGNS[view.suit]
    return text("fool-lead", player=leader, suit=SUITS[view.suit], sign=sign)


def _taken(last: Done) -> Text:
    """Say who took the last trick and who sits this one out for it."""
    return text("fool-last", winner=last.winner, fools=last.fools, count=len(last.fools))


def _row(view: View, seat: Seat) -> Row:
    """Show what a seat holds, plays and has played; the columns are headed in ``_table``."""
    points = f"{view.standings.points[seat]:>3}"
    if seat in view.standings.gone:
        return Row((seat, NOTHING, text("fool-away"), "", points))
    now = FOOL if seat in view.fools else _played(view.order, view.plays, seat)
    before = _played(view.last.order, view.last.plays, seat) if view.last else ""
    cells = (seat, f"{view.counts[seat]:>2}", now, before, points)
    return Row(cells, marked=seat == view.turn)


def _played(order: Sequence[Seat], plays: Sequence[int], seat: Seat) -> str:
    """Return the card that the seat played to a trick, if it did."""
    found = [card for other, card in zip(order, plays, strict=False) if other == seat]
    return _card(found[0]) if found else ""


def _card(card: int) -> str:
    return f"{SIGNS[suit_of(card)]}{GAP}{number_of(card)}"


# --- a hand ----------------------------------------------------------------------------------


def _hand(view: View, hand: Sequence[int], moves: Sequence[Play]) -> Screen:
    cards, cost = len(hand), penalty(hand)
    if view.viewer in view.fools:
        title = text("fool-hand-fool", cards=cards, cost=cost)
    else:
        title = text("fool-hand", cards=cards, cost=cost)
    lines: list[Line | Row] = [
        line(title, Style.STRONG),
        *_held(hand),
        EMPTY,
        line(_lead(view)),
    ]
    if view.plays:
        lines.append(line(text("fool-trick", plays=_plays(view.order, view.plays))))
    if view.last is not None:
        lines.append(line(_taken(view.last)))
        lines.append(
            line(text("fool-before-trick", plays=_plays(view.last.order, view.last.plays)))
        )
    trick = " ".join(map(_card, view.plays)) or NOTHING
    short = text("fool-hand-short", title=title, cards=_grouped(hand), trick=trick)
    return Screen(tuple(lines), _buttons(moves), short)


def _held(hand: Sequence[int]) -> Iterator[Row]:
    """Show each suit in columns: its sign and name, then the numbers."""
    for suit, cards in groupby(hand, suit_of):
        numbers = [str(number_of(card)) for card in cards]
        sign = SIGNS[suit]
        name = sign if suit == OPEN else text("fool-held", suit=SUITS[suit], sign=sign)
        for at in range(0, len(numbers), LONG):
            yield Row(("" if at else name, " ".join(numbers[at : at + LONG])))


def _plays(order: Sequence[Seat], plays: Sequence[int]) -> tuple[Text, ...]:
    pairs = zip(order, plays, strict=False)
    return tuple([text("fool-by", player=seat, card=_card(card)) for seat, card in pairs])


def _buttons(moves: Sequence[Play]) -> Buttons:
    """Return the cards that may be played, each suit in rows of its own."""
    rows: list[tuple[Button, ...]] = []
    for _, group in groupby(moves, lambda move: suit_of(move.card)):
        buttons = [_button(move, first=not at) for at, move in enumerate(group)]
        count = -(-len(buttons) // WIDE)
        size = -(-len(buttons) // count)
        rows.extend(tuple(buttons[at : at + size]) for at in range(0, len(buttons), size))
    return tuple(rows)


def _button(move: Play, *, first: bool) -> Button:
    """Return the button of a card; in brief, only the first of a suit tells it."""
    label = text("fool-play", card=_card(move.card))
    brief = f"{SIGNS[suit_of(move.card)] if first else ''}{number_of(move.card)}"
    return Button(label, move.code, Weight.PRIMARY, brief, face_text(move.card))


# --- the score -------------------------------------------------------------------------------


def _score(view: View, result: Result) -> Iterator[Line | Row]:
    """Say why the round is over, what it brought and, if the game is over, who has won."""
    yield _header(view)
    yield EMPTY
    if result.scores is None or view.revealed is None or view.last is None:
        yield line(text("fool-ended-unscored"), Style.STRONG)
    else:
        yield from _scored(view.last, view.revealed, result, result.scores)
    if result.outcome is not None:
        yield from ranking(result.standings, result.outcome, _winners, text("fool-away"))


def _scored(
    last: Done, hands: Hands, result: Result, scores: Sequence[int | None]
) -> Iterator[Line | Row]:
    seats = SEATS[: len(hands)]
    done = tuple(seat for seat in seats if scores[seat] is not None and not hands[seat])
    yield line(text("fool-ended", players=done, count=len(done)), Style.STRONG)
    plays = _plays(last.order, last.plays)
    yield line(text("fool-last-trick", plays=plays))
    yield line(text("fool-taken", winner=last.winner, fools=last.fools, count=len(last.fools)))
    yield EMPTY
    yield Row(("", text("fool-round"), text("fool-sum")))
    for seat in seats:
        total, score = f"{result.standings.points[seat]:>3}", scores[seat]
        if score is None:
            yield Row((seat, text("fool-away"), total))
        else:
            brought = f" {FOOL} 0" if seat in done and not score else f"{score:>+5}"
            yield Row((seat, brought, total))
    yield EMPTY
    yield from (
        line(text("fool-rest", player=seat, cards=_grouped(hands[seat])))
        for seat in seats
        if hands[seat]
    )
    yield EMPTY
    if result.outcome is not None:
        yield line(_why(result.standings))
    elif (starter := result.standings.starter) is not None:
        yield line(text("fool-begins", player=starter))


def _why(standings: Standings) -> Text:
    """Say why the game is over that ended with this round, or after it (rulebook F18, G8)."""
    if standings.ticks >= TICKS:
        return text("fool-over-ticks", ticks=standings.ticks)
    low = tuple(seat for seat in standings.present if standings.points[seat] <= LIMIT)
    if low:
        return text("fool-over-low", players=low, count=len(low), limit=LIMIT)
    return text("fool-over-few")


def _grouped(hand: Sequence[int]) -> str:
    groups = ((SIGNS[suit], map(number_of, cards)) for suit, cards in groupby(hand, suit_of))
    return " ".join(f"{sign}{GAP}{' '.join(map(str, numbers))}" for sign, numbers in groups)


def _winners(players: tuple[Seat, ...]) -> Text:
    return text("fool-winners", players=players, count=len(players))
