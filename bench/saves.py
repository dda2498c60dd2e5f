"""What it costs to keep a table: on the disk, as a record, at the start.

A save is compared with the least that is as durable: the same bytes written to a second file,
synced and renamed, the folder synced; and with sqlite3. All ways and all sizes take turns in one
run and on one disk, because load and disk move more than what is measured.
"""

from __future__ import annotations

import os
import random
import sqlite3
import statistics
import tempfile
import time
import timeit
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from bench.figures import Better, Figure, Goal, Part, Spread, scratch
from chatlama.core.table.model import (
    Dealt,
    Language,
    Person,
    Phase,
    Played,
    Room,
    Table,
    TableId,
    UserId,
)
from chatlama.core.text import SEATS
from chatlama.session.record import from_document, to_document
from chatlama.stores.tinydb import TinyStore

SIZES = (1, 1_000, 10_000)
ROUNDS, BATCH = 200, 20
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SAVE_GOAL = Goal(Better.LESS, 1.3)
"""Times what the least that is durable takes, and times what it takes with one table."""
RECORD_GOAL = Goal(Better.LESS, 200, of_ratio=False)
"""Microseconds for a table with 200 log entries, each way."""


def a_table(number: int, moves: int = 60) -> Table:
    """Return a table of four in the middle of a game."""
    return Table(
        id=TableId(f"t{number}"),
        rooms=(Room(f"telegram:-100{number}", Language("de")),),
        host=UserId("telegram:10"),
        game="alpaka",
        options=(("end", "40"),),
        turn=timedelta(seconds=90),
        seats=tuple(Person(UserId(f"telegram:{i}"), f"Player {i}") for i in range(4)),
        phase=Phase.PLAYING,
        number=1,
        rules=1,
        log=(
            Dealt(bytes(range(32))),
            *(Played(SEATS[i % 4], f"play:{i % 7}") for i in range(moves)),
        ),
        since=NOON,
        due=NOON + timedelta(seconds=90),
        version=1,
        seen=tuple(f"telegram:{10**9 + i}" for i in range(40)),
        shown=((f"telegram:-100{number}", "4711"),),
    )


@dataclass(slots=True)
class Place:
    """A data folder with so many tables, and the same bytes in other hands beside them."""

    size: int
    folder: Path
    store: TinyStore
    rows: sqlite3.Connection
    table: Table
    took: dict[str, list[float]] = field(default_factory=dict)
    """Milliseconds on the wall, and of the processor under ``<way> cpu``."""

    def save(self, way: str) -> None:
        """Save the next version of one table and note how long it took."""
        after = replace(self.table, version=self.table.version + 1)
        path = self.folder / "tables" / f"{after.id}.json"
        content = path.read_bytes()
        start, busy = time.perf_counter(), time.process_time()
        match way:
            case "store":
                run(self.store.commit(after, expected=self.table.version))
            case "raw":
                raw(f"{self.folder}/tables/raw", content)
            case _:
                upsert(self.rows, after.id, after.version, content)
        ended, idle = time.perf_counter(), time.process_time()
        self.took.setdefault(way, []).append((ended - start) * 1e3)
        self.took.setdefault(f"{way} cpu", []).append((idle - busy) * 1e3)
        if way == "store":
            self.table = after

    def medians(self, way: str) -> Spread:
        """Return the medians of batches, in milliseconds."""
        took = self.took[way]
        starts = range(0, len(took), BATCH)
        return Spread(tuple(statistics.median(took[at : at + BATCH]) for at in starts))


def raw(path: str, content: bytes) -> None:
    """Replace a file as a whole and durably, with nothing around it."""
    file = os.open(f"{path}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(file, content)
    os.fsync(file)
    os.close(file)
    os.replace(f"{path}.new", path)  # noqa: PTH105  # no object more than needed
    folder = os.open(os.path.dirname(path), os.O_RDONLY)  # noqa: PTH120  # as above
    os.fsync(folder)
    os.close(folder)


def upsert(rows: sqlite3.Connection, id: str, version: int, content: bytes) -> None:
    """Keep the bytes in a row; the version makes each write another one."""
    rows.execute("INSERT OR REPLACE INTO t VALUES (?, ?, ?)", (id, version, content))
    rows.commit()


def run(step: Coroutine[Any, Any, object]) -> None:
    """Run what never waits, without an event loop."""
    try:
        step.send(None)
    except StopIteration:
        return
    raise AssertionError("the store waited")


def filled(folder: Path, size: int) -> float:
    """Put tables into the folder, not durably, and return the bytes of one."""
    (folder / "tables").mkdir(parents=True)
    total = 0
    for number in range(size):
        table = a_table(number)
        content = msgspec.json.encode({"_default": {"1": to_document(table)}})
        total += (folder / "tables" / f"{table.id}.json").write_bytes(content)
    return total / size


def opened(folder: Path, size: int) -> Place:
    """Return the folder with its store and its sqlite file open."""
    rows = sqlite3.connect(folder / "rows.sqlite")
    rows.execute("PRAGMA journal_mode=WAL")
    rows.execute("PRAGMA synchronous=FULL")
    rows.execute("CREATE TABLE t (id TEXT PRIMARY KEY, version INT, content BLOB)")
    content = (folder / "tables" / "t0.json").read_bytes()
    rows.executemany(
        "INSERT INTO t VALUES (?, 1, ?)", ((f"t{number}", content) for number in range(size))
    )
    rows.commit()
    return Place(size, folder, TinyStore(folder), rows, a_table(0))


def saves(places: list[Place]) -> list[Figure]:
    """Measure all ways at all sizes in turns."""
    rng = random.Random(0)
    turns = [(place, way) for place in places for way in ("store", "raw", "sqlite")]
    for _ in range(ROUNDS):
        rng.shuffle(turns)
        for place, way in turns:
            place.save(way)
    assert all(len(took) == ROUNDS for place in places for took in place.took.values())
    assert all(place.table.version == 1 + ROUNDS for place in places)
    found = []
    for place in places:
        name = f"a save with {place.size:,} tables, ms"
        store, least, rows = (place.medians(way) for way in ("store", "raw", "sqlite"))
        found.append(Figure(name, store, least, "raw", SAVE_GOAL))
        found.append(Figure(name, store, rows, "sqlite WAL FULL"))
    ours, least = places[-1].medians("store cpu"), places[-1].medians("raw cpu")
    found.append(Figure("of these processor time, ms", ours, least, "raw"))
    ours, least = places[-1].medians("store"), places[0].medians("store")
    found.append(Figure("the last beside the first, ms", ours, least, "with 1 table", SAVE_GOAL))
    return found


def start(folder: Path, size: int) -> Figure:
    """Measure the start of a store that holds tables, once its files have been read before."""
    took = []
    for _ in range(3):
        begun = time.perf_counter()
        store = TinyStore(folder)
        took.append((time.perf_counter() - begun) / size * 1e6)
        run(store.close())
    return Figure(f"start with {size:,} tables, µs for each", Spread(tuple(took)))


def records() -> list[Figure]:
    """Measure the way from a table to its stored form and back."""
    table = a_table(0, moves=199)
    document = to_document(table)
    assert from_document(document) == table
    there = best(lambda: to_document(table))
    back = best(lambda: from_document(document))
    return [
        Figure("200 entries to a record, µs", there, goal=RECORD_GOAL),
        Figure("and back, µs", back, goal=RECORD_GOAL),
    ]


def best(act: Callable[[], object], times: int = 200) -> Spread:
    """Return seven means, in microseconds."""
    return Spread(tuple(each / times * 1e6 for each in timeit.repeat(act, number=times, repeat=7)))


def measure() -> Part:
    """Measure everything."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir=scratch()) as within:
        folders = {size: Path(within) / str(size) for size in SIZES}
        size_of_one = max(filled(folder, size) for size, folder in folders.items())
        os.sync()
        places = [opened(folder, size) for size, folder in folders.items()]
        figures = saves(places)
        for place in places:
            place.rows.close()
            run(place.store.close())
        figures.append(start(folders[SIZES[-1]], SIZES[-1]))
    return Part(
        "Saves: one table, durably",
        f"{ROUNDS} saves of each kind at each size, all in turns on one disk, time as on the wall; "
        f"medians of {ROUNDS // BATCH} batches of {BATCH}. A table takes {size_of_one:,.0f} bytes. "
        "Raw: the same bytes to a second file, fsync, rename, fsync of the folder. sqlite: the "
        "same bytes as one row in a WAL with synchronous=FULL.",
        (*figures, *records()),
    )
