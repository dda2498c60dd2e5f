"""How worked cases write cards, moves and hands of shedding games, read strictly and said alike.

The meaning of a case's keys is in ``start`` and ``expect``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from chatlama.core.game import AnyGame, Move, Options, Result
from chatlama.core.nodes import Fields, Node, Unreadable, listed, number, say, unordered
from chatlama.core.shedding.position import AnyState, Play, chips
from chatlama.core.text import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Words:
    """What a game alone can tell about its cases."""

    game: AnyGame
    names: Mapping[int, str]
    """Cards as cases write them; in lower case they are what plays are called."""
    moves: Mapping[str, Move]
    """Every move there is, found by its code."""
    options: Callable[[Fields], Options]
    """The game's options as a case names them."""
    result: Callable[[AnyState], Result | None]
    """How the round ended, as far as that is settled."""
    hand_value: Callable[[tuple[int, ...]], int]
    give_back: Callable[[int], int]
    """The points left to who has finished and gives some back."""

    def read_card(self, node: Node) -> int:
        """Return the card of that name; ``4`` may be written without quotes."""
        for card, name in self.names.items():
            if name == say(node):
                return card
        raise Unreadable(f"no card {say(node)}")

    def read_cards(self, node: Node, where: str) -> tuple[int, ...]:
        """Return the cards in the order in which they are listed."""
        return tuple(map(self.read_card, listed(node, where)))

    def read_hand(self, node: Node) -> tuple[int, ...]:
        """Return the cards of a hand, sorted as the rules have them."""
        return tuple(sorted(self.read_cards(node, "a hand")))

    def read_plays(self, node: Node) -> str:
        """Return the code of laying one card, or several at once, which no rule allows."""
        cards = self.read_cards(node if isinstance(node, list | tuple) else [node], "do")
        if not cards:
            raise Unreadable("do: no card is named")
        return "play:" + "+".join(self.names[card].lower() for card in cards)

    def say_cards(self, cards: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of the cards in their order."""
        return tuple([self.names[card] for card in cards])

    def say_hand(self, hand: tuple[int, ...]) -> Node:
        """Return a hand to be compared with an ``unordered`` list."""
        return unordered(self.say_cards(hand))

    def say_move(self, move: Move) -> Fields:
        """Return a move as cases have it: ``{play: AL}``, ``{chip: black}``, ``{draw: true}``."""
        if isinstance(move, Play):
            return {"play": self.names[move.value]}
        action, _, detail = move.code.partition(":")
        return {action: detail or True}


def read_seat(node: Node, seats: int) -> Seat:
    """Return the seat, which must be one of the round's."""
    seat = number(node, "a seat")
    if seat in range(seats):
        return SEATS[seat]
    raise Unreadable(f"no seat {say(node)}")


def say_chips(points: int) -> Fields:
    """Return the chips for points, as cases have them."""
    black, white = chips(points)
    return {"black": black, "white": white}
