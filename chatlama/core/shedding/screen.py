"""How shedding games are shown, as far as it is the same in all of them; the words are theirs.

From views only: nothing here is ever given a state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from chatlama.core.screen import EMPTY, Button, Buttons, Line, Row, Weight
from chatlama.core.text import SEATS, Seat, Text

from .position import DRAW, QUIT, Draw, Hands, Play, Quit, R, Shed, View, chips, may_draw

TIMES = "\N{MULTIPLICATION SIGN}"
NOTHING = "-"
MANY = 13
"""Cards in a hand that are still shown one by one: they fill a phone's line."""
CHIPS = 8
"""Chips that are still shown one by one: one more, and a row would be too long for a phone."""


# --- cards and chips -------------------------------------------------------------------------


def shown(hand: Sequence[int], faces: Sequence[str]) -> str:
    """Return a hand one by one, or grouped if that would be too long."""
    return " ".join(faces[card] for card in hand) if len(hand) <= MANY else grouped(hand, faces)


def grouped(hand: Iterable[int], faces: Sequence[str]) -> str:
    """Return each face once, with how often it is there if more than once."""
    counts = Counter(hand).items()
    return " ".join(faces[card] if n == 1 else f"{faces[card]}{TIMES}{n}" for card, n in counts)


def piled(points: int) -> str:
    """Return points as chips, black ones first.

    >>> piled(12), piled(39), piled(9)
    ('●○○', '3● 9○', '9○')
    """
    black, white = chips(points)
    if black + white <= CHIPS:
        return "●" * black + "○" * white
    return f"{black}● {white}○" if black else f"{white}○"


# --- moves -----------------------------------------------------------------------------------


def open_moves(view: View[R], plays: Mapping[int, Play]) -> Iterator[Shed]:
    """Say what the seat on turn may do, whatever it holds: that gives nothing away."""
    yield from (plays[card] for card in view.fitting)
    if may_draw(view.pile, view.quit):
        yield DRAW
    yield QUIT


def buttons(moves: Iterable[Shed], play: Callable[[int], Text], draw: Text, quit: Text) -> Buttons:
    """Return a row of cards to be played and a row of what else can be done."""
    plays, others = [], []
    for move in moves:
        match move:
            case Play(card):
                plays.append(Button(play(card), move.code, Weight.PRIMARY))
            case Draw():
                others.append(Button(draw, move.code))
            case Quit():
                others.append(Button(quit, move.code, Weight.DANGER))
            case _:
                assert_never(move)
    return tuple(tuple(row) for row in (plays, others) if row)


# --- after the round -------------------------------------------------------------------------


def score(
    view: View[R], hands: Hands, after: Sequence[int], faces: Sequence[str], away: Text
) -> Iterator[Line | Row]:
    """Say what each seat held, what that brought and what it has now."""
    yield EMPTY
    before, gone = view.standings.points, view.standings.gone
    for seat, hand in zip(SEATS, hands, strict=False):
        total, change = f"{after[seat]:>2}", f"{after[seat] - before[seat]:+3d}"
        if seat in gone:
            yield Row((seat, away, "", total))
        else:
            values = " ".join(faces[card] for card in sorted(set(hand)))
            yield Row((seat, values or NOTHING, change, total))


def finisher(view: View[R]) -> Seat:
    """Return who has no cards left, in a round that ended so."""
    hands = view.revealed or ()
    return next(seat for seat in view.standings.present if not hands[seat])
