"""Making calls to the Bot API, those whose failing is no harm, and reading what Telegram asks for.

What every move needs goes this way and not through python-telegram-bot's ``Bot``: that makes
objects of all that is sent and of every answer, of which hardly more is read than that there was
one. Its request, its errors and its reading of refusals stay.
"""

from __future__ import annotations

import logging
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, cast

from telegram.error import RetryAfter, TelegramError
from telegram.request import BaseRequest, RequestData

from . import wire

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Form:
    """What python-telegram-bot's ``RequestData`` is to a request: fields as they are sent."""

    json_parameters: Mapping[str, str]
    multipart_data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls to the Bot API."""

    request: BaseRequest = field(repr=False)
    base_url: str = field(repr=False)
    """The Bot API server's, with the token at its end."""

    async def make(self, method: str, **parameters: object) -> Any:  # noqa: ANN401 - any JSON
        """Return the result of a call, ``None`` among its parameters left out.

        Raises ``TelegramError``, in its kinds.
        """
        form = Form(
            {
                name: value if isinstance(value, str) else wire.written(value).decode()
                for name, value in parameters.items()
                if value is not None
            }
        )
        return await self.request.post(f"{self.base_url}/{method}", cast("RequestData", form))

    async def send(self, **parameters: object) -> wire.Message:
        """Send a message and return it."""
        sent = await self.make("sendMessage", **parameters)
        try:
            return wire.message(sent)
        except ValueError as error:
            raise TelegramError("Telegram answers with what is no message") from error

    async def end(
        self, query: wire.CallbackQuery, said: str | None = None, *, alert: bool = True
    ) -> None:
        """End the press, with words or without; one that has grown too old is ended already."""
        await quietly(
            self.make(
                "answerCallbackQuery",
                callback_query_id=query.id,
                text=said,
                show_alert=alert if said else None,
                cache_time=0,
            )
        )


async def quietly(call: Coroutine[Any, Any, object], level: int = logging.DEBUG) -> None:
    """Make a call whose failing changes nothing."""
    try:
        await call
    except TelegramError as error:
        log.log(level, "Telegram did not take something: %s", error)


def seconds(error: RetryAfter) -> float:
    """Return how long Telegram asks to wait; python-telegram-bot says it in two ways."""
    after = error.retry_after
    return after.total_seconds() if isinstance(after, timedelta) else float(after)
