"""The words of shedding games in worked cases, as ``core.cases`` asks for them.

Positions are set up directly and played through the game itself; nothing is computed here that
the rules compute. Where a case begins is in ``start``, what it may expect in ``expect``, how
cards are written in ``notation``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Final

from chatlama.core.cases import Acted, NotAllowed, Seen
from chatlama.core.clock import overdue
from chatlama.core.game import IllegalMove
from chatlama.core.nodes import (
    Fields,
    Node,
    Unreadable,
    by_seat,
    fields,
    listed,
    number,
    say,
    unordered,
)
from chatlama.core.shedding.position import Play
from chatlama.core.text import Seat

from .expect import look, look_at
from .notation import Words, read_seat, say_chips
from .start import Position, chance, deal, options_of, rules_of, start

__all__ = ["SheddingCases", "Words"]

FOREIGN: Final = frozenset({"lay", "discard"})
"""Actions of other games, which the rules must refuse (rulebook G4)."""
DETAILS: Final = frozenset({"from", "wish"})
"""What such an action may carry along."""


class SheddingCases:
    """What is the same in the adapters of all shedding games."""

    words: Words

    positions = frozenset({"state"})
    actions = frozenset({"seat", "do"})
    tables = frozenset(
        {
            "return_table",
            "hand_values",
            "chips_table",
            "setup_counts",
            "fits_table",
            "target_table",
            "targets",
        }
    )

    def start(self, case: Fields) -> Position:
        """Return the position of ``state``, or a round just dealt if it names no hands."""
        return start(case, self.words)

    def act(self, position: Position, step: Fields) -> Acted[Position]:
        """Return what the action leads to."""
        words, state = self.words, position.state
        seat = read_seat(step.get("seat"), len(state.hands))
        do = fields(step.get("do"), "do")
        match dict(do):
            case {"play": cards, **rest} | {"play_many": cards, **rest} if not rest:
                return _move(position, seat, words.read_plays(cards))
            case {"draw": True, **rest} if not rest:
                return _move(position, seat, "draw")
            case {"quit": True, **rest} if not rest:
                return _move(position, seat, "quit")
            case {"timeout_after_s": waited, **rest} if not rest:
                if not overdue(_seconds(waited)):
                    return Acted(position, legal=False)
                return _move(position, seat, words.game.default(state, seat).code)
            case {"leave": True, **rest} if not rest:
                if seat in position.standings.gone:
                    return _move(position, seat, "leave")
                return Acted(replace(position, state=words.game.leave(state, seat, chance()).state))
            case {"chip": colour, **rest} if not rest:
                return _move(position, seat, f"chip:{say(colour)}")
            case _ if do.keys() & FOREIGN and do.keys() <= FOREIGN | DETAILS:
                return _move(position, seat, f"{say(do)}")
            case _:
                raise Unreadable(f"do: unknown action {say(do)}")

    def look(self, before: Position, after: Position, key: str, expected: Node) -> Seen:
        """Return what is to be compared for ``key``."""
        word, seat, tail = by_seat(key)
        if seat is None:
            return look(after, key, expected)
        return look_at(after, read_seat(seat, len(after.seats)), word + tail, expected)

    def table(self, case: Fields, key: str) -> Iterator[tuple[str, Seen]]:
        """Yield the comparison of every row: questions first, the answer last."""
        rows = listed(case[key], key)
        if key == "targets":
            allowed = [target for target in range(201) if self._allowed(target)]
            yield "all", Seen(unordered(rows), unordered(allowed))
            return
        for count, row in enumerate(rows, 1):
            yield f"row {count}", self.row(case, key, listed(row, key))

    def row(self, case: Fields, key: str, row: tuple[Node, ...]) -> Seen:
        """Return the comparison of one row of a table."""
        words = self.words
        match key, row:
            case "return_table", (points, answer):
                return Seen(answer, words.give_back(number(points, key)))
            case "hand_values", (cards, answer):
                return Seen(answer, words.hand_value(words.read_hand(cards)))
            case "chips_table", (points, answer):
                return Seen(answer, say_chips(number(points, key)))
            case "chips_table", (points, black, white):
                return Seen({"black": black, "white": white}, say_chips(number(points, key)))
            case "setup_counts", (seats, answer):
                dealt = deal(number(seats, key), options_of(case, words), words)
                return Seen(answer, len(dealt.pile))
            case "fits_table", (top, card, answer):
                rules = rules_of(options_of(case, words), words)
                fitting = rules.fitting[words.read_card(top)]
                return Seen(answer, words.read_card(card) in fitting)
            case "target_table", (target, answer):
                return Seen(answer, self._allowed(number(target, key)))
            case _:
                raise Unreadable(f"{key}: no such row as {say(row)}")

    def _allowed(self, target: int) -> bool:
        options = options_of({"options": {"target": target}}, self.words)
        try:
            return rules_of(options, self.words).target == target
        except NotAllowed:
            return False


def _move(position: Position, seat: Seat, code: str) -> Acted[Position]:
    """Return the position after the move; what is refused must not be applicable either."""
    words, state = position.words, position.state
    game = words.game
    for move in game.legal(state, seat):
        if move.code == code:
            after = game.apply(state, seat, move, chance()).state
            laid = (move.value,) if isinstance(move, Play) else ()
            return Acted(replace(position, state=after, discards=position.discards + laid))
    reason = game.refuse(state, seat, code).reason
    try:
        after = game.apply(state, seat, words.moves[code], chance()).state
    except (KeyError, IllegalMove):
        return Acted(position, legal=False, reason=reason)
    return Acted(replace(position, state=after), legal=False, reason=reason)


def _seconds(node: Node) -> timedelta:
    seconds = node if isinstance(node, float) else number(node, "timeout_after_s")
    return timedelta(seconds=seconds)
