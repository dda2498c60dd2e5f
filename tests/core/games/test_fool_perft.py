"""Counted move trees of small fixed deals, counted twice: by the game, and by the plain reading of
the rule book below, which shares nothing with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from chatlama.core.game import Standings
from chatlama.core.games.fool import GAME
from chatlama.core.games.fool.cards import MOVES, OPEN
from chatlama.core.games.fool.position import Deal, State, Trick
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS

RNG = Rng(b"perft", 0)

DEALS = {
    "two cards each": (["g3 y2", "g5 1", "y4 o2", "g2 b2"], 1),
    "jokers": (["1 g3", "1 y3", "1 1", "o2 b5"], 1),
    "three cards each": (["g3 y2 o4", "g5 1 b2", "y4 o2 g7", "g2 b3 y6"], 1),
    "one suit": (["g2 g3 g4", "g5 g6 g7", "g8 g9 g10", "g11 g12 1"], 1),
    "hands of different size": (["g3 y2 o4", "g5", "y4 o2", "g2 b3 y6 1"], 1),
    "four cards each": (["g3 y2 o4 1", "g5 1 b2 b4", "y4 o2 g7 y7", "g2 b3 y6 o9"], 1),
    "two discs": (["g3 y2", "g5 1", "y4 o2", "g2 b2", "o5 b7", "1 g9", "b3 y8"], 2),
}
"""Hands and discs; seat 0 leads."""

COUNTS = {
    "two cards each": [1, 2, 4, 6, 8, 8, 8, 8],
    "jokers": [1, 2, 4, 4, 8, 8, 8, 8],
    "three cards each": [1, 3, 8, 8, 14, 28, 41, 51, 51, 67, 81],
    "one suit": [1, 3, 9, 27, 81, 162, 324, 648, 648, 1296, 1296],
    "hands of different size": [1, 3, 3, 4, 10],
    "four cards each": [1, 4, 14, 27, 27, 81, 146, 312, 624, 1087, 1930, 2321, 3180, 4201],
    "two discs": [1, 2, 4, 6, 8, 16, 32, 48, 48, 48, 48, 48, 48],
}
"""Positions at each depth. The first tree, by hand: seat 0 leads green or yellow (2), seat 1 may
follow green or lay the joker, and has no yellow (4), seat 2 discards one of two on green and must
follow yellow (6), seat 3 must follow green and discards one of two on yellow (8)."""


# --- the rules, read plainly -----------------------------------------------------------------


def plain_legal(hand: list[str], lead: str | None) -> set[str]:
    suited = {card for card in hand if card[0] == lead}
    return suited | {card for card in hand if card == "1"} if suited else set(hand)


def plain_worst_first(plays: list[tuple[int, str]], lead: str | None) -> list[int]:
    """Seats, the worst card first: discards, then low numbers, then late ones."""

    def badness(place: int) -> tuple[bool, int, int]:
        card = plays[place][1]
        follows = card == "1" or card[0] == lead
        return follows, 1 if card == "1" else int(card[1:]), -place

    return [plays[place][0] for place in sorted(range(len(plays)), key=badness)]


def plain_paths(
    hands: list[list[str]], discs: int, leader: int, fools: list[int]
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Yield every way to play the round out, and what it brings."""
    seats = len(hands)
    order = [s % seats for s in range(leader, leader + seats) if s % seats not in fools]

    def trick(
        at: int, hands: list[list[str]], plays: list[tuple[int, str]]
    ) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
        lead = next((card[0] for _, card in plays if card != "1"), None)
        if at < len(order):
            seat = order[at]
            for card in sorted(plain_legal(hands[seat], lead)):
                left = [list(hand) for hand in hands]
                left[seat].remove(card)
                for path, scores in trick(at + 1, left, [*plays, (seat, card)]):
                    yield (card, *path), scores
            return
        ranked = plain_worst_first(plays, lead)
        taken = ranked[:discs]
        if all(hands):
            yield from plain_paths(hands, discs, ranked[-1], taken)
            return
        yield (
            (),
            tuple(
                -sum(5 if card == "1" else int(card[1:]) for card in hand)
                if hand
                else 10 * (seat not in taken)
                for seat, hand in enumerate(hands)
            ),
        )

    yield from trick(0, hands, [])


def plain_tree(hands: list[str], discs: int) -> tuple[list[int], Counter[tuple[int, ...]]]:
    """Return how many positions lie at each depth, and how often which score ends the round."""
    ways = list(plain_paths([hand.split() for hand in hands], discs, 0, []))
    prefixes = {path[:depth] for path, _ in ways for depth in range(len(path) + 1)}
    counts = Counter(len(prefix) for prefix in prefixes)
    return [counts[depth] for depth in range(max(counts) + 1)], Counter(s for _, s in ways)


# --- the game --------------------------------------------------------------------------------


def root(hands: list[str], discs: int) -> State:
    seats = SEATS[: len(hands)]
    cards = tuple(
        tuple(sorted(MOVES[f"play:{card}"].card for card in hand.split())) for hand in hands
    )
    deal = Deal(Standings((0,) * len(hands)), SEATS[0], discs)
    return State(Trick(deal, seats, (), ()), cards, (), OPEN, SEATS[0])


def tree(state: State, depth: int, counts: Counter[int], ends: Counter[tuple[int, ...]]) -> None:
    counts[depth] += 1
    result = GAME.result(state)
    if result is not None:
        assert result.scores is not None
        ends[tuple(score or 0 for score in result.scores)] += 1
        return
    for move in GAME.legal(state, state.turn):
        tree(GAME.apply(state, state.turn, move, RNG).state, depth + 1, counts, ends)


@pytest.mark.parametrize("name", DEALS)
def test_move_trees_have_the_size_that_the_rules_say(name: str) -> None:
    """F4-F15: who plays, what is legal, who sits out, when it ends and what it brings"""
    hands, discs = DEALS[name]
    counts: Counter[int] = Counter()
    ends: Counter[tuple[int, ...]] = Counter()
    tree(root(hands, discs), 0, counts, ends)
    plain_counts, plain_ends = plain_tree(hands, discs)
    assert [counts[depth] for depth in range(max(counts) + 1)] == plain_counts == COUNTS[name]
    assert ends == plain_ends
