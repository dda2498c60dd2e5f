"""Calls over the library's connection, past its objects: JSON in, JSON out.

What it has no call for, and what is asked for with every move: it checks each answer against a
schema, which costs more than all else that a call does.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec
from aiohttp import ClientError
from nio import AsyncClient

from chatlama.session.transport import RetryLater

from .settings import Settings

log = logging.getLogger(__name__)

T = TypeVar("T")
SOON = 2.0
"""Seconds until the next try after the network, the server or the sharing of keys has failed."""
SLOWEST = 30.0
"""Seconds between two tries at most."""
DEAD = frozenset({"M_UNKNOWN_TOKEN", "M_MISSING_TOKEN", "M_USER_DEACTIVATED"})
"""Refusals after which nothing will work any more."""

Sleep = Callable[[float], Awaitable[None]]


class Limited(RetryLater):
    """The server limits how much we send."""


class Refused(Exception):
    """The server will not do it."""

    def __init__(self, status: int, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer.get('errcode') or status} {answer.get('error', '')}".strip())
        self.status = status
        self.code = str(answer.get("errcode", ""))
        self.answer = answer


def path(*parts: str) -> str:
    """Return the path of the client API that these parts name, each quoted."""
    return "/_matrix/client/v3/" + "/".join([_quoted(part) for part in parts])


@lru_cache(maxsize=1024)
def _quoted(part: str) -> str:
    return quote(part, safe="")


async def call(
    client: AsyncClient,
    method: str,
    where: str,
    body: object = None,
    within: float | None = None,
) -> dict[str, Any]:
    """Return the answer; the account's settings say within how many seconds if ``within`` doesn't.

    Raises ``Refused``, ``RetryLater``.
    """
    headers = {"Content-Type": "application/json"}
    if client.access_token:
        headers["Authorization"] = f"Bearer {client.access_token}"
    try:
        sent = None if body is None else msgspec.json.encode(body)
        response = await client.send(method, where, sent, headers, timeout=within)
        said = await response.read()
    except (ClientError, TimeoutError) as error:
        raise RetryLater(SOON) from error
    answer = _json(said)
    if response.status == 429:  # noqa: PLR2004 - too many requests
        raise Limited(_wait(answer, response.headers.get("Retry-After", "")))
    if response.status >= 500:  # noqa: PLR2004 - the server's own failure
        raise RetryLater(SOON)
    if response.status >= 300 or answer is None:  # noqa: PLR2004 - no success
        raise Refused(response.status, answer or {})
    return answer


async def persistently(sleep: Sleep, what: str, calling: Callable[[], Awaitable[T]]) -> T:
    """Return what the call returns once the server can be reached and does not limit us."""
    failures = 0
    while True:
        try:
            return await calling()
        except RetryLater as wait:
            failures += 1
            level = logging.DEBUG if isinstance(wait, Limited) else logging.WARNING
            why = wait.__cause__ or wait
            log.log(level, "Matrix does not answer (%s: %s), trying again", what, why)
            await sleep(max(wait.after, min(2.0**failures, SLOWEST)))


def dead(settings: Settings) -> str:
    """Return what is said when the server does not know the token any more."""
    if settings.password:
        return f"the Matrix device of {settings.user} was logged out: start again, it logs in anew"
    return (
        f"the Matrix access token of {settings.user} is no longer valid: make a new one and set"
        " CHATLAMA_MATRIX_ACCESS_TOKEN and CHATLAMA_MATRIX_DEVICE_ID"
    )


def _json(said: bytes) -> dict[str, Any] | None:
    try:
        answer = json.loads(said)  # msgspec takes no half of a pair of surrogates
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None


def _wait(answer: dict[str, Any] | None, header: str) -> float:
    told = (answer or {}).get("retry_after_ms")
    if isinstance(told, int | float):
        return max(0.0, told / 1000)
    return float(header) if header.isdecimal() else SOON
