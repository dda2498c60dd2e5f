from __future__ import annotations

import pytest

from chatlama.session.transport import RetryLater
from chatlama.transports.matrix.outbox import BURST, INTERVAL, Outbox, Pace, Rank
from tests.transports.matrix.hall import ME, ROOM, Server, Time


def outbox() -> tuple[Time, Server, Outbox]:
    time = Time()
    server = Server(time, members={ROOM: {ME: "join"}})
    return time, server, Outbox(server, Pace(time.now))


async def say(box: Outbox, text: str, rank: Rank = Rank.NOW, after: str = "") -> str:
    return await box.send(ROOM, "m.room.message", {"msgtype": "m.text", "body": text}, rank, after)


async def until_limited(box: Outbox) -> None:
    for n in range(100):
        try:
            await say(box, f"{n}")
        except RetryLater:
            return


async def test_nothing_waits_for_a_limit_that_was_never_seen() -> None:
    _, server, box = outbox()
    for n in range(100):
        await say(box, f"{n}")
    assert len(server.sent) == 100
    assert box.pace.limited is False
    assert box.pace.wait(Rank.DECORATION) == 0


async def test_decoration_waits_for_a_calm_moment_and_finds_out_whether_there_is_a_limit() -> None:
    time, server, box = outbox()
    await say(box, "urgent")
    assert box.pace.wait(Rank.DECORATION) > 0
    await time.pass_by(box.pace.wait(Rank.DECORATION))
    for n in range(20):
        await say(box, f"{n}", Rank.DECORATION)
    assert box.pace.limited is False
    await say(box, "urgent again")
    assert box.pace.wait(Rank.DECORATION) == 0
    server.limit(1, INTERVAL)  # on a server that has one, it is found out by the first refusal
    await until_limited(box)
    assert box.pace.limited


async def test_once_limited_no_call_is_made_that_would_be_refused() -> None:
    time, server, box = outbox()
    server.limit(BURST, INTERVAL)
    await until_limited(box)
    refused = server.refused
    for n in range(50):
        await time.pass_by(1)
        if box.pace.wait(Rank.NOW) == 0:
            await say(box, f"later {n}")
    assert len(server.sent) >= BURST + 9
    assert server.refused <= refused + 1  # until the interval is known


async def test_what_is_found_of_a_limit_is_told_once_for_the_next_start() -> None:
    time, server, _ = outbox()
    told: list[bool] = []
    box = Outbox(server, Pace(time.now, found=told.append))
    server.limit(BURST, INTERVAL)
    await until_limited(box)
    await time.pass_by(INTERVAL)
    await until_limited(box)
    assert told == [True]
    server.burst = None
    again = Outbox(server, Pace(time.now, before=True, found=told.append))
    assert again.pace.scarce
    for n in range(20):
        await say(again, f"again {n}")
    assert not again.pace.scarce
    assert told == [True, False]


@pytest.mark.parametrize("interval", [0.1, 1, 5, 20])
async def test_the_pace_of_the_server_is_learned(interval: float) -> None:
    time, server, box = outbox()
    server.limit(3, interval)
    await until_limited(box)
    before, refused = len(server.sent), server.refused
    for n in range(4000):
        await time.pass_by(interval / 20)
        if box.pace.wait(Rank.NOW) == 0:
            try:
                await say(box, f"later {n}")
            except RetryLater:
                continue
    assert len(server.sent) - before >= 180  # of 200 that could have gone
    assert server.refused - refused <= 5


async def test_under_a_limit_the_less_urgent_leaves_something_for_the_more_urgent() -> None:
    time, server, box = outbox()
    server.limit(BURST, INTERVAL)
    await until_limited(box)
    await time.pass_by(INTERVAL + 0.01)
    with pytest.raises(RetryLater):
        await say(box, "board", Rank.TABLE)
    await say(box, "call", Rank.NOW)
    await time.pass_by(2 * INTERVAL + 0.01)
    with pytest.raises(RetryLater) as wait:
        await say(box, "aside", Rank.ASIDE)
    assert wait.value.after == pytest.approx(INTERVAL, abs=0.5)
    await say(box, "board", Rank.TABLE)


async def test_the_same_sent_again_is_shown_once() -> None:
    _, server, box = outbox()
    server.failing.append(RetryLater(2))  # it arrived, but the answer was lost
    with pytest.raises(RetryLater):
        await say(box, "once")
    again = await say(box, "once")
    restarted = Outbox(server, Pace(server.time.now))
    assert await say(restarted, "once") == again
    assert len(server.sent) == 1


async def test_the_same_after_something_else_is_shown_again() -> None:
    _, server, box = outbox()
    first = await say(box, "again")
    assert await say(box, "again", after=first) != first
    assert len(server.sent) == 2


async def test_a_server_that_cannot_be_reached_is_no_limit() -> None:
    _, server, box = outbox()
    server.failing.append(RetryLater(2))
    with pytest.raises(RetryLater):
        await say(box, "lost")
    assert box.pace.limited is None


async def test_taking_away_is_counted_like_sending() -> None:
    time, server, box = outbox()
    server.limit(BURST, INTERVAL)
    for n in range(int(BURST)):
        await box.redact(ROOM, f"$ours{n}", Rank.NOW)
    with pytest.raises(RetryLater) as wait:
        await box.redact(ROOM, "$ours99", Rank.NOW)
    assert box.pace.limited
    await time.pass_by(wait.value.after)
    await box.redact(ROOM, "$ours99", Rank.NOW)
