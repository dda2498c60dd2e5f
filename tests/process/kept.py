"""What the program has kept on disk, and what that means: the truth that no person sees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from chatlama.core.table.model import Phase, Played, Table
from chatlama.core.table.position import follow
from chatlama.core.text import SEATS
from chatlama.plugins import plugins
from chatlama.session.record import from_document
from chatlama.stores.tinydb import TinyStore

GAMES = plugins().games


async def tables(folder: Path) -> list[Table]:
    """Return every table that is kept, as the program would find it; nothing runs meanwhile."""
    store = TinyStore(folder)
    found = [await store.load(id) for id in await store.tables()]
    await store.close()
    assert not _unreadable(folder)
    return [table for table in found if table is not None and table.phase is not Phase.CLOSED]


def now(folder: Path) -> list[Table]:
    """Return every table as it stands on disk at this moment; the program may run."""
    files = sorted((folder / "tables").glob("*.json"))
    documents = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return [from_document(document["_default"]["1"]) for document in documents]


def moves(table: Table) -> dict[str, list[str]]:
    """Return what each seat's player did in the game that is or was played last."""
    done: dict[str, list[str]] = {occupant.name: [] for occupant in table.seats}
    for entry in table.log:
        if isinstance(entry, Played):
            assert not entry.late, "nobody was too slow"
            done[table.seats[entry.seat].name].append(entry.code)
    return done


def hands(table: Table) -> dict[str, set[tuple[int, ...]]]:
    """Return every hand that each player has held in the game."""
    held: dict[str, set[tuple[int, ...]]] = {occupant.name: set() for occupant in table.seats}
    game = GAMES[table.game]
    for state in _states(table):
        for seat, occupant in zip(SEATS, table.seats, strict=False):
            hand = game.view(state, seat).hand
            if hand is not None:
                held[occupant.name].add(tuple(sorted(hand)))
    return held


def _states(table: Table) -> Iterator[Any]:
    after = replace(table, log=(), position=None)
    for entry in table.log:
        after = follow(after, GAMES[table.game], entry)
        assert after.position is not None
        yield after.position.state


def _unreadable(folder: Path) -> list[Path]:
    return list(folder.glob("**/*.unreadable*"))
