"""What is sent arrives whole, once, in order and readable; refusals are told in our words."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import vodozemac

from chatlama.session.transport import Gone, RetryLater, Unreachable
from chatlama.transports.matrix.calls import SOON, Limited
from chatlama.transports.matrix.wire import SELDOM, NioWire
from tests.transports.matrix.homeserver import (
    ADA,
    ROOM,
    Homeserver,
    Json,
    canonical,
    event,
    homeserver,
    joined,
    state,
)
from tests.transports.matrix.test_account import entered

TEXT = {"msgtype": "m.text", "body": "hello"}
ENCRYPTION = event("m.room.encryption", {"algorithm": "m.megolm.v1.aes-sha2"}, ADA, state_key="")


class Time:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
async def server() -> AsyncIterator[Homeserver]:
    async with homeserver() as running:
        yield running


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def wire(server: Homeserver, tmp_path: Path, time: Time) -> AsyncIterator[NioWire]:
    async with entered(server, tmp_path) as account:
        await account.client.keys_upload()
        server.batch(join={ROOM: joined(state=state())})
        await account.client.sync()
        yield NioWire(account.client, time)


async def encrypted(wire: NioWire, server: Homeserver) -> None:
    """Have the room encrypted from now on."""
    server.batch(join={ROOM: joined(ENCRYPTION)})
    await wire.client.sync(since="s1")


class Device:
    """A device of Ada's: what it has published, and what was sent to it."""

    def __init__(self, server: Homeserver, name: str, *, claimable: bool = True) -> None:
        self.name, self.server = name, server
        self.account = vodozemac.Account()
        keys = {
            f"curve25519:{name}": self.account.curve25519_key.to_base64(),
            f"ed25519:{name}": self.account.ed25519_key.to_base64(),
        }
        mine = {
            "algorithms": ["m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2"],
            "device_id": name,
            "user_id": ADA,
            "keys": keys,
        }
        server.others.setdefault(ADA, {})[name] = self._signed(mine)
        if claimable:
            self.publish()

    def publish(self) -> None:
        """Have a key that can be claimed."""
        self.account.generate_one_time_keys(1)
        ((_, key),) = self.account.one_time_keys.items()
        self.server.one_time[self.name] = {
            "signed_curve25519:A": self._signed({"key": key.to_base64()})
        }

    @property
    def got(self) -> list[Json]:
        """What was sent to it."""
        sent = self.server.sent("sendToDevice/m.room.encrypted")
        found = [each["messages"].get(ADA, {}).get(self.name) for each in sent]
        return [each for each in found if each]

    def _signed(self, thing: Json) -> Json:
        signature = self.account.sign(canonical(thing)).to_base64()
        return {**thing, "signatures": {ADA: {f"ed25519:{self.name}": signature}}}


# --- plain -----------------------------------------------------------------------------------


async def test_the_same_sent_again_is_the_same_event(wire: NioWire, server: Homeserver) -> None:
    first = await wire.send(ROOM, "m.room.message", TEXT, "a")
    assert await wire.send(ROOM, "m.room.message", TEXT, "a") == first
    assert await wire.send(ROOM, "m.room.message", TEXT, "b") != first
    assert server.sent("send/m.room.message/a") == [TEXT, TEXT]


async def test_reactions_and_redactions_name_their_event(wire: NioWire, server: Homeserver) -> None:
    await wire.react(ROOM, "$e", "1", "r")
    await wire.redact(ROOM, "$e", "x")
    relation = {"rel_type": "m.annotation", "event_id": "$e", "key": "1"}
    assert server.sent("send/m.reaction/r") == [{"m.relates_to": relation}]
    assert server.count(r"redact/(\$|%24)e/x") == 1


async def test_a_reaction_that_is_there_already_is_no_failure(
    wire: NioWire, server: Homeserver
) -> None:
    server.refuse("m.reaction", 400, {"errcode": "M_DUPLICATE_ANNOTATION", "error": ""})
    assert await wire.react(ROOM, "$e", "1", "r") == ""


@pytest.mark.parametrize(
    ("status", "code", "means"),
    [
        (403, "M_FORBIDDEN", Unreachable),
        (413, "M_TOO_LARGE", Unreachable),
        (400, "M_UNKNOWN", Unreachable),
        (404, "M_NOT_FOUND", Gone),
        (502, "", RetryLater),
        (500, "M_UNKNOWN", RetryLater),
        (401, "M_UNKNOWN_TOKEN", RetryLater),
        (200, "", RetryLater),
    ],
)
async def test_refusals_are_told_in_our_words(
    wire: NioWire, server: Homeserver, status: int, code: str, means: type[Exception]
) -> None:
    server.refuse("send/", status, {"errcode": code, "error": "no"} if code else {})
    with pytest.raises(means) as caught:
        await wire.send(ROOM, "m.room.message", TEXT, "a")
    assert type(caught.value) is means


@pytest.mark.parametrize(
    ("told", "header", "after"),
    [({"retry_after_ms": 4500}, "9", 4.5), ({}, "9", 9.0), ({}, "", SOON)],
)
async def test_a_limit_says_how_long_to_wait(
    wire: NioWire, server: Homeserver, told: Json, header: str, after: float
) -> None:
    answer = {"errcode": "M_LIMIT_EXCEEDED", "error": "", **told}
    server.refuse("send/", 429, answer, headers={"Retry-After": header} if header else None)
    with pytest.raises(Limited) as caught:
        await wire.send(ROOM, "m.room.message", TEXT, "a")
    assert caught.value.after == after
    assert server.count("send/") == 1


async def test_nothing_is_sent_where_we_are_not(wire: NioWire, server: Homeserver) -> None:
    with pytest.raises(Unreachable, match="we are not in"):
        await wire.send("!other:hs", "m.room.message", TEXT, "a")
    assert server.count("send/") == 0


async def test_a_network_that_fails_is_tried_again_later(wire: NioWire) -> None:
    wire.client.homeserver = "http://127.0.0.1:9"
    with pytest.raises(RetryLater):
        await wire.send(ROOM, "m.room.message", TEXT, "a")


async def test_who_is_cancelled_does_not_cut_off_what_is_being_sent(
    wire: NioWire, server: Homeserver
) -> None:
    sending = asyncio.create_task(wire.send(ROOM, "m.room.message", TEXT, "a"))
    await asyncio.sleep(0)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    await wire.finish(10)
    assert server.sent("send/m.room.message/a") == [TEXT]


async def test_sends_into_a_room_keep_their_order(wire: NioWire, server: Homeserver) -> None:
    sends = (wire.send(ROOM, "m.room.message", {"n": n}, f"{n}") for n in range(9))
    await asyncio.gather(*sends)
    assert [each["n"] for each in server.sent("send/")] == [*range(9)]


# --- encrypted -------------------------------------------------------------------------------


async def test_in_an_encrypted_room_nothing_can_be_read_on_the_way(
    wire: NioWire, server: Homeserver
) -> None:
    await encrypted(wire, server)
    phone = Device(server, "PHONE")
    await wire.send(ROOM, "m.room.message", TEXT, "a")
    assert len(phone.got) == 1
    (sent,) = server.sent("send/")
    assert "hello" not in json.dumps(sent)
    assert sent["algorithm"] == "m.megolm.v1.aes-sha2"


async def test_a_device_that_is_new_is_asked_for_before_the_next_message(
    wire: NioWire, server: Homeserver
) -> None:
    await encrypted(wire, server)
    Device(server, "PHONE")
    await wire.send(ROOM, "m.room.message", TEXT, "a")
    laptop = Device(server, "LAPTOP")
    wire.client.users_for_key_query.add(ADA)
    await wire.send(ROOM, "m.room.message", TEXT, "b")
    assert len(laptop.got) == 1


async def test_a_key_that_does_not_arrive_keeps_the_message_back(
    wire: NioWire, server: Homeserver
) -> None:
    await encrypted(wire, server)
    phone = Device(server, "PHONE")
    server.refuse("sendToDevice", 502, {"errcode": "M_UNKNOWN", "error": ""})
    with pytest.raises(RetryLater):
        await wire.send(ROOM, "m.room.message", TEXT, "a")
    assert server.count("send/") == 0
    await wire.send(ROOM, "m.room.message", TEXT, "a")
    assert len(phone.got) == 2
    assert server.count("send/") == 1


async def test_a_room_does_not_hang_after_sharing_keys_has_failed(
    wire: NioWire, server: Homeserver
) -> None:
    await encrypted(wire, server)
    Device(server, "PHONE")
    await wire.client.joined_members(ROOM)
    await wire.client.keys_query()
    good, wire.client.homeserver = wire.client.homeserver, "http://127.0.0.1:9"
    with pytest.raises(RetryLater):
        await wire.send(ROOM, "m.room.message", TEXT, "a")
    wire.client.homeserver = good
    async with asyncio.timeout(60):
        await wire.send(ROOM, "m.room.message", TEXT, "a")


async def test_a_device_without_keys_holds_nothing_up_and_is_tried_again_now_and_then(
    wire: NioWire, server: Homeserver, time: Time
) -> None:
    await encrypted(wire, server)
    old = Device(server, "OLD", claimable=False)
    for n in range(5):
        await wire.send(ROOM, "m.room.message", TEXT, f"{n}")
    tried = server.count("keys/claim")
    assert tried <= 2
    old.publish()
    time.seconds += SELDOM
    await wire.send(ROOM, "m.room.message", TEXT, "later")
    assert len(old.got) == 1
    assert server.count("keys/claim") == tried + 1


async def test_somebody_whose_server_is_silent_is_not_asked_for_with_every_message(
    wire: NioWire, server: Homeserver
) -> None:
    await encrypted(wire, server)
    await wire.send(ROOM, "m.room.message", TEXT, "first")
    wire.client.users_for_key_query.add("@eve:silent")
    asked = server.count("keys/query")
    for n in range(5):
        server.refuse("keys/query", 200, {"device_keys": {}, "failures": {"silent": {}}})
        await wire.send(ROOM, "m.room.message", TEXT, f"{n}")
        wire.client.users_for_key_query.add("@eve:silent")
    assert server.count("keys/query") == asked + 1
    wire.client.users_for_key_query.add(ADA)
    await wire.send(ROOM, "m.room.message", TEXT, "somebody new")
    assert server.count("keys/query") == asked + 2


async def test_who_comes_gets_a_key_of_their_own_with_the_next_message(
    wire: NioWire, server: Homeserver
) -> None:
    await encrypted(wire, server)
    await wire.send(ROOM, "m.room.message", TEXT, "a")
    wire.joined(ROOM)
    await wire.send(ROOM, "m.room.message", TEXT, "b")
    first, second = (each["session_id"] for each in server.sent("send/"))
    assert first != second
