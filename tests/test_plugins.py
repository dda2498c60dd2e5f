"""What is installed beside us: a plug-in that can't be used is one line, and the others run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import chatlama.plugins as loading
from chatlama import local
from chatlama.app import open_store
from chatlama.cli import main
from chatlama.core.game import Choice, Option
from chatlama.core.games.alpaka import GAME as ALPAKA
from chatlama.core.text import Seat, Text
from chatlama.players.alpaka import MEDIUM
from chatlama.plugins import CONTRACT, load, plugins
from chatlama.session.ports import StoreError
from chatlama.session.setup import Setup
from tests.toy import GAME as TOY


@dataclass(frozen=True)
class Entry:
    """An entry point, as a package names it."""

    name: str
    loads: Callable[[], Any]

    def load(self) -> object:
        return self.loads()


def gives(found: object) -> Callable[[], object]:
    return lambda: found


def fails(error: BaseException) -> Callable[[], object]:
    def load() -> object:
        raise error

    return load


class Like:
    """A game like another one, but for what is given."""

    def __init__(self, like: object, /, **others: object) -> None:
        self._game = like
        self._others = others

    def __getattr__(self, name: str) -> object:
        if name in self._others:
            return self._others[name]
        return getattr(self._game, name)


class Failing:
    """A game that can't even be looked at."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError("not today")


Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Install:
    """Have these plug-ins installed, and no others in their groups."""

    def put(**groups: list[Entry]) -> None:
        entries = loading._entries

        def others(group: str) -> Iterable[Any]:
            known = groups.get(group)
            if group == "players" and known is None:
                known = FITTING if "games" in groups else None
            return entries(group) if known is None else known

        monkeypatch.setattr(loading, "_entries", others)

    monkeypatch.chdir(tmp_path)
    return put


OURS = Entry("alpaka", gives(ALPAKA))
FITTING = [Entry("alpaka_medium", gives(MEDIUM))]
"""The players that are installed with other games than all of ours, unless a test says others."""
INFO = ALPAKA.info


def an_option(key: str, *values: str) -> Option:
    return Option(key, Text("x"), tuple(Choice(value, Text("x")) for value in values or ("1",)))


BROKEN = [
    (fails(ModuleNotFoundError("No module named 'nowhere'")), "No module named 'nowhere'"),
    (fails(ImportError("cannot import\nname 'GAME'")), "cannot import"),
    (fails(SyntaxError("invalid syntax")), "invalid syntax"),
    (fails(RuntimeError()), "RuntimeError"),
    (fails(SystemExit("goodbye")), "goodbye"),
    (fails(ZeroDivisionError("division by zero")), "division by zero"),
    (gives(None), "it has no deal()"),
    (gives(object()), "it has no deal()"),
    (gives(Like(ALPAKA, redeal=None)), "it has no redeal()"),
    (
        gives(Like(ALPAKA, info=replace(INFO, name="other"), deal=lambda *_: sys.exit("no cards"))),
        "SystemExit: no cards",
    ),
    (gives(Like(ALPAKA, screen="a screen")), "it has no screen()"),
    (gives(ALPAKA), "it calls itself alpaka"),
    (gives(Failing()), "not today"),
    (gives(Like(ALPAKA, info=None)), "'NoneType' object has no attribute 'name'"),
    (gives(Like(ALPAKA, info=replace(INFO, name="other", min_seats=0))), "for 0 to 6 players"),
    (
        gives(Like(ALPAKA, info=replace(INFO, name="other", min_seats=5, max_seats=4))),
        "for 5 to 4 players",
    ),
    (gives(Like(ALPAKA, info=replace(INFO, name="other", max_seats=17))), "not for 1 to 16"),
    *(
        (
            gives(Like(ALPAKA, info=replace(INFO, name="other", options=(option,)))),
            f"its option {option.key}{why}",
        )
        for option, why in (
            (an_option("game"), " is called like a setting of the table"),
            (an_option("language"), " is called like a setting of the table"),
            (an_option("turn"), " is called like a setting of the table"),
            (an_option("a:b"), ": 'a:b' is not made of"),
            (an_option("ä"), ": 'ä' is not made of"),
            (an_option("a", "1", "Two"), ": 'Two' is not made of"),
            (an_option("b", ""), ": '' is not made of"),
            (Option("c", Text("c"), ()), " has no choices"),
        )
    ),
    (
        gives(Like(ALPAKA, info=replace(INFO, name="other", package="nowhere.at_all"))),
        "nowhere.at_all/en.ftl can't be read",
    ),
    (
        gives(Like(ALPAKA, info=replace(INFO, name="other", package="chatlama.core"))),
        "chatlama.core/en.ftl can't be read",
    ),
    (gives(Like(ALPAKA, info=replace(INFO, name="other"))), "must begin with other-"),
]


def failing(*_: object) -> object:
    """Do what a contract knows nothing of."""
    raise RuntimeError("not now")


TRIED = [
    *((each, failing, "not now") for each in CONTRACT),
    ("to_move", lambda _: (), "nobody is to move"),
    ("to_move", lambda _: (Seat(7),), "nobody is to move"),
    ("result", lambda _: 3, "nobody is to move"),
    ("legal", lambda *_: (), "its default move is not legal"),
    ("deal", lambda *_: None, "NoneType"),
]


@pytest.mark.parametrize(("does", "what", "why"), TRIED)
def test_a_game_that_fails_in_its_first_move_is_named_and_the_others_are_there(
    does: str, what: Callable[..., object], why: str, install: Install
) -> None:
    install(games=[OURS, Entry("toy", gives(Like(TOY, **{does: what})))])
    found = plugins()
    assert list(found.games) == ["alpaka"]
    (problem,) = found.problems
    assert problem.startswith("games plug-in toy left out: ")
    assert why in problem


@pytest.mark.parametrize(("loads", "why"), BROKEN, ids=[why for _, why in BROKEN])
def test_a_game_that_cannot_be_used_is_named_and_the_others_are_there(
    loads: Callable[[], object], why: str, install: Install
) -> None:
    install(games=[Entry("other", loads), OURS])
    found = plugins()
    assert dict(found.games) == {"alpaka": ALPAKA}
    (problem,) = found.problems
    assert problem.startswith("games plug-in other left out: ")
    assert why in problem
    assert "\n" not in problem


def test_of_two_with_one_name_the_first_is_there_and_the_other_is_named(install: Install) -> None:
    install(games=[OURS, Entry("alpaka", gives(TOY)), Entry("toy", gives(TOY))])
    found, problems = load("games")
    assert found == {"alpaka": ALPAKA, "toy": TOY}
    (problem,) = problems
    assert problem == "games plug-in alpaka left out: ValueError: there is another of this name"


def test_what_a_game_has_to_do_is_what_the_protocol_says() -> None:
    assert len(CONTRACT) == 11
    assert {"deal", "to_move", "redeal", "screen"} <= set(CONTRACT)
    assert "info" not in CONTRACT


@pytest.mark.parametrize("missing", CONTRACT)
def test_a_game_has_to_do_all_that_a_game_does(missing: str, install: Install) -> None:
    install(games=[Entry("alpaka", gives(Like(ALPAKA, **{missing: None})))], players=[])
    found = plugins()
    assert found.games == {}
    assert found.problems == (f"games plug-in alpaka left out: TypeError: it has no {missing}()",)


def test_at_the_start_there_is_one_line_and_the_game_is_played(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install(games=[Entry("other", fails(ImportError("gone"))), OURS])
    assert main(["play", "--target", "20", "--people", "Ada", "--language", "en"]) == 0
    said = capsys.readouterr()
    assert said.err == "chatlama: games plug-in other left out: ImportError: gone\n"
    assert said.out.endswith("[Play again] [⋯]\n\n")


def test_what_it_says_is_obeyed_by_no_terminal(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install(games=[Entry("other", fails(ImportError("\x1b[2J\x07gone"))), OURS])
    assert main(["play", "--game", "chess"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == "chatlama: games plug-in other left out: ImportError: \\x1b[2J\\x07gone"
    assert second == "chatlama: there is no game chess; choose one of alpaka"


def test_without_any_game_that_is_said(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install(games=[], players=[])
    assert main(["play"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("chatlama: ")
    assert said.err.count("\n") == 1


def test_any_game_comes_in_by_the_same_door(install: Install) -> None:
    install(games=[Entry("toy", gives(TOY)), OURS])
    found = plugins()
    assert list(found.games) == ["alpaka", "toy"]
    assert found.problems == ()
    assert all(catalog.words("toy-title") for catalog in found.catalogs.values())


@pytest.mark.parametrize(
    ("loads", "why"),
    [
        (gives(MEDIUM), "ValueError: there is no game alpaka for it"),
        (gives(Like(MEDIUM, game="toy", think=None)), "TypeError: it has no think()"),
        (gives(Like(MEDIUM, game="toy", name="x")), "ValueError: it calls itself x"),
        (gives(Like(MEDIUM, game="toy", strength="hard")), "TypeError: its strength is 'hard'"),
        (gives(object()), "TypeError: it has no think()"),
        (gives(Failing()), "RuntimeError: not today"),
        (fails(ImportError("gone")), "ImportError: gone"),
    ],
)
def test_a_computer_player_that_cannot_be_used_is_named_and_left_out(
    loads: Callable[[], object], why: str, install: Install
) -> None:
    install(games=[Entry("toy", gives(TOY))], players=[Entry("alpaka_medium", loads)])
    found = plugins()
    assert dict(found.players) == {}
    assert found.problems == (f"players plug-in alpaka_medium left out: {why}",)


@pytest.mark.parametrize("broken", [fails(ImportError("gone")), gives(None), gives(object())])
def test_without_its_computer_player_a_game_can_still_be_played(
    broken: Callable[[], object], install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install(games=[OURS], players=[Entry("alpaka_medium", broken)])
    args = ["--target", "20", "--people", "Ada,Ben", "--language", "en", "--seats", "2"]
    assert main(["play", *args]) == 0
    said = capsys.readouterr()
    assert said.out.endswith("[Play again] [⋯]\n\n")
    assert said.err.count("\n") <= 1
    assert "Traceback" not in said.err


def test_worked_cases_of_other_games_are_checked_without_the_broken_adapter(
    install: Install, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text("games: {other: [{id: A}], alpaka: []}\n")
    alpaka = load("cases")[0]["alpaka"]
    install(cases=[Entry("other", fails(ImportError("gone"))), Entry("alpaka", gives(alpaka))])
    assert main(["check", "--cases", str(file)]) == 1
    said = capsys.readouterr()
    assert said.err == "chatlama: cases plug-in other left out: ImportError: gone\n"
    assert said.out == "other: this game is not installed\n0 cases, 0 mismatches\n"


def test_a_store_that_cannot_be_loaded_says_why(install: Install, tmp_path: Path) -> None:
    install(stores=[Entry("other", fails(ImportError("gone")))])
    with pytest.raises(StoreError, match=r"^stores plug-in other left out: ImportError: gone$"):
        open_store("other", tmp_path)
    with pytest.raises(StoreError, match=r"^there is no store tinydb; choose one of "):
        open_store("tinydb", tmp_path)


@pytest.mark.parametrize(
    ("opens", "why"),
    [
        (lambda _: object(), "TypeError: it has no load()"),
        (lambda _: sys.exit("no disk"), "SystemExit: no disk"),
        (None, "TypeError: 'NoneType' object is not callable"),
    ],
)
def test_a_store_that_is_none_is_named(
    opens: object, why: str, install: Install, tmp_path: Path
) -> None:
    install(stores=[Entry("other", gives(opens))])
    with pytest.raises(StoreError) as told:
        open_store("other", tmp_path)
    assert str(told.value) == f"stores plug-in other left out: {why}"


def test_a_store_that_is_chosen_and_cannot_be_loaded_is_said_to_be_that(
    install: Install, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install(stores=[Entry("other", fails(ImportError("gone")))])
    monkeypatch.setattr(local, "_interactive", lambda: True)
    monkeypatch.setenv("CHATLAMA_STORE_KIND", "other")
    assert main(["play"]) == 2
    said = capsys.readouterr().err
    assert said == "chatlama: stores plug-in other left out: ImportError: gone\n"


def test_a_store_that_cannot_be_opened_is_one_line(
    install: Install,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def opens(folder: Path) -> None:
        raise KeyError(folder.name)

    install(stores=[Entry("other", gives(opens))])
    with pytest.raises(StoreError, match=r"^stores plug-in other left out: KeyError: 'x'$"):
        open_store("other", tmp_path / "x")
    monkeypatch.setattr(local, "_interactive", lambda: True)
    monkeypatch.setenv("CHATLAMA_STORE_KIND", "other")
    assert main(["play"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == (
        "",
        "chatlama: stores plug-in other left out: KeyError: 'data'\n",
    )


def test_a_chat_system_that_cannot_be_loaded_is_named(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install(transports=[Entry("other", fails(ImportError("gone")))])
    assert main(["run"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == "chatlama: transports plug-in other left out: ImportError: gone"
    assert second.startswith("chatlama: no chat is set up: install what it needs")


def test_a_third_chat_system_has_settings_and_secrets_of_its_own(
    install: Install,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def plug(setup: Setup) -> None:
        assert setup.read({"nick": "lama"}, ["PASSWORD"]) == {"nick": "ada", "PASSWORD": "secret"}

    install(transports=[Entry("irc", gives(plug))])
    (tmp_path / "chatlama.toml").write_text('[irc]\nnick = "ada"\n')
    monkeypatch.setenv("CHATLAMA_IRC_PASSWORD", "secret")
    assert main(["run"]) == 2
    assert capsys.readouterr().err.startswith("chatlama: no chat is set up: ")
    monkeypatch.setenv("CHATLAMA_IRC_NIKC", "secret")
    assert main(["run"]) == 2
    said = "CHATLAMA_IRC_NIKC is not a setting; did you mean CHATLAMA_IRC_NICK?"
    assert capsys.readouterr().err == f"chatlama: {said}\n"
