"""A writer is killed 200 times in the middle of writing: nothing that was acknowledged is lost."""

from __future__ import annotations

import logging
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from chatlama.core.table.model import TableId
from chatlama.stores.tinydb import TinyStore

from . import writer
from .samples import a_table, run

KILLS = 200
ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_two_hundred_kills_lose_nothing_that_was_acknowledged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(200)
    acknowledged: Counter[TableId] = Counter()
    seen: Counter[str] = Counter()
    with subprocess.Popen(  # noqa: S603  # ours
        [sys.executable, "-W", "error", str(Path(writer.__file__)), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        for number in range(5 * KILLS):
            if number >= KILLS and seen["half written"] >= 5 and seen["unacknowledged but kept"]:
                break  # on a busy machine it takes longer until a kill falls where it is worst
            kill_one(process, rng, acknowledged)
            seen["half written"] += len(list(tmp_path.glob("tables/*.tmp")))
            store = TinyStore(tmp_path)
            for id, version in acknowledged.items():
                table = run(store.load(id))
                assert table is not None, f"{id} is lost"
                assert table.version >= version, f"{id} lost an acknowledged commit"
                assert table.log == a_table(id, moves=len(table.log) - 1).log
                seen["unacknowledged but kept"] += table.version - version
                acknowledged[id] = table.version
            run(store.close())
        assert process.stdin
        process.stdin.close()
        assert process.wait(10) == 0
    assert not caplog.records, "a file was unreadable"
    assert not list(tmp_path.glob("tables/*.unreadable*"))
    assert sum(acknowledged.values()) > KILLS
    # The kills really fell into writing: before the rename, and between it and the answer.
    assert seen["half written"] >= 5, seen
    assert seen["unacknowledged but kept"] >= 1, seen


def kill_one(
    process: subprocess.Popen[str], rng: random.Random, acknowledged: Counter[TableId]
) -> None:
    """Let a writer work for some commits and a bit, kill it, and note what it acknowledged."""
    assert process.stdin
    assert process.stdout
    process.stdin.write("go\n")
    rest = rng.randint(1, 12)
    pid = 0
    for line in process.stdout:
        match line.split():
            case ["pid", number]:
                pid = int(number)
            case ["kept", id, version]:
                acknowledged[TableId(id)] = int(version)
                rest -= 1
            case ["dead"]:
                return
            case _:
                raise AssertionError(line)
        if rest == 0:
            until = time.perf_counter() + rng.uniform(0, 0.001)
            while time.perf_counter() < until:
                pass
        if rest <= 0 and pid:
            os.kill(pid, signal.SIGKILL)
            pid = 0
    raise AssertionError("the writer ended by itself")


@pytest.fixture(autouse=True)
def _hear_warnings(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "chatlama")
