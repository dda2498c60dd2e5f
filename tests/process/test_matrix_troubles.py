"""The real program is killed in the middle of games, held back by its homeserver, and refused.

After each of it: no move that was taken is lost, none is made twice, and hands are as they were.
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest

from chatlama.core.table.model import Table
from tests.botapi import BotApi
from tests.synapse.town import Town

from . import kept
from .bot import HURRY, telegram
from .evening import Evening, Eyes, Place
from .gathering import Gathering, program
from .judging import agreed, nothing_lost, nothing_lost_yet, nothing_seen
from .mates import PATIENCE

pytestmark = pytest.mark.slow  # each starts processes

KILLS = int(os.environ.get("KILLS", "20")) // 4
"""`make chaos` does more. A start costs more here, and a homeserver has to keep pace."""
FARTHEST = 25
"""Events that somebody sees between two kills at most."""
LATEST = 0.05
"""Seconds by which a kill may come later, so that it falls between events too."""
WRONG = 2


async def events(at: Gathering, count: int) -> None:
    """Return after the host's client has been told of so many more events."""
    heard = at.host.person.timeline.heard
    goal = len(heard) + count
    await at.host.until(lambda: len(heard) >= goal, f"{count} events")


async def test_killed_at_any_moment_the_game_goes_on_where_it_was(
    town: Town, tmp_path: Path
) -> None:
    chance = random.Random(KILLS)
    people = (await town.person("Ada"), await town.person("Ben", strict=True))
    account = await town.account("Lama")
    at = Gathering(people, account.user)
    tables: list[Table] = []
    async with program(tmp_path, account, CHATLAMA_MATRIX_REACTIONS="on") as bot:
        await at.meets(encrypted=True)
        await at.opens(target="20")

        async def kills() -> None:
            for _ in range(KILLS):
                await events(at, chance.randrange(1, FARTHEST))
                await asyncio.sleep(chance.random() * LATEST)
                await bot.kill()
                (table,) = await kept.tables(bot.data)
                nothing_lost_yet(at, table)
                await bot.start()

        with at.explained():
            async with asyncio.TaskGroup() as group:
                killing = group.create_task(kills())
                while not killing.done():
                    await at.starts()
                    await at.plays()
                    (table,) = kept.now(bot.data)
                    agreed(at)
                    nothing_lost(at, table)
                    tables.append(table)
        assert await bot.stop() == 0
        assert bot.starts == KILLS + 1
        assert not bot.said
    at.judge(*tables)


async def test_moves_made_while_nothing_runs_are_taken_afterwards(
    town: Town, tmp_path: Path
) -> None:
    people = (await town.person("Ada"), await town.person("Ben"))
    account = await town.account("Lama")
    at = Gathering(people, account.user)
    async with program(tmp_path, account) as bot:
        await at.meets()
        await at.opens()
        assert await bot.stop() == 0
        for n in range(150):  # more than a homeserver tells at once
            await people[0].account.send(
                at.room, "m.room.message", {"msgtype": "m.text", "body": f"{n}"}
            )
            if n == 10:
                await at.host.person.says(at.room, "!add computer")
            if n == 20:
                await at.host.person.says(at.room, "!target 20")
        await bot.start()

        def done() -> bool:
            (table,) = kept.now(bot.data)
            return len(table.seats) == 3 and dict(table.options).get("target") == "20"

        await at.host.until(done, "both are done, once")
        assert await bot.stop() == 0
        assert not bot.said


async def test_a_homeserver_with_its_usual_limits_makes_it_slow_and_nothing_else(
    limited_town: Town, tmp_path: Path
) -> None:
    people = (await limited_town.person("Ada"), await limited_town.person("Ben"))
    account = await limited_town.account("Lama")
    at = Gathering(people, account.user)
    async with program(tmp_path, account, CHATLAMA_CLOCK_TURN="off") as bot:
        await at.meets(encrypted=True)
        await at.opens()
        await at.starts()
        playing = asyncio.create_task(at.plays())
        await at.host.until(lambda: sum(len(p.done) for p in at.players) >= 3, "three moves")
        playing.cancel()
        (table,) = kept.now(bot.data)
        assert await bot.stop() == 0
        assert not bot.said
    nothing_lost_yet(at, table)


async def test_telegram_and_matrix_are_served_side_by_side(
    town: Town, server: BotApi, tmp_path: Path
) -> None:
    people = (await town.person("Ada"), await town.person("Ben"))
    account = await town.account("Lama")
    at = Gathering(people, account.user)
    others = [server.person("Cem", language="de"), server.person("Dora", language="en")]
    place = Place(server.group("Lama evening", *others))
    evening = Evening(server, place, others, patience=PATIENCE)
    eyes = Eyes(server, others, place)
    env = telegram(server) | HURRY
    async with program(tmp_path, account, **env) as bot:
        await at.meets()
        await at.opens(target="20")
        await evening.opens()
        await asyncio.gather(at.starts(), evening.starts())
        await asyncio.gather(at.plays(), evening.plays())
        tables = {table.rooms[0].chat: table for table in kept.now(bot.data)}
        assert await bot.stop() == 0
        assert not bot.said
    agreed(at)
    agreed(evening)
    nothing_lost(at, tables[f"matrix:{at.room}"])
    nothing_lost(evening, tables[place.key])
    at.judge(tables[f"matrix:{at.room}"])
    nothing_seen(eyes, [evening], [tables[place.key]])


async def test_a_token_that_is_taken_back_ends_matrix_with_one_line(
    town: Town, tmp_path: Path
) -> None:
    ada, account = await town.person("Ada"), await town.account("Lama")
    env = {
        "CHATLAMA_MATRIX_PASSWORD": "",
        "CHATLAMA_MATRIX_ACCESS_TOKEN": account.token,
        "CHATLAMA_MATRIX_DEVICE_ID": account.device,
    }
    async with program(tmp_path, account, **env) as bot:
        room = await ada.creates("Room", account.user)
        await ada.waits_for(lambda seen: seen.by == account.user, room, "a greeting")
        await account.log_out()
        assert await bot.ended() == WRONG
    (line,) = bot.said.splitlines()
    assert "CHATLAMA_MATRIX_ACCESS_TOKEN" in line
    assert account.token not in line
