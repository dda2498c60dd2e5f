"""Pages as rich text. Pure: nothing is printed here.

Names and texts are data: they become ``Text``, never markup, and control characters are blanked.
Looks only add: buttons have brackets, whoever acts is named in the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.text import Text

from chatlama.session.transport import Emphasis, Ink, Page, PageButton, PageLine, Piece

Rows = Sequence[Sequence[PageButton]]

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
LOOKS = {Emphasis.NORMAL: "", Emphasis.PRIMARY: "bold green", Emphasis.DANGER: "red"}


def tidy(text: str) -> str:
    """Return the text on one line and without anything that a terminal obeys."""
    return CONTROL.sub(" ", text)


def page_text(page: Page) -> Text:
    """Return the page without its buttons."""
    return Text("\n").join(_line(each) for each in page.lines)


def _line(line: PageLine) -> Text:
    return Text.assemble(*((tidy(piece.text), _look(piece)) for piece in line))


def _look(piece: Piece) -> str:
    return "bold" if piece.user is not None or piece.ink is Ink.STRONG else ""


def rows_text(rows: Rows, width: int, chosen: int | None = None) -> Text:
    """Return the buttons as ``[4 legen] [Ziehen]``, the chosen one (counted through) inverted.

    No line is wider than ``width``, and no button is broken unless it is wider than that alone.
    """
    marks = iter(range(sum(len(row) for row in rows)))
    lines: list[Text] = []
    for row in rows:
        drawn = [_button(each, next(marks) == chosen) for each in row]
        lines += (Text(" ").join(some) for some in _filled(drawn, width))
    return Text("\n").join(lines)


def _button(button: PageButton, chosen: bool) -> Text:
    look = f"{LOOKS[button.emphasis]} {'reverse' if chosen else ''}"
    return Text(f"[{tidy(button.label)}]", look.strip())


def _filled(texts: Iterable[Text], width: int) -> Iterator[list[Text]]:
    line: list[Text] = []
    for text in texts:
        if line and cell_len(" ".join(each.plain for each in [*line, text])) > width:
            yield line
            line = []
        line.append(text)
    yield line


def ansi(console: Console, width: int, *parts: RenderableType) -> str:
    """Return the parts below each other as ``console`` would print them, ``width`` columns wide."""
    with console.capture() as captured:
        for part in parts:
            console.print(part, width=width, highlight=False, markup=False, emoji=False)
    return captured.get()
