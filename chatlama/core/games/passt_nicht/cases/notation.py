"""How worked cases write the cards, wishes, layouts and moves of Passt nicht!.

Read strictly and said the same way. The meaning of a case's keys is in ``start`` and ``expect``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chatlama.core.games.passt_nicht.position import (
    COLOURS,
    LETTERS,
    NAMES,
    WISHES,
    Lay,
    Move,
    Play,
    Stacks,
    Uncover,
    colour,
)
from chatlama.core.nodes import Fields, Node, Unreadable, fields, listed, number, only, say
from chatlama.core.text import SEATS, Seat

CARDS: Final = {name.upper(): card for card, name in enumerate(NAMES)}
"""Cards as cases write them."""
SAID: Final = tuple(CARDS)
"""The same by number."""


def read_seat(node: Node, seats: int) -> Seat:
    """Return the seat, which must be one of the round's."""
    seat = number(node, "a seat")
    if seat in range(seats):
        return SEATS[seat]
    raise Unreadable(f"no seat {say(node)}")


def read_card(node: Node) -> int:
    """Return the card of that name.

    >>> read_card("R0"), read_card("JK")
    (0, 30)
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


def read_layout(node: Node) -> Stacks:
    """Return a layout, told by colour.

    >>> read_layout({"pink": ["P2", "P4"]})
    ((), (8, 10), (), (), ())
    """
    told = only(fields(node, "a layout"), COLOURS, "a layout")
    layout = tuple(read_cards(told.get(name, ()), name) for name in COLOURS)
    for at, stack in enumerate(layout):
        if any(colour(card) != at for card in stack):
            raise Unreadable(f"a layout: {COLOURS[at]} holds another card in {say(node)}")
    return layout


def read_named(node: Node) -> str:
    """Return what is named in a move's code: one card, or several, which no rule allows.

    >>> read_named("G4"), read_named(["G4", "JK"])
    ('g4', 'g4+jk')
    """
    cards = read_cards(node if isinstance(node, list | tuple) else [node], "do")
    if not cards:
        raise Unreadable("do: no card is named")
    return "+".join(NAMES[card] for card in cards)


def read_wish(node: Node) -> str:
    """Return the code of saying a wish, which need not exist.

    >>> read_wish({"colour": "green"}), read_wish({"number": 7}), read_wish({})
    ('wish:g', 'wish:7', 'wish:')
    """
    told = only(fields(node, "a wish"), ("colour", "number"), "a wish")
    letters = dict(zip(COLOURS, LETTERS, strict=True))
    said = []
    for key, value in told.items():
        if value is None:
            continue
        if key == "colour":
            said.append(letters.get(say(value), "?"))
        else:
            said.append(say(value) if isinstance(value, int) else "?")
    return "wish:" + "+".join(said)


def read_state_wish(node: Node) -> str | None:
    """Return the wish in force, which must exist."""
    if node is None:
        return None
    wish = read_wish(node).removeprefix("wish:")
    if wish in WISHES:
        return wish
    raise Unreadable(f"no wish {say(node)}")


def say_wish(wish: str | None) -> Node:
    """Return a wish as cases have it: ``{colour: green}``, ``{number: 4}``."""
    if wish is None:
        return None
    if wish in LETTERS:
        return {"colour": COLOURS[LETTERS.index(wish)]}
    return {"number": int(wish)}


def say_layout(layout: Stacks) -> Fields:
    """Return a layout as cases have it, without empty stacks."""
    stacks = zip(COLOURS, layout, strict=True)
    return {name: tuple(SAID[card] for card in stack) for name, stack in stacks if stack}


def say_move(move: Move) -> str:
    """Return a move as cases have it, on one line: ``{discard: G4, from: hand}``."""
    match move:
        case Play(card):
            return say({"discard": SAID[card], "from": "hand"})
        case Uncover(card):
            return say({"discard": SAID[card], "from": "layout"})
        case Lay(card):
            return say({"lay": SAID[card]})
        case _:
            raise Unreadable(f"{move.code} is half a move")


def in_order(node: Node) -> str:
    """Return what was expected of a move, its keys in the order in which they are said."""
    return say(dict(sorted(node.items())) if isinstance(node, Mapping) else node)
