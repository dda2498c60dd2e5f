"""What is special in Eins drauf: who begins, which cards fit, scoring, the choice of a chip.

The rest of a round is as in all shedding games: ``core.shedding.rounds``. Words are said by
``screen`` and the catalogs, time is the table's business. Citations name the rule book's rulings.

Rule 1: through whoever finishes, quits or leaves last the round ends, and that seat begins the
next one; if it has left, the next one present does (E9).
Rule 2: with chips, a seat that has finished and has points chooses a chip before the round has a
result: it is on turn without cards, and all hands lie open (E11).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import chain, product

from chatlama.core.game import (
    Event,
    IllegalMove,
    Options,
    Private,
    Public,
    Result,
    Standings,
    Step,
)
from chatlama.core.game import Move as AnyMove
from chatlama.core.ranking import ranked
from chatlama.core.rng import Rng
from chatlama.core.shedding import rounds
from chatlama.core.shedding.position import QUIT, Hands, seated
from chatlama.core.shedding.rounds import Shedding, ended, is_too_few, penalties, scored
from chatlama.core.text import SEATS, Seat, text

from .position import (
    DECK,
    JOKER,
    PLAYS,
    TARGETS,
    WORTH,
    Chip,
    Move,
    Rules,
    State,
    View,
    give_back,
    payable,
)

_RULES = {
    (str(target), *("yes" if on else "no" for on in (joker, chips))): Rules(target, joker, chips)
    for target, joker, chips in product(TARGETS, (False, True), (False, True))
}


def deal(standings: Standings, options: Options, rng: Rng) -> State:
    """Return a new round, begun by who ended the last one; the first starter is drawn (E2, G3)."""
    rules = _RULES.get((options["target"], options["joker"], options["chips"]))
    if rules is None:
        raise ValueError(f"Eins drauf is not played with {dict(options)}")
    points, gone = standings.points, standings.gone
    starter = begins(standings)
    if starter is None:
        starter = rng.choice(standings.present)
    order = (starter, *seated(starter, len(points), gone)[:-1])
    before = Standings(points, gone, standings.rounds)
    deck = (*DECK, JOKER) if rules.joker else DECK
    return rounds.deal(rules, before, order, deck, rng)


def begins(standings: Standings) -> Seat | None:
    """Return who begins the next round; ``None`` before the first one (rule 1)."""
    starter = standings.starter
    if starter is None or starter not in standings.gone:
        return starter
    return standings.after(starter)


def legal(state: State, seat: Seat) -> tuple[Move, ...]:
    """Return what a turn offers, or the chips that can be given back (rulebook E3-E5, E11)."""
    if is_choosing(state) and seat == state.turn:
        return payable(state.standings.points[seat])
    return SHEDDING.legal(state, seat)


def apply(state: State, seat: Seat, move: AnyMove, rng: Rng) -> Step[State]:
    """Return the position after the move, with which the round may be over (rulebook E6)."""
    if not is_choosing(state):
        return SHEDDING.apply(state, seat, move, rng)
    if not isinstance(move, Chip) or move not in legal(state, seat):
        raise IllegalMove(move.code)
    return Step(state._replace(result=_paid(state, move)), _returned(seat, move))


def default(state: State, seat: Seat) -> Move:
    """Return the move of a seat whose time has run out (rulebook G10, E11)."""
    return payable(state.standings.points[seat])[0] if is_choosing(state) else QUIT


def leave(state: State, seat: Seat, rng: Rng) -> Step[State]:
    """Return the position without the seat, which is out of the game (rulebook G8).

    If a chip is still to be chosen, the default goes back first. Whoever leaves then keeps the
    penalty, but can neither win nor end the game (E11, A21b).
    """
    if not is_choosing(state):
        return SHEDDING.leave(state, seat, rng)
    finisher = state.turn
    chip = payable(state.standings.points[finisher])[0]
    paid = _paid(state, chip)
    standings = paid.standings._replace(gone=paid.standings.gone | {seat})
    too_few = is_too_few(standings)
    outcome = ranked(standings, min) if too_few else ended(state.rules.target, standings)
    over = paid._replace(standings=standings, outcome=outcome)
    return Step(state._replace(result=over), _returned(finisher, chip))


def view(state: State, viewer: Seat | None) -> View:
    """Return what the viewer may know; once the joker was laid, nobody has it (G5, E12)."""
    seen = rounds.view(state, viewer)
    if JOKER not in seen.fitting or JOKER in chain(state.pile, *state.hands):
        return seen
    return replace(seen, fitting=seen.fitting[:-1])


# --- scoring, and the choice that comes before it (rule 2) -------------------------------------


def is_choosing(state: State) -> bool:
    """Return whether the round is over but for the finisher's chip."""
    return not state.hands[state.turn] and state.result is None


def penalised(state: State) -> Result | None:
    """Return the result as far as it is settled: before a chip is chosen, the penalties (E11)."""
    if not is_choosing(state):
        return state.result
    scores = penalties(state.standings, state.hands, WORTH)
    return scored(None, state.standings, scores, "empty_hand", starter=state.turn)


def _paid(state: State, chip: Chip) -> Result:
    scores, back = penalties(state.standings, state.hands, WORTH), (state.turn, chip.worth)
    return scored(
        state.rules.target, state.standings, scores, "empty_hand", back, starter=state.turn
    )


def _score(rules: Rules, before: Standings, hands: Hands, reason: str, seat: Seat) -> Result | None:
    """Return the result, ``None`` while the chip is to be chosen (rulebook E7-E11)."""
    back = None
    if reason == "empty_hand":
        had = before.points[seat]
        if rules.chips and had:
            return None
        back = (seat, had - give_back(had))
    scores = penalties(before, hands, WORTH)
    return scored(rules.target, before, scores, reason, back, starter=seat)


# The same few events happen over and over: each is made once. SEATS makes seats of equal numbers.


@cache
def _played(seat: Seat, card: int) -> tuple[Event, ...]:
    return (Public(text("eins-drauf-played", player=SEATS[seat], card=card)),)


@cache
def _drew(seat: Seat, card: int) -> tuple[Event, ...]:
    drawn = Private(SEATS[seat], text("eins-drauf-drawn", card=card))
    return (Public(text("eins-drauf-drew", player=SEATS[seat])), drawn)


@cache
def _quits(seat: Seat) -> tuple[Event, ...]:
    return (Public(text("eins-drauf-quits", player=SEATS[seat])),)


@cache
def _returned(seat: Seat, chip: Chip) -> tuple[Event, ...]:
    return (Public(text("eins-drauf-returned", player=SEATS[seat], points=chip.worth)),)


SHEDDING = Shedding(PLAYS, stuck=False, score=_score, played=_played, drew=_drew, quits=_quits)
"""Eins drauf, as far as it is a shedding game."""
