"""Telegram: groups, topics and private chats, by long polling or webhook.

``inbox`` and ``webhook`` receive, ``wire`` is what is read of it, ``updates`` says what somebody
did, ``board`` shows tables, ``hands`` and ``ephemeral`` what one person alone may see, ``render``
turns pages into messages, ``calls`` sends them, ``budget`` keeps each chat below Telegram's limits,
``shown``, ``ways`` and ``recent`` remember, ``settings`` is what can be set, and ``transport`` puts
them together. Nothing here knows a rule, a game or a language.
"""

from __future__ import annotations

import logging
import os

# How long to wait under a rate limit is read as a ``timedelta``: without this, reading it warns,
# and where warnings are errors the warning takes the place of the error that tells it.
os.environ.setdefault("PTB_TIMEDELTA", "1")
# At level debug it tells every call with all that is sent: hands, and the webhook's secret.
logging.getLogger("telegram.Bot").setLevel(logging.INFO)

from chatlama.session.setup import Setup  # noqa: E402 - after the above

from .phrases import phrases  # noqa: E402 - too
from .settings import read  # noqa: E402 - too
from .transport import Telegram  # noqa: E402 - too
from .ways import Ways  # noqa: E402 - too
from .webhook import Webhook  # noqa: E402 - too

__all__ = ["Telegram", "plug"]


def plug(setup: Setup) -> Telegram | None:
    """Return Telegram as it is set up; ``None`` if there is no bot's token."""
    settings = read(setup)
    if not settings.token:
        return None
    webhook = None
    if settings.webhook:
        webhook = Webhook(settings.webhook, settings.secret, settings.host, settings.port)
    return Telegram(
        settings.token,
        phrases(setup),
        base_url=settings.base_url,
        ephemeral=settings.hands == "ephemeral",
        webhook=webhook,
        ways=Ways(setup.folder / setup.name / "ways.json"),
    )
