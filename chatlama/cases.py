"""Running files of worked cases through the installed games.

Reads the file, finds each game's adapter by the name under which the file has it, and tells what
came out. What a case means is in ``core.cases``; nothing is printed here.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from chatlama.core.cases import AnyAdapter, check
from chatlama.core.nodes import Node, say

MERGE: Final = "tag:yaml.org,2002:merge"
"""The tag of the key ``<<``, which brings in another mapping's."""


class _Twice(yaml.MarkedYAMLError):
    """A key stands twice in one mapping: YAML forbids it, and PyYAML would keep the last."""


class _Loader(yaml.SafeLoader):
    """Reads what ``yaml.safe_load`` reads, but no key twice. Raises ``_Twice``."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        known = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.tag == MERGE:
                continue
            read = self.construct_object(key)
            if (type(read), read) in known:
                raise _Twice(
                    problem=f"the key {key.value} stands twice", problem_mark=key.start_mark
                )
            known.add((type(read), read))
        return super().construct_mapping(node, deep)


DEEPEST: Final = 50
"""Levels of a file at most; the cases of all games need ten."""

VERSION: Final = 1
"""The version of the format that is read; a file that names none is taken to be of this one."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came out of a file of cases."""

    cases: int = 0
    """How many were run."""
    mismatches: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """The games that the file names and that are not installed."""
    errors: tuple[str, ...] = ()
    """Why the file could not be read, if so; nothing was run then."""

    @property
    def status(self) -> int:
        """The exit status: 0 all is as expected, 1 something is not, 2 nothing could be read."""
        if self.errors:
            return 2
        return 1 if self.mismatches or self.missing else 0

    @property
    def summary(self) -> str:
        """The last line to be said: ``31 cases, 0 mismatches``."""
        return f"{self.cases} cases, {len(self.mismatches)} mismatches"

    @property
    def lines(self) -> tuple[str, ...]:
        """All there is to say, the summary last unless the file could not be read."""
        if self.errors:
            return self.errors
        absent = tuple(f"{game}: this game is not installed" for game in self.missing)
        return (*self.mismatches, *absent, self.summary)


def check_file(path: Path, adapters: Mapping[str, AnyAdapter]) -> Report:
    """Return what came out of the file; ``adapters`` holds the installed games by name."""
    try:
        # From bytes: YAML finds the encoding itself and ignores a mark at the beginning.
        content = yaml.load(path.read_bytes(), _Loader)  # noqa: S506 - it is a safe one
    except OSError as error:
        return Report(errors=(f"{path} can't be read: {error.strerror or error}",))
    except _Twice as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        return Report(errors=(f"{path}: line {line}: {error.problem}; rename or remove one",))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        # ValueError: a date that does not exist, bytes that are no text.
        return Report(errors=(f"{path}: not YAML: {' '.join(str(error).split())}",))
    if _endless(content, (), set()):
        return Report(errors=(f"{path}: parts lie within parts without end; is an alias (*) one?",))
    match content:
        case {"version": version} if version != VERSION:
            return Report(errors=(f"{path}: version {say(version)} is not known",))
        case {"games": dict(games)}:
            return check_games(games, adapters)
        case _:
            return Report(errors=(f"{path}: no mapping `games`",))


def _endless(node: Node, above: tuple[int, ...], seen: set[int]) -> bool:
    """Return whether a node holds itself, or parts in parts deeper than any case has them."""
    if not isinstance(node, Mapping | list):
        return False
    if id(node) in above or len(above) > DEEPEST:
        return True
    if id(node) in seen:
        return False
    seen.add(id(node))
    parts = node.values() if isinstance(node, Mapping) else node
    return any(_endless(part, (*above, id(node)), seen) for part in parts)


def check_games(games: Mapping[Node, Node], adapters: Mapping[str, AnyAdapter]) -> Report:
    """Return what came out of the cases, which are listed by game."""
    count = 0
    mismatches: list[str] = []
    missing: list[str] = []
    for name, cases in games.items():
        game = say(name)
        if game not in adapters:
            missing.append(game)
        elif not isinstance(cases, list):
            mismatches.append(f"{game}: a list of cases is needed, not {say(cases)}")
        else:
            count += len(cases)
            for case in cases:
                mismatches.extend(check(case, adapters[game]))
    return Report(count, tuple(mismatches), tuple(missing))
