"""Tests are tested: each fault of ``faults.toml`` is planted, and the test named there must fail.

The checkout is never touched. It is copied; without a fault every test named passes in the copy,
and each fault gets a copy of its own. ``proof`` tells that nothing but the copy was imported.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.proof import TOLD

ROOT = Path(__file__).parents[2]
NEEDED = ("chatlama", "tests", "config", "pyproject.toml")
BROKEN = {"AttributeError", "ImportError", "ModuleNotFoundError", "NameError", "TypeError"}
"""How a program that does not even run fails; a fault is one that runs and does the wrong thing."""
LEAST = 15
HANGS = 600.0
"""Seconds after which a copy, even with one test, is taken to hang."""
EACH_MORE = 5.0
"""Seconds that each further test may take: a busy machine is no fault, and nobody waits for it."""


@dataclass(frozen=True, slots=True)
class Fault:
    name: str
    why: str
    file: str
    old: str
    new: str
    test: str


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run of pytest in a copy came to."""

    copy: Path
    status: int
    said: str
    ended: dict[str, tuple[str, str, str]]
    """Test to the phase in which it ended, its outcome, and what was raised."""
    files: tuple[Path, ...]
    """What was imported of ours."""


FAULTS = [
    Fault(**fault)
    for fault in tomllib.loads((Path(__file__).with_name("faults.toml")).read_text("utf-8"))[
        "fault"
    ]
]
TESTS = sorted({fault.test for fault in FAULTS})
EACH = pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])


def run(copy: Path, *tests: str) -> Ran:
    """Run tests in a copy of the project, in which nothing else can be imported."""
    environ = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CHATLAMA_", "COV", "PYTEST_"))
    }
    off = [word for name in ("cacheprovider", "cov", "xdist") for word in ("-p", f"no:{name}")]
    plugin = ["-p", "tests.faults.proof", f"--basetemp={copy / 'tmp'}"]
    go_on = "--continue-on-collection-errors"
    done = subprocess.run(  # noqa: S603 - our own tests
        [sys.executable, "-m", "pytest", "-q", "-rfE", "--tb=short", go_on, *off, *plugin, *tests],
        cwd=copy,
        env=environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        timeout=HANGS + EACH_MORE * len(tests),
        check=False,
    )
    said = done.stdout + done.stderr
    assert (copy / TOLD).is_file(), said
    told = json.loads((copy / TOLD).read_text("utf-8"))
    (copy / TOLD).unlink()
    ended = {test: tuple(end) for test, end in told["ended"].items()}
    return Ran(copy, done.returncode, said, ended, tuple(map(Path, told["files"])))


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """Return what becomes of every test of the list in a copy without a fault."""
    copy = tmp_path_factory.mktemp("sound").resolve() / "copy"
    copy.mkdir()
    left_out = shutil.ignore_patterns("__pycache__", ".*")
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=left_out)
        else:
            shutil.copy2(ROOT / name, copy / name)
    return run(copy, *TESTS)


def planted(fault: Fault, sound: Path, copy: Path) -> Path:
    """Return a copy with the fault in it."""
    shutil.copytree(sound, copy, copy_function=os.link)
    file = copy / fault.file
    # What was compiled may not be told apart from what is written within the same second.
    shutil.rmtree(file.parent / "__pycache__", ignore_errors=True)
    whole = file.read_text("utf-8")
    file.unlink()  # it is the sound copy's as well
    file.write_text(whole.replace(fault.old, fault.new), "utf-8")
    return copy


def test_the_list_is_long_enough_and_its_names_are_unique() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= LEAST


@EACH
def test_a_fault_can_be_planted_in_one_place_only(fault: Fault) -> None:
    assert (ROOT / fault.file).read_text("utf-8").count(fault.old) == 1, fault.file
    assert fault.new != fault.old
    assert fault.why


@EACH
def test_a_test_that_is_to_catch_a_fault_is_there(fault: Fault) -> None:
    file, _, test = fault.test.partition("::")
    name = test.partition("[")[0]
    assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE)


@pytest.mark.slow
@EACH
def test_a_planted_fault_is_caught(fault: Fault, sound: Ran, tmp_path: Path) -> None:
    before = sound.ended.get(fault.test)
    assert before == ("call", "passed", ""), f"it fails without the fault\n{sound.said}"
    ran = run(planted(fault, sound.copy, tmp_path.resolve() / "copy"), fault.test)
    when, outcome, error = ran.ended[fault.test]
    assert (when, outcome) == ("call", "failed"), f"{fault.why}, and nobody notices\n{ran.said}"
    assert ran.status == 1
    assert re.search(r"^1 failed in ", ran.said, re.MULTILINE), ran.said
    assert error not in BROKEN, ran.said
    for each in (sound, ran):
        assert all(file.is_relative_to(each.copy) for file in each.files), each.files
    if fault.file.endswith(".py"):
        assert ran.copy / fault.file in ran.files
