"""What is told of a game of Foppen. All of it is public: cards are laid open or not at all.

The same few events happen over and over, so each is made once. ``SEATS`` makes seats of equal
numbers.
"""

from __future__ import annotations

from functools import cache

from chatlama.core.game import Event, Public
from chatlama.core.text import SEATS, Seat, Text, text

from .cards import SUITS, number_of, suit_of

SIGNS = ("🟩", "⭐", "🔶", "🔵", "🃏")
"""A sign for each suit, told apart by its shape alone, and one for the joker."""


@cache
def card_text(card: int) -> Text:
    """Return a card as it is said in a sentence: ``🟩 green 7``, ``a 🃏 1``."""
    suit, sign, number = _named(card)
    return text("fool-card", suit=suit, sign=sign, number=number)


@cache
def face_text(card: int) -> Text:
    """Return a card as it is typed: ``green 7``, ``1``."""
    suit, _, number = _named(card)
    return text("fool-face", suit=suit, number=number)


def not_in_hand(card: int) -> Text:
    """Say that somebody does not hold a card."""
    suit, sign, number = _named(card)
    return text("fool-not-in-hand", suit=suit, sign=sign, number=number)


def _named(card: int) -> tuple[str, str, int]:
    """Return what a message is told of a card: its suit, its sign, its number."""
    suit = suit_of(card)
    return (*SUITS, "joker")[suit], SIGNS[suit], number_of(card)


@cache
def led(seat: int, card: int) -> tuple[Event, ...]:
    return (Public(text("fool-led", player=SEATS[seat], card=card_text(card))),)


@cache
def played(seat: int, card: int) -> tuple[Event, ...]:
    return (Public(text("fool-played", player=SEATS[seat], card=card_text(card))),)


@cache
def discarded(seat: int, card: int) -> tuple[Event, ...]:
    return (Public(text("fool-discarded", player=SEATS[seat], card=card_text(card))),)


@cache
def taken(winner: int, fools: tuple[Seat, ...]) -> tuple[Event, ...]:
    said = text("fool-taken", winner=SEATS[winner], fools=fools, count=len(fools))
    return (Public(said),)


@cache
def dealt_again(players: int) -> tuple[Event, ...]:
    return (Public(text("fool-dealt-again", players=players)),)
