"""A folder is one process's at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from chatlama.session.folder import Held


def test_who_has_a_folder_has_it_alone_until_it_is_let_go(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    held = Held.take(folder)
    assert held is not None
    assert Held.take(folder) is None
    held.let_go()
    again = Held.take(folder)
    assert again is not None
    held.let_go()  # for the second time, which takes nothing from who has it now
    assert Held.take(folder) is None
    again.let_go()


def test_nobody_else_may_look_into_the_folder(tmp_path: Path) -> None:
    held = Held.take(tmp_path / "data")
    assert held is not None
    held.let_go()
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "data" / "lock").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_can_t_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for _ in range(2):
        with pytest.raises(OSError, match="File exists"):
            Held.take(tmp_path / "file")
