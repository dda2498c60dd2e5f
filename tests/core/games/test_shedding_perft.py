"""Counted move trees of small fixed deals of both shedding games, counted twice: by the games, and
by the plain reading of the rule book below, which shares nothing with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from chatlama.core.game import AnyGame, Standings
from chatlama.core.games import alpaka, eins_drauf
from chatlama.core.games.alpaka.position import Rules as AlpakaRules
from chatlama.core.games.eins_drauf.position import Rules as EinsDraufRules
from chatlama.core.rng import Rng
from chatlama.core.shedding.position import State
from chatlama.core.text import SEATS

RNG = Rng(b"perft", 0)


@dataclass(frozen=True)
class Deal:
    """A round: each seat's cards, by letters; ``L`` is the alpaca, ``J`` the joker."""

    hands: tuple[str, ...]
    top: str
    pile: str = ""
    points: tuple[int, ...] = (0, 0, 0)
    rules: frozenset[str] = frozenset()
    out: frozenset[int] = frozenset()


ALPAKA = {
    "two cards each": Deal(("45", "5L"), "4", "1"),
    "nothing to draw": Deal(("45", "5L", "46"), "4"),
    "three, Englert": Deal(("16", "L2", "1L"), "L", "3", rules=frozenset({"englert"})),
    "alone at once": Deal(("345", "6", "1"), "3", "22", out=frozenset({1, 2})),
    "long": Deal(("123", "234", "1L"), "1", "26"),
}
EINS_DRAUF = {
    "two cards each": Deal(("45", "5K"), "4", "A"),
    "nothing to draw": Deal(("45", "5K", "46"), "4"),
    "alone at once": Deal(("345", "6", "A"), "3", "22", out=frozenset({1, 2})),
    "joker": Deal(("3J", "KA", "K3"), "5", "A2", rules=frozenset({"joker"})),
    "joker on top": Deal(("K2", "A2"), "J", "6", rules=frozenset({"joker"})),
    "chips": Deal(("4", "5", "46"), "4", "A", points=(12, 9, 0), rules=frozenset({"chips"})),
    "long": Deal(("A23", "234", "AK"), "A", "26"),
}
ALPAKA_SIZES = {
    "two cards each": [1, 4, 10, 15, 9, 2],
    "nothing to draw": [1, 3, 6, 12, 12, 4],
    "three, Englert": [1, 4, 12, 39, 76, 96, 87, 26, 4],
    "alone at once": [1, 3, 4, 2],
    "long": [1, 4, 13, 30, 81, 181, 284, 388, 325, 197, 77, 22, 4],
}
"""Positions at each depth. The first tree, by hand: 4, 5, draw or quit (4); then seat 1 has 5, draw
or quit on either card (6), and after a draw or a quit 5 or quit (4)."""
EINS_DRAUF_SIZES = {
    "two cards each": [1, 4, 10, 17, 13, 7, 1],
    "nothing to draw": [1, 3, 6, 12, 15, 9, 2],
    "alone at once": [1, 3, 4, 3],
    "joker": [1, 3, 8, 17, 28, 57, 74, 99, 103, 67, 22],
    "joker on top": [1, 3, 7, 11, 11, 5, 2],
    "chips": [1, 3, 7, 8, 9, 7, 2],
    "long": [1, 4, 13, 30, 82, 185, 302, 429, 414, 300, 144, 52, 11],
}
"""The third tree, by hand: alone with 3, 4 and 5 on a 3 there are 3, 4 or quit (3); after the 3 the
4 or quit, after the 4 the 5 or quit (4); after 3 and 4 the 5 or quit, after 4 and 5 quit (3)."""
CASES = [
    *(pytest.param(alpaka.GAME, deal, id=f"alpaka, {name}") for name, deal in ALPAKA.items()),
    *(pytest.param(eins_drauf.GAME, deal, id=f"eins drauf, {n}") for n, deal in EINS_DRAUF.items()),
]


# --- the rules, read plainly -----------------------------------------------------------------


def plain_fits(card: str, top: str, rules: frozenset[str], circle: str) -> bool:
    if top == "J":
        return card in "KA"
    if card == "J":
        return True
    steps = (circle.index(card) - circle.index(top)) % 7
    return steps in ({0, 1, 6} if "englert" in rules else {0, 1})


def plain_price(hand: str) -> int:
    prices = {"A": 1, "L": 10, "K": 10, "J": 20}
    return sum(prices.get(card) or int(card) for card in set(hand))


def plain_paths(deal: Deal, turn: int, *, circle: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every way to play the round out, and the points that it leads to."""
    stuck_ends, active = circle[0] == "1", [s for s in range(len(deal.hands)) if s not in deal.out]
    hand = deal.hands[turn]

    def then(code: str, after: Deal) -> Iterator[tuple[tuple[str, ...], Any]]:
        still = [s for s in range(len(after.hands)) if s not in after.out]
        stuck = stuck_ends and len(still) == 1 and not plain_fitting(after, still[0], circle)
        if not after.hands[turn] or not still or stuck:
            for last, points in plain_scores(after, turn, stuck_ends=stuck_ends):
                yield (code, *last), points
            return
        seats = [s % len(after.hands) for s in range(turn + 1, turn + 1 + len(after.hands))]
        following = next(seat for seat in seats if seat in still)
        for path, points in plain_paths(after, following, circle=circle):
            yield (code, *path), points

    for card in plain_fitting(deal, turn, circle):
        hands = (*deal.hands[:turn], hand.replace(card, "", 1), *deal.hands[turn + 1 :])
        yield from then(f"play:{card}", replace(deal, hands=hands, top=card))
    if deal.pile and len(active) > 1:
        hands = (*deal.hands[:turn], hand + deal.pile[0], *deal.hands[turn + 1 :])
        yield from then("draw", replace(deal, hands=hands, pile=deal.pile[1:]))
    yield from then("quit", replace(deal, out=deal.out | {turn}))


def plain_fitting(deal: Deal, seat: int, circle: str) -> set[str]:
    return {c for c in deal.hands[seat] if plain_fits(c, deal.top, deal.rules, circle)}


def plain_scores(
    deal: Deal, last: int, *, stuck_ends: bool
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Yield what is chosen after the round and the points after it."""
    costs = [plain_price(hand) for hand in deal.hands]
    if "englert" in deal.rules:
        costs = [cost if cost == max(costs) else 0 for cost in costs]
    points = [had + cost for had, cost in zip(deal.points, costs, strict=False)]
    had = points[last]
    if deal.hands[last] or not had:
        yield (), tuple(points)
    elif "chips" in deal.rules:
        for name, worth in (("black", 10), ("white", 1)):
            if had >= worth:
                left = tuple(p - worth * (s == last) for s, p in enumerate(points))
                yield (f"chip:{name}",), left
    else:
        back = 1 if stuck_ends or had < 10 else 10
        yield (), tuple(p - back * (s == last) for s, p in enumerate(points))


# --- the games -------------------------------------------------------------------------------


def position(game: AnyGame, deal: Deal) -> State[Any]:
    if game is alpaka.GAME:
        rules: Any = AlpakaRules("englert" in deal.rules, target=40)
    else:
        rules = EinsDraufRules(40, joker="joker" in deal.rules, chips="chips" in deal.rules)
    return State(
        rules,
        Standings(deal.points[: len(deal.hands)]),
        tuple(tuple(sorted(map(number, hand))) for hand in deal.hands),
        tuple(seat in deal.out for seat in range(len(deal.hands))),
        number(deal.top),
        tuple(map(number, deal.pile)),
        SEATS[0],
    )


def number(card: str) -> int:
    return {"A": 1, "L": 7, "K": 7, "J": 8}.get(card) or int(card)


def paths(game: AnyGame, state: State[Any]) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    result = game.result(state)
    if result is not None:
        yield (), result.standings.points
    for move in game.legal(state, state.turn):
        after = game.apply(state, state.turn, move, RNG).state
        for path, points in paths(game, after):
            yield (move.code, *path), points


def spelt(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return a plain path in the games' codes."""
    names = {"play:A": "play:a", "play:L": "play:al", "play:K": "play:k", "play:J": "play:jk"}
    return tuple(names.get(code, code) for code in path)


def plainly(game: AnyGame, deal: Deal) -> Counter[tuple[tuple[str, ...], tuple[int, ...]]]:
    circle = "123456L" if game is alpaka.GAME else "A23456K"
    return Counter((spelt(p), points) for p, points in plain_paths(deal, 0, circle=circle))


def depths(found: Counter[tuple[tuple[str, ...], tuple[int, ...]]]) -> list[int]:
    """Return how many positions there are at each depth."""
    prefixes = {path[:depth] for path, _ in found for depth in range(len(path) + 1)}
    return [n for _, n in sorted(Counter(map(len, prefixes)).items())]


@pytest.mark.parametrize(("game", "deal"), CASES)
def test_every_way_through_a_round_is_as_the_rule_book_has_it(game: AnyGame, deal: Deal) -> None:
    """A4-A14, A17-A18, E3-E8, E11-E12"""
    found = Counter(paths(game, position(game, deal)))
    assert found == plainly(game, deal)
    assert max(found.values()) == 1


@pytest.mark.parametrize(("game", "deal"), CASES)
def test_trees_have_the_size_that_was_counted(game: AnyGame, deal: Deal) -> None:
    sizes = ALPAKA_SIZES if game is alpaka.GAME else EINS_DRAUF_SIZES
    deals = ALPAKA if game is alpaka.GAME else EINS_DRAUF
    name = next(name for name, known in deals.items() if known is deal)
    assert depths(Counter(paths(game, position(game, deal)))) == sizes[name]
