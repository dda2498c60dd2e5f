"""What a case may expect of a position of Passt nicht!, read off the state and its result.

Every key has its answer, and where lists of the same things may be written in several ways, the
form in which what was expected is compared with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from chatlama.core.cases import Seen, ranking, ranks
from chatlama.core.games.passt_nicht import GAME
from chatlama.core.games.passt_nicht.position import hand_value, layout_value
from chatlama.core.nodes import Node, Unreadable, flags, listed, same, unordered
from chatlama.core.text import SEATS, Seat

from .notation import SAID, in_order, read_card, say_layout, say_move, say_wish
from .start import Position, following

Answer: TypeAlias = Callable[[Position], Node]
SeatAnswer: TypeAlias = Callable[[Position, Seat], Node]
Form: TypeAlias = Callable[[Position, Node], Node]


def look(position: Position, key: str, expected: Node) -> Seen:
    """Return the comparison for a key of the whole table."""
    if key not in ANSWERS:
        raise Unreadable("unknown key")
    form = FORMS.get(key)
    return Seen(form(position, expected) if form else expected, ANSWERS[key](position))


def look_at(position: Position, seat: Seat, word: str, expected: Node) -> Seen:
    """Return the comparison for a key of one seat, ``hand_count`` for ``hand0_count``."""
    if word not in SEAT_ANSWERS:
        raise Unreadable("unknown key")
    match word:
        case "hand":
            expected = unordered(expected)
        case "layout":
            expected = _layout(expected)
        case "round_points" | "score":
            expected = _unscored(position, seat, expected)
        case _:
            pass
    return Seen(expected, SEAT_ANSWERS[word](position, seat))


def drawn(before: Position, after: Position, seat: Seat, expected: Node) -> Seen:
    """Return the comparison of what the seat may have drawn: its card and all others of the pile.

    Where the pile was known, the card that lay on top may be named alone.
    """
    new = tuple(sorted((_owned(after, seat) - _owned(before, seat)).elements()))
    named = Counter(read_card(card) for card in listed(expected, "drawn_from"))
    if len(new) != 1 or new[0] not in named:
        return Seen(unordered(expected), say_hand(new))
    pile, rebuilt = before.state.pile, before.state.discards[:-1]
    possible = [pile or rebuilt, new + after.state.pile, *([new] if pile else [])]
    fits = any(named == Counter(cards) for cards in possible)
    return Seen(unordered(expected), unordered(expected) if fits else say_hand(possible[1]))


def _owned(position: Position, seat: Seat) -> Counter[int]:
    stacks = (position.state.hands[seat], *position.state.layouts[seat])
    return Counter(card for stack in stacks for card in stack)


def say_hand(hand: tuple[int, ...]) -> Node:
    """Return a hand to be compared with an ``unordered`` list."""
    return unordered([SAID[card] for card in hand])


# --- answers ---------------------------------------------------------------------------------


def _turn(position: Position) -> Node:
    return next(iter(GAME.to_move(position.state)), None)


def _order(position: Position) -> Node:
    """Return who is to play, from whoever is on turn on; nobody after the round."""
    state, gone = position.state, position.standings.gone
    order = SEATS[state.turn : len(state.hands)] + SEATS[: state.turn]
    return tuple(seat for seat in order if state.result is None and seat not in gone)


def _rank(position: Position, seat: Seat) -> Node:
    result = position.state.result
    return None if result is None or result.outcome is None else result.outcome.ranks[seat]


def _legal(position: Position) -> Node:
    state = position.state
    moves = [move for seat in GAME.to_move(state) for move in GAME.legal(state, seat)]
    return unordered(list(map(say_move, moves)))


def _left(position: Position) -> Node:
    return tuple(seat in position.standings.gone for seat in position.seats)


def _reason(position: Position) -> Node:
    result = position.state.result
    return None if result is None else result.reason


def _scores(position: Position) -> tuple[int | None, ...] | None:
    result = position.state.result
    return None if result is None else result.scores


def _score(position: Position, seat: Seat) -> int | None:
    scores = _scores(position)
    return None if scores is None else scores[seat]


def _starter(position: Position) -> Node:
    return position.state.starter if position.started else None


def _next_starter(position: Position) -> Node:
    upcoming = following(position)
    return None if upcoming is None else upcoming.turn


def _over(position: Position) -> bool:
    result = position.state.result
    return result is not None and result.outcome is not None


def _winners(position: Position) -> Node:
    result = position.state.result
    outcome = None if result is None else result.outcome
    return unordered(() if outcome is None else outcome.winners)


ANSWERS: Final[Mapping[str, Answer]] = {
    "top": lambda at: SAID[at.state.discards[-1]],
    "wish": lambda at: say_wish(at.state.wish),
    "turn": _turn,
    "next_seat": _turn,
    "next_order": _order,
    "players": lambda at: len(at.standings.present),
    "legal_moves": _legal,
    "legal_after": _legal,
    "next_legal": _legal,
    "hands": lambda at: tuple(map(say_hand, at.state.hands)),
    "hand_counts": lambda at: tuple(map(len, at.state.hands)),
    "layouts": lambda at: tuple(map(say_layout, at.state.layouts)),
    "left": _left,
    "gone": _left,
    "draw": lambda at: tuple(SAID[card] for card in at.state.pile),
    "draw_count": lambda at: len(at.state.pile),
    "discard": lambda at: tuple(SAID[card] for card in at.state.discards),
    "discard_count": lambda at: len(at.state.discards),
    "round_over": lambda at: at.state.result is not None,
    "end_reason": _reason,
    "round_points": _scores,
    "scores": _scores,
    "points": lambda at: at.standings.points,
    "rounds": lambda at: at.standings.rounds,
    "starter": _starter,
    "next_starter": _next_starter,
    "game_over": _over,
    "winners": _winners,
    "ranks": lambda at: ranks(at.state.result),
    "ranking": lambda at: ranking(at.state.result),
}
"""What is true of a position, by key."""

SEAT_ANSWERS: Final[Mapping[str, SeatAnswer]] = {
    "hand": lambda at, seat: say_hand(at.state.hands[seat]),
    "hand_count": lambda at, seat: len(at.state.hands[seat]),
    "hand_value": lambda at, seat: hand_value(at.state.hands[seat]),
    "layout": lambda at, seat: say_layout(at.state.layouts[seat]),
    "layout_count": lambda at, seat: sum(map(len, at.state.layouts[seat])),
    "layout_value": lambda at, seat: layout_value(at.state.layouts[seat]),
    "left": lambda at, seat: seat in at.standings.gone,
    "gone": lambda at, seat: seat in at.standings.gone,
    "round_points": _score,
    "score": _score,
    "points": lambda at, seat: at.standings.points[seat],
    "rank": _rank,
}
"""The same for one seat: ``hand`` answers ``hand0``."""


# --- the form in which expectations are compared ---------------------------------------------


def _each(form: Callable[[Node], Node], expected: Node) -> Node:
    return tuple(map(form, expected)) if isinstance(expected, list | tuple) else expected


def _moves(_: Position, expected: Node) -> Node:
    return unordered(_each(in_order, expected))


def _layout(expected: Node) -> Node:
    """Return a layout without the stacks that are said to be empty."""
    if not isinstance(expected, Mapping):
        return expected
    return {name: stack for name, stack in expected.items() if stack != []}


def _marks(position: Position, expected: Node) -> Node:
    if not isinstance(expected, list | tuple):
        return expected
    return flags(expected, len(position.seats), "expect")


def _round_points(position: Position, expected: Node) -> Node:
    if not isinstance(expected, list | tuple) or len(expected) != len(position.seats):
        return expected
    pairs = zip(position.seats, expected, strict=True)
    return tuple(_unscored(position, seat, one) for seat, one in pairs)


def _unscored(position: Position, seat: Seat, expected: Node) -> Node:
    """Return ``null`` for a leaver's 0, which says as well that nothing was scored."""
    scores = _scores(position)
    free = scores is not None and scores[seat] is None and same(expected, 0)
    return None if free else expected


FORMS: Final[Mapping[str, Form]] = {
    "legal_moves": _moves,
    "legal_after": _moves,
    "next_legal": _moves,
    "hands": lambda _, expected: _each(unordered, expected),
    "layouts": lambda _, expected: _each(_layout, expected),
    "left": _marks,
    "gone": _marks,
    "round_points": _round_points,
    "scores": _round_points,
    "winners": lambda _, expected: () if expected is None else unordered(expected),
}
"""How an expectation is put, where it may be written in several ways."""
