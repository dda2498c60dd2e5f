"""What is kept is there after the worst, and for nobody else to read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from chatlama.session.transport import TransportError
from chatlama.transports.matrix.kept import SECTOR, Kept, Position


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_what_was_kept_last_is_there(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "a.json")
    assert kept.read() == {}
    kept.write({"a": "1", "b": "ä"})
    kept.write({"a": "2"})
    assert kept.read() == {"a": "2"}
    assert mode(kept.path) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_what_is_half_written_takes_the_place_of_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Kept(tmp_path / "a.json")
    kept.write({"a": "1"})

    def full(_: int) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="disk full"):
            kept.write({"a": "2"})
    assert kept.read() == {"a": "1"}
    kept.write({"a": "3"})
    assert kept.read() == {"a": "3"}


@pytest.mark.parametrize("written", [b"", b"{", b"[]", b'{"a": 1}', b"\xff"])
def test_what_can_t_be_read_is_one_line_that_names_the_file(tmp_path: Path, written: bytes) -> None:
    kept = Kept(tmp_path / "a.json")
    kept.path.write_bytes(written)
    with pytest.raises(TransportError, match=r"^[^\n]*a\.json[^\n]*$"):
        kept.read()


def test_a_position_is_written_in_place_and_read_by_the_next(tmp_path: Path) -> None:
    position = Position(tmp_path / "position.json")
    assert position.read() == ""
    position.write("s1")
    inode = position.path.stat().st_ino
    for since in ("s2", "s" * 300, "s3"):
        position.write(since)
        assert Position(position.path).read() == since
    assert position.path.stat().st_ino == inode
    assert position.path.stat().st_size == SECTOR
    assert mode(position.path) == 0o600
    position.close()


def test_a_position_longer_than_a_disk_writes_at_once_is_replaced_whole(tmp_path: Path) -> None:
    position = Position(tmp_path / "position.json")
    for since in ("s1", "s" * SECTOR, "s2", "t" * SECTOR, "s" * (SECTOR + 9), "s3"):
        position.write(since)
        assert Position(position.path).read() == since
    position.close()
