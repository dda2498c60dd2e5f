"""What a case file is made of: nodes as YAML gives them, read strictly, compared and said.

Nothing here knows what a node means; ``cases`` does, and the games' adapters do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

Node: TypeAlias = object
"""Anything YAML gives: a mapping, a list, a string, a number, a truth value or ``None``."""

Fields: TypeAlias = Mapping[str, Node]

DIGITS = "0123456789"


class Unreadable(ValueError):
    """The case uses a word, or a form, that the vocabulary does not have."""


def fields(node: Node, where: str) -> Fields:
    """Return the node, which must be a mapping."""
    if isinstance(node, Mapping):
        return node
    raise Unreadable(f"{where}: a mapping is needed, not {say(node)}")


def listed(node: Node, where: str) -> tuple[Node, ...]:
    """Return the node, which must be a list."""
    if isinstance(node, list | tuple):
        return tuple(node)
    raise Unreadable(f"{where}: a list is needed, not {say(node)}")


def pair_of(node: Node, where: str) -> tuple[Node, Node]:
    """Return the node, which must be a list of two."""
    match listed(node, where):
        case (first, second):
            return first, second
        case _:
            raise Unreadable(f"{where}: two values are needed, not {say(node)}")


def number(node: Node, where: str) -> int:
    """Return the node, which must be a whole number."""
    if isinstance(node, int) and not isinstance(node, bool):
        return node
    raise Unreadable(f"{where}: a whole number is needed, not {say(node)}")


def flag(node: Node, where: str) -> bool:
    """Return the node, which must be true or false."""
    if isinstance(node, bool):
        return node
    raise Unreadable(f"{where}: true or false is needed, not {say(node)}")


def only(found: Fields, known: Iterable[str], where: str) -> Fields:
    """Return the fields, none of which may be unknown."""
    if unknown := [say(key) for key in found if key not in frozenset(known)]:
        raise Unreadable(f"{where}: unknown key {', '.join(unknown)}")
    return found


# --- what is told seat by seat ---------------------------------------------------------------


def by_seat(key: str) -> tuple[str, int | None, str]:
    """Return the key's word, the seat it names and what follows.

    >>> by_seat("hand0_count"), by_seat("chips12"), by_seat("turn"), by_seat("round_points3")
    (('hand', 0, '_count'), ('chips', 12, ''), ('turn', None, ''), ('round_points', 3, ''))
    """
    head, _, tail = key.partition("_")
    word = head.rstrip(DIGITS)
    if word != head:
        return word, int(head[len(word) :]), f"_{tail}" if tail else ""
    word = key.rstrip(DIGITS)
    return word, None if word == key else int(key[len(word) :]), ""


def per_seat(found: Fields, word: str, plural: str, default: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return what is told of every seat, at once (``hands``) or one by one (``hand0``).

    >>> per_seat({"points": [1, 2], "points1": 5}, "points", "points", (0, 0))
    (1, 5)
    """
    told = list(listed(found.get(plural, default), plural))
    singles = sorted((seat, key) for key in found if (seat := _single(key, word)) is not None)
    for seat, key in singles:
        if seat > len(told):
            raise Unreadable(f"{key}: nothing is told of seat {len(told)}")
        told[seat : seat + 1] = [found[key]]
    return tuple(told)


def flags(node: Node, seats: int, where: str) -> tuple[bool, ...]:
    """Return a truth value for every seat, told as such or as the list of seats that have it.

    >>> flags([True, False], 2, "quit"), flags([1], 3, "quit"), flags([], 2, "quit")
    ((True, False), (False, True, False), (False, False))
    """
    told = listed(node, where)
    if told and all(isinstance(one, bool) for one in told):
        if len(told) != seats:
            raise Unreadable(f"{where}: {seats} values are needed, not {say(node)}")
        return tuple(one is True for one in told)
    have = [number(one, where) for one in told]
    if any(seat not in range(seats) for seat in have):
        raise Unreadable(f"{where}: no such seat in {say(node)}")
    if len(set(have)) < len(have):
        raise Unreadable(f"{where}: a seat is named twice in {say(node)}")
    return tuple(seat in have for seat in range(seats))


def marked(found: Fields, word: str, seats: int) -> tuple[bool, ...]:
    """Return a truth value for every seat, told at once (``quit``) or one by one (``quit1``).

    >>> marked({"quit": [0], "quit2": True}, "quit", 3)
    (True, False, True)
    """
    told = list(flags(found.get(word, ()), seats, word))
    for key in found:
        seat = _single(key, word)
        if seat is not None and seat in range(seats):
            told[seat] = flag(found[key], key)
        elif seat is not None:
            raise Unreadable(f"{key}: no such seat")
    return tuple(told)


def _single(key: str, word: str) -> int | None:
    found, seat, tail = by_seat(key)
    return seat if found == word and not tail else None


# --- comparing and saying --------------------------------------------------------------------


def same(one: Node, other: Node) -> bool:
    """Return whether two nodes say the same; true is not 1, and an order counts."""
    match one, other:
        case Mapping(), Mapping():
            return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
        case ((list() | tuple()), (list() | tuple())):
            return len(one) == len(other) and all(map(same, one, other))
        case (bool(), _) | (_, bool()):
            return one is other
        case _:
            return one == other


def unordered(node: Node) -> Node:
    """Return a list in the order in which all lists of the same things are, anything else as is.

    >>> unordered(["AL", 4, "1"])
    ('1', '4', 'AL')
    """
    return tuple(sorted(map(say, node))) if isinstance(node, list | tuple) else node


def say(node: Node) -> str:
    """Return the node as YAML would have it on one line.

    >>> say({"turn": None, "quit": (True, 2)})
    '{turn: null, quit: [true, 2]}'
    """
    match node:
        case None:
            return "null"
        case bool():
            return str(node).lower()
        case int():
            return str(int(node))  # a seat too
        case Mapping():
            return "{" + ", ".join(f"{key}: {say(value)}" for key, value in node.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(say, node)) + "]"
        case _:
            return str(node)
