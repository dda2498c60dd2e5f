"""Why one would play a card in Foppen, in a sentence for somebody who learns the game."""

from __future__ import annotations

from chatlama.core.games.fool.cards import JOKER, NUMBER, OPEN, SHIFT
from chatlama.core.text import Text, text

from .rounds import FOLLOWED, Round
from .thumb import COLOURS


def reason(round: Round, card: int, choices: int) -> Text:
    """Return what speaks for one card of so many, as far as the seat that plays it can see."""
    keys, suit, number = round.keys, card >> SHIFT, card & NUMBER
    if choices == 1:
        return text("fool-why-only")
    if not keys:
        return _led(round, suit)
    follows = round.suit == OPEN or suit in {round.suit, OPEN}
    key = (FOLLOWED if follows else 0) | number << 4
    need = round.discs - sum(other < key for other in keys)
    if card == JOKER:
        return text("fool-why-joker") if need > 0 else text("fool-why-joker-safe")
    if need > len(round.order) - len(keys) - 1:
        return text("fool-why-lost")
    if need > 0:
        return text("fool-why-follow") if follows else text("fool-why-discard")
    bits, own = round.hands[round.order[len(keys)]][suit], 1 << number
    return text("fool-why-low") if bits & -bits == own != bits else text("fool-why-dear")


def _led(round: Round, suit: int) -> Text:
    if suit in COLOURS and any(round.voids[seat] >> suit & 1 for seat in round.order[1:]):
        return text("fool-why-lead-void")
    return text("fool-why-lead")
