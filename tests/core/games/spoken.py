"""What the screens of a game say, for its tests: in every language, by people with long names.

Gaps are read alike, whether a line may break there or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest

from wcwidth import wcswidth

from chatlama.core.game import AnyGame
from chatlama.core.screen import Content, Line, Row, Screen
from chatlama.core.text import Seat, Text
from chatlama.i18n.catalog import Catalog, Catalogs, Speech, add_package, catalogs
from chatlama.session.transport import Page, PageButton
from chatlama.transports.telegram import render
from tests.core.played import prefix_of

NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Spoken:
    """One game, said at a table of these people."""

    people: tuple[str, ...]
    margin: str = "  "
    """Stands before rows that are not marked."""

    def name(self, seat: Seat) -> str:
        return self.people[seat]

    def exactly(self, catalog: Catalog, text: Text) -> str:
        """Return a text with its gaps as they are."""
        said = catalog.say(text, Speech(self.name))
        assert text.id not in said, f"{text.id} is not said"
        return said

    def say(self, catalog: Catalog, text: Text) -> str:
        return self.exactly(catalog, text).replace(NO_BREAK, " ")

    def lines(self, catalog: Catalog, screen: Screen) -> Iterator[str]:
        """Say a screen as it is shown, neighbouring rows in columns."""
        for _, group in groupby(screen.lines, type):
            neighbours = tuple(group)
            rows = [each for each in neighbours if isinstance(each, Row)]
            cells = [[self.cell(catalog, content) for content in row.cells] for row in rows]
            columns = [each for each in cells if len(each) > 1] or cells
            widths = [max(map(wcswidth, column)) for column in zip_longest(*columns, fillvalue="")]
            margin = "  " if any(row.marked for row in rows) else self.margin
            for row, said in zip(rows, cells, strict=True):
                padded = [
                    one + " " * (width - wcswidth(one))
                    for one, width in zip(said, widths, strict=False)
                ]
                yield (("> " if row.marked else margin) + "  ".join(padded)).rstrip()
            for each in neighbours:
                if isinstance(each, Line):
                    yield "".join(self.cell(catalog, span.content) for span in each.spans)

    def cell(self, catalog: Catalog, content: Content) -> str:
        match content:
            case Text():
                return self.say(catalog, content)
            case Seat():
                return self.name(content)
            case _:
                return str(content).replace(NO_BREAK, " ")

    def labels(self, catalog: Catalog, screen: Screen) -> list[list[str]]:
        return [[self.say(catalog, button.label) for button in row] for row in screen.buttons]

    def alert(self, catalog: Catalog, screen: Screen) -> str:
        """Return a hand as it is shown where only an alert is possible, its moves by number."""
        assert screen.short is not None
        row = tuple(
            PageButton(self.exactly(catalog, button.label), button.code, brief=button.brief)
            for buttons in screen.buttons
            for button in buttons
        )
        numbers = tuple(PageButton(f"{number}", "") for number, _ in enumerate(row, start=1))
        short = self.exactly(catalog, screen.short)
        shown = render.short(Page((), (row,), short=short, positions=numbers))
        assert len(shown.encode("utf-16-le")) // 2 <= render.LONGEST_ALERT
        return shown.replace(NO_BREAK, " ")


def catalogs_of(game: AnyGame) -> Catalogs:
    """Return the catalogs in which a game's texts are said."""
    spoken = catalogs()
    add_package(spoken, game.info.package, prefix_of(game.info.name))
    return spoken


def codes(screen: Screen) -> list[list[str]]:
    return [[button.code for button in row] for row in screen.buttons]
