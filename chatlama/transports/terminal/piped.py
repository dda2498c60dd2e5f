"""Without a terminal: the computer plays for who sits here, and every page is printed once.

Nothing is read, nothing is coloured and no cursor moves: what is printed can be kept and compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from uuid import uuid4

from rich.console import Console
from rich.text import Text

from chatlama.session.transport import Dispatch, Emphasis, Incoming, Page, Pressed, Sender, Typed

from .pages import Pages
from .screen import Rows, page_text, rows_text, tidy

WIDEST = 80
AUTO = Typed("auto")
"""Asks the shell to have the computer choose the move."""


@dataclass(slots=True)
class Piped:
    """A table that plays itself, one line below the other."""

    pages: Pages
    settle: float
    console: Console
    _printed: dict[str | None, str] = field(default_factory=dict)

    async def run(self, dispatch: Dispatch) -> None:
        """Return when a game's end is printed, the table has closed or nobody reads any more."""
        pages = self.pages
        answered: Rows = ()
        while True:
            await pages.changed.wait()
            pages.changed.clear()
            await asyncio.sleep(self.settle)
            turn = pages.turn()
            rows = pages.hands[turn.user].buttons if turn else pages.rows
            if not self._print_pages(turn):
                return
            if pages.closed or (pages.table and pages.table.final):
                return
            if rows == answered:
                continue  # what was done about these buttons is still to be seen
            answered = rows
            for incoming in self._acts(turn):
                reply = await dispatch(incoming)
                told = [Text(tidy(reply.alert))] if reply.alert else []
                told += [page_text(reply.page)] if reply.page else []
                if not all(self._print(text) for text in told):
                    return

    def _acts(self, turn: Sender | None) -> Iterator[Incoming]:
        """Yield what is done for the people: a move on a hand, else what the table waits for."""
        chat = self.pages.chat
        if turn:
            yield Incoming(uuid4().hex, chat, turn, AUTO)
            return
        primary = (b for row in self.pages.rows for b in row if b.emphasis is Emphasis.PRIMARY)
        for button in primary:
            for person in self.pages.people:
                act = Pressed(button.token)
                yield Incoming(uuid4().hex, chat, person, act)
            return

    def _print_pages(self, turn: Sender | None) -> bool:
        table = self.pages.table
        return (table is None or self._print_page(None, table, asks=turn is None)) and (
            turn is None or self._print_page(turn.user, self.pages.hands[turn.user], asks=True)
        )

    def _print_page(self, place: str | None, page: Page, *, asks: bool) -> bool:
        """Print the page unless its place has it printed already."""
        text = page_text(page)
        buttons = rows_text(page.buttons, self.console.width) if asks else Text()
        whole = Text("\n").join(part for part in (text, buttons) if part.plain)
        if self._printed.get(place) == whole.plain:
            return True
        self._printed[place] = whole.plain
        return self._print(whole)

    def _print(self, text: Text) -> bool:
        """Return whether anybody may still be reading."""
        try:
            self.console.print(text, Text(), sep="\n")
        except SystemExit:  # rich's answer to a closed pipe, once stdout points to nowhere
            return False
        return True


def plain(console: Console) -> Console:
    """Return a console for the same file that writes mere text."""
    width = min(console.width, WIDEST)
    return Console(file=console.file, width=width, color_system=None, force_terminal=False)
