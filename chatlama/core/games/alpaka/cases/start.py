"""Where an Alpaka case begins: the rules it names and the position it describes.

Rules and rounds come from ``GAME``, so what it would not have is refused here too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chatlama.core.cases import NotAllowed
from chatlama.core.game import Options, Standings, opening
from chatlama.core.games.alpaka import GAME
from chatlama.core.games.alpaka.rules import Rules, State
from chatlama.core.nodes import (
    Fields,
    Unreadable,
    by_seat,
    fields,
    flag,
    marked,
    number,
    only,
    per_seat,
)
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat

from .notation import read_card, read_cards, read_hand, read_seat

STATE: Final = frozenset({"players", "hands", "turn", "top", "discard", "draw", "dealer"})
"""What a state may tell at once …"""
EITHER: Final = frozenset({"quit", "left", "gone", "points"})
"""… what it may tell at once or seat by seat (``quit``, ``quit2``) …"""
SINGLE: Final = EITHER | {"hand"}
"""… and what it may tell seat by seat."""


@dataclass(frozen=True, slots=True)
class Position:
    """A round's position and what a case knows beyond it."""

    state: State
    discards: int
    """The size of the discard pile; a case that names its top card alone has one card there."""

    @property
    def standings(self) -> Standings:
        """The standings as they are now."""
        result = self.state.result
        return self.state.standings if result is None else result.standings

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, those that left included."""
        return SEATS[: len(self.state.hands)]


def start(case: Fields) -> Position:
    """Return the position of ``state``, or a round just dealt if it names no hands."""
    rules = rules_of(case)
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
    seats = number(state.get("players", len(hands) or GAME.info.min_seats), "players")
    dealt = deal(seats, rules)
    if not hands:
        only(state, ("players",), "state without hands")
        return Position(dealt, 1)
    points = per_seat(state, "points", "points", (0,) * seats)
    if not len(hands) == len(points) == seats:
        raise Unreadable(f"state: {seats} players, {len(hands)} hands, {len(points)} points")
    out, left, gone = (marked(state, word, seats) for word in ("quit", "left", "gone"))
    away = [one or other for one, other in zip(left, gone, strict=True)]
    pile = read_cards(state.get("discard", [state.get("top")]), "discard")
    if not pile or ("top" in state and read_card(state["top"]) != pile[-1]):
        raise Unreadable("state: the discard pile does not end with the top card")
    standings = Standings(
        tuple(number(one, "points") for one in points),
        frozenset(seat for seat in SEATS[:seats] if away[seat]),
        dealer=None if state.get("dealer") is None else read_seat(state["dealer"], seats),
    )
    position = State(
        rules,
        standings,
        tuple(map(read_hand, hands)),
        tuple(one or other for one, other in zip(out, away, strict=True)),
        pile[-1],
        read_cards(state.get("draw", ()), "draw"),
        read_seat(state.get("turn"), seats),
    )
    return Position(position, len(pile))


def rules_of(case: Fields) -> Rules:
    """Return the rules of a case; raise ``NotAllowed`` for a target that cannot be chosen."""
    options = only(fields(case.get("options", {}), "options"), ("englert", "target"), "options")
    chosen = GAME.info.defaults()
    if flag(options.get("englert", False), "englert"):
        chosen["rules"] = "englert"
    if "target" in options:
        chosen["target"] = str(number(options["target"], "target"))
    try:
        return GAME.deal(opening(GAME.info.min_seats), chosen, chance()).rules
    except ValueError as no:
        raise NotAllowed(str(no)) from None


def deal(seats: int, rules: Rules) -> State:
    """Return the first round of a game; raise ``NotAllowed`` for too few or too many seats."""
    if not GAME.info.min_seats <= seats <= GAME.info.max_seats:
        raise NotAllowed(f"{seats} players")
    return GAME.deal(opening(seats), _options(rules), chance())


def following(position: Position) -> State | None:
    """Return the next round, ``None`` if there is none."""
    result = position.state.result
    if result is None or result.outcome is not None:
        return None
    if result.standings.dealer is None:
        raise Unreadable("the state names no dealer")
    return GAME.deal(result.standings, _options(position.state.rules), chance())


def chance() -> Rng:
    """Return chance for what has to be dealt; no case depends on which cards come."""
    return Rng(b"cases", 0)


def _options(rules: Rules) -> Options:
    return {"rules": "englert" if rules.englert else "classic", "target": str(rules.target)}
