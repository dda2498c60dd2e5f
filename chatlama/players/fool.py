"""A computer player of Foppen: it weighs how likely a card makes a fool and what keeping it costs.

It knows what a person with a good memory knows: the view, in which all tricks lie open. It does not
search and needs no chance. For each card it reckons how likely too few worse ones will lie in the
trick. Unseen cards are taken to be anywhere, except where a seat has shown a void; whoever follows
or discards is taken to do it with any card.

The figures are points a round more or less than others at the table make who play by the values
chosen, counted over at least 600 rounds with four players and as many with six (each ± 0.4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from typing import Any, Final

from chatlama.core.game import Sight, Strength, Thought
from chatlama.core.games.fool.cards import (
    JOKER,
    OPEN,
    Play,
    cards_for,
    number_of,
    suit_of,
)
from chatlama.core.games.fool.position import View
from chatlama.core.rng import Rng
from chatlama.core.text import Text

FOOLED: Final = 65
"""What being fooled costs, in numbers on cards. Half and double change nothing that can be counted;
always the dearest card, whatever the risk, loses 3.9 and 3.4."""
ONE: Final = 20
"""What getting rid of a "1" is worth, so that it goes as soon as others have discarded. Its mere
penalty of 5 loses 1.2 and 0.3, nothing at all loses 1.5 and 0.2; 40 changes nothing."""
LONGEST: Final = 0
"""Green, which has the most cards: the suit that a led "1" will most likely have."""


class FoolPlayer:
    """The player by rules of thumb."""

    name = "fool_medium"
    game = "fool"
    strength = Strength.MEDIUM

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield the move that the rules of thumb prefer, always the same one for one sight."""
        view: View = sight.view
        moves: Sequence[Play] = sight.moves
        unseen = _unseen(view)

        def worth(move: Play) -> float:
            return _relief(move.card, view) - FOOLED * _risk(move.card, view, unseen)

        yield Thought(max(moves, key=worth), Text("fool-why-play"))


def _relief(card: int, view: View) -> int:
    """Return what it is worth to be rid of a card, in numbers on cards.

    A leader looks at the risk alone: to count numbers there too changes nothing with four players
    and loses 0.5 with six.
    """
    if card == JOKER:
        return ONE
    return number_of(card) if view.plays else 0


def _unseen(view: View) -> tuple[int, ...]:
    """Return the cards that are in others' hands, sorted."""
    seen = Counter(view.hand or ())
    seen.update(view.plays)
    for trick in view.tricks:
        seen.update(trick.plays)
    return tuple((Counter(cards_for(len(view.standings.present))) - seen).elements())


def _risk(card: int, view: View, unseen: Sequence[int]) -> float:
    """Return how likely fewer worse cards than discs will lie in the trick (rulebook F9, F10)."""
    suit, number = view.suit if view.suit != OPEN else suit_of(card), number_of(card)
    if suit == OPEN:
        suit = LONGEST
    worth = suit_of(card) in (suit, OPEN), number
    worse = [
        float((suit_of(other) in (suit, OPEN), number_of(other)) < worth) for other in view.plays
    ]
    held = [number_of(other) for other in unseen if suit_of(other) == suit]
    any_held = [number_of(other) for other in unseen if other != JOKER]
    lower = _share(held, number - 1) if worth[0] else _share(any_held, number)
    for seat in view.order[len(view.plays) + 1 :]:
        if view.voids[seat] >> suit & 1:
            void = 1.0
        else:
            count = view.counts[seat]
            void = comb(len(unseen) - len(held), count) / comb(len(unseen), count)
        worse.append(void + (1 - void) * lower if worth[0] else void * lower)
    none, one = 1.0, 0.0
    for chance in worse:
        none, one = none * (1 - chance), one * (1 - chance) + none * chance
    return none + one if view.discs > 1 else none


def _share(numbers: Sequence[int], limit: int) -> float:
    """Return the share of numbers up to the limit, 0 of none."""
    return sum(number <= limit for number in numbers) / len(numbers) if numbers else 0.0


PLAYER: Final = FoolPlayer()
