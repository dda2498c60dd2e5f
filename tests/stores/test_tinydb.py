"""What the store on disk promises beyond the contract: faults of files, folders and disks."""

from __future__ import annotations

import errno
import json
import logging
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tinydb import TinyDB

from chatlama.core.table.model import Table, TableId
from chatlama.session.ports import Conflict, StoreError
from chatlama.session.record import FORMAT
from chatlama.stores.tinydb import TinyStore

from .samples import a_table, run

PROGRAM = """
import sys
from chatlama.session.ports import StoreError
from chatlama.stores.tinydb import TinyStore
try:
    TinyStore(sys.argv[1])
except StoreError as error:
    print(error)
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TinyStore]:
    store = TinyStore(tmp_path)
    yield store
    run(store.close())


def keep(store: TinyStore, *ids: str) -> list[Table]:
    tables = [a_table(id, f"chat:{id}") for id in ids]
    for table in tables:
        run(store.commit(table, expected=0))
    return tables


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "tables").iterdir())


# --- files -----------------------------------------------------------------------------------


def test_a_table_is_a_tinydb_file_with_one_document(store: TinyStore, tmp_path: Path) -> None:
    keep(store, "a", "b")
    assert names(tmp_path) == ["a.json", "b.json"]
    with TinyDB(tmp_path / "tables" / "a.json", encoding="utf-8") as file:
        assert [document["id"] for document in file.all()] == ["a"]


def test_secret_seeds_are_for_nobody_elses_eyes(tmp_path: Path) -> None:
    store = TinyStore(tmp_path / "data")
    keep(store, "a")
    modes = [tmp_path / "data", tmp_path / "data/tables", tmp_path / "data/tables/a.json"]
    assert [stat.S_IMODE(path.stat().st_mode) for path in modes] == [0o700, 0o700, 0o600]
    run(store.close())


def record(**changes: object) -> Callable[[dict[str, Any]], object]:
    return lambda content: {"_default": {"1": {**content["_default"]["1"], **changes}}}


BROKEN: dict[str, bytes | Callable[[dict[str, Any]], object]] = {
    "empty": b"",
    "half": b'{"_default":{"1":{"format":1,"id":"b",',
    "no text": b"\xff\x00\xfe",
    "deep": b"[" * 200_000,
    "nothing": b"null",
    "no object": b"[]",
    "no document": b'{"_default":{}}',
    "no record": b'{"_default":{"1":{"name":"Ada"}}}',
    "two documents": lambda c: {"_default": {"1": c["_default"]["1"], "2": {}}},
    "two tables": lambda c: {**c, "more": {}},
    "future": record(format=FORMAT + 1),
    "another's": record(id="c"),
    "wrong type": record(version="1"),
    "more keys": record(more=1),
}


@pytest.mark.parametrize("how", BROKEN)
def test_an_unreadable_file_is_set_aside_and_harms_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    store = TinyStore(tmp_path)
    a, b, c = keep(store, "a", "b", "c")
    run(store.close())
    content = broken(tmp_path / "tables" / "b.json", how)

    store = TinyStore(tmp_path)
    (warning,) = caplog.records
    assert warning.levelno == logging.WARNING
    assert warning.name == "chatlama.stores.tinydb"
    assert "b.json.unreadable" in warning.getMessage()
    assert "\n" not in warning.getMessage()
    assert (tmp_path / "tables" / "b.json.unreadable").read_bytes() == content
    assert run(store.tables()) == ("a", "c")
    assert [run(store.load(t.id)) for t in (a, b, c)] == [a, None, c]
    assert run(store.in_chat("chat:b")) is None
    run(store.commit(replace(a, version=2), expected=1))
    run(store.commit(b, expected=0))
    run(store.close())


def broken(path: Path, how: str) -> bytes:
    cause = BROKEN[how]
    if not isinstance(cause, bytes):
        cause = json.dumps(cause(json.loads(path.read_bytes()))).encode()
    path.write_bytes(cause)
    return cause


def test_what_was_set_aside_earlier_is_never_overwritten(tmp_path: Path) -> None:
    for content in (b"one", b"two", b"three"):
        folder = tmp_path / "tables"
        folder.mkdir(exist_ok=True)
        (folder / "b.json").write_bytes(content)
        run(TinyStore(tmp_path).close())
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        "b.json.unreadable": b"one",
        "b.json.unreadable-2": b"two",
        "b.json.unreadable-3": b"three",
    }


def test_a_file_that_becomes_unreadable_is_set_aside_by_the_load(
    store: TinyStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    a, b = keep(store, "a", "b")
    (tmp_path / "tables" / "b.json").write_bytes(b"{")
    assert run(store.load(b.id)) is None
    assert "b.json.unreadable" in caplog.text
    assert run(store.load(a.id)) == a
    assert run(store.tables()) == ("a",)
    assert run(store.in_chat("chat:b")) is None


def test_a_file_that_the_system_does_not_let_us_read_stays_where_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = TinyStore(tmp_path)
    (a,) = keep(store, "a")
    run(store.close())
    (tmp_path / "tables" / "b.json").mkdir()
    store = TinyStore(tmp_path)
    assert "b.json can't be read" in caplog.text
    assert names(tmp_path) == ["a.json", "b.json"]
    assert run(store.tables()) == ("a",)
    assert run(store.load(a.id)) == a
    run(store.close())


def test_a_file_taken_away_by_hand_is_a_table_that_is_gone(
    store: TinyStore, tmp_path: Path
) -> None:
    (a,) = keep(store, "a")
    (tmp_path / "tables" / "a.json").unlink()
    assert run(store.load(a.id)) is None
    assert run(store.in_chat("chat:a")) is None


def test_tables_whose_folder_is_gone_for_a_while_are_not_forgotten(
    store: TinyStore, tmp_path: Path
) -> None:
    (table,) = keep(store, "a")
    away = (tmp_path / "tables").rename(tmp_path / "away")
    with pytest.raises(StoreError, match="can't be read: No such file or directory"):
        run(store.load(table.id))
    away.rename(tmp_path / "tables")
    assert run(store.load(table.id)) == table
    assert run(store.in_chat("chat:a")) == table.id


def test_a_file_put_back_by_hand_is_loaded_and_can_be_committed(
    store: TinyStore, tmp_path: Path
) -> None:
    (a,) = keep(store, "a")
    path = tmp_path / "tables" / "a.json"
    saved = path.read_bytes()
    run(store.commit(replace(a, version=2), expected=1))
    path.write_bytes(saved)
    assert run(store.load(a.id)) == a
    run(store.commit(replace(a, version=2), expected=1))


def test_two_tables_put_into_one_chat_by_hand_are_both_playable(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "other").mkdir()
    for folder, id in ((tmp_path, "b"), (tmp_path / "other", "a")):
        store = TinyStore(folder)
        run(store.commit(a_table(id, "c1"), expected=0))
        run(store.close())
    (tmp_path / "other/tables/a.json").rename(tmp_path / "tables/a.json")
    store = TinyStore(tmp_path)
    assert "table b stands where a does" in caplog.text
    assert run(store.in_chat("c1")) == "a"
    for id in ("a", "b"):
        run(store.commit(a_table(id, "c1", version=2), expected=1))
    run(store.remove(TableId("b")))
    assert run(store.in_chat("c1")) == "a"
    run(store.close())


def test_what_a_killed_writer_left_is_taken_away_at_the_start(tmp_path: Path) -> None:
    store = TinyStore(tmp_path)
    (a,) = keep(store, "a")
    run(store.close())
    (tmp_path / "tables" / "a.json.tmp").write_bytes(b'{"half')
    (tmp_path / "tables" / "b.json.tmp").write_bytes(b"")
    store = TinyStore(tmp_path)
    assert names(tmp_path) == ["a.json"]
    assert run(store.load(a.id)) == a
    run(store.close())


@pytest.mark.parametrize("id", ["../a", "./b", "a/../b", "sub/a"])
def test_no_id_from_outside_reaches_another_file(store: TinyStore, tmp_path: Path, id: str) -> None:
    keep(store, "b")
    (tmp_path / "tables" / "a").mkdir()
    (tmp_path / "tables" / "sub").mkdir()
    others = [tmp_path / "a.json", tmp_path / "tables/sub/a.json"]
    for path in others:
        path.write_bytes(b"somebody else's")
    assert run(store.load(TableId(id))) is None
    run(store.remove(TableId(id)))
    with pytest.raises(ValueError, match="id"):
        run(store.commit(replace(a_table("c"), id=TableId(id)), expected=0))
    assert [path.read_bytes() for path in others] == [b"somebody else's"] * 2
    assert run(store.tables()) == ("b",)


def test_no_table_is_in_the_way_of_the_start(tmp_path: Path) -> None:
    store = TinyStore(tmp_path)
    tables = keep(store, "probe", "lock", "tables", "tmp")
    run(store.close())
    store = TinyStore(tmp_path)
    assert [run(store.load(table.id)) for table in tables] == tables
    assert names(tmp_path) == ["lock.json", "probe.json", "tables.json", "tmp.json"]
    run(store.close())


# --- one writer ------------------------------------------------------------------------------


def opened_elsewhere(folder: Path) -> str:
    """Return what another process says that opens the folder, an empty text if it can."""
    program = [sys.executable, "-W", "error", "-c", PROGRAM, str(folder)]
    done = subprocess.run(program, check=True, capture_output=True, text=True)  # noqa: S603  # ours
    assert not done.stderr
    return done.stdout.removesuffix("\n")


def test_a_second_process_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    store = TinyStore(tmp_path)
    assert opened_elsewhere(tmp_path) == (
        f"data folder {tmp_path} is in use by another chatlama; stop it or choose another folder "
        "with CHATLAMA_STORE_PATH"
    )
    keep(store, "a")
    run(store.close())
    assert opened_elsewhere(tmp_path) == ""


def test_a_second_store_in_one_process_is_refused_as_well(store: TinyStore, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="in use by another chatlama"):
        TinyStore(tmp_path)
    keep(store, "a")


# --- folders ---------------------------------------------------------------------------------


def test_the_folder_is_made_with_all_above_it(tmp_path: Path) -> None:
    run(TinyStore(tmp_path / "a" / "b").close())
    assert (tmp_path / "a" / "b" / "tables").is_dir()


def a_file(folder: Path) -> Path:
    (folder / "file").touch()
    return folder / "file"


def a_path_below_a_file(folder: Path) -> Path:
    return a_file(folder) / "data"


def a_folder_with_a_file_for_tables(folder: Path) -> Path:
    (folder / "tables").touch()
    return folder


def a_folder_that_is_only_read(_: Path) -> Path:
    return Path("/proc/sys")


def a_folder_whose_tables_are_only_read(folder: Path) -> Path:
    (folder / "tables").symlink_to("/proc/sys")
    return folder


@pytest.mark.parametrize(
    "unusable",
    [
        a_file,
        a_path_below_a_file,
        a_folder_with_a_file_for_tables,
        a_folder_that_is_only_read,
        a_folder_whose_tables_are_only_read,
    ],
)
def test_a_folder_that_can_not_be_used_is_said_in_one_line(
    tmp_path: Path, unusable: Callable[[Path], Path]
) -> None:
    folder = unusable(tmp_path)
    refusals = []  # they hold on to what failed, as a log would
    for _ in range(2):  # the second time would find the folder locked, had the first kept it
        with pytest.raises(StoreError) as refusal:
            TinyStore(folder)
        refusals.append(refusal)
        message = str(refusal.value)
        assert message.startswith(f"data folder {folder} can't be used: ")
        assert message.endswith("mend that or choose another folder with CHATLAMA_STORE_PATH")
        assert "\n" not in message


# --- disks -----------------------------------------------------------------------------------


def no_room(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_a_full_disk_leaves_all_as_it_was_and_the_next_commit_works(
    store: TinyStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    (a,) = keep(store, "a")
    after = a_table("a", "chat:new", version=2, moves=50)
    with monkeypatch.context() as patched:
        patched.setattr(os, call, no_room)
        with pytest.raises(StoreError, match="can't be written: No space left on device") as full:
            run(store.commit(after, expected=1))
        with pytest.raises(StoreError):
            run(store.commit(a_table("b", "chat:b"), expected=0))
    assert str(full.value).startswith(f"data folder {tmp_path} ")
    assert names(tmp_path) == ["a.json"]
    assert run(store.tables()) == ("a",)
    assert run(store.load(a.id)) == a
    assert [run(store.in_chat(c)) for c in ("chat:a", "chat:new", "chat:b")] == ["a", None, None]
    with pytest.raises(Conflict):
        run(store.commit(replace(after, version=3), expected=2))
    run(store.commit(after, expected=1))
    assert run(store.load(a.id)) == after


class Folder:
    """The disk under the store's folders; it can be told to fail when they are synced."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fails = True
        self._fsync = os.fsync
        monkeypatch.setattr(os, "fsync", self)

    def __call__(self, file: int) -> None:
        if self.fails and stat.S_ISDIR(os.fstat(file).st_mode):
            no_room()
        self._fsync(file)


def test_a_commit_that_failed_at_its_last_step_is_told_by_load_but_only_once_durable(
    store: TinyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    (a,) = keep(store, "a")
    disk = Folder(monkeypatch)
    after = replace(a, version=2)
    with pytest.raises(StoreError):
        run(store.commit(after, expected=1))
    with pytest.raises(StoreError):
        run(store.load(a.id))
    disk.fails = False
    assert run(store.load(a.id)) == after
    with pytest.raises(Conflict):
        run(store.commit(after, expected=1))
    run(store.commit(replace(a, version=3), expected=2))


def test_a_removal_that_failed_at_its_last_step_stays_removed(
    store: TinyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = keep(store, "a", "b")
    disk = Folder(monkeypatch)
    with pytest.raises(StoreError):
        run(store.remove(a.id))
    disk.fails = False
    assert run(store.tables()) == ("b",)
    assert run(store.load(a.id)) is None
    assert run(store.load(b.id)) == b


def test_a_table_that_json_can_not_hold_changes_nothing(store: TinyStore) -> None:
    (a,) = keep(store, "a")
    with pytest.raises(ValueError, match="surrogates"):
        run(store.commit(replace(a, game="\ud800", version=2), expected=1))
    assert run(store.load(a.id)) == a
    run(store.commit(replace(a, version=2), expected=1))


def test_an_idle_table_has_no_open_file(store: TinyStore) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for table in keep(store, *(f"t{i}" for i in range(20))):
        run(store.load(table.id))
    assert len(list(Path("/proc/self/fd").iterdir())) == before
