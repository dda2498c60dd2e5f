"""The storage beneath TinyDB: the old content or the new, whatever fails and whenever."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tinydb import TinyDB

from chatlama.stores.atomic import AtomicStorage, Unsynced, delete, replace, sweep

NO_ROOM = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_what_was_written_is_read_by_another(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    assert AtomicStorage(path).read() is None
    AtomicStorage(path).write({"_default": {"1": {"name": "🦙 ä"}}})
    assert AtomicStorage(path).read() == {"_default": {"1": {"name": "🦙 ä"}}}
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_tinydb_works_on_it(tmp_path: Path) -> None:
    with TinyDB(tmp_path / "a.json", storage=AtomicStorage) as file:
        one = file.insert({"name": "Ada"})
        file.insert({"name": "Ben"})
        file.update({"points": 3}, doc_ids=[one])
    with TinyDB(tmp_path / "a.json", storage=AtomicStorage) as file:
        assert file.all() == [{"name": "Ada", "points": 3}, {"name": "Ben"}]


def test_a_file_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    AtomicStorage(path).write({"t": {"1": {"n": 1}}})
    storage = AtomicStorage(path)
    storage.read()
    path.unlink()
    assert storage.read() == {"t": {"1": {"n": 1}}}


def test_begun_anew_it_replaces_what_it_never_reads(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"no JSON")
    storage = AtomicStorage(path, anew=True)
    assert storage.read() is None
    storage.write({"t": {"1": {}}})
    assert AtomicStorage(path).read() == {"t": {"1": {}}}


@pytest.mark.parametrize(
    "content", [b"", b"{", b'"\xff"', b"[" * 200_000, b"null", b"[]", b'{"a":{}} {}', b'{"a":1}']
)
def test_what_is_no_tinydb_file_is_said_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="no TinyDB file") as refusal:
        AtomicStorage(path).read()
    assert "\n" not in str(refusal.value)


def test_file_then_name_then_folder_reach_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a loss of power tells whether this holds, so it is held by its order."""
    seen: list[str] = []
    watch(monkeypatch, "fsync", lambda file: seen.append(f"fsync {named(file)}"))
    watch(
        monkeypatch,
        "replace",
        lambda old, new: seen.append(f"{Path(old).name} to {Path(new).name}"),
    )
    watch(monkeypatch, "write", lambda file, _: seen.append(f"write {named(file)}"))
    replace(f"{tmp_path}/a.json", b"new")
    assert seen == [
        "write a.json.tmp",
        "fsync a.json.tmp",
        "a.json.tmp to a.json",
        f"fsync {tmp_path.name}",
    ]


def test_a_part_that_was_written_is_followed_by_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, bytes(data)[:2]))
    replace(f"{tmp_path}/a.json", b"seven b")
    assert (tmp_path / "a.json").read_bytes() == b"seven b"


@pytest.mark.parametrize("call", ["open", "write", "fsync", "replace"])
def test_a_failure_leaves_the_old_content_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    with monkeypatch.context() as patched:
        patched.setattr(os, call, failing)
        with pytest.raises(OSError, match="No space"):
            replace(str(path), b"new")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("a.json", b"old")]


@pytest.mark.parametrize("act", [lambda path: replace(path, b"new"), delete])
def test_a_folder_that_was_not_synced_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: Callable[[str], None]
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    fail_at_folder(monkeypatch)
    with pytest.raises(Unsynced, match="No space"):
        act(str(path))
    assert not path.exists() or path.read_bytes() == b"new"


def test_after_a_failure_the_file_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TinyDB(tmp_path / "a.json", storage=AtomicStorage) as file:
        file.insert({"points": 1})
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", failing)
            with pytest.raises(OSError, match="No space"):
                file.update({"points": 2})
        assert file.all() == [{"points": 1}]


def test_a_sweep_takes_what_killed_writers_left_and_nothing_else(tmp_path: Path) -> None:
    for name in ("a.json", "a.json.tmp", "b.json.tmp", "tmp.json", "a.json.unreadable"):
        (tmp_path / name).write_bytes(b"")
    assert sweep(tmp_path) == 2
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "a.json",
        "a.json.unreadable",
        "tmp.json",
    ]


def failing(*_: object, **__: object) -> None:
    raise NO_ROOM


def fail_at_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    fsync = os.fsync

    def fail(file: int) -> None:
        if Path(f"/proc/self/fd/{file}").is_dir():
            raise NO_ROOM
        fsync(file)

    monkeypatch.setattr(os, "fsync", fail)


def watch(monkeypatch: pytest.MonkeyPatch, name: str, note: Callable[..., object]) -> None:
    call: Callable[..., Any] = getattr(os, name)

    def watched(*args: Any) -> Any:  # noqa: ANN401  # whatever the call takes
        note(*args)
        return call(*args)

    monkeypatch.setattr(os, name, watched)


def named(file: int) -> str:
    return Path(f"/proc/self/fd/{file}").readlink().name
