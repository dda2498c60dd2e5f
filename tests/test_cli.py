"""The command line: what it says about itself, and that every mistake ends in one line."""

from __future__ import annotations

import asyncio
import getpass
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml
from rich.cells import cell_len

from chatlama import cli, local, wish
from chatlama.cli import main
from chatlama.config import load
from chatlama.plugins import Plugins, plugins
from chatlama.stores.tinydb import TinyStore

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "data" / "cases.yaml"
installed: Callable[[], Plugins] = cache(plugins)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory, no setting in the environment, nobody's language."""
    monkeypatch.chdir(tmp_path)
    for variable in os.environ:
        if variable.startswith("CHATLAMA_") or variable in {"LANG", "LC_ALL", "LC_MESSAGES"}:
            monkeypatch.delenv(variable)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(cli, "plugins", installed)  # reading all catalogs takes a while
    return tmp_path


Told = Callable[..., str]


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str]) -> Told:
    """Return what is said when a command is refused: one line, exit status 2, nothing else."""

    def refused(*args: str) -> str:
        status = main(list(args))
        said = capsys.readouterr()
        sound(status, said.out, said.err)
        return said.err

    return refused


def sound(status: int, out: str, err: str) -> None:
    assert status == 2, err
    assert out == ""
    assert err.startswith("chatlama: ")
    assert err.removesuffix("\n").isprintable()  # so it is one line, and obeyed by no terminal
    assert err.endswith("\n")
    assert "Traceback" not in err


def environment(**more: str) -> dict[str, str]:
    """Return an environment in which this very package is run, wherever that is."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CHATLAMA_", "LC_", "LANG"))}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def process(
    *args: str, redirect: str = "", stdin: int | None = subprocess.DEVNULL, **env: str
) -> subprocess.CompletedProcess[str]:
    """Run a command as its own process; ``redirect`` redirects its streams."""
    command = [sys.executable, "-m", "chatlama", *args]
    if redirect:
        command = ["/bin/sh", "-c", f'exec "$@" {redirect}', "sh", *command]
    return subprocess.run(  # noqa: S603 - our own program
        command,
        stdin=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        env=environment(**env),
    )


# --- what was typed --------------------------------------------------------------------------

MISTYPED = [
    (["nonsense"], "nonsense"),
    (["--nonsense"], "--nonsense"),
    (["plya"], "plya"),
    (["play", "--nonsense"], "--nonsense"),
    (["play", "nonsense"], "nonsense"),
    (["play", "--seats"], "--seats"),
    (["play", "--seats", "four"], "four"),
    (["play", "--seats", "4.5"], "4.5"),
    (["play", "--seats", ""], "--seats"),
    (["play", "--seats", "1"], "2 to 6"),
    (["play", "--seats", "7"], "2 to 6"),
    (["play", "--seats", "0"], "2 to 6"),
    (["play", "--seats", "-3"], "2 to 6"),
    (["play", "--seats", "9" * 30], "2 to 6"),
    (["play", "--people", "A,B,C", "--seats", "2"], "3 people don't fit on 2 seats"),
    (["play", "--people", "A,B,C,D,E,F,G"], "2 to 6"),
    (["play", "--strength", "strong"], "easy, medium, hard"),
    (["play", "--strength", "medium,hard,medium,easy,medium"], "5 strengths don't fit 3 computers"),
    (["play", "--strength", ""], "easy, medium, hard"),
    (["play", "--strength", "hard,"], "easy, medium, hard"),
    (["play", "--strength", "hard", "--people", "A,B", "--seats", "2"], "no seat of 2 is left"),
    (["play", "--game", "chess"], "alpaka"),
    (["play", "--game", ""], "alpaka"),
    (["play", "--game", "Alpaka"], "alpaka"),
    (["play", "--game", "a\nb\x1b[31m"], "a\\nb\\x1b[31m"),
    (["play", "--rules", "house"], "classic, englert"),
    (["play", "--rules", ""], "classic, englert"),
    (["play", "--target", "30"], "20, 40, 60, 80"),
    (["play", "--target", "forty"], "20, 40, 60, 80"),
    (["play", "--set", "target"], "KEY=VALUE"),
    (["play", "--set", ""], "KEY=VALUE"),
    (["play", "--set", "=20"], "rules, target"),
    (["play", "--set", "target=30"], "20, 40, 60, 80"),
    (["play", "--set", "colour=red"], "rules, target"),
    (["play", "--language", "fr"], "en, de"),
    (["play", "--language", "DE"], "en, de"),
    (["play", "--language", ""], "en, de"),
    (["play", "--turn-time", "soon"], "soon"),
    (["play", "--turn-time", "0"], "20 s or more"),
    (["play", "--turn-time", "-5"], "-5"),
    (["play", "--turn-time", "4d"], "3 d or less"),
    (["play", "--turn-time", "9" * 30], "90 s"),
    (["play", "--resume", "--seats", "3"], "--resume"),
    (["play", "--resume", "--set", "target=20"], "--resume"),
    (["play", "--config", "missing.toml"], "missing.toml"),
    (["play", "--config", "."], "CHATLAMA_CONFIG"),
    (["run", "nonsense"], "nonsense"),
    (["run", "--seats", "3"], "--seats"),
    (["run", "--config", "missing.toml"], "missing.toml"),
    (["check"], "--cases"),
    (["check", "--cases"], "--cases"),
    (["check", "cases.yaml"], "--cases"),
]


@pytest.mark.parametrize(("args", "named"), MISTYPED, ids=repr)
def test_what_was_mistyped_is_named_in_one_line(
    args: list[str], named: str, complaint: Told
) -> None:
    assert named in complaint(*args)


@pytest.mark.parametrize("args", [["nonsense"], ["play", "--nonsense"], ["check"]])
def test_where_to_read_on_is_said(args: list[str], complaint: Told) -> None:
    assert "--help lists what there is." in complaint(*args)


def test_a_game_that_no_computer_plays_needs_people(
    complaint: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Plugins(installed().games, {}, installed().catalogs, ())
    monkeypatch.setattr(cli, "plugins", lambda: found)
    assert "no computer plays alpaka; name 2 to 6 with --people" in complaint("play")


# --- what is set -----------------------------------------------------------------------------

SETTINGS: list[tuple[str | bytes, str]] = [
    ("[clock", "not TOML"),
    (b"\xff\xfe", "UTF-8"),
    ("[clocks]\n", "did you mean clock?"),
    ("[clock]\ntrun = 90\n", "did you mean clock.turn?"),
    ('[clock]\nturn = "soon"\n', "clock.turn"),
    ("[clock]\nturn = true\n", "clock.turn"),
    ('[chat]\nlanguage = "fr"\n', "chat.language"),
    ('[chat]\ngame = "chess"\n', "chat.game"),
    ('[chat]\nzone = "Mars/North"\n', "chat.zone"),
    ('[store]\nkind = "postgres"\n', "store.kind"),
    ("[store]\npath = 3\n", "store.path"),
    ('[log]\nlevel = "loud"\n', "log.level"),
]


@pytest.mark.parametrize("command", ["play", "run"])
@pytest.mark.parametrize(("content", "named"), SETTINGS, ids=repr)
def test_settings_that_cannot_be_used_are_named_in_one_line(
    command: str, content: str | bytes, named: str, here: Path, complaint: Told
) -> None:
    written = content.encode() if isinstance(content, str) else content
    (here / "chatlama.toml").write_bytes(written)
    said = complaint(command)
    assert named in said
    assert "chatlama.toml" in said
    assert "123:abc" not in said


@pytest.mark.parametrize("command", ["play", "run"])
@pytest.mark.parametrize(
    ("variable", "value", "named"),
    [
        ("CHATLAMA_CLOCK_TRUN", "90", "CHATLAMA_CLOCK_TURN"),
        ("CHATLAMA_CLOCK_TURN", "soon", "soon"),
        ("CHATLAMA_STORE_KIND", "postgres", "tinydb"),
        ("CHATLAMA_STORE_PATH", "", "CHATLAMA_STORE_PATH"),
        ("CHATLAMA_CHAT_GAME", "chess", "alpaka"),
        ("CHATLAMA_CONFIG", "missing.toml", "missing.toml"),
        ("CHATLAMA_TELEGRAMM_PORT", "1", "CHATLAMA_TELEGRAM_PORT"),
        ("CHATLAMA_NONSENSE", "1", "unset it"),
    ],
)
def test_an_environment_that_cannot_be_used_is_named_in_one_line(
    command: str,
    variable: str,
    value: str,
    named: str,
    complaint: Told,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(variable, value)
    said = complaint(command)
    assert named in said
    assert variable in said


@pytest.mark.parametrize(
    ("written", "environ", "named"),
    [
        (
            'token = "123:abc"',
            {},
            "chatlama.toml: telegram.token is not a setting; it is a secret: ",
        ),
        ("port = 0", {}, "chatlama.toml: telegram.port: this is no port"),
        ("prot = 1", {}, "did you mean telegram.port?"),
        ("", {"CHATLAMA_TELEGRAM_PROT": "1"}, "did you mean CHATLAMA_TELEGRAM_PORT?"),
        ("", {"CHATLAMA_TELEGRAM_HANDS": "123:abc"}, "CHATLAMA_TELEGRAM_HANDS: choose one of "),
    ],
)
def test_who_serves_chats_is_told_what_is_wrong_with_theirs_and_who_plays_is_not(
    written: str,
    environ: dict[str, str],
    named: str,
    here: Path,
    complaint: Told,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (here / "chatlama.toml").write_text(f"[telegram]\n{written}\n")
    for variable, value in environ.items():
        monkeypatch.setenv(variable, value)
    said = complaint("run")
    assert named in said
    assert "123:abc" not in said
    assert "--resume needs a terminal" in complaint("play", "--resume")


def test_a_file_that_may_not_be_read_is_named_in_one_line(here: Path, complaint: Told) -> None:
    (here / "chatlama.toml").symlink_to("chatlama.toml")  # even root can't follow that
    assert "chatlama.toml: cannot be read: " in complaint("play")


def test_without_a_chat_to_serve_it_says_how_to_set_one_up(complaint: Told) -> None:
    assert "CHATLAMA_TELEGRAM_TOKEN" in complaint("run")


# --- the data folder -------------------------------------------------------------------------

PLAYING, SERVING = ["play"], ["run"]


@pytest.fixture(params=[PLAYING, SERVING, [*PLAYING, "--resume"]], ids=" ".join)
def keeping(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A command that opens the data folder before it does anything else."""
    monkeypatch.setenv("CHATLAMA_TELEGRAM_TOKEN", "123:secret")
    monkeypatch.setattr(local, "_interactive", lambda: True)
    args: list[str] = request.param
    return args


def test_a_data_folder_that_is_a_file_is_refused(
    keeping: list[str], here: Path, complaint: Told
) -> None:
    (here / "data").write_text("mine")
    said = complaint(*keeping)
    assert "data folder data can't be used" in said
    assert "CHATLAMA_STORE_PATH" in said
    assert (here / "data").read_text() == "mine"


@pytest.mark.parametrize("folder", ["file/data", "/proc/chatlama/data", "/dev/null/data"])
def test_a_data_folder_that_cannot_be_made_is_refused(
    keeping: list[str],
    folder: str,
    here: Path,
    complaint: Told,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (here / "file").write_text("mine")
    monkeypatch.setenv("CHATLAMA_STORE_PATH", folder)
    assert f"data folder {folder} can't be used" in complaint(*keeping)


def test_a_data_folder_without_write_permission_is_refused(
    keeping: list[str], here: Path, complaint: Told
) -> None:
    folder = here / "data"
    folder.mkdir(mode=0o500)
    if os.access(folder, os.W_OK):  # root may write everywhere but where the kernel says no
        folder.rmdir()
        folder.symlink_to("/sys")
    assert "data folder data can't be used" in complaint(*keeping)


async def test_a_data_folder_that_another_process_has_is_refused(
    keeping: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = TinyStore(here / "data")
    status = await asyncio.to_thread(main, keeping)
    said = capsys.readouterr()
    sound(status, said.out, said.err)
    assert "data folder data is in use by another chatlama" in said.err
    await other.close()


def test_without_a_kept_game_there_is_none_to_go_on_with(
    complaint: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "_interactive", lambda: True)
    for _ in range(2):  # the folder is let go of each time
        assert "no game is kept here" in complaint("play", "--resume")


def test_without_a_terminal_no_kept_game_is_touched(complaint: Told, here: Path) -> None:
    assert "--resume needs a terminal" in complaint("play", "--resume")
    assert list(here.iterdir()) == []


# --- worked cases ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def worked() -> dict[str, Any]:
    """Some of the cases of every game."""
    games = yaml.safe_load(CASES.read_bytes())["games"]
    return {"games": {name: cases[:3] for name, cases in games.items()}}


def checked(content: object, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str], str]:
    Path("cases.yaml").write_text(yaml.safe_dump(content) if content else "", "utf-8")
    status = main(["check", "--cases", "cases.yaml"])
    said = capsys.readouterr()
    return status, said.out.splitlines(), said.err


def test_cases_that_hold_end_in_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--cases", str(CASES)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.endswith(" cases, 0 mismatches\n")
    assert said.out.count("\n") == 1


def test_every_mismatch_is_printed_and_ends_in_1(capsys: pytest.CaptureFixture[str]) -> None:
    state = {"hands": [["4", "5"], ["6"], ["1"]], "turn": 0, "top": "4", "draw": ["2"]}
    wrong = {"seat": 0, "do": {"play": "4"}, "expect": {"legal": False, "top": "5"}}
    cases = [{"id": id, "what": "wrong", "state": state, "steps": [wrong]} for id in ("A", "B")]
    status, lines, err = checked({"games": {"alpaka": cases}}, capsys)
    assert status == 1
    assert err == ""
    assert [line for line in lines if "A" in line]
    assert [line for line in lines if "B" in line]
    assert lines[-1].startswith("2 cases, ")
    assert not lines[-1].endswith(" 0 mismatches")


def test_a_game_that_is_not_installed_is_named_and_the_others_are_checked(
    worked: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    games = {"chess": [{"id": "C1"}], **worked["games"]}
    status, lines, err = checked({"games": games}, capsys)
    assert (status, err) == (1, "")
    total = sum(len(cases) for cases in worked["games"].values())
    assert lines == ["chess: this game is not installed", f"{total} cases, 0 mismatches"]


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"", "games"),
        (b"games: [1, 2]\n", "games"),
        (b"cases: {}\n", "games"),
        (b"version: 99\ngames: {}\n", "version 99"),
        (b"games: {alpaka: [\n", "not YAML"),
        (b"\x00\x01\x02", "not YAML"),
        (b"\xff\xff\xff", "not YAML"),
        (b"games: !!python/object/apply:os.getcwd []\n", "not YAML"),
        (b"games: {2026-13-45: []}\n", "not YAML"),
        (b"games: {[1, 2]: []}\n", "not YAML"),
        (b"games: *nowhere\n", "not YAML"),
        (b"[" * 2000, "not YAML"),
        (
            b"games:\n  alpaka: []\n  fool: []\n  alpaka: []\n",
            "line 4: the key alpaka stands twice",
        ),
        (b"games: {}\ngames: {}\n", "line 2: the key games stands twice"),
        (b"games: {alpaka: [{id: A, id: B}]}\n", "line 1: the key id stands twice"),
        (b"games: {alpaka: [{points: {0: 1, 0x0: 2}}]}\n", "the key 0x0 stands twice"),
    ],
    ids=lambda each: repr(each[:40]),
)
def test_a_file_that_cannot_be_read_is_named_in_one_line(
    content: bytes, named: str, here: Path, complaint: Told
) -> None:
    (here / "cases.yaml").write_bytes(content)
    said = complaint("check", "--cases", "cases.yaml")
    assert "cases.yaml" in said
    assert named in said


@pytest.mark.parametrize("path", ["missing.yaml", ".", "missing/cases.yaml"])
def test_a_file_that_is_not_there_is_named_in_one_line(path: str, complaint: Told) -> None:
    assert path in complaint("check", "--cases", path)


def test_keys_that_only_look_alike_and_merged_ones_are_read(
    capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    (here / "cases.yaml").write_text(
        "base: &base {id: A}\ngames: {}\nother: {<<: *base, id: B, 1: x, '1': y, true: z}\n"
    )
    assert main(["check", "--cases", "cases.yaml"]) == 0
    assert capsys.readouterr().out == "0 cases, 0 mismatches\n"


# --- what it says about itself ---------------------------------------------------------------

HELP: Mapping[str, list[str]] = {
    "": ["play", "run", "check", "--version", "--help"],
    "play": [
        "--game",
        "alpaka",
        "--seats",
        "--people",
        "--strength",
        "--rules",
        "--target",
        "--set",
        "--language",
        "--seed",
        "--menu",
        "--resume",
        "--config",
    ],
    "run": ["--config"],
    "check": ["--cases"],
}


@pytest.mark.parametrize("command", HELP)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_names_what_there_is_in_80_columns(
    command: str, flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, flag] if command else [flag]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert [each for each in HELP[command] if each not in said.out] == []
    assert max(map(cell_len, said.out.splitlines())) <= 80
    assert "..." not in said.out.replace("[ARGS]...", "")  # nothing is cut off


def test_help_promises_no_game_what_only_another_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--help"]) == 0
    said = capsys.readouterr().out
    for value in ("englert", "classic", "20", "60", "80"):
        assert value not in said


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    bare = capsys.readouterr()
    assert main(["--help"]) == 0
    assert bare == capsys.readouterr()


def test_its_version_is_the_package_s(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert version("chatlama") in capsys.readouterr().out


@pytest.mark.parametrize(
    ("environ", "written", "asked", "spoken"),
    [
        ({"LANG": "de_DE.UTF-8"}, "", None, "de"),
        ({"LANG": "de_DE.UTF-8"}, "", "en", "en"),
        ({"LANG": "de_DE.UTF-8"}, "en", None, "en"),
        ({"LANG": "en_GB.UTF-8"}, "de", None, "de"),
        ({"LANG": "en_GB.UTF-8"}, "de", "en", "en"),
        ({"LANG": "fr_FR.UTF-8"}, "", None, "en"),
    ],
)
def test_the_language_is_as_asked_as_set_or_the_system_s(
    environ: dict[str, str], written: str, asked: str | None, spoken: str, here: Path
) -> None:
    (here / "chatlama.toml").write_text(f'[chat]\nlanguage = "{written}"\n')
    assert wish.language(asked, load(None, environ)) == spoken


def test_who_has_no_name_here_is_still_called_something(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert wish.you() == "Ada"


# --- real processes --------------------------------------------------------------------------


def test_a_mistake_is_one_line_and_status_2_for_the_shell_too() -> None:
    done = process("play", "--seats", "99")
    sound(done.returncode, done.stdout, done.stderr)


@pytest.mark.slow
def test_output_that_cannot_be_written_is_one_line() -> None:
    done = process("--help", redirect=">/dev/full")
    assert done.returncode == 2
    assert done.stderr == ("chatlama: standard output can't be written: No space left on device\n")


@pytest.mark.parametrize(
    "closed", ["<&- >&- 2>&-", *(pytest.param(c, marks=pytest.mark.slow) for c in ("<&-", ">&-"))]
)
def test_closed_streams_crash_nothing(closed: str) -> None:
    done = process("check", "--cases", "missing.yaml", redirect=closed)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


BEGINS = """
import asyncio, sys
from chatlama import app, cli
async def serve(*_):
    raise asyncio.CancelledError
app.serve = serve
assert cli.main(["run"]) == 0
print(*sys.modules)
"""
"""Starts as far as serving."""


@pytest.mark.slow
def test_a_start_for_telegram_imports_nothing_that_only_others_need() -> None:
    """A host with little memory pays for what is used; rich is there because httpx imports it."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", BEGINS],
        env=os.environ | {"CHATLAMA_TELEGRAM_TOKEN": "1:a"},
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(done.stdout.split())
    assert "chatlama.transports.telegram.transport" in imported
    needless = {"aiohttp.web", "chatlama.transports.terminal", "nio", "prompt_toolkit", "yaml"}
    needless |= {"_sqlite3", "telegram.ext"}
    assert not imported & needless


@pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="only in the repository")
def test_no_recipe_names_where_packages_come_from() -> None:
    """What a package index is called is a matter of the machine."""
    for path in [ROOT / "Makefile", ROOT / "pyproject.toml", *(ROOT / "requirements").iterdir()]:
        text = path.read_text("utf-8")
        for word in ("--index-url ", "--extra-index", "--trusted-host ", "find-links="):
            assert word not in text, f"{path.name} names {word}"
