from __future__ import annotations

from pathlib import Path

import pytest

from chatlama.transports.matrix.journal import Journal
from chatlama.transports.matrix.notes import KEPT, LINES, Notes, Shown
from tests.transports.matrix.hall import ADA, Lines


def shown(user: str | None = None, digest: str = "") -> Shown:
    return Shown("!room", "!room", user, digest)


def test_what_is_noted_is_there_after_a_restart(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "messages.jsonl")
    notes = Notes(journal)
    notes.note("$1", shown(digest="a"))
    notes.note("$2", shown(ADA))
    notes.note("$1", shown(digest="b"))
    notes.note("$3", shown())
    notes.forget("$3")
    again = Notes(journal)
    assert (again["$1"], again["$2"], again["$3"]) == (shown(digest="b"), shown(ADA), None)
    assert again.hand(ADA, "!room") == "$2"
    assert (tmp_path / "messages.jsonl").stat().st_mode & 0o777 == 0o600


def test_a_torn_line_costs_what_it_said_and_no_more(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "messages.jsonl")
    notes = Notes(journal)
    for n in range(3):
        notes.note(f"${n}", shown(digest=f"{n}"))
    whole = journal.path.read_bytes()
    journal.path.write_bytes(whole[:-20])
    again = Notes(journal)
    assert (again["$1"], again["$2"]) == (shown(digest="1"), None)


def test_only_the_latest_messages_are_remembered() -> None:
    notes = Notes(Lines())
    for n in range(KEPT + 1):
        notes.note(f"${n}", shown(ADA if n == 0 else None))
    assert notes["$0"] is None
    assert notes.hand(ADA, "!room") is None
    assert notes["$1"] is not None


def test_a_journal_that_has_become_long_is_written_anew() -> None:
    journal = Lines()
    notes = Notes(journal)
    for n in range(LINES + 10):
        notes.note("$1", shown(digest=f"{n}"))
    assert len(journal) < 20
    assert Notes(journal)["$1"] == notes["$1"]


def test_nothing_is_written_that_says_nothing_new() -> None:
    journal = Lines()
    notes = Notes(journal)
    for _ in range(3):
        notes.note("$1", shown())
    assert len(journal) == 1


def test_what_could_not_be_kept_is_kept_with_the_next_change(
    caplog: pytest.LogCaptureFixture,
) -> None:
    journal = Lines()
    notes = Notes(journal)
    notes.note("$1", shown())
    journal.full = True
    notes.note("$2", shown())
    assert "can't be kept" in caplog.text
    journal.full = False
    notes.note("$3", shown())
    assert [Notes(journal)[event] for event in ("$1", "$2", "$3")] == [shown()] * 3
