"""Foppen's words in worked cases, as ``core.cases`` asks for them.

Positions are set up directly and played through ``GAME`` itself; nothing is computed here that
the rules compute. Where a case begins is in ``start``, what it may expect in ``expect``, how
cards are written in ``notation``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from chatlama.core.cases import Acted, NotAllowed, Seen
from chatlama.core.clock import overdue
from chatlama.core.game import IllegalMove, opening
from chatlama.core.games.fool import GAME
from chatlama.core.games.fool.cards import (
    JOKER,
    MOVES,
    number_of,
    penalty,
    suit_of,
)
from chatlama.core.nodes import Fields, Node, Unreadable, by_seat, fields, listed, number, say
from chatlama.core.text import Seat

from .expect import look, look_at
from .notation import LETTERS, read_code, read_hand, read_seat
from .start import PLACES, Place, Position, allowed, chance, start

__all__ = ["CASES"]

FOREIGN: Final = frozenset({"draw", "quit", "chip", "lay", "discard", "pass"})
"""Actions of other games, which the rules must refuse (rulebook G4)."""
DETAILS: Final = frozenset({"from", "wish"})
"""What such an action may carry along."""


class FoolCases:
    """Foppen's adapter."""

    positions = PLACES
    actions = frozenset({"seat", "card", "do", "timeout_after_s", "leave"})
    tables = frozenset({"decks", "hand_values"})

    def start(self, case: Fields) -> Place:
        """Return the position of ``state``, the judged ``trick`` or the settled ``final``."""
        return start(case)

    def act(self, position: Place, step: Fields) -> Acted[Place]:
        """Return what the action leads to; ``card`` is short for ``do: {play: …}``."""
        if not isinstance(position, Position):
            raise Unreadable("nothing can be played here")
        state = position.state
        seat = read_seat(step.get("seat"), len(state.hands))
        do = {**fields(step.get("do", {}), "do")}
        do |= {"play" if key == "card" else key: step[key] for key in step.keys() - {"seat", "do"}}
        match do:
            case {"play": cards, **rest} | {"play_many": cards, **rest} if not rest:
                return _move(position, seat, read_code(cards))
            case {"timeout_after_s": waited, **rest} if not rest:
                if not overdue(_seconds(waited)) or seat not in GAME.to_move(state):
                    return Acted(position, legal=False)
                return _move(position, seat, GAME.default(state, seat).code)
            case {"leave": True, **rest} if not rest:
                if seat in position.standings.gone:
                    return _move(position, seat, "leave")
                return Acted(Position(GAME.leave(state, seat, chance()).state))
            case _ if do.keys() & FOREIGN and do.keys() <= FOREIGN | DETAILS:
                return _move(position, seat, say(do))
            case _:
                raise Unreadable(f"do: unknown action {say(do)}")

    def look(self, before: Place, after: Place, key: str, expected: Node) -> Seen:
        """Return what is to be compared for ``key``."""
        word, seat, tail = by_seat(key)
        if seat is None:
            return look(after, key, expected)
        return look_at(after, seat, word + tail, expected)

    def table(self, case: Fields, key: str) -> Iterator[tuple[str, Seen]]:
        """Yield the comparison of every row."""
        for count, row in enumerate(listed(case[key], key), 1):
            if key == "decks":
                yield from _deck(fields(row, key), f"row {count}")
                continue
            match listed(row, key):
                case (cards, answer):
                    yield f"row {count}", Seen(answer, penalty(read_hand(cards)))
                case _:
                    raise Unreadable(f"{key}: no such row as {say(row)}")


def _move(position: Position, seat: Seat, code: str) -> Acted[Place]:
    """Return the position after the move; what is refused must not be applicable either."""
    state = position.state
    for move in GAME.legal(state, seat):
        if move.code == code:
            return Acted(Position(GAME.apply(state, seat, move, chance()).state))
    reason = GAME.refuse(state, seat, code).reason
    try:
        after = GAME.apply(state, seat, MOVES[code], chance()).state
    except (KeyError, IllegalMove):
        return Acted(position, legal=False, reason=reason)
    return Acted(Position(after), legal=False, reason=reason)


def _deck(row: Fields, label: str) -> Iterator[tuple[str, Seen]]:
    """Compare what is dealt to so many players with the row."""
    players = number(row.get("players"), "players")
    found: dict[str, Node] = {"players": players}
    try:
        allowed(players)
    except NotAllowed:
        found["legal"] = False
    else:
        state = GAME.deal(opening(players), {}, chance())
        cards = [card for hand in state.hands for card in hand]
        numbers = sorted(card for card in set(cards) if card != JOKER)
        found["legal"] = True
        found |= {LETTERS[suit_of(card)]: number_of(card) for card in numbers}
        lows = {suit_of(card): number_of(card) for card in reversed(numbers)}
        found["lowest"] = max(lows.values())
        found["jokers"] = cards.count(JOKER)
        found["cards"] = len(cards)
        found["hand"] = max(map(len, state.hands))
        found["discs"] = state.trick.deal.discs
    for key, expected in row.items():
        if key not in found:
            raise Unreadable(f"decks: {say(key)} is not known of {players} players")
        yield f"{label} {key}", Seen(expected, found[key])


def _seconds(node: Node) -> timedelta:
    seconds = node if isinstance(node, float) else number(node, "timeout_after_s")
    return timedelta(seconds=seconds)


CASES: Final = FoolCases()
