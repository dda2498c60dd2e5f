"""Counted move trees: how many ways lead through small fixed deals of Passt nicht!.

The numbers are counted twice: by the game, and by a second telling of the rules that shares nothing
with it: cards are words, hands are lists, what may be done is found by trying every word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from chatlama.core.game import Standings
from chatlama.core.games.passt_nicht import GAME
from chatlama.core.games.passt_nicht.position import COLOURS, NAMES, State
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS

Words = tuple[str, ...]


@dataclass(frozen=True)
class Deal:
    """A position in words."""

    hands: tuple[Words, ...]
    layouts: tuple[Words, ...]
    """The cards of each layout in the order in which they were laid."""
    discards: Words
    pile: Words
    wish: str = ""
    turn: int = 0
    joker: str = ""
    """``out`` while a joker waits for its wish, ``back`` after it was taken back."""
    last: bool = False
    """Whether a joker is out for the second time in this turn."""


def shuffled(cards: Words) -> Words:
    return Rng(b"perft", 0).shuffled(cards)


# --- the rules, told a second time -----------------------------------------------------------


def fits(deal: Deal, card: str) -> bool:
    if card == "jk":
        return True
    return bool(set(card) & set(deal.wish or deal.discards[-1]))


def visible(deal: Deal) -> list[str]:
    """The last card laid of each colour."""
    tops = {card[0]: card for card in deal.layouts[deal.turn]}
    return list(tops.values())


def turned(deal: Deal, hand: Words, layout: Words, **changes: object) -> Deal:
    at = deal.turn
    return replace(
        deal,
        hands=(*deal.hands[:at], hand, *deal.hands[at + 1 :]),
        layouts=(*deal.layouts[:at], layout, *deal.layouts[at + 1 :]),
        turn=(at + 1) % len(deal.hands),
        joker="",
        last=False,
        **changes,  # type: ignore[arg-type]
    )


def less(cards: Words, card: str) -> Words:
    """The cards without the last one of this kind: in a layout the top one."""
    at = len(cards) - 1 - cards[::-1].index(card)
    return cards[:at] + cards[at + 1 :]


def following(deal: Deal) -> Iterator[tuple[str, Deal]]:
    """All moves and where they lead; none once a hand is empty."""
    if not all(deal.hands):
        return
    hand, layout = deal.hands[deal.turn], deal.layouts[deal.turn]
    if deal.joker == "out":
        for wish in "rpygb012345":
            done = turned(
                deal, less(hand, "jk"), layout, discards=(*deal.discards, "jk"), wish=wish
            )
            yield f"wish:{wish}", done
        if not deal.last:
            yield "back", replace(deal, joker="back")
        return
    blocked = any(fits(deal, card) for card in visible(deal))
    bound = bool(deal.wish) and any(fits(deal, card) for card in hand)
    for card in set(hand):
        if card == "jk" and len(hand) > 1:
            yield "play:jk", replace(deal, joker="out", last=deal.joker == "back")
        elif fits(deal, card):
            played = (*deal.discards, card)
            yield f"play:{card}", turned(deal, less(hand, card), layout, discards=played, wish="")
        elif not blocked and not bound:
            yield f"lay:{card}", drawn(deal, less(hand, card), (*layout, card))
    for card in visible(deal):
        if fits(deal, card):
            played = (*deal.discards, card)
            yield f"top:{card}", turned(deal, hand, less(layout, card), discards=played, wish="")


def drawn(deal: Deal, hand: Words, layout: Words) -> Deal:
    pile, discards = deal.pile, deal.discards
    if not pile:
        pile, discards = shuffled(discards[:-1]), discards[-1:]
    return turned(deal, hand + pile[:1], layout, pile=pile[1:], discards=discards)


def counted(deal: Deal, depth: int) -> int:
    if not depth:
        return 1
    return sum(counted(after, depth - 1) for _, after in following(deal))


# --- the game --------------------------------------------------------------------------------


def position(deal: Deal) -> State:
    number = {name: card for card, name in enumerate(NAMES)}
    layouts = [
        tuple(tuple(number[c] for c in laid if c[0] == colour[0]) for colour in COLOURS)
        for laid in deal.layouts
    ]
    return State(
        Standings((0,) * len(deal.hands)),
        SEATS[0],
        tuple(tuple(sorted(number[card] for card in hand)) for hand in deal.hands),
        tuple(layouts),
        tuple(number[card] for card in deal.discards),
        tuple(number[card] for card in deal.pile),
        SEATS[deal.turn],
        deal.wish or None,
    )


def followed(state: State) -> Iterator[tuple[str, State]]:
    for move in GAME.legal(state, state.turn):
        yield move.code, GAME.apply(state, state.turn, move, Rng(b"perft", 0)).state


def ways(state: State, depth: int) -> int:
    return sum(ways(after, depth - 1) for _, after in followed(state)) if depth else 1


def words(said: str) -> Words:
    return tuple(said.split())


def deal_of(
    *hands: str, layouts: str = "", top: str = "r3", pile: str = "", wish: str = ""
) -> Deal:
    laid = layouts.split("|") if layouts else [""] * len(hands)
    return Deal(tuple(map(words, hands)), tuple(map(words, laid)), words(top), words(pile), wish)


DEALS = {
    "matching and laying": deal_of("r5 g3 b5", "b5 y4 r1", pile="y2 p1 g0 b3 r2 y5"),
    "two of a kind": deal_of("g5 g5", "r4 r4", pile="g5 r3 b0 b0"),
    "layouts": deal_of("g5 r1", "b4 p2", layouts="b5 b3 y1|p5 p3 g2 g1", pile="r0 r2 y3 g4"),
    "a joker": deal_of("jk p4", "g1 r2", layouts="|y4", pile="g4 b1 p2"),
    "jokers": deal_of("jk jk", "jk r2", pile="g4 b1"),
    "a wish that nobody has": deal_of(
        "r2 b1", "y5 r1", "p4 g5", top="r3 jk", wish="g", pile="p0 r4 b2 p3"
    ),
    "an empty pile": deal_of("b5 p4", "g2 y4", top="g1 b2 y0 r3"),
    "nothing to draw": deal_of("b5 p4", "g2 y1", "b0 y2", top="r3"),
    "a joker on an empty pile": deal_of("b5 p4", "g2 jk", top="b1 r0 jk", wish="y"),
}

COUNTS = {
    "matching and laying": (3, 9, 21, 55, 110),
    "two of a kind": (1, 1, 1, 1, 0),
    "layouts": (2, 3, 5, 7, 12),
    "a joker": (2, 14, 22, 56, 77),
    "jokers": (1, 12, 14, 145, 147),
    "a wish that nobody has": (2, 4, 4, 8, 12),
    "an empty pile": (2, 4, 8, 16, 32),
    "nothing to draw": (2, 4, 8, 8, 0),
    "a joker on an empty pile": (2, 2, 24, 34, 54),
}
"""Ways of one, two, three, four and five moves."""


@pytest.mark.parametrize("name", DEALS)
def test_the_ways_are_counted_alike(name: str) -> None:
    deal = DEALS[name]
    found = tuple(ways(position(deal), depth) for depth in range(1, 6))
    assert found == tuple(counted(deal, depth) for depth in range(1, 6))
    assert found == COUNTS[name]


@pytest.mark.parametrize("name", DEALS)
def test_the_moves_are_the_same_everywhere_in_the_tree(name: str) -> None:
    level = [(DEALS[name], position(DEALS[name]))]
    for _ in range(4):
        below = []
        for deal, state in level:
            told, found = dict(following(deal)), dict(followed(state))
            assert told.keys() == found.keys()
            below += [(told[code], found[code]) for code in told]
        level = below
    assert all(same(deal, state) for deal, state in level)


def same(deal: Deal, state: State) -> bool:
    """Whether both tellings have the same cards in the same places."""
    there = position(deal)
    held = (there.hands, there.layouts, there.discards, there.pile, there.wish)
    return held == (state.hands, state.layouts, state.discards, state.pile, state.wish)


@pytest.mark.parametrize("name", DEALS)
def test_the_ways_are_counted_alike_further_down(name: str) -> None:
    deal = DEALS[name]
    assert ways(position(deal), 7) == counted(deal, 7)
