"""How worked cases write Alpaka's cards, moves and hands, read strictly and said the same way.

The meaning of a case's keys is in ``start`` and ``expect``.
"""

from __future__ import annotations

from typing import Final

from chatlama.core.games.alpaka.rules import ALPACA, DECK, Move, Play, chips
from chatlama.core.nodes import Fields, Node, Unreadable, listed, number, say, unordered
from chatlama.core.text import SEATS, Seat

CARDS: Final = {"AL" if card == ALPACA else str(card): card for card in sorted(set(DECK))}
"""Cards as cases write them."""
NAMES: Final = {card: name for name, card in CARDS.items()}


def read_seat(node: Node, seats: int) -> Seat:
    """Return the seat, which must be one of the round's."""
    seat = number(node, "a seat")
    if seat in range(seats):
        return SEATS[seat]
    raise Unreadable(f"no seat {say(node)}")


def read_card(node: Node) -> int:
    """Return the card of that name.

    >>> read_card("AL"), read_card(4)
    (7, 4)
    """
    if say(node) in CARDS:
        return CARDS[say(node)]
    raise Unreadable(f"no card {say(node)}")


def read_cards(node: Node, where: str) -> tuple[int, ...]:
    """Return the cards in the order in which they are listed."""
    return tuple(map(read_card, listed(node, where)))


def read_hand(node: Node) -> tuple[int, ...]:
    """Return the cards of a hand, sorted as the rules have them."""
    return tuple(sorted(read_cards(node, "a hand")))


def read_plays(node: Node) -> str:
    """Return the code of laying one card, or several at once, which no rule allows.

    >>> read_plays("AL"), read_plays(["4", "4"])
    ('play:al', 'play:4+4')
    """
    cards = read_cards(node if isinstance(node, list | tuple) else [node], "do")
    if not cards:
        raise Unreadable("do: no card is named")
    return "play:" + "+".join(Play(card).code.removeprefix("play:") for card in cards)


def say_move(move: Move) -> Fields:
    """Return a move as cases have it: ``{play: AL}``, ``{draw: true}``."""
    return {"play": NAMES[move.value]} if isinstance(move, Play) else {move.code: True}


def say_hand(hand: tuple[int, ...]) -> Node:
    """Return a hand to be compared with an ``unordered`` list."""
    return unordered([NAMES[card] for card in hand])


def say_chips(points: int) -> Fields:
    """Return the chips for points, as cases have them."""
    black, white = chips(points)
    return {"black": black, "white": white}
