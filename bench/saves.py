"""What it costs to keep a table: on the disk, in memory, at the start.

A save is compared with the least that is as durable: the same bytes written to a second file,
synced and renamed, the folder synced; and with sqlite3. All ways and all sizes take turns in one
run and on one disk, because load and disk move more than what is measured.
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import statistics
import tempfile
import time
import timeit
import tracemalloc
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

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
from chatlama.scheduling import Alarms
from chatlama.session.record import from_document, to_document
from chatlama.stores.tinydb import TinyStore

SIZES = (1, 1_000, 10_000)
ROUNDS = 300
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SAVE_GOAL = 1.3
"""Times what the least that is durable takes, and times what it takes with one table."""
RECORD_GOAL = 200
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

    def save(self, way: str) -> None:
        """Save the next version of one table and note how long it took."""
        after = replace(self.table, version=self.table.version + 1)
        path = self.folder / "tables" / f"{after.id}.json"
        content = path.read_bytes()
        start = time.perf_counter()
        match way:
            case "store":
                run(self.store.commit(after, expected=self.table.version))
            case "raw":
                raw(f"{self.folder}/tables/raw", content)
            case _:
                upsert(self.rows, after.id, after.version, content)
        self.took.setdefault(way, []).append((time.perf_counter() - start) * 1e3)
        if way == "store":
            self.table = after

    def median(self, way: str) -> float:
        """Return the median in milliseconds."""
        return statistics.median(self.took[way])


def raw(path: str, content: bytes) -> None:
    """Replace a file as a whole and durably, with nothing around it."""
    file = os.open(f"{path}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(file, content)
    os.fsync(file)
    os.close(file)
    os.replace(f"{path}.new", path)  # noqa: PTH105  # no object more than needed
    folder = os.open(os.path.dirname(path), os.O_RDONLY)  # noqa: PTH120
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


def saves(places: list[Place]) -> list[str]:
    """Measure all ways at all sizes in turns."""
    rng = random.Random(0)
    turns = [(place, way) for place in places for way in ("store", "raw", "sqlite")]
    for _ in range(ROUNDS):
        rng.shuffle(turns)
        for place, way in turns:
            place.save(way)
    lines = [
        f"one save, median of {ROUNDS}, ms",
        "  tables    store      raw   sqlite   store/raw",
    ]
    for place in places:
        store, least, rows = (place.median(way) for way in ("store", "raw", "sqlite"))
        lines.append(
            f"{place.size:8,} {store:8.3f} {least:8.3f} {rows:8.3f} {store / least:8.2f}   "
            f"{verdict(store / least, SAVE_GOAL)}"
        )
    growth = places[-1].median("store") / places[0].median("store")
    lines.append(
        f"  at {places[-1].size:,} tables {growth:.2f} times what it takes at "
        f"{places[0].size}   {verdict(growth, SAVE_GOAL)}"
    )
    return lines


def idle(folder: Path, size: int) -> list[str]:
    """Measure the start, and what a table costs that nobody plays at just now."""
    start = time.perf_counter()
    run(TinyStore(folder).close())
    took = time.perf_counter() - start
    tracemalloc.start()
    store = TinyStore(folder)
    index, _ = tracemalloc.get_traced_memory()
    alarms = asyncio.run(alarmed(store))
    tracemalloc.stop()
    run(store.close())
    return [
        f"start with {size:,} tables: {took:.2f} s, {took / size * 1e6:.0f} µs each",
        f"an idle table in memory, bytes: {index / size:,.0f} index, {alarms / size:,.0f} alarm",
    ]


async def alarmed(store: TinyStore) -> int:
    """Set an alarm for every table and return the bytes that they take."""
    before, _ = tracemalloc.get_traced_memory()
    alarms = Alarms()
    alarms.start(lambda _: None)
    due = datetime.now(UTC) + timedelta(hours=1)
    for number, id in enumerate(await store.tables()):
        alarms.set(id, due + timedelta(milliseconds=number))
    await asyncio.sleep(0)
    after, _ = tracemalloc.get_traced_memory()
    alarms.stop()
    return after - before


def records() -> list[str]:
    """Measure the way from a table to its stored form and back."""
    table = a_table(0, moves=199)
    document = to_document(table)
    assert from_document(document) == table
    there = best(lambda: to_document(table))
    back = best(lambda: from_document(document))
    return [
        f"a table with 200 entries to its record: {there:.0f} µs   {verdict(there, RECORD_GOAL)}",
        f"and back: {back:.0f} µs   {verdict(back, RECORD_GOAL)}",
    ]


def best(act: Callable[[], object], times: int = 200) -> float:
    """Return the least of seven means, in microseconds."""
    return min(timeit.repeat(act, number=times, repeat=7)) / times * 1e6


def verdict(value: float, goal: float) -> str:
    """Return the goal and whether it was reached."""
    return f"goal ≤ {goal:g}: {'reached' if value <= goal else 'MISSED'}"


def report() -> str:
    """Measure everything and return what to print."""
    # Here, not where temporary files belong: that may be memory, which syncs nothing.
    with tempfile.TemporaryDirectory(prefix="bench-", dir=_build()) as scratch:
        folders = {size: Path(scratch) / str(size) for size in SIZES}
        size_of_one = max(filled(folder, size) for size, folder in folders.items())
        os.sync()
        places = [opened(folder, size) for size, folder in folders.items()]
        lines = [f"a table takes {size_of_one:,.0f} bytes", *saves(places)]
        for place in places:
            place.rows.close()
            run(place.store.close())
        lines += idle(folders[SIZES[-1]], SIZES[-1])
    return "\n".join([*lines, *records()])


def _build() -> Path:
    folder = Path("build")
    folder.mkdir(exist_ok=True)
    return folder


def main() -> None:
    print(report())


if __name__ == "__main__":
    main()
