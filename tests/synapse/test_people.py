"""The homeserver and the two kinds of clients, proved against each other."""

from __future__ import annotations

import asyncio

import pytest

from tests.synapse.account import Refused
from tests.synapse.homeserver import Homeserver
from tests.synapse.people import Person
from tests.synapse.town import Town

pytestmark = pytest.mark.slow  # a homeserver is started


async def both_in(room: str, *people: Person) -> None:
    for person in people:
        await person.is_in(room)
        await person.until(
            lambda: all(
                each.timeline.members.get(room, {}).get(other.id) == "join"
                for each in people
                for other in people
            ),
            "everybody is in the room",
        )


@pytest.mark.parametrize("encrypted", [False, True])
async def test_everyday_clients_talk_edit_react_and_take_back(town: Town, encrypted: bool) -> None:
    ada, ben = await town.person("Ada"), await town.person("Ben")
    room = await ada.creates("Room", ben.id, encrypted=encrypted)
    await both_in(room, ada, ben)
    said = await ada.says(room, "hello")
    seen = await ben.waits_for(lambda seen: seen.id == said, room)
    assert (seen.text, seen.by, seen.encrypted) == ("hello", ada.id, encrypted)
    await ada.edits(room, said, "hello!")
    seen = await ben.waits_for(lambda seen: seen.text == "hello!", room)
    await ben.reacts(seen, "👍")
    pressed = await ada.waits_for(lambda seen: seen.keys == ("👍",), room)
    await ben.reacts(pressed, "👍")
    assert await ben.reacts(seen, "👍")
    await ada.account.redact(room, said)
    await ben.until(lambda: not ben.sees(room), "it is gone")


async def test_strict_clients_read_each_other(town: Town) -> None:
    ada, ben = await town.person("Ada", strict=True), await town.person("Ben", strict=True)
    room = await ada.creates("Room", ben.id, encrypted=True)
    await both_in(room, ada, ben)
    await ada.says(room, "hello")
    seen = await ben.waits_for(lambda seen: seen.text == "hello", room)
    assert seen.encrypted
    assert seen.trust == "cross-signed-tofu"
    await ben.reacts(seen, "👍")
    await ada.waits_for(lambda seen: seen.keys == ("👍",), room)
    assert not ada.timeline.hidden
    assert not ben.timeline.unreadable


async def test_a_strict_client_neither_shows_an_unsigned_device_nor_gives_it_keys(
    town: Town,
) -> None:
    strict, lax = await town.person("Ada", strict=True), await town.person("Ben")
    room = await strict.creates("Room", lax.id, encrypted=True)
    await both_in(room, strict, lax)
    await lax.says(room, "can you read that?")
    await strict.until(lambda: strict.timeline.hidden, "it came, and is not shown")
    assert strict.timeline.hidden[0].trust == "unverified"
    assert not strict.sees(room)
    await strict.says(room, "no, and you?")
    await lax.until(lambda: lax.timeline.withheld, "one is told")
    assert lax.timeline.withheld[0]["content"]["code"] == "m.unverified"
    await lax.until(lambda: lax.timeline.unreadable, "it can't be read")


async def test_strict_clients_talk_in_the_clear_with_everybody(town: Town) -> None:
    strict, lax = await town.person("Ada", strict=True), await town.person("Ben")
    room = await lax.creates("Room", strict.id)
    await both_in(room, strict, lax)
    await strict.says(room, "hello")
    seen = await lax.waits_for(lambda seen: seen.text == "hello", room)
    assert not seen.encrypted
    await lax.replies(seen, "hello to you")
    await strict.waits_for(lambda seen: seen.text == "hello to you", room)


async def test_who_does_not_accept_is_not_there(town: Town) -> None:
    ada, ben = await town.person("Ada"), await town.person("Ben", welcoming=False)
    room = await ada.creates("Talk", ben.id, is_direct=True)
    await ben.until(lambda: room in ben.timeline.invitations, "one is invited")
    assert ben.timeline.invitations[room].direct
    assert not ben.direct(ada.id)
    await ben.joins(room)
    assert ben.direct(ada.id) == [room]


async def test_the_limits_of_a_new_homeserver_hold_for_all_but_people(
    limited_town: Town,
) -> None:
    ada, account = await limited_town.person("Ada"), await limited_town.account("Lama")
    room = await ada.creates("Room", account.user)
    for _ in range(30):
        await ada.account.send(room, "m.room.message", {"msgtype": "m.text", "body": "x"})
    await account.act(room, "join")

    async def chatters() -> None:
        for _ in range(30):
            await account.send(room, "m.room.message", {"msgtype": "m.text", "body": "x"})

    with pytest.raises(Refused) as refused:
        await chatters()
    assert refused.value.code == "M_LIMIT_EXCEEDED"


async def test_a_homeserver_that_was_away_knows_everything_afterwards(town: Town) -> None:
    with Homeserver() as server:
        async with Town(server, town.folder) as other:
            account = await other.account("Ada")
            room = await account.create(name="Room")
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
            assert (await account.state(room, "m.room.name"))["name"] == "Room"
