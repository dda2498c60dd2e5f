"""Making calls whose failing is no harm, and reading what Telegram asks for."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

from telegram.error import RetryAfter, TelegramError

log = logging.getLogger(__name__)


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
