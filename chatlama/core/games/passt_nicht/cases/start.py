"""Where a case of Passt nicht! begins: the position it describes, or a round just dealt.

Rounds come from ``GAME``, so what it would not have is refused here too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Final

from chatlama.core.cases import NotAllowed
from chatlama.core.game import Standings, opening
from chatlama.core.games.passt_nicht import GAME
from chatlama.core.games.passt_nicht.position import EMPTY, JOKER, State
from chatlama.core.games.passt_nicht.rounds import TARGET
from chatlama.core.nodes import (
    Fields,
    Unreadable,
    by_seat,
    fields,
    marked,
    number,
    only,
    per_seat,
    say,
)
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat

from .notation import read_card, read_cards, read_hand, read_layout, read_seat, read_state_wish

STATE: Final = frozenset(
    {
        "players",
        "hands",
        "layouts",
        "turn",
        "top",
        "discard",
        "wish",
        "draw",
        "draw_count",
        "starter",
    }
)
"""What a state may tell at once …"""
EITHER: Final = frozenset({"left", "gone", "points"})
"""… what it may tell at once or seat by seat (``left``, ``left2``) …"""
SINGLE: Final = EITHER | {"hand", "layout"}
"""… and what it may tell seat by seat."""


@dataclass(frozen=True, slots=True)
class Position:
    """A round's position and what a case tells of it."""

    state: State
    started: bool
    """Whether the case says who began the round."""

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
    check_options(case)
    state = fields(case.get("state", {}), "state")
    only(state, STATE | EITHER | frozenset(filter(_single, state)), "state")
    hands = per_seat(state, "hand", "hands", ())
    seats = number(state.get("players", len(hands) or GAME.info.min_seats), "players")
    dealt = deal(seats)
    if not hands:
        only(state, ("players",), "state without hands")
        return Position(dealt, started=True)
    points = per_seat(state, "points", "points", (0,) * seats)
    layouts = per_seat(state, "layout", "layouts", ({},) * seats)
    if not len(hands) == len(points) == len(layouts) == seats:
        raise Unreadable(
            f"state: {seats} players, {len(hands)} hands, {len(layouts)} layouts, "
            f"{len(points)} points"
        )
    left, gone = (marked(state, word, seats) for word in ("left", "gone"))
    pile = read_cards(state.get("discard", [state.get("top")]), "discard")
    if not pile or ("top" in state and read_card(state["top"]) != pile[-1]):
        raise Unreadable("state: the discard pile does not end with the top card")
    wish = read_state_wish(state.get("wish"))
    if wish is not None and pile[-1] != JOKER:
        raise Unreadable(f"state: no joker is on top, but a wish {say(state['wish'])}")
    turn = read_seat(state.get("turn"), seats)
    away = [seat for seat in SEATS[:seats] if left[seat] or gone[seat]]
    cards, laid = list(map(read_hand, hands)), list(map(read_layout, layouts))
    out = tuple(card for seat in away for card in cards[seat])
    aside = tuple(card for seat in away for stack in laid[seat] for card in stack)
    for seat in away:
        cards[seat], laid[seat] = (), EMPTY
    position = State(
        Standings(tuple(number(one, "points") for one in points), frozenset(away)),
        read_seat(state.get("starter", turn), seats),
        tuple(cards),
        tuple(laid),
        pile,
        _pile(state, dealt, (*out, *aside, *pile, *chain(*cards, *chain(*laid)))),
        turn,
        wish,
        away=out,
        aside=aside,
    )
    return Position(position, started="starter" in state)


def _pile(state: Fields, dealt: State, known: tuple[int, ...]) -> tuple[int, ...]:
    """Return the draw pile: the cards named, or so many of those that lie nowhere else."""
    named = read_cards(state.get("draw", ()), "draw")
    size = number(state.get("draw_count", len(named)), "draw_count")
    if "draw" not in state:
        deck = Counter((*dealt.discards, *dealt.pile, *chain(*dealt.hands)))
        named = chance().shuffled(tuple((deck - Counter(known)).elements()))[: max(size, 0)]
    if len(named) != size:
        raise Unreadable(f"state: the draw pile cannot have {size} cards")
    return named


def _single(key: str) -> bool:
    word, seat, tail = by_seat(key)
    return seat is not None and word + tail in SINGLE


def check_options(case: Fields) -> None:
    """Raise ``NotAllowed`` for options that cannot be chosen: there is one target and no other."""
    options = only(fields(case.get("options", {}), "options"), ("target",), "options")
    if number(options.get("target", TARGET), "target") != TARGET:
        raise NotAllowed(f"target {say(options['target'])}")


def deal(seats: int, step: int = 0) -> State:
    """Return the first round of a game; raise ``NotAllowed`` for too few or too many seats."""
    if not GAME.info.min_seats <= seats <= GAME.info.max_seats:
        raise NotAllowed(f"{seats} players")
    return GAME.deal(opening(seats), {}, Rng(b"cases", step))


def following(position: Position) -> State | None:
    """Return the next round, ``None`` if there is none."""
    result = position.state.result
    if result is None or result.outcome is not None:
        return None
    if not position.started:
        raise Unreadable("the state names no starter")
    return GAME.deal(result.standings, {}, chance())


def chance() -> Rng:
    """Return chance for what has to be dealt; no case depends on which cards come."""
    return Rng(b"cases", 0)
