from __future__ import annotations

import asyncio
import io
import os
import subprocess
import sys

import pytest
from rich.console import Console

from chatlama.session.transport import Address, Incoming, Page, PageButton, Reply, Typed
from chatlama.transports.terminal import Terminal
from tests.transports.terminal.fakes import CHAT, WORDS, Shell, page, people, text_line


def piped(*names: str, moves: int = 2) -> tuple[Shell, Terminal, io.StringIO]:
    printed = io.StringIO()
    sitting = people(*names)
    console = Console(file=printed, width=200, force_terminal=True, color_system="truecolor")
    terminal = Terminal(sitting, CHAT, WORDS, console=console, interactive=False, settle=0)
    return Shell(terminal, sitting, moves), terminal, printed


async def played(shell: Shell, terminal: Terminal) -> None:
    await shell.paint()
    await asyncio.wait_for(terminal.run(shell.dispatch), timeout=60)


async def test_the_table_plays_itself_and_every_page_is_printed_once() -> None:
    shell, terminal, printed = piped("Ada")
    await played(shell, terminal)
    assert printed.getvalue() == (
        "The lobby\n[Rules] [Start]\n[Menu] [Stop]\n\n"
        "Move 1\nAda is to move.\n\n"
        "Ada holds secrets 1\n[4 play] [Draw]\n[Quit]\n\n"
        "Move 2\nAda is to move.\n\n"
        "Ada holds secrets 2\n[4 play] [Draw]\n[Quit]\n\n"
        "Seen by nobody\n[Continue] [Menu]\n\n"
        "The end\n[Again] [Stop]\n\n"
    )
    moves = [each for each in shell.done if each.act == Typed("auto")]
    assert len(moves) == 2
    assert len({each.update for each in shell.done}) == len(shell.done) == 4


async def test_several_people_are_played_for_and_all_confirm() -> None:
    shell, terminal, _ = piped("Ada", "Ben", moves=3)
    await played(shell, terminal)
    assert [name for name, act in shell.acts() if act == "“auto”"] == ["Ada", "Ben", "Ada"]
    assert shell.acts()[-2:] == [("Ada", "4:next"), ("Ben", "4:next")]


async def test_a_refusal_is_printed_and_the_table_goes_on() -> None:
    shell, terminal, printed = piped("Ada", "Ben")
    shell.step = 1
    await shell.show(Address(CHAT, "ben"), page("Too early", rows=shell.table().buttons))
    await asyncio.wait_for(terminal.run(shell.dispatch), timeout=60)
    assert "Too early\n[Menu]\n\nIt is not your turn.\n\n" in printed.getvalue()
    assert "The end" in printed.getvalue()


class Printed(io.StringIO):
    """What is printed, and when."""

    def __init__(self) -> None:
        super().__init__()
        self.changed = asyncio.Event()

    def write(self, text: str) -> int:
        self.changed.set()
        return super().write(text)

    async def until(self, text: str) -> None:
        while text not in self.getvalue():
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), timeout=60)


async def test_what_has_been_answered_is_not_answered_again() -> None:
    printed, done = Printed(), list[Incoming]()
    console = Console(file=printed, width=40)
    terminal = Terminal(people("Ada"), CHAT, WORDS, console=console, interactive=False, settle=0)

    async def dispatch(incoming: Incoming) -> Reply:
        done.append(incoming)
        return Reply()

    running = asyncio.create_task(terminal.run(dispatch))
    await terminal.show(Address(CHAT, "ada"), page("Hand", rows=((PageButton("4", "1:4"),),)), None)
    await printed.until("Hand")
    for text in "Somebody thinks", "Still":
        await terminal.show(Address(CHAT), page(text), None)
        await printed.until(text)
    await terminal.show(Address(CHAT), page("The end", final=True), None)
    await asyncio.wait_for(running, timeout=60)
    assert [each.act for each in done] == [Typed("auto")]


async def test_no_line_is_wider_than_80_columns() -> None:
    shell, terminal, printed = piped("Ada")
    await terminal.show(Address(CHAT), Page((text_line("word " * 60),), final=True), None)
    await asyncio.wait_for(terminal.run(shell.dispatch), timeout=60)
    assert max(len(line) for line in printed.getvalue().splitlines()) <= 80


async def test_the_end_of_a_game_ends_it() -> None:
    shell, terminal, _ = piped("Ada")
    shell.step = 4
    await played(shell, terminal)
    assert shell.done == []


async def test_a_closed_table_ends_it() -> None:
    shell, terminal, _ = piped("Ada")
    await shell.paint()
    await shell.show(Address(CHAT), page("Closed"))
    await asyncio.wait_for(terminal.run(shell.dispatch), timeout=60)
    assert shell.done == []


SCRIPT = [sys.executable, "-m", "tests.transports.terminal.fakes", "Ada"]


@pytest.mark.slow
def test_over_a_pipe_there_is_no_escape_code_even_if_colour_is_forced() -> None:
    done = subprocess.run(  # noqa: S603 - our own script
        SCRIPT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=60,
        env={**os.environ, "FORCE_COLOR": "1"},
    )
    assert b"\x1b" not in done.stdout
    assert done.stdout.endswith(b"The end\n[Again] [Stop]\n\ngoodbye\n")
    assert done.stderr == b""


@pytest.mark.slow
def test_a_reader_who_has_seen_enough_ends_it_quietly() -> None:
    with subprocess.Popen(  # noqa: S603 - our own script
        SCRIPT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as table:
        assert table.stdout
        assert table.stderr
        assert table.stdout.readline() == b"The lobby\n"
        table.stdout.close()
        assert table.stderr.read() == b""
        assert table.wait(timeout=60) == 0
