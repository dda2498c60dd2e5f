"""Worked cases: the words in which positions, moves and what must follow are written down.

A case is a mapping as YAML gives it. What all games share is read here: ``steps`` one after the
other, ``attempts`` each from the same position, ``legal_moves``, ``expect``, tables. What a game
alone knows (its cards, its state, the meaning of a key) is told by its adapter.

Rule 1: only what a case names is compared, and all of it, ``null`` included.
Rule 2: a word that nobody knows is a mismatch, never passed over.
Rule 3: what is refused changes nothing, and is a mismatch unless the case expects it.
Rule 4: a case that cannot be read, or that makes a game fail, stops no other case.

Nothing here reads a file or prints.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from .game import Result
from .nodes import Fields, Node, Unreadable, fields, listed, pair_of, same, say

P = TypeVar("P")

LISTS = "_list"
"""``final_list`` holds cases of its own, each with what ``final`` and ``expect`` need."""

HEAD = frozenset({"id", "what", "options"})
"""What a case says about itself."""

CHECKS = frozenset(
    {"steps", "attempts", "legal_moves", "expect", "play_through", "options_legal"},
)
"""What a case of any game may check."""

SAID = frozenset({"legal_moves", "options_legal"})
"""Those that check something even if they are empty or false."""


class NotAllowed(ValueError):
    """The game refuses the options or the number of players; a case may expect that."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a case expects of one key and what is true, both in the form to be compared."""

    expected: Node
    got: Node


@dataclass(frozen=True, slots=True)
class Acted(Generic[P]):
    """What an action led to."""

    position: P
    legal: bool = True
    reason: str | None = None
    """The rulebook's code if the action was refused for one."""


class Adapter(Protocol[P]):
    """What a game tells about its cases; ``P`` is a position in whatever form it likes."""

    @property
    def positions(self) -> AbstractSet[str]:
        """The keys of a case from which a position is made, ``options`` apart: ``state``."""

    @property
    def actions(self) -> AbstractSet[str]:
        """The keys of a step, ``expect`` apart: ``seat`` and ``do``."""

    @property
    def tables(self) -> AbstractSet[str]:
        """The keys of a case that need no position, but list questions and answers."""

    def start(self, case: Fields) -> P:
        """Return the position of a case; raise ``NotAllowed`` if the game would not have it."""

    def act(self, position: P, step: Fields) -> Acted[P]:
        """Return what the step's action leads to."""

    def look(self, before: P, after: P, key: str, expected: Node) -> Seen:
        """Return what is to be compared for ``key``; raise ``Unreadable`` for an unknown one.

        ``legal_moves`` is asked with the starting position as both.
        """

    def table(self, case: Fields, key: str) -> Iterator[tuple[str, Seen]]:
        """Yield a label and a comparison for every row of a table."""


AnyAdapter: TypeAlias = Adapter[Any]


def check(case: Node, adapter: Adapter[P]) -> tuple[str, ...]:
    """Return every mismatch of the case: ``AL-01 step 1: top: expected 4, got 5``."""
    if not isinstance(case, Mapping):
        return (f"a case is a mapping, not {say(case)}",)
    return tuple(_case(case, adapter, str(case.get("id", "case without id"))))


def ranks(result: Result | None) -> Node:
    """Return each seat's rank, as cases have it; ``None`` as long as the game goes on."""
    return None if result is None or result.outcome is None else result.outcome.ranks


def ranking(result: Result | None) -> Node:
    """Return the seats with a rank, the best first, ties in seat order."""
    if result is None or result.outcome is None:
        return None
    ranked = [(rank, seat) for seat, rank in enumerate(result.outcome.ranks) if rank is not None]
    return tuple(seat for _, seat in sorted(ranked))


# --- a case ----------------------------------------------------------------------------------


def _case(case: Fields, adapter: Adapter[P], label: str) -> Iterator[str]:
    lists = frozenset(key + LISTS for key in adapter.positions)
    checks = CHECKS | adapter.tables | lists
    yield from _unknown(case, HEAD | checks | adapter.positions, label)
    if not any(case.get(key) for key in checks) and not case.keys() & SAID:
        yield f"{label}: checks nothing"
    for key in sorted(adapter.tables & case.keys()):
        yield from _guarded(_table(case, adapter, key, label), label)
    for key in sorted(lists & case.keys()):
        yield from _guarded(_list(case, adapter, key, label), label)
    if case.keys() & (adapter.positions | CHECKS):
        yield from _guarded(_played(case, adapter, label), label)


def _table(case: Fields, adapter: Adapter[P], key: str, label: str) -> Iterator[str]:
    for row, seen in adapter.table(case, key):
        yield from _compared(seen, f"{label}: {key} {row}")


def _list(case: Fields, adapter: Adapter[P], key: str, label: str) -> Iterator[str]:
    shared = {name: case[name] for name in case if name == "options"}
    name = key.removesuffix(LISTS)
    for number, item in enumerate(listed(case[key], key), 1):
        yield from _case({**shared, **fields(item, key)}, adapter, f"{label} {name} {number}")


def _played(case: Fields, adapter: Adapter[P], label: str) -> Iterator[str]:
    expect = fields(case.get("expect", {}), "expect")
    allowed = case.get("options_legal", expect.get("legal", True))
    try:
        start = adapter.start(case)
    except NotAllowed as no:
        if allowed is not False:
            yield f"{label}: refused: {no}"
        for key in sorted(expect.keys() - {"legal"}):
            yield f"{label}: {key}: nothing to compare with, the game was refused"
        return
    if allowed is not True:
        yield from _compared(Seen(allowed, got=True), f"{label}: legal")
    if "legal_moves" in case:
        yield from _looked(adapter, start, start, {"legal_moves": case["legal_moves"]}, label)
    for number, step in enumerate(listed(case.get("attempts", []), "attempts"), 1):
        yield from _attempt(
            case, fields(step, "attempts"), adapter, start, f"{label} attempt {number}"
        )
    position = start
    for number, step in enumerate(listed(case.get("steps", []), "steps"), 1):
        position = yield from _step(adapter, position, step, f"{label} step {number}")
    for number, pair in enumerate(listed(case.get("play_through", []), "play_through"), 1):
        seat, card = pair_of(pair, "play_through")
        short = {"seat": seat, "card": card}
        position = yield from _step(adapter, position, short, f"{label} play {number}")
    yield from _looked(adapter, start, position, _without(expect, "legal"), label)


def _attempt(
    case: Fields, step: Fields, adapter: Adapter[P], start: P, label: str
) -> Iterator[str]:
    """Try an action, or other options for the same position."""
    if "options" not in step:
        yield from _step(adapter, start, step, label)
        return
    position = {key: case[key] for key in adapter.positions & case.keys()}
    yield from _guarded(_case({**position, **step}, adapter, label), label)


def _step(adapter: Adapter[P], before: P, node: Node, label: str) -> Generator[str, None, P]:
    """Yield what is wrong with a step, return the position after it."""
    try:
        step = fields(node, "a step")
        expect = fields(step.get("expect", {}), "expect")
        yield from _unknown(step, adapter.actions | {"expect"}, label)
        acted = adapter.act(before, _without(step, "expect"))
        yield from _judged(acted, before, expect, label)
        rest = _without(expect, "legal", "reason")
        yield from _looked(adapter, before, acted.position, rest, label)
    except Exception as failure:  # noqa: BLE001 - rule 4; the failure is reported
        yield f"{label}: {_named(failure)}"
        return before
    return acted.position


def _judged(acted: Acted[P], before: P, expect: Fields, label: str) -> Iterator[str]:
    """Compare whether the action was taken, and why not."""
    if "legal" in expect:
        yield from _compared(Seen(expect["legal"], acted.legal), f"{label}: legal")
    elif not acted.legal and expect.get("reason") is None:
        yield f"{label}: refused: {acted.reason}"
    if "reason" in expect:
        yield from _compared(Seen(expect["reason"], acted.reason), f"{label}: reason")
    if not acted.legal and acted.position != before:
        yield f"{label}: the position has changed although the action was refused"


def _looked(adapter: Adapter[P], before: P, after: P, expect: Fields, label: str) -> Iterator[str]:
    for key, expected in expect.items():
        try:
            seen = adapter.look(before, after, key, expected)
        except Exception as failure:  # noqa: BLE001 - rule 4; the failure is reported
            yield f"{label}: {key}: {_named(failure)}"
        else:
            yield from _compared(seen, f"{label}: {key}")


def _compared(seen: Seen, label: str) -> Iterator[str]:
    if not same(seen.expected, seen.got):
        yield f"{label}: expected {say(seen.expected)}, got {say(seen.got)}"


def _unknown(found: Fields, known: AbstractSet[str], label: str) -> Iterator[str]:
    return (f"{label}: unknown key {say(key)}" for key in found if key not in known)


def _guarded(mismatches: Iterator[str], label: str) -> Iterator[str]:
    try:
        yield from mismatches
    except Exception as failure:  # noqa: BLE001 - rule 4; the failure is reported
        yield f"{label}: {_named(failure)}"


def _named(failure: Exception) -> str:
    if isinstance(failure, Unreadable | NotAllowed):
        return str(failure)
    return f"{type(failure).__name__}: {failure}"


def _without(found: Fields, *keys: str) -> Fields:
    return {key: value for key, value in found.items() if key not in keys}
