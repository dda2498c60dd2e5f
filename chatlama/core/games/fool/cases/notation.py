"""How worked cases write Foppen's cards, hands and plays, read strictly and said the same way.

The meaning of a case's keys is in ``start`` and ``expect``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from chatlama.core.games.fool.cards import DECKS, JOKER, OPEN, SUITS, cards_for, number_of, suit_of
from chatlama.core.nodes import Node, Unreadable, listed, number, pair_of, say, unordered
from chatlama.core.text import SEATS, Seat

LETTERS: Final = tuple(map(str.upper, SUITS))
"""The suits as cases write them."""
CARDS: Final = {
    "1" if card == JOKER else f"{LETTERS[suit_of(card)]}{number_of(card)}": card
    for card in cards_for(max(DECKS))
}
"""Cards as cases write them."""
NAMES: Final = {card: name for name, card in CARDS.items()}


def read_seat(node: Node, seats: int) -> Seat:
    """Return the seat, which must be one of the round's."""
    seat = number(node, "a seat")
    if seat in range(seats):
        return SEATS[seat]
    raise Unreadable(f"no seat {say(node)}")


def read_seats(node: Node, seats: int, where: str) -> tuple[Seat, ...]:
    """Return the seats in the order in which they are listed."""
    return tuple(read_seat(one, seats) for one in listed(node, where))


def read_card(node: Node) -> int:
    """Return the card of that name.

    >>> number_of(read_card("O7")), read_card(1) == JOKER
    (7, True)
    """
    if say(node) in CARDS:
        return CARDS[say(node)]
    raise Unreadable(f"no card {say(node)}")


def read_hand(node: Node) -> tuple[int, ...]:
    """Return the cards of a hand, sorted as the rules have them."""
    return tuple(sorted(map(read_card, listed(node, "a hand"))))


def read_code(node: Node) -> str:
    """Return the code of playing one card, or several at once, which no rule allows.

    >>> read_code("G7"), read_code(["1", "B2"])
    ('play:g7', 'play:1+b2')
    """
    cards = [read_card(one) for one in (node if isinstance(node, list | tuple) else [node])]
    if not cards:
        raise Unreadable("no card is named")
    return "play:" + "+".join(NAMES[card].lower() for card in cards)


def read_plays(node: Node, where: str) -> tuple[tuple[int, int], ...]:
    """Return seats and cards in the order in which they were played."""
    pairs = (pair_of(one, where) for one in listed(node, where))
    return tuple((read_seat(seat, max(DECKS)), read_card(card)) for seat, card in pairs)


def say_suit(suit: int) -> str | None:
    """Return a suit as cases have it, ``None`` for none."""
    return None if suit == OPEN else LETTERS[suit]


def say_cards(cards: Iterable[int]) -> tuple[str, ...]:
    """Return cards in their order."""
    return tuple(NAMES[card] for card in cards)


def say_plays(order: Iterable[int], plays: Iterable[int]) -> Node:
    """Return seats and cards as cases have them."""
    return tuple((seat, NAMES[card]) for seat, card in zip(order, plays, strict=False))


def bare(node: Node) -> Node:
    """Return a card's name for a move that is written as ``{play: G7}``."""
    match node:
        case Mapping() if node.keys() == {"play"}:
            return node["play"]
        case _:
            return node


def choices(node: Node) -> Node:
    """Return a list of cards or moves in one form, in any order."""
    return unordered(list(map(bare, node))) if isinstance(node, list | tuple) else node
