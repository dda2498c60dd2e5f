"""Where a shedding game's case begins: the rules it names and the position it describes.

Rules and rounds come from the game itself, so what it would not have is refused here too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Final

from chatlama.core.cases import NotAllowed
from chatlama.core.game import Options, Result, Standings, clockwise, opening
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

DEALT: Final = frozenset({"players", "dealer", "starter", "rounds"})
"""What a state may tell at once of a round that is still to be dealt …"""
STATE: Final = DEALT | {"hands", "turn", "top", "discard", "discard_count", "draw", "draw_count"}
"""… and of one that is played …"""
EITHER: Final = frozenset({"quit", "left", "gone", "points"})
"""… what it may tell at once or seat by seat (``quit``, ``quit2``) …"""
AFTER: Final = EITHER - {"quit"}
"""… of which these are told of a round still to be dealt, too …"""
SINGLE: Final = EITHER | {"hand"}
"""… and what it may tell seat by seat."""


@dataclass(frozen=True, slots=True)
class Position:
    """A round's position and what a case knows beyond it."""

    words: Words
    options: Options
    state: AnyState
    discards: tuple[int, ...]
    """The discard pile, the top card last; it is alone there if a case names no other."""
    buried: int = 0
    """How many cards lie below them of which a case tells only that they are there."""
    starter: Seat | None = None
    """Who began the round, if the case tells."""

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
    standings = _standings(state, seats)
    if not hands:
        told = only(state, DEALT | {k for k in state if by_seat(k)[0] in AFTER}, "without hands")
        if told.keys() - {"players"}:
            dealt = words.game.deal(standings, options, chance())
        return Position(words, options, dealt, (dealt.top,), starter=dealt.turn)
    if len(hands) != seats:
        raise Unreadable(f"state: {seats} players, {len(hands)} hands")
    out = marked(state, "quit", seats)
    pile = words.read_cards(state.get("discard", [state.get("top")]), "discard")
    if not pile or ("top" in state and words.read_card(state["top"]) != pile[-1]):
        raise Unreadable("state: the discard pile does not end with the top card")
    buried = number(state.get("discard_count", len(pile)), "discard_count") - len(pile)
    if buried < 0 or ("discard" in state and buried):
        raise Unreadable("state: the discard pile has another size")
    starter, gone = standings.starter, standings.gone
    position = State(
        rules,
        standings._replace(starter=None, dealer=_dealer(state, standings)),
        tuple(map(words.read_hand, hands)),
        tuple(out[seat] or seat in gone for seat in SEATS[:seats]),
        pile[-1],
        (),
        read_seat(state.get("turn"), seats),
    )
    position = position._replace(pile=_pile(state, dealt, (*pile, *chain(*position.hands)), words))
    return Position(words, options, position, pile, buried, starter)


def _standings(state: Fields, seats: int) -> Standings:
    """Return the standings before the round, ``starter`` being who begins it, if that is told."""
    points = per_seat(state, "points", "points", (0,) * seats)
    if len(points) != seats:
        raise Unreadable(f"state: {seats} players, {len(points)} points")
    left, gone = (marked(state, word, seats) for word in ("left", "gone"))
    standings = Standings(
        tuple(number(one, "points") for one in points),
        frozenset(seat for seat in SEATS[:seats] if left[seat] or gone[seat]),
        number(state.get("rounds", 0), "rounds"),
    )
    if state.get("starter") is not None:
        return standings._replace(starter=read_seat(state["starter"], seats))
    if state.get("dealer") is not None:
        dealer = read_seat(state["dealer"], seats)
        return standings._replace(starter=standings.after(dealer))
    return standings


def _dealer(state: Fields, standings: Standings) -> Seat | None:
    """Return who dealt the round: whoever the case names, or sits right of the starter (A3)."""
    seats = len(standings.points)
    if state.get("dealer") is not None:
        return read_seat(state["dealer"], seats)
    if standings.starter is None:
        return None
    others = clockwise(standings.starter, seats)[-2::-1]
    return next((seat for seat in others if seat not in standings.gone), standings.starter)


def _pile(state: Fields, dealt: AnyState, known: tuple[int, ...], words: Words) -> tuple[int, ...]:
    """Return the draw pile: the cards named, or so many of those that lie nowhere else."""
    named = words.read_cards(state.get("draw", ()), "draw")
    size = number(state.get("draw_count", len(named)), "draw_count")
    if "draw" not in state:
        deck = Counter((dealt.top, *dealt.pile, *chain(*dealt.hands)))
        named = chance().shuffled(tuple((deck - Counter(known)).elements()))[: max(size, 0)]
    if len(named) != size:
        raise Unreadable(f"state: the draw pile cannot have {size} cards")
    return named


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
