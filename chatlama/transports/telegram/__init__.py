"""Telegram: groups, topics and private chats, by long polling or webhook.

``inbox`` and ``webhook`` receive, ``updates`` says what somebody did, ``board`` shows tables,
``hands`` and ``ephemeral`` what one person alone may see, ``render`` turns pages into messages,
``budget`` keeps each chat below Telegram's limits, and ``transport`` puts them together. Nothing
here knows a rule, a game or a language.
"""

from __future__ import annotations

import logging
import os
import re

# How long to wait under a rate limit is read as a ``timedelta``: without this, reading it warns,
# and where warnings are errors the warning takes the place of the error that tells it.
os.environ.setdefault("PTB_TIMEDELTA", "1")
# At level debug it tells every call with all that is sent: hands, and the webhook's secret.
logging.getLogger("telegram.Bot").setLevel(logging.INFO)

from chatlama.session.transport import Setup, TransportError  # noqa: E402 - after the above

from .inbox import UNKNOWN_BOT  # noqa: E402
from .phrases import phrases  # noqa: E402
from .transport import Telegram  # noqa: E402
from .webhook import Webhook  # noqa: E402

__all__ = ["Telegram", "plug"]

TOKEN = re.compile(r"\d+:[A-Za-z0-9_-]+")


def plug(setup: Setup) -> Telegram | None:
    """Return Telegram as it is set up; ``None`` if there is no bot's token."""
    token = setup.secrets.get("TOKEN", "").strip()
    if not token:
        return None
    if not TOKEN.fullmatch(token):
        raise TransportError(UNKNOWN_BOT)
    settings = setup.settings
    webhook = None
    if settings["webhook"]:
        secret = setup.secrets.get("SECRET", "")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret):
            raise TransportError(
                "the webhook needs CHATLAMA_TELEGRAM_SECRET: 1 to 256 of A-Z, a-z, 0-9, _ and -"
            )
        webhook = Webhook(settings["webhook"], secret, settings["host"], settings["port"])
    return Telegram(
        token,
        phrases(setup),
        base_url=settings["base_url"],
        ephemeral=settings["hands"] == "ephemeral",
        webhook=webhook,
    )
