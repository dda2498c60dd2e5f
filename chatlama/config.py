"""The settings: from one TOML file and the environment to a frozen ``Config``, or one clear line.

A setting is a field of a section below; its default stands there, and so does its reader, which
turns what was written into what is meant. Every setting can be given as
``CHATLAMA_<SECTION>_<KEY>`` in the environment too, which wins over the file.

Nothing is opened, made or looked up on disk but that file (and, if one is named, the list of time
zones); which stores, games and languages there are comes in. Secrets are not read here: the
variables reserved for them pass unseen, and no error shows a value that could be one.
"""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import timedelta
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Struct
from msgspec.structs import asdict, fields

from chatlama.core.table.model import Language, Ping, Times

FILES: Final = (Path("config/chatlama.toml"), Path("chatlama.toml"))
"""Where the file is looked for, from the working directory, if none is named."""
PREFIX: Final = "CHATLAMA_"
NAMED: Final = "CHATLAMA_CONFIG"
"""The variable that may name the file."""
SECRETS: Final = ("CHATLAMA_TELEGRAM_", "CHATLAMA_MATRIX_")
"""How the variables begin that are somebody else's and may be secret."""
Known: TypeAlias = Mapping[str, Collection[str]]
KNOWN: Final[Known] = MappingProxyType({"chat.language": ("en", "de")})
"""What a setting may be chosen from, as far as it is known without asking the plug-ins."""
LEVELS: Final = ("debug", "info", "warning", "error", "critical")


class ConfigError(Exception):
    """The settings can't be used. The message is one printable line: where, what, how to mend."""

    def __init__(self, message: str) -> None:
        super().__init__("".join(c if c.isprintable() else ascii(c)[1:-1] for c in message))


# --- readers: what is written to what is meant, or a ValueError that says what is wrong ------

Reader: TypeAlias = Callable[[object], Any]

_KINDS = {bool: "true/false", int: "a number", float: "a number", list: "a list", dict: "a table"}
_UNITS = {"s": 1, "min": 60, "h": 60 * 60, "d": 24 * 60 * 60}
_DURATION = re.compile(r"([0-9]{1,9}) *(s|min|h|d)?")
_SHOWN = 40  # characters of a wrong text


def _text(raw: object) -> str:
    if isinstance(raw, str):
        return raw
    raise ValueError(f"{_say(raw)} is no text; write it in quotes")


def _name(raw: object) -> str:
    if name := _text(raw).strip():
        return name
    raise ValueError("a name is missing; write one, or leave the setting out")


def _folder(raw: object) -> Path:
    # The path is not shown: some day it may be an address with a password in it.
    path = _name(raw)
    if path.startswith("~") or "\0" in path:
        raise ValueError("this is no folder; write its whole path, without ~")
    return Path(path)


def _zone(raw: object) -> ZoneInfo | None:
    if not (name := _text(raw).strip()):
        return None
    if name in (zones := available_timezones()):
        return ZoneInfo(name)
    mend = _meant(name, zones, "write for example Europe/Berlin, or nothing")
    raise ValueError(f"{_say(raw)} is no time zone known here; {mend}")


def _one_of(words: Collection[str]) -> Callable[[object], str]:
    def read(raw: object) -> str:
        if (word := _name(raw)) in words:
            return word
        mend = _meant(word, words, f"choose one of {', '.join(words)}")
        raise ValueError(f"{_say(raw)} is not possible; {mend}")

    return read


def _ping(raw: object) -> Ping:
    return Ping(_one_of([ping.value for ping in Ping])(raw))


def _duration(least: str, most: str, *, off: bool = False) -> Reader:
    """Return a reader of durations within the bounds; ``off``, if allowed, is read as ``None``."""

    def read(raw: object) -> timedelta | None:
        if off and raw == "off":
            return None
        seconds = _seconds(raw, "90 s, 3 min or off" if off else "90 s or 3 min")
        if seconds < shortest:
            raise ValueError(f"too short; write {least} or more")
        if seconds > longest:
            raise ValueError(f"too long; write {most} or less{', or off' if off else ''}")
        return timedelta(seconds=seconds)

    shortest, longest = _seconds(least), _seconds(most)
    return read


def _seconds(raw: object, examples: str = "") -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and (found := _DURATION.fullmatch(raw.strip())):
        return int(found[1]) * _UNITS[found[2] or "s"]
    raise ValueError(f"{_say(raw)} is no duration; write for example {examples}")


def _several(one: Reader, most: int) -> Reader:
    """Return a reader of lists (or text with commas) without what is in them twice."""

    def read(raw: object) -> tuple[Any, ...]:
        items = [part.strip() for part in raw.split(",")] if isinstance(raw, str) else raw
        if isinstance(items, list) and 1 <= len(items) <= most:
            return tuple(dict.fromkeys(map(one, items)))
        raise ValueError(f'a list of 1 to {most} is needed; write for example "90 s, 3 min"')

    return read


def _say(raw: object) -> str:
    if isinstance(raw, str):
        return f'"{raw[:_SHOWN]}{"…" if len(raw) > _SHOWN else ""}"'
    return _KINDS.get(type(raw), "a date or time")


def _meant(word: str, words: Collection[str], otherwise: str, before: str = "") -> str:
    """Return whether a similar word with the same ``before`` was meant; if none, ``otherwise``."""
    alike = [known for known in words if known.lower().startswith(before)]
    spelt = {known.lower().removeprefix(before): known for known in alike}
    close = get_close_matches(word.lower().removeprefix(before), spelt, n=1)
    return f"did you mean {spelt[close[0]]}?" if close else otherwise


# --- the settings ----------------------------------------------------------------------------

_turn = _duration("5 s", "30 d", off=True)
_TIMES: Final = Times()


class StoreConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where tables are kept."""

    kind: Annotated[str, _name] = "tinydb"
    """Name of the store plug-in."""
    path: Annotated[Path, _folder] = Path("data")
    """The one folder to back up, from the working directory."""


class ClockConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long things may last: ``Times``, setting by setting; ``None`` is for ever."""

    turn: Annotated[timedelta | None, _turn] = _TIMES.turn
    turns: Annotated[tuple[timedelta | None, ...], _several(_turn, most=8)] = _TIMES.turns
    confirm: Annotated[timedelta | None, _turn] = _TIMES.confirm
    lobby: Annotated[timedelta | None, _duration("1 min", "30 d", off=True)] = _TIMES.lobby
    ping: Annotated[Ping, _ping] = _TIMES.ping
    ping_before: Annotated[timedelta, _duration("1 s", "1 d")] = _TIMES.ping_before
    grace: Annotated[timedelta, _duration("1 s", "1 h")] = _TIMES.grace


class ChatConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a chat begins with."""

    language: Annotated[Language, _name] = Language("en")
    zone: Annotated[ZoneInfo | None, _zone] = None
    """Whose time is told; ``None``, as for ``astimezone``: the machine's."""
    game: Annotated[str, _name] = "alpaka"


class LogConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is logged."""

    level: Annotated[str, _one_of(LEVELS)] = "warning"


class Config(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every setting, checked. ``Config()`` is what holds where nothing is written."""

    store: StoreConfig = StoreConfig()
    clock: ClockConfig = ClockConfig()
    chat: ChatConfig = ChatConfig()
    log: LogConfig = LogConfig()

    def times(self) -> Times:
        """Return how long things may last; the host can always choose the usual turn again."""
        turn, turns = self.clock.turn, self.clock.turns
        return Times(**asdict(self.clock) | {"turns": turns if turn in turns else (turn, *turns)})


_SECTIONS: Final = {section.name: section.type for section in fields(Config)}
_READERS: Final[Mapping[str, Reader]] = {
    f"{section}.{field.name}": field.type.__metadata__[0]
    for section, struct in _SECTIONS.items()
    for field in fields(struct)
}
_VARIABLES: Final = {PREFIX + name.replace(".", "_").upper(): name for name in _READERS}


# --- where they are written ------------------------------------------------------------------

Written: TypeAlias = tuple[str, str, object]
"""The name of a setting, where it is written, and what."""


def load(path: Path | None, environ: Mapping[str, str], known: Known = KNOWN) -> Config:
    """Return the settings of the environment, else of the file, else the defaults.

    The file is ``path``, else the one that ``CHATLAMA_CONFIG`` names, else the first of ``FILES``
    that is there, else none. ``known`` holds what may be chosen from, by the setting's name
    (``chat.game``). Raises ``ConfigError`` for the first mistake, the file's before the
    environment's.
    """
    values: dict[str, dict[str, Any]] = {section: {} for section in _SECTIONS}
    for name, where, raw in chain(_in_file(path, environ), _in_environment(environ)):
        section, key = name.split(".")
        try:
            value = _READERS[name](raw)
            values[section][key] = _one_of(known[name])(value) if name in known else value
        except ValueError as error:
            raise ConfigError(f"{where}: {error}") from None
    return Config(**{section: struct(**values[section]) for section, struct in _SECTIONS.items()})


def _in_file(path: Path | None, environ: Mapping[str, str]) -> Iterator[Written]:
    named = path or environ.get(NAMED)
    for file in (Path(named),) if named else FILES:
        try:
            content = file.read_bytes()
        except (OSError, ValueError) as error:  # ValueError: a path that can't be one
            if not named and isinstance(error, FileNotFoundError | NotADirectoryError):
                continue
            reason = getattr(error, "strerror", None) or error
            mend = f"mend that, or name another file in {NAMED}"
            raise ConfigError(f"{file}: cannot be read: {reason}; {mend}") from None
        yield from _in_document(_parse(file, content.removeprefix(BOM_UTF8)), file)
        return


def _parse(file: Path, content: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{file}: not UTF-8 in line {line}; save it as UTF-8") from None
    except (ValueError, RecursionError) as error:  # a number, or a nesting, beyond all bounds
        mend = 'a setting is written as key = "value"'
        raise ConfigError(f"{file}: not TOML: {error}; {mend}") from None


def _in_document(document: dict[str, Any], file: Path) -> Iterator[Written]:
    for section, settings in document.items():
        if section not in _SECTIONS:
            mend = f"the sections are {', '.join(_SECTIONS)}"
            if (variable := f"{PREFIX}{section.upper()}_") in SECRETS:
                mend = f"set {variable}… in the environment"
            mend = _meant(section, _SECTIONS, mend)
            raise ConfigError(f"{file}: {section} is not a section; {mend}")
        if not isinstance(settings, dict):
            mend = f"write [{section}] on a line of its own and its settings below"
            raise ConfigError(f"{file}: {section} is not a table; {mend}")
        for key, raw in settings.items():
            name = f"{section}.{key}"
            if name not in _READERS:
                keys = ", ".join(_SECTIONS[section].__struct_fields__)
                mend = _meant(name, _READERS, f"[{section}] has {keys}", f"{section}.")
                raise ConfigError(f"{file}: {name} is not a setting; {mend}")
            yield name, f"{file}: {name}", raw


def _in_environment(environ: Mapping[str, str]) -> Iterator[Written]:
    for variable in sorted(environ):
        if variable in _VARIABLES:
            yield _VARIABLES[variable], variable, environ[variable]
        elif variable.startswith(PREFIX) and variable != NAMED and not variable.startswith(SECRETS):
            section = variable.lower().split("_")[1]
            before = PREFIX.lower() + (f"{section}_" if section in _SECTIONS else "")
            mend = _meant(variable, _VARIABLES, "unset it", before)
            raise ConfigError(f"{variable} is not a setting; {mend}")
