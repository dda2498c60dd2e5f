"""The stored form of a table: plain JSON types, and the strict way back.

A record holds what was agreed and what happened, an entry of the log as one short string
(``entries``); the position is replayed from it and never part of it. Nothing here reads or writes a
file, or asks whether a game, a move or a checksum is known: that is found out when the log is
replayed.

Rule 1: ``from_document(to_document(table)) == table`` for every table.
Rule 2: what does not fit is refused as a whole, in one line that names the place and tells none of
the content: a log holds secret seeds.
Rule 3: every key is always there. A record of another shape gets another ``FORMAT`` number, and a
step in ``from_document`` that makes the old shape the new one.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, TypeAlias, assert_never

import msgspec

from chatlama.core.player import Strength
from chatlama.core.table.model import (
    Closing,
    Computer,
    Language,
    Occupant,
    Paused,
    Person,
    Phase,
    Rest,
    Room,
    Table,
    TableId,
    UserId,
)
from chatlama.core.text import SEATS

from .entries import UnreadableRecord, read, written

FORMAT = 2
"""The shape described here."""


_ID = re.compile(r"\A[a-z0-9]{1,12}\Z")

_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
_Pair: TypeAlias = tuple[str, str]


class _Person(msgspec.Struct, array_like=True, tag="p", forbid_unknown_fields=True):
    user: str
    name: str
    language: str | None
    missed: _Count


class _Computer(msgspec.Struct, array_like=True, tag="c", forbid_unknown_fields=True):
    name: str
    strength: Strength


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    id: Annotated[str, msgspec.Meta(pattern=_ID.pattern)]
    version: _Count
    rooms: tuple[_Pair, ...]
    host: str
    game: str
    options: tuple[_Pair, ...]
    turn: timedelta | None
    seats: tuple[_Person | _Computer, ...]
    phase: Phase
    number: _Count
    rules: _Count
    roster: _Count
    log: tuple[str, ...]
    takeover: bool
    hints: bool
    paused: tuple[Rest, timedelta | None] | None
    asked: Annotated[int, msgspec.Meta(ge=0, lt=len(SEATS))] | None
    confirmed: tuple[Annotated[int, msgspec.Meta(ge=0, lt=len(SEATS))], ...]
    since: datetime | None
    due: datetime | None
    pinged: Annotated[int, msgspec.Meta(ge=-1)]
    broken: bool
    closing: Closing | None
    seen: tuple[str, ...]
    shown: tuple[_Pair, ...]


def is_id(id: str) -> bool:
    """Return whether this can be a table's id; such an id is safe as a file's name."""
    return _ID.match(id) is not None


def to_document(table: Table) -> dict[str, Any]:
    """Return the table as plain JSON types, without its position."""
    if not is_id(table.id):
        raise ValueError("a table's id is 1 to 12 characters of a-z and 0-9")
    return {
        "format": FORMAT,
        "id": table.id,
        "version": table.version,
        "rooms": [[room.chat, room.language] for room in table.rooms],
        "host": table.host,
        "game": table.game,
        "options": [list(option) for option in table.options],
        "turn": None if table.turn is None else msgspec.to_builtins(table.turn),
        "seats": [_written_seat(occupant) for occupant in table.seats],
        "phase": table.phase.value,
        "number": table.number,
        "rules": table.rules,
        "roster": table.roster,
        "log": written(table.log),
        "confirmed": sorted(map(int, table.confirmed)),
        "takeover": table.takeover,
        "hints": table.hints,
        "paused": _written_pause(table.paused),
        "asked": None if table.asked is None else int(table.asked),
        "since": _written_time(table.since),
        "due": _written_time(table.due),
        "pinged": table.pinged,
        "broken": table.broken,
        "closing": None if table.closing is None else table.closing.value,
        "seen": list(table.seen),
        "shown": [list(shown) for shown in table.shown],
    }


def from_document(document: object) -> Table:
    """Return the table, without its position; raise ``UnreadableRecord`` if it is none."""
    if not isinstance(document, dict):
        raise UnreadableRecord("a record is an object")
    known = document.get("format", "missing")
    if type(known) is int and known == 1:
        document, known = _from_first(document), FORMAT
    if type(known) is not int or known != FORMAT:
        shown = known if type(known) is int or known == "missing" else "no number"
        raise UnreadableRecord(f"its format is {shown}; this version reads format {FORMAT}")
    try:
        record = msgspec.convert(document, _Record)
    except (msgspec.ValidationError, RecursionError) as error:
        raise UnreadableRecord(" ".join(str(error).split())) from error
    return Table(
        id=TableId(record.id),
        rooms=tuple(Room(chat, Language(language)) for chat, language in record.rooms),
        host=UserId(record.host),
        game=record.game,
        options=record.options,
        turn=record.turn,
        seats=tuple(_read_seat(seat) for seat in record.seats),
        phase=record.phase,
        number=record.number,
        rules=record.rules,
        roster=record.roster,
        log=tuple([read(text, place) for place, text in enumerate(record.log)]),
        confirmed=frozenset(SEATS[seat] for seat in record.confirmed),
        takeover=record.takeover,
        hints=record.hints,
        paused=None if record.paused is None else Paused(*record.paused),
        asked=None if record.asked is None else SEATS[record.asked],
        since=record.since,
        due=record.due,
        pinged=record.pinged,
        broken=record.broken,
        closing=record.closing,
        version=record.version,
        seen=record.seen,
        shown=record.shown,
    )


def _from_first(document: dict[Any, Any]) -> dict[Any, Any]:
    """Return a record of format 1 as one of today.

    Its computers were named by their plug-in, nobody was absent and nothing stood still.
    """
    seats = document.get("seats")
    if isinstance(seats, list):
        seats = [_seat_of_first(seat) for seat in seats]
    new = {"takeover": False, "hints": False, "paused": None, "asked": None}
    return {**new, **document, "format": FORMAT, "seats": seats}


def _seat_of_first(seat: object) -> object:
    match seat:
        case ["c", name, _]:
            return ["c", name, Strength.MEDIUM.value]
        case ["p", user, name, language]:
            return ["p", user, name, language, 0]
        case _:
            return seat


# --- a seat, a time --------------------------------------------------------------------------


def _written_seat(occupant: Occupant) -> list[str | int | None]:
    match occupant:
        case Person():
            return ["p", occupant.user, occupant.name, occupant.language, occupant.missed]
        case Computer():
            return ["c", occupant.name, occupant.strength.value]
        case _ as never:
            assert_never(never)


def _read_seat(seat: _Person | _Computer) -> Occupant:
    match seat:
        case _Person(user=user, name=name, language=language, missed=missed):
            spoken = None if language is None else Language(language)
            return Person(UserId(user), name, spoken, missed)
        case _Computer(name=name, strength=strength):
            return Computer(name, strength)
        case _ as never:
            assert_never(never)


def _written_pause(paused: Paused | None) -> list[str | None] | None:
    if paused is None:
        return None
    left = None if paused.left is None else msgspec.to_builtins(paused.left)
    return [paused.why.value, left]


def _written_time(time: datetime | None) -> str | None:
    if time is None:
        return None
    plain = time.tzinfo is UTC or time.tzinfo is None
    return (time if plain else time.astimezone(UTC)).isoformat()
