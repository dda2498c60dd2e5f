"""A shedding game's rules as tables of numbers, for play-outs: what fits, what it costs, who pays.

A hand is one number: how often it holds card ``c`` stands in the four bits from ``4 * c`` on. Its
mask, a bit for each different card, is all that choosing and paying depend on, so both are looked
up. A choice is a number, too: a card to play, ``DRAW`` or ``QUIT``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

DRAW = 0
QUIT = -1

CARDS = 9
"""One more than the highest card of any shedding game."""
ONE = tuple(1 << 4 * card for card in range(CARDS))
"""A hand of a single card."""
ALL = tuple(15 << 4 * card for card in range(CARDS))
"""The bits that count a card."""
BIT = tuple(1 << card for card in range(CARDS))
"""A mask of a single card."""
MASKS = range(1 << CARDS)
SAFE = 200
"""More points than anybody can have."""


class Thumb(NamedTuple):
    """The rules of thumb, in numbers."""

    far: int
    """Up to this value a hand is laid down."""
    near: int
    """The same while an opponent who is in the round holds ``FEW`` cards or fewer."""


FEW = 2


@dataclass(frozen=True, slots=True)
class Kind:
    """One game with one choice of its options."""

    deck: tuple[int, ...]
    fitting: tuple[int, ...]
    """For each card on top the mask of those that fit on it."""
    prefer: tuple[tuple[int, ...], ...]
    """For each card on top those that fit on it, in the order in which rules of thumb play them."""
    cards: tuple[bytes, ...]
    """For each card on top, and each mask, the card that rules of thumb play; 0: none fits."""
    value: tuple[int, ...]
    """What a hand of each mask costs."""
    back: tuple[int, ...]
    """The points that are left when a finisher with so many has given back what he may."""
    highest_pays: bool
    """Whether only the highest hand of the round pays (rulebook A18)."""
    target: int


def kind(
    deck: Iterable[int],
    fitting: Sequence[Sequence[int]],
    worth: Sequence[int],
    back: Callable[[int], int],
    target: int,
    *,
    highest_pays: bool = False,
    wild: int | None = None,
) -> Kind:
    """Return the tables; the rules of thumb play what is equal, then what is dear, wild last."""

    def preference(top: int) -> tuple[int, ...]:
        return tuple(
            sorted(fitting[top], key=lambda card: (card == wild, card != top, -worth[card]))
        )

    prefer = tuple(preference(top) for top in range(len(fitting)))
    return Kind(
        deck=tuple(deck),
        fitting=tuple(mask_of(cards) for cards in fitting),
        prefer=prefer,
        cards=tuple(
            bytes(next((card for card in order if mask & BIT[card]), 0) for mask in MASKS)
            for order in prefer
        ),
        value=tuple(
            sum(cost for card, cost in enumerate(worth) if mask & BIT[card]) for mask in MASKS
        ),
        back=tuple(back(points) for points in range(SAFE)),
        highest_pays=highest_pays,
        target=target,
    )


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of the cards.

    >>> mask_of((1, 1, 3))
    10
    """
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def hand_of(cards: Iterable[int]) -> int:
    """Return the hand as a number.

    >>> hex(hand_of((1, 1, 3)))
    '0x1020'
    """
    return sum(ONE[card] for card in cards)
