"""Where the homeserver and the strict client live, and what is done where they don't.

Neither is ever imported: each is a process with an interpreter of its own.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
NAMES = ("synapse", "strict")


def interpreter(name: str) -> Path:
    """Return the Python of an environment."""
    return ROOT / f".venv-{name}" / "bin" / "python"


def missing() -> str | None:
    """Return what is not set up and how to mend it; ``None`` if all is there."""
    absent = [
        f".venv-{name}"
        for name in NAMES
        if not interpreter(name).parent.parent.joinpath(".stamp").exists()
    ]
    absent += ["matrix-nio"] if find_spec("nio") is None else []
    return f"{' and '.join(absent)} not set up: make matrix" if absent else None


def need() -> None:
    """Skip the test where something is not set up; where everything has to be, fail."""
    lacking = missing()
    if lacking and os.environ.get("CI") == "true":
        pytest.fail(lacking)
    if lacking:
        pytest.skip(lacking)
