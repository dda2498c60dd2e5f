"""A process that commits without end, to be killed. ``python writer.py FOLDER``.

It imports once. For each line on its input it forks a child, which opens the store, and says the
child's pid; the child says every commit after it returned; once the child was killed, the parent
says so. All share one output, a pipe, whose lines stay whole and in order.

    pid 4711
    kept t3 18
    dead
"""

from __future__ import annotations

import os
import random
import sys
from dataclasses import replace
from pathlib import Path

from chatlama.core.table.model import TableId
from chatlama.session.ports import Store
from chatlama.stores.tinydb import TinyStore
from tests.stores.samples import a_table, run

TABLES = [TableId(f"t{i}") for i in range(5)]


def write(store: Store, rng: random.Random) -> None:
    """Commit tables of changing size, for ever."""
    while True:
        id = rng.choice(TABLES)
        kept = run(store.load(id)) or a_table(id, version=0)
        moves = rng.choice((0, 10, 100, 1000))
        after = replace(a_table(id, moves=moves), version=kept.version + 1)
        run(store.commit(after, expected=kept.version))
        say(f"kept {id} {after.version}")


def say(line: str) -> None:
    """Say a line, whole."""
    os.write(1, f"{line}\n".encode())


def main(folder: Path) -> None:
    """Fork a writer for each line."""
    for number, _ in enumerate(sys.stdin):
        child = os.fork()
        if child == 0:
            write(TinyStore(folder), random.Random(number))
        say(f"pid {child}")
        os.waitpid(child, 0)
        say("dead")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
