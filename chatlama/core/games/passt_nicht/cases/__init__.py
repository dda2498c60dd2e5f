"""The words of Passt nicht! in worked cases, as ``core.cases`` asks for them.

Positions are set up directly and played through ``GAME`` itself; nothing is computed here that
the rules compute. In a case a joker and its wish are one action; here they are the two moves of
the game, and an action that is refused halfway has not happened at all.

Where a case begins is in ``start``, what it may expect in ``expect``, how cards are written in
``notation``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from chatlama.core.cases import Acted, NotAllowed, Seen
from chatlama.core.clock import overdue
from chatlama.core.game import IllegalMove
from chatlama.core.games.passt_nicht import GAME
from chatlama.core.games.passt_nicht.position import (
    JOKER,
    MATCHING,
    MOVES,
    State,
    hand_value,
    layout_value,
)
from chatlama.core.nodes import Fields, Node, Unreadable, by_seat, fields, listed, number, say
from chatlama.core.rng import Rng
from chatlama.core.text import Seat

from .expect import drawn, look, look_at
from .notation import (
    read_card,
    read_hand,
    read_layout,
    read_named,
    read_seat,
    read_state_wish,
    read_wish,
)
from .start import Position, chance, check_options, deal, start

__all__ = ["CASES"]

FOREIGN: Final = frozenset({"play", "draw", "quit", "pass", "chip"})
"""Actions of other games, which the rules must refuse (rulebook G4)."""
PLACES: Final = {"hand": "play", "layout": "top"}
"""From where a card is discarded, and how the move's code begins."""
DEALS: Final = 20
"""Rounds dealt to see that the first card up is no joker."""


class PasstNichtCases:
    """The adapter of Passt nicht!."""

    positions = frozenset({"state"})
    actions = frozenset({"seat", "do"})
    tables = frozenset(
        {"setup_counts", "hand_values", "layout_values", "match_table", "target_table"}
    )

    def start(self, case: Fields) -> Position:
        """Return the position of ``state``, or a round just dealt if it names no hands."""
        return start(case)

    def act(self, position: Position, step: Fields) -> Acted[Position]:
        """Return what the action leads to."""
        seat = read_seat(step.get("seat"), len(position.state.hands))
        do = dict(fields(step.get("do"), "do"))
        match do:
            case (
                {"discard": cards, **rest}
                | {"discard_many": cards, **rest}
                | {"play_many": cards, **rest}
            ) if not rest.keys() - {"from", "wish", "lay"}:
                named = [read_named(cards), *(read_named(rest[k]) for k in rest if k == "lay")]
                code = f"{_place(rest.get('from', 'hand'))}:{'+'.join(named)}"
                return _act(position, seat, code, rest.get("wish"))
            case {"lay": cards, **rest} | {"lay_many": cards, **rest} if not (
                rest.keys() - {"from", "wish"}
            ):
                _hand_only(rest.get("from", "hand"))
                return _act(position, seat, f"lay:{read_named(cards)}", rest.get("wish"))
            case {"timeout_after_s": waited, **rest} if not rest:
                return _late(position, seat, _seconds(waited))
            case {"leave": True, **rest} if not rest:
                return _left(position, seat)
            case _ if len(do) == 1 and do.keys() <= FOREIGN:
                return _refused(position, seat, say(do))
            case _:
                raise Unreadable(f"do: unknown action {say(do)}")

    def look(self, before: Position, after: Position, key: str, expected: Node) -> Seen:
        """Return what is to be compared for ``key``."""
        word, seat, tail = by_seat(key)
        if seat is None:
            return look(after, key, expected)
        of = read_seat(seat, len(after.seats))
        if word + tail == "hand_drawn_from":
            return drawn(before, after, of, expected)
        return look_at(after, of, word + tail, expected)

    def table(self, case: Fields, key: str) -> Iterator[tuple[str, Seen]]:
        """Yield the comparison of every row: questions first, the answer last."""
        check_options(case)
        for count, row in enumerate(listed(case[key], key), 1):
            yield f"row {count}", _row(key, listed(row, key))


def _act(position: Position, seat: Seat, code: str, wish: Node) -> Acted[Position]:
    """Return the position after a card was used, and with a joker its wish was said."""
    moved = _move(position, seat, code)
    state = moved.position.state
    if not moved.legal:
        return moved
    if state.choosing:
        asked = _move(moved.position, seat, code if wish is None else read_wish(wish))
        return asked if asked.legal else Acted(position, legal=False, reason=asked.reason)
    if wish is not None and not code.endswith(":jk"):
        return _refused(position, seat, read_wish(wish))
    return moved


def _move(position: Position, seat: Seat, code: str) -> Acted[Position]:
    """Return the position after the move; what is refused must not be applicable either."""
    state = position.state
    for move in GAME.legal(state, seat):
        if move.code == code:
            return Acted(_after(position, GAME.apply(state, seat, move, _chance(state)).state))
    return _refused(position, seat, code)


def _refused(position: Position, seat: Seat, code: str) -> Acted[Position]:
    state = position.state
    reason = GAME.refuse(state, seat, code).reason
    try:
        after = GAME.apply(state, seat, MOVES[code], _chance(state)).state
    except (KeyError, IllegalMove):
        return Acted(position, legal=False, reason=reason)
    return Acted(_after(position, after), legal=False, reason=reason)


def _late(position: Position, seat: Seat, waited: timedelta) -> Acted[Position]:
    """Return the position after the default moves of a seat whose time has run out."""
    if not overdue(waited):
        return Acted(position, legal=False)
    done = _move(position, seat, GAME.default(position.state, seat).code)
    while done.position.state.choosing:
        code = GAME.default(done.position.state, seat).code
        done = _move(done.position, seat, code)
    return done


def _left(position: Position, seat: Seat) -> Acted[Position]:
    if seat in position.standings.gone:
        return _refused(position, seat, "leave")
    return Acted(_after(position, GAME.leave(position.state, seat, chance()).state))


def _after(position: Position, state: State) -> Position:
    return Position(state, position.started)


def _chance(state: State) -> Rng:
    return Rng(b"cases", len(state.discards))


def _place(node: Node) -> str:
    if say(node) in PLACES:
        return PLACES[say(node)]
    raise Unreadable(f"do: no place {say(node)}")


def _hand_only(node: Node) -> None:
    if node != "hand":
        raise Unreadable(f"do: cards are laid from the hand, not from {say(node)}")


def _row(key: str, row: tuple[Node, ...]) -> Seen:
    match key, row:
        case "setup_counts", (seats, answer):
            return Seen(answer, _dealt(number(seats, key)))
        case "hand_values", (cards, answer):
            return Seen(answer, hand_value(read_hand(cards)))
        case "layout_values", (layout, answer):
            return Seen(answer, layout_value(read_layout(layout)))
        case "match_table", (dict(wish), card, answer):
            return Seen(answer, read_card(card) in MATCHING[read_state_wish(wish) or JOKER])
        case "match_table", (top, card, answer):
            return Seen(answer, read_card(card) in MATCHING[read_card(top)])
        case "target_table", (target, answer):
            return Seen(answer, _allowed(number(target, key)))
        case _:
            raise Unreadable(f"{key}: no such row as {say(row)}")


def _dealt(seats: int) -> Node:
    """Return the size of the draw pile, or what is wrong with the first card up (rulebook P3)."""
    states = [deal(seats, step) for step in range(DEALS)]
    if any(state.discards[-1] == JOKER for state in states):
        return "a joker is the first card up"
    return len(states[0].pile)


def _allowed(target: int) -> bool:
    try:
        check_options({"options": {"target": target}})
    except NotAllowed:
        return False
    return True


def _seconds(node: Node) -> timedelta:
    seconds = node if isinstance(node, float) else number(node, "timeout_after_s")
    return timedelta(seconds=seconds)


CASES: Final = PasstNichtCases()
