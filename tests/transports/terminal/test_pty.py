"""The same in a real terminal, 40 columns wide: a process of its own behind a pty."""

from __future__ import annotations

import os
import re
import sys

import pexpect
import pyte
import pytest

from tests.transports.terminal.fakes import history

pytestmark = pytest.mark.slow

COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-79]|4[0-79]|9\d|[34]8)[;m]")


class Terminal:
    """What a person would see and could scroll back to."""

    def __init__(self, *names: str, **env: str) -> None:
        self.screen = pyte.HistoryScreen(40, 24, history=1000)
        self.stream = pyte.Stream(self.screen)
        self.raw = ""
        self.frames: list[str] = []
        kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        script = f"{sys.executable} -m tests.transports.terminal.fakes {' '.join(names)}"
        self.child = pexpect.spawn(
            "/bin/sh",
            ["-c", f'stty -g; {script}; echo "status $?"; stty -g'],
            dimensions=(24, 40),
            encoding="utf-8",
            env={**kept, "TERM": "xterm-256color", **env},
        )

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def scrollback(self) -> str:
        return history(self.screen)

    def read(self) -> bool:
        try:
            some = self.child.read_nonblocking(4096, timeout=60)
        except pexpect.EOF:
            return False
        self.raw += some
        self.stream.feed(some)
        self.frames.append(self.text)
        return True

    def until(self, wanted: str) -> None:
        while wanted not in self.text:
            assert self.read(), f"waited for {wanted} on\n{self.text}"

    def enter(self, keys: str, then: str) -> None:
        self.child.send(keys)
        self.until(then)

    def leave(self) -> None:
        """Press Ctrl-C and read on to the end."""
        self.child.send("\x03")
        while self.read():
            pass
        self.child.close()


def test_ctrl_c_ends_cleanly_and_restores_the_terminal() -> None:
    terminal = Terminal("Ada")
    terminal.until("[Start]")
    terminal.enter("\r", "Ada holds secrets 1")
    terminal.leave()
    before, after = re.findall(r"^[0-9a-f:]{20,}\r$", terminal.raw, re.MULTILINE)
    assert before == after
    assert terminal.raw.rindex("\x1b[?1049h") < terminal.raw.rindex("\x1b[?1049l")
    assert terminal.raw.rindex("\x1b[?25l") < terminal.raw.rindex("\x1b[?25h")
    assert "goodbye\r\nstatus 0" in terminal.raw
    assert "Traceback" not in terminal.raw
    assert "Ada is to move." in terminal.text
    assert "secrets" not in terminal.text + terminal.scrollback


def test_arrows_and_enter_then_typed_moves_play_a_game() -> None:
    terminal = Terminal("Ada")
    terminal.until("[Start]")
    terminal.enter("\r", "Ada holds secrets 1")
    terminal.enter("\x1b[C\r", "Ada holds secrets 2")
    terminal.enter("4\r", "Ada holds secrets 3")
    terminal.enter("dra\t", "Move: Draw")
    terminal.enter("\r", "Ada holds secrets 4")
    terminal.enter("auto\r", "Seen by nobody")
    terminal.enter("\r", "The end")
    terminal.enter("stop\r", "goodbye")
    terminal.until("status 0")


def test_hands_of_two_people_never_meet_nor_stay_behind() -> None:
    terminal = Terminal("Ada", "Ben")
    terminal.until("[Start]")
    terminal.enter("\r", "Pass the device to Ada.")
    for move, (name, other) in enumerate([("Ada", "Ben"), ("Ben", "Ada")], 1):
        terminal.enter("\r", f"{name} holds secrets {move}")
        terminal.enter("4\r", f"Pass the device to {other}.")
        assert "secrets" not in terminal.text + terminal.scrollback
    terminal.leave()
    assert "\x1b[3J" in terminal.raw
    assert any("Ada holds" in frame for frame in terminal.frames)
    assert not any("Ada holds" in frame and "Ben holds" in frame for frame in terminal.frames)
    assert "secrets" not in terminal.text + terminal.scrollback


def test_no_color_means_no_colour() -> None:
    for env, coloured in ({}, True), ({"NO_COLOR": "1"}, False):
        terminal = Terminal("Ada", **env)
        terminal.until("[Start]")
        terminal.leave()
        assert bool(COLOUR.search(terminal.raw)) is coloured
