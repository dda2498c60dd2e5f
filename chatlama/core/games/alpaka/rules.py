"""What is special in Alpaka: who deals, which cards fit, how a round is scored.

The rest of a round is as in all shedding games: ``core.shedding.rounds``. Words are said by
``screen`` and the catalogs, time is the table's business. Citations name the rule book's rulings.
"""

from __future__ import annotations

from functools import cache

from chatlama.core.game import Event, Options, Private, Public, Result, Standings
from chatlama.core.rng import Rng
from chatlama.core.shedding import rounds
from chatlama.core.shedding.position import Hands, seated
from chatlama.core.shedding.rounds import Shedding, penalties, scored
from chatlama.core.text import SEATS, Seat, text

from .position import (
    DECK,
    PLAYS,
    TARGETS,
    WORTH,
    Rules,
    State,
    give_back,
)

_RULES = {
    (name, str(target)): Rules(englert, target)
    for name, englert in (("classic", False), ("englert", True))
    for target in TARGETS
}


def deal(standings: Standings, options: Options, rng: Rng) -> State:
    """Return a new round; the deal moves to the left, and left of the dealer starts (A3).

    The first dealer is drawn, unless the standings name the starter (rulebook G3).
    """
    rules = _RULES.get((options["rules"], options["target"]))
    if rules is None:
        raise ValueError(f"Alpaka is not played with {dict(options)}")
    points, gone = standings.points, standings.gone
    if standings.dealer is not None:
        dealer = seated(standings.dealer, len(points), gone)[0]
    elif standings.starter is not None:
        present = standings.present
        dealer = present[present.index(standings.starter) - 1]
    else:
        dealer = rng.choice(standings.present)
    order = seated(dealer, len(points), gone)
    before = Standings(points, gone, standings.rounds, dealer)
    return rounds.deal(rules, before, order, DECK, rng)


def _score(rules: Rules, before: Standings, hands: Hands, reason: str, seat: Seat) -> Result:
    """Return the result: penalties, then the chip, then the end check (rulebook A13-A15, A18)."""
    scores = penalties(before, hands, WORTH)
    if rules.englert:
        most = max([value for value in scores if value is not None])
        scores = [value if value in (None, most) else 0 for value in scores]
    had = before.points[seat]
    back = (seat, had - give_back(had)) if reason == "empty_hand" else None
    return scored(rules.target, before, scores, reason, back)


# The same few events happen over and over: each is made once. SEATS makes seats of equal numbers.


@cache
def _played(seat: Seat, card: int) -> tuple[Event, ...]:
    return (Public(text("alpaka-played", player=SEATS[seat], card=card)),)


@cache
def _drew(seat: Seat, card: int) -> tuple[Event, ...]:
    drawn = Private(SEATS[seat], text("alpaka-drawn", card=card))
    return (Public(text("alpaka-drew", player=SEATS[seat])), drawn)


@cache
def _quits(seat: Seat) -> tuple[Event, ...]:
    return (Public(text("alpaka-quits", player=SEATS[seat])),)


SHEDDING = Shedding(PLAYS, stuck=True, score=_score, played=_played, drew=_drew, quits=_quits)
"""Alpaka, as far as it is a shedding game."""
