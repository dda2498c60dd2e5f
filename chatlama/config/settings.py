"""Every setting of our own: a field of a section, with its default and its reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time, timedelta
from pathlib import Path
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import asdict, fields

from chatlama.core.clock import Quiet
from chatlama.core.table.house import Ping, Times
from chatlama.core.table.model import Language

from .readers import (
    Reader,
    duration,
    folder,
    name,
    one_of,
    optional,
    ping,
    quiet,
    several,
    switch,
    zone,
)

LEVELS: Final = ("debug", "info", "warning", "error", "critical")

_turn = duration("20 s", "3 d", off=True)
_TIMES: Final = Times()


class StoreConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where tables are kept."""

    kind: Annotated[str, name] = "tinydb"
    """Name of the store plug-in."""
    path: Annotated[Path, folder] = Path("data")
    """The one folder to back up, from the working directory."""


class ClockConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long things may last: ``Times``, setting by setting; ``None`` is for ever."""

    turn: Annotated[timedelta | None, _turn] = _TIMES.turn
    turns: Annotated[tuple[timedelta | None, ...], several(_turn, most=12)] = _TIMES.turns
    confirm: Annotated[timedelta | None, duration("5 s", "30 d", off=True)] = _TIMES.confirm
    lobby: Annotated[timedelta | None, duration("1 min", "30 d", off=True)] = _TIMES.lobby
    ping: Annotated[Ping, ping] = _TIMES.ping
    ping_before: Annotated[timedelta, duration("1 s", "1 d")] = _TIMES.ping_before
    grace: Annotated[timedelta, duration("1 s", "1 h")] = _TIMES.grace
    wait: Annotated[timedelta | None, duration("1 min", "30 d", off=True)] = _TIMES.wait
    quiet: Annotated[tuple[time, time] | None, quiet] = None
    """From when to when nobody is hurried, in the zone of ``ChatConfig``."""


class TableConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How computers sit at a table."""

    absent: Annotated[bool, switch] = _TIMES.absent
    """Whether they play for people who are away."""
    pace: Annotated[timedelta, duration("0 s", "10 s")] = timedelta(milliseconds=500)
    """How long the moves that computers made in a row wait to be shown, all at once."""


class ChatConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a chat begins with."""

    language: Annotated[Language, optional] = Language("en")
    """Written as nothing: the system's if it is spoken, else English."""
    zone: Annotated[ZoneInfo | None, zone] = None
    """Whose time is told; ``None``, as for ``astimezone``: the machine's."""
    game: Annotated[str, name] = "alpaka"


class LogConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is logged."""

    level: Annotated[str, one_of(LEVELS)] = "warning"


@dataclass(frozen=True, slots=True)
class Section:
    """What is written for a transport, which alone knows how to read it."""

    file: str = ""
    """The file that holds the section."""
    settings: Mapping[str, object] = field(default_factory=dict, repr=False)
    """The section with the transport's name."""
    variables: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The environment's variables for it, by what follows ``CHATLAMA_<NAME>_``."""


class Config(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every setting, checked. ``Config()`` is what holds where nothing is written."""

    store: StoreConfig = StoreConfig()
    clock: ClockConfig = ClockConfig()
    table: TableConfig = TableConfig()
    chat: ChatConfig = ChatConfig()
    log: LogConfig = LogConfig()
    transports: Mapping[str, Section] = {}
    """What is written for each transport that is installed, unread."""

    def times(self) -> Times:
        """Return how long things may last; the host can always choose the usual turn again."""
        turn, turns = self.clock.turn, self.clock.turns
        hours = self.clock.quiet
        ours = {
            "turns": turns if turn in turns else (turn, *turns),
            "quiet": None if hours is None else Quiet(*hours, self.chat.zone),
            "absent": self.table.absent,
        }
        return Times(**asdict(self.clock) | ours)


SECTIONS: Final = {each.name: each.type for each in fields(Config) if each.name != "transports"}
READERS: Final[Mapping[str, Reader]] = {
    f"{section}.{field.name}": field.type.__metadata__[0]
    for section, struct in SECTIONS.items()
    for field in fields(struct)
}
