"""Who has won a game, and how that is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from chatlama.core.game import Standings
from chatlama.core.ranking import ranked, ranking
from chatlama.core.screen import Line, Row
from chatlama.core.text import Seat, Text, text

AWAY = Text("menu")


def winners(players: tuple[Seat, ...]) -> Text:
    return text("turn", players=players, count=len(players))


@pytest.mark.parametrize(
    ("points", "gone", "best", "ranks"),
    [
        ((3, -2, 3, -80), (), max, (1, 3, 1, 4)),
        ((3, -2, 3, -80), (), min, (3, 2, 3, 1)),
        ((40, 7, 12), (1,), min, (2, None, 1)),
        ((40, 7, 12), (0, 1, 2), max, (None, None, None)),
    ],
)
def test_the_best_points_win_ties_share_and_leavers_are_unranked(
    points: tuple[int, ...],
    gone: tuple[int, ...],
    best: Callable[[Iterable[int]], int],
    ranks: tuple[int | None, ...],
) -> None:
    """G8, G9"""
    away = frozenset(map(Seat, gone))
    assert ranked(Standings(points, away), best).ranks == ranks


def test_everybody_stands_in_order_and_leavers_below() -> None:
    standings = Standings((-5, 120, 7), frozenset({Seat(1)}))
    shown = tuple(ranking(standings, ranked(standings, max), winners, AWAY))
    assert shown[0] == Line()
    assert shown[2:] == (
        Row(("1.", Seat(2), "  7")),
        Row(("2.", Seat(0), " -5")),
        Row(("-", Seat(1), "120", AWAY)),
    )


def test_where_all_have_left_nobody_wins() -> None:
    standings = Standings((1, 2), frozenset({Seat(0), Seat(1)}))
    shown = tuple(ranking(standings, ranked(standings, min), winners, AWAY))
    assert [type(each) for each in shown] == [Line, Row, Row]
