"""Where a shedding game's case begins: the rules it names and the position it describes.

Rules and rounds come from the game itself, so what it would not have is refused here too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chatlama.core.cases import NotAllowed
from chatlama.core.game import Options, Result, Standings, opening
from chatlama.core.nodes import (
    Fields,
    Unreadable,
    by_seat,
    fields,
    marked,
    number,
    only,
    per_seat,
)
from chatlama.core.rng import Rng
from chatlama.core.shedding.position import AnyState, Rules, State
from chatlama.core.text import SEATS, Seat

from .notation import Words, read_seat

STATE: Final = frozenset({"players", "hands", "turn", "top", "discard", "draw", "dealer"})
"""What a state may tell at once …"""
EITHER: Final = frozenset({"quit", "left", "gone", "points"})
"""… what it may tell at once or seat by seat (``quit``, ``quit2``) …"""
SINGLE: Final = EITHER | {"hand"}
"""… and what it may tell seat by seat."""


@dataclass(frozen=True, slots=True)
class Position:
    """A round's position and what a case knows beyond it."""

    words: Words
    options: Options
    state: AnyState
    discards: int
    """The size of the discard pile; a case that names its top card alone has one card there."""

    @property
    def result(self) -> Result | None:
        """How the round ended, as far as that is settled."""
        return self.words.result(self.state)

    @property
    def standings(self) -> Standings:
        """The standings as they are now."""
        return self.state.standings if self.result is None else self.result.standings

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, those that left included."""
        return SEATS[: len(self.state.hands)]


def start(case: Fields, words: Words) -> Position:
    """Return the position of ``state``, or a round just dealt if it names no hands."""
    options = options_of(case, words)
    rules = rules_of(options, words)
    state = fields(case.get("state", {}), "state")
    only(
        state,
        STATE
        | EITHER
        | {
            key
            for key in state
            if by_seat(key)[1] is not None and by_seat(key)[0] + by_seat(key)[2] in SINGLE
        },
        "state",
    )
    hands = per_seat(state, "hand", "hands", ())
    seats = number(state.get("players", len(hands) or words.game.info.min_seats), "players")
    dealt = deal(seats, options, words)
    if not hands:
        only(state, ("players",), "state without hands")
        return Position(words, options, dealt, 1)
    points = per_seat(state, "points", "points", (0,) * seats)
    if not len(hands) == len(points) == seats:
        raise Unreadable(f"state: {seats} players, {len(hands)} hands, {len(points)} points")
    out, left, gone = (marked(state, word, seats) for word in ("quit", "left", "gone"))
    away = [one or other for one, other in zip(left, gone, strict=True)]
    pile = words.read_cards(state.get("discard", [state.get("top")]), "discard")
    if not pile or ("top" in state and words.read_card(state["top"]) != pile[-1]):
        raise Unreadable("state: the discard pile does not end with the top card")
    standings = Standings(
        tuple(number(one, "points") for one in points),
        frozenset(seat for seat in SEATS[:seats] if away[seat]),
        dealer=None if state.get("dealer") is None else read_seat(state["dealer"], seats),
    )
    position = State(
        rules,
        standings,
        tuple(map(words.read_hand, hands)),
        tuple(one or other for one, other in zip(out, away, strict=True)),
        pile[-1],
        words.read_cards(state.get("draw", ()), "draw"),
        read_seat(state.get("turn"), seats),
    )
    return Position(words, options, position, len(pile))


def options_of(case: Fields, words: Words) -> Options:
    """Return the options of a case, those that it does not name as they are by default."""
    return words.options(fields(case.get("options", {}), "options"))


def rules_of(options: Options, words: Words) -> Rules:
    """Return the rules; raise ``NotAllowed`` for options that cannot be chosen."""
    try:
        rules: Rules = words.game.deal(opening(words.game.info.min_seats), options, chance()).rules
    except ValueError as no:
        raise NotAllowed(str(no)) from None
    return rules


def deal(seats: int, options: Options, words: Words) -> AnyState:
    """Return the first round of a game; raise ``NotAllowed`` for too few or too many seats."""
    info = words.game.info
    if not info.min_seats <= seats <= info.max_seats:
        raise NotAllowed(f"{seats} players")
    dealt: AnyState = words.game.deal(opening(seats), options, chance())
    return dealt


def following(position: Position) -> AnyState | None:
    """Return the next round, ``None`` if there is none."""
    result = position.result
    if result is None or result.outcome is not None:
        return None
    if result.standings.dealer is None and result.standings.starter is None:
        raise Unreadable("the state names no dealer")
    dealt: AnyState = position.words.game.deal(result.standings, position.options, chance())
    return dealt


def chance() -> Rng:
    """Return chance for what has to be dealt; no case depends on which cards come."""
    return Rng(b"cases", 0)
