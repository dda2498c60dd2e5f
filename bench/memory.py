"""What a table costs that nobody plays at just now: ``python -m bench.memory WAY`` finds one.

Each way runs in a fresh process, because memory that was given back stays with a process. It is
found twice: what the process takes of the machine (resident), and what Python has handed out
(traced), each in a process of its own, since tracing takes memory itself.
"""

from __future__ import annotations

import asyncio
import gc
import json
import resource
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from bench.figures import Better, Figure, Goal, Part, Spread, one, scratch
from bench.played import game, likeness
from chatlama.core.games.alpaka import GAME
from chatlama.core.table.model import Phase
from chatlama.core.table.position import replay
from chatlama.scheduling import Alarms
from chatlama.session.record import to_document
from chatlama.stores.tinydb import TinyStore

TABLES = 10_000
GAMES = 250
"""Different games among the tables; each is then in the hands of other people."""
FEW = 1_000
"""Tables with positions where they are traced, and games of the peer: tracing takes its time."""
TIMES = 2
IDLE_GOAL = Goal(Better.LESS, 3_000, of_ratio=False)
POSITION_GOAL = Goal(Better.LESS, 7_400, of_ratio=False)


def fill(folder: Path) -> list[float]:
    """Put tables in the middle of their games into the folder; return the bytes of each."""
    played = [game(number, moves=5 + number % 60) for number in range(GAMES)]
    running = [table for table in played if table.phase is Phase.PLAYING]
    assert len(running) > GAMES / 2
    (folder / "tables").mkdir(parents=True)
    sizes = []
    for number in range(TABLES):
        table = likeness(running[number % len(running)], number)
        content = msgspec.json.encode({"_default": {"1": to_document(table)}})
        sizes.append((folder / "tables" / f"{table.id}.json").write_bytes(content))
    return [float(size) for size in sizes]


# --- in a fresh process ----------------------------------------------------------------------


def resident() -> int:
    """Return the bytes that the process takes of the machine."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except FileNotFoundError:  # no Linux: the most it ever took
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return pages * resource.getpagesize()


def traced() -> int:
    """Return the bytes that Python has handed out."""
    return tracemalloc.get_traced_memory()[0]


async def idle(folder: Path, used: Callable[[], int]) -> dict[str, float]:
    """Open the store and set every table's alarm, as at the start of a bot."""
    before = used()
    store = TinyStore(folder)
    ids = await store.tables()
    assert len(ids) == TABLES
    gc.collect()
    known = used()
    alarms = Alarms()
    alarms.start(lambda _: None)
    due = datetime.now(UTC) + timedelta(hours=1)
    for number, id in enumerate(ids):
        alarms.set(id, due + timedelta(milliseconds=number))
    await asyncio.sleep(0)
    gc.collect()
    armed = used()
    alarms.stop()
    await store.close()
    return {
        "index": (known - before) / TABLES,
        "alarm": (armed - known) / TABLES,
        "idle": (armed - before) / TABLES,
    }


async def position(folder: Path, used: Callable[[], int]) -> dict[str, float]:
    """Load and replay every table and keep it, as a table is kept that was just played at."""
    store = TinyStore(folder)
    ids = (await store.tables())[: FEW if used is traced else TABLES]
    gc.collect()
    before = used()
    tables = []
    for id in ids:
        table = await store.load(id)
        assert table is not None
        tables.append(replay(table, GAME))
    gc.collect()
    after = used()
    assert sum(table.position is not None for table in tables) == len(ids)
    await store.close()
    return {"position": (after - before) / len(ids)}


async def uno(_: Path, used: Callable[[], int]) -> dict[str, float]:
    """Hold games of rlcard's UNO that were just dealt."""
    from rlcard.games.uno.game import UnoGame  # noqa: PLC0415 - the others need no rlcard

    def dealt(number: int) -> Any:  # noqa: ANN401 - rlcard ships no types
        one = UnoGame(num_players=4)
        one.np_random.seed(number)
        one.init_game()
        return one

    dealt(0)
    gc.collect()
    before = used()
    games = [dealt(number) for number in range(1, FEW + 1)]
    gc.collect()
    after = used()
    assert len({id(one) for one in games}) == FEW
    return {"uno": (after - before) / FEW}


WAYS = {"idle": idle, "position": position, "uno": uno}


def main(way: str, folder: str, how: str) -> None:
    """Measure one way and print what was found."""
    if how == "traced":
        tracemalloc.start()
    found = asyncio.run(WAYS[way](Path(folder), traced if how == "traced" else resident))
    print(json.dumps(found))


# --- from outside ----------------------------------------------------------------------------


def fresh(way: str, folder: Path, how: str) -> dict[str, float]:
    """Return what a fresh process finds."""
    command = [sys.executable, "-m", "bench.memory", way, str(folder), how]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)  # noqa: S603 - our own command
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measure() -> Part:
    """Return the figures of idle tables."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir=scratch()) as scratched:
        folder = Path(scratched)
        sizes = fill(folder)
        taken: dict[str, list[float]] = {}
        for _ in range(TIMES):
            for way in WAYS:
                for name, value in fresh(way, folder, "resident").items():
                    taken.setdefault(name, []).append(value)
        handed = {k: v for way in WAYS for k, v in fresh(way, folder, "traced").items()}
    rss = {name: Spread(tuple(values)) for name, values in taken.items()}
    return Part(
        "Memory: an idle table",
        f"{TABLES:,} tables of four in the middle of their games; resident memory, {TIMES} fresh "
        "processes for each way in turns; traced memory, one (with "
        f"positions {FEW:,} tables). Idle is what stays of a table "
        "between two presses: the store's index entry and its alarm in APScheduler. With its "
        "position a table is kept while it is among the last 512 that were played at. The peer, "
        f"{FEW:,} games of rlcard's UNO just dealt to four, knows no people, log or alarm.",
        (
            Figure("its file, bytes", Spread(tuple(sizes))),
            Figure("idle, bytes", rss["idle"], rss["uno"], "UnoGame", IDLE_GOAL),
            Figure("of these its index entry", rss["index"]),
            Figure("of these its alarm", rss["alarm"]),
            Figure(
                "with its position, bytes", rss["position"], rss["uno"], "UnoGame", POSITION_GOAL
            ),
            Figure("idle, traced", one(handed["idle"]), one(handed["uno"]), "UnoGame"),
            Figure(
                "with its position, traced", one(handed["position"]), one(handed["uno"]), "UnoGame"
            ),
        ),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
