"""From a view to a screen. This module cannot leak: it is never given the state.

The table puts the last events, whose turn it is and its own buttons below what is shown here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from chatlama.core.game import Result
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

from .position import (
    JOKER,
    LETTERS,
    MATCHING,
    PLAYS,
    UNCOVERS,
    Back,
    Lay,
    Move,
    Play,
    Stacks,
    Uncover,
    View,
    Wish,
    hand_value,
    layout_value,
    tops,
)
from .rounds import TARGET, begins
from .words import JOKER_SIGN, SIGNS, card_text, named, sign, signs, stacks, wish_text

NOTHING = "-"
PAIR, TRIPLE = 2, 3
"""Buttons in a row: cards and what is done with them, or a wish."""


def screen(view: View, moves: Sequence[Move]) -> Screen:
    """Return what the viewer sees: the whole chat the table, a seat its hand, all the score."""
    if view.result is not None:
        return Screen(tuple(_score(view, view.result)))
    if view.hand is None or view.viewer is None:
        return _table(view)
    return _hand(view, view.hand, view.layouts[view.viewer], moves)


# --- the table -------------------------------------------------------------------------------


def _table(view: View) -> Screen:
    rows = [row for seat in SEATS[: len(view.counts)] for row in _rows(view, seat)]
    top = line(_top(view), Style.STRONG)
    pile = line(text("passt-nicht-pile", pile=view.pile))
    return Screen(
        (_header(view), EMPTY, top, pile, EMPTY, *rows),
        _buttons(_open_moves(view)),
    )


def _header(view: View) -> Line:
    return line(text("passt-nicht-header", round=view.standings.rounds + 1, target=TARGET))


def _top(view: View) -> Text:
    if view.wish is not None:
        return text("passt-nicht-wished-for", sign=JOKER_SIGN, wish=wish_text(view.wish))
    return text("passt-nicht-top", card=card_text(view.discards[-1]))


def _rows(view: View, seat: Seat) -> Iterator[Row]:
    """Say how much a seat holds and has, and below what lies on its stacks and how high."""
    points = f"{view.standings.points[seat]:>3}"
    if seat in view.standings.gone:
        yield Row((seat, text("passt-nicht-away"), "", points))
        return
    held = f"✋{view.counts[seat]}"
    layout = view.layouts[seat]
    yield Row((seat, held, f"{layout_value(layout):+d}", points), marked=seat == view.turn)
    yield Row((_layout(layout),))


def _layout(layout: Stacks) -> Text | str:
    return stacks(layout) or text("passt-nicht-no-layout")


def _open_moves(view: View) -> Iterator[Move]:
    """Say what the seat on turn may discard of its layout, which everybody sees."""
    matching = MATCHING[view.wish or view.discards[-1]]
    yield from (UNCOVERS[card] for card in tops(view.layouts[view.turn]) if card in matching)


# --- a hand ----------------------------------------------------------------------------------


def _hand(view: View, hand: Sequence[int], layout: Stacks, moves: Sequence[Move]) -> Screen:
    if view.choosing:
        title = text("passt-nicht-choose", sign=JOKER_SIGN)
    else:
        title = text("passt-nicht-hand", cost=hand_value(hand))
    own = text("passt-nicht-own", layout=_layout(layout), points=layout_value(layout))
    board = text("passt-nicht-board", top=_top(view), pile=view.pile)
    cards = signs(hand) or NOTHING
    why = () if view.choosing else tuple(map(line, _duty(view, moves)))
    return Screen(
        (line(title, Style.STRONG), line(cards, Style.MONO), line(own), line(board), *why),
        _buttons(moves),
        text("passt-nicht-hand-short", title=title, cards=cards, own=own, top=_top(view)),
    )


def _duty(view: View, moves: Sequence[Move]) -> Iterator[Text]:
    """Say why no card can be laid, where one must be discarded (rulebook P7, P10b, P10c)."""
    if not moves or any(isinstance(move, Lay) for move in moves):
        return
    if view.wish is not None:
        only = moves == (PLAYS[JOKER],)
        yield text("passt-nicht-why", duty="joker" if only else "wish")
    elif any(isinstance(move, Uncover) for move in moves):
        yield text("passt-nicht-why", duty="top")


def _buttons(moves: Iterable[Move]) -> Buttons:
    """Return the buttons, those of a kind together, so that what they do is seen at once."""
    plays, own, lays, colours, numbers, back = [], [], [], [], [], []
    for move in moves:
        button = Button(label(move), move.code, brief=_brief(move))
        match move:
            case Play():
                plays.append(replace(button, weight=Weight.PRIMARY))
            case Uncover():
                own.append(replace(button, weight=Weight.PRIMARY))
            case Lay():
                lays.append(button)
            case Wish(wish) if wish in LETTERS:
                colours.append(button)
            case Wish():
                numbers.append(button)
            case Back():
                back.append(button)
            case _:
                assert_never(move)
    triples = (row for kind in (colours, numbers, back) for row in _in_rows(kind, TRIPLE))
    return (*_in_rows(plays, PAIR), *_in_rows(own, 1), *_in_rows(lays, PAIR), *triples)


def label(move: Move) -> Text:
    """Return what a move is called."""
    match move:
        case Play(card) if card == JOKER:
            return text("passt-nicht-play-joker", sign=JOKER_SIGN)
        case Play(card):
            kind, value, sign = named(card)
            return text("passt-nicht-play", colour=kind, number=value, sign=sign)
        case Uncover(card):
            kind, value, sign = named(card)
            return text("passt-nicht-uncover", colour=kind, number=value, sign=sign)
        case Lay(card):
            kind, value, sign = named(card)
            return text("passt-nicht-lay", colour=kind, number=value, sign=sign)
        case Wish(wish) if wish in LETTERS:
            return wish_text(wish)
        case Wish(wish):
            return text("passt-nicht-button-number", number=int(wish))
        case Back():
            return text("passt-nicht-back")
        case _:
            assert_never(move)


def _brief(move: Move) -> str:
    """Return a move in signs: down into the layout, up from it, or just the card."""
    match move:
        case Play(card):
            return sign(card)
        case Uncover(card):
            return f"{sign(card)}↑"
        case Lay(card):
            return f"{sign(card)}↓"
        case Wish(wish):
            return SIGNS[LETTERS.index(wish)] if wish in LETTERS else wish
        case Back():
            return "↩"
        case _:
            assert_never(move)


def _in_rows(buttons: Sequence[Button], width: int) -> Buttons:
    return tuple(tuple(buttons[at : at + width]) for at in range(0, len(buttons), width))


# --- the score -------------------------------------------------------------------------------


def _score(view: View, result: Result) -> Iterator[Line | Row]:
    """Say why the round is over, what it brought and, if the game is over, who has won."""
    yield _header(view)
    yield EMPTY
    if result.scores is None or view.revealed is None:
        yield line(text("passt-nicht-ended-unscored"), Style.STRONG)
    else:
        yield line(text("passt-nicht-ended-empty", player=view.turn), Style.STRONG)
        yield line(_top(view))
        yield EMPTY
        yield from _sums(view, result, view.revealed)
        if held := [seat for seat, hand in enumerate(view.revealed) if hand]:
            yield EMPTY
            yield line(text("passt-nicht-left-in-hand"))
            yield from (Row((SEATS[seat], signs(view.revealed[seat]))) for seat in held)
    if result.outcome is not None:
        away = text("passt-nicht-away")
        yield from ranking(result.standings, result.outcome, _winners, away)
    elif (starter := begins(result.standings)) is not None:
        yield EMPTY
        yield line(text("passt-nicht-begins", player=starter))


def _sums(view: View, result: Result, hands: Sequence[Sequence[int]]) -> Iterator[Row]:
    words = ("plus", "minus", "round", "total")
    yield Row(("", *(text("passt-nicht-column", word=word) for word in words)))
    for seat, score in enumerate(result.scores or ()):
        total = f"{result.standings.points[seat]:>3}"
        if score is None:
            yield Row((SEATS[seat], "", "", text("passt-nicht-away"), total))
        else:
            plus, minus = layout_value(view.layouts[seat]), hand_value(hands[seat])
            yield Row((SEATS[seat], f"{plus:>3}", f"{-minus:>3}", f"{score:>+3}", total))


def _winners(players: tuple[Seat, ...]) -> Text:
    return text("passt-nicht-winners", players=players, count=len(players))
