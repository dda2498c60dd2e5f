"""A table on one screen: one person or several who pass the device on, and computer players.

Where there is a terminal it is drawn and asked (``play``, ``keys``); otherwise the table plays
itself and is printed (``piped``). ``pages`` knows who acts, ``screen`` how a page looks. Nothing
here knows a rule, a game or a language: texts come in pages and in ``Words``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output
from rich.console import Console

from chatlama.session.transport import (
    Address,
    Capabilities,
    Chat,
    Dispatch,
    Handle,
    Page,
    Sender,
)

from .pages import Pages
from .piped import Piped, plain
from .play import Play, Words

__all__ = ["Terminal", "Words"]

SETTLE = 0.05
"""Seconds in which pages that belong together come in, so that no half is drawn."""


class Terminal:
    """The chat system of those who sit at this screen; ``run`` it once."""

    name = "terminal"
    capabilities = Capabilities()

    def __init__(
        self,
        people: Sequence[Sender],
        chat: Chat,
        words: Words,
        *,
        console: Console | None = None,
        input: Input | None = None,
        output: Output | None = None,
        interactive: bool | None = None,
        settle: float = SETTLE,
    ) -> None:
        """Take the people who sit here, in the order in which they are asked; at least one.

        What is left out is the process's own: standard output, the terminal, and whether there is
        one. ``console`` decides about colours, ``output`` about the size of the drawn screen.
        """
        self._console = console or Console()
        self._pages = Pages(chat, tuple(people))
        self._player: Play | Piped
        if _is_terminal(self._console) if interactive is None else interactive:
            self._player = Play(self._pages, words, settle, self._console, input, output)
        else:
            self._player = Piped(self._pages, settle, plain(self._console))

    async def run(self, dispatch: Dispatch) -> None:
        """Bring in what people do until the table closes or somebody quits (Ctrl-C, Ctrl-D).

        Without a terminal, until a game ends or nobody reads any more. The terminal is as it was
        before, and the public page stands on it.
        """
        await self._player.run(dispatch)

    async def administers(self, chat: Chat, user: str) -> bool:
        """Return False: whoever opened the table is its host, and that is enough here."""
        return False

    def wants(self, to: Address) -> bool:
        """Return that hands are always shown."""
        return True

    async def hides(self, to: Address) -> bool:
        """Return that nobody writes without a name."""
        return False

    def reaches(self, to: Address) -> bool:
        """Return True: they all sit here."""
        return True

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        """Make the page what ``to`` sees here; loud pages ring once and take no other's place."""
        return self._pages.show(to, page, last)


def _is_terminal(console: Console) -> bool:
    """Return whether people can be asked: there are keys, and a screen that can be drawn on."""
    return sys.stdin.isatty() and console.file.isatty() and not console.is_dumb_terminal
