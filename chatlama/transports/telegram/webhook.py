"""Updates brought by Telegram instead of asked for: a small web server behind the host's own.

An update is answered with success only when what it did is kept; otherwise Telegram brings it
again. Who does not know the secret is refused.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from dataclasses import dataclass, field

from aiohttp import web
from telegram import Bot, Update
from telegram.error import TelegramError

from chatlama.session.transport import TransportError

from .inbox import KINDS, Inbox

log = logging.getLogger(__name__)

HEADER = "X-Telegram-Bot-Api-Secret-Token"


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where Telegram brings updates, and where they arrive here."""

    url: str
    """Public address, beginning with https."""
    secret: str = field(repr=False)
    """1 to 256 of A-Z, a-z, 0-9, _ and - (Bot API, setWebhook)."""
    host: str = "127.0.0.1"
    port: int = 8443

    async def serve(self, bot: Bot, inbox: Inbox) -> None:
        """Receive until cancelled. Raises ``TransportError`` if it can't be set up."""

        async def receive(request: web.Request) -> web.Response:
            given = request.headers.get(HEADER, "")
            if not hmac.compare_digest(given.encode(), self.secret.encode()):
                return web.Response(status=403)
            update = Update.de_json(await request.json(), bot)
            await inbox.deliver(update)
            return web.Response()

        app = web.Application()
        app.router.add_post("/{path:.*}", receive)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, self.host, self.port).start()
            await bot.set_webhook(self.url, allowed_updates=KINDS, secret_token=self.secret)
            await asyncio.Event().wait()
        except (OSError, TelegramError) as error:
            raise TransportError(f"the webhook can't be set up: {error}") from error
        finally:
            await runner.cleanup()
