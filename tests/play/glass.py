"""``chatlama play`` in a real terminal, and what a person at it would see."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import pexpect
import pyte

from tests.transports.terminal.fakes import history

ROOT = Path(__file__).parents[2]
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, CTRL_C, TAB = "\r", "\x03", "\t"
BETWEEN = ("[Continue]", "[Weiter]", "[Play again]", "[Noch einmal]")
"""Buttons where nobody is to move."""
SHORT = ("--target", "20", "--seats", "2", "--people", "Ada", "--seed", "a")


class Screen:
    """A terminal with ``chatlama play`` in it; ``data`` is its data folder."""

    def __init__(
        self, data: Path, *args: str, columns: int = 80, lines: int = 30, **env: str
    ) -> None:
        self.screen = pyte.HistoryScreen(columns, lines, history=1000)
        self.stream = pyte.Stream(self.screen)
        self.raw = ""
        self.frames: list[str] = []
        dropped = ("CHATLAMA_", "LC_", "LANG", "NO_COLOR", "COLUMNS", "LINES", "FORCE_COLOR")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(dropped)}
        settings = {
            "LANG": "en_US.UTF-8",
            "PYTHONIOENCODING": "utf-8",
            "TERM": "xterm-256color",
            "PYTHONPATH": str(ROOT),
            "CHATLAMA_STORE_PATH": str(data),
            "CHATLAMA_TABLE_PACE": "0",
        }
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "chatlama", "play", *args],
            dimensions=(lines, columns),
            encoding="utf-8",
            cwd=data.parent,
            env={**kept, **settings, **env},
        )

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    @property
    def everything(self) -> str:
        """What stands on the screen and what can be scrolled back to."""
        return f"{history(self.screen)}\n{self.text}"

    @property
    def hand(self) -> str:
        """The cards of the hand that is on the screen; nothing if none is."""
        found = re.search(r"^(?:Your hand|Deine Hand) .*\n(.*)$", self.text, re.MULTILINE)
        return found[1] if found else ""

    @property
    def waits_for(self) -> str:
        """What is asked, as far as a move changes it; nothing while something is being drawn."""
        asked = re.search(r"^(?:Your move|Dein Zug):\n", self.text, re.MULTILINE)
        if not asked or not re.search(r"-C\s+\w+\.", self.text[asked.end() :]):
            return ""
        return self.hand or next((each for each in BETWEEN if each in self.text), "")

    @property
    def inverted(self) -> str:
        """What is drawn inverted."""
        rows = (self.screen.buffer[y] for y in range(self.screen.lines))
        return "".join(row[x].data for row in rows for x in sorted(row) if row[x].reverse)

    def read(self) -> bool:
        try:
            some = self.child.read_nonblocking(4096, timeout=60)
        except pexpect.EOF:
            return False
        self.raw += some
        self.stream.feed(some)
        self.frames.append(self.text)
        return True

    def until(self, *wanted: str, gone: str | None = None) -> str:
        """Wait until the screen shows all that is wanted, and what is to go is gone."""
        while not all(each in self.text for each in wanted) or (gone and gone in self.text):
            assert self.read(), f"waited for {wanted} on\n{self.text}"
        return self.text

    def enter(self, keys: str, *then: str, gone: str | None = None) -> str:
        """Type the keys and wait for what they bring about."""
        self.child.send(keys)
        return self.until(*then, gone=gone)

    def move(self) -> str:
        """Have the computer choose, or go on after a round; return what the screen shows then."""
        before = self.waits_for
        assert before, self.text
        self.child.send(ENTER if before in BETWEEN else f"auto{ENTER}")
        while self.waits_for in {"", before}:
            assert self.read(), self.text
        return self.text

    def end(self) -> int:
        """Read on to the end and return the exit status."""
        while self.read():
            pass
        self.child.close()
        return int(self.child.exitstatus or 0) or -int(self.child.signalstatus or 0)

    def leave(self) -> int:
        """Press Ctrl-C, read on to the end and return the exit status."""
        self.child.send(CTRL_C)
        return self.end()

    def kill(self, how: int = signal.SIGKILL) -> int:
        """Kill the process."""
        self.child.kill(how)
        return self.end()

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)
