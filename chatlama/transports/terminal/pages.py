"""The newest pages of one screen, and what follows from them: who acts, and with which buttons.

It draws nothing and asks nobody; it knows neither games nor languages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from chatlama.session.transport import (
    Address,
    Chat,
    Handle,
    Page,
    PageButton,
    Sender,
    Unreachable,
)

TABLE, HAND, CALL = Handle("table"), Handle("hand"), Handle("call")
"""What is shown here: the table, somebody's hand, a call to a turn (which only rings)."""


@dataclass(slots=True)
class Pages:
    """What the table and each hand look like now."""

    chat: Chat
    people: Sequence[Sender]
    """Who sits at this screen."""
    table: Page | None = None
    hands: dict[str, Page] = field(default_factory=dict)
    loud: bool = False
    """Whether something has called for attention since this was last set back."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set by whatever may change the screen."""
    _call: Page | None = None
    _opened: bool = False

    def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        """Keep the page as the newest of its place; it costs nothing if it is that already."""
        if to.chat != self.chat or to.user not in {None, *(each.user for each in self.people)}:
            raise Unreachable(f"{to.user or to.chat.key} is not at this screen")
        if page is None and last is None:
            return None
        if page and page.loud and page not in (self.table, self._call, *self.hands.values()):
            self.loud = True
        self.changed.set()
        if to.user is not None:
            self._keep_hand(to.user, page)
            return HAND if page else None
        if last == CALL or (page and page.loud and last is None and self.table):
            self._call = page
            return CALL if page else None
        self.table = page
        self._opened |= bool(self.rows)
        return TABLE if page else None

    def _keep_hand(self, user: str, page: Page | None) -> None:
        if page is None:
            self.hands.pop(user, None)
        else:
            self.hands[user] = page

    @property
    def rows(self) -> tuple[tuple[PageButton, ...], ...]:
        """The buttons that everybody sees."""
        return self.table.buttons if self.table else ()

    @property
    def closed(self) -> bool:
        """Whether there was something to do and never will be again."""
        if self.table is not None and self.table.closed:
            return True
        return self._opened and not self.rows and self.turn() is None

    def turn(self, last: Sender | None = None) -> Sender | None:
        """Return who acts on their own hand: ``last`` while they can; ``None`` if nobody does."""
        able = [each for each in self.people if self._asks(each)]
        return last if last in able else next(iter(able), None)

    def _asks(self, person: Sender) -> bool:
        hand = self.hands.get(person.user)
        return hand is not None and bool(hand.buttons)
