"""Why one would make a move in Passt nicht!, in a sentence for somebody who learns the game."""

from __future__ import annotations

from chatlama.core.text import Text, text

from .rounds import COLOUR, FITS, LAID, OWN, WISH, WISHED, Round


def reason(round: Round, move: int, choices: int) -> Text:
    """Return what speaks for one move of so many, as far as the seat that makes it can see."""
    hand, layout, fits = round.hands[round.turn], round.layouts[round.turn], FITS[round.key]
    if choices == 1:
        return text("passt-nicht-why-only")
    if move >= WISHED:
        return text("passt-nicht-why-wish")
    if move >= LAID:
        if layout[COLOUR[move - LAID]]:
            return text("passt-nicht-why-cover")
        return text("passt-nicht-why-lay")
    if move >= OWN:
        return text("passt-nicht-why-uncover")
    if len(hand) == 1:
        return text("passt-nicht-why-out")
    if any(stack and fits[stack[-1]] for stack in layout):
        return text("passt-nicht-why-save")
    if round.key >= WISH:
        return text("passt-nicht-why-play")
    return text("passt-nicht-why-fewer")
