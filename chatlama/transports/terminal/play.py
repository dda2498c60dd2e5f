"""People at one screen: what is drawn when, and as whom an entry is handed in.

It guards the hands: at most one is on the screen, and when somebody else is to act it stays
covered until the device has been passed on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output
from rich.console import Console

from chatlama.session.transport import (
    Dispatch,
    Emphasis,
    Incoming,
    Page,
    PageButton,
    Pressed,
    Reply,
    Sender,
    Typed,
)

from .keys import Enter, Entry, Keys, Scene
from .pages import Pages
from .screen import Rows, page_text, tidy

log = logging.getLogger(__name__)

BACK = ""
"""The token of our own button, which closes a page that is being read."""


@dataclass(frozen=True, slots=True)
class Words:
    """What this transport says itself, in the language of the screen."""

    prompt: str
    """Before what is typed: ``Your move:``."""
    hand_over: str
    """Who is to get the device; ``{name}`` stands for the person."""
    press_enter: str
    """That Enter goes on."""
    back: str
    """The button that closes a page with buttons of its own."""
    failed: str
    """That what was done could not be kept and may be tried again."""
    help: str
    """Which keys there are."""
    scroll: str
    """Which keys bring into sight what the screen has no room for."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Who acts on what while one scene is drawn: an entry counts for what its author saw."""

    turn: Sender | None
    """Who acts, on their own hand or on what they were told; ``None``: all, on the table."""
    rows: Rows
    covered: bool = False
    """Whether it is not yet known that ``turn`` sits before the screen."""
    reading: Page | None = None


class Play:
    """One sitting at the screen."""

    def __init__(
        self,
        pages: Pages,
        words: Words,
        settle: float,
        console: Console,
        input: Input | None,
        output: Output | None,
    ) -> None:
        self._pages = pages
        self._words = words
        self._settle = settle
        self._console = console
        self._keys = Keys(self._enter, words.scroll, console, input, output)
        self._entry: Entry | None = None
        self._facing = pages.people[0] if len(pages.people) == 1 else None
        """Who is known to sit before the screen: nobody else's hand is drawn."""
        self._told = Reply()
        """What the one who acted last has been told and may not have read yet."""
        self._reader = pages.people[0]

    async def run(self, dispatch: Dispatch) -> None:
        """Return when the table has closed or somebody has quit; what all may see stays."""
        acting = asyncio.create_task(self._act(dispatch))
        acting.add_done_callback(lambda _: self._keys.stop())
        try:
            await self._keys.run()
        finally:
            acting.cancel()
            await asyncio.wait([acting])
        if not acting.cancelled():
            acting.result()
        if self._pages.table:
            self._console.print(page_text(self._pages.table))

    def _enter(self, entry: Entry) -> None:
        self._entry = entry
        self._pages.changed.set()

    async def _act(self, dispatch: Dispatch) -> None:
        while self._told.page or not self._pages.closed:
            self._pages.changed.clear()
            stage = self._stage()
            self._draw(stage)
            await self._pages.changed.wait()
            if self._entry is None:
                await asyncio.sleep(self._settle)
            if self._entry is not None:
                entry, self._entry = self._entry, None
                await self._take(entry, stage, dispatch)
                await asyncio.sleep(self._settle)

    # --- what is drawn -----------------------------------------------------------------------

    def _stage(self) -> Stage:
        pages, reading = self._pages, self._told.page
        if reading:
            return Stage(self._reader, reading.buttons, reading=reading)
        turn = pages.turn(self._facing)
        rows = pages.hands[turn.user].buttons if turn else pages.rows
        return Stage(turn, rows, covered=turn not in {None, self._facing})

    def _draw(self, stage: Stage) -> None:
        if self._pages.loud:
            self._pages.loud = False
            self._keys.ring()
        if stage.covered and self._facing is not None:
            self._facing, self._told = None, Reply()
            self._keys.wipe()
        self._keys.draw(self._scene(stage))

    def _scene(self, stage: Stage) -> Scene:
        words, alert = self._words, self._told.alert or ""
        table = (self._pages.table,) if self._pages.table else ()
        match stage:
            case Stage(turn=Sender() as turn, covered=True):
                note = words.hand_over.replace("{name}", turn.name)
                return Scene(table, note, prompt=words.press_enter, asks=False)
            case Stage(reading=Page() as page, rows=()):
                return Scene((page,), alert, prompt=words.press_enter, asks=False, from_top=True)
            case Stage(reading=Page() as page, rows=rows):
                rows = (*rows, (PageButton(words.back, BACK),))
                return Scene((page,), alert, rows, words.prompt, words.help, from_top=True)
            case _:
                seen = (*table, *self._hand(stage.turn))
                public = stage.turn is None
                return Scene(seen, alert, stage.rows, words.prompt, words.help, public=public)

    def _hand(self, turn: Sender | None) -> Sequence[Page]:
        """Return the hand to draw: of who is to act, or of the only one who can be looking."""
        alone = self._pages.people[0] if len(self._pages.people) == 1 else None
        person = turn or alone
        hand = self._pages.hands.get(person.user) if person else None
        return (hand,) if hand else ()

    # --- what is done ------------------------------------------------------------------------

    async def _take(self, entry: Entry, stage: Stage, dispatch: Dispatch) -> None:
        if stage.covered:
            self._facing = stage.turn
            return
        self._told = Reply()
        if isinstance(entry, Enter) or entry == Pressed(BACK):
            return
        actors = self._actors(entry, stage)
        replies = [await self._hand_in(person, entry, dispatch) for person in actors]
        self._reader, self._told = actors[0], Reply() if Reply() in replies else replies[0]

    def _actors(self, entry: Pressed | Typed, stage: Stage) -> Sequence[Sender]:
        """Return as whom the entry is handed in.

        On a hand it is whoever holds it. Of the table's buttons, the one that it waits for
        (PRIMARY: start, go on) is pressed as everybody here in turn, so that one Enter speaks for
        the whole screen; all else comes from the first person.
        """
        people = self._pages.people
        if stage.turn:
            return (stage.turn,)
        if len(people) > 1:
            self._facing = None  # anybody may have done it
        primary = {b.token for row in stage.rows for b in row if b.emphasis is Emphasis.PRIMARY}
        everybody = isinstance(entry, Pressed) and entry.token in primary
        return people if everybody else people[:1]

    async def _hand_in(self, person: Sender, act: Pressed | Typed, dispatch: Dispatch) -> Reply:
        incoming = Incoming(uuid4().hex, self._pages.chat, person, act)
        try:
            return await dispatch(incoming)
        except Exception:
            log.exception("what %s did could not be kept", tidy(person.name))
            return Reply(self._words.failed)
