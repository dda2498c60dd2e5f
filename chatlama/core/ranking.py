"""Who has won a game, and how that is shown; which points are best is the game's own.

Leavers are unranked: they can't win and stand below (rulebook A21b, G8). Ties share (G9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from .game import Outcome, Standings
from .screen import EMPTY, Line, Row, Style, line
from .text import SEATS, Seat, Text

NOTHING = "-"


def ranked(standings: Standings, best: Callable[[Iterable[int]], int]) -> Outcome:
    """Return the ranks; ``best`` is ``min`` where the fewest points win, ``max`` where the most do.

    >>> ranked(Standings((3, -2, 3, 9), frozenset({Seat(3)})), max).ranks
    (1, 3, 1, None)
    """
    points, present = standings.points, standings.present
    totals = sorted([points[seat] for seat in present], reverse=best is max)
    rank = {seat: 1 + totals.index(points[seat]) for seat in present}
    return Outcome(tuple([rank.get(seat) for seat in SEATS[: len(points)]]))


def ranking(
    standings: Standings,
    outcome: Outcome,
    winners: Callable[[tuple[Seat, ...]], Text],
    away: Text,
) -> Iterator[Line | Row]:
    """Say who has won, then everybody in order."""
    yield EMPTY
    if outcome.winners:
        yield line(winners(outcome.winners), Style.STRONG)
    points = standings.points
    width = max(map(len, map(str, points)))
    places = [(rank or len(points) + 1, SEATS[seat]) for seat, rank in enumerate(outcome.ranks)]
    for place, seat in sorted(places):
        total = f"{points[seat]:>{width}}"
        if outcome.ranks[seat] is None:
            yield Row((NOTHING, seat, total, away))
        else:
            yield Row((f"{place}.", seat, total))
