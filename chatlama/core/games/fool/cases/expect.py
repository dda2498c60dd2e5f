"""What a case may expect of Foppen, read off a position, a judged trick or a settled round.

Every key has its answer, and where lists of the same things may be written in several ways, the
form in which what was expected is compared with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from chatlama.core.cases import Seen, ranking, ranks
from chatlama.core.games.fool import GAME
from chatlama.core.games.fool.cards import penalty
from chatlama.core.games.fool.position import Done
from chatlama.core.nodes import Node, Unreadable, flags, same, unordered
from chatlama.core.text import SEATS, Seat

from .notation import NAMES, choices, say_cards, say_plays, say_suit
from .start import Place, Position, Settled, following

Round: TypeAlias = Position | Settled
"""What has standings."""
Form: TypeAlias = Callable[[Round, Node], Node]


def look(place: Place, key: str, expected: Node) -> Seen:
    """Return the comparison for a key of the whole table."""
    if isinstance(place, Done):
        if key not in OF_TRICKS:
            raise Unreadable("a trick by itself does not tell")
        return Seen(expected, OF_TRICKS[key](place))
    if key in OF_ROUNDS:
        form = FORMS.get(key)
        return Seen(form(place, expected) if form else expected, OF_ROUNDS[key](place))
    if key not in OF_POSITIONS and key not in OF_TRICKS:
        raise Unreadable("unknown key")
    if not isinstance(place, Position):
        raise Unreadable("a round that is settled does not tell")
    if key in OF_POSITIONS:
        form = FORMS.get(key)
        return Seen(form(place, expected) if form else expected, OF_POSITIONS[key](place))
    if key == "lead_suit" and (place.state.plays or expected is None):
        return Seen(expected, say_suit(place.state.suit))
    last = place.state.last
    return Seen(expected, None if last is None else OF_TRICKS[key](last))


def look_at(place: Place, number: int, word: str, expected: Node) -> Seen:
    """Return the comparison for a key of one seat, ``hand_count`` for ``hand0_count``."""
    if word in ROUND_SEATS and not isinstance(place, Done):
        got = ROUND_SEATS[word](place, _seat(place, number))
        scored = word in {"round_points", "score"} and place.result is not None
        free = scored and got is None and same(expected, 0)  # a leaver's, as in ``_unpaid``
        return Seen(None if free else expected, got)
    if word not in POSITION_SEATS:
        raise Unreadable("unknown key")
    if not isinstance(place, Position):
        raise Unreadable("only a position tells")
    expected = choices(expected) if word == "legal" else expected
    expected = unordered(expected) if word == "hand" else expected
    return Seen(expected, POSITION_SEATS[word](place, _seat(place, number)))


def _seat(place: Round, number: int) -> Seat:
    if number < len(place.standings.points):
        return SEATS[number]
    raise Unreadable(f"no seat {number}")


# --- answers ---------------------------------------------------------------------------------


def _turn(place: Position) -> Node:
    return next(iter(GAME.to_move(place.state)), None)


def _legal(place: Position, seat: Seat) -> Node:
    return unordered([NAMES[move.card] for move in GAME.legal(place.state, seat)])


def _all_legal(place: Position) -> Node:
    return unordered(
        [NAMES[m.card] for s in GAME.to_move(place.state) for m in GAME.legal(place.state, s)]
    )


def _default(place: Position) -> Node:
    seats = GAME.to_move(place.state)
    return NAMES[GAME.default(place.state, seats[0]).card] if seats else None


def _leader(place: Position) -> Node:
    return next(iter(place.state.trick.order), None)


def _holders(place: Position) -> tuple[Seat, ...]:
    """Return who sits out this trick; after the round the discs lie in the middle (F12)."""
    return place.state.trick.fools if place.result is None else ()


def _scores(place: Round) -> tuple[int | None, ...] | None:
    return None if place.result is None else place.result.scores


def _next_starter(place: Round) -> Node:
    upcoming = following(place)
    if upcoming is None:
        return None
    totals = [place.standings.points[seat] for seat in place.standings.present]
    if totals.count(min(totals)) > 1:
        _ = place.starter  # has to be told: of several the nearest to him begins
    return upcoming.trick.deal.starter


def _next_dealer(place: Round) -> Node:
    """Return the former starter, who deals, or whoever comes after him if he left (F17, G8)."""
    if following(place) is None:
        return None
    former, standings = place.starter, place.standings
    return standings.after(former) if former in standings.gone else former


def _winners(place: Round) -> Node:
    outcome = None if place.result is None else place.result.outcome
    return unordered(() if outcome is None else outcome.winners)


def _rank(place: Round, seat: Seat) -> Node:
    outcome = None if place.result is None else place.result.outcome
    return None if outcome is None else outcome.ranks[seat]


def _score(place: Round, seat: Seat) -> int | None:
    scores = _scores(place)
    return None if scores is None else scores[seat]


def _over(place: Round) -> bool:
    return place.result is not None and place.result.outcome is not None


def _left(place: Round) -> Node:
    standings = place.standings
    return tuple(seat in standings.gone for seat in SEATS[: len(standings.points)])


OF_TRICKS: Final[Mapping[str, Callable[[Done], Node]]] = {
    "lead_suit": lambda done: say_suit(done.suit),
    "winner": lambda done: done.winner,
    "fools": lambda done: done.fools,
    "next_leader": lambda done: done.winner,
}
"""What is true of a complete trick; of a position, the last one."""

OF_POSITIONS: Final[Mapping[str, Callable[[Position], Node]]] = {
    "turn": _turn,
    "next_seat": _turn,
    "legal_moves": _all_legal,
    "legal_after": _all_legal,
    "next_legal": _all_legal,
    "default": _default,
    "leader": _leader,
    "next_leader": _leader,
    "order": lambda at: at.state.trick.order,
    "next_order": lambda at: at.state.trick.order,
    "plays": lambda at: say_plays(at.state.trick.order, at.state.plays),
    "holders": lambda at: unordered(_holders(at)),
    "sits_out": lambda at: unordered(_holders(at)),
    "discs": lambda at: at.state.trick.deal.discs,
    "players": lambda at: len(at.standings.present),
    "hands": lambda at: tuple(unordered(say_cards(hand)) for hand in at.state.hands),
    "hand_counts": lambda at: tuple(map(len, at.state.hands)),
}
"""What is true of a position, by key …"""

OF_ROUNDS: Final[Mapping[str, Callable[[Round], Node]]] = {
    "round_over": lambda at: at.result is not None,
    "end_reason": lambda at: None if at.result is None else at.result.reason,
    "round_points": _scores,
    "scores": _scores,
    "points": lambda at: at.standings.points,
    "tens": lambda at: at.standings.ticks,
    "rounds": lambda at: at.standings.rounds,
    "starter": lambda at: at.starter,
    "next_starter": _next_starter,
    "next_dealer": _next_dealer,
    "game_over": _over,
    "winners": _winners,
    "ranks": lambda at: ranks(at.result),
    "ranking": lambda at: ranking(at.result),
    "left": _left,
    "gone": _left,
}
"""… and of a round as well that is only known to be settled."""

POSITION_SEATS: Final[Mapping[str, Callable[[Position, Seat], Node]]] = {
    "hand": lambda at, seat: unordered(say_cards(at.state.hands[seat])),
    "hand_count": lambda at, seat: len(at.state.hands[seat]),
    "legal": _legal,
    "hand_value": lambda at, seat: penalty(at.state.hands[seat]),
    "holder": lambda at, seat: seat in _holders(at),
    "sits_out": lambda at, seat: seat in _holders(at),
}
"""The same for one seat: ``hand`` answers ``hand0`` …"""

ROUND_SEATS: Final[Mapping[str, Callable[[Round, Seat], Node]]] = {
    "points": lambda at, seat: at.standings.points[seat],
    "round_points": _score,
    "score": _score,
    "rank": _rank,
    "left": lambda at, seat: seat in at.standings.gone,
    "gone": lambda at, seat: seat in at.standings.gone,
}
"""… and ``points`` answers ``points0``."""


# --- the form in which expectations are compared ---------------------------------------------


def _each(expected: Node) -> Node:
    return tuple(map(unordered, expected)) if isinstance(expected, list | tuple) else expected


def _marks(place: Round, expected: Node) -> Node:
    if not isinstance(expected, list | tuple):
        return expected
    return flags(expected, len(place.standings.points), "expect")


def _unpaid(place: Round, expected: Node) -> Node:
    """Return ``null`` for a leaver's 0, which says as well that the round brought nothing."""
    scores = _scores(place)
    if scores is None or not isinstance(expected, list | tuple) or len(expected) != len(scores):
        return expected
    pairs = zip(expected, scores, strict=True)
    return tuple(None if score is None and same(one, 0) else one for one, score in pairs)


FORMS: Final[Mapping[str, Form]] = {
    "legal_moves": lambda _, expected: choices(expected),
    "legal_after": lambda _, expected: choices(expected),
    "next_legal": lambda _, expected: choices(expected),
    "next_order": lambda _, expected: () if expected is None else expected,
    "holders": lambda _, expected: unordered(expected),
    "sits_out": lambda _, expected: unordered(expected),
    "hands": lambda _, expected: _each(expected),
    "round_points": _unpaid,
    "scores": _unpaid,
    "winners": lambda _, expected: () if expected is None else unordered(expected),
    "left": _marks,
    "gone": _marks,
}
"""How an expectation is put, where it may be written in several ways."""
