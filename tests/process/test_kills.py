"""The real program is killed, cut off and refused in the middle of games, and goes on.

After each of it: no move that was taken is lost, none is made twice, and hands are as they were.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from chatlama.core.table.model import Table
from tests.botapi import BotApi

from . import kept, reading
from .bot import SLOWEST, Bot
from .evening import Evening, Eyes, Place
from .judging import agreed, nothing_lost, nothing_lost_yet, nothing_seen

pytestmark = pytest.mark.slow  # each starts a process

KILLS = int(os.environ.get("KILLS", "20"))
"""`make chaos` does more."""
MENU = reading.said("button-menu")
PAUSES = 3
"""How often the program is away for a while."""
FARTHEST = 40
"""Calls and updates between two kills at most."""
LATEST = 0.02
"""Seconds by which a kill may come later, so that it falls between events too."""


class Game:
    """Games that are disturbed, and what must be true of them."""

    def __init__(self, server: BotApi, bot: Bot, *, people: int = 2, seed: int = 0) -> None:
        named = zip(("Ada", "Ben", "Cem")[:people], ("de", "en", "de"), strict=False)
        persons = [server.person(name, language=language) for name, language in named]
        place = Place(server.group("Lama evening", *persons))
        self.server = server
        self.bot = bot
        self.eyes = Eyes(server, persons, place)
        self.evening = Evening(server, place, persons, seed=seed, patience=SLOWEST)
        self.tables: list[Table] = []
        """The last of every game."""
        self.unanswered = 0

    async def lasts(self, disturbance: Coroutine[Any, Any, None]) -> None:
        """Play game after game until the disturbance and the last game are over."""
        async with asyncio.TaskGroup() as group:
            disturbing = group.create_task(disturbance)
            while not disturbing.done():
                await self.evening.starts()
                await self.evening.plays()
                (table,) = kept.now(self.bot.data)
                agreed(self.evening)
                nothing_lost(self.evening, table)
                self.tables.append(table)
                nothing_seen(self.eyes, [self.evening], self.tables)
                self.unanswered += sum(player.unanswered for player in self.evening.players)

    async def events(self, count: int) -> None:
        """Return after so many more calls and updates."""
        log, history = self.server.http.log.all, self.server.updates.history
        goal = len(log) + len(history) + count
        await self.server.until(lambda: len(log) + len(history) >= goal, f"{count} events", SLOWEST)

    def asks(self) -> None:
        """Have the host press for the menu, which is on every picture of a table.

        A kill may fall between what was done and its picture; nobody knows then that it is their
        turn, and nobody would press.
        """
        host, chat = self.evening.host.person, self.evening.place.chat
        # A menu that comes too late for the host alone is posted: its last button closes the table.
        shown = [seen for seen in host.sees(chat) if reading.has(seen, MENU)]
        newest = max(shown, key=lambda seen: seen.message.order)
        host.press(newest, reading.button(newest, MENU))

    async def is_back(self) -> None:
        """Return when the bot has fetched what was done meanwhile; nobody waits in vain then."""
        await self.server.fetched(SLOWEST)
        for player in self.evening.players:
            player.nudge()

    async def check(self) -> None:
        """Raise if what is kept is not what was done; nothing runs now."""
        (table,) = await kept.tables(self.bot.data)
        nothing_lost_yet(self.evening, table)


async def test_killed_at_any_moment_the_game_goes_on_where_it_was(
    server: BotApi, tmp_path: Path
) -> None:
    chance = random.Random(KILLS)
    async with Bot(server, tmp_path) as bot:
        game = Game(server, bot, people=3)
        await game.evening.opens(computers=1, target="40")

        async def kills() -> None:
            for _ in range(KILLS):
                await game.events(chance.randrange(1, FARTHEST))
                await asyncio.sleep(chance.random() * LATEST)
                await bot.kill()
                await game.check()
                await bot.start()
                await game.is_back()

        await game.lasts(kills())
        assert await bot.stop() == 0
        assert bot.starts == KILLS + 1
        assert not bot.said
    assert game.unanswered <= KILLS


async def test_presses_made_while_nothing_runs_are_taken_afterwards(
    server: BotApi, tmp_path: Path
) -> None:
    async with Bot(server, tmp_path) as bot:
        game = Game(server, bot)
        await game.evening.opens()

        async def pauses() -> None:
            for _ in range(PAUSES):
                await game.events(15)
                await bot.kill()
                game.asks()
                await server.until(server.updates.pending, "somebody presses in vain", SLOWEST)
                await bot.start()
                await game.is_back()

        await game.lasts(pauses())
        assert not bot.said
    assert game.unanswered <= PAUSES  # at most the one that was on its way at each kill


async def test_asked_to_end_it_ends_well_and_nothing_is_lost(
    server: BotApi, tmp_path: Path
) -> None:
    async with Bot(server, tmp_path) as bot:
        game = Game(server, bot, seed=3)
        await game.evening.opens()

        async def restarts() -> None:
            for number in range(3):
                await game.events(10 + 7 * number)
                assert await bot.stop() == 0
                await game.check()
                await bot.start()
                await game.is_back()

        await game.lasts(restarts())
        assert not bot.said


async def test_a_dead_network_stops_the_game_only_until_it_is_back(
    server: BotApi, tmp_path: Path
) -> None:
    async with Bot(server, tmp_path) as bot:
        game = Game(server, bot, seed=4)
        await game.evening.opens()

        async def cut() -> None:
            await game.events(20)
            await server.stop()
            await bot.says("no updates from Telegram")
            await server.start()
            await game.is_back()

        await game.lasts(cut())
        assert await bot.stop() == 0
        assert "ERROR" not in bot.said
        assert "Traceback" not in bot.said
        assert server.token not in bot.said


@pytest.mark.parametrize(
    "trouble", ["lost answers", "server errors", "too many requests", "lost updates"]
)
async def test_trouble_with_telegram_costs_time_and_nothing_else(
    server: BotApi, tmp_path: Path, trouble: str
) -> None:
    async with Bot(server, tmp_path) as bot:
        game = Game(server, bot, seed=6)
        await game.evening.opens()
        faults = server.faults

        async def troubles() -> None:
            await game.events(12)
            match trouble:
                case "lost answers":  # what was asked for has happened
                    faults.lose("editMessageText")
                    faults.lose("answerCallbackQuery", times=3)
                    faults.lose("sendMessage")
                case "server errors":
                    faults.fail("editMessageText", status=500)
                    faults.fail("answerCallbackQuery", status=500)
                    faults.fail("sendMessage", status=502)
                case "too many requests":
                    server.flood.hold(game.evening.place.chat, 1.0)
                case _:
                    faults.lose("getUpdates")
                    faults.fail("getUpdates", status=502)
                    faults.lose("getUpdates", when="before")
            await game.events(12)
            await game.is_back()

        await game.lasts(troubles())
        assert await bot.stop() == 0
        assert "ERROR" not in bot.said
        assert "Traceback" not in bot.said
        assert server.token not in bot.said
