"""The fake of Telegram in the machine's own time, without limits unless a test sets some."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.botapi import BotApi, RealClock


@pytest.fixture
async def server() -> AsyncIterator[BotApi]:
    async with BotApi(clock=RealClock()) as running:
        running.flood.on = False
        yield running
