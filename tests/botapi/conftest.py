"""The fake on a port of its own, the two clients that test it, and a bare caller.

Everything the fake has said is judged by aiogram's types when a test ends.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeAlias

import aiohttp
import pytest
from telegram import Bot
from telegram.request import HTTPXRequest

from tests.botapi import BotApi, Chat, Person
from tests.botapi.oracle import judge

Fields: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as it came over the wire."""

    status: int
    body: Fields

    @property
    def result(self) -> Any:  # noqa: ANN401  # JSON
        assert self.body["ok"], self.body
        return self.body["result"]

    @property
    def words(self) -> str:
        assert not self.body["ok"], self.body
        assert self.body["error_code"] == self.status
        return str(self.body["description"])


Caller: TypeAlias = Callable[..., Coroutine[Any, Any, Reply]]


@pytest.fixture
async def server() -> AsyncIterator[BotApi]:
    async with BotApi() as running:
        yield running
        judge(running)


@pytest.fixture
async def call(server: BotApi) -> AsyncIterator[Caller]:
    """Call a method with JSON parameters."""
    async with aiohttp.ClientSession() as session:

        async def calls(method: str, **params: Any) -> Reply:  # noqa: ANN401  # JSON
            url = f"{server.base_url}{server.token}/{method}"
            async with session.post(url, json=params) as response:
                return Reply(response.status, await response.json())

        yield calls


@pytest.fixture
async def bot(server: BotApi, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # without it RetryAfter is a warning
    request = HTTPXRequest(connection_pool_size=8, httpx_kwargs={"trust_env": False})
    updates = HTTPXRequest(httpx_kwargs={"trust_env": False})
    made = Bot(server.token, base_url=server.base_url, request=request, get_updates_request=updates)
    async with made:
        yield made


@pytest.fixture
def ada(server: BotApi) -> Person:
    return server.person("Ada", language="de")


@pytest.fixture
def ben(server: BotApi) -> Person:
    return server.person("Ben")


@pytest.fixture
def group(server: BotApi, ada: Person, ben: Person) -> Chat:
    return server.group("Lama evening", ada, ben)
