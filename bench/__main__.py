"""``python -m bench [PART] …``: measure (everything if no part is named), and print a table.

A goal that is missed is a figure like any other; only a benchmark that breaks is an error.
"""

from __future__ import annotations

import os
import platform
import sys
import textwrap
import time
import traceback
from importlib import import_module

from bench.figures import Part, table

PARTS = ("rules", "tricks", "saves", "replay", "memory", "telegram", "http", "thinking", "matrix")


def main(wanted: list[str]) -> int:
    """Measure and print; return the exit status."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        print(f"bench: no part {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 1
    print(_machine(), flush=True)
    broken = []
    for name in PARTS:
        if wanted and name not in wanted:
            continue
        start = time.perf_counter()
        try:
            # Each part is imported when its turn comes: a peer may be missing, the others run.
            part: Part = import_module(f"bench.{name}").measure()
        except Exception:  # noqa: BLE001 - one broken part leaves the others
            traceback.print_exc()
            broken.append(name)
            continue
        print(f"\n## {part.title}\n\n{table(part.figures)}\n")
        print(textwrap.fill(part.how, 100))
        print(f"({time.perf_counter() - start:.0f} s)", flush=True)
    if broken:
        print(f"bench: broken: {', '.join(broken)}", file=sys.stderr)
    print(f"\nload at the end: {_load()}")
    return 1 if broken else 0


def _machine() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    said = "Median (least..most) of the rounds. A ratio is ours in peers, taken within each round."
    return (
        f"{time.strftime('%Y-%m-%d', time.gmtime())}, {platform.python_implementation()} "
        f"{platform.python_version()}, {platform.system()} {platform.machine()}, {cores} cores, "
        f"load {_load()}\n{said}"
    )


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
