"""HTTP on loopback: takes calls as the Bot API does, and answers by status and JSON.

Decides nothing about the world; checks the path, decodes, asks methods.py, keeps the log, and lets
faults strike. A stopped server refuses connections and keeps its world for the next start.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from aiohttp import web

from tests.botapi.core import Core
from tests.botapi.errors import REASONS, WEBHOOK_ACTIVE, Refused, faulty, unplayed
from tests.botapi.faults import Faults
from tests.botapi.flood import too_many
from tests.botapi.log import Call, Log
from tests.botapi.methods import NEW, PLAYED
from tests.botapi.schema import BY_LOWER, UNPLAYED, check_result, decode
from tests.botapi.webhook import Webhook

Fields: TypeAlias = dict[str, Any]

PATH = re.compile(r"/bot([^/]*)/(\w+)")
TOKEN = re.compile(r"[1-9]\d*:[\w-]+")
LONGEST_POLL = 50


class Server:
    """The sockets of one bot's server."""

    def __init__(self, core: Core, token: str) -> None:
        self.core = core
        self.token = token
        self.port = 0
        self.log = Log()
        self.faults = Faults(core.clock)
        self.webhook = Webhook(core.clock, core.updates)
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listen, on the same port as before if there was one."""
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._answer)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.5)
        await self._runner.setup()
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(("127.0.0.1", self.port))
        self.port = sock.getsockname()[1]
        await web.SockSite(self._runner, sock).start()

    async def stop(self) -> None:
        """Close all connections and refuse new ones; nothing of the world is lost."""
        if self._runner is None:
            return
        self.core.updates.interrupt(Refused(500, "restart"))
        self.faults.clear()
        await self._runner.cleanup()
        self._runner = None

    async def close(self) -> None:
        await self.stop()
        await self.webhook.close()

    # --- one call ----------------------------------------------------------------------------

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        found = PATH.fullmatch(request.path)
        if found is None or not TOKEN.fullmatch(found[1]):
            return _refusal(Refused(404, "Not Found"), words="Not Found")
        if found[1] != self.token:
            return _refusal(Refused(401, "Unauthorized"), words="Unauthorized")
        method = BY_LOWER.get(found[2].lower(), found[2])
        status = await self.faults.strike(method, "before")
        if status != 200:
            return self._struck(request, status)
        try:
            raw = await _raw(request)
            response = await self._call(method, raw)
        except Refused as refused:
            self._note(method, {}, refused.code, refused.words, counted=False)
            self._blame(refused)
            response = _refusal(refused)
        status = await self.faults.strike(method, "after")
        return response if status == 200 else self._struck(request, status)

    async def _call(self, method: str, raw: Mapping[str, object]) -> web.Response:
        spent = self.core.flood.spent
        params: Fields = dict(raw)
        try:
            self._must_know(method)
            decoded = decode(method, raw)
            params = decoded.params
            self.core.violations += decoded.complaints
            result = await self._result(method, params)
        except Refused as refused:
            counted = method in PLAYED and self.core.flood.spent > spent
            self._note(method, params, refused.code, refused.words, counted=counted)
            self._blame(refused)
            return _refusal(refused)
        check_result(method, result)
        # Only a played method runs without a pause, so that nobody else's spending is counted.
        counted = method in PLAYED and self.core.flood.spent > spent
        self._note(method, params, 200, result, counted=counted)
        return web.json_response({"ok": True, "result": result})

    def _must_know(self, method: str) -> None:
        if method in UNPLAYED:
            raise unplayed(method)
        if method in NEW and self.core.settings.old:
            raise Refused(404, "method not found")
        if method not in BY_LOWER.values():
            raise Refused(404, "method not found", fault=f"there is no method {method}")

    async def _result(self, method: str, params: Fields) -> object:
        updates = self.core.updates
        match method:
            case "getUpdates":
                if self.webhook.url:
                    raise Refused(409, WEBHOOK_ACTIVE)
                limit, timeout = params.get("limit", 100), params.get("timeout", 0)
                if not 1 <= limit <= 100 or not 0 <= timeout <= LONGEST_POLL:
                    raise faulty("limit is 1 to 100, timeout 0 to 50")
                updates.allow(params.get("allowed_updates"))
                return await updates.poll(params.get("offset", 0), limit, timeout)
            case "setWebhook" | "deleteWebhook":
                if params.get("drop_pending_updates"):
                    updates.drop()
                if not params.get("url"):
                    return self.webhook.unset()
                updates.interrupt(Refused(409, "terminated by setWebhook request"))
                updates.allow(params.get("allowed_updates"))
                return self.webhook.set(params)
            case "getWebhookInfo":
                return self.webhook.info()
            case "logOut" | "close":
                return True
            case _:
                return PLAYED[method](self.core, params)

    def _note(
        self, method: str, params: Fields, code: int, answer: object, *, counted: bool
    ) -> None:
        chat = params.get("chat_id")
        call = Call(
            len(self.log.all) + 1,
            self.core.clock.now(),
            method,
            params,
            chat if isinstance(chat, int) else None,
            code,
            answer,
            counted,
        )
        if counted and call.ephemeral and not self.core.settings.old:
            call = replace(call, counted=False)
        self.log.all.append(call)
        self.core.changed()

    def _blame(self, refused: Refused) -> None:
        if refused.fault is not None:
            self.core.violations.append(refused.fault)

    def _struck(self, request: web.Request, status: int) -> web.StreamResponse:
        if status == Faults.LOST:
            if request.transport is not None:
                request.transport.close()
            return web.Response()
        if status == 502:
            return web.Response(status=502, text="<html>502 Bad Gateway</html>")
        if status == 429:
            return _refusal(too_many(Faults.WAIT))
        return _refusal(Refused(500, "Internal Server Error"), status=status)


async def _raw(request: web.Request) -> dict[str, object]:
    """Return the parameters as they were sent: query, form or JSON body."""
    raw: dict[str, object] = dict(request.query)
    if request.content_type == "application/json":
        try:
            body = await request.json()
        except ValueError:
            raise faulty("can't parse JSON encoded request") from None
        if not isinstance(body, dict):
            raise faulty("can't parse JSON encoded request")
        return raw | body
    for name, value in (await request.post()).items():
        if not isinstance(value, str):
            raise unplayed(f"the file {name}")
        raw[name] = value
    return raw


def _refusal(
    refused: Refused, *, words: str | None = None, status: int | None = None
) -> web.Response:
    code = status or refused.code
    body: Fields = {"ok": False, "error_code": code, "description": words or refused.words}
    if refused.parameters:
        body["parameters"] = refused.parameters
    headers = {}
    if "retry_after" in refused.parameters:
        headers["Retry-After"] = str(refused.parameters["retry_after"])
    return web.Response(
        status=code,
        reason=REASONS.get(code),
        text=json.dumps(body),
        content_type="application/json",
        headers=headers,
    )
