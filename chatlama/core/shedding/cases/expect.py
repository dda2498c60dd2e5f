"""What a case may expect of a shedding game's position, read off the state and its result.

Every key has its answer, and where lists of the same things may be written in several ways, the
form in which what was expected is compared with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from chatlama.core.cases import Seen, ranking, ranks
from chatlama.core.nodes import Node, Unreadable, flags, same, say, unordered
from chatlama.core.text import SEATS, Seat

from .notation import say_chips
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
        case "penalty" | "round_points" | "score":
            expected = _unpaid(position, seat, expected)
        case _:
            pass
    return Seen(expected, SEAT_ANSWERS[word](position, seat))


# --- answers ---------------------------------------------------------------------------------


def _turn(position: Position) -> Node:
    return next(iter(position.words.game.to_move(position.state)), None)


def _order(position: Position) -> Node:
    """Return who is still to play, from whoever is on turn on; nobody after the round."""
    state = position.state
    order = SEATS[state.turn : len(state.hands)] + SEATS[: state.turn]
    going = position.words.game.to_move(state)
    if not state.hands[state.turn]:
        return going  # who has finished and still has to choose
    return tuple(seat for seat in order if going and not state.quit[seat])


def _starter(position: Position) -> Node:
    if position.starter is None:
        raise Unreadable("the state names no starter")
    return position.starter


def _discard(position: Position) -> Node:
    if position.buried:
        raise Unreadable("the state does not tell all of the discard pile")
    return position.words.say_cards(position.discards)


def _rank(position: Position, seat: Seat) -> Node:
    result = position.result
    return None if result is None or result.outcome is None else result.outcome.ranks[seat]


def _legal(position: Position) -> Node:
    words, state = position.words, position.state
    seats = words.game.to_move(state)
    moves = [move for seat in seats for move in words.game.legal(state, seat)]
    return unordered([words.say_move(move) for move in moves])


def _cards(position: Position, seat: Seat) -> tuple[int, ...]:
    """Return a seat's cards; a leaver's are out of the round (rulebook A21c)."""
    return () if seat in position.state.standings.gone else position.state.hands[seat]


def _left(position: Position) -> Node:
    return tuple(seat in position.standings.gone for seat in position.seats)


def _reason(position: Position) -> Node:
    result = position.result
    return None if result is None else result.reason


def _scores(position: Position) -> tuple[int | None, ...] | None:
    result = position.result
    return None if result is None else result.scores


def _score(position: Position, seat: Seat) -> int | None:
    scores = _scores(position)
    return None if scores is None else scores[seat]


def _next_dealer(position: Position) -> Node:
    upcoming = following(position)
    return None if upcoming is None else upcoming.standings.dealer


def _next_starter(position: Position) -> Node:
    upcoming = following(position)
    return None if upcoming is None else upcoming.turn


def _over(position: Position) -> bool:
    result = position.result
    return result is not None and result.outcome is not None


def _winners(position: Position) -> Node:
    result = position.result
    outcome = None if result is None else result.outcome
    return unordered(() if outcome is None else outcome.winners)


ANSWERS: Final[Mapping[str, Answer]] = {
    "top": lambda at: at.words.names[at.state.top],
    "turn": _turn,
    "next_seat": _turn,
    "next_order": _order,
    "players": lambda at: len(at.standings.present),
    "legal_moves": _legal,
    "legal_after": _legal,
    "next_legal": _legal,
    "hands": lambda at: tuple(at.words.say_hand(_cards(at, seat)) for seat in at.seats),
    "hand_counts": lambda at: tuple(len(_cards(at, seat)) for seat in at.seats),
    "quit": lambda at: at.state.quit,
    "left": _left,
    "gone": _left,
    "draw": lambda at: at.words.say_cards(at.state.pile),
    "draw_count": lambda at: len(at.state.pile),
    "discard": _discard,
    "discard_count": lambda at: at.buried + len(at.discards),
    "round_over": lambda at: at.result is not None,
    "end_reason": _reason,
    "penalty": _scores,
    "penalties": _scores,
    "round_points": _scores,
    "scores": _scores,
    "points": lambda at: at.standings.points,
    "chips": lambda at: tuple(map(say_chips, at.standings.points)),
    "rounds": lambda at: at.standings.rounds,
    "dealer": lambda at: at.standings.dealer,
    "starter": _starter,
    "next_dealer": _next_dealer,
    "next_starter": _next_starter,
    "game_over": _over,
    "winners": _winners,
    "ranks": lambda at: ranks(at.result),
    "ranking": lambda at: ranking(at.result),
}
"""What is true of a position, by key."""

SEAT_ANSWERS: Final[Mapping[str, SeatAnswer]] = {
    "hand": lambda at, seat: at.words.say_hand(_cards(at, seat)),
    "hand_count": lambda at, seat: len(_cards(at, seat)),
    "hand_value": lambda at, seat: at.words.hand_value(_cards(at, seat)),
    "quit": lambda at, seat: at.state.quit[seat],
    "left": lambda at, seat: seat in at.standings.gone,
    "gone": lambda at, seat: seat in at.standings.gone,
    "penalty": _score,
    "round_points": _score,
    "score": _score,
    "points": lambda at, seat: at.standings.points[seat],
    "chips": lambda at, seat: say_chips(at.standings.points[seat]),
    "rank": _rank,
}
"""The same for one seat: ``hand`` answers ``hand0``."""


# --- the form in which expectations are compared ---------------------------------------------


def _each(form: Callable[[Node], Node], expected: Node) -> Node:
    return tuple(map(form, expected)) if isinstance(expected, list | tuple) else expected


def _name(expected: Node) -> Node:
    """Return a card's name: ``4`` may be written without quotes."""
    return None if expected is None else say(expected)


def _marks(position: Position, expected: Node) -> Node:
    if not isinstance(expected, list | tuple):
        return expected
    return flags(expected, len(position.seats), "expect")


def _penalties(position: Position, expected: Node) -> Node:
    if not isinstance(expected, list | tuple) or len(expected) != len(position.seats):
        return expected
    pairs = zip(position.seats, expected, strict=True)
    return tuple(_unpaid(position, seat, one) for seat, one in pairs)


def _unpaid(position: Position, seat: Seat, expected: Node) -> Node:
    """Return ``null`` for a leaver's 0, which says as well that nothing was paid."""
    scores = _scores(position)
    free = scores is not None and scores[seat] is None and same(expected, 0)
    return None if free else expected


FORMS: Final[Mapping[str, Form]] = {
    "top": lambda _, expected: _name(expected),
    "legal_moves": lambda _, expected: unordered(expected),
    "legal_after": lambda _, expected: unordered(expected),
    "next_legal": lambda _, expected: unordered(expected),
    "hands": lambda _, expected: _each(unordered, expected),
    "quit": _marks,
    "left": _marks,
    "gone": _marks,
    "draw": lambda _, expected: _each(_name, expected),
    "discard": lambda _, expected: _each(_name, expected),
    "penalty": _penalties,
    "penalties": _penalties,
    "round_points": _penalties,
    "scores": _penalties,
    "winners": lambda _, expected: () if expected is None else unordered(expected),
}
"""How an expectation is put, where it may be written in several ways."""
