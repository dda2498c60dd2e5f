"""The entries of a table's log as they are kept, and the strict way back.

An entry of the log is one short string: a letter, then what it is about. Seats are one hexadecimal
digit.

    d5f3c…      a round was dealt with this seed
    m2play:7    seat 2 made the move ``play:7``
    t2draw      seat 2 ran out of time, the default move ``draw`` was made
    l2          seat 2 left
    c2Ada       a computer took over seat 2 from Ada, who left
    s91be       the round was scored, the position has this checksum
"""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from chatlama.core.table.model import Dealt, Entry, Left, Played, Scored, TakenOver
from chatlama.core.text import SEATS


class UnreadableRecord(ValueError):
    """The document is no record of a table; the message says in one line what is wrong."""


_DIGITS = {seat: f"{seat:x}" for seat in SEATS}
_SEATS = {digit: seat for seat, digit in _DIGITS.items()}


def written(log: tuple[Entry, ...]) -> list[str]:
    # Nearly all of it are moves; a call for each took half of what a whole table takes.
    digits = _DIGITS
    return [
        f"{'t' if entry.late else 'm'}{digits[entry.seat]}{entry.code}"
        if type(entry) is Played
        else _entry(entry)
        for entry in log
    ]


def _entry(entry: Entry) -> str:
    match entry:
        case Played(seat, code, late):
            return f"{'t' if late else 'm'}{_DIGITS[seat]}{code}"
        case Dealt(seed):
            return f"d{seed.hex()}"
        case Left(seat):
            return f"l{_DIGITS[seat]}"
        case TakenOver(seat, name):
            return f"c{_DIGITS[seat]}{name}"
        case Scored(check):
            return f"s{check}"
        case _ as never:
            assert_never(never)


def read(text: str, place: int) -> Entry:
    entry: Entry | None = None
    match text[:1]:
        case "m" | "t":
            entry = _read_move(text)
        case "d":
            entry = _read_deal(text[1:])
        case "l" if text[1:] in _SEATS:
            entry = Left(_SEATS[text[1:]])
        case "c" if text[1:2] in _SEATS:
            entry = TakenOver(_SEATS[text[1:2]], text[2:])
        case "s":
            entry = Scored(text[1:])
        case _:
            pass
    if entry is None:
        raise UnreadableRecord(f"no entry of a log - at `$.log[{place}]`")
    return entry


@lru_cache(maxsize=4096)
def _read_move(text: str) -> Played | None:
    """Return the move, the same object for the same text: a game has few different ones."""
    seat = _SEATS.get(text[1:2])
    return None if seat is None else Played(seat, text[2:], late=text[0] == "t")


def _read_deal(text: str) -> Dealt | None:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        return None
    return Dealt(seed) if seed.hex() == text else None
