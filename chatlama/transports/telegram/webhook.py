"""Updates brought by Telegram instead of asked for: a small web server behind the host's own.

An update is answered with success only when what it did is kept; otherwise Telegram brings it
again, and nothing behind it before. So one that can't be read is done with, too. Who does not know
the secret is refused.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from dataclasses import dataclass, field

from telegram import Bot
from telegram.error import BadRequest, NetworkError, TelegramError

from chatlama.session.transport import TransportError

from .inbox import KINDS, SLOWEST, Inbox

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
        from aiohttp import web  # noqa: PLC0415 - a server, which most who poll never need

        async def receive(request: web.Request) -> web.Response:
            given = request.headers.get(HEADER, "")
            # Anybody may send anything as a header, also what is no UTF-8.
            if not hmac.compare_digest(given.encode(errors="replace"), self.secret.encode()):
                return web.Response(status=403)
            try:
                told = await request.json()
            except ValueError:
                return web.Response(status=400)
            update = inbox.read(told)
            if update is None:
                return web.Response()
            return web.Response(status=200 if await inbox.offer(update) else 503)

        app = web.Application()
        app.router.add_post("/{path:.*}", receive)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, self.host, self.port).start()
            await self._announce(bot, inbox)
            await asyncio.Event().wait()
        except (OSError, TelegramError) as error:
            raise TransportError(f"the webhook can't be set up: {error}") from error
        finally:
            await runner.cleanup()

    async def _announce(self, bot: Bot, inbox: Inbox) -> None:
        """Tell Telegram where we are, as soon as it listens."""
        failures = 0
        while True:
            try:
                await bot.set_webhook(self.url, allowed_updates=KINDS, secret_token=self.secret)
            except BadRequest:
                raise
            except NetworkError as error:
                failures += 1
                log.warning("Telegram does not answer, trying again: %s", error)
                await inbox.sleep(min(2.0**failures, SLOWEST))
            else:
                return
