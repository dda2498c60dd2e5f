"""What is known of rooms follows from their state alone."""

from __future__ import annotations

from typing import Any

import pytest

from chatlama.transports.matrix.events import Event
from chatlama.transports.matrix.rooms import LONGEST, KnownRooms

ME, ADA, BEN = "@lama:hs", "@ada:hs", "@ben:hs"
ROOM = "!room:hs"
ENCRYPTION = ("m.room.encryption", "", {"algorithm": "m.megolm.v1.aes-sha2"})


def learned(
    *told: tuple[str, str, dict[str, Any]],
    room: str = ROOM,
    version: object = "11",
    creator: str = ADA,
    rooms: KnownRooms | None = None,
    **create: object,
) -> KnownRooms:
    """Return rooms after a room was made by somebody, with that state."""
    rooms = rooms or KnownRooms(ME)
    first = ("m.room.create", "", {"room_version": version, **create})
    for at, (kind, key, content) in enumerate((first, *told)):
        sender = creator if at == 0 else ADA
        rooms.learn(Event(room, f"${at}", sender, kind, content, key))
    return rooms


def member(user: str, how: str = "join", **more: object) -> tuple[str, str, dict[str, Any]]:
    return ("m.room.member", user, {"membership": how, **more})


def levels(**told: object) -> tuple[str, str, dict[str, Any]]:
    return ("m.room.power_levels", "", told)


def direct(room: str, user: str = ADA, how: str = "join", **more: Any) -> KnownRooms:  # noqa: ANN401 - as learned
    return learned(member(ME), member(user, how), ENCRYPTION, room=room, **{"creator": ME, **more})


def test_who_is_there_is_the_last_that_was_told() -> None:
    rooms = learned(member(ME), member(ADA), member(BEN, "invite"))
    assert rooms.here(ROOM)
    assert set(rooms.joined(ROOM)) == {ME, ADA}
    assert set(rooms.invited(ROOM)) == {BEN}
    learned(member(ME), member(ADA, "leave"), member(BEN), rooms=rooms)
    assert set(rooms.joined(ROOM)) == {ME, BEN}
    rooms.forget(ROOM)
    assert not rooms.here(ROOM)
    assert not rooms.joined(ROOM)


def test_a_message_is_no_state() -> None:
    rooms = KnownRooms(ME)
    rooms.learn(Event(ROOM, "$1", ADA, "m.room.member", {"membership": "join"}))
    assert list(rooms.all()) == []


@pytest.mark.parametrize(
    ("told", "name"),
    [("Ada L.", "Ada L."), ("  ", "ada"), (None, "ada"), (7, "ada"), ({"x": 1}, "ada")],
)
def test_a_name_is_what_the_person_wrote_or_their_account_s(told: object, name: str) -> None:
    assert learned(member(ADA, displayname=told)).name(ROOM, ADA) == name
    assert KnownRooms(ME).name(ROOM, ADA) == "ada"


def test_a_room_is_called_by_its_name_or_else_by_its_address() -> None:
    alias = ("m.room.canonical_alias", "", {"alias": "#cards:hs"})
    assert learned().title(ROOM) == ""
    assert learned(alias).title(ROOM) == "#cards:hs"
    assert learned(alias, ("m.room.name", "", {"name": "Cards"})).title(ROOM) == "Cards"
    assert learned(alias, ("m.room.name", "", {"name": 7})).title(ROOM) == "#cards:hs"


def test_names_are_one_short_line_whatever_people_call_themselves() -> None:
    long = ("m.room.name", "", {"name": " Cards\n\u2028for   " + "all" * 9999})
    assert learned(long).title(ROOM) == ("Cards for " + "all" * 9999)[:LONGEST]
    name = learned(member(ADA, displayname="Ada\n!stop " + "x" * 9999)).name(ROOM, ADA)
    assert name == ("Ada !stop " + "x" * 9999)[:LONGEST]
    assert learned().name(ROOM, f"@{'x' * 200}:hs") == "x" * LONGEST


def test_a_room_without_a_name_is_called_after_who_is_there() -> None:
    few = learned(
        member(ME), member(BEN, displayname="Ben"), member(ADA), member("@eve:hs", "leave")
    )
    assert few.title(ROOM) == "Ben, ada"
    many = learned(member(ME), *(member(f"@p{n}:hs") for n in range(9)))
    assert many.title(ROOM) == "p0, p1, p2, p3 …"
    assert learned(("m.room.name", "", {"name": " "}), member(ADA)).title(ROOM) == "ada"


def test_power_is_what_the_room_says() -> None:
    rooms = learned(levels(users={ADA: 60, BEN: "50", ME: None}, users_default=10))
    assert [rooms.level(ROOM, user) for user in (ADA, BEN, ME, "@x:hs")] == [60, 50, 10, 10]
    assert learned(levels(users={BEN: True}, users_default="x")).level(ROOM, BEN) == 0


def test_who_made_a_room_that_says_nothing_has_all_power_but_not_for_ever() -> None:
    assert learned().level(ROOM, ADA) == 100
    assert learned().level(ROOM, BEN) == 0
    assert learned(levels(users={})).level(ROOM, ADA) == 0


@pytest.mark.parametrize("version", ["12", "13"])
def test_in_new_rooms_the_makers_keep_all_power_though_they_are_not_listed(version: str) -> None:
    rooms = learned(levels(users={}), version=version, additional_creators=[BEN, 7])
    assert rooms.level(ROOM, ADA) == rooms.level(ROOM, BEN) == float("inf")
    assert rooms.administers(ROOM, BEN)
    old = learned(levels(users={}), version="11", additional_creators=[BEN])
    assert old.level(ROOM, BEN) == 0


def test_we_may_redact_with_the_power_that_it_needs() -> None:
    assert not learned(levels(users={ME: 49})).may_redact(ROOM)
    assert learned(levels(users={ME: 50})).may_redact(ROOM)
    assert learned(levels(users={ME: 20}, redact=20)).may_redact(ROOM)
    sending = levels(users={ME: 50}, events={"m.room.redaction": 60})
    assert not learned(sending).may_redact(ROOM)
    assert learned(levels(users={}), version="12", creator=ME).may_redact(ROOM)


def test_an_administrator_may_kick_and_redact() -> None:
    assert learned(levels(users={ADA: 50})).administers(ROOM, ADA)
    assert not learned(levels(users={ADA: 50}, kick=60)).administers(ROOM, ADA)
    assert not learned(levels(users={ADA: 50}, redact=60)).administers(ROOM, ADA)


def test_an_encrypted_room_stays_encrypted() -> None:
    assert not learned().encrypted(ROOM)
    assert learned(ENCRYPTION).encrypted(ROOM)


# --- direct rooms ----------------------------------------------------------------------------


def test_a_room_that_we_made_for_somebody_is_their_direct_one_even_unlisted() -> None:
    rooms = direct("!d:hs")
    assert rooms.direct(ADA) == ("!d:hs",)
    assert rooms.direct_with("!d:hs") == ADA
    assert rooms.direct(BEN) == ()


def test_a_room_that_somebody_made_is_direct_only_if_it_is_listed() -> None:
    rooms = direct("!d:hs", creator=ADA)
    assert rooms.direct(ADA) == ()
    assert rooms.direct_with("!d:hs") is None
    rooms.listed = {ADA: ("!d:hs", "!left:hs")}
    assert rooms.direct(ADA) == ("!d:hs",)


def test_a_hand_is_never_dealt_where_somebody_else_is_or_will_be() -> None:
    for how in ("join", "invite"):
        rooms = direct("!d:hs")
        rooms.listed = {ADA: ("!d:hs",)}
        learned(member(BEN, how), room="!d:hs", creator=ME, rooms=rooms)
        assert rooms.direct(ADA) == ()
        assert rooms.direct_with("!d:hs") is None


def test_a_hand_is_never_dealt_where_nothing_is_encrypted() -> None:
    rooms = learned(member(ME), member(ADA), creator=ME)
    rooms.listed = {ADA: (ROOM,)}
    assert rooms.direct(ADA) == ()


def test_where_the_person_is_comes_before_where_they_are_invited_or_were() -> None:
    rooms = KnownRooms(ME)
    for room, how in (("!a:hs", "leave"), ("!b:hs", "invite"), ("!c:hs", "join")):
        direct(room, how=how, rooms=rooms)
    rooms.listed = {ADA: ("!a:hs",)}
    assert rooms.direct(ADA) == ("!c:hs", "!b:hs", "!a:hs")
    assert rooms.direct_with("!a:hs") == ADA


# --- upgrades --------------------------------------------------------------------------------


def test_a_room_moves_only_where_somebody_with_the_power_says() -> None:
    moved = ("m.room.tombstone", "", {"replacement_room": "!new:hs"})
    assert learned(moved).at(ROOM).successor() == ("!new:hs", ADA)
    assert learned(levels(users={ADA: 49}), moved).at(ROOM).successor() == ("", "")
    some = levels(users={ADA: 10}, events={"m.room.tombstone": 10})
    assert learned(some, moved).at(ROOM).successor() == ("!new:hs", ADA)
    assert learned(levels(users={ADA: 10}, state_default=10), moved).at(ROOM).successor()[0]
    elsewhere = ("m.room.tombstone", "x", {"replacement_room": "!new:hs"})
    assert learned(elsewhere).at(ROOM).successor() == ("", "")
    nowhere = ("m.room.tombstone", "", {"replacement_room": 7})
    assert learned(nowhere).at(ROOM).successor()[0] == ""


def test_a_room_follows_the_one_that_it_names() -> None:
    assert learned(predecessor={"room_id": "!old:hs"}).at(ROOM).follows() == "!old:hs"
    assert learned(predecessor="!old:hs").at(ROOM).follows() == ""
    assert learned().at(ROOM).follows() == ""
