"""Into which rooms we go, which we leave, and that nobody has two direct rooms."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from chatlama.session.transport import RetryLater, Unreachable
from chatlama.transports.matrix.calls import Refused
from chatlama.transports.matrix.doors import NioDoors
from chatlama.transports.matrix.events import Event
from chatlama.transports.matrix.invites import LATELY, OFTEN, TRIES, Coming, Invites
from chatlama.transports.matrix.rooms import KnownRooms
from chatlama.transports.matrix.settings import Settings
from tests.transports.matrix.homeserver import ADA, ME, ROOM, Homeserver, Sleep, homeserver
from tests.transports.matrix.test_account import entered
from tests.transports.matrix.test_rooms import BEN, ENCRYPTION, direct, learned, member

DIRECT = "!direct:hs"


@pytest.fixture
async def server() -> AsyncIterator[Homeserver]:
    async with homeserver() as running:
        yield running


@pytest.fixture
async def doors(server: Homeserver, tmp_path: Path) -> AsyncIterator[NioDoors]:
    async with entered(server, tmp_path) as account:
        yield NioDoors(account.client, KnownRooms(ME))


async def arrives(doors: NioDoors) -> None:
    """Have the direct room arrive."""
    async with asyncio.timeout(60):
        while not doors.rooms.listed:  # noqa: ASYNC110 - nothing tells when it is listed
            await asyncio.sleep(0)
    direct(DIRECT, how="invite", rooms=doors.rooms)
    doors.arrived()


# --- direct rooms ----------------------------------------------------------------------------


async def test_a_direct_room_is_encrypted_and_listed_and_there_before_it_is_used(
    server: Homeserver, doors: NioDoors
) -> None:
    making = asyncio.create_task(doors.create_direct(ADA))
    await arrives(doors)
    assert await making == DIRECT
    (made,) = server.sent("createRoom")
    assert made["invite"] == [ADA]
    assert made["is_direct"] is True
    assert [each["type"] for each in made["initial_state"]] == [ENCRYPTION[0]]
    assert server.account_data["m.direct"] == {ADA: [DIRECT]}


async def test_two_who_ask_at_once_get_one_room(server: Homeserver, doors: NioDoors) -> None:
    making = [asyncio.create_task(doors.create_direct(ADA)) for _ in range(3)]
    await arrives(doors)
    assert await asyncio.gather(*making) == [DIRECT] * 3
    assert server.count("createRoom") == 1


async def test_a_room_that_was_made_before_a_crash_is_used_again(
    server: Homeserver, doors: NioDoors
) -> None:
    direct(DIRECT, how="invite", rooms=doors.rooms)
    assert await doors.create_direct(ADA) == DIRECT
    assert server.count("createRoom") == 0


async def test_what_other_clients_have_listed_stays(server: Homeserver, doors: NioDoors) -> None:
    server.account_data["m.direct"] = {BEN: ["!b:hs"], ADA: ["!a:hs"], "odd": 7}
    await doors.load()
    await doors.list(ADA, DIRECT)
    await doors.list(ADA, DIRECT)
    assert server.account_data["m.direct"] == {BEN: ["!b:hs"], ADA: [DIRECT, "!a:hs"]}
    assert server.count("m.direct") == 2


async def test_an_account_that_has_no_list_yet_has_no_direct_rooms(doors: NioDoors) -> None:
    await doors.load()
    assert doors.rooms.listed == {}


async def test_who_can_t_be_invited_is_unreachable(server: Homeserver, doors: NioDoors) -> None:
    blocked = {"errcode": "M_INVITE_BLOCKED", "error": ""}
    server.refuse("createRoom", 403, blocked)
    with pytest.raises(Unreachable, match="M_INVITE_BLOCKED"):
        await doors.create_direct(ADA)
    server.refuse("invite", 403, blocked)
    with pytest.raises(Unreachable, match="M_INVITE_BLOCKED"):
        await doors.invite(DIRECT, ADA)


async def test_a_limit_on_making_rooms_is_told(server: Homeserver, doors: NioDoors) -> None:
    limit = {"errcode": "M_LIMIT_EXCEEDED", "error": "", "retry_after_ms": 61_000}
    server.refuse("createRoom", 429, limit)
    with pytest.raises(RetryLater) as caught:
        await doors.create_direct(ADA)
    assert caught.value.after == 61.0


async def test_a_room_is_joined_by_way_of_who_invites(server: Homeserver, doors: NioDoors) -> None:
    await doors.join("!hash_without_server", "other.example:8448")
    assert server.count(r"^join/(!|%21)hash_without_server$") == 1


# --- invitations -----------------------------------------------------------------------------


@dataclass
class Notebook:
    """Doors that write down what was done with them."""

    done: list[tuple[str, str]] = field(default_factory=list)
    trouble: list[Exception] = field(default_factory=list)

    async def join(self, room: str, via: str) -> None:
        if self.trouble:
            raise self.trouble.pop(0)
        self.done.append(("join", f"{room} {via}"))

    async def leave(self, room: str) -> None:
        self.done.append(("leave", room))

    async def list(self, user: str, room: str) -> None:
        self.done.append(("list", f"{user} {room}"))


@dataclass
class Scene:
    """What decides on invitations, and what came of it."""

    invites: Invites
    doors: Notebook
    rooms: KnownRooms
    sleep: Sleep
    seconds: float = 1000.0

    async def invited(self, by: str = ADA, room: str = ROOM, **content: object) -> None:
        told = {"membership": "invite", **content}
        await self.invites.invited(room, (Event(room, "", by, "m.room.member", told, ME),))


def scene(
    rooms: KnownRooms | None = None, allow: tuple[str, ...] = (), most: int = 9, members: int = 9
) -> Scene:
    settings = Settings("", ME, "pw", "", "", allow, most, members, "auto")
    doors, sleep, rooms = Notebook(), Sleep(), rooms or KnownRooms(ME)
    invites = Invites(settings, rooms, doors, sleep)  # type: ignore[arg-type] # as much of doors
    found = Scene(invites, doors, rooms, sleep)
    invites.now = lambda: found.seconds
    return found


async def test_an_invitation_is_followed_by_way_of_the_inviter_s_server() -> None:
    found = scene()
    await found.invited()
    assert found.doors.done == [("join", f"{ROOM} hs")]
    assert found.invites.by == {ROOM: ADA}


async def test_a_direct_chat_that_somebody_begins_is_listed_as_theirs() -> None:
    found = scene()
    await found.invited(is_direct=True)
    assert found.doors.done == [("join", f"{ROOM} hs"), ("list", f"{ADA} {ROOM}")]


async def test_who_may_not_invite_us_is_declined() -> None:
    found = scene(allow=("elsewhere.org", BEN))
    await found.invited()
    assert found.doors.done == [("leave", ROOM)]
    await found.invited(by=BEN)
    assert found.doors.done[-1] == ("join", f"{ROOM} hs")


async def test_we_are_in_no_more_rooms_than_the_settings_allow_direct_ones_not_counted() -> None:
    rooms = learned(member(ME), member(ADA), room="!one:hs")
    direct("!d:hs", rooms=rooms)
    found = scene(rooms, most=2)
    await found.invited()
    learned(member(ME), member(ADA), rooms=rooms)
    await found.invited(room="!three:hs")
    assert found.doors.done == [("join", f"{ROOM} hs"), ("leave", "!three:hs")]


async def test_one_person_does_not_keep_us_joining_rooms() -> None:
    found = scene()
    for n in range(OFTEN + 1):
        await found.invited(room=f"!{n}:hs")
    await found.invited(by=BEN)
    assert [how for how, _ in found.doors.done] == ["join"] * OFTEN + ["leave", "join"]
    found.seconds += LATELY
    await found.invited()
    assert found.doors.done[-1][0] == "join"


async def test_what_is_no_invitation_of_ours_is_passed_over() -> None:
    found = scene()
    await found.invites.invited(ROOM, ())
    await found.invites.invited(
        ROOM, (Event(ROOM, "", ADA, "m.room.member", {"membership": "invite"}, BEN),)
    )
    await found.invited(membership="leave")
    assert found.doors.done == []


async def test_joining_is_tried_again_where_that_helps() -> None:
    found = scene()
    found.doors.trouble = [RetryLater(7), RetryLater(8)]
    await found.invited()
    assert found.sleep.slept == [7, 8]
    assert [how for how, _ in found.doors.done] == ["join"]
    found.doors.trouble = [Refused(403, {"errcode": "M_FORBIDDEN"})]
    await found.invited(is_direct=True)
    found.doors.trouble = [RetryLater(1)] * TRIES
    await found.invited(is_direct=True)
    assert [how for how, _ in found.doors.done] == ["join"]


# --- having come -----------------------------------------------------------------------------


def test_we_greet_where_somebody_has_brought_us() -> None:
    found = scene(learned(member(ME), member(ADA)))
    assert found.invites.coming(ROOM) is Coming.GREET


def test_we_greet_nobody_in_a_room_that_we_have_made() -> None:
    found = scene(direct("!d:hs"))
    assert found.invites.coming("!d:hs") is Coming.SILENT


def test_a_crowd_is_more_people_than_the_settings_allow_without_us() -> None:
    rooms = learned(member(ME), member(ADA), member(BEN))
    assert scene(rooms, members=2).invites.coming(ROOM) is Coming.GREET
    assert scene(rooms, members=1).invites.coming(ROOM) is Coming.CROWDED


def test_we_stay_with_people_and_in_direct_rooms_and_wait_for_who_is_invited() -> None:
    assert not scene(learned(member(ME), member(ADA))).invites.alone(ROOM)
    assert not scene(learned(member(ME), member(ADA, "invite"))).invites.alone(ROOM)
    assert scene(learned(member(ME), member(ADA, "leave"))).invites.alone(ROOM)
    rooms = direct("!d:hs", how="leave")
    rooms.listed = {ADA: ("!d:hs",)}
    assert not scene(rooms).invites.alone("!d:hs")
    assert not scene().invites.alone(ROOM)


# --- upgrades --------------------------------------------------------------------------------

MOVED = ("m.room.tombstone", "", {"replacement_room": "!new:hs"})


async def test_a_room_that_moves_is_followed_by_way_of_who_says_so() -> None:
    found = scene(learned(member(ME), member(ADA), MOVED))
    assert await found.invites.follow(ROOM) is None
    assert found.doors.done == [("join", "!new:hs hs")]
    learned(member(ME), room="!new:hs", rooms=found.rooms, predecessor={"room_id": ROOM})
    assert await found.invites.follow(ROOM) == "!new:hs"
    assert found.invites.predecessor("!new:hs") == ROOM
    assert found.invites.coming("!new:hs") is Coming.SILENT


async def test_a_room_does_not_take_another_one_s_table_by_saying_so_alone() -> None:
    rooms = learned(member(ME), member(ADA))
    learned(member(ME), room="!evil:hs", rooms=rooms, predecessor={"room_id": ROOM})
    found = scene(rooms)
    assert found.invites.predecessor("!evil:hs") is None
    assert found.invites.coming("!evil:hs") is Coming.GREET
    learned(member(ME), member(ADA), MOVED, rooms=rooms)
    learned(member(ME), room="!new:hs", rooms=rooms)
    assert await found.invites.follow(ROOM) is None


async def test_an_invitation_to_where_our_room_has_moved_is_followed_in_any_case() -> None:
    found = scene(learned(member(ME), member(ADA), MOVED), allow=("nobody.org",), most=1)
    await found.invited(by=BEN, room="!new:hs")
    assert found.doors.done == [("join", "!new:hs hs")]
