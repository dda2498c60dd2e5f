"""The strict fake server, the bot at work, and people.

Everything the fake has said is judged by aiogram's types when a test ends.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.botapi import BotApi, Chat, Person
from tests.botapi.oracle import judge
from tests.transports.telegram.club import Club, club


@pytest.fixture
async def server() -> AsyncIterator[BotApi]:
    async with BotApi() as running:
        yield running
        judge(running)


@pytest.fixture
async def bot(server: BotApi) -> AsyncIterator[Club]:
    async with club(server) as running:
        yield running


@pytest.fixture
def ada(server: BotApi) -> Person:
    return server.person("Ada")


@pytest.fixture
def ben(server: BotApi) -> Person:
    return server.person("Ben")


@pytest.fixture
def group(server: BotApi, ada: Person, ben: Person) -> Chat:
    return server.group("Lama evening", ada, ben)
