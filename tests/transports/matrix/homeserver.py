"""A homeserver in small, over HTTP: what the account's side says to it, and what it answers.

It knows one account. A test says what happens next (``batch``) and what is refused (``refuse``).
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

ME = "@lama:hs"
ADA = "@ada:hs"
ROOM = "!room:hs"
PASSWORD = "pw"  # noqa: S105 - opens nothing

Json = dict[str, Any]


@dataclass
class Refusal:
    """What is answered instead."""

    path: str
    status: int
    answer: Json
    times: int
    headers: Mapping[str, str]


@dataclass
class Homeserver:
    """The server; ``url`` is where it listens."""

    url: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    """Access token to device."""
    devices: dict[str, Json] = field(default_factory=dict)
    """Device to its keys."""
    identity: Json = field(default_factory=dict)
    """What was uploaded last as the account's identity."""
    others: dict[str, dict[str, Json]] = field(default_factory=dict)
    """Other people's devices and their keys."""
    one_time: dict[str, Json] = field(default_factory=dict)
    """Device to a key of it that can be claimed."""
    account_data: dict[str, Json] = field(default_factory=dict)
    asked: list[tuple[str, str, Json]] = field(default_factory=list)
    """Every request: method, path behind the version, body."""
    batches: list[Json] = field(default_factory=list)
    """What happened; the n-th is told to who has seen n of them."""
    syncs: list[Mapping[str, str]] = field(default_factory=list)
    """How it was asked what happened."""
    messages: dict[str, Json] = field(default_factory=dict)
    """Where one reads on in a room's past, to what is answered."""
    wants_password: bool = False
    """Whether changing the identity needs the password."""
    logged_in: int = 0
    _refusals: list[Refusal] = field(default_factory=list)
    _more: asyncio.Event = field(default_factory=asyncio.Event)
    _txns: dict[str, str] = field(default_factory=dict)

    def refuse(
        self,
        path: str,
        status: int,
        answer: Json | None = None,
        times: int = 1,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Refuse what is asked for at paths that match, so many times."""
        self._refusals.append(Refusal(path, status, answer or {}, times, headers or {}))

    def batch(self, **rooms: Json) -> None:
        """Let something happen: ``join``, ``invite``, ``leave`` in rooms, ``to_device``."""
        told: Json = {"rooms": {how: rooms[how] for how in rooms if how != "to_device"}}
        if "to_device" in rooms:
            told["to_device"] = rooms["to_device"]
        self.batches.append(told)
        self._more.set()
        self._more = asyncio.Event()

    def count(self, path: str) -> int:
        """Return how often something was asked for at paths that match."""
        return sum(bool(re.search(path, asked)) for _, asked, _ in self.asked)

    def sent(self, path: str) -> list[Json]:
        """Return what was sent to paths that match."""
        return [body for _, asked, body in self.asked if re.search(path, asked)]

    async def answer(self, request: web.Request) -> web.Response:
        path = request.rel_url.raw_path.removeprefix("/_matrix/client/v3/")
        body = await request.json() if request.can_read_body else {}
        self.asked.append((request.method, path, body))
        for each in self._refusals:
            if each.times and re.search(each.path, path):
                each.times -= 1
                return web.json_response(each.answer, status=each.status, headers=each.headers)
        if path == "login":
            return self._login(body)
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if token not in self.tokens:
            return _error(401, "M_UNKNOWN_TOKEN")
        return await self._known(path, body, self.tokens[token], request)

    def _login(self, body: Json) -> web.Response:
        if body["password"] != PASSWORD:
            return _error(403, "M_FORBIDDEN")
        self.logged_in += 1
        device = body.get("device_id") or f"D{self.logged_in}"
        token = f"t{self.logged_in}"
        self.tokens[token] = device
        return web.json_response({"user_id": ME, "device_id": device, "access_token": token})

    async def _known(
        self, path: str, body: Json, device: str, request: web.Request
    ) -> web.Response:
        answer: Json | None = None
        parts = path.split("/")
        match parts:
            case ["account", "whoami"]:
                answer = {"user_id": ME, "device_id": device}
            case ["logout"]:
                token = request.headers["Authorization"].removeprefix("Bearer ")
                del self.tokens[token]
                answer = {}
            case ["keys", "upload"]:
                if "device_keys" in body:
                    self.devices[device] = body["device_keys"]
                answer = {"one_time_key_counts": {"signed_curve25519": 50}}
            case ["keys", "query"]:
                answer = self._keys(body["device_keys"])
            case ["keys", "claim"]:
                answer = self._claimed(body["one_time_keys"])
            case ["keys", "device_signing", "upload"]:
                if self.wants_password and "auth" not in body:
                    return web.json_response(
                        {"session": "x", "flows": [{"stages": ["m.login.password"]}]}, status=401
                    )
                self.identity, answer = body, {}
            case ["keys", "signatures", "upload"]:
                self.devices.update(body[ME])
                answer = {}
            case ["sync"]:
                answer = await self._sync(request.query)
            case ["rooms", _, "messages"]:
                answer = self.messages[request.query["from"]]
            case ["rooms", _, "joined_members"]:
                answer = {"joined": {ME: {"display_name": "Lama"}, ADA: {"display_name": "Ada"}}}
            case ["rooms", _, "send", _, txn] | ["rooms", _, "redact", _, txn]:
                answer = {"event_id": self._txns.setdefault(txn, f"$e{len(self._txns)}")}
            case ["createRoom"]:
                answer = {"room_id": "!direct:hs"}
            case ["join", _] | ["rooms", _, "leave" | "invite"]:
                answer = {"room_id": parts[1]}
            case ["sendToDevice", *_]:
                answer = {}
            case ["user", _, "account_data", kind] if request.method == "PUT":
                self.account_data[kind], answer = body, {}
            case ["user", _, "account_data", kind] if kind in self.account_data:
                answer = self.account_data[kind]
            case _:
                return _error(404, "M_NOT_FOUND")
        return web.json_response(answer)

    def _keys(self, asked: Json) -> Json:
        found = {ME: self.devices, **self.others}
        told: Json = {"device_keys": {user: found.get(user, {}) for user in asked}}
        for name in ("master", "self_signing", "user_signing"):
            if f"{name}_key" in self.identity:
                told[f"{name}_keys"] = {ME: self.identity[f"{name}_key"]}
        return told

    def _claimed(self, asked: Json) -> Json:
        found: Json = {}
        for user, devices in asked.items():
            for device in devices:
                if device in self.one_time:
                    found.setdefault(user, {})[device] = self.one_time.pop(device)
        return {"one_time_keys": found}

    async def _sync(self, query: Mapping[str, str]) -> Json:
        self.syncs.append(query)
        seen = int(query.get("since", "s0")[1:])
        if seen >= len(self.batches):
            more = self._more
            if int(query.get("timeout", "0")):
                await more.wait()
        told = self.batches[seen] if seen < len(self.batches) else {}
        return {**told, "next_batch": f"s{min(seen + 1, len(self.batches))}"}


@asynccontextmanager
async def homeserver() -> AsyncIterator[Homeserver]:
    """Have a homeserver that listens."""
    found = Homeserver()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", found.answer)
    server = TestServer(app)
    await server.start_server()
    found.url = str(server.make_url("")).rstrip("/")
    try:
        yield found
    finally:
        found._more.set()
        await server.close()


def _error(status: int, code: str) -> web.Response:
    return web.json_response({"errcode": code, "error": "no"}, status=status)


# --- what happens ----------------------------------------------------------------------------

_ids = iter(range(1, 1_000_000))


def event(kind: str, content: Json, sender: str = ADA, **more: Any) -> Json:  # noqa: ANN401 - JSON
    """Return an event as a server tells it."""
    number = next(_ids)
    return {
        "type": kind,
        "content": content,
        "sender": sender,
        "event_id": f"$x{number}",
        "origin_server_ts": number,
        **more,
    }


def said(body: str, sender: str = ADA) -> Json:
    """Return a message."""
    return event("m.room.message", {"msgtype": "m.text", "body": body}, sender)


def member(user: str, how: str, sender: str | None = None, before: str | None = None) -> Json:
    """Return a change of membership."""
    unsigned = {} if before is None else {"prev_content": {"membership": before}}
    return event(
        "m.room.member",
        {"membership": how, "displayname": user[1:4].title()},
        sender or user,
        state_key=user,
        unsigned=unsigned,
    )


def joined(*timeline: Json, state: tuple[Json, ...] = (), **more: Any) -> Json:  # noqa: ANN401 - JSON
    """Return what a batch tells of a room that we are in."""
    return {"state": {"events": list(state)}, "timeline": {"events": list(timeline), **more}}


def state(*more: Json, creator: str = ADA, version: str = "11") -> tuple[Json, ...]:
    """Return the state of a room in which somebody and we are."""
    return (
        event("m.room.create", {"room_version": version}, creator, state_key=""),
        member(ADA, "join"),
        member(ME, "join"),
        *more,
    )


Sleeper = Callable[[float], Awaitable[None]]


@dataclass
class Sleep:
    """Sleeps that are over at once, and how long each would have been."""

    slept: list[float] = field(default_factory=list)

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)


def canonical(thing: Mapping[str, Any]) -> bytes:
    """Return what a signature of the thing signs."""
    bare = {k: v for k, v in thing.items() if k not in ("signatures", "unsigned")}
    return json.dumps(bare, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
