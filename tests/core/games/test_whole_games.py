"""Whole games of every kind in their thousands, with what must hold in each position.

All that is counted is counted here once more: decks, where cards lie, what hands bring, when a game
ends and who has won it. Citations name the rule book's rulings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import pytest

from chatlama.core.game import Move, Result, Standings
from chatlama.core.rng import Rng
from chatlama.core.text import Seat
from tests.core.played import GAMES, Scene, any_move, combinations, whole_game

JOKER = {"eins_drauf": 8, "passt_nicht": 30, "fool": 129}


@dataclass(frozen=True, slots=True)
class Books:
    """How the cards and points of one game are counted."""

    games: int
    """How many are played for each number of seats and combination of options."""
    deck: Callable[[int, dict[str, str]], Iterable[int]]
    """All cards, by the number of players present and the options."""
    lie: Callable[[Any], Iterable[int]]
    """Where cards lie in a position."""
    laid: bool
    """Whether cards that were laid down are no part of the position."""
    brings: Callable[[Any, dict[str, str]], Sequence[int]]
    """What the round brings each seat, whether it is still there or not."""
    back: Callable[[int, dict[str, str]], set[int]]
    """What an empty hand may give back, by the points before."""
    over: Callable[[Standings, Sequence[int], dict[str, str]], bool]
    """Whether the game is over, by the points of all who are there."""
    best: Callable[[Iterable[int]], int]
    """The points that win."""
    leaves: int
    """One in so many actions is that somebody leaves."""
    choose: Callable[[Scene, Rng], tuple[Seat, Move]] = any_move
    """How people play: games of chance alone would be very short, or very long."""


def staying(scene: Scene, chance: Rng) -> tuple[Seat, Move]:
    """Return one of all that may be done; seldom to quit."""
    moves = [(seat, move) for seat, move in scene.legal() if move.code != "quit"]
    return chance.choice(moves) if moves and chance.below(5) else any_move(scene, chance)


def scoring(scene: Scene, chance: Rng) -> tuple[Seat, Move]:
    """Return one of all that may be done; often what people who sleep would do."""
    seat = scene.game.to_move(scene.state)[0]
    return (
        (seat, scene.game.default(scene.state, seat))
        if chance.below(2)
        else any_move(scene, chance)
    )


# --- the four games ----------------------------------------------------------------------------


def distinct(hands: Iterable[Sequence[int]], worth: dict[int, int]) -> list[int]:
    """Return what hands cost that pay each value once (A13, E7)."""
    return [sum(worth.get(card, card) for card in set(hand)) for hand in hands]


def dearest(state: Any, options: dict[str, str]) -> list[int]:  # noqa: ANN401 - any game's state
    """Return what hands cost in Alpaka; by Englert only the dearest pay (A13, A18)."""
    gone = state.standings.gone
    costs = distinct(state.hands, {7: 10})
    if options["rules"] == "classic":
        return costs
    most = max(cost for seat, cost in enumerate(costs) if seat not in gone)
    return [cost if cost == most else 0 for cost in costs]


def laid_minus_held(state: Any, _: dict[str, str]) -> list[int]:  # noqa: ANN401 - any game's state
    """Return what was laid out minus what is held in Passt nicht! (P15)."""
    return [
        sum(card % 6 for stack in layout for card in stack)
        - sum(10 if card == JOKER["passt_nicht"] else card % 6 for card in hand)
        for layout, hand in zip(state.layouts, state.hands, strict=True)
    ]


def prize_or_rest(state: Any, _: dict[str, str]) -> list[int]:  # noqa: ANN401 - any game's state
    """Return what is left in Foppen, or the prize, unless the last trick was lost (F15)."""
    last = state.trick.tricks[-1]
    fools = worst(last.plays, state.trick.deal.discs)
    lost = {last.order[place] for place in fools}
    return [
        -sum(5 if card == JOKER["fool"] else card % 32 for card in hand)
        if hand
        else 10 * (seat not in lost)
        for seat, hand in enumerate(state.hands)
    ]


def worst(plays: Sequence[int], count: int) -> list[int]:
    """Return the places of the worst cards of a trick (F9, F10)."""
    joker = JOKER["fool"]
    led = next((card // 32 for card in plays if card != joker), None)
    follows = [card == joker or card // 32 == led for card in plays]
    order = sorted(range(len(plays)), key=lambda at: (follows[at], plays[at] % 32, -at))
    return order[:count]


def of_suits(*tops: int, jokers: int) -> list[int]:
    """Return a deck of Foppen: green, yellow, orange, blue from 2 on (F2)."""
    suits = (range(32 * at + 2, 32 * at + top + 1) for at, top in enumerate(tops))
    return [*chain.from_iterable(suits), *[JOKER["fool"]] * jokers]


FOOL = {
    4: of_suits(17, 11, 13, 8, jokers=3),
    5: of_suits(20, 14, 16, 10, jokers=4),
    6: of_suits(23, 17, 19, 12, jokers=5),
    7: of_suits(26, 20, 22, 14, jokers=6),
    8: of_suits(27, 21, 23, 15, jokers=6),
}

BOOKS = {
    "alpaka": Books(
        games=25,
        deck=lambda _, __: [*range(1, 8)] * 8,
        lie=lambda state: [*chain(*state.hands), *state.pile],
        laid=True,
        brings=dearest,
        back=lambda had, _: {1} if had else {0},
        over=lambda _, points, options: max(points) >= int(options["target"]),
        best=min,
        leaves=400,
        choose=staying,
    ),
    "eins_drauf": Books(
        games=50,
        deck=lambda _, options: [*[*range(1, 8)] * 8, *[8] * (options["joker"] == "yes")],
        lie=lambda state: [*chain(*state.hands), *state.pile],
        laid=True,
        brings=lambda state, _: distinct(state.hands, {7: 10, 8: 20}),
        back=lambda had, options: (
            {0} if not had else {1} if had < 10 else {10, 1} if options["chips"] == "yes" else {10}
        ),
        over=lambda _, points, options: max(points) >= int(options["target"]),
        best=min,
        leaves=400,
        choose=staying,
    ),
    "passt_nicht": Books(
        games=210,
        deck=lambda _, __: [*[*range(30)] * 2, *[30] * 4],
        lie=lambda state: chain(
            *state.hands,
            *chain(*state.layouts),
            state.pile,
            state.discards,
            state.away,
            state.aside,
        ),
        laid=False,
        brings=laid_minus_held,
        back=lambda _, __: {0},
        over=lambda _, points, __: max(points) >= 50,
        best=max,
        leaves=1_000,
        choose=scoring,
    ),
    "fool": Books(
        games=210,
        deck=lambda present, _: FOOL[present],
        lie=lambda state: chain(
            *state.hands, state.plays, *[trick.plays for trick in state.trick.tricks]
        ),
        laid=False,
        brings=prize_or_rest,
        back=lambda _, __: {0},
        over=lambda standings, points, _: min(points) <= -80 or standings.ticks >= 6,
        best=max,
        leaves=1_000,
    ),
}


# --- what must hold ----------------------------------------------------------------------------


def audited(scenes: Iterator[Scene], books: Books) -> Counter[str]:
    """Return what was seen of a game, all of whose positions are as they must be."""
    seen: Counter[str] = Counter(games=1)
    laid: list[int] = []
    last: Scene | None = None
    for scene in scenes:
        seen["positions"] += 1
        if last is None or last.result is not None:
            laid = [scene.state.top] if books.laid else []
            seen["rounds"] += 1
        elif books.laid and last.move is not None and last.move.code.startswith("play:"):
            laid.append(scene.state.top)
        seen["left"] += last is not None and last.result is None and last.move is None
        somebody_moves(scene)
        if scene.result is None or scene.result.scores is not None:
            present = len(before(scene).present)
            deck = Counter(books.deck(present, scene.options))
            assert Counter([*books.lie(scene.state), *laid]) == deck
        if scene.result is not None:
            seen["scored"] += adds_up(scene, scene.result, books)
        last = scene
    assert last is not None
    assert last.result is not None
    assert last.result.outcome is not None
    return seen


def before(scene: Scene) -> Standings:
    """Return the standings before the round, as the position has them."""
    state = scene.state
    found: Standings = state.trick.deal.standings if hasattr(state, "trick") else state.standings
    return found


def somebody_moves(scene: Scene) -> None:
    """Somebody is to move, whose default is legal, or the round is over."""
    movers = scene.game.to_move(scene.state)
    assert len(movers) == (scene.result is None)
    for seat in movers:
        moves = scene.game.legal(scene.state, seat)
        assert scene.game.default(scene.state, seat) in moves
        assert len({move.code for move in moves}) == len(moves)


def adds_up(scene: Scene, result: Result, books: Books) -> bool:
    """Points are what the round brought; the game ends when it must, and the best win."""
    had, has = before(scene).points, result.standings.points
    there = before(scene).present
    if result.scores is None:
        assert has == had
    else:
        brought = books.brings(scene.state, scene.options)
        assert result.scores == tuple(
            [brought[seat] if seat in there else None for seat in scene.seats]
        )
        hands = scene.state.hands
        for seat in scene.seats:
            gain = has[seat] - had[seat]
            if seat not in there:
                assert gain == 0
            elif hands[seat]:
                assert gain == brought[seat]
            else:
                assert brought[seat] - gain in books.back(had[seat], scene.options)
    stay = result.standings.present
    points = [has[seat] for seat in stay]
    few = len(stay) < scene.game.info.min_seats
    assert (result.outcome is not None) == (
        few or books.over(result.standings, points, scene.options)
    )
    if result.outcome is not None:
        best = books.best(points)
        assert result.outcome.winners == tuple(seat for seat in stay if has[seat] == best)
    return result.scores is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_thousands_of_whole_games_keep_the_rules(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    """G7-G10, A13-A18, E7-E13, P15, P16, F14-F19: cards are conserved, points add up, games end"""
    game, books = GAMES[name], BOOKS[name]
    total: Counter[str] = Counter()
    for seats, options in combinations(game):
        for number in range(books.games):
            seed = f"{name} {seats} {sorted(options.items())} {number}".encode()
            total += audited(
                whole_game(game, seats, options, seed, books.choose, books.leaves), books
            )
    assert total["games"] >= 1_000, total
    assert total["left"] > total["games"] / 10, total
    assert total["scored"] > total["games"], total
    record_property("reached", dict(total))
