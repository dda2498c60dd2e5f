from __future__ import annotations

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from chatlama.session.transport import Emphasis, Ink, Page, PageButton, Piece
from chatlama.transports.terminal.screen import ansi, page_text, rows_text
from tests.transports.terminal.fakes import page


def plain(seen: Page, width: int = 40) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    return ansi(console, width, page_text(seen), rows_text(seen.buttons, width))


def coloured(seen: Page) -> str:
    console = Console(file=io.StringIO(), force_terminal=True, color_system="standard")
    return ansi(console, 40, page_text(seen), rows_text(seen.buttons, 40, chosen=0))


@pytest.mark.parametrize("width", [1, 7, 20, 40])
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    labels = ("🦙 Lama legen", "4 legen", "x" * 60, "東京" * 12, "[Ziehen]", "A")
    row = tuple(PageButton(label, "t") for label in labels)
    wide = page(
        "Ben legt eine 4. " * 9, "y" * 99, "🦙" * 50, "▶ Ada  5 Karten   12 ●○○", rows=(row,)
    )
    assert all(cell_len(line) <= width for line in plain(wide, width).splitlines())


def test_buttons_keep_their_rows_and_break_between_each_other() -> None:
    first = tuple(PageButton(f"{k} legen", "t") for k in range(1, 7))
    second = (PageButton("Ziehen", "t"), PageButton("Aussteigen", "t"))
    drawn = rows_text((first, second), 40).plain.splitlines()
    assert drawn == [
        "[1 legen] [2 legen] [3 legen] [4 legen]",
        "[5 legen] [6 legen]",
        "[Ziehen] [Aussteigen]",
    ]


def test_texts_are_data() -> None:
    seen = page(
        "[bold]Ada[/bold] :smile:",
        "a\x1b[2Jb\x07c\r\nd\u2028e",
        rows=((PageButton("[/]\x1b", "t"),),),
    )
    assert plain(seen) == "[bold]Ada[/bold] :smile:\na [2Jb c  d e\n[[/] ]\n"


def test_columns_of_a_mono_line_are_kept() -> None:
    seen = Page((((Piece("▶ Ada     5 Karten   12 ●○○", Ink.MONO)),), ()), ())
    assert plain(seen).splitlines()[0] == "▶ Ada     5 Karten   12 ●○○"


def test_looks_only_add_to_what_is_said() -> None:
    line = (
        Piece("Oben: 4", Ink.STRONG),
        Piece(" Ada", user="ada"),
        Piece(" bis 18:42"),
    )
    buttons = (
        PageButton("Weiter", "t", Emphasis.PRIMARY),
        PageButton("Ende", "t", Emphasis.DANGER),
    )
    seen = Page((line,), (buttons,))
    assert coloured(seen) == (
        "\x1b[1mOben: 4\x1b[0m\x1b[1m Ada\x1b[0m bis 18:42\n"
        "\x1b[1;7;32m[Weiter]\x1b[0m \x1b[31m[Ende]\x1b[0m\n"
    )
    assert plain(seen) == "Oben: 4 Ada bis 18:42\n[Weiter] [Ende]\n"
