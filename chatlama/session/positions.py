"""Moves by number, for those who see their hand as words only.

Where the buttons that all see are not all moves there are, a page also carries numbers. The n-th
presses the n-th button of whoever presses it, as it stands on that person's own hand. How many
numbers there are, and whether any, never depends on what anybody holds.
"""

from __future__ import annotations

from dataclasses import replace

from chatlama.core.table import screens
from chatlama.core.table.house import House
from chatlama.core.table.intents import Stamp
from chatlama.core.table.model import Phase, Table, UserId

from .token import Token
from .transport import Page, PageButton

COUNT = 16
"""Numbers that are offered: as many buttons as a hand has but for very rare ones."""
SIGN = "#"
"""Begins the code of a number; no game's move begins so."""


def positioned(page: Page, table: Table, house: House) -> Page:
    """Return the page with its numbers, while a game is played that needs them."""
    if table.phase is not Phase.PLAYING or house.games[table.game].info.open_moves:
        return page
    stamp = Stamp(table.number, table.step)
    numbers = range(1, COUNT + 1)
    buttons = (PageButton(f"{n}", str(Token(table.id, stamp, f"{SIGN}{n}"))) for n in numbers)
    return replace(page, positions=tuple(buttons))


def numbered(code: str, table: Table, user: UserId, house: House) -> str:
    """Return the code of the button that a number means to the person; any other code as it is.

    A number that means nothing stays what it is: no move, which the game can refuse.
    """
    seat = table.seat_of(user)
    if not code.startswith(SIGN) or seat is None:
        return code
    screen = screens.hand(table, seat, house)
    buttons = [button for row in screen.buttons for button in row] if screen else []
    number = int(code[1:]) if code[1:].isdecimal() else 0
    return buttons[number - 1].code if 0 < number <= len(buttons) else code
