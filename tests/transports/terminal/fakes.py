"""A toy shell with pages of its own, and a glass on which a test sees what a person would.

Run as a script it is a table in a real terminal: ``python -m tests.transports.terminal.fakes Ada``.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output
from rich.console import Console

from chatlama.session.transport import (
    Address,
    Chat,
    Emphasis,
    Handle,
    Incoming,
    Ink,
    Page,
    PageButton,
    PageLine,
    Piece,
    Pressed,
    Reply,
    Sender,
    Typed,
)
from chatlama.transports.terminal import Terminal, Words

CHAT = Chat("terminal", "here")
WORDS = Words(
    prompt="Move:",
    hand_over="Pass the device to {name}.",
    press_enter="Press Enter.",
    back="Back",
    failed="That could not be kept.",
    help="Arrows and Enter, or type a move; Ctrl-C leaves.",
    scroll="PgUp and PgDn.",
)


def people(*names: str) -> tuple[Sender, ...]:
    return tuple(Sender(name.lower(), name) for name in names)


def page(*lines: str, rows: tuple[tuple[PageButton, ...], ...] = (), final: bool = False) -> Page:
    return Page(tuple(text_line(each) for each in lines), rows, final=final)


def text_line(text: str) -> PageLine:
    return (Piece(text, Ink.PLAIN),)


@dataclass
class Shell:
    """A game without cards: lobby, some moves in turn, a confirmation, the end, closed."""

    terminal: Terminal
    people: Sequence[Sender]
    moves: int = 2
    step: int = 0
    """0: lobby; then moves; then the confirmation; then the end; then closed."""
    confirmed: set[str] = field(default_factory=set)
    done: list[Incoming] = field(default_factory=list)
    failing: bool = False
    _handles: dict[Address, Handle | None] = field(default_factory=dict)
    _painting: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def mover(self) -> Sender | None:
        playing = 1 <= self.step <= self.moves
        return self.people[(self.step - 1) % len(self.people)] if playing else None

    def button(self, label: str, code: str, emphasis: Emphasis = Emphasis.NORMAL) -> PageButton:
        return PageButton(label, f"{self.step}:{code}", emphasis)

    def table(self) -> Page:
        menu, mover = self.button("Menu", "menu"), self.mover
        if self.step == 0:
            stop = self.button("Stop", "stop", Emphasis.DANGER)
            start = self.button("Start", "start", Emphasis.PRIMARY)
            return page("The lobby", rows=((self.button("Rules", "rules"), start), (menu, stop)))
        if mover:
            return page(f"Move {self.step}", f"{mover.name} is to move.", rows=((menu,),))
        if self.step == self.moves + 1:
            seen = ", ".join(sorted(self.confirmed)) or "nobody"
            on = self.button("Continue", "next", Emphasis.PRIMARY)
            return page(f"Seen by {seen}", rows=((on, menu),))
        if self.step == self.moves + 2:
            again = self.button("Again", "again", Emphasis.PRIMARY)
            return page("The end", rows=((again, self.button("Stop", "stop")),), final=True)
        return page("Closed")

    def hand(self, person: Sender) -> Page | None:
        if not 1 <= self.step <= self.moves:
            return None
        holds = f"{person.name} holds secrets {self.step}"
        if person != self.mover:
            return page(holds)
        plays = (self.button("4 play", "play:4"), self.button("Draw", "draw"))
        return page(holds, rows=(plays, (self.button("Quit", "quit", Emphasis.DANGER),)))

    async def paint(self) -> None:
        await self.show(Address(CHAT), self.table())
        for each in self.people:
            await self.show(Address(CHAT, each.user), self.hand(each))

    async def show(self, to: Address, seen: Page | None) -> None:
        self._handles[to] = await self.terminal.show(to, seen, self._handles.get(to))

    async def dispatch(self, incoming: Incoming) -> Reply:
        self.done.append(incoming)
        if self.failing:
            raise OSError("disk full")
        reply = self.act(incoming)
        task = asyncio.create_task(self.paint())
        self._painting.add(task)
        task.add_done_callback(self._painting.discard)
        return reply

    def act(self, incoming: Incoming) -> Reply:
        match incoming.act:
            case Pressed(token):
                step, _, code = token.partition(":")
                if int(step) != self.step:
                    return Reply("That is over.")
            case Typed(text):
                code = {"4": "play:4", "draw": "draw", "auto": "draw"}.get(text, text)
            case other:
                raise AssertionError(f"a terminal has no {other}")
        if code == "rules":
            return Reply(page=page("Rules", *(f"Rule {k}" for k in range(1, 41))))
        if code == "menu":
            return Reply(page=page("The menu", rows=((self.button("Leave", "leave"),),)))
        if code == "stop":
            self.step = self.moves + 3
        elif code == "next":
            self.confirmed.add(incoming.sender.name)
            self.step += len(self.confirmed) == len(self.people)
        elif code in {"play:4", "draw", "start", "quit"}:
            if self.mover not in {None, incoming.sender}:
                return Reply("It is not your turn.")
            self.step += 1
        else:
            return Reply(f"I don't understand {code}.")
        return Reply()

    def acts(self) -> list[tuple[str, str]]:
        """Return who did what, in short."""
        return [
            (
                each.sender.name,
                f"“{each.act.text}”" if isinstance(each.act, Typed) else each.act.token,
            )
            for each in self.done
            if isinstance(each.act, Pressed | Typed)
        ]


class Glass(io.StringIO):
    """A terminal's screen that says when something has changed on it."""

    def __init__(self, columns: int = 40, lines: int = 24) -> None:
        super().__init__()
        self.screen = pyte.HistoryScreen(columns, lines, history=1000)
        self.stream = pyte.Stream(self.screen)
        self.changed = asyncio.Event()
        self.bells = 0
        self.frames: list[str] = []

    def write(self, text: str) -> int:
        self.bells += text.count("\a")
        self.stream.feed(text.replace("\n", "\r\n") if "\x1b" not in text else text)
        self.frames.append(self.text)
        self.changed.set()
        return len(text)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    @property
    def scrollback(self) -> str:
        return history(self.screen)

    @property
    def inverted(self) -> str:
        """What is drawn inverted."""
        rows = (self.screen.buffer[y] for y in range(self.screen.lines))
        return "".join(row[x].data for row in rows for x in sorted(row) if row[x].reverse).strip()

    @property
    def bold(self) -> str:
        """What is drawn bold."""
        rows = (self.screen.buffer[y] for y in range(self.screen.lines))
        return "".join(row[x].data for row in rows for x in sorted(row) if row[x].bold)

    async def until(self, seen: Callable[[str], bool] | str) -> None:
        """Wait until the screen shows what is wanted."""
        wanted = (lambda text: seen in text) if isinstance(seen, str) else seen
        while not wanted(self.text):
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), timeout=60)
            except TimeoutError:
                raise AssertionError(f"waited for {seen} on\n{self.text}") from None


def history(screen: pyte.HistoryScreen) -> str:
    lines = ("".join(line[x].data for x in sorted(line)) for line in screen.history.top)
    return "\n".join(lines)


class Sitting:
    """People at a glass with a keyboard, and the shell behind it."""

    def __init__(self, keyboard: PipeInput, *names: str, moves: int = 2, lines: int = 24) -> None:
        self.glass = Glass(lines=lines)
        self.keyboard = keyboard
        sitting = people(*names)
        console = Console(file=self.glass, width=40, force_terminal=True, color_system="standard")
        output = Vt100_Output(self.glass, lambda: Size(lines, 40), term="xterm")
        self.terminal = Terminal(
            sitting,
            CHAT,
            WORDS,
            console=console,
            input=keyboard,
            output=output,
            interactive=True,
            settle=0.005,
        )
        self.shell = Shell(self.terminal, sitting, moves)
        self.running: asyncio.Task[None]

    async def begin(self, step: int = 0) -> None:
        self.shell.step = step
        self.running = asyncio.create_task(self.terminal.run(self.shell.dispatch))
        await self.shell.paint()
        await self.glass.until(
            "Pass the device" if len(self.shell.people) > 1 and step else "Move:"
        )

    async def enter(self, keys: str, then: str) -> None:
        """Type the keys and wait for what they bring about."""
        self.keyboard.send_text(keys)
        await self.glass.until(then)

    async def end(self) -> None:
        await asyncio.wait_for(self.running, timeout=60)

    async def quit(self) -> None:
        self.keyboard.send_text("\x03")
        await self.end()


async def main(*names: str) -> None:
    sitting = people(*names)
    terminal = Terminal(sitting, CHAT, WORDS)
    shell = Shell(terminal, sitting, moves=4)
    await shell.paint()
    await terminal.run(shell.dispatch)
    sys.stdout.write("goodbye\n")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
