"""Batches of talk are read without the library, to the same end; all else is left to it."""

from __future__ import annotations

from copy import deepcopy

import pytest

from chatlama.transports.matrix.plain import KEYS, plain
from tests.transports.matrix.homeserver import ADA, ROOM, Json, event, member

LEFT = {"signed_curve25519": 50}
RELATION = {"rel_type": "m.annotation", "event_id": "$e", "key": "x"}


def batch(*events: Json) -> Json:
    """Return a batch as Synapse answers it, with this said in the room."""
    news = {
        "timeline": {"limited": False, "prev_batch": "p", "events": list(events)},
        "state": {"events": []},
        "ephemeral": {"events": []},
        "account_data": {"events": []},
        "summary": {},
        "unread_notifications": {"notification_count": 2, "highlight_count": 0},
    }
    return {
        "next_batch": "s2",
        KEYS: LEFT,
        "device_unused_fallback_key_types": ["signed_curve25519"],
        "device_lists": {"changed": [], "left": []},
        "to_device": {"events": []},
        "rooms": {"join": {ROOM: news}, "invite": {}, "leave": {}},
    }


SAID = event("m.room.message", {"msgtype": "m.text", "body": "!4"})


def test_talk_is_read_in_the_order_of_its_room() -> None:
    reaction = event("m.reaction", {"m.relates_to": RELATION})
    redaction = {**event("m.room.redaction", {}), "redacts": "$gone"}
    found = plain(batch(SAID, reaction, redaction), {ROOM}, LEFT)
    assert found is not None
    assert found.next_batch == "s2"
    said, pressed, gone = found.rooms[ROOM]
    assert (said.sender, said.kind, said.text("body"), said.key) == (
        ADA,
        "m.room.message",
        "!4",
        None,
    )
    assert (pressed.kind, pressed.text("m.relates_to", "key")) == ("m.reaction", "x")
    assert (gone.kind, gone.redacts) == ("m.room.redaction", "$gone")
    assert not said.encrypted


def test_when_nothing_has_happened_there_is_nothing_to_read() -> None:
    found = plain({"next_batch": "s2", KEYS: LEFT}, {ROOM}, LEFT)
    assert found is not None
    assert found.rooms == {}


def test_what_has_not_the_shape_of_an_event_is_passed_over() -> None:
    odd = [{**SAID, "sender": 3}, {**SAID, "content": "x"}, SAID]
    found = plain(batch(*odd), {ROOM}, LEFT)
    assert found is not None
    assert len(found.rooms[ROOM]) == 1


def changed(*path: str, to: object) -> Json:
    """Return a batch of talk with something else in it, too."""
    told = at = deepcopy(batch(SAID))
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = to
    return told


IN_ROOM = ("rooms", "join", ROOM)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(batch(SAID, member(ADA, "leave")), id="somebody leaves"),
        pytest.param(batch(SAID, event("m.room.encrypted", {"algorithm": "m"})), id="encrypted"),
        pytest.param(batch(SAID, event("m.sticker", {})), id="something else happens"),
        pytest.param(batch({**SAID, "state_key": ""}), id="state that has the name of a message"),
        pytest.param(changed(*IN_ROOM, "state", "events", to=[SAID]), id="state"),
        pytest.param(changed(*IN_ROOM, "timeline", "limited", to=True), id="a gap"),
        pytest.param(changed(*IN_ROOM, "summary", to={"m.joined_member_count": 3}), id="people"),
        pytest.param(changed(*IN_ROOM, "x.new", to={"a": 1}), id="what nobody knows in a room"),
        pytest.param(changed("rooms", "join", "!new:hs", to={}), id="a room that is new"),
        pytest.param(changed("rooms", "invite", to={"!new:hs": {}}), id="an invitation"),
        pytest.param(changed("rooms", "leave", to={ROOM: {}}), id="being put out"),
        pytest.param(changed("to_device", "events", to=[{"type": "m.room_key"}]), id="a key"),
        pytest.param(changed("device_lists", "changed", to=[ADA]), id="a new device"),
        pytest.param(changed(KEYS, to={"signed_curve25519": 49}), id="a key was used"),
        pytest.param(changed("x.new", to=1), id="what nobody knows"),
        pytest.param(changed("next_batch", to=None), id="no batch"),
    ],
)
def test_all_else_is_left_to_the_library(told: Json) -> None:
    assert plain(batch(SAID), {ROOM}, LEFT) is not None
    assert plain(told, {ROOM}, LEFT) is None
