"""Deals of Passt nicht!'s hidden cards that agree with all that a seat knows.

It knows how many cards everybody holds, all that lies open, and who could not meet a wish: whoever
laid a card instead had nothing that fits it. Which of a hand's cards were there already is not
known, so whoever has discarded since is taken to have discarded one of those.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from chatlama.core.game import Event
from chatlama.core.games.passt_nicht.position import (
    COLOURS,
    DECK,
    JOKER,
    LETTERS,
    NUMBERS,
    WISHES,
    View,
)
from chatlama.core.games.passt_nicht.rounds import HAND
from chatlama.core.text import Text

from .rounds import FITS, WISH, Round

ANY: frozenset[int] = frozenset()


class Unseen:
    """What one seat can't see of a round, ready to be dealt again and again."""

    def __init__(self, round: Round, view: View, history: Iterable[Event]) -> None:
        self.round = round
        cards = list(DECK)
        lies = [card for own in view.layouts for stack in own for card in stack]
        for card in (*(view.hand or ()), *view.discards, *view.aside, *lies):
            cards.remove(card)
        self.cards = cards
        """What nobody has seen, in hands and pile, and what leavers took with them."""
        self.pile = view.pile
        barred = lacking(history)
        self.bound: list[tuple[int, Sequence[frozenset[int]]]] = []
        """Seats of whose cards something is known: what each can't be, those known best first."""
        self.free: list[tuple[int, int]] = []
        """How many of the other cards each seat holds."""
        for place, seat in enumerate(view.standings.present):
            if seat != view.viewer:
                known = [bars for bars in barred.get(seat, ()) if bars]
                if known:
                    self.bound.append((place, known))
                self.free.append((place, view.counts[seat] - len(known)))

    def deal(self, chance: Random) -> Round:
        """Return the round with all hands and the draw pile."""
        cards = self.cards.copy()
        chance.shuffle(cards)
        world = self.round.copy()
        world.shuffle = chance.shuffle
        hands = world.hands
        for seat, known in self.bound:
            for bars in known:
                card = next((card for card in cards if card not in bars), cards[0])
                cards.remove(card)
                hands[seat].append(card)
        for seat, count in self.free:
            for _ in range(count):
                hands[seat].append(cards.pop())
        world.pile = cards[: self.pile]
        return world


def lacking(history: Iterable[Event]) -> dict[int, list[frozenset[int]]]:
    """Return for each seat and each of its cards what it can't be, the best known first."""
    hands: dict[int, list[frozenset[int]]] = {}
    wish: frozenset[int] = ANY
    drawing: list[frozenset[int]] | None = None
    for event in history:
        said, args = event.text.id, dict[str, Any](event.text.args)
        if drawing is not None:
            if said == "passt-nicht-shuffled":
                continue
            if said != "passt-nicht-nothing-drawn":
                drawing.append(ANY)
            drawing = None
        match said:
            case "passt-nicht-wished":
                _gone(_hand(hands, args), JOKER)
                wish = _wished(args["wish"])
            case "passt-nicht-played":
                _gone(_hand(hands, args), _card(args["card"]))
                wish = ANY
            case "passt-nicht-uncovered":
                wish = ANY
            case "passt-nicht-laid":
                hand = _hand(hands, args)
                _gone(hand, _card(args["card"]))
                hand[:] = [bars | wish for bars in hand]
                drawing = hand
            case _:
                pass
    if drawing is not None:
        drawing.append(ANY)
    return hands


def _hand(hands: dict[int, list[frozenset[int]]], args: dict[str, Any]) -> list[frozenset[int]]:
    """Return what the cards of the seat that moves can't be; nothing is known of what was dealt."""
    return hands.setdefault(args["player"], [ANY] * HAND)


def _gone(hand: list[frozenset[int]], card: int) -> None:
    """Take out the card of which most is known and which this one may have been.

    Each knows more than the next, so what is left is true whichever it was.
    """
    hand.remove(next((bars for bars in hand if card not in bars), hand[-1]))


def _card(said: Text) -> int:
    """Return the card that was named."""
    if said.id == "passt-nicht-joker":
        return JOKER
    args = dict[str, Any](said.args)
    return COLOURS.index(args["colour"]) * NUMBERS + int(args["number"])


def _wished(said: Text) -> frozenset[int]:
    """Return the cards that meet the wish that was named."""
    args = dict[str, Any](said.args)
    if said.id == "passt-nicht-wish-colour":
        wish = LETTERS[COLOURS.index(args["colour"])]
    else:
        wish = str(args["number"])
    fits = FITS[WISH + WISHES.index(wish)]
    return frozenset([card for card, fit in enumerate(fits) if fit])
