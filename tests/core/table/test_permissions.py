"""Who may do what in which phase: the whole table, as ``docs/table-life.md`` tells it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from chatlama.core.player import Strength
from chatlama.core.table.intents import (
    AddComputer,
    Again,
    Alarm,
    Awake,
    Choose,
    Configure,
    Confirm,
    Here,
    Intent,
    Join,
    Leave,
    Pause,
    Press,
    Relocate,
    Remove,
    Resume,
    SetStrength,
    Shown,
    Start,
    Stop,
    Who,
)
from chatlama.core.table.model import Person, Phase, Table, UserId
from chatlama.core.text import SEATS, Seat
from tests.fakes import Life, who

PHASES = ("lobby", "playing", "scored", "over", "closed")

PERMISSIONS = """
    join              | host, guest, guest admin  | already-seated  | already-seated       | already-seated       | already-seated | table-closed
    join              | admin, stranger           | done            | join-later           | join-later           | done           | table-closed
    leave             | host, guest, guest admin  | done            | done                 | done                 | done           | table-closed
    leave             | admin, stranger           | not-seated      | not-seated           | not-seated           | not-seated     | table-closed
    add a computer    | host, admin, guest admin  | done            | game-running         | game-running         | done           | table-closed
    add a computer    | guest, stranger           | host-only       | game-running         | game-running         | host-only      | table-closed
    set a strength    | host, admin, guest admin  | done            | game-running         | game-running         | done           | table-closed
    set a strength    | guest, stranger           | host-only       | game-running         | game-running         | host-only      | table-closed
    remove a computer | host, admin, guest admin  | done            | done                 | done                 | done           | table-closed
    remove a computer | guest, stranger           | host-only       | host-only            | host-only            | host-only      | table-closed
    remove a person   | host, admin, guest admin  | done            | done                 | done                 | done           | table-closed
    remove a person   | guest, stranger           | host-only       | host-only            | host-only            | host-only      | table-closed
    agree on rules    | host, admin, guest admin  | done            | game-running         | game-running         | done           | table-closed
    agree on rules    | guest, stranger           | host-only       | game-running         | game-running         | host-only      | table-closed
    start             | host, admin, guest admin  | done            | game-running         | game-running         | done           | table-closed
    start             | guest, stranger           | host-only       | game-running         | game-running         | host-only      | table-closed
    move in turn      | host, guest, guest admin  | no-game         | done                 | alpaka-round-over    | alpaka-round-over | table-closed
    move out of turn  | host, guest, guest admin  | no-game         | alpaka-not-your-turn | alpaka-round-over    | alpaka-round-over | table-closed
    move              | admin, stranger           | not-seated      | not-seated           | not-seated           | not-seated     | table-closed
    confirm           | host, guest, guest admin  | stale           | stale-turn           | done                 | stale          | table-closed
    confirm           | admin, stranger           | not-seated      | not-seated           | not-seated           | not-seated     | table-closed
    play again        | host, guest, guest admin  | nothing         | nothing              | nothing              | done           | table-closed
    play again        | admin, stranger           | not-seated      | not-seated           | not-seated           | not-seated     | table-closed
    pause             | host, admin, guest admin  | no-game         | done                 | done                 | no-game        | table-closed
    pause             | guest                     | no-game         | done                 | done                 | no-game        | table-closed
    pause             | stranger                  | not-seated      | not-seated           | not-seated           | not-seated     | table-closed
    resume            | host, admin, guest, guest admin | no-game   | not-paused           | not-paused           | no-game        | table-closed
    resume            | stranger                  | not-seated      | not-seated           | not-seated           | not-seated     | table-closed
    look, after missing a turn | guest, guest admin | done           | done                 | done                 | done           | table-closed
    look              | host, guest, guest admin, admin, stranger | nothing | nothing        | nothing              | nothing        | table-closed
    close             | host, admin, guest admin  | done            | done                 | done                 | done           | table-closed
    close             | guest, stranger           | host-only       | host-only            | host-only            | host-only      | table-closed
"""  # noqa: E501 - a table is read across
"""What is asked, by whom; then, phase by phase, whether it is done, does nothing, or the id of the
text with which it is refused. A guest sits at the table and is not host; an admin administers the
chat and does not sit there."""

WORLD = """
    computer's move   | nothing | done    | nothing | nothing | nothing
    alarm when due    | done    | done    | done    | done    | nothing
    alarm too early   | nothing | nothing | nothing | nothing | nothing
    restart           | nothing | nothing | nothing | nothing | nothing
    restart, nearly due | done  | done    | done    | done    | nothing
    message shown     | done    | done    | done    | done    | nothing
    chat moved        | done    | done    | done    | done    | nothing
"""
"""The same for what comes from no person."""

ACTORS = {
    "host": who("ada"),
    "guest": who("ben"),
    "guest admin": who("cem", admin=True),
    "admin": who("hana", admin=True),
    "stranger": who("finn"),
}
GUEST, ADMIN, COMPUTER = Seat(1), Seat(2), Seat(4)
VICTIM = Seat(3)

ASKED: dict[str, Callable[[Who, Life], Intent]] = {
    "join": lambda by, _: Join(by),
    "leave": lambda by, _: Leave(by),
    "add a computer": lambda by, _: AddComputer(by, Strength.MEDIUM),
    "set a strength": lambda by, at: SetStrength(by, COMPUTER, Strength.HARD, at.table.roster),
    "remove a computer": lambda by, at: Remove(by, COMPUTER, at.table.roster),
    "remove a person": lambda by, at: Remove(by, VICTIM, at.table.roster),
    "agree on rules": lambda by, _: Configure(by, "target", "60"),
    "start": lambda by, _: Start(by),
    "move": lambda by, _: Press(by, "quit"),
    "move in turn": lambda by, _: Press(by, "quit"),
    "move out of turn": lambda by, _: Press(by, "quit"),
    "confirm": lambda by, _: Confirm(by),
    "play again": lambda by, _: Again(by),
    "pause": lambda by, _: Pause(by),
    "resume": lambda by, _: Resume(by),
    "look": lambda by, _: Here(by),
    "look, after missing a turn": lambda by, _: Here(by),
    "close": lambda by, _: Stop(by),
}


def cells(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def rows() -> list[tuple[str, str, str, str]]:
    """Return every single promise: what, by whom, when, and what comes of it."""
    return [
        (what, actor, phase, outcome)
        for what, actors, *outcomes in cells(PERMISSIONS)
        for actor in actors.split(", ")
        for phase, outcome in zip(PHASES, outcomes, strict=True)
    ]


@cache
def table_in(phase: str, turn: Seat | None = None) -> Life:
    """Return a table of three people, whom ``ACTORS`` names, one more and a computer."""
    for seed in range(99):
        life = Life("ada", "ben", "cem", "dora", computers=1, seed=seed)
        if phase in {"playing", "scored", "over"}:
            life.start()
        if turn is not None and life.to_move != (turn,):
            continue
        match phase:
            case "scored":
                life.score()
            case "over":
                life.finish()
            case "closed":
                life.done(Stop(who("ada")))
            case _:
                pass
        assert life.phase is Phase(phase)
        return life
    raise AssertionError("nobody ever begins")


def have_missed(table: Table, by: Who) -> Table:
    """Return the table at which this person has missed a turn."""
    seats = [
        replace(o, missed=1) if isinstance(o, Person) and o.user == by.user else o
        for o in table.seats
    ]
    return replace(table, seats=tuple(seats))


def at(life: Life) -> Life:
    """Return a table in the same state that may be changed."""
    other = Life()
    other.table, other.now = life.table, life.now
    return other


def outcome(life: Life, intent: Intent) -> str:
    before = life.table
    became = life.send(intent)
    if became.changed:
        assert became.answer is None
        assert became.table.version == before.version + 1
        return "done"
    assert became.table == before
    return "nothing" if became.answer is None else became.answer.id


@pytest.mark.parametrize(("what", "actor", "phase", "expected"), rows())
def test_who_may_do_what_and_when(what: str, actor: str, phase: str, expected: str) -> None:
    by = ACTORS[actor]
    seat = table_in("lobby").table.seat_of(by.user)
    turn = None
    if phase == "playing":
        turn = {"move in turn": seat, "move out of turn": VICTIM}.get(what, VICTIM)
    life = at(table_in(phase, turn))
    if "missing" in what:
        life.table = have_missed(life.table, by)
    assert outcome(life, ASKED[what](by, life)) == expected


@pytest.mark.parametrize(
    ("what", "phase", "expected"),
    [
        (what, phase, expected)
        for what, *outcomes in cells(WORLD)
        for phase, expected in zip(PHASES, outcomes, strict=True)
    ],
)
def test_what_comes_from_no_person(what: str, phase: str, expected: str) -> None:
    life = at(table_in(phase, COMPUTER if phase == "playing" else None))
    intents: dict[str, tuple[float, Intent]] = {
        "computer's move": (0, Choose(COMPUTER, len(life.table.log), "quit")),
        "alarm when due": ((life.left or 0) + 1, Alarm()),
        "alarm too early": (0, Alarm()),
        "restart": (0, Awake()),
        "restart, nearly due": ((life.left or 0) - 1, Awake()),
        "message shown": (0, Shown("fake:group", "m1")),
        "chat moved": (0, Relocate("fake:group", "fake:larger")),
    }
    seconds, intent = intents[what]
    life.wait(seconds)
    assert outcome(life, intent) == expected


def test_every_actor_and_every_phase_is_told_of() -> None:
    told = {(what, actor) for what, actor, _, _ in rows()}
    partly = {"move", "move in turn", "move out of turn", "look, after missing a turn"}
    for what in set(ASKED) - partly:
        assert {actor for each, actor in told if each == what} == set(ACTORS), what
    moving = {actor for what, actor in told if what.startswith("move")}
    assert moving == set(ACTORS)
    assert len(rows()) == len(set(rows()))


def test_a_person_is_a_seat_s_by_user_and_never_by_name() -> None:
    life = at(table_in("lobby"))
    assert life.refused(Leave(Who(UserId("fake:x"), "Ada"))) == "not-seated"
    assert life.refused(Start(Who(UserId("fake:x"), "Ada"))) == "host-only"


# --- the document ----------------------------------------------------------------------------

DOCUMENT = Path(__file__).parents[3] / "docs" / "table-life.md"


def in_document(heading: str) -> list[list[str]]:
    """Return the cells of the first table below a heading, without its head."""
    section = DOCUMENT.read_text("utf-8").partition(f"\n## {heading}\n")[2]
    table = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)
    assert table is not None, f"no table below {heading}"
    return [
        [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        for line in table[0].splitlines()[2:]
    ]


def test_the_document_says_what_is_tested() -> None:
    assert in_document("Who may do what") == cells(PERMISSIONS)
    assert in_document("What comes from nobody") == cells(WORLD)


def test_the_document_names_only_seats_that_there_are() -> None:
    assert set(SEATS[:5]) >= {GUEST, ADMIN, VICTIM, COMPUTER}
