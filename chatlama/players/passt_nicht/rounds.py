"""A round of Passt nicht! made for play-outs: mutable, numbers only, nothing told to anybody.

It does what ``chatlama.core.games.passt_nicht`` does and is proven equal to it on random games. It
does not ask whether a move is legal, and it knows no match. Seats are those who are present,
counted from 0. A joker and its wish are one move here, and what was discarded is shuffled in again
by taking each next card from anywhere in the pile.

A move is a number: the card, plus ``OWN`` if it is taken from the layout, plus ``LAID`` if it is
laid, or ``WISHED`` plus the number of the wish.
"""

from __future__ import annotations

from collections.abc import Callable

from chatlama.core.games.passt_nicht.position import (
    CARDS,
    JOKER,
    MATCHING,
    NUMBERS,
    WISHES,
    View,
)

OWN = 32
LAID = 64
WISHED = 96
NO_WISH = JOKER
"""What has to be matched when a joker lies on top that was played without a wish: another one."""
WISH = JOKER + 1
"""What has to be matched are cards, and from here on wishes, in the order of ``WISHES``."""
COLOUR = tuple([card // NUMBERS for card in CARDS])
WORTH = tuple([card % NUMBERS for card in CARDS])
"""What a card brings when it lies in a layout."""
COST = (*WORTH, 10)
"""What a card in hand costs."""
FITS = tuple(
    [tuple([card in MATCHING[key] for card in (*CARDS, JOKER)]) for key in (*CARDS, JOKER, *WISHES)]
)
"""For each top card or wish: whether a card matches it."""


class Round:
    """A round's position."""

    __slots__ = ("discards", "hands", "key", "laid", "layouts", "pile", "shuffle", "turn")

    def __init__(
        self,
        hands: list[list[int]],
        layouts: list[list[list[int]]],
        discards: list[int],
        pile: list[int],
        turn: int,
        key: int,
        shuffle: Callable[[list[int]], None],
    ) -> None:
        self.hands = hands
        self.layouts = layouts
        """Each seat's stacks, the visible card last."""
        self.laid = [sum([WORTH[card] for stack in own for card in stack]) for own in layouts]
        """What each seat's layout brings."""
        self.discards = discards
        """The discard pile, its top card last."""
        self.pile = pile
        """The draw pile; the last card is the next one drawn."""
        self.turn = turn
        self.key = key
        """What has to be matched."""
        self.shuffle = shuffle
        """Brings cards into another order when what was discarded is drawn again."""

    def copy(self) -> Round:
        """Return the same position, to play on independently."""
        twin = Round.__new__(Round)
        twin.hands = [hand[:] for hand in self.hands]
        twin.layouts = [[stack[:] for stack in own] for own in self.layouts]
        twin.laid, twin.discards, twin.pile = self.laid[:], self.discards[:], self.pile[:]
        twin.turn, twin.key, twin.shuffle = self.turn, self.key, self.shuffle
        return twin

    def legal(self) -> list[int]:
        """Return the moves, sorted; a joker that is not the last card once for each wish."""
        hand, fits = self.hands[self.turn], FITS[self.key]
        moves = {card for card in hand if fits[card]}
        own = [OWN + stack[-1] for stack in self.layouts[self.turn] if stack and fits[stack[-1]]]
        if not own and not (moves and self.key >= WISH):
            own = [LAID + card for card in {*hand} if not fits[card]]
        if JOKER in moves and len(hand) > 1:
            moves.remove(JOKER)
            own += range(WISHED, WISHED + len(WISHES))
        return sorted((*moves, *own))

    def play(self, move: int) -> bool:
        """Make a legal move; return whether the round is over with it."""
        turn = self.turn
        hand = self.hands[turn]
        if move < OWN:
            hand.remove(move)
            self.discards.append(move)
            self.key = move
        elif move < LAID:
            card = move - OWN
            self.layouts[turn][COLOUR[card]].pop()
            self.laid[turn] -= WORTH[card]
            self.discards.append(card)
            self.key = card
        elif move < WISHED:
            card = move - LAID
            hand.remove(card)
            self.layouts[turn][COLOUR[card]].append(card)
            self.laid[turn] += WORTH[card]
            pile = self.pile
            if not pile and len(self.discards) > 1:
                top = self.discards.pop()
                self.shuffle(self.discards)
                pile = self.discards
                self.pile, self.discards = pile, [top]
            if pile:
                hand.append(pile.pop())
        else:
            hand.remove(JOKER)
            self.discards.append(JOKER)
            self.key = move - WISHED + WISH
        if not hand:
            return True
        turn += 1
        self.turn = turn if turn < len(self.hands) else 0
        return False

    def scores(self) -> list[int]:
        """Return what the round that is over brings each seat."""
        return [
            laid - sum([COST[card] for card in hand])
            for laid, hand in zip(self.laid, self.hands, strict=True)
        ]


def seen(view: View) -> Round:
    """Return the round as its viewer sees it: other hands and the draw pile are empty."""
    present = view.standings.present
    wish = view.wish
    return Round(
        hands=[list(view.hand or ()) if seat == view.viewer else [] for seat in present],
        layouts=[[list(stack) for stack in view.layouts[seat]] for seat in present],
        discards=list(view.discards),
        pile=[],
        turn=present.index(view.turn),
        key=view.discards[-1] if wish is None else WISH + WISHES.index(wish),
        shuffle=_as_they_are,
    )


def _as_they_are(cards: list[int]) -> None:
    """Leave cards that nobody is going to draw in their order."""
