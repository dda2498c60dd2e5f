"""Every direct dependency has its row in docs/dependencies.md, with the version that is pinned."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "dependencies.md"
PINNED = ROOT / "requirements"
HOSTS = tuple(".".join(host) for host in (("pypi", "org"), ("pythonhosted", "org")))
"""Put together here, so that this file does not name them either."""

pytestmark = pytest.mark.skipif(not DOCUMENT.exists(), reason="only in the repository")


def name_of(requirement: str) -> str:
    """Return a package's name in the one form in which names are compared."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found.group()).lower()


def direct() -> Iterator[tuple[str, str]]:
    """Yield every direct dependency and the file in which its version is pinned."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for requirement in project["dependencies"]:
        yield name_of(requirement), "run.txt"
    for extra in project["optional-dependencies"].values():
        for requirement in extra:
            yield name_of(requirement), "chat.txt"
    for path in sorted(PINNED.glob("*.in")):
        for line in path.read_text("utf-8").splitlines():
            if line and not line.startswith(("#", "-")):
                yield name_of(line), f"{path.stem}.txt"


def pinned(file: str) -> dict[str, str]:
    """Return the versions in a file of pinned requirements, by name."""
    found = re.findall(r"^([^\s#=]+)==([^\s;]+)", (PINNED / file).read_text("utf-8"), re.MULTILINE)
    return {name_of(name.partition("[")[0]): version for name, version in found}


def rows() -> dict[str, tuple[str, str, str]]:
    """Return version, licence and reason of every package that has a row, by name."""
    found = {}
    for line in DOCUMENT.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or cells[0] == "package" or set(cells[0]) == {"-"}:
            continue
        names, versions = cells[0].split(", "), cells[1].split(", ")
        assert len(names) == len(versions), line
        for name, version in zip(names, versions, strict=True):
            assert name_of(name) not in found, f"{name} has two rows"
            found[name_of(name)] = version, cells[2], cells[-1]
    return found


@pytest.mark.parametrize(("name", "file"), sorted(set(direct())))
def test_a_direct_dependency_has_a_row_with_its_pinned_version(name: str, file: str) -> None:
    version, licence, reason = rows()[name]
    assert version == pinned(file)[name]
    assert licence
    assert reason


def test_a_row_is_of_a_direct_dependency() -> None:
    """What makes the pins is itself pinned in the Makefile."""
    left = rows().keys() - {name for name, _ in direct()}
    assert left == {"pip-tools"}
    assert f"pip-tools=={rows()['pip-tools'][0]}" in (ROOT / "Makefile").read_text("utf-8")


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only in a clone")
def test_no_tracked_file_names_where_packages_come_from() -> None:
    """Which package index is asked is a matter of the machine; recipes: tests/test_cli.py."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 - the clone's own git
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    for name in listed.stdout.decode().split("\0"):
        path = ROOT / name
        if not path.is_file():
            continue
        content = path.read_bytes().lower()
        for host in HOSTS:
            assert host.encode() not in content, f"{name} names {host}"


@pytest.mark.slow
def test_benches_need_nothing_that_only_tests_need() -> None:
    """They run in an environment of their own; what a part is compared with may be missing here."""
    names = {
        file: set(re.findall(r"(?m)^([a-z0-9-]+)(?=[\[=])", (PINNED / file).read_text("utf-8")))
        for file in ("dev.txt", "run.txt", "chat.txt", "bench.txt")
    }
    needed = names.pop("dev.txt").difference(*names.values())
    assert "pytest" in needed
    tries = f"""
import sys
from importlib import import_module
from bench.__main__ import PARTS
hidden = {{each.replace("-", "_") for each in {sorted(needed)!r}}}
sys.modules.update(dict.fromkeys(hidden))
for part in PARTS:
    try:
        import_module("bench." + part)
    except ModuleNotFoundError as error:
        assert error.name.partition(".")[0] not in hidden, (part, error.name)
"""
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", tries], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
