"""How ``chatlama run`` begins and ends when something is wrong: one line and exit status 2."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.botapi import BotApi

from .bot import Bot

pytestmark = pytest.mark.slow  # each starts a process

WRONG = 2
TOKEN = "7000000001:AAof-somebody_else"  # noqa: S105  # opens nothing


async def test_a_wrong_token_is_one_line_and_is_not_shown(server: BotApi, tmp_path: Path) -> None:
    bot = Bot(server, tmp_path, hurry={}, CHATLAMA_TELEGRAM_TOKEN=TOKEN)
    await bot.launch()
    assert await bot.ended() == WRONG
    assert bot.said.splitlines() == [
        "chatlama: Telegram does not know this bot: check CHATLAMA_TELEGRAM_TOKEN"
    ]
    assert TOKEN.partition(":")[2] not in bot.said


async def test_no_token_is_one_line(server: BotApi, tmp_path: Path) -> None:
    bot = Bot(server, tmp_path, hurry={}, CHATLAMA_TELEGRAM_TOKEN="")
    await bot.launch()
    assert await bot.ended() == WRONG
    assert len(bot.said.splitlines()) == 1
    assert "CHATLAMA_TELEGRAM_TOKEN" in bot.said


async def test_a_data_folder_is_one_bots(server: BotApi, tmp_path: Path) -> None:
    async with Bot(server, tmp_path / "first", hurry={}) as first:
        second = Bot(server, tmp_path / "second", hurry={}, CHATLAMA_STORE_PATH=str(first.data))
        await second.launch()
        assert await second.ended() == WRONG
        (line,) = second.said.splitlines()
        assert "in use by another chatlama" in line
        assert not first.said
        assert first.log.read_text(encoding="utf-8") == first.greeting


async def test_of_two_bots_with_one_token_one_gives_up(server: BotApi, tmp_path: Path) -> None:
    hurry = {"HURRY_RIVAL": "1"}
    async with (
        Bot(server, tmp_path / "first", hurry=hurry) as first,
        Bot(server, tmp_path / "second", hurry=hurry) as second,
    ):
        ends = [asyncio.create_task(bot.ended()) for bot in (first, second)]
        done, waiting = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()
        assert {each.result() for each in done} == {WRONG}
        said = first.said + second.said
    assert "another program receives this bot's updates" in said
    assert "Traceback" not in said
