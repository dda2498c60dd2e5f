"""How rounds of Passt nicht! begin and end: deal, score, and who leaves.

Citations name the rule book's rulings.

Rule 1: a leaver's cards are out of the round, neither scored nor shuffled in again (G8).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chatlama.core.game import Result, Standings, Step, clockwise
from chatlama.core.ranking import ranked
from chatlama.core.rng import Rng
from chatlama.core.text import Seat

from .position import DECK, EMPTY, JOKER, Hands, Stacks, State, hand_value, layout_value

HAND = 5
"""Cards dealt to each seat (rulebook P2)."""
TARGET = 50
"""Whoever has so many points after a round ends the game (rulebook P16)."""


def deal(standings: Standings, rng: Rng) -> State:
    """Return a new round: five cards each and one face up that is no joker (rulebook P2, P3, G2).

    The first starter is drawn unless the standings name one, later ones follow clockwise (P4, G3).
    """
    points, gone, starter = standings.points, standings.gone, begins(standings)
    if starter is None:
        starter = rng.choice(standings.present)
    order = [starter, *(s for s in clockwise(starter, len(points))[:-1] if s not in gone)]
    cards, dealt = rng.shuffled(DECK), HAND * len(order)
    hands: list[tuple[int, ...]] = [()] * len(points)
    for at, seat in enumerate(order):
        hands[seat] = tuple(sorted(cards[at : dealt : len(order)]))
    rest = cards[dealt:]
    while rest[0] == JOKER:
        rest = rng.shuffled(rest)
    layouts = (EMPTY,) * len(points)
    return State(standings, starter, tuple(hands), layouts, rest[:1], rest[1:], starter)


def begins(standings: Standings) -> Seat | None:
    """Return who begins the next round, if the last one has named anybody (rulebook P4)."""
    named = standings.starter
    return standings.after(named) if named in standings.gone else named


def leave(state: State, seat: Seat) -> Step[State]:
    """Return the position without the seat, which is out of the game (rulebook G8).

    Below two players the game ends and the running round is not scored. After the round only the
    standings change. The table says who left.
    """
    over = state.result
    last = state.standings if over is None else over.standings
    standings = last._replace(gone=last.gone | {seat})
    too_few = len(standings.present) < 2  # noqa: PLR2004 - nobody to play with
    if over is not None:
        outcome = ranked(standings, max) if too_few and over.outcome is None else over.outcome
        over = Result(standings, over.scores, over.reason, outcome)
        return Step(replace(state, result=over))
    mine = seat == state.turn
    after = State(
        standings,
        state.starter,
        (*state.hands[:seat], (), *state.hands[seat + 1 :]),
        (*state.layouts[:seat], EMPTY, *state.layouts[seat + 1 :]),
        state.discards,
        state.pile,
        standings.after(seat) if mine and not too_few else state.turn,
        state.wish,
        state.choosing and not mine,
        state.taken_back and not mine,
        (*state.away, *state.hands[seat]),
        (*state.aside, *(card for stack in state.layouts[seat] for card in stack)),
        Result(standings, None, "too_few_players", ranked(standings, max)) if too_few else None,
    )
    return Step(after)


def score(before: Standings, starter: Seat, hands: Hands, layouts: Sequence[Stacks]) -> Result:
    """Return the result: what was laid minus what is left in hand (rulebook P15, P16)."""
    scores: list[int | None] = [None] * len(hands)
    points, present = list(before.points), before.present
    for seat in present:
        value = layout_value(layouts[seat]) - hand_value(hands[seat])
        scores[seat] = value
        points[seat] += value
    following = before.after(starter)
    after = Standings(tuple(points), before.gone, before.rounds + 1, starter=following)
    over = max(points[seat] for seat in present) >= TARGET
    return Result(after, tuple(scores), "empty_hand", ranked(after, max) if over else None)
