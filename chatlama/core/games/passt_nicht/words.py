"""Cards, wishes and events as texts, cards and layouts as signs.

Colours have shapes of their own, so that nobody needs to tell red from green: a disc, a blossom, a
star, a clover, a diamond.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from chatlama.core.game import Event, Private, Public
from chatlama.core.text import SEATS, Text, text

from .position import COLOURS, JOKER, LETTERS, Stacks, colour, number

SIGNS = ("🔴", "🌸", "⭐", "🍀", "🔷")
"""Each colour's sign."""
JOKER_SIGN = "🃏"
SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
HIGH = 10
"""Cards of a stack from which on its height takes two digits."""
COMPACT = 2
"""So many high stacks, and a layout is written without gaps."""


def named(card: int) -> tuple[str, int, str]:
    """Return what a message is told of a number card: its colour, its number, its sign."""
    kind = colour(card)
    return COLOURS[kind], number(card), SIGNS[kind]


@cache
def card_text(card: int) -> Text:
    """Return a card in words: green 4."""
    if card == JOKER:
        return text("passt-nicht-joker", sign=JOKER_SIGN)
    kind, value, its_sign = named(card)
    return text("passt-nicht-card", colour=kind, number=value, sign=its_sign)


@cache
def wish_text(wish: str) -> Text:
    """Return what is wished for in words: green, or a 4."""
    if wish in LETTERS:
        kind = LETTERS.index(wish)
        return text("passt-nicht-wish-colour", colour=COLOURS[kind], sign=SIGNS[kind])
    return text("passt-nicht-wish-number", number=int(wish))


def sign(card: int) -> str:
    """Return a card in signs: 🍀4."""
    return JOKER_SIGN if card == JOKER else f"{SIGNS[colour(card)]}{number(card)}"


def signs(cards: Iterable[int]) -> str:
    """Return sorted cards in signs, with a gap between colours."""
    said, last = "", None
    for card in cards:
        gap = " " if colour(card) == last else "  "
        said, last = said + gap + sign(card), colour(card)
    return said.strip()


def stacks(layout: Stacks) -> str:
    """Return a layout in signs: the top of each stack with its height, if it is one: 🍀4³."""
    said = [
        sign(stack[-1]) + (str(len(stack)).translate(SMALL) if len(stack) > 1 else "")
        for stack in layout
        if stack
    ]
    high = sum(len(stack) >= HIGH for stack in layout)
    return ("" if high >= COMPACT else " ").join(said)


# The same few events happen over and over: each is made once. SEATS makes seats of equal numbers.

SHUFFLED: tuple[Event, ...] = (Public(text("passt-nicht-shuffled")),)
NOTHING_DRAWN: tuple[Event, ...] = (Public(text("passt-nicht-nothing-drawn")),)


@cache
def played(seat: int, card: int) -> tuple[Event, ...]:
    """Say that a card was discarded from the hand."""
    return (Public(text("passt-nicht-played", player=SEATS[seat], card=card_text(card))),)


@cache
def uncovered(seat: int, card: int) -> tuple[Event, ...]:
    """Say that a card was discarded from the layout."""
    return (Public(text("passt-nicht-uncovered", player=SEATS[seat], card=card_text(card))),)


@cache
def wished(seat: int, wish: str) -> tuple[Event, ...]:
    """Say that a joker was played and what for."""
    return (Public(text("passt-nicht-wished", player=SEATS[seat], wish=wish_text(wish))),)


@cache
def laid(seat: int, card: int) -> tuple[Event, ...]:
    """Say that a card was laid."""
    return (Public(text("passt-nicht-laid", player=SEATS[seat], card=card_text(card))),)


@cache
def drew(seat: int, card: int) -> tuple[Event, ...]:
    """Tell the seat alone what it drew."""
    return (Private(SEATS[seat], text("passt-nicht-drawn", card=card_text(card))),)
