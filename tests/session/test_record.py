"""The stored form of a table: exact there and back, strict on the way back."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatlama.core.player import Strength
from chatlama.core.table.model import (
    Closing,
    Computer,
    Dealt,
    Language,
    Left,
    Paused,
    Person,
    Phase,
    Played,
    Position,
    Rest,
    Room,
    Scored,
    Table,
    TableId,
    TakenOver,
    UserId,
)
from chatlama.core.text import SEATS
from chatlama.session.entries import UnreadableRecord
from chatlama.session.record import FORMAT, from_document, to_document

WORDS = st.text(st.characters(exclude_categories=["Cs"]))
COUNTS = st.integers(0, 2**62)
TIMES = st.none() | st.datetimes(timezones=st.just(UTC))
SEAT = st.sampled_from(SEATS)
PAIRS = st.tuples(WORDS, WORDS)
ENTRIES = st.one_of(
    st.builds(Dealt, st.binary()),
    st.builds(Played, SEAT, WORDS, st.booleans()),
    st.builds(Left, SEAT),
    st.builds(TakenOver, SEAT, WORDS),
    st.builds(Scored, WORDS),
)
LANGUAGES = WORDS.map(Language)


def several(of: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, max_size=5).map(tuple)


TABLES = st.builds(
    Table,
    id=st.from_regex(r"\A[a-z0-9]{1,12}\Z").map(TableId),
    rooms=several(st.builds(Room, WORDS, LANGUAGES)),
    host=WORDS.map(UserId),
    game=WORDS,
    options=several(PAIRS),
    turn=st.none() | st.timedeltas(),
    seats=several(
        st.builds(Person, WORDS.map(UserId), WORDS, st.none() | LANGUAGES, COUNTS)
        | st.builds(Computer, WORDS, st.sampled_from(Strength))
    ),
    phase=st.sampled_from(Phase),
    number=COUNTS,
    rules=COUNTS,
    roster=COUNTS,
    log=several(ENTRIES),
    confirmed=st.frozensets(SEAT),
    takeover=st.booleans(),
    hints=st.booleans(),
    paused=st.none() | st.builds(Paused, st.sampled_from(Rest), st.none() | st.timedeltas()),
    asked=st.none() | SEAT,
    since=TIMES,
    due=TIMES,
    pinged=st.integers(-1, 2**62),
    broken=st.booleans(),
    closing=st.none() | st.sampled_from(Closing),
    version=COUNTS,
    seen=several(WORDS),
    shown=several(PAIRS),
    position=st.none() | st.just(Position("hidden", b"", 0, 0, (), ())),
)

PLAIN = Table(
    id=TableId("abc"),
    rooms=(Room("telegram:-1", Language("de")),),
    host=UserId("telegram:1"),
    game="alpaka",
    options=(("end", "40"),),
    turn=timedelta(seconds=90),
    seats=(Person(UserId("telegram:1"), "Ada"), Computer("Ben", Strength.MEDIUM)),
    log=(Dealt(b"\xab"), Played(SEATS[11], "play:7"), Left(SEATS[1]), Scored("91be")),
    since=datetime(2026, 11, 30, tzinfo=UTC),
    shown=(("chat", "1"),),
    version=3,
)


@settings(deadline=None)  # a busy machine is no fault
@given(TABLES)
def test_every_table_comes_back_as_it_was(table: Table) -> None:
    document = to_document(table)
    stored = msgspec.json.decode(msgspec.json.encode(document))
    assert stored == document  # plain JSON types already
    back = from_document(stored)
    assert back == replace(table, position=None)
    assert back.position is None
    assert [type(entry) for entry in back.log] == [type(entry) for entry in table.log]
    assert [type(seat) for seat in back.confirmed] == [type(SEATS[0])] * len(back.confirmed)


def test_every_field_but_the_position_is_stored() -> None:
    followed = {"position", "_persons"}  # from the others
    assert {*to_document(PLAIN)} - {"format"} == {f.name for f in fields(Table)} - followed


def test_a_record_is_short_and_looks_like_this() -> None:
    document = to_document(PLAIN)
    assert document["log"] == ["dab", "mbplay:7", "l1", "s91be"]
    assert document["seats"] == [["p", "telegram:1", "Ada", None, 0], ["c", "Ben", "medium"]]
    assert document["turn"] == "PT90S"
    assert document["since"] == "2026-11-30T00:00:00+00:00"


def test_who_ran_out_of_time_is_still_known_to_have_been_late() -> None:
    log = (Dealt(b"\xab"), Played(SEATS[2], "draw", late=True), Played(SEATS[2], "draw"))
    document = to_document(replace(PLAIN, log=log))
    assert document["log"] == ["dab", "t2draw", "m2draw"]
    assert from_document(document).log == log


def test_a_time_of_another_zone_is_the_same_instant() -> None:
    summer = datetime(2026, 7, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    assert from_document(to_document(replace(PLAIN, due=summer))).due == summer


@pytest.mark.parametrize("id", ["", "A", "a b", "../a", "a\n", "a" * 13, "ä"])
def test_an_id_that_is_none_is_neither_written_nor_read(id: str) -> None:
    with pytest.raises(ValueError, match="id"):
        to_document(replace(PLAIN, id=TableId(id)))
    with pytest.raises(UnreadableRecord, match="id"):
        from_document({**to_document(PLAIN), "id": id})


KEYS = sorted(to_document(PLAIN))


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_key_is_refused(key: str) -> None:
    document = to_document(PLAIN)
    del document[key]
    refused(document, key)


WRONG = [True, 1.5, {}, [[]], [1.5], "Odd", -7]
FITTING = [
    ("host", "Odd"),
    ("game", "Odd"),
    *((key, True) for key in ("broken", "hints", "takeover")),
]
WRONG_VALUES = [(k, w) for k in KEYS for w in WRONG if (k, w) not in FITTING]


@pytest.mark.parametrize(("key", "wrong"), WRONG_VALUES)
def test_a_value_of_another_type_is_refused(key: str, wrong: object) -> None:
    refused({**to_document(PLAIN), key: wrong}, key)


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("rooms", [["chat"]]),
        ("rooms", [["chat", "de", "more"]]),
        ("options", [["end", 40]]),
        ("seats", [["x", "Ada", "de"]]),
        ("seats", [["p", "telegram:1", "Ada"]]),
        ("seats", [["p", "telegram:1", "Ada", None, 0, 1]]),
        ("seats", [["p", "telegram:1", "Ada", None, -1]]),
        ("paused", ["agreed"]),
        ("paused", ["tired", None]),
        ("paused", ["nobody", "90"]),
        ("asked", 16),
        ("log", ["c"]),
        ("log", ["cg"]),
        ("seats", [["c", "Ben", "medium", "more"]]),
        ("seats", [["c", "Ben", "alpaka"]]),
        ("phase", "PLAYING"),
        ("closing", "bored"),
        ("confirmed", [16]),
        ("confirmed", [-1]),
        ("pinged", -2),
        ("version", -1),
        ("since", "yesterday"),
        ("turn", "90"),
        ("log", [""]),
        ("log", ["x1"]),
        ("log", ["m"]),
        ("log", ["mgplay"]),
        ("log", ["mBplay"]),
        ("log", ["t"]),
        ("log", ["l"]),
        ("log", ["lg"]),
        ("log", ["l11"]),
        ("log", ["dabc"]),
        ("log", ["dAB"]),
        ("log", ["da b"]),
        ("log", [["m", 1]]),
    ],
)
def test_a_value_that_does_not_fit_is_refused(key: str, wrong: object) -> None:
    refused({**to_document(PLAIN), key: wrong}, key)


@pytest.mark.parametrize("key", ["more", "position", "\nmore"])
def test_an_unknown_key_is_refused(key: str) -> None:
    refused({**to_document(PLAIN), key: 1}, key.strip())


@pytest.mark.parametrize("format", [0, FORMAT + 1, True, 1.0, "1", None])
def test_a_format_of_another_version_is_refused(format: object) -> None:
    refused({**to_document(PLAIN), "format": format}, "format")


def test_a_record_of_format_1_is_read_its_computers_are_of_medium_strength() -> None:
    old = {**to_document(PLAIN), "format": 1, "seats": [["p", "u:1", "Ada", None], ["c", "B", "x"]]}
    for key in ("takeover", "hints", "paused", "asked"):
        del old[key]
    assert from_document(old).seats == (
        Person(UserId("u:1"), "Ada"),
        Computer("B", Strength.MEDIUM),
    )
    for seats in (None, "x", [["c"]], [3]):
        refused({**old, "seats": seats}, "seats")


@pytest.mark.parametrize("document", [None, [], "table", 1, {}])
def test_what_is_no_record_at_all_is_refused(document: object) -> None:
    refused(document, "")


def test_a_record_that_is_too_deep_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    refused({**to_document(PLAIN), "log": deep}, "log")


def test_a_refusal_does_not_tell_a_seed() -> None:
    document = to_document(PLAIN)
    document["log"][0] = "d5eed5eed5eedx"
    with pytest.raises(UnreadableRecord) as refusal:
        from_document(document)
    assert "5eed" not in str(refusal.value)


def refused(document: object, about: str) -> None:
    """Hold that the document is refused in one line that names the place."""
    with pytest.raises(UnreadableRecord) as refusal:
        from_document(document)
    message = str(refusal.value)
    assert message
    assert "\n" not in message
    assert about in message
