"""A computer player of Passt nicht!: it weighs what each move does to layouts and hand, at once.

It knows what a person at its seat knows: the view and its legal moves. It does not search and needs
no chance. It lays whenever it may, dear cards first and onto dear tops; else it discards what the
next player's layout must answer, rather from the hand; and it goes out as soon as it can.

The figures are points a round more or less than others at the table make who play by the values
chosen, counted over at least 1,200 rounds with two players and as many with four (each ± 0.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, assert_never

from chatlama.core.game import Sight, Strength, Thought
from chatlama.core.games.passt_nicht.position import (
    JOKER,
    MATCHING,
    Back,
    Lay,
    Move,
    Play,
    Stacks,
    Uncover,
    View,
    Wish,
    colour,
    number,
    tops,
)
from chatlama.core.rng import Rng
from chatlama.core.text import Text

LAY: Final = 2
"""What each point laid is worth: it counts, and it costs no more. Half of it loses 0.4 and 0.5."""
RID: Final = 0.3
"""What each point discarded from the hand is worth: less than one, for it is a card not laid. At
one it loses 0.6 and 0.5."""
JOKER_WORTH: Final = 3
"""What discarding a joker is worth: enough to save a good card of the layout, too little to do it
instead of laying one. 0 loses 0.2 and 0.5, 6 loses 0.3 and 0.2; never while there is another move
loses 5."""
RISK: Final = 0.25
"""What each visible point may lose its owner. 0 loses 0.4 and 0.1."""
BLOCK: Final = 0.5
"""What each point is worth that a match costs the next player. 0 loses 1.5 and 0.3; 1 gains a
little against one opponent, but loses 0.6 against two or three."""
OWN: Final = 0.5
"""What each wish is worth less for each card of the own layout that it binds. Always the first
wish instead of the best one loses 1.1 and 0.4."""
TIE: Final = 0.01
"""What a wish gains by each card that can follow it from the own hand. It decides ties alone: who
wishes for what he holds looks sensible, but it can't be counted."""
OUT: Final = 100
"""Going out beats everything, whoever leads: waiting until one seems to lead gains nothing, and
never going out while there is another move loses 1.4 and 0.8."""


class PasstNichtPlayer:
    """The player by rules of thumb."""

    name = "passt_nicht_medium"
    game = "passt_nicht"
    strength = Strength.MEDIUM

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield the move that the rules of thumb prefer, always the same one for one sight."""
        view: View = sight.view
        moves: Sequence[Move] = sight.moves
        move = max(moves, key=lambda move: _worth(move, view))
        yield Thought(move, _why(move))


def _why(move: Move) -> Text:
    match move:
        case Back():
            return Text("passt-nicht-why-back")
        case Wish():
            return Text("passt-nicht-why-wish")
        case Lay():
            return Text("passt-nicht-why-lay")
        case Uncover():
            return Text("passt-nicht-why-uncover")
        case Play():
            return Text("passt-nicht-why-play")
        case _:
            assert_never(move)


def _worth(move: Move, view: View) -> float:
    """Return what a move is worth in points; a joker is never taken back."""
    hand, layout = view.hand or (), view.layouts[view.turn]
    matching = MATCHING[view.wish or view.discards[-1]]
    worth: float
    match move:
        case Back():
            return -OUT
        case Wish(wish):
            return _wish_worth(MATCHING[wish], hand, view)
        case Lay(card):
            worth = LAY * number(card)
            layout = _with(layout, card, (*layout[colour(card)], card))
        case Uncover(card):
            worth, matching = -number(card), MATCHING[card]
            layout = _with(layout, card, layout[colour(card)][:-1])
        case Play(card):
            if len(hand) == 1:
                return OUT
            worth = JOKER_WORTH if card == JOKER else RID * number(card)
            matching = MATCHING[card]
        case _:
            assert_never(move)
    risk = sum(1 + number(card) for card in tops(layout))
    return worth + BLOCK * _blocked(view, matching) - RISK * risk


def _wish_worth(matching: frozenset[int], hand: Sequence[int], view: View) -> float:
    """Return what a wish is worth: it should bind the next player's layout, not one's own.

    Of wishes that are equal in this, the one that most of the own cards can follow.
    """
    own = len(matching.intersection(tops(view.layouts[view.turn])))
    held = sum(card in matching for card in hand)
    return _blocked(view, matching) - OWN * own + TIE * held


def _blocked(view: View, matching: frozenset[int]) -> int:
    """Return what it costs the next player at least that a card matches, 0 if he may lay."""
    layout = view.layouts[view.standings.after(view.turn)]
    return min([1 + number(card) for card in tops(layout) if card in matching], default=0)


def _with(layout: Stacks, card: int, stack: tuple[int, ...]) -> Stacks:
    """Return the layout with another stack in the colour of the card."""
    at = colour(card)
    return (*layout[:at], stack, *layout[at + 1 :])


PLAYER: Final = PasstNichtPlayer()
