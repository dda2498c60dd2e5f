"""Where a case of Foppen begins: a position, a trick to be judged, or a round to be settled.

``state`` describes a position; one that names no hands is a round just dealt. ``trick`` is judged
by itself, ``final`` is a round that was scored. Rounds come from ``GAME``, so what it would not
have is refused here too.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, TypeAlias

from chatlama.core.cases import NotAllowed
from chatlama.core.game import Result, Standings, clockwise
from chatlama.core.games.fool import GAME
from chatlama.core.games.fool.cards import DECKS, Deck
from chatlama.core.games.fool.position import Deal, Done, State, Trick
from chatlama.core.games.fool.tricks import PRIZE, judge, lead_suit, settle
from chatlama.core.nodes import (
    Fields,
    Node,
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

from .notation import read_hand, read_plays, read_seat, read_seats, say_suit

PLACES: Final = frozenset({"state", "trick", "final"})
"""The keys of a case from which a position is made."""
DEALT: Final = frozenset(
    {"players", "points", "left", "gone", "rounds", "tens", "starter", "prev_starter", "dealer"}
)
"""What a state may tell of a round that is still to be dealt …"""
STATE: Final = DEALT | {
    "hands",
    "leader",
    "turn",
    "plays",
    "holders",
    "sits_out",
    "discs",
    "lead_suit",
}
"""… and of one that is played …"""
SINGLE: Final = frozenset({"hand", "holder", "sits_out", "points", "left", "gone"})
"""… and what it may tell seat by seat (``hand0``)."""
TRICK: Final = frozenset({"players", "discs", "plays", "holders"})
"""What a trick may tell …"""
FINAL: Final = frozenset(
    {"players", "points", "round_points", "left", "gone", "tens_before", "tens_round"}
    | {"prev_starter", "starter"}
)
"""… and a round that is to be settled."""


@dataclass(frozen=True, slots=True)
class Position:
    """A round's position."""

    state: State

    @property
    def standings(self) -> Standings:
        """The standings as they are now."""
        result = self.state.result
        return self.state.trick.deal.standings if result is None else result.standings

    @property
    def result(self) -> Result | None:
        return self.state.result

    @property
    def starter(self) -> Seat:
        """Who began the round."""
        return self.state.trick.deal.starter


@dataclass(frozen=True, slots=True)
class Settled:
    """A round that was scored, of which nothing but the points is known."""

    before: Standings
    result: Result
    former: Seat | None
    """Who had begun it, if the case tells."""

    @property
    def standings(self) -> Standings:
        """The standings as they are now."""
        return self.result.standings

    @property
    def starter(self) -> Seat:
        """Who began the round."""
        if self.former is None:
            raise Unreadable("prev_starter is not told")
        return self.former


Place: TypeAlias = Position | Done | Settled


def start(case: Fields) -> Place:
    """Return where the case begins."""
    only(fields(case.get("options", {}), "options"), (), "options")
    told = [key for key in sorted(PLACES) if key in case]
    if len(told) > 1:
        raise Unreadable(f"{' and '.join(told)}: one of them is enough")
    match told:
        case ["trick"]:
            return _judged(fields(case["trick"], "trick"))
        case ["final"]:
            return _settled(fields(case["final"], "final"))
        case _:
            return Position(_state(fields(case.get("state", {}), "state")))


def _judged(trick: Fields) -> Done:
    only(trick, TRICK, "trick")
    pairs = read_plays(trick.get("plays"), "plays")
    order, plays = tuple(SEATS[seat] for seat, _ in pairs), tuple(card for _, card in pairs)
    holders = read_seats(trick.get("holders", ()), max(DECKS), "holders")
    deck = allowed(number(trick.get("players", min(DECKS)), "players"))
    discs = number(trick.get("discs", deck.discs), "discs")
    if len({*order, *holders}) < len(order) + len(holders):
        raise Unreadable("plays: a seat plays twice, or though it sits out")
    if not 0 < discs < len(order):
        raise Unreadable(f"discs: {discs} for {len(order)} cards")
    suit = lead_suit(plays)
    best, worst = judge(plays, suit, discs)
    return Done(order, plays, suit, order[best], tuple(order[place] for place in worst))


def _settled(final: Fields) -> Settled:
    singles = _singles(final, {"points", "round_points", "left", "gone"})
    only(final, FINAL | singles, "final")
    points = _numbers(per_seat(final, "points", "points", ()))
    zeros = (0,) * len(points)
    scores = tuple(
        None if score is None else number(score, "round_points")
        for score in per_seat(final, "round_points", "round_points", zeros)
    )
    if not len(points) == len(scores) == number(final.get("players", len(points)), "players"):
        raise Unreadable(f"final: {len(points)} points, {len(scores)} round points")
    gone = _gone(final, len(points))
    scores = tuple(None if seat in gone else score for seat, score in enumerate(scores))
    before = Standings(points, gone, ticks=number(final.get("tens_before", 0), "tens_before"))
    tens = number(final.get("tens_round", scores.count(PRIZE)), "tens_round")
    told = final.get("prev_starter", final.get("starter"))
    former = None if told is None else read_seat(told, len(points))
    result = settle(before, former or SEATS[0], scores, tens)
    return Settled(before, result, former)


def _state(state: Fields) -> State:
    only(state, STATE | _singles(state, SINGLE), "state")
    hands = per_seat(state, "hand", "hands", ())
    seats = number(state.get("players", len(hands) or min(DECKS)), "players")
    standings = _standings(state, seats)
    deck = allowed(len(standings.present))
    if not hands:
        only(
            state,
            DEALT | _singles(state, SINGLE - {"hand", "holder", "sits_out"}),
            "state without hands",
        )
        return GAME.deal(standings, {}, chance())
    if len(hands) != seats:
        raise Unreadable(f"state: {seats} players, {len(hands)} hands")
    renamed = {"holder" if k == "holders" else k: state[k] for k in state}
    marks, more = (marked(renamed, word, seats) for word in ("holder", "sits_out"))
    holders = tuple(seat for seat in SEATS[:seats] if marks[seat] or more[seat])
    pairs = read_plays(state.get("plays", ()), "plays")
    leader = read_seat(state.get("leader", pairs[0][0] if pairs else state.get("turn")), seats)
    order = tuple(
        seat
        for seat in (leader, *clockwise(leader, seats)[:-1])
        if seat in standings.present and seat not in holders
    )
    if leader not in order:
        raise Unreadable(f"leader: seat {say(leader)} does not play")
    if len(pairs) >= len(order) or any(a != b for (a, _), b in zip(pairs, order, strict=False)):
        raise Unreadable(f"plays: seats play in the order {say(order)}")
    plays = tuple(card for _, card in pairs)
    suit, turn = lead_suit(plays), order[len(plays)]
    deal = Deal(
        standings,
        leader if standings.starter is None else standings.starter,
        number(state.get("discs", deck.discs), "discs"),
    )
    trick = Trick(deal, order, holders, ())
    if state.get("turn", turn) != turn:
        raise Unreadable(f"turn: it is seat {say(turn)}")
    if state.get("lead_suit", say_suit(suit)) != say_suit(suit):
        raise Unreadable(f"lead_suit: it is {say(say_suit(suit))}")
    return State(trick, tuple(map(read_hand, hands)), plays, suit, turn)


def _standings(state: Fields, seats: int) -> Standings:
    points = _numbers(per_seat(state, "points", "points", (0,) * seats))
    if len(points) != seats:
        raise Unreadable(f"state: {seats} players, {len(points)} points")
    starter, dealer = (
        None if told is None else read_seat(told, seats)
        for told in (state.get("starter", state.get("prev_starter")), state.get("dealer"))
    )
    return Standings(
        points,
        _gone(state, seats),
        number(state.get("rounds", 0), "rounds"),
        dealer,
        starter,
        number(state.get("tens", 0), "tens"),
    )


def _singles(found: Fields, words: AbstractSet[str]) -> set[str]:
    """Return the keys that tell one of these words of one seat."""
    split = {key: by_seat(key) for key in found}
    return {
        k for k, (word, seat, tail) in split.items() if seat is not None and word + tail in words
    }


def _numbers(nodes: tuple[Node, ...]) -> tuple[int, ...]:
    return tuple(number(node, "points") for node in nodes)


def _gone(found: Fields, seats: int) -> frozenset[Seat]:
    left, gone = (marked(found, word, seats) for word in ("left", "gone"))
    return frozenset(seat for seat in SEATS[:seats] if left[seat] or gone[seat])


def allowed(players: int) -> Deck:
    """Return the deck for so many players; raise ``NotAllowed`` if the game is not for so many."""
    if players not in DECKS:
        raise NotAllowed(f"{players} players")
    return DECKS[players]


def following(place: Position | Settled) -> State | None:
    """Return the next round, ``None`` if there is none."""
    result = place.result
    if result is None or result.outcome is not None:
        return None
    return GAME.deal(result.standings, {}, chance())


def chance() -> Rng:
    """Return chance for what has to be dealt; no case depends on which cards come."""
    return Rng(b"cases", 0)
