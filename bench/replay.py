"""What it costs to come back: a stored table is read, decoded and replayed, as after a restart.

The yardstick is the rules alone: the same deals and moves by the game, with nothing kept of a
table. What is above it is the price of looking up every move by its code, checking every round's
checksum and keeping what a table knows.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from bench.figures import Figure, Part, Spread, in_turns, scratch
from bench.played import game
from chatlama.core.game import Move, Standings, opening
from chatlama.core.games.alpaka import GAME
from chatlama.core.rng import Rng
from chatlama.core.table.model import Dealt, Phase, Played, Table
from chatlama.core.table.position import follow, replay
from chatlama.core.text import Seat
from chatlama.session.record import from_document, to_document
from chatlama.stores.tinydb import TinyStore

T = TypeVar("T")
GAMES, ROUNDS = 100, 15


@dataclass(frozen=True, slots=True)
class Script:
    """A game as the rules need it: nothing has to be looked up."""

    options: dict[str, str]
    seats: int
    lines: tuple[tuple[Seat, Any, bytes] | bytes, ...]
    """A seat, its move and the round's seed; or the seed with which a round was dealt."""
    final: Standings


def script(table: Table) -> Script:
    """Return what happened at a table, made ready for the rules alone."""
    known: dict[str, Move] = {}
    lines: list[tuple[Seat, Any, bytes] | bytes] = []
    following, seed = replace(table, log=(), position=None), b""
    for entry in table.log:
        if isinstance(entry, Dealt):
            seed = entry.seed
            lines.append(seed)
        elif isinstance(entry, Played):
            assert following.position is not None
            legal = GAME.legal(following.position.state, entry.seat)
            known.update({move.code: move for move in legal})
            lines.append((entry.seat, known[entry.code], seed))
        following = follow(following, GAME, entry)
    position = following.position
    assert position is not None
    assert position.result is not None
    return Script(dict(table.options), len(table.seats), tuple(lines), position.result.standings)


def rules_alone(written: Script) -> None:
    """Make the same moves by the game alone."""
    standings, state, step = opening(written.seats), None, 0
    for line in written.lines:
        if isinstance(line, bytes):
            step += state is not None  # a table also counts the end of a round
            state = GAME.deal(standings, written.options, Rng(line, step))
        else:
            assert state is not None
            seat, move, seed = line
            state = GAME.apply(state, seat, move, Rng(seed, step)).state
            result = GAME.result(state)
            standings = standings if result is None else result.standings
        step += 1
    assert standings == written.final


def timed(act: Callable[[T], object], tables: list[T]) -> Callable[[int], float]:
    """Return a way that does something to each of them and returns milliseconds for one."""

    def way(_: int) -> float:
        start = time.process_time()
        done = [act(each) for each in tables]
        took = time.process_time() - start
        assert len(done) == GAMES
        return took / GAMES * 1e3

    return way


def run(step: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine that never waits returns."""
    try:
        step.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise AssertionError("the store waited")


def measure() -> Part:
    """Return the figures of a restart."""
    tables = [game(number) for number in range(GAMES)]
    assert all(table.phase is Phase.OVER for table in tables)
    scripts = [script(table) for table in tables]
    stored = [replace(table, position=None) for table in tables]
    with tempfile.TemporaryDirectory(prefix="bench-", dir=scratch()) as folder:
        store = TinyStore(folder)
        for table in stored:
            asyncio.run(store.commit(table, expected=0))
        sizes = [float(path.stat().st_size) for path in Path(folder, "tables").iterdir()]

        def load(table: Table) -> Table:
            found = run(store.load(table.id))
            assert found is not None
            return found

        def back(table: Table) -> Table:
            return replay(load(table), GAME)

        for before in tables:
            after = back(before)
            assert after == before
            assert after.position == before.position
        documents = [to_document(table) for table in stored]
        assert [from_document(document) for document in documents] == stored
        found = in_turns(
            {
                "back": timed(back, tables),
                "load": timed(load, tables),
                "replay": timed(lambda table: replay(table, GAME), stored),
                "rules": timed(rules_alone, scripts),
            },
            ROUNDS,
        )
        run(store.close())
    entries = Spread(tuple(float(len(table.log)) for table in tables))
    mean = sum(entries.values) / GAMES
    pace = Spread(tuple(mean / ms * 1e3 for ms in found["replay"].values))
    bare = Spread(tuple(mean / ms * 1e3 for ms in found["rules"].values))
    return Part(
        "Replay: a whole game after a restart",
        f"{GAMES} finished games of four (one person's seat, three computers, all by the rules of "
        f"thumb of the computer player, to 40), each another one; {ROUNDS} rounds in turns, mean "
        "over all games in each, processor time. The files are in the system's cache. The peer is "
        "the same deals and moves by the rules alone.",
        (
            Figure("entries of a whole game", entries),
            Figure("its file, bytes", Spread(tuple(sizes))),
            Figure("read and decode it, ms", found["load"]),
            Figure("replay it, ms", found["replay"], found["rules"], "rules alone"),
            Figure("replay, entries/s", pace, bare, "rules alone"),
            Figure(
                "all of it, as after a restart, ms", found["back"], found["rules"], "rules alone"
            ),
        ),
    )
