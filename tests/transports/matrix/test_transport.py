"""Matrix as a whole, over a homeserver in small: from the account to what people are told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from chatlama.session.transport import (
    Address,
    Arrived,
    Chat,
    Incoming,
    Moved,
    NotKept,
    Page,
    Piece,
    Reply,
    TransportError,
    Typed,
    serving,
)
from chatlama.transports.matrix.ears import Phrases
from chatlama.transports.matrix.transport import Matrix
from tests.transports.matrix.homeserver import (
    ADA,
    ME,
    ROOM,
    Homeserver,
    Sleep,
    event,
    homeserver,
    joined,
    member,
    said,
    state,
)
from tests.transports.matrix.test_account import settings
from tests.transports.matrix.test_sync import locked

PHRASES = Phrases(unreadable="can't read", crowded="too many", not_kept="not kept")
HELLO = Reply(page=Page(((Piece("hello"),),)))
HERE = Chat("matrix", ROOM)
GREET = (member(ME, "join", before="invite"),)


@dataclass
class Bot:
    """The chat system at work, and what it brings in."""

    matrix: Matrix
    came: list[Incoming] = field(default_factory=list)
    reply: Reply = HELLO
    trouble: list[Exception] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def dispatch(self, incoming: Incoming) -> Reply:
        if self.trouble:
            raise self.trouble.pop(0)
        self.came.append(incoming)
        self._news.set()
        self._news = asyncio.Event()
        return self.reply

    async def until(self, true: Callable[[], object]) -> None:
        """Return when it is true; what people do, or the server is asked, may make it so."""
        async with asyncio.timeout(60):
            while not true():  # noqa: ASYNC110 - the server tells nobody that it was asked
                await asyncio.sleep(0)


@pytest.fixture
async def server() -> AsyncIterator[Homeserver]:
    async with homeserver() as running:
        yield running


@asynccontextmanager
async def running(server: Homeserver, folder: Path, members: int = 9) -> AsyncIterator[Bot]:
    made = settings(server)
    made = type(made)(**{f: getattr(made, f) for f in made.__slots__} | {"members": members})
    bot = Bot(Matrix(made, folder / "matrix", PHRASES, sleep=Sleep()))
    bot.task = asyncio.create_task(bot.matrix.run(bot.dispatch))
    try:
        yield bot
    finally:
        bot.task.cancel()
        await asyncio.gather(bot.task, return_exceptions=True)


def bodies(server: Homeserver) -> list[str]:
    return [str(each.get("body")) for each in server.sent("send/m.room.message")]


async def begun(server: Homeserver, folder: Path) -> None:
    server.batch()
    async with running(server, folder) as bot:
        await bot.until(lambda: server.count("sync") > 1)


async def settled(server: Homeserver, bot: Bot) -> None:
    """Return when all that has happened is taken in."""
    asked = len(server.syncs)
    await bot.until(lambda: len(server.syncs) > asked + 1)
    await bot.until(lambda: len(bot.came) in {0, 3})


async def test_the_device_is_signed_before_anything_is_received_or_joined(
    server: Homeserver, tmp_path: Path
) -> None:
    server.batch(invite={ROOM: {"invite_state": {"events": [member(ME, "invite", ADA)]}}})
    async with running(server, tmp_path) as bot:
        await bot.until(lambda: server.count("^join/"))
    asked = [path for _, path, _ in server.asked]
    signed = asked.index("keys/signatures/upload")
    assert signed < asked.index("sync")
    assert signed < min(at for at, path in enumerate(asked) if path.startswith("join/"))


async def test_it_says_as_whom_it_serves_in_one_line_once_it_does(
    server: Homeserver, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def told() -> list[str]:
        return [one.getMessage() for one in caplog.records if one.name == serving.name]

    with caplog.at_level(logging.INFO, serving.name):
        async with running(server, tmp_path) as bot:
            await bot.until(lambda: server.count("sync"))
            assert told() == []
            server.batch()
            server.batch()
            await bot.until(lambda: server.count("sync") > 2)
            assert told() == [f"Matrix: {ME}"]


async def test_who_brings_us_is_greeted_once(server: Homeserver, tmp_path: Path) -> None:
    await begun(server, tmp_path)
    server.batch(invite={ROOM: {"invite_state": {"events": [member(ME, "invite", ADA)]}}})
    async with running(server, tmp_path) as bot:
        await bot.until(lambda: server.count("^join/"))
        server.batch(join={ROOM: joined(*GREET, state=state())})
        renamed = member(ME, "join", before="join")
        server.batch(join={ROOM: joined(renamed, said("!help"))})
        await bot.until(lambda: len(bot.came) == 2 and bodies(server))
        arrived, typed = bot.came
        assert (arrived.act, arrived.chat, arrived.sender.user) == (Arrived(), HERE, ADA)
        assert arrived.update == GREET[0]["event_id"]
        assert typed.act == Typed("help")
        assert "hello" in bodies(server)[0]


async def test_that_the_server_limits_us_is_known_at_the_next_start(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    kept = tmp_path / "matrix" / "pace.json"
    server.refuse("send/m.room.message", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1})
    server.batch(join={ROOM: joined(*GREET, state=state())})
    async with running(server, tmp_path) as bot:
        await bot.until(kept.exists)
        assert kept.stat().st_mode & 0o777 == 0o600
    async with running(server, tmp_path) as bot:
        await bot.until(bot.matrix._ready.is_set)
        assert bot.matrix._talk.reactions.outbox.pace.scarce


async def test_a_room_with_too_many_people_is_left_with_a_word(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    crowd = state(*(member(f"@p{n}:hs", "join") for n in range(3)))
    server.batch(join={ROOM: joined(*GREET, state=crowd)})
    async with running(server, tmp_path, members=3) as bot:
        await bot.until(lambda: server.count("/leave$"))
        assert bodies(server) == ["too many"]
        assert bot.came == []


async def test_a_page_waits_until_rooms_are_known_and_is_shown_then(
    server: Homeserver, tmp_path: Path
) -> None:
    page = Page(((Piece("the table"),),))
    server.batch(join={ROOM: joined(state=state())})
    async with running(server, tmp_path) as bot:
        assert not bot.matrix.reaches(Address(HERE, ADA))
        handle = await bot.matrix.show(Address(HERE), page, None)
        assert handle is not None
        assert bodies(server) == ["the table"]
        assert await bot.matrix.show(Address(HERE), page, handle) == handle
        assert bodies(server) == ["the table"]
        assert await bot.matrix.administers(HERE, ADA)
        assert not await bot.matrix.administers(HERE, "@ben:hs")


async def test_moves_made_while_the_bot_was_down_arrive_once_with_their_event_s_id(
    server: Homeserver, tmp_path: Path
) -> None:
    server.batch(join={ROOM: joined(said("!old"), state=state())})
    async with running(server, tmp_path) as bot:
        await bot.until(lambda: server.count("sync") > 1)
    moves = [said("!4"), said("!draw"), said("chatter"), said("!quit")]
    server.batch(join={ROOM: joined(*moves)})
    for _ in range(2):
        async with running(server, tmp_path) as bot:
            await settled(server, bot)
            heard = [(each.update, each.act) for each in bot.came]
        if heard:
            expected = [moves[0], moves[1], moves[3]]
            assert [update for update, _ in heard] == [each["event_id"] for each in expected]
            assert [act for _, act in heard] == [Typed("4"), Typed("draw"), Typed("quit")]


async def test_a_table_moves_with_its_room(server: Homeserver, tmp_path: Path) -> None:
    server.batch(join={ROOM: joined(state=state())})
    async with running(server, tmp_path) as bot:
        await bot.until(lambda: server.count("sync") > 1)
        tombstone = event(
            "m.room.tombstone", {"replacement_room": "!new:hs"}, state_key="", body=""
        )
        server.batch(join={ROOM: joined(tombstone)})
        await bot.until(lambda: server.count("^join/"))
        create = {"room_version": "12", "predecessor": {"room_id": ROOM}}
        new = (event("m.room.create", create, state_key=""), member(ADA, "join"))
        server.batch(join={"!new:hs": joined(*GREET, state=new)})
        await bot.until(lambda: server.count("/leave$"))
        assert [(each.chat, each.act) for each in bot.came] == [
            (HERE, Moved(Chat("matrix", "!new:hs")))
        ]


async def test_a_room_that_moved_while_we_were_away_is_followed(
    server: Homeserver, tmp_path: Path
) -> None:
    await begun(server, tmp_path)
    tombstone = event("m.room.tombstone", {"replacement_room": "!new:hs"}, state_key="")
    server.batch(join={ROOM: joined(state=state(tombstone))})
    async with running(server, tmp_path) as bot:
        await bot.until(lambda: server.count("^join/"))


async def test_the_last_to_go_takes_us_along(server: Homeserver, tmp_path: Path) -> None:
    server.batch(join={ROOM: joined(state=state())})
    async with running(server, tmp_path) as bot:
        await bot.until(lambda: server.count("sync") > 1)
        server.batch(join={ROOM: joined(member(ADA, "leave", before="join"))})
        await bot.until(lambda: server.count("/leave$"))


async def test_who_can_t_be_read_is_told_but_rarely(server: Homeserver, tmp_path: Path) -> None:
    server.batch(join={ROOM: joined(state=state())})
    async with running(server, tmp_path) as bot:
        await bot.until(lambda: server.count("sync") > 1)
        server.batch(join={ROOM: joined(locked("a"), locked("b"), said("!help"))})
        server.batch(join={ROOM: joined(locked("c"), said("!help"))})
        await bot.until(lambda: len(bot.came) == 2 and len(bodies(server)) >= 3)
        assert bodies(server).count("can't read") == 1


async def test_what_can_t_be_kept_is_said_once_and_done_later(
    server: Homeserver, tmp_path: Path
) -> None:
    server.batch(join={ROOM: joined(state=state())})
    async with running(server, tmp_path) as bot:
        await bot.until(lambda: server.count("sync") > 1)
        bot.trouble = [NotKept("disk full")] * 3
        server.batch(join={ROOM: joined(said("!draw"))})
        await bot.until(lambda: bot.came and len(bodies(server)) >= 2)
        assert bodies(server).count("not kept") == 1


async def test_a_dead_token_ends_matrix_in_one_line(server: Homeserver, tmp_path: Path) -> None:
    server.batch()
    async with running(server, tmp_path) as bot:
        await bot.until(lambda: server.count("sync") > 1)
        server.tokens.clear()
        server.batch()
        assert bot.task is not None
        async with asyncio.timeout(60):
            with pytest.raises(TransportError, match=r"^the Matrix device of @lama:hs was logged"):
                await bot.task


async def test_the_account_can_be_used_again_right_after_it_was_stopped(
    server: Homeserver, tmp_path: Path
) -> None:
    for _ in range(3):
        await begun(server, tmp_path)
    assert server.count("^login$") == 1
