"""Moves by number, for those who see their hand as words only.

Where the buttons that all see are not all moves there are, a page also carries numbers. The n-th
presses the n-th button of whoever presses it, as it stands on that person's own hand. How many
numbers there are, and whether any, never depends on what anybody holds.
"""

from __future__ import annotations

from dataclasses import replace

from chatlama.core.game import AnyGame, opening
from chatlama.core.rng import Rng
from chatlama.core.table import screens
from chatlama.core.table.intents import Stamp
from chatlama.core.table.model import House, Phase, Table

from .token import Token
from .transport import Page, PageButton

COUNT = 16
"""Numbers that are offered: as many buttons as a hand has but for very rare ones."""
SAMPLE = 60
"""Moves of a sample game that are looked at."""
SIGN = "#"
"""Begins the code of a number; no game's move begins so."""
_open: dict[str, bool] = {}
"""Game to whether all its moves are buttons that all see; told by its rules, so never outdated."""


def positioned(page: Page, table: Table, house: House) -> Page:
    """Return the page with its numbers, while a game is played that needs them."""
    if table.phase is not Phase.PLAYING or _plays_openly(house.games[table.game]):
        return page
    stamp = Stamp(table.number, table.step)
    numbers = range(1, COUNT + 1)
    buttons = (PageButton(f"{n}", str(Token(table.id, stamp, f"{SIGN}{n}"))) for n in numbers)
    return replace(page, positions=tuple(buttons))


def meant(code: str, table: Table, user: str, house: House) -> str:
    """Return the code of the button that a number means to the person; any other code as it is.

    A number that means nothing stays what it is: no move, which the game can refuse.
    """
    seat = next((seat for seat, person in table.persons if person.user == user), None)
    if not code.startswith(SIGN) or seat is None:
        return code
    screen = screens.hand(table, seat, house)
    buttons = [button for row in screen.buttons for button in row] if screen else []
    number = int(code[1:]) if code[1:].isdecimal() else 0
    return buttons[number - 1].code if 0 < number <= len(buttons) else code


def _plays_openly(game: AnyGame) -> bool:
    """Return whether all moves are buttons that all see, as in a sample round of the game.

    A sample and not the table itself: there the answer could tell what somebody holds.
    """
    if game.info.name not in _open:
        _open[game.info.name] = _sampled(game)
    return _open[game.info.name]


def _sampled(game: AnyGame) -> bool:
    state = game.deal(opening(game.info.min_seats), game.info.defaults(), Rng(b"sample", 0))
    for step in range(1, SAMPLE):
        turn = game.to_move(state)
        if not turn:
            break
        board = game.screen(game.view(state, None), ())
        offered = {button.code for row in board.buttons for button in row}
        moves = game.legal(state, turn[0])
        if any(move.code not in offered for move in moves):
            return False
        rng = Rng(b"sample", step)
        state = game.apply(state, turn[0], moves[rng.below(len(moves))], rng).state
    return True
