"""What a typed word means at a table: a button that is named, a move, or the rule against it.

Nothing is parsed. A word is looked for among the moves that the person can make, sign for sign
where it names several, then among all that they can press, then among the moves there are in the
game, then among the beginnings of these; what is a move but not legal is refused by the game, with
its reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chatlama.core.game import NOT_NOW
from chatlama.core.screen import Screen
from chatlama.core.table import screens
from chatlama.core.table.house import House
from chatlama.core.table.intents import Who
from chatlama.core.table.model import Phase, Table
from chatlama.core.text import Text, text

from .commands import Label, begun, named
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
    understood: bool = True
    """Whether it is anything at this table."""


def meaning(
    typed: str, table: Table, who: Who, house: House, presenter: Presenter, language: str
) -> Meaning:
    """Return what the person means; ``language`` is the one that they are answered in."""
    if _is_legal(typed.casefold(), table, who, house):
        return Meaning(typed.casefold())
    hand = _own(table, who, house)
    moves = _labels(table, presenter, hand)
    found, refused = named(typed, moves), None
    if len(found) == 1:
        return Meaning(found[0].code)
    if found and hand is not None and (code := _read_off(typed, hand, table, presenter)):
        return Meaning(code)
    labels = (*moves, *_labels(table, presenter, *_others(table, who, house)))
    found = named(typed, labels)
    if not found:
        move = _move(typed, table, who, house, presenter)
        if move is not None and move.code is not None:
            return move
        found, refused = begun(typed, labels), move
    if not found and refused is not None:
        return refused
    match found:
        case [only]:
            return Meaning(only.code)
        case []:
            return Meaning(said=text("not-understood", said=typed[:SHOWN]), understood=False)
        case several:
            choices = tuple(label.said[language] for label in several)
            return Meaning(said=text("ambiguous", choices=choices), secret=True)


def spelt(typed: str, table: Table, who: Who, house: House, presenter: Presenter) -> str | None:
    """Return the code of the button on which just these words stand; ``None`` if there is none."""
    buttons = (_own(table, who, house), *_others(table, who, house))
    found = named(typed, _labels(table, presenter, *buttons))
    return found[0].code if len(found) == 1 else None


def _read_off(typed: str, shown: Screen, table: Table, presenter: Presenter) -> str | None:
    """Return the code of the button on which just this stands, with its signs: 🔶 7 is one card."""
    for row in shown.buttons:
        for button in row:
            if typed.strip() in presenter.everywhere(button.label, table).values():
                return button.code
    return None


def _labels(table: Table, presenter: Presenter, *shown: Screen | None) -> tuple[Label, ...]:
    """Return what is typed for the buttons of these screens."""
    rows = (row for screen in shown if screen is not None for row in screen.buttons)
    return tuple(
        Label(button.code, presenter.everywhere(button.word or button.label, table))
        for row in rows
        for button in row
    )


def _own(table: Table, who: Who, house: House) -> Screen | None:
    """Return the person's hand."""
    seat = table.seat_of(who.user)
    return None if seat is None else screens.hand(table, seat, house)


def _others(table: Table, who: Who, house: House) -> tuple[Screen, ...]:
    """Return what all see, and what the person alone can open."""
    return screens.public(table, house), screens.menu(table, who)


def _is_legal(code: str, table: Table, who: Who, house: House) -> bool:
    """Return whether it is the very code of a move that the person can make: most of what is typed.

    Then nothing has to be looked for.
    """
    seat, position = table.seat_of(who.user), table.position
    if table.phase is not Phase.PLAYING or position is None or seat not in position.to_move:
        return False
    legal = house.games[table.game].legal(position.state, seat)
    return any(move.code == code for move in legal)


def _move(typed: str, table: Table, who: Who, house: House, presenter: Presenter) -> Meaning | None:
    """Return the move that was typed, or why it is refused; ``None`` if it is none.

    One that comes after its round is still a move: the table says that it comes too late.
    """
    seat, position = table.seat_of(who.user), table.position
    if position is None or seat is None:
        return None
    game = house.games[table.game]
    moves = [Label(code, presenter.everywhere(said, table)) for code, said in game.info.moves]
    if table.phase is not Phase.PLAYING:
        late = named(typed, moves) or begun(typed, moves)
        return Meaning(late[0].code) if late else None
    legal = {move.code for move in game.legal(position.state, seat)}
    word = "".join(typed.casefold().split())
    codes = [word, game.info.implied + word, *(label.code for label in named(typed, moves))]
    for code in codes:
        if code in legal:
            return Meaning(code)
    meant = _meant(begun(typed, moves), game.info.implied)
    codes += [code for code in meant if code not in legal]
    refusals = [game.refuse(position.state, seat, code) for code in codes]
    said = next((refusal.text for refusal in refusals if refusal.reason != NOT_NOW), None)
    return None if said is None else Meaning(said=said, secret=True)


def _meant(moves: Sequence[Label], implied: str) -> list[str]:
    """Return the code of the one move that is meant by its beginning, if it is one.

    Of several it is the one that goes without saying: who types "joker" wants to play it.
    """
    codes = [label.code for label in moves]
    usual = [code for code in codes if implied and code.startswith(implied)]
    return next((each for each in (codes, usual) if len(each) == 1), [])
