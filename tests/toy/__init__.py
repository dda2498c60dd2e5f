"""Markt: a toy game that uses everything the contract offers, and a pattern for small games.

Everybody holds two goods, secretly offers one and calls it when sure. The highest offer trades:
its seat opens up to three crates, worth 1 to 6 each and seen by it alone, and sells. Crates worth
more than 7 together are worth nothing; whoever doesn't trade gets 2. Most points win. Whoever
leaves during a round voids it: it is dealt anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from chatlama.core.game import (
    Choice,
    Event,
    Game,
    GameInfo,
    IllegalMove,
    Option,
    Options,
    Private,
    Public,
    Refusal,
    Result,
    Standings,
    Step,
)
from chatlama.core.ranking import ranked
from chatlama.core.rng import Rng
from chatlama.core.screen import Button, Row, Screen, line
from chatlama.core.text import SEATS, Seat, text

GOODS = tuple(range(1, 9)) * 2
ROUNDS = ("2", "3")
CRATES, SPOILT, CONSOLATION = 3, 7, 2


@dataclass(frozen=True, slots=True)
class Move:
    kind: Literal["offer", "sure", "back", "open", "sell"]
    goods: int = 0

    @property
    def code(self) -> str:
        return f"{self.kind}:{self.goods}" if self.goods else self.kind


SURE, BACK, OPEN, SELL = Move("sure"), Move("back"), Move("open"), Move("sell")
OFFERS = {goods: Move("offer", goods) for goods in GOODS}
CODES = {move.code for move in (*OFFERS.values(), SURE, BACK, OPEN, SELL)}


@dataclass(frozen=True, slots=True)
class State:
    rounds: int
    standings: Standings
    hands: tuple[tuple[int, ...], ...] = field(repr=False)
    offers: tuple[int, ...] = field(repr=False)
    """What each seat offers, 0 if nothing yet; to be seen once somebody trades."""
    sure: tuple[bool, ...]
    trader: Seat | None = None
    crates: tuple[int, ...] = field(default=(), repr=False)
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class View:
    viewer: Seat | None
    standings: Standings
    hand: tuple[int, ...]
    offer: int
    offers: tuple[int, ...] | None
    sure: tuple[bool, ...]
    trader: Seat | None
    opened: int
    crates: tuple[int, ...] | None
    result: Result | None


def put(items: tuple[int, ...], seat: Seat, item: int) -> tuple[int, ...]:
    return (*items[:seat], item, *items[seat + 1 :])


class Markt:
    info = GameInfo(
        name="toy",
        title=text("toy-title"),
        rules=1,
        min_seats=2,
        max_seats=4,
        package=__name__,
        explanation=text("toy-rules"),
        options=(
            Option(
                "rounds",
                text("toy-rounds"),
                tuple(Choice(n, text("toy-count", count=int(n))) for n in ROUNDS),
            ),
        ),
        implied="offer:",
    )

    def deal(self, standings: Standings, options: Options, rng: Rng) -> State:
        if options["rounds"] not in ROUNDS:
            raise ValueError("Markt is played in 2 or 3 rounds")
        return _dealt(int(options["rounds"]), standings, rng)

    def to_move(self, state: State) -> tuple[Seat, ...]:
        if state.result is not None:
            return ()
        if state.trader is not None:
            return (state.trader,)
        return tuple(seat for seat in state.standings.present if not state.sure[seat])

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat not in self.to_move(state):
            return ()
        if state.trader is not None:
            return (OPEN, SELL) if len(state.crates) < CRATES else (SELL,)
        if state.offers[seat]:
            return (SURE, BACK)
        return tuple(OFFERS[goods] for goods in sorted(set(state.hands[seat])))

    def refuse(self, state: State, seat: Seat, code: str) -> Refusal:
        if code not in CODES or state.result is not None or seat in state.standings.gone:
            return Refusal("not_now", text("toy-not-now"))
        if seat not in (to_move := self.to_move(state)):
            return Refusal("not_your_turn", text("toy-not-your-turn", players=to_move))
        if code.startswith("offer") and state.trader is None and not state.offers[seat]:
            return Refusal("card_not_in_hand", text("toy-not-in-hand"))
        return Refusal("not_now", text("toy-not-now"))

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        if move not in self.legal(state, seat):
            raise IllegalMove(move.code)
        match move.kind:
            case "offer" | "back":
                offers = put(state.offers, seat, move.goods)
                return Step(replace(state, offers=offers), midway=True)
            case "sure":
                return _called(state, seat)
            case "open":
                worth = 1 + rng.below(6)
                crates = (*state.crates, worth)
                seen = Public(text("toy-opened", player=seat, count=len(crates)))
                events = (seen, Private(seat, text("toy-crate", worth=worth)))
                return Step(replace(state, crates=crates), events)
            case "sell":
                return _sold(state, seat)

    def leave(self, state: State, seat: Seat, rng: Rng) -> Step[State]:
        last = state.standings if state.result is None else state.result.standings
        after = last._replace(gone=last.gone | {seat})
        few = len(after.present) < self.info.min_seats
        if state.result is not None:
            over = state.result._replace(standings=after)
            if few and over.outcome is None:
                over = over._replace(outcome=ranked(after, max))
            return Step(replace(state, result=over))
        if few:
            over = Result(after, None, "too_few_players", ranked(after, max))
            return Step(replace(state, standings=after, result=over))
        return Step(_dealt(state.rounds, after, rng), (Public(text("toy-void")),))

    def default(self, state: State, seat: Seat) -> Move:
        return self.legal(state, seat)[0] if state.trader is None else SELL

    def result(self, state: State) -> Result | None:
        return state.result

    def view(self, state: State, viewer: Seat | None) -> View:
        seen = _scored(state) or (viewer is not None and viewer == state.trader)
        return View(
            viewer,
            state.standings,
            () if viewer is None else state.hands[viewer],
            0 if viewer is None else state.offers[viewer],
            None if state.trader is None else state.offers,
            state.sure,
            state.trader,
            len(state.crates),
            state.crates if seen else None,
            state.result,
        )

    def redeal(self, state: State, viewer: Seat | None, rng: Rng) -> State:
        offered, unseen = state.trader is not None, list(GOODS)
        known = [
            hand if seat == viewer else (offer,) if offered and offer else ()
            for seat, (hand, offer) in enumerate(zip(state.hands, state.offers, strict=True))
        ]
        for goods in [goods for some in known for goods in some]:
            unseen.remove(goods)
        hands, offers, cards = [], list(state.offers), rng.shuffled(unseen)
        for seat, some in enumerate(known):
            missing = len(state.hands[seat]) - len(some)
            hand, cards = tuple(sorted(some + cards[:missing])), cards[missing:]
            hands.append(hand)
            if seat != viewer and not offered and hand:
                offers[seat] = rng.choice(hand if state.sure[seat] else (0, *hand))
        crates = state.crates
        if not _scored(state) and (viewer is None or viewer != state.trader):
            crates = tuple(1 + rng.below(6) for _ in crates)
        return replace(state, hands=tuple(hands), offers=tuple(offers), crates=crates)

    def screen(self, view: View, moves: Sequence[Move]) -> Screen:
        buttons = (OPEN, SELL) if view.viewer is None and view.trader is not None else moves
        row = tuple(Button(text("toy-move", move=m.kind, goods=m.goods), m.code) for m in buttons)
        if view.viewer is not None:
            said = [line(text("toy-hand", goods=view.hand))] if view.hand else []
            if view.crates:
                said.append(line(text("toy-crates", crates=view.crates)))
            return Screen(tuple(said), (row,) if row else ())
        points = (view.standings if view.result is None else view.result.standings).points
        rows = tuple(
            Row((s, text("toy-points", points=points[s])), marked=s == view.trader)
            for s in view.standings.present
        )
        return Screen((line(text("toy-title")), *rows), (row,) if row and not view.result else ())


def _dealt(rounds: int, standings: Standings, rng: Rng) -> State:
    cards, seats = rng.shuffled(GOODS), SEATS[: len(standings.points)]
    gone = tuple(seat in standings.gone for seat in seats)
    hands = tuple(() if gone[s] else tuple(sorted(cards[2 * s : 2 * s + 2])) for s in seats)
    return State(rounds, standings, hands, (0,) * len(seats), gone)


def _called(state: State, seat: Seat) -> Step[State]:
    sure = tuple(done or s == seat for s, done in enumerate(state.sure))
    events: tuple[Event, ...] = (Public(text("toy-sure", player=seat)),)
    if not all(sure):
        return Step(replace(state, sure=sure), events)
    present, offers = state.standings.present, state.offers
    events += tuple(Public(text("toy-offered", player=s, goods=offers[s])) for s in present)
    trader = max(present, key=lambda s: offers[s])
    return Step(replace(state, sure=sure, trader=trader), events)


def _sold(state: State, seat: Seat) -> Step[State]:
    before, worth = state.standings, sum(state.crates)
    gain = worth if worth <= SPOILT else 0
    scores = tuple(
        None if s in before.gone else gain if s == seat else CONSOLATION
        for s in range(len(before.points))
    )
    points = tuple(p + (score or 0) for p, score in zip(before.points, scores, strict=True))
    after = before._replace(points=points, rounds=before.rounds + 1)
    outcome = ranked(after, max) if after.rounds == state.rounds else None
    result = Result(after, scores, "sold", outcome)
    return Step(replace(state, result=result), (Public(text("toy-sold", player=seat, gain=gain)),))


def _scored(state: State) -> bool:
    return state.result is not None and state.result.scores is not None


GAME: Game[State, Move, View] = Markt()
