"""What happens in rooms is heard once and in order, whatever happens to us or to the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from nio import MegolmEvent, Response, RoomKeyEvent, RoomMessageText, SyncResponse

from chatlama.session.transport import NotKept, TransportError
from chatlama.transports.matrix.events import Event
from chatlama.transports.matrix.kept import Position
from chatlama.transports.matrix.lanes import Lanes
from chatlama.transports.matrix.sealed import FORGOTTEN, PATIENCE
from chatlama.transports.matrix.sync import Sync
from tests.transports.matrix.homeserver import (
    ADA,
    ME,
    ROOM,
    Homeserver,
    Json,
    Sleep,
    event,
    homeserver,
    joined,
    member,
    said,
    state,
)
from tests.transports.matrix.test_account import entered
from tests.transports.matrix.test_wire import Device

OTHER = "!other:hs"


@dataclass
class Ears:
    """Hears, and may be stubborn."""

    heard: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    learned: list[Event] = field(default_factory=list)
    invitations: list[tuple[str, tuple[Event, ...]]] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    missed: list[tuple[str, str, str]] = field(default_factory=list)
    begun: int = 0
    trouble: Callable[[str], None] = lambda _: None
    """May raise for what is heard."""
    slow: dict[str, asyncio.Event] = field(default_factory=dict)
    """What must happen before something in a room is heard."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def learn(self, event: Event) -> None:
        self.learned.append(event)

    async def hear(self, event: Event) -> None:
        if event.room in self.slow:
            await self.slow[event.room].wait()
        body = event.text("body") or f"{event.kind} {event.text('membership')}".strip()
        self.trouble(body)
        self.heard.append(body)
        self.events.append(event)
        self._tell()

    async def invited(self, room: str, state: tuple[Event, ...]) -> None:
        self.invitations.append((room, state))
        self._tell()

    def put_out(self, room: str) -> None:
        self.out.append(room)
        self._tell()

    async def unreadable(self, room: str, sender: str, event: str) -> None:
        self.missed.append((room, sender, event))
        self._tell()

    def begin(self) -> None:
        self.begun += 1
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def until(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not true():
                await self._news.wait()


@pytest.fixture
async def server() -> AsyncIterator[Homeserver]:
    async with homeserver() as running:
        yield running


@dataclass
class Receiving:
    """An account that receives, and what it hears."""

    ears: Ears
    sync: Sync
    task: asyncio.Task[None]
    position: Position
    sleep: Sleep

    async def kept(self, position: str) -> None:
        """Return when the position is kept."""
        async with asyncio.timeout(60):
            while self.position.read() != position:  # noqa: ASYNC110 - a file
                await asyncio.sleep(0)


@asynccontextmanager
async def receiving(
    server: Homeserver, folder: Path, ears: Ears | None = None, sleep: Sleep | None = None
) -> AsyncIterator[Receiving]:
    async with entered(server, folder) as account:
        position = Position(folder / "matrix" / "position.json")
        ears, sleep = ears or Ears(), sleep or Sleep()
        sync = Sync(
            account.client, ears, Lanes(position, sleep), "it is dead", asyncio.Event(), sleep
        )
        task = asyncio.create_task(sync.run())
        try:
            yield Receiving(ears, sync, task, position, sleep)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def begun(server: Homeserver, folder: Path) -> None:
    """Have an account that has received the first batch: a room with Ada in it."""
    server.batch(join={ROOM: joined(said("long ago"), state=state())})
    async with receiving(server, folder) as bot:
        await bot.kept("s1")


# --- once and in order -----------------------------------------------------------------------


async def test_nothing_old_is_heard_on_a_new_device_but_rooms_are_known(
    server: Homeserver, tmp_path: Path
) -> None:
    server.batch(join={ROOM: joined(said("!new"), said("!stop"), state=state())})
    async with receiving(server, tmp_path) as bot:
        await bot.kept("s1")
        server.batch(join={ROOM: joined(said("now"))})
        await bot.ears.until(lambda: bot.ears.heard)
        assert bot.ears.heard == ["now"]
        assert {each.kind for each in bot.ears.learned} >= {"m.room.create", "m.room.member"}


async def test_what_happened_while_we_were_away_is_heard_once_and_in_order(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    server.batch(join={ROOM: joined(said("a"), said("b"))})
    server.batch(join={ROOM: joined(said("c"))})
    async with receiving(server, tmp_path) as bot:
        await bot.ears.until(lambda: len(bot.ears.heard) == 3)
        assert bot.ears.heard == ["a", "b", "c"]
        await bot.kept("s3")
    async with receiving(server, tmp_path) as bot:
        server.batch(join={ROOM: joined(said("d"))})
        await bot.ears.until(lambda: bot.ears.heard)
        assert bot.ears.heard == ["d"]


async def test_at_every_start_the_state_of_all_rooms_is_asked_for_once(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    begin = len(server.syncs)
    async with receiving(server, tmp_path) as bot:
        server.batch(join={ROOM: joined(said("a"))})
        await bot.ears.until(lambda: bot.ears.heard)
    first, *others = (query["full_state"] for query in server.syncs[begin:])
    assert first == "true"
    assert set(others) <= {"false"}


async def test_a_position_is_kept_only_when_all_before_it_is_handled(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    ears = Ears(slow={ROOM: asyncio.Event()})
    server.batch(join={ROOM: joined(said("slow"))})
    server.batch(join={OTHER: joined(said("quick"), state=state())})
    async with receiving(server, tmp_path, ears) as bot:
        await ears.until(lambda: ears.heard == ["quick"])
        assert bot.position.read() == "s1"
        ears.slow[ROOM].set()
        await bot.kept("s3")
        assert ears.heard == ["quick", "slow"]


async def test_what_was_not_handled_before_a_crash_comes_again(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    server.batch(join={ROOM: joined(said("move"))})
    async with receiving(server, tmp_path, Ears(slow={ROOM: asyncio.Event()})) as bot:
        await bot.ears.until(lambda: bot.ears.begun)
    async with receiving(server, tmp_path) as bot:
        await bot.ears.until(lambda: bot.ears.heard)
        assert bot.ears.heard == ["move"]


async def test_what_can_t_be_kept_is_handed_in_until_it_is_and_the_rest_waits_for_it(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    failures = iter([NotKept("disk full")] * 3)

    def trouble(_: str) -> None:
        for each in failures:
            raise each

    server.batch(join={ROOM: joined(said("a"), said("b"))})
    async with receiving(server, tmp_path, Ears(trouble=trouble)) as bot:
        await bot.kept("s2")
        assert bot.ears.heard == ["a", "b"]
        assert len(bot.sleep.slept) == 3


async def test_what_makes_us_stumble_is_dropped_and_the_rest_is_heard(
    server: Homeserver, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await begun(server, tmp_path)

    def trouble(body: str) -> None:
        if body == "bad":
            raise ValueError(body)

    server.batch(join={ROOM: joined(said("bad"), said("good"))})
    async with receiving(server, tmp_path, Ears(trouble=trouble)) as bot:
        await bot.kept("s2")
        assert bot.ears.heard == ["good"]
    assert "is dropped" in caplog.text


async def test_the_same_event_told_twice_is_heard_once(server: Homeserver, tmp_path: Path) -> None:
    await begun(server, tmp_path)
    once = said("once")
    server.batch(join={ROOM: joined(once, once)})
    server.batch(join={ROOM: joined(once, said("more"))})
    async with receiving(server, tmp_path) as bot:
        await bot.kept("s3")
        assert bot.ears.heard == ["once", "more"]


async def test_events_without_the_shape_of_one_are_passed_over(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    odd = [
        event("m.room.message", {"msgtype": 7}),
        event("m.room.message", {}),
        event("m.reaction", {"m.relates_to": "x"}),
        event("m.room.member", {"membership": 3}, state_key=ADA),
        event("x.y", {"body": ["?"]}),
    ]
    server.batch(join={ROOM: joined(*odd, said("good"))})
    async with receiving(server, tmp_path) as bot:
        await bot.kept("s2")
        assert bot.ears.heard[-1] == "good"


# --- rooms -----------------------------------------------------------------------------------


async def test_what_was_said_before_we_came_is_not_for_us(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    came = member(ME, "join", before="invite")
    server.batch(join={OTHER: joined(said("!stop"), came, said("!new"), state=state())})
    async with receiving(server, tmp_path) as bot:
        await bot.kept("s2")
        assert bot.ears.heard == ["m.room.member join", "!new"]


async def test_another_name_of_ours_does_not_hide_what_was_said_before(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    renamed = member(ME, "join", before="join")
    server.batch(join={ROOM: joined(said("a"), renamed, said("b"))})
    async with receiving(server, tmp_path) as bot:
        await bot.kept("s2")
        assert bot.ears.heard == ["a", "m.room.member join", "b"]


async def test_invitations_and_being_put_out_are_told(server: Homeserver, tmp_path: Path) -> None:
    await begun(server, tmp_path)
    stripped = member(ME, "invite", ADA)
    server.batch(invite={OTHER: {"invite_state": {"events": [stripped]}}})
    server.batch(leave={ROOM: {"timeline": {"events": [member(ME, "leave", ADA)]}}})
    async with receiving(server, tmp_path) as bot:
        await bot.kept("s3")
        ((room, told),) = bot.ears.invitations
        assert (room, told[0].sender, told[0].key) == (OTHER, ADA, ME)
        assert told[0].content["membership"] == "invite"
        assert bot.ears.out == [ROOM]
        assert ROOM not in bot.sync.client.rooms


# --- gaps ------------------------------------------------------------------------------------


def page(*events: Json, end: str | None = None) -> Json:
    """Return a page of a room's past, the newest first."""
    told: Json = {"chunk": list(events), "start": "x"}
    return told if end is None else {**told, "end": end}


async def test_what_the_server_leaves_out_is_asked_for(server: Homeserver, tmp_path: Path) -> None:
    await begun(server, tmp_path)
    server.messages["p1"] = page(said("4"), said("3"), end="p2")
    server.messages["p2"] = page(said("2"), said("1"), end="p3")
    server.messages["p3"] = page()
    server.batch(join={ROOM: joined(said("5"), limited=True, prev_batch="p1")})
    server.refuse("messages", 502, times=2)
    async with receiving(server, tmp_path) as bot:
        await bot.kept("s2")
        assert bot.ears.heard == ["1", "2", "3", "4", "5"]


async def test_a_gap_ends_where_we_came_into_the_room(server: Homeserver, tmp_path: Path) -> None:
    await begun(server, tmp_path)
    came = member(ME, "join", before="invite")
    server.messages["p1"] = page(said("2"), came, said("before"), end="p2")
    more = joined(said("3"), limited=True, prev_batch="p1", state=state())
    server.batch(join={OTHER: more})
    async with receiving(server, tmp_path) as bot:
        await bot.kept("s2")
        assert bot.ears.heard == ["m.room.member join", "2", "3"]
        assert server.count("messages") == 1


async def test_what_lies_before_our_coming_is_no_gap(server: Homeserver, tmp_path: Path) -> None:
    await begun(server, tmp_path)
    came = member(ME, "join", before="invite")
    new = joined(said("before"), came, said("1"), limited=True, prev_batch="p1", state=state())
    server.batch(join={OTHER: new})
    async with receiving(server, tmp_path) as bot:
        await bot.kept("s2")
        assert bot.ears.heard == ["m.room.member join", "1"]
        assert server.count("messages") == 0


async def test_a_gap_that_we_may_not_see_is_let_be(server: Homeserver, tmp_path: Path) -> None:
    await begun(server, tmp_path)
    server.refuse("messages", 403, {"errcode": "M_FORBIDDEN", "error": ""})
    server.batch(join={ROOM: joined(said("5"), limited=True, prev_batch="p1")})
    async with receiving(server, tmp_path) as bot:
        await bot.kept("s2")
        assert bot.ears.heard == ["5"]


# --- the server ------------------------------------------------------------------------------


async def test_a_server_that_fails_is_asked_again_more_and_more_slowly(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    server.refuse("sync", 502, times=4)
    server.batch(join={ROOM: joined(said("a"))})
    async with receiving(server, tmp_path) as bot:
        await bot.ears.until(lambda: bot.ears.heard)
        assert len(bot.sleep.slept) == 4
        for slept, longest in zip(bot.sleep.slept, (1, 2, 4, 8), strict=True):
            assert longest / 2 <= slept <= longest


async def test_a_dead_token_ends_it_with_one_line(server: Homeserver, tmp_path: Path) -> None:
    await begun(server, tmp_path)
    async with receiving(server, tmp_path) as bot:
        await bot.ears.until(lambda: bot.ears.begun)
        server.refuse("sync", 401, {"errcode": "M_UNKNOWN_TOKEN", "error": ""})
        server.batch()
        async with asyncio.timeout(60):
            with pytest.raises(TransportError, match=r"^it is dead$"):
                await bot.task


async def test_one_time_keys_that_have_run_out_are_made_again(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    async with receiving(server, tmp_path) as bot:
        await bot.ears.until(lambda: bot.ears.begun)
        before = server.count("keys/upload")
        server.batches.append({"device_one_time_keys_count": {"signed_curve25519": 0}})
        server.batch(join={ROOM: joined(said("a"))})
        await bot.ears.until(lambda: bot.ears.heard)
        assert server.count("keys/upload") == before + 1


async def test_a_batch_that_the_library_can_t_read_does_not_stop_us(
    server: Homeserver,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await begun(server, tmp_path)
    server.batch(join={ROOM: joined(said("a"))})

    def stumble(*_: object) -> None:
        raise KeyError("odd")

    async with receiving(server, tmp_path) as bot:
        monkeypatch.setattr(bot.sync.client, "_handle_joined_state", stumble)
        await bot.ears.until(lambda: bot.ears.heard)
        assert bot.ears.heard == ["a"]
    assert "can't read what Matrix has sent" in caplog.text


# --- keys ------------------------------------------------------------------------------------


def locked(session: str = "session", sender: str = ADA) -> Json:
    """Return a message that can't be decrypted."""
    return event(
        "m.room.encrypted",
        {
            "algorithm": "m.megolm.v1.aes-sha2",
            "ciphertext": "x",
            "device_id": "PHONE",
            "sender_key": "k",
            "session_id": session,
        },
        sender,
    )


async def test_a_message_without_key_is_missed_after_a_while(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    sealed = locked()
    server.batch(join={ROOM: joined(sealed, locked(sender=ME), said("after"))})
    async with receiving(server, tmp_path) as bot:
        await bot.ears.until(lambda: bot.ears.missed and bot.ears.heard)
        assert bot.ears.missed == [(ROOM, ADA, sealed["event_id"])]
        assert bot.ears.heard == ["after"]
        assert bot.sleep.slept[:1] == [PATIENCE]
        assert FORGOTTEN > PATIENCE


async def test_a_message_is_heard_when_its_key_comes_late(
    server: Homeserver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(server, tmp_path)
    sealed = locked()
    server.batch(join={ROOM: joined(sealed)})
    forever = Sleep()

    async def never(_: float) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Sleep, "__call__", lambda _, seconds: never(seconds))
    async with receiving(server, tmp_path, sleep=forever) as bot:
        await bot.kept("s2")

        def opens(event: MegolmEvent) -> RoomMessageText:
            opened = RoomMessageText.from_dict({**said("!join"), "event_id": event.event_id})
            assert isinstance(opened, RoomMessageText)
            return opened

        receive = bot.sync.client.receive_response

        async def with_key(answer: Response) -> None:
            await receive(answer)  # which opens what came encrypted for us
            if isinstance(answer, SyncResponse):
                key = RoomKeyEvent({}, ADA, "k", ROOM, "session", "m.megolm.v1.aes-sha2")
                answer.to_device_events.append(key)

        monkeypatch.setattr(bot.sync.client, "decrypt_event", opens)
        monkeypatch.setattr(bot.sync.client, "receive_response", with_key)
        server.batch(to_device={"events": [{"type": "m.dummy", "sender": ADA, "content": {}}]})
        await bot.kept("s3")
        assert bot.ears.heard == ["!join"]
        assert bot.ears.events[0].id == sealed["event_id"]
        assert bot.ears.missed == []


async def test_at_every_start_devices_of_people_in_encrypted_rooms_are_asked_for(
    server: Homeserver, tmp_path: Path
) -> None:
    """What changed while we were away may not be told."""
    sealing = event("m.room.encryption", {"algorithm": "m.megolm.v1.aes-sha2"}, state_key="")
    Device(server, "PHONE")  # known from the first start on
    for start in (1, 2):
        server.batch(join={ROOM: joined(state=state(sealing))})
        server.asked.clear()
        async with receiving(server, tmp_path) as bot:
            await bot.ears.until(lambda: bot.ears.begun)
        assert any(ADA in asked["device_keys"] for asked in server.sent("keys/query")), start
