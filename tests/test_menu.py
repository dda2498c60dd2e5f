"""What is asked before a game at this screen, and what comes of the answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from io import StringIO

import click
import pytest

from chatlama import cli, local, menu
from chatlama.cli import main
from chatlama.config import Config
from chatlama.core.player import Strength
from chatlama.core.table.model import Language
from chatlama.menu import Picked
from chatlama.plugins import Plugins, plugins
from chatlama.wish import Wish

EN, DE = Language("en"), Language("de")
USUAL = Picked(EN, "alpaka")
installed: Callable[[], Plugins] = cache(plugins)
Answer = Callable[..., list[str]]


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Have these answers typed, one after the other; return the questions."""

    def put(*answers: str) -> list[str]:
        asked: list[str] = []
        left = list(answers)

        def prompt(said: str, **_: object) -> str:
            asked.append(said)
            return left.pop(0)

        monkeypatch.setattr(click, "prompt", prompt)
        return asked

    return put


def ask(picked: Picked = Picked(), usual: Picked = USUAL, people: int = 1) -> Picked:  # noqa: B008 - it is frozen
    return menu.ask(picked, usual, people, installed())


def test_enter_takes_what_is_usual(answer: Answer) -> None:
    asked = answer("", "", "", "")
    assert ask() == Picked(EN, "alpaka", 4, (Strength.MEDIUM,))
    assert asked == [f"Your choice [{n}]:" for n in (1, 1, 4, 2)]


def test_a_choice_is_made_by_its_number_or_its_name(
    answer: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answer("deu", "Foppen", "5", "schwer")
    assert ask() == Picked(DE, "fool", 5, (Strength.HARD,))
    said = capsys.readouterr().out
    assert "Spiel\n" in said
    assert "  4  davon 3 Computer\n" in said
    number = re.search(r"(\d+)  Passt nicht!", said)
    assert number is not None
    answer("2", number[1], "3", "1")
    assert ask() == Picked(DE, "passt_nicht", 3, (Strength.EASY,))


@pytest.mark.parametrize("wrong", ["0", "9", "x", "a", "chess"])
def test_what_is_no_choice_is_asked_again(
    wrong: str, answer: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(wrong, "1", "", "", "")
    assert ask().language == EN
    assert "There is no such choice." in capsys.readouterr().out


def test_who_types_a_number_of_players_gets_so_many(answer: Answer) -> None:
    for seats in range(4, 9):
        answer(str(seats))
        assert ask(Picked(EN, "fool", None, (Strength.EASY,))).seats == seats
    answer("3", "9", "4")
    assert ask(Picked(EN, "fool", None, (Strength.EASY,))).seats == 4


def test_a_question_ends_as_it_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("\n\n"))
    ask(Picked(EN, "alpaka"))
    assert "Your choice [4]: " in capsys.readouterr().out.split("Players", 1)[1]


def test_what_was_said_already_is_not_asked(answer: Answer) -> None:
    asked = answer("")
    given = Picked(DE, "eins_drauf", None, (Strength.HARD,))
    assert ask(given) == Picked(DE, "eins_drauf", 4, (Strength.HARD,))
    assert asked == ["Deine Wahl [4]:"]


def test_without_computers_nobody_asks_how_well_they_play(answer: Answer) -> None:
    asked = answer("3")
    assert ask(Picked(EN, "alpaka"), people=3) == Picked(EN, "alpaka", 3)
    assert len(asked) == 1
    asked = answer()
    assert ask(Picked(EN, "alpaka"), people=6) == Picked(EN, "alpaka", 6)
    assert asked == []


@pytest.fixture
def wishes(monkeypatch: pytest.MonkeyPatch) -> list[Wish]:
    """What is wanted of the screen, which does not play it."""
    found: list[Wish] = []

    async def play(wish: Wish, *_: object) -> str:
        found.append(wish)
        return ""

    monkeypatch.setattr(local, "play", play)
    return found


def run(args: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(cli, "load", lambda *_: Config())
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    return main(["play", *args])


def test_the_menu_fills_what_the_options_leave_open(
    answer: Answer, wishes: list[Wish], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer("1", "3", "hard")
    assert run(["--menu", "--game", "alpaka", "--people", "Ada"], monkeypatch) == 0
    (wish,) = wishes
    assert (wish.language, wish.game, wish.seats) == (EN, "alpaka", 3)
    assert wish.strengths == (Strength.HARD,)


def test_without_the_option_nothing_is_asked(
    answer: Answer, wishes: list[Wish], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answer()
    assert run(["--people", "Ada"], monkeypatch) == 0
    assert len(wishes) == 1
    assert asked == []


def test_where_nobody_can_be_asked_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--menu"]) == 2
    assert "--menu needs a terminal" in capsys.readouterr().err
