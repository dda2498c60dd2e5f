"""From screens to pages: words, names, columns and tokens, in one language.

This is the last place that knows what a text means; transports get strings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import assert_never

from wcwidth import wcswidth

from chatlama.core.screen import Button, Line, Row, Screen, Span, Style, Weight
from chatlama.core.table.intents import Stamp
from chatlama.core.table.model import Computer, Dealt, Person, Phase, Table
from chatlama.core.text import Seat, Text
from chatlama.i18n.catalog import Catalog, Catalogs, Speech

from .commands import word
from .token import OPEN, beginning
from .transport import Emphasis, Ink, Page, PageButton, PageLine, Piece, base

NAME_WIDTH = 10
"""Columns that a name may take in a row of cells."""
CHAPTERS = 10_000
"""More rounds than a game has."""
MARK = "▶ "
COMPUTER = "🤖"
ABSENT = "💤"

INKS = {Style.PLAIN: Ink.PLAIN, Style.STRONG: Ink.STRONG, Style.MONO: Ink.MONO}
EMPHASES = {
    Weight.NORMAL: Emphasis.NORMAL,
    Weight.PRIMARY: Emphasis.PRIMARY,
    Weight.DANGER: Emphasis.DANGER,
}


@dataclass(frozen=True, slots=True)
class Presenter:
    """Says screens in every language that is spoken here."""

    catalogs: Catalogs
    zone: tzinfo | None = None
    """The time zone in which times of day are said; ``None``: the machine's."""
    fallback: str = "en"

    def page(
        self, screen: Screen, table: Table, language: str | None, *, loud: bool = False
    ) -> Page:
        """Return the screen of this table in the language."""
        painted = beginning(table.id, Stamp(table.number, table.step))
        said = _Said(table, self.catalog(language), self._speech(table), painted)
        closed = table.phase is Phase.CLOSED
        buttons = tuple(tuple(said.button(b) for b in row) for row in screen.buttons)
        return Page(
            lines=tuple(said.lines(screen)),
            buttons=(self._opening(language),) if closed else buttons,
            short="" if screen.short is None else said.text(screen.short),
            loud=loud,
            chapter=chapter(table),
            closed=closed,
            final=table.phase is Phase.OVER,
        )

    def say(self, text: Text, table: Table | None, language: str | None) -> str:
        """Return one text, e.g. an answer, with the names of the table's players."""
        return self.catalog(language).say(text, self._speech(table))

    def _speech(self, table: Table | None) -> Speech:
        if table is None:
            return Speech(_nobody, self.zone)
        return Speech(table_names(table), self.zone, table.since)

    def plain(self, text: Text, language: str | None) -> Page:
        """Return a page of one text that belongs to no table."""
        said = self.say(text, None, language)
        return Page(tuple((Piece(line),) for line in said.split("\n")))

    def _opening(self, language: str | None) -> tuple[PageButton, ...]:
        """Return the row of buttons where no table stands (any more)."""
        said = self.say(Text("button-open"), None, language)
        return (PageButton(said, OPEN, Emphasis.PRIMARY),)

    def welcome(self, language: str | None) -> Page:
        """Return what is said where no table stands."""
        page = self.plain(Text("welcome"), language)
        return replace(page, buttons=(self._opening(language),))

    def everywhere(self, text: Text, table: Table | None) -> dict[str, str]:
        """Return one text in every language."""
        speech = self._speech(table)
        return {name: catalog.say(text, speech) for name, catalog in self.catalogs.items()}

    def catalog(self, language: str | None) -> Catalog:
        """Return the catalog for a BCP 47 tag, the fallback's if it is not spoken here."""
        return self.catalogs.get(base(language)) or self.catalogs[self.fallback]


def chapter(table: Table) -> int:
    """Return which game and round is shown; 0 in the lobby, which goes on where the table is."""
    rounds = [type(entry) for entry in table.log].count(Dealt)
    return table.number * CHAPTERS + rounds if rounds else 0


def table_names(table: Table) -> _Names:
    """Return what the seats are called at this table."""
    return _Names(tuple([occupant.name for occupant in table.seats]))


@dataclass(frozen=True, slots=True)
class _Names:
    names: tuple[str, ...]

    def __call__(self, seat: Seat) -> str:
        return self.names[seat] if seat < len(self.names) else "?"


_nobody = _Names(())


@dataclass(frozen=True, slots=True)
class _Said:
    """One page being written."""

    table: Table
    catalog: Catalog
    speech: Speech
    painted: str
    """How every button's token begins."""

    def text(self, text: Text) -> str:
        return self.catalog.say(text, self.speech)

    def button(self, button: Button) -> PageButton:
        token, emphasis = f"{self.painted}{button.code}", EMPHASES[button.weight]
        spelt = button.word
        typed = word(button.code, self.catalog) if spelt is None else self.text(spelt)
        return PageButton(self.text(button.label), token, emphasis, button.brief, typed)

    def lines(self, screen: Screen) -> Iterator[PageLine]:
        for _, group in groupby(screen.lines, type):
            neighbours = tuple(group)
            yield from self._rows([each for each in neighbours if isinstance(each, Row)])
            for each in neighbours:
                if isinstance(each, Line):
                    yield from self._line(each)

    def _line(self, line: Line) -> Iterator[PageLine]:
        pieces = tuple([self._piece(span) for span in line.spans])
        if len(pieces) == 1 and "\n" in pieces[0].text:
            yield from ((Piece(part, pieces[0].ink),) for part in pieces[0].text.split("\n"))
        else:
            yield pieces

    def _piece(self, span: Span) -> Piece:
        ink = INKS[span.style]
        match span.content:
            case Text() as text:
                return Piece(self.text(text), ink)
            case Seat() as seat:
                occupant = self.table.seats[seat]
                user = occupant.user if isinstance(occupant, Person) else ""
                return Piece(occupant.name, ink, user=user.partition(":")[2] or None)
            case datetime() as moment:
                return Piece(self.catalog.time(moment, self.speech), ink)
            case signs:
                return Piece(signs, ink)

    def _rows(self, rows: list[Row]) -> Iterator[PageLine]:
        cells = [[self._cell(cell) for cell in row.cells] for row in rows]
        columns = [row for row in cells if len(row) > 1] or cells  # a lone cell spans them all
        widths = [max(map(_width, column)) for column in zip_longest(*columns, fillvalue="")]
        marks = any(row.marked for row in rows)
        for row, said in zip(rows, cells, strict=True):
            mark = (MARK if row.marked else " " * len(MARK)) if marks else ""
            padded = [_fit(cell, width) for cell, width in zip(said, widths, strict=False)]
            yield (Piece((mark + "  ".join(padded)).rstrip(), Ink.MONO),)

    def _cell(self, cell: Text | Seat | str) -> str:
        if isinstance(cell, str):
            return cell
        if isinstance(cell, Text):
            return self.text(cell)
        occupant = self.table.seats[cell]
        name = clip(occupant.name, NAME_WIDTH)
        match occupant:
            case Computer():
                return f"{name} {COMPUTER}"
            case Person(absent=True):
                return f"{name} {ABSENT}"
            case Person():
                return name
            case _:
                assert_never(occupant)


def clip(name: str, width: int) -> str:
    """Return the name in at most ``width`` columns, with an ellipsis where it was cut."""
    if _width(name) <= width:
        return name
    while _width(name) > width - 1:
        name = name[:-1]
    return name + "…"


@lru_cache(maxsize=4096)
def _width(said: str) -> int:
    return max(wcswidth(said), 0)


def _fit(said: str, width: int) -> str:
    return said + " " * (width - _width(said))
