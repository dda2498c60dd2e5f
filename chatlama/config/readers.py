"""Readers: what is written to what is meant, or a ``ValueError`` that says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from datetime import time, timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo, available_timezones

from chatlama.core.table.house import Ping

Reader: TypeAlias = Callable[[object], Any]

_KINDS = {bool: "true/false", int: "a number", float: "a number", list: "a list", dict: "a table"}
_UNITS = {"ms": 0.001, "s": 1, "min": 60, "h": 60 * 60, "d": 24 * 60 * 60}
_DURATION = re.compile(r"([0-9]{1,9}) *(ms|s|min|h|d)?")
_HOURS = re.compile(r"([0-9]{1,2}):([0-9]{2}) *[-–] *([0-9]{1,2}):([0-9]{2})")
_SHOWN = 40  # characters of a wrong text


def text(raw: object) -> str:
    if isinstance(raw, str):
        return raw
    raise ValueError(f"{say(raw)} is no text; write it in quotes")


def name(raw: object) -> str:
    if name := text(raw).strip():
        return name
    raise ValueError("a name is missing; write one, or leave the setting out")


def optional(raw: object) -> str:
    return text(raw).strip()


def folder(raw: object) -> Path:
    # The path is not shown: some day it may be an address with a password in it.
    path = name(raw)
    if path.startswith("~") or "\0" in path:
        raise ValueError("this is no folder; write its whole path, without ~")
    return Path(path)


def zone(raw: object) -> ZoneInfo | None:
    if not (name := text(raw).strip()):
        return None
    if name in (zones := available_timezones()):
        return ZoneInfo(name)
    mend = meant(name, zones, "write for example Europe/Berlin, or nothing")
    raise ValueError(f"{say(raw)} is no time zone known here; {mend}")


def one_of(words: Collection[str]) -> Callable[[object], str]:
    def read(raw: object) -> str:
        if (word := name(raw)) in words:
            return word
        mend = meant(word, words, f"choose one of {', '.join(words)}")
        raise ValueError(f"{say(raw)} is not possible; {mend}")

    return read


def ping(raw: object) -> Ping:
    return Ping(one_of([ping.value for ping in Ping])(raw))


def switch(raw: object) -> bool:
    """Read ``on`` and ``off``, and what TOML calls true and false."""
    if isinstance(raw, bool):
        return raw
    return one_of(("on", "off"))(raw) == "on"


def quiet(raw: object) -> tuple[time, time] | None:
    """Read from when to when it is quiet; nothing is never."""
    if not (said := text(raw).strip()):
        return None
    found = _HOURS.fullmatch(said)
    hour, minute, until, past = map(int, found.groups()) if found else (0, 0, 0, 0)
    try:
        hours = (time(hour, minute), time(until, past))
    except ValueError:
        hours = (time(), time())
    if hours[0] == hours[1]:
        raise ValueError(f'{say(raw)} is no time of day; write for example "22:00-07:00"')
    return hours


def duration(least: str, most: str, *, off: bool = False) -> Reader:
    """Return a reader of durations within the bounds; ``off``, if allowed, is read as ``None``."""

    def read(raw: object) -> timedelta | None:
        if off and raw == "off":
            return None
        length = seconds(raw, "90 s, 3 min or off" if off else "90 s or 3 min")
        if length < shortest:
            raise ValueError(f"too short; write {least} or more")
        if length > longest:
            raise ValueError(f"too long; write {most} or less{', or off' if off else ''}")
        return timedelta(seconds=length)

    shortest, longest = seconds(least), seconds(most)
    return read


def seconds(raw: object, examples: str = "") -> float:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and (found := _DURATION.fullmatch(raw.strip())):
        return int(found[1]) * _UNITS[found[2] or "s"]
    raise ValueError(f"{say(raw)} is no duration; write for example {examples}")


def several(one: Reader, most: int) -> Reader:
    """Return a reader of lists (or text with commas) without what is in them twice."""

    def read(raw: object) -> tuple[Any, ...]:
        items = [part.strip() for part in raw.split(",")] if isinstance(raw, str) else raw
        if isinstance(items, list) and 1 <= len(items) <= most:
            return tuple(dict.fromkeys(map(one, items)))
        raise ValueError(f'a list of 1 to {most} is needed; write for example "90 s, 3 min"')

    return read


def say(raw: object) -> str:
    if isinstance(raw, str):
        return f'"{raw[:_SHOWN]}{"…" if len(raw) > _SHOWN else ""}"'
    return _KINDS.get(type(raw), "a date or time")


def meant(word: str, words: Collection[str], otherwise: str, before: str = "") -> str:
    """Return whether a similar word with the same ``before`` was meant; if none, ``otherwise``."""
    alike = [known for known in words if known.lower().startswith(before)]
    spelt = {known.lower().removeprefix(before): known for known in alike}
    close = get_close_matches(word.lower().removeprefix(before), spelt, n=1)
    return f"did you mean {spelt[close[0]]}?" if close else otherwise
