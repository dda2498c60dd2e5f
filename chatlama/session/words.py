"""What a typed word means at a table: a button that is named, a move, or the rule against it.

Nothing is parsed. A word is looked for among the buttons that the person can press, then among the
moves there are in the game; what is a move but not legal is refused by the game, with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chatlama.core.game import NOT_NOW, AnyGame
from chatlama.core.screen import Button
from chatlama.core.table import screens
from chatlama.core.table.intents import Who
from chatlama.core.table.model import House, Phase, Position, Table
from chatlama.core.text import Seat, Text, text

from .commands import Label, named
from .present import Presenter

SHOWN = 20
"""Characters of what was not understood that are said back."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What was meant: the code of a button or move, or what is said instead."""

    code: str | None = None
    said: Text | None = None
    secret: bool = False
    """Whether what is said may tell what the person holds."""


def meaning(
    typed: str, table: Table, who: Who, house: House, presenter: Presenter, language: str
) -> Meaning:
    """Return what the person means; ``language`` is the one that they are answered in."""
    labels = [
        Label(button.code, presenter.everywhere(button.label, table))
        for button in _buttons(table, who, house)
    ]
    match named(typed, labels):
        case [only]:
            return Meaning(only.code)
        case []:
            seat, position = table.seat_of(who.user), table.position
            if table.phase is Phase.PLAYING and position is not None and seat is not None:
                move = _move(typed, position, seat, house.games[table.game], table, presenter)
                if move is not None:
                    return move
            return Meaning(said=text("not-understood", said=typed[:SHOWN]))
        case several:
            choices = tuple(label.said[language] for label in several)
            return Meaning(said=text("ambiguous", choices=choices), secret=True)


def _buttons(table: Table, who: Who, house: House) -> Iterator[Button]:
    """Yield the buttons that the person can see or open."""
    seat = table.seat_of(who.user)
    own = None if seat is None else screens.hand(table, seat, house)
    for screen in (own, screens.public(table, house), screens.menu(table, who)):
        for row in screen.buttons if screen else ():
            yield from row


def _move(
    typed: str, position: Position, seat: Seat, game: AnyGame, table: Table, presenter: Presenter
) -> Meaning | None:
    """Return the move that was typed, or why it is refused; ``None`` if it is none."""
    legal = {move.code for move in game.legal(position.state, seat)}
    word = "".join(typed.casefold().split())
    moves = (Label(code, presenter.everywhere(said, table)) for code, said in game.info.moves)
    called = named(typed, moves)
    for code in (word, game.info.implied + word, *(label.code for label in called[:1])):
        if code in legal:
            return Meaning(code)
        refusal = game.refuse(position.state, seat, code)
        if refusal.reason != NOT_NOW:
            return Meaning(said=refusal.text, secret=True)
    return None
