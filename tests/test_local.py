"""``chatlama play`` without a terminal: a whole game, printed as a person would see it."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import pytest
from rich.cells import cell_len

from chatlama import cli, local, wish
from chatlama.cli import main
from chatlama.core.games.alpaka import GAME as ALPAKA
from chatlama.core.games.eins_drauf import GAME as EINS_DRAUF
from chatlama.core.player import Strength
from chatlama.core.table.house import House
from chatlama.core.table.lobby import open_table
from chatlama.core.table.model import Computer, Language, Phase, Room, Table, TableId
from chatlama.plugins import Plugins, plugins
from chatlama.session.transport import Address, Capabilities, Chat, Dispatch, Handle, Page, Sender
from chatlama.stores.memory import MemoryStore
from chatlama.stores.tinydb import TinyStore
from chatlama.transports import terminal
from chatlama.wish import PlayError, Wish, _size, check
from tests.fakes import CHAT, EN, First, Life, rig, who

ROOT = Path(__file__).parents[1]
installed: Callable[[], Plugins] = cache(plugins)
LAST = {"en": "[Play again] [⋯]", "de": "[Noch einmal] [⋯]"}
SHORT = ("--target", "20", "--people", "Ada")


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


class Played(Protocol):
    def __call__(self, *args: str) -> str: ...


@pytest.fixture
def played(capsys: pytest.CaptureFixture[str]) -> Played:
    """Return what a game prints that nobody can be asked about."""

    def play(*args: str) -> str:
        status = main(["play", *args])
        said = capsys.readouterr()
        assert (status, said.err) == (0, "")
        return said.out

    return play


def ranking(printed: str) -> list[str]:
    """Return who has which place at the end, the first first."""
    return re.findall(r"^\d\.\s+(.+?)(?: 🤖)?\s+-?\d+$", printed, re.MULTILINE)


def widest(printed: str) -> int:
    return max(map(cell_len, printed.splitlines()))


# --- a whole game ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "rules", "seats"),
    [
        ("en", "classic", 2),
        ("de", "englert", 3),
        ("en", "englert", 4),
        ("de", "classic", 5),
        ("en", "classic", 6),
    ],
)
def test_a_whole_game_is_printed(language: str, rules: str, seats: int, played: Played) -> None:
    args = ["--language", language, "--rules", rules, "--seats", str(seats), "--seed", "a"]
    printed = played(*SHORT, *args)
    lines = printed.splitlines()
    head = {"en": "🦙 Alpaka · Round 1 · to 20", "de": "🦙 Alpaka · Runde 1 · bis 20"}[language]
    assert lines[0].startswith(head)
    assert ("Englert" in lines[0]) is (rules == "englert")
    assert lines[-2:] == [LAST[language], ""]
    assert len(ranking(printed)) == seats
    assert "Ada" in ranking(printed)
    assert {"en": "Your hand · costs ", "de": "Deine Hand · kostet "}[language] in printed
    assert "\x1b" not in printed
    assert widest(printed) <= 80


@pytest.mark.parametrize("target", ["20", "40", "60", "80"])
def test_a_game_ends_at_its_target(target: str, played: Played) -> None:
    printed = played("--target", target, "--seed", "b", "--people", "Ada")
    assert printed.startswith(f"🦙 Alpaka · Round 1 · to {target}\n")
    last = printed[printed.rindex("🏆") :]
    points = [int(each) for each in re.findall(r"(-?\d+)$", last, re.MULTILINE)]
    assert max(points) >= int(target)
    assert points == sorted(points)
    scores = printed[: printed.rindex("🏆")].split("Seen the scores?")[:-1]
    assert scores
    for score in scores:
        table = score[score.rindex("Round over") :]
        reached = re.findall(r"^\S.* [+-]\d+ +(\d+)$", table, re.MULTILINE)
        assert reached
        assert max(map(int, reached)) < int(target)


def test_every_round_every_turn_and_every_hand_is_there(played: Played) -> None:
    """As a person would see it: the table, then the hand, then what can be done."""
    printed = played(*SHORT, "--seed", "a")
    pages = printed.split("\n\n")
    hands = [page for page in pages if page.startswith("Your hand")]
    assert hands
    assert all(page.splitlines()[-1].startswith("[") for page in hands)
    rounds = [int(each) for each in re.findall(r"Round (\d+) ", printed)]
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, max(rounds) + 1))
    assert printed.count("Round over") == max(rounds)


def test_only_the_hands_of_who_sits_here_are_shown(played: Played) -> None:
    printed = played(*SHORT, "--seed", "a")
    assert printed.count("Your hand") == printed.count("\nIt\u2019s your turn.\n")
    computers = re.findall(r"^[ ▶] \S+ 🤖 .*$", printed, re.MULTILINE)
    assert computers
    for line in computers:
        assert re.fullmatch(r"[ ▶] \S+ 🤖 +(\d+ cards?|out \(\d+\)) +\d+( +[●○]+)?", line), line


@pytest.mark.parametrize("count", [2, 3, 6])
def test_several_people_at_one_screen_are_all_played_for(count: int, played: Played) -> None:
    names = ["Ada", "Ben", "Cem", "Dora", "Eve", "Finn"][:count]
    printed = played("--people", ",".join(names), "--seats", "6", "--target", "20", "--seed", "a")
    assert set(names) < {*ranking(printed), ""}
    assert len(ranking(printed)) == 6
    for name in names:
        assert f"{name} is to move." in printed


def test_four_play_unless_more_sit_here(played: Played) -> None:
    assert len(ranking(played(*SHORT, "--seed", "a"))) == 4
    five = played("--people", "A,B,C,D,E", "--target", "20", "--seed", "a")
    assert sorted(ranking(five)) == ["A", "B", "C", "D", "E"]


@pytest.mark.parametrize(
    ("people", "names"),
    [
        ("Ada,Ada", {"Ada", "Ada 2"}),
        (" Ada , Ben ,", {"Ada", "Ben"}),
        ("Ada\x1b[31m,\u202eBen\n", {"Ada[31m", "Ben"}),
        ("\udcff,Ben", {"?", "Ben"}),
        ("[bold]Ada,{name}", {"[bold]Ada", "{name}"}),
        ("Ida,Otto", {"Ida", "Otto"}),
        ("A" * 99, {"A" * 9 + "…"}),
    ],
)
def test_any_name_can_be_played_with(people: str, names: set[str], played: Played) -> None:
    printed = played("--people", people, "--target", "20", "--seats", "3", "--seed", "a")
    assert names <= set(ranking(printed))
    assert "\x1b" not in printed


@pytest.mark.parametrize("people", ["", ",", " , "])
def test_without_a_name_it_is_the_one_of_who_is_logged_in(
    people: str, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wish, "you", lambda: "Grace")
    assert "Grace" in ranking(played("--people", people, "--target", "20", "--seed", "a"))


def test_other_options_are_set_by_name(played: Played) -> None:
    by_name = played(
        "--set", "target=20", "--set", "rules=englert", "--people", "Ada", "--seed", "a"
    )
    assert by_name == played(*SHORT, "--rules", "englert", "--seed", "a")


def test_a_limit_for_turns_is_shown_and_hurries_nobody_else(played: Played) -> None:
    hurried = played(*SHORT, "--seed", "a", "--turn-time", "3 min")
    calm = played(*SHORT, "--seed", "a")
    assert re.search(r"Ada is to move, until \d\d:\d\d\.", hurried)
    assert (
        re.sub(r", until \d\d:\d\d", "", hurried)
        == calm
        == played(*SHORT, "--seed", "a", "--turn-time", "off")
    )


@pytest.mark.parametrize("game", sorted(installed().games))
def test_every_game_can_be_played_to_its_end(game: str, played: Played) -> None:
    language = "de"
    least = installed().games[game].info.min_seats
    people = [f"P{number}" for number in range(1, least + 1)]
    args = ["--people", ",".join(people), "--seats", str(least), "--language", language]
    printed = played("--game", game, "--seed", "a", *args)
    assert printed.endswith(f"{LAST[language]}\n\n")
    assert [name for name in people if name not in printed] == []
    assert widest(printed) <= 80


def test_what_a_game_lets_choose_is_its_own_and_told_in_order() -> None:
    def told(**options: str) -> str:
        wish = Wish("eins_drauf", ("Ada", "Ben"), 2, Language("en"), options)
        found = Plugins({"eins_drauf": EINS_DRAUF}, {}, installed().catalogs, ())
        with pytest.raises(PlayError) as caught:
            check(wish, found)
        return str(caught.value)

    assert told(target="20") == "target can't be 20; choose 30, 40"
    assert told(rules="classic").startswith("eins_drauf has no option rules; it has target, ")
    assert [_size(each) for each in ("9", "20", "100")] == [(1, "9"), (2, "20"), (3, "100")]


def test_computers_are_as_strong_as_they_are_wanted_one_for_all_or_one_for_each() -> None:
    players = [First("alpaka", each.value, each) for each in (Strength.EASY, Strength.HARD)]
    found = Plugins({"alpaka": ALPAKA}, {p.name: p for p in players}, installed().catalogs, ())

    def seated(*strengths: Strength) -> list[Strength]:
        wish = Wish("alpaka", ("Ada",), 4, Language("en"), strengths=strengths)
        check(wish, found)
        return [
            o.strength for o in asyncio.run(begun(wish, found)).seats if isinstance(o, Computer)
        ]

    easy, medium, hard = Strength
    assert seated() == [easy] * 3
    assert seated(hard) == [hard] * 3
    assert seated(easy, hard, easy) == [easy, hard, easy]
    with pytest.raises(PlayError, match="no computer plays alpaka medium; choose easy, hard"):
        seated(medium)


async def begun(wish: Wish, found: Plugins) -> Table:
    """Return the table that is set up for the wish."""
    at = rig(at=House(found.games, found.players, (EN,)))
    await local._begin(at.tables, wish, CHAT, (Sender("1", "Ada"),))
    await at.tables.idle()
    return await at.table()


# --- the same cards again --------------------------------------------------------------------


def test_the_same_seed_prints_the_same_and_others_differ(played: Played) -> None:
    games = [played(*SHORT, "--seed", seed) for seed in ("a", "b", "", "ä🦙", "a ")]
    assert len(set(games)) == len(games)
    for seed, printed in zip(("a", "", "ä🦙"), (games[0], games[2], games[3]), strict=True):
        assert played(*SHORT, "--seed", seed) == printed


def test_a_seed_gives_the_same_cards_in_every_language_and_width(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hands(printed: str) -> list[str]:
        return re.findall(r"(?:costs|kostet) \d+\n(.*)", printed)

    english = hands(played(*SHORT, "--seed", "a"))
    assert english == hands(played(*SHORT, "--seed", "a", "--language", "de"))
    monkeypatch.setenv("COLUMNS", "40")
    assert english == hands(played(*SHORT, "--seed", "a"))


def test_without_a_seed_no_game_is_like_the_other(played: Played) -> None:
    assert played(*SHORT) != played(*SHORT)


@pytest.mark.slow
def test_a_seed_means_the_same_in_every_process() -> None:
    """What Python shuffles for itself, and how busy the machine is, changes nothing."""
    printed = {process(*SHORT, "--seed", "a", PYTHONHASHSEED=hash).stdout for hash in ("1", "2")}
    assert len(printed) == 1


# --- where it is printed ---------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
def test_40_columns_are_enough(
    language: str, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    printed = played("--seed", "a", "--seats", "6", "--people", "Ada,Ben", "--language", language)
    assert widest(printed) <= 40
    for row in re.findall(r"^\[.*$", printed, re.MULTILINE):
        assert row.endswith("]")  # no button is broken
    for row in re.findall(r"^[ ▶] (?:Ada|Ben|\S+ 🤖).*$", printed, re.MULTILINE):
        assert re.search(r" \d+(?:  [\d●○ ]+)?$", row), row  # nor a player's line


def test_no_window_is_too_wide_or_too_narrow(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns, most in ("400", 80), ("40", 40), ("1", 80), ("0", 80), ("nonsense", 80):
        monkeypatch.setenv("COLUMNS", columns)
        printed = played("--seed", "a", "--seats", "2", *SHORT)
        assert widest(printed) <= most, columns


def test_nothing_is_kept(played: Played, here: Path) -> None:
    played(*SHORT)
    assert list(here.iterdir()) == []


def test_colour_is_not_forced_on_a_pipe(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in "FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "TTY_INTERACTIVE":
        monkeypatch.setenv(variable, "1")
    assert "\x1b" not in played(*SHORT)


# --- who speaks what -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variable", "said", "head"),
    [
        ("LANG", "de_DE.UTF-8", "🦙 Alpaka · Runde 1"),
        ("LC_ALL", "de_AT.UTF-8", "🦙 Alpaka · Runde 1"),
        ("CHATLAMA_CHAT_LANGUAGE", "de", "🦙 Alpaka · Runde 1"),
        ("LANG", "en_US.UTF-8", "🦙 Alpaka · Round 1"),
        ("LANG", "C", "🦙 Alpaka · Round 1"),
    ],
)
def test_the_system_s_language_is_spoken(
    variable: str, said: str, head: str, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, said)
    assert played(*SHORT).startswith(head)


# --- what is kept for the next time ----------------------------------------------------------


@pytest.fixture
def keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal at which everybody leaves as soon as something is shown."""

    class Left:
        name = "terminal"
        capabilities = Capabilities()

        def __init__(self, people: object, chat: Chat, *_: object, **__: object) -> None:
            assert chat in local.CHATS

        async def run(self, dispatch: Dispatch) -> None:
            pass

        async def administers(self, chat: Chat, user: str) -> bool:
            return False

        def wants(self, to: Address) -> bool:
            return False

        async def hides(self, to: Address) -> bool:
            return False

        def reaches(self, to: Address) -> bool:
            return True

        async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
            return Handle("x")

    monkeypatch.setattr(local, "_interactive", lambda: True)
    monkeypatch.setattr(terminal, "Terminal", Left)


leaving = pytest.mark.usefixtures("keeps")


def kept(here: Path) -> dict[TableId, Table]:
    """Return what is in the data folder."""

    async def look() -> dict[TableId, Table]:
        store = TinyStore(here / "data")
        tables = {id: await store.load(id) for id in await store.tables()}
        await store.close()
        return {id: table for id, table in tables.items() if table is not None}

    return asyncio.run(look())


def keep(here: Path, *tables: Table) -> None:
    async def write() -> None:
        store = TinyStore(here / "data")
        for table in tables:
            await store.commit(table, expected=0)
        await store.close()

    asyncio.run(write())


def mine(id: str, chat: Chat = local.CHATS[0], **changes: Any) -> Table:  # noqa: ANN401 - any field
    life = Life("x")
    room = Room(chat.key, Language("en"))
    table = open_table(TableId(id), who("ada"), room, "alpaka", life.house, life.moment())
    return replace(table, **changes)


@leaving
def test_a_new_game_leaves_the_tables_of_other_chats_alone(here: Path) -> None:
    """The data folder is the bot's as well: its tables neither vanish nor go on unseen."""
    keep(here, replace(Life("group").table, due=datetime(2020, 1, 1, tzinfo=UTC)))
    before = kept(here)
    for args in ((), (), ("--resume",)):
        assert main(["play", *args]) == 0
        after = kept(here)
        assert {id: after[id] for id in before} == before
    assert len(after) == len(before) + 2


@leaving
def test_a_new_game_loses_none_that_was_left_in_the_middle(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of more than can be kept the oldest goes."""
    order: list[TableId] = []
    for number in range(local.KEPT + 2):
        assert main(["play", "--seed", str(number)]) == 0
        (new,) = kept(here).keys() - order
        order.append(new)
        assert kept(here).keys() == set(order[-local.KEPT :])
        assert "--resume" in capsys.readouterr().out


def test_what_was_left_last_is_gone_on_with_and_then_what_was_left_before() -> None:
    hour = datetime(2026, 1, 1, 12, tzinfo=UTC)
    older, newer, over = (
        mine(id, chat, phase=phase, since=hour + timedelta(hours=hours))
        for id, chat, phase, hours in (
            ("older", local.CHATS[1], Phase.PLAYING, 1),
            ("newer", local.CHATS[0], Phase.SCORED, 2),
            ("over", local.CHATS[2], Phase.OVER, 3),
        )
    )

    async def order(*tables: Table) -> list[str]:
        store = MemoryStore()
        for table in tables:
            await store.commit(table, expected=0)
        return [table.id for table in await local._kept(store)]

    assert asyncio.run(order(older, newer, over)) == ["newer", "older", "over"]
    assert asyncio.run(order(over, older)) == ["older", "over"]
    assert asyncio.run(order()) == []


@leaving
def test_a_game_that_is_over_makes_room_for_the_next(here: Path) -> None:
    keep(here, mine("over", phase=Phase.OVER), mine("lobby", local.CHATS[1]))
    assert main(["play"]) == 0
    assert not {"over", "lobby"} & kept(here).keys()
    assert len(kept(here)) == 1


def test_a_kept_game_that_is_not_installed_is_named_and_stays(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "_interactive", lambda: True)
    keep(here, mine("mine"))
    before = kept(here)
    without = {name: game for name, game in installed().games.items() if name != "alpaka"}
    monkeypatch.setattr(cli, "plugins", lambda: Plugins(without, {}, installed().catalogs, ()))
    monkeypatch.setenv("CHATLAMA_CHAT_GAME", next(iter(without)))
    assert main(["play", "--resume"]) == 2
    said = capsys.readouterr()
    assert said.err == "chatlama: the game that is kept is alpaka, which is not installed\n"
    assert kept(here) == before


# --- a game that fails ------------------------------------------------------------------------


def failing(what: str, after: int) -> Plugins:
    """Return what is installed, with an Alpaka that fails in one of the things it has to do."""
    calls = count()

    class Wrong:
        def __getattr__(self, name: str) -> object:
            if name == what and next(calls) >= after:
                raise ZeroDivisionError
            return getattr(ALPAKA, name)

    found = installed()
    games: dict[str, Any] = {**found.games, "alpaka": Wrong()}
    return Plugins(games, {}, found.catalogs, ())


@pytest.mark.parametrize(
    "what", ["apply", "default", "legal", "result", "screen", "to_move", "view"]
)
def test_a_game_that_fails_in_the_middle_is_one_line_and_status_1(
    what: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "plugins", lambda: failing(what, after=3))
    assert main(["play", "--people", "Ada,Ben", "--seed", "a"]) == 1
    said = capsys.readouterr()
    assert said.err == "chatlama: alpaka failed: ZeroDivisionError()\n"
    assert said.out.startswith("🦙 Alpaka · Round 1")


@leaving
@pytest.mark.parametrize("what", ["screen", "view"])
def test_a_game_that_fails_is_kept_for_when_its_code_is_mended(
    what: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "plugins", lambda: failing(what, after=0))
    assert main(["play", "--people", "Ada,Ben", "--seed", "a"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("chatlama: alpaka failed: ZeroDivisionError(). Saved.")
    assert said.err.count("\n") == 1
    ((_, table),) = kept(here).items()
    assert (table.phase, table.broken) == (Phase.PLAYING, False)


# --- real processes --------------------------------------------------------------------------


def process(*args: str, redirect: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "chatlama", "play", *args]
    script = f'exec "$@" {redirect}' if "|" not in redirect else f'"$@" {redirect}'
    clean: Iterable[tuple[str, str]] = (
        (k, v) for k, v in os.environ.items() if not k.startswith(("CHATLAMA_", "LC_", "LANG"))
    )
    return subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", script, "sh", *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="cp1252" if env.get("PYTHONIOENCODING") == "cp1252" else "utf-8",
        check=False,
        timeout=60,
        env={**dict(clean), "PYTHONPATH": str(ROOT), **env},
    )


def test_a_screen_that_has_few_letters_is_still_played_on() -> None:
    done = process(*SHORT, "--seed", "a", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("? Alpaka ? Round 1 ? to 20\n\nOn top: ")


@pytest.mark.slow
def test_stdin_may_be_closed() -> None:
    done = process(*SHORT, redirect="<&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"{LAST['en']}\n\n")


def test_a_reader_may_have_seen_enough() -> None:
    done = process(*SHORT, "--seed", "a", redirect="| head -3")
    assert done.stderr == ""
    assert done.stdout.count("\n") == 3


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "cp1252"},
    ],
    ids=["ascii", "posix", "cp1252"],
)
@pytest.mark.slow
def test_letters_that_cannot_be_printed_crash_nothing(env: dict[str, str]) -> None:
    done = process(*SHORT, "--seed", "a", **env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "On top: " in done.stdout


@pytest.mark.slow
def test_output_that_cannot_be_written_is_one_line() -> None:
    done = process(*SHORT, redirect=">/dev/full")
    assert done.returncode == 2
    assert done.stderr == ("chatlama: standard output can't be written: No space left on device\n")


@pytest.mark.slow
def test_without_any_output_the_game_still_ends() -> None:
    done = process(*SHORT, redirect=">&- 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# --- the log beside the screen ---------------------------------------------------------------


def test_a_log_that_cannot_be_written_is_neither_shown_nor_raised(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost, kept = (logging.makeLogRecord({"msg": word}) for word in ("lost", "kept"))
    full = local.LogFile("/dev/full")
    full.handle(lost)
    with pytest.raises(OSError, match="No space left"):
        full.close()  # as the end of the process does, which ignores it
    missing = here / "data" / "chatlama.log"
    log = local.LogFile(missing, delay=True)
    log.handle(lost)
    missing.parent.mkdir()
    log.handle(kept)
    log.close()
    assert missing.read_text(encoding="utf-8") == "kept\n"
    assert capsys.readouterr() == ("", "")
